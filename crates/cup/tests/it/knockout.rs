//! The knockout.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use proptest::prelude::*;
use uvi_cup::schedule::{Block, BotIndex, Bracket, Fixtures, Format, Seatings};

use super::playing::{by_lot, by_seed, due, numbers, play, points, ranking, tables};

fn knockout(bots: usize, seats: u8, advance: usize, extra: u32) -> Fixtures {
    let format = Format::Knockout { blocks: 1, extra, advance, bracket: Bracket::Single };
    Fixtures::new(&format, bots, seats, Seatings::Balanced).unwrap()
}

/// The better of two seeds wins, except that these bots always win.
fn but_for(upsets: &'static [usize]) -> impl FnMut(&Block) -> Vec<u32> {
    move |block| {
        block.table.iter().map(|bot| if upsets.contains(&bot.0) { 2000 } else { 1000 - bot.0 as u32 }).collect()
    }
}

fn bracket(bots: usize, extra: u32, bracket: Bracket) -> Fixtures {
    let format = Format::Knockout { blocks: 1, extra, advance: 1, bracket };
    Fixtures::new(&format, bots, 2, Seatings::Balanced).unwrap()
}

#[test]
fn who_wins_takes_the_place_of_the_better_seed() {
    /// The tables of the first rounds, and the first ranks.
    #[track_caller]
    fn check(mut fixtures: Fixtures, upsets: &'static [usize], rounds: &[&str], ranks: &[usize]) {
        let blocks = play(&mut fixtures, but_for(upsets));
        let met = |round| tables(&blocks, round).iter().map(|table| table.iter().join("-")).join(" ");
        assert_eq!((1..=rounds.len() as u32).map(met).collect_vec(), rounds);
        assert_eq!(&ranking(&fixtures)[..ranks.len()], ranks);
    }
    check(knockout(8, 2, 1, 0), &[7], &["0-7 1-6 2-5 3-4", "7-3 1-2", "7-1"], &[7, 1, 2, 3]);
    // The upper half of four advances.
    check(knockout(8, 4, 2, 0), &[7], &["0-4-7-3 1-5-6-2", "7-1-0-2"], &[7, 0, 1, 2, 3, 4, 5, 6]);
    // The best seeds have byes in the first round.
    check(knockout(5, 2, 1, 0), &[], &["3-4"], &[0]);
    check(knockout(6, 2, 1, 0), &[], &["2-5 3-4", "0-3 1-2", "0-1"], &[0, 1]);
    let mut fixtures = knockout(6, 2, 1, 0);
    play(&mut fixtures, by_seed);
    let byes = fixtures.byes().iter().map(|bye| (bye.round, bye.bot.0)).collect_vec();
    assert_eq!((byes, fixtures.bye_worth()), (vec![(1, 0), (1, 1)], None));
    // Those who lost before the final play for the third place.
    let rounds = ["0-7 1-6 2-5 3-4", "0-3 1-2", "3-1 0-2"];
    check(bracket(8, 0, Bracket::ThirdPlace), &[3], &rounds, &[3, 1, 0, 2]);
    // Of three bots only one loses before the final.
    check(bracket(3, 0, Bracket::ThirdPlace), &[], &["1-2", "0-1", ""], &[0, 1, 2]);
    // Bots have a second chance. Bot 0 loses its first match to bot 7, and has a better place than the others below.
    check(bracket(4, 0, Bracket::Double), &[3], &["0-3 1-2", "3-1 0-2", "1-0", "3-0"], &[3, 0, 1, 2]);
    check(bracket(8, 0, Bracket::Double), &[7], &["0-7 1-6 2-5 3-4", "7-3 1-2 0-6 4-5"], &[7]);
}

