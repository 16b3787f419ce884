//! Ranks, ties, byes and what is told of them.

use std::collections::BTreeMap;

use uvi_cup::{BotRow, GameResult, Held, Next, Plan, Progress, Ranking, Rated, RatedGame, Standings, TieBreak};
use uvi_games::{
    game::{BySeat, Points, Score, Seed},
    games::REGISTRY,
};

use super::plans::{plan, try_plan};

/// The tournament of a plan, where `winner` says which of the bots of a game gets everything; nobody where it is none of
/// them, so that they share it.
fn played(plan: &Plan, winner: impl Fn(u32, &[usize]) -> Option<usize>) -> Progress {
    let mut progress = Progress::new(plan, Held::default()).unwrap();
    while let Next::Game(game) = progress.hand_out() {
        let bots: Vec<usize> = game.table.iter().map(|bot| bot.0).collect();
        let points = match winner(game.game, &bots) {
            Some(winner) => {
                bots.iter().map(|&bot| if bot == winner { Points::ONE } else { Points::ZERO }).collect::<Vec<_>>()
            }
            None => vec![Points::new(1, bots.len() as u32).unwrap(); bots.len()],
        };
        let result = GameResult {
            game: game.game,
            block: game.block,
            round: game.round,
            seats: bots.iter().map(|bot| format!("b{bot}")).collect(),
            opening: None,
            reason: "mate".to_owned(),
            score: Some(points),
            shared: None,
            decisions: 1,
            course: None,
            faults: Vec::new(),
            seed: plan.seed_of(&game),
            log: uvi_cup::log(&game),
        };
        progress.finish(result, None);
    }
    progress
}

fn ranks(standings: &Standings) -> Vec<String> {
    let rank = |row: &BotRow| format!("{}{} {}", row.rank, if row.tied { "=" } else { "" }, row.name);
    standings.bots.iter().map(rank).collect()
}

/// The lower number wins, but 1 and 2 are as good as each other.
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

/// 0 beats 1, 1 beats 2, 2 beats 0, and all beat 3 but 2, which draws: Buchholz, Sonneborn-Berger by hand.
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
    // Scores of two games a pair: b0 4, b1 4, b2 3, b3 1. Blocks: b0 got all of b1 (4) and b3 (1), b1 all of b2 (3) and b3.
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
    // The plan says how its standings are ranked, and reads that again.
    assert_eq!(try_plan(&plan.to_toml(), 0).unwrap().ranking, plan.ranking);
}

#[test]
fn a_chosen_anchor_is_written_and_read() {
    for anchor in ["anchor = \"b1\"", "anchor = { name = \"b1\", elo = 1500.0 }"] {
        let plan = plan(&format!("variant = \"congress\"\n{anchor}"), 3);
        assert_eq!(try_plan(&plan.to_toml(), 0).unwrap().ranking, plan.ranking);
        let standings = Standings::of(&plan, &played(&plan, level));
        let anchor = standings.bots.iter().find(|row| row.name == "b1").unwrap().rating.unwrap();
        assert_eq!(Some(&("b1".to_owned(), anchor.value)), standings.anchor.as_ref());
        assert_eq!(anchor.low, anchor.high);
    }
    let wrong = try_plan("variant = \"congress\"\nanchor = \"b9\"", 3).unwrap_err();
    assert!(wrong.contains("anchor"), "{wrong}");
}

#[test]
fn a_knockout_that_the_seed_decides_says_so() {
    let plan = plan("variant = \"congress\"\nformat = \"knockout\"\nextra = 1", 4);
    let standings =
        Standings::of(&plan, &played(&plan, |_, bots| (!bots.contains(&1)).then(|| bots.iter().copied().min())?));
    // 0 beats 3; 1 and 2 are level, and so are 0 and 1.
    let told: Vec<(u32, &str, &str)> =
        standings.by_seed.iter().map(|table| (table.round, table.through[0].as_str(), table.out[0].as_str())).collect();
    assert_eq!(told, [(1, "b1", "b2"), (2, "b0", "b1")]);
    assert!(standings.to_text().contains("round 1: b1 before b2 by the better seed"));
    let clear = Standings::of(&plan, &played(&plan, |_, bots| bots.iter().copied().min()));
    assert_eq!(clear.by_seed, []);
    // Both lost in the first round with nothing.
    assert_eq!(ranks(&clear), ["1 b0", "2 b1", "3= b2", "3= b3"]);
}

