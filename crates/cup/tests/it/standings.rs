//! Ranks, ties, byes and their text.

use std::collections::BTreeMap;

use uvi_cup::{
    BotRow, Fingerprint, GameResult, KnownResults, Plan, Progress, Ranking, RatedGame, RatedGames, SeatFault,
    Standings, TieBreak,
    schedule::Next,
    stats::{BlockResults, Elo},
};
use uvi_games::{
    game::{BySeat, Points, Score, Seed, Stream},
    games::REGISTRY,
};

use super::{
    plans::{plan, result, try_plan, won_by},
    playing::numbers,
};

/// Plays the tournament of a plan. `winner` names the bot that gets all points of a game. `None` divides the points.
fn played(plan: &Plan, winner: impl Fn(u32, &[usize]) -> Option<usize>) -> Progress {
    let mut progress = Progress::new(plan, KnownResults::default()).unwrap();
    while let Next::One(game) = progress.hand_out() {
        let bots = numbers(&game.table);
        let winner = winner(game.game, &bots);
        let part = Points::new(1, bots.len() as u32).unwrap();
        let points = |bot| winner.map_or(part, |winner| won_by(winner)(bot));
        progress.finish(result(plan, &game, points), None);
    }
    progress
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
    // The plan stores the tie-breaks, and reads them back.
    assert_eq!(try_plan(&plan.to_toml(), 0).unwrap().ranking, plan.ranking);
}