#[test]
fn a_tie_is_played_on_and_then_the_better_seed_advances() {
    let ties = |rounds: u32, extra| {
        let mut played = BTreeMap::<_, u32>::new();
        let mut fixtures = knockout(4, 2, 1, extra);
        let blocks = play(&mut fixtures, |block| {
            let times = played.entry(numbers(&block.table)).or_default();
            *times += 1;
            if *times > rounds { vec![0, 1] } else { vec![1, 1] }
        });
        (blocks.len(), ranking(&fixtures)[0])
    };
    // Four bots need three tables.
    assert_eq!(ties(9, 0), (3, 0));
    assert_eq!(ties(9, 2), (3 * 3, 0));
    assert_eq!(ties(2, 3), (3 * 3, 2));
    assert_eq!(ties(0, 3), (3, 2));
}

/// Two of four advance. A tie for the first place does not matter, a tie for the second place does.
#[test]
fn a_tie_that_decides_nothing_is_not_played_on() {
    for (scores, blocks) in [([5, 5, 1, 0], 1), ([5, 1, 1, 0], 2), ([5, 4, 1, 1], 1)] {
        let played = play(&mut knockout(8, 4, 2, 1), |block| {
            if block.round == 1 && block.table[0].0 == 0 { scores.to_vec() } else { by_seed(block) }
        });
        assert_eq!(played.iter().filter(|block| block.round == 1).count(), blocks + 1, "{scores:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn a_knockout_of_pairs_has_one_table_fewer_than_bots(bots in 2_usize..40, seed: u8) {
        let mut fixtures = knockout(bots, 2, 1, 0);
        let blocks = play(&mut fixtures, by_lot(seed, 3));
        prop_assert_eq!(blocks.len(), bots - 1);
        prop_assert_eq!(blocks[blocks.len() - 1].round, bots.next_power_of_two().ilog2());
        // After the first round no bot has a bye.
        for round in 2..=bots.next_power_of_two().ilog2() {
            prop_assert_eq!(tables(&blocks, round).len(), bots.next_power_of_two() >> round);
        }
        prop_assert!(ranking(&fixtures).into_iter().sorted().eq(0..bots));
    }

    #[test]
    fn every_knockout_ends_with_one_full_table(
        (seats, advance) in (2_u8..=5).prop_flat_map(|seats| (Just(seats), 1..usize::from(seats))),
        more in 0_usize..40,
        extra in 0_u32..3,
        seed: u8,
    ) {
        let bots = usize::from(seats) + more;
        let mut fixtures = knockout(bots, seats, advance, extra);
        let blocks = play(&mut fixtures, by_lot(seed, 3));
        let rounds = blocks[blocks.len() - 1].round;
        // A table that plays on changes its seats.
        let set = |table: Vec<usize>| table.into_iter().sorted().collect_vec();
        let tables = |round| tables(&blocks, round).into_iter().map(set).unique().collect_vec();
        let mut left = bots;
        for round in 1..=rounds {
            let tables = tables(round);
            prop_assert!(tables.iter().all(|table| table.len() == usize::from(seats)));
            prop_assert!(tables.concat().iter().all_unique());
            if round < rounds {
                // Every bot that is left plays in some later round.
                let later = (round + 1..=rounds).flat_map(tables_of(&blocks)).flatten().unique().count();
                let out = left - later;
                prop_assert!(out <= tables.len() * (usize::from(seats) - advance));
                prop_assert!(out > (tables.len() - 1) * (usize::from(seats) - advance));
                left = later;
            }
        }
        prop_assert_eq!(tables(rounds).len(), 1);
        prop_assert_eq!(left, usize::from(seats));
        let ranking = ranking(&fixtures);
        prop_assert!(tables(rounds)[0].contains(&ranking[0]));
        prop_assert!(ranking.into_iter().sorted().eq(0..bots));
    }
}

fn tables_of(blocks: &[Block]) -> impl Fn(u32) -> Vec<Vec<usize>> {
    move |round| tables(blocks, round)
}

/// The loser of the match is fourth, whatever its seed.
#[test]
fn the_match_for_the_third_place_decides_it() {
    let mut fixtures = bracket(4, 0, Bracket::ThirdPlace);
    let blocks = play(&mut fixtures, |block| if block.round == 2 { vec![0, 1] } else { by_seed(block) });
    assert_eq!((blocks.len(), ranking(&fixtures)), (4, vec![1, 0, 3, 2]));
}

#[test]
fn a_tie_for_the_third_place_is_played_on_too() {
    let mut fixtures = bracket(4, 2, Bracket::ThirdPlace);
    let blocks = play(&mut fixtures, |block| match numbers(&block.table)[..] {
        [2, 3] => vec![1, 1],
        _ => by_seed(block),
    });
    assert_eq!(tables(&blocks, 2), [[0, 1], [2, 3]]);
    assert_eq!(blocks.len(), 2 + 2 + 2);
}

#[test]
fn who_played_more_blocks_is_ranked_by_points_of_a_block() {
    let mut fixtures = knockout(4, 2, 1, 2);
    let mut played = 0;
    play(&mut fixtures, |block| {
        if block.round == 2 {
            return by_seed(block);
        }
        if numbers(&block.table) == [0, 3] {
            return vec![3, 1];
        }
        played += 1;
        if played == 1 { vec![1, 1] } else { vec![2, 0] }
    });
    // Bots 2 and 3 have a point each, but bot 2 played two blocks.
    assert_eq!(ranking(&fixtures), [0, 1, 3, 2]);
}

fn bots(numbers: &[usize]) -> Vec<BotIndex> {
    numbers.iter().copied().map(BotIndex).collect()
}

#[test]
fn the_better_seed_advances_in_the_lower_bracket_too() {
    for count in [5, 8, 13, 16] {
        let mut fixtures = bracket(count, 0, Bracket::Double);
        play(&mut fixtures, |_| vec![1, 1]);
        for decision in fixtures.decided_by_seed() {
            assert!(decision.through < decision.out, "{count} bots: {decision:?}");
        }
    }
}

#[test]
fn what_seeds_decide_is_told_when_it_is_over() {
    let mut fixtures = bracket(4, 1, Bracket::Single);
    let first = due(&mut fixtures);
    for block in &first {
        fixtures.report(block.number, &[points(1), points(1)]);
    }
    // Another block is due.
    assert_eq!(fixtures.decided_by_seed(), []);
    play(&mut fixtures, |_| vec![2, 2]);
    assert_eq!(fixtures.decided_by_seed().len(), 3);
    // Three of four bots are level, for the last two places.
    let mut fixtures = knockout(8, 4, 2, 0);
    play(
        &mut fixtures,
        |block| if block.round == 1 && block.table[0].0 == 0 { vec![5, 1, 1, 1] } else { by_seed(block) },
    );
    let decided = fixtures.decided_by_seed();
    assert_eq!((decided.len(), &decided[0].through, &decided[0].out), (1, &bots(&[3]), &bots(&[4, 7])));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 96, ..ProptestConfig::default() })]

    /// All bots except the winner lose twice, and the winner at most once.
    #[test]
    fn who_loses_twice_is_out(bots in 2_usize..40, seed: u8) {
        let mut fixtures = bracket(bots, 0, Bracket::Double);
        let mut scores = by_lot(seed, 3);
        let mut lost = vec![0; bots];
        let blocks = play(&mut fixtures, |block| {
            let scores = scores(block);
            assert!(block.table.iter().all(|bot| lost[bot.0] < 2), "{block:?} after {lost:?}");
            lost[block.table[usize::from(scores[1] <= scores[0])].0] += 1;
            scores
        });
        let ranking = ranking(&fixtures);
        prop_assert!(ranking.iter().copied().sorted().eq(0..bots));
        prop_assert!(lost[ranking[0]] < 2);
        prop_assert!(ranking[1..].iter().all(|&bot| lost[bot] == 2), "{lost:?}");
        for round in 1..=blocks[blocks.len() - 1].round {
            prop_assert!(tables(&blocks, round).concat().iter().all_unique());
        }
        // Byes of the lower bracket rotate.
        let byes = fixtures.byes().iter().filter(|bye| bye.round > 1).map(|bye| bye.bot).counts();
        prop_assert!(byes.values().all(|&times| times <= 2), "{byes:?}");
    }
}