#[test]
fn a_bye_is_worth_a_fair_share() {
    let plan = plan("variant = \"congress\"\nformat = \"swiss\"\nrounds = 2", 3);
    let standings = Standings::of(&plan, &played(&plan, |_, bots| bots.iter().copied().min()));
    assert_eq!(standings.bots.iter().map(|row| row.byes.unwrap()).sum::<u32>(), 2);
    // Two games a round, of a point each; a bye is worth one.
    for row in &standings.bots {
        let own: u32 = row.wins_draws_losses.unwrap()[0];
        assert_eq!(row.points, Some((own + row.byes.unwrap()).to_string()), "{row:?}");
    }
    let even = super::plans::plan("variant = \"congress\"\nformat = \"swiss\"\nrounds = 2", 4);
    let standings = Standings::of(&even, &played(&even, |_, bots| bots.iter().copied().min()));
    assert!(standings.bots.iter().all(|row| row.byes.is_none()));
}

#[test]
fn who_is_behind_is_said() {
    let plan = plan("variant = \"orwell\"\nrounds = 30", 3);
    let lead = |winner: usize| Standings::of(&plan, &played(&plan, move |_, _| Some(winner))).to_text();
    assert!(lead(0).contains("b0 is ahead by 0.667 ["), "{}", lead(0));
    assert!(lead(1).contains("b0 is behind by 0.333 ["), "{}", lead(1));
}

/// A thousand bots that met ten others each are rated and ranked, and nothing is as large as their square.
#[test]
fn a_thousand_bots_have_standings() {
    const BOTS: usize = 1000;
    let game = |one: usize, more: usize, both: bool| {
        let other = (one + more) % BOTS;
        let seats = if both { [other, one] } else { [one, other] };
        let first_wins = (seats[0] * 7 + seats[1] * 3) % 5 < 3;
        let points = [first_wins, !first_wins].map(|wins| if wins { Points::ONE } else { Points::ZERO });
        RatedGame {
            seats: seats.map(|bot| format!("b{bot}")).to_vec(),
            score: Score::Each(BySeat::new(2, |seat| points[seat.index()])),
            reason: "mate".to_owned(),
            faults: Vec::new(),
            seed: Some(Seed((one as u128 * 100 + more as u128).to_be_bytes())),
            source: 0,
            course: None,
            times: None,
        }
    };
    let games =
        (0..BOTS).flat_map(|one| [1, 2, 5, 11, 100].map(|more| [game(one, more, false), game(one, more, true)]));
    let games: Vec<RatedGame> = games.flatten().collect();
    let rated = Rated { variant: REGISTRY.find("congress").unwrap(), options: BTreeMap::new(), seats: 2, games };
    let standings = Standings::rate(&rated, &Ranking::default());
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
    // All are level from the second round on, where the seed decides both matches.
    let standings = Standings::of(&plan, &played(&plan, |game, bots| (game <= 4).then(|| bots.iter().copied().min())?));
    assert_eq!(ranks(&standings), ["1 b0", "2 b1", "3 b2", "4 b3"]);
    let told: Vec<(u32, &str, &str)> =
        standings.by_seed.iter().map(|table| (table.round, table.through[0].as_str(), table.out[0].as_str())).collect();
    assert_eq!(told, [(2, "b0", "b1"), (2, "b2", "b3")]);
}

#[test]
fn blocks_do_not_reach_from_one_tournament_to_another() {
    let game = |source: usize, seats: [&str; 2], winner: usize| RatedGame {
        seats: seats.map(str::to_owned).to_vec(),
        score: Score::Each(BySeat::new(2, |seat| if seat.index() == winner { Points::ONE } else { Points::ZERO })),
        reason: "mate".to_owned(),
        faults: Vec::new(),
        seed: Some(Seed([7; 16])),
        source,
        course: None,
        times: None,
    };
    let rated = Rated {
        variant: REGISTRY.find("congress").unwrap(),
        options: BTreeMap::new(),
        seats: 2,
        games: vec![
            game(0, ["a", "b"], 0),
            game(0, ["b", "a"], 1),
            game(1, ["a", "b"], 1),
            game(1, ["b", "a"], 0),
            // The same seats once more are another block.
            game(1, ["a", "b"], 0),
        ],
    };
    let standings = Standings::rate(&rated, &Ranking::default());
    assert_eq!((standings.games, standings.blocks), (5, 3));
    // The last block has one game, which makes no pair.
    assert_eq!(standings.duel.unwrap().pentanomial, Some([1, 0, 0, 0, 1]));
}
