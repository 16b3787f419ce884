//! Ranks, ties, byes and their text.

use std::collections::BTreeMap;

use uvi_cup::{
    BotRow, Fingerprint, GameResult, Plan, Progress, Ranking, RatedGame, RatedGames, SeatFault, Standings, TieBreak,
    stats::{BlockResults, Elo},
};
use uvi_games::{
    game::{BySeat, Points, Score, Seed},
    games::REGISTRY,
};

use super::{
    plans::{self, plan, result, try_plan, won_by},
    playing::numbers,
};

/// Plays the tournament of a plan. `winner` names the bot that gets all points of a game. `None` divides the points.
fn played(plan: &Plan, winner: impl Fn(u32, &[usize]) -> Option<usize>) -> Progress {
    plans::played(plan, |game| {
        let bots = numbers(&game.table);
        let winner = winner(game.game, &bots);
        let part = Points::new(1, bots.len() as u32).unwrap();
        result(plan, game, |bot| winner.map_or(part, |winner| won_by(winner)(bot)))
    })
}

fn ranks(standings: &Standings) -> Vec<String> {
    let rank = |row: &BotRow| format!("{}{} {}", row.rank.unwrap(), if row.tied { "=" } else { "" }, row.name);
    standings.bots.iter().map(rank).collect()
}

/// The lower number wins, except that 1 and 2 are equal.
fn level(_: u32, bots: &[usize]) -> Option<usize> {
    let mut sorted = bots.to_vec();
    sorted.sort_unstable();
    (sorted != [1, 2]).then(|| sorted[0])
}

#[test]
fn who_is_level_shares_a_rank() {
    let plan = plan("variant = \"congress\"", 4);
    let standings = Standings::of(&plan, &played(&plan, level));
    assert_eq!(ranks(&standings), ["1 b0", "2= b1", "2= b2", "4 b3"]);
    let text = standings.to_text();
    assert!(
        text.contains("| 2= |") && text.contains("ties are broken by head-to-head, then sonneborn-berger"),
        "{text}"
    );
    assert_eq!(standings.pairs.len(), 6);
    let pair = &standings.pairs[0];
    assert_eq!((pair.first.as_str(), pair.second.as_str(), pair.games), ("b0", "b1", [2, 0, 0]));
}

/// Bot 0 beats 1, 1 beats 2, 2 beats 0, and all beat 3, except that 2 draws. Buchholz and Sonneborn-Berger by hand.
#[test]
fn tie_breaks_are_those_of_their_names() {
    let winner = |_: u32, bots: &[usize]| {
        let mut sorted = bots.to_vec();
        sorted.sort_unstable();
        match sorted[..] {
            [0, 1] => Some(0),
            [1, 2] => Some(1),
            [0, 2] => Some(2),
            [2, 3] => None,
            _ => Some(sorted[0]),
        }
    };
    let plan = plan("variant = \"congress\"\ntie-breaks = [\"sonneborn-berger\", \"wins\"]", 4);
    let standings = Standings::of(&plan, &played(&plan, winner));
    // Scores of two games a pair: b0 4, b1 4, b2 3, b3 1. Blocks: b0 got all of b1 (4) and b3 (1), b1 all of b2 (3) and
    // b3.
    assert_eq!(ranks(&standings), ["1 b0", "2 b1", "3 b2", "4 b3"]);
    let figures = |name: &str| {
        let row = standings.bots.iter().find(|row| row.name == name).unwrap();
        row.tie_breaks.clone()
    };
    let expected = |berger, wins| BTreeMap::from([(TieBreak::SonnebornBerger, berger), (TieBreak::Wins, wins)]);
    assert_eq!(figures("b0"), expected(5.0, 4.0));
    assert_eq!(figures("b1"), expected(4.0, 4.0));
    assert_eq!(figures("b2"), expected(4.0 + 0.5, 2.0));
    assert!(standings.to_text().contains("sonneborn-berger"));
}