#[test]
fn a_chosen_anchor_is_written_and_read() {
    let forms = [
        "anchor = \"b1\"",
        "anchor = { name = \"b1\", elo = 1500.0 }",
        "anchor = \"b1=1500\"",
        "anchor = \"b1 = -2.5\"",
    ];
    for (anchor, elo) in forms.into_iter().zip([0.0, 1500.0, 1500.0, -2.5]) {
        let plan = plan(&format!("variant = \"congress\"\n{anchor}"), 3);
        assert_eq!(try_plan(&plan.to_toml(), 0).unwrap().ranking, plan.ranking);
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
fn a_knockout_that_the_seed_decides_says_so() {
    let plan = plan("variant = \"congress\"\nformat = \"knockout\"\nextra = 1", 4);
    let standings =
        Standings::of(&plan, &played(&plan, |_, bots| (!bots.contains(&1)).then(|| bots.iter().copied().min())?));
    // Bot 0 beats 3; 1 and 2 are level, and so are 0 and 1.
    let told: Vec<(u32, &str, &str)> =
        standings.by_seed.iter().map(|table| (table.round, table.through[0].as_str(), table.out[0].as_str())).collect();
    assert_eq!(told, [(1, "b1", "b2"), (2, "b0", "b1")]);
    let text = standings.to_text();
    assert!(text.contains("round 1: b1 through, b2 out, by their places in the bracket"), "{text}");
    assert!(text.contains("round 2: b0 first, before b1, by their places in the bracket"), "{text}");
    let clear = Standings::of(&plan, &played(&plan, |_, bots| bots.iter().copied().min()));
    assert_eq!(clear.by_seed, []);
    // Both lost in the first round with no points.
    assert_eq!(ranks(&clear), ["1 b0", "2 b1", "3= b2", "3= b3"]);
}

#[test]
fn a_bye_is_worth_a_fair_share() {
    let plan = plan("variant = \"congress\"\nformat = \"swiss\"\nrounds = 2", 3);
    let standings = Standings::of(&plan, &played(&plan, |_, bots| bots.iter().copied().min()));
    assert_eq!(standings.bots.iter().map(|row| row.byes.unwrap()).sum::<u32>(), 2);
    // Each round has two games of one point. A bye is worth one point.
    for row in &standings.bots {
        let own: u32 = row.wins_draws_losses.unwrap()[0];
        assert_eq!(row.points, Some((own + row.byes.unwrap()).to_string()), "{row:?}");
    }
    let even = super::plans::plan("variant = \"congress\"\nformat = \"swiss\"\nrounds = 2", 4);
    let standings = Standings::of(&even, &played(&even, |_, bots| bots.iter().copied().min()));
    assert!(standings.bots.iter().all(|row| row.byes.is_none()));
}

/// A bye is a meeting with an opponent of the bot's own score, which may be the lowest one.
#[test]
fn the_lowest_score_may_be_that_of_a_bye() {
    let plan = plan("variant = \"congress\"\nformat = \"swiss\"\nrounds = 2\ntie-breaks = [\"buchholz-cut\"]", 3);
    let standings = Standings::of(&plan, &played(&plan, |_, bots| bots.iter().copied().min()));
    let score = |row: &BotRow| row.points.as_ref().unwrap().parse::<f64>().unwrap();
    let cut = |row: &BotRow| row.tie_breaks[&TieBreak::BuchholzCut];
    for row in standings.bots.iter().filter(|row| row.byes == Some(1)) {
        let met = standings.pairs.iter().find(|pair| [&pair.first, &pair.second].contains(&&row.name)).unwrap();
        let is_other = |other: &&BotRow| [&met.first, &met.second].contains(&&other.name) && other.name != row.name;
        let other = standings.bots.iter().find(is_other).unwrap();
        assert_eq!(cut(row), score(row).max(score(other)), "{row:?} met {other:?}");
    }
}

/// A bye is a meeting with an opponent of the bot's own score. So it neither wins nor loses ties.
#[test]
fn a_bye_does_not_lose_ties() {
    let plan = plan("variant = \"congress\"\nformat = \"swiss\"\nrounds = 5", 7);
    let [mut ahead, mut behind] = [0_u32; 2];
    for run in 0..60 {
        let lot = |game: u32| Stream::new(&Seed([5; 16]), &format!("run {run} game {game}")).below(2) as usize;
        let standings = Standings::of(&plan, &played(&plan, |game, bots| Some(bots[lot(game)])));
        for pair in standings.bots.windows(2).filter(|pair| pair[0].points == pair[1].points) {
            match (pair[0].byes, pair[1].byes) {
                (Some(0), Some(1..)) if pair[0].rank < pair[1].rank => behind += 1,
                (Some(1..), Some(0)) if pair[0].rank < pair[1].rank => ahead += 1,
                _ => {}
            }
        }
    }
    let all = ahead + behind;
    assert!(all > 30 && 3 * ahead > all && 3 * behind > all, "{ahead} ahead and {behind} behind");
}

#[test]
fn who_is_behind_is_said() {
    let plan = plan("variant = \"orwell\"\nrounds = 30\n[lead]", 3);
    let lead = |winner: usize| Standings::of(&plan, &played(&plan, move |_, _| Some(winner))).to_text();
    assert!(lead(0).contains("b0 is ahead by 0.667 ["), "{}", lead(0));
    assert!(lead(1).contains("b0 is behind by 0.333 ["), "{}", lead(1));
}

#[test]
fn nobody_is_told_who_is_behind_unasked() {
    for (keys, bots) in [
        ("variant = \"congress\"\nformat = \"swiss\"\nrounds = 3", 4),
        ("variant = \"congress\"\nformat = \"knockout\"", 4),
        ("variant = \"orwell\"\nrounds = 3", 4),
    ] {
        let plan = plan(keys, bots);
        let standings = Standings::of(&plan, &played(&plan, |_, bots| bots.iter().copied().max()));
        assert_eq!((standings.lead, standings.lead_of.len()), (None, 0), "{keys}");
        assert!(!standings.to_text().contains("valid at any time"), "{keys}");
    }
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

/// Equal games count as games, but only once for intervals. This holds for ratings as for tournaments.
#[test]
fn a_rating_counts_copies_once() {
    let game = |source: usize, seats: [&str; 2], winner: usize, course: &str, seed: u8| {
        let mut game = rated(source, &seats.map(str::to_owned), won(winner), seed.into());
        game.result.course = Some(Fingerprint(course.repeat(32).parse().unwrap()));
        game
    };
    let block =
        |source: usize, seed: u8| [game(source, ["a", "b"], 0, "1", seed), game(source, ["b", "a"], 1, "2", seed)];
    let others = [game(0, ["a", "b"], 1, "3", 90), game(0, ["b", "a"], 0, "4", 90)];
    let blocks = |many: u8| {
        let games = (0..many).flat_map(|seed| block(usize::from(seed % 3), seed)).chain(others.clone());
        rate("congress", games.collect())
    };
    let (one, fifty) = (blocks(1), blocks(50));
    assert_eq!(one.copies, None);
    assert_eq!(fifty.copies.map(|copies| (copies.games, copies.of, copies.independent_blocks)), Some((98, 102, 2)));
    assert_eq!((fifty.games, fifty.blocks), (102, 51));
    let width = |standings: &Standings| {
        let share = standings.bots.iter().find(|row| row.name == "a").unwrap().share.unwrap();
        share.high - share.low
    };
    assert!(width(&fifty) >= 0.9 * width(&one), "{} {}", width(&fifty), width(&one));
    let share = fifty.bots.iter().find(|row| row.name == "a").unwrap().share.unwrap().value;
    assert!((share - 100.0 / 102.0).abs() < 1e-9, "all games count for it: {share}");
    assert!(fifty.to_text().contains("of 102 games 98 are copies of others, move for move"), "{}", fifty.to_text());
    // A fault is no answer, so its game is no copy.
    let mut faulty = block(0, 1).into_iter().chain(block(0, 2)).collect::<Vec<_>>();
    faulty[2].result.faults.push(SeatFault { seat: 1, fault: uvi::Fault::Timeout });
    assert_eq!(rate("congress", faulty).copies.map(|copies| copies.independent_blocks), Some(2));
}

/// Bots that met forty others each are rated and ranked, and no output grows with the square of their number.
#[test]
fn hundreds_of_bots_have_standings() {
    const BOTS: usize = 250;
    let game = |one: usize, more: usize, both: bool| {
        let other = (one + more) % BOTS;
        let seats = if both { [other, one] } else { [one, other] };
        let first_wins = (seats[0] * 7 + seats[1] * 3) % 5 < 3;
        let names = seats.map(|bot| format!("b{bot}"));
        rated(0, &names, won(usize::from(!first_wins)), one as u128 * 100 + more as u128)
    };
    let games = (0..BOTS).flat_map(|one| (1..=20).map(move |more| [false, true].map(|both| game(one, more, both))));
    let standings = rate("congress", games.flatten().collect());
    assert_eq!((standings.bots.len(), standings.blocks, standings.games), (BOTS, 5000, 10_000));
    assert!(standings.bots.iter().all(|row| row.rating.is_some_and(|rating| rating.low < rating.high)));
    assert!(standings.cross_table.is_empty() && standings.pairs.len() == 5000);
    let text = standings.to_text();
    assert!(text.len() < 400_000 && text.contains("left out: the cross table of more than 100 bots"), "{}", text.len());
    assert!(text.contains("5000 pairs of bots met"));
}

#[test]
fn final_and_third_place_share_no_rank() {
    let plan = plan("variant = \"congress\"\nformat = \"knockout\"\nextra = 0\nthird-place = \"on\"", 4);
    // From the second round on all are level, and the seed decides both matches.
    let standings = Standings::of(&plan, &played(&plan, |game, bots| (game <= 4).then(|| bots.iter().copied().min())?));
    assert_eq!(ranks(&standings), ["1 b0", "2 b1", "3 b2", "4 b3"]);
    let told: Vec<(u32, &str, &str)> =
        standings.by_seed.iter().map(|table| (table.round, table.through[0].as_str(), table.out[0].as_str())).collect();
    assert_eq!(told, [(2, "b0", "b1"), (2, "b2", "b3")]);
    assert!(standings.to_text().contains("round 2: b2 third, before b3, by"));
    let text = Standings::of(&plan, &played(&plan, |_, _| None)).to_text();
    assert!(text.contains("round 1: b1 to the final, b2 to the match for the third place, by"), "{text}");
}

#[test]
fn the_first_loss_of_a_double_elimination_is_not_the_end() {
    let plan = plan("variant = \"congress\"\nformat = \"knockout\"\nextra = 0\nelimination = \"double\"", 3);
    let text = Standings::of(&plan, &played(&plan, |_, _| None)).to_text();
    for line in [
        "round 1: b1 through, b2 to the lower bracket, by",
        "round 2: b0 through, b1 to the lower bracket, by",
        "round 3: b1 through, b2 out, by",
        "round 4: b0 first, before b1, by",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn level_bots_of_a_table_that_are_out_share_a_rank() {
    let keys = "variant = \"orwell\"\nformat = \"knockout\"\nextra = 0\nseats = 3";
    let all_or_nothing = |bots: &[usize]| bots.iter().copied().min();
    let plan = plan(keys, 3);
    let ranks_if = |winner: &dyn Fn(&[usize]) -> Option<usize>| {
        ranks(&Standings::of(&plan, &played(&plan, |_, bots| winner(bots))))
    };
    assert_eq!(ranks_if(&all_or_nothing), ["1 b0", "2= b1", "2= b2"]);
    // The bracket parts the winner from those who are level with it.
    assert_eq!(ranks_if(&|_| None), ["1 b0", "2= b1", "2= b2"]);
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
        for csv in [standings.to_csv().unwrap(), standings.pairs_to_csv().unwrap()] {
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

#[test]
fn buchholz_cut_omits_both_blocks_of_a_round() {
    let row = |blocks: u32| {
        let keys = format!(
            "variant = \"congress\"\nformat = \"swiss\"\nrounds = 3\nblocks = {blocks}\n\
             tie-breaks = [\"buchholz\", \"buchholz-cut\"]"
        );
        let plan = plan(&keys, 4);
        let standings = Standings::of(&plan, &played(&plan, |_, bots| bots.iter().copied().min()));
        let cut = |row: &BotRow| row.tie_breaks[&TieBreak::BuchholzCut];
        standings.bots.iter().map(cut).collect::<Vec<_>>()
    };
    // With a block a round, scores are 6, 4, 2 and 0. With two, scores and meetings double.
    assert_eq!(row(1), [6.0, 8.0, 10.0, 10.0]);
    assert_eq!(row(2), row(1).iter().map(|cut| 4.0 * cut).collect::<Vec<_>>());
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
