//! The progress of a tournament, in any order of its games, and the treatment of copies.

use uvi_cup::{
    Fingerprint, GameResult, KnownResults, NextBlocks, Plan, Progress, Standings, Test,
    schedule::{BotIndex, Next, PlannedGame},
    stats::TestVerdict,
};

use super::plans::{self, congress, won_by};

/// The result of a game that this seat has won, with a fingerprint made from `course`.
pub(crate) fn result(plan: &Plan, game: &PlannedGame, winner: usize, course: Option<u32>) -> GameResult {
    let course = course.map(|course| Fingerprint(format!("{course:x}").parse().unwrap()));
    GameResult { course, ..plans::result(plan, game, won_by(game.table[winner].0)) }
}

#[test]
fn a_game_that_costs_nothing_comes_first_and_results_are_the_same() {
    let plan = congress(12, "rounds = 1");
    let games = plans::games(&plan);
    let in_order = plans::played(&plan, |game| result(&plan, game, game.game as usize % 2, None));
    // The four bots that played last are kept running.
    let mut there: Vec<BotIndex> = Vec::new();
    let mut progress = Progress::new(&plan, KnownResults::default()).unwrap();
    let (mut started, mut started_in_order) = (0, 0);
    let play = |there: &mut Vec<BotIndex>, game: &PlannedGame, started: &mut usize| {
        *started += game.table.iter().filter(|bot| !there.contains(bot)).count();
        there.retain(|bot| !game.table.contains(bot));
        there.extend(game.table.iter());
        let surplus = there.len().saturating_sub(4);
        there.drain(..surplus);
    };
    for game in &games {
        play(&mut there, game, &mut started_in_order);
    }
    there.clear();
    let mut order = Vec::new();
    loop {
        let next = progress
            .hand_out_cheapest(NextBlocks::All, |game| game.table.iter().filter(|bot| !there.contains(bot)).count());
        let Next::One(game) = next else { break };
        play(&mut there, &game, &mut started);
        progress.finish(result(&plan, &game, game.game as usize % 2, None), None);
        order.push(game.game);
    }
    assert_eq!(progress.held(), in_order.held());
    assert_eq!(progress.scores(), in_order.scores());
    assert!(!order.is_sorted(), "no game was taken out of its turn");
    assert!(started * 2 < started_in_order, "{started} starts instead of {started_in_order}");
}

#[test]
fn with_a_test_blocks_are_handed_out_in_their_order() {
    let plan = congress(2, "rounds = 20\n[sprt]\nelo0 = 0\nelo1 = 10");
    let mut progress = Progress::new(&plan, KnownResults::default()).unwrap();
    let mut games = Vec::new();
    while let Next::One(game) = progress.hand_out_cheapest(NextBlocks::All, |_| 2) {
        games.push(game.game);
    }
    assert_eq!(games, (1..=40).collect::<Vec<_>>());
}

/// Plays all games. The first bot wins each; `course` gives the fingerprints.
fn play(plan: &Plan, course: impl Fn(&PlannedGame) -> Option<u32>) -> Progress {
    plans::played(plan, |game| {
        let winner = game.table.iter().position(|bot| bot.0 == 0).unwrap_or_default();
        result(plan, game, winner, course(game))
    })
}

/// The bot at the first seat, which changes within a block.
fn first(game: &PlannedGame) -> u32 {
    game.table[0].0 as u32
}

/// A function that gives the fingerprints of games.
type FingerprintOf = fn(&PlannedGame) -> Option<u32>;

#[test]
fn copies_count_as_games_and_not_as_evidence() {
    let plan = congress(2, "rounds = 50");
    let rows: [(FingerprintOf, u32, usize); 5] = [
        // Older results have no fingerprints, so copies are unknown.
        (|_| None, 0, 50),
        (|game| Some(game.game), 0, 50),
        // All blocks are equal; there are three kinds of blocks; one game of each block is equal.
        (|game| Some(first(game)), 98, 1),
        (|game| Some(first(game) + 10 * (game.block % 3)), 94, 3),
        (|game| Some(if first(game) == 0 { 0 } else { game.block }), 49, 50),
    ];
    for (row, (course, copies, independent)) in rows.into_iter().enumerate() {
        let progress = play(&plan, course);
        assert_eq!((progress.copies(), progress.independent().len()), (copies, independent), "row {row}");
        let games: usize = progress.independent().iter().map(|block| block.games.len()).sum();
        assert_eq!(games, 100, "row {row}");
        let standings = Standings::of(&plan, &progress);
        assert_eq!((standings.games, standings.bots[0].games), (100, 100), "row {row}");
        assert_eq!(standings.copies.map(|copied| copied.independent_blocks as usize).unwrap_or(50), independent);
        assert_eq!(standings.to_text().contains("of 100 games"), copies > 0, "row {row}");
        let bot = &standings.bots[0];
        let [won, drawn, _] = bot.wins_draws_losses.unwrap().map(f64::from);
        let share = bot.share.map_or((won + drawn / 2.0) / 100.0, |share| share.value);
        assert!((share - (won + drawn / 2.0) / 100.0).abs() < 1e-9, "row {row}: {share}");
        let pairs: u64 = standings.duel.unwrap().pentanomial.unwrap().iter().sum();
        assert_eq!(pairs, 50, "row {row}");
    }
}