#[test]
fn a_chosen_anchor_has_its_rating() {
    let forms = [
        "anchor = \"b1\"",
        "anchor = { name = \"b1\", elo = 1500.0 }",
        "anchor = \"b1=1500\"",
        "anchor = \"b1 = -2.5\"",
    ];
    for (anchor, elo) in forms.into_iter().zip([0.0, 1500.0, 1500.0, -2.5]) {
        let plan = plan(&format!("variant = \"congress\"\n{anchor}"), 3);
        let standings = Standings::of(&plan, &played(&plan, level));
        let anchor = standings.bots.iter().find(|row| row.name == "b1").unwrap().rating.unwrap();
        assert_eq!(Some(&("b1".to_owned(), anchor.value)), standings.anchor.as_ref());
        assert_eq!(anchor.value, elo);
        assert_eq!(anchor.low, anchor.high);
    }
    for wrong in ["b9", "b9=1500", "b1=inf", "b1="] {
        let said = try_plan(&format!("variant = \"congress\"\nanchor = {wrong:?}"), 3).unwrap_err();
        assert!(said.contains("anchor: expected a bot and a finite rating"), "{said}");
    }
}

#[test]
fn what_the_bracket_decides_is_told_and_ranked() {
    /// The ranks of the bots in their order, and what is decided in which round.
    #[track_caller]
    fn check(keys: &str, bots: usize, winner: fn(u32, &[usize]) -> Option<usize>, expected: [&str; 2]) {
        let variant = if keys.contains("seats") { "orwell" } else { "congress" };
        let plan = plan(&format!("variant = \"{variant}\"\nformat = \"knockout\"\n{keys}"), bots);
        let standings = Standings::of(&plan, &played(&plan, winner));
        assert!(standings.bots.is_sorted_by_key(|row| &row.name));
        let ranks = ranks(&standings).iter().map(|rank| rank.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>();
        let text = standings.to_text();
        let lines = text.lines().filter_map(|line| line.split_once(", by their places in the bracket"));
        let told = lines.map(|(line, _)| line.trim_start_matches("round ")).collect::<Vec<_>>();
        assert_eq!([ranks.join(" "), told.join("; ")], expected, "{keys}");
    }
    let lowest = |_: u32, bots: &[usize]| bots.iter().copied().min();
    // Bot 0 beats 3; 1 and 2 are level, and so are 0 and 1.
    let but_1 = |_: u32, bots: &[usize]| bots.iter().copied().min().filter(|_| !bots.contains(&1));
    check("extra = 1", 4, but_1, ["1 2 3 4", "1: b1 through, b2 out; 2: b0 first, before b1"]);
    // Both lost in the first round with no points.
    check("extra = 1", 4, lowest, ["1 2 3= 3=", ""]);
    let first_round = |game: u32, bots: &[usize]| bots.iter().copied().min().filter(|_| game <= 4);
    let told = "2: b0 first, before b1; 2: b2 third, before b3";
    check("extra = 0\nthird-place = \"on\"", 4, first_round, ["1 2 3 4", told]);
    let told = "1: b0 to the final, b3 to the match for the third place; 1: b1 to the final, b2 to the match for the third \
                place; 2: b0 first, before b1; 2: b2 third, before b3";
    check("extra = 0\nthird-place = \"on\"", 4, |_, _| None, ["1 2 3 4", told]);
    let told = "1: b1 through, b2 to the lower bracket; 2: b0 through, b1 to the lower bracket; 3: b1 through, b2 out; \
                4: b0 first, before b1";
    check("extra = 0\nelimination = \"double\"", 3, |_, _| None, ["1 2 3", told]);
    check("extra = 0\nseats = 3", 3, lowest, ["1 2= 2=", ""]);
    // The bracket parts the winner from those who are level with it.
    check("extra = 0\nseats = 3", 3, |_, _| None, ["1 2= 2=", "1: b0 first, before b1, b2"]);
}

#[test]
fn who_is_behind_is_said() {
    let plan = plan("variant = \"orwell\"\nrounds = 30\n[lead]", 3);
    let lead = |winner: usize| Standings::of(&plan, &played(&plan, move |_, _| Some(winner))).to_text();
    assert!(lead(0).contains("b0 is ahead by 0.667 ["), "{}", lead(0));
    assert!(lead(1).contains("b0 is behind by 0.333 ["), "{}", lead(1));
}

/// A game of bots with these names.
fn rated(source: usize, seats: &[String], score: Score, seed: u128) -> RatedGame {
    let (score, shared) = match score {
        Score::Each(points) => (Some(points.values().copied().collect()), None),
        Score::Shared(shared) => (None, Some(shared)),
    };
    let result = GameResult {
        game: 1,
        block: 1,
        round: 1,
        seats: seats.to_vec(),
        reason: "mate".to_owned(),
        score,
        shared,
        decisions: 1,
        seed: Some(Seed(seed.to_be_bytes())),
        ..GameResult::default()
    };
    RatedGame { source, result, times: None }
}

fn won(winner: usize) -> Score {
    Score::Each(BySeat::new(2, |seat| if seat.index() == winner { Points::ONE } else { Points::ZERO }))
}

fn rate(variant: &str, games: Vec<RatedGame>) -> Standings {
    let variant = REGISTRY.find(variant).unwrap();
    Standings::rate(
        &RatedGames { variant, options: BTreeMap::new(), seats: 2, games, bots: Vec::new(), tested: false },
        &Ranking::default(),
    )
}

/// A fault is no answer, so its game is no copy.
#[test]
fn a_rating_counts_the_copy_of_a_game_with_a_fault() {
    let block = |seed: u128| {
        [(["a", "b"], 0), (["b", "a"], 1)].map(|(seats, winner)| {
            let mut game = rated(0, &seats.map(str::to_owned), won(winner), seed);
            game.result.course = Some(Fingerprint(winner.to_string().parse().unwrap()));
            game
        })
    };
    let mut games = [block(1), block(2)].concat();
    let independent = |games: &[RatedGame]| rate("congress", games.to_vec()).copies.map(|it| it.independent_blocks);
    assert_eq!(independent(&games), Some(1));
    games[2].result.faults.push(SeatFault { seat: 1, fault: uvi::Fault::Timeout });
    assert_eq!(independent(&games), Some(2));
}

#[test]
fn a_test_names_its_unit_and_the_figures_beside_it_count_what_it_counts() {
    let models = [
        ("logistic", false, "Elo"),
        ("normalized", false, "nElo"),
        ("normalized", true, "nElo"),
        ("bayesian", true, "BayesElo"),
    ];
    for (model, of_games, unit) in models {
        let keys = format!("elo0 = 0\nelo1 = 5\nmodel = {model:?}\ngames = {of_games}");
        let plan = plan(&format!("variant = \"congress\"\nrounds = 6\n[sprt]\n{keys}"), 2);
        let winner = |game: u32, bots: &[usize]| [Some(0), Some(bots[0]), None][game as usize % 3];
        let standings = Standings::of(&plan, &played(&plan, winner));
        let text = standings.to_text();
        assert!(text.contains(&format!("SPRT of {unit} 0 against 5: LLR")), "{text}");
        for csv in [standings.to_csv(), standings.pairs_to_csv()] {
            let lines: Vec<&str> = csv.lines().collect();
            assert!(lines[0].ends_with(",sprt_unit") && lines[1].ends_with(&format!(",{unit}")), "{csv}");
        }
        let [won, drawn, lost] = standings.bots[0].wins_draws_losses.unwrap().map(u64::from);
        let duel = standings.duel.unwrap();
        let counted = if of_games {
            BlockResults::from_halves(1, &[lost, drawn, won])
        } else {
            BlockResults::from_pentanomial(duel.pentanomial.unwrap())
        };
        let expected = Elo::normal(&counted).unwrap().normalized.unwrap();
        let normal = duel.normal.unwrap().nelo;
        assert!((normal.value - expected.value).abs() < 1e-9 && (normal.low - expected.low).abs() < 1e-9);
        assert_eq!(text.contains("of all games, not corrected, by the normal distribution"), of_games, "{text}");
        assert!(text.contains("3/2, 2 wins (a draw is half a win): ["), "{text}");
    }
}

/// The lower number wins.
#[test]
fn buchholz_cut_omits_the_meeting_with_the_lowest_score() {
    for (rounds, bots, expected) in [
        // With a block a round, scores are 6, 4, 2 and 0. With two, scores and meetings double.
        ("3", 4, &[6.0, 8.0, 10.0, 10.0][..]),
        ("3\nblocks = 2", 4, &[24.0, 32.0, 40.0, 40.0]),
        // Scores are 4, 1 and 1. The bye of 1 point is a meeting with an opponent of the bot's own score.
        ("2", 3, &[1.0, 4.0, 4.0]),
    ] {
        let keys = "variant = \"congress\"\nformat = \"swiss\"\ntie-breaks = [\"buchholz\", \"buchholz-cut\"]";
        let plan = plan(&format!("{keys}\nrounds = {rounds}"), bots);
        let standings = Standings::of(&plan, &played(&plan, |_, bots| bots.iter().copied().min()));
        let cut = standings.bots.iter().map(|row| row.tie_breaks[&TieBreak::BuchholzCut]);
        assert_eq!(cut.collect::<Vec<_>>(), expected, "rounds = {rounds}");
    }
}

#[test]
fn blocks_do_not_reach_from_one_tournament_to_another() {
    let game = |source, seats: [&str; 2], winner| rated(source, &seats.map(str::to_owned), won(winner), 7);
    let games = vec![
        game(0, ["a", "b"], 0),
        game(0, ["b", "a"], 1),
        game(1, ["a", "b"], 1),
        game(1, ["b", "a"], 0),
        // A repeated seating begins another block.
        game(1, ["a", "b"], 0),
    ];
    let standings = rate("congress", games);
    assert_eq!((standings.games, standings.blocks), (5, 3));
    // The last block has one game, so it is no pair.
    assert_eq!(standings.duel.unwrap().pentanomial, Some([1, 0, 0, 0, 1]));
}

/// Each meeting counts for a tie-break, copies and blocks of any length included.
#[test]
fn a_rating_breaks_ties_by_all_meetings() {
    let game = |[winner, loser]: [&str; 2], seed: u128, course: u128| {
        let mut game = rated(0, &[winner.to_owned(), loser.to_owned()], won(0), seed);
        game.result.course = Some(Fingerprint(format!("{course:x}").parse().unwrap()));
        game
    };
    let beats = |pair: [&'static str; 2], first: u128, times: u128, copies: bool| {
        (first..first + times).map(move |seed| game(pair, seed, if copies { first } else { seed }))
    };
    let games = beats(["a", "c"], 0, 4, true)
        .chain(beats(["b", "d"], 10, 4, false))
        .chain(beats(["c", "e"], 20, 3, false))
        .chain(beats(["d", "e"], 30, 2, false))
        .chain(beats(["e", "d"], 40, 1, false));
    let (variant, tie_breaks) = (REGISTRY.find("congress").unwrap(), vec![TieBreak::SonnebornBerger]);
    let games = RatedGames {
        variant,
        options: BTreeMap::new(),
        seats: 2,
        games: games.collect(),
        bots: Vec::new(),
        tested: false,
    };
    let standings = Standings::rate(&games, &Ranking { tie_breaks, ..Ranking::default() });
    let found =
        standings.bots.iter().take(2).map(|row| (row.name.as_str(), row.tie_breaks[&TieBreak::SonnebornBerger]));
    assert_eq!(found.collect::<Vec<_>>(), [("a", 12.0), ("b", 8.0)]);
}

/// Effects are solutions of equations, and are rounded. Rounding must not give equal bots different ranks.
#[test]
fn who_is_worth_the_same_in_a_shared_score_shares_a_rank() {
    let game = |seats: [usize; 2], shared: u32| {
        let names = seats.map(|bot| format!("b{bot}"));
        rated(0, &names, Score::Shared(shared), (10 * seats[0] + seats[1]) as u128)
    };
    // b3 is better with every partner; the others are equal.
    let pairs = (0..4).flat_map(|one| (0..4).map(move |other| [one, other]));
    let games = pairs.map(|seats| game(seats, if seats.contains(&3) { 31 } else { 17 })).collect();
    let standings = rate("catalonia", games);
    assert_eq!(ranks(&standings), ["1 b3", "2= b0", "2= b1", "2= b2"]);
}