#[test]
fn the_same_game_again_and_again_decides_no_test() {
    let plan = congress(2, "rounds = 500\n[sprt]\nelo0 = 0\nelo1 = 50");
    let copied = play(&plan, |game| Some(first(game)));
    assert_eq!(copied.held().results.len(), 1000);
    assert_eq!(copied.test().unwrap().verdict(), TestVerdict::Undecided);
    // The state of an open test counts copies once, too.
    let begun = play(&congress(2, "rounds = 3\n[sprt]\nelo0 = 0\nelo1 = 50"), |game| Some(first(game)));
    let Some(Test::Sprt(open)) = begun.test() else { panic!("expected an SPRT") };
    assert_eq!(open.results.counts().iter().map(|(_, count)| count).sum::<u64>(), 1);
    let varied = play(&plan, |game| Some(game.game));
    assert_eq!(varied.test().unwrap().verdict(), TestVerdict::H1);
    assert!(varied.held().results.len() < 200, "{}", varied.held().results.len());
}

/// The rounds of a lead have several blocks here. A round of copies counts once.
#[test]
fn the_same_round_again_and_again_decides_no_lead() {
    let plan = congress(3, "rounds = 300\n[lead]\nmargin = 0.01");
    let table = |game: &PlannedGame| game.table.iter().fold(0, |all, bot| 10 * all + bot.0 as u32);
    let copied = play(&plan, |game| Some(table(game)));
    assert_eq!(copied.held().results.len(), 1800);
    let Some(Test::Lead(open)) = copied.test() else { panic!("expected a lead") };
    assert_eq!((open.lead.shares(), copied.test().unwrap().verdict()), (&[(1.0, 1)][..], TestVerdict::Undecided));
    assert_eq!(uvi_cup::Lead::of_progress(&plan, &copied).shares(), [(1.0, 1)]);
    let varied = play(&plan, |game| Some(game.game));
    assert_eq!(varied.test().unwrap().verdict(), TestVerdict::H1);
}

#[test]
fn a_test_of_games_counts_each_game() {
    let keys = "rounds = 3\n[sprt]\nelo0 = 0\nelo1 = 5\nmodel = \"bayesian\"\ngames = true";
    let played = play(&congress(2, keys), |game| Some(game.game));
    let Some(Test::Sprt(test)) = played.test() else { panic!("expected an SPRT") };
    assert_eq!((test.results.games(), test.results.counts(), test.blocks), (1, &[(1.0, 6)][..], 3));
    assert_eq!(played.test_blocks().len(), 3);
    let keys = format!("variant = \"congress\"\n{}", keys.replace("games = true", ""));
    assert!(super::plans::try_plan(&keys, 2).unwrap_err().contains("expected games = true"));
}

#[test]
fn who_looks_on_comes_to_the_same() {
    let plan = congress(3, "rounds = 4");
    let played = play(&plan, |game| Some(first(game) + game.block % 2));
    let mut follows = Progress::new(&plan, KnownResults::default()).unwrap();
    for result in &played.held().results {
        follows.follow(result.clone(), None).unwrap();
    }
    assert_eq!(Standings::of(&plan, &follows), Standings::of(&plan, &played));
    let wrong = follows.follow(played.held().results[0].clone(), None).unwrap_err();
    assert_eq!(wrong.to_string(), "game 1: expected no more games, found b1, b2");
}

#[test]
fn what_has_begun_is_all_that_is_left_where_no_block_may_begin() {
    let plan = congress(3, "rounds = 2");
    let mut progress = Progress::new(&plan, KnownResults::default()).unwrap();
    assert_eq!(progress.hand_out_cheapest(NextBlocks::Begun, |_| 0), Next::Over);
    let Next::One(game) = progress.hand_out() else { panic!("no game") };
    assert_eq!(game.game, 1);
    let Next::One(game) = progress.hand_out_cheapest(NextBlocks::Begun, |_| 0) else { panic!("no game") };
    assert_eq!((game.game, game.block), (2, 1));
    assert_eq!(progress.hand_out_cheapest(NextBlocks::Begun, |_| 0), Next::Over);
}
