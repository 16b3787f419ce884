//! Games with one score for all seats.

use uvi_cup::{
    schedule::{BotIndex, Lineup},
    stats::{
        BlockCounts, BlockScore, ConfidenceSequence, Effects, GameScore, Partners, Wager, mean_score, shares_beside,
    },
};
use uvi_games::game::{Score, Seed, Stream};

use super::playing::near;

fn block(bots: &[usize], scores: &[u32]) -> BlockScore {
    let table = Lineup::new(bots.iter().copied().map(BotIndex));
    let games = scores.iter().enumerate();
    let games = games.map(|(place, &score)| GameScore { table: table.rotated(place), score: Score::Shared(score) });
    BlockScore { games: games.collect() }
}

/// Tables of two of four bots.
fn blocks() -> Vec<BlockScore> {
    [
        ([0, 1], 10),
        ([0, 2], 12),
        ([0, 3], 7),
        ([1, 2], 15),
        ([1, 3], 9),
        ([2, 3], 11),
        ([0, 1], 13),
        ([0, 2], 11),
        ([0, 3], 9),
        ([1, 2], 14),
        ([1, 3], 12),
        ([2, 3], 10),
        ([0, 0], 8),
        ([2, 2], 17),
    ]
    .iter()
    // The mean of a block is the score of the row.
    .map(|(bots, score)| block(bots, &[score - 1, score + 1]))
    .collect()
}

#[test]
fn the_mean_counts_games_and_its_interval_blocks() {
    let mut unlike = BlockCounts::of(&[block(&[0, 1], &[10, 20]), block(&[0, 1], &[30]), block(&[1, 1], &[45])]);
    near(mean_score(&unlike).unwrap().value, 26.25, 1e-12);
    unlike.add_copy(block(&[1, 1], &[45]), 1);
    near(mean_score(&unlike).unwrap().value, 30.0, 1e-12);
    let blocks = [block(&[0, 1], &[15]), block(&[0, 1], &[30]), block(&[1, 1], &[45])];
    let found = mean_score(&BlockCounts::of(&blocks)).unwrap();
    near(found.value, 30.0, 1e-12);
    // Deviation 15, Student's quantile for 2 degrees of freedom 4.3027. The likelihood reaches one range beyond the scores.
    let student = 30.0 + 4.30265 * 15.0 / 3.0_f64.sqrt();
    assert!(found.high >= student && found.high < 75.0, "{found:?}");
    assert_eq!(mean_score(&BlockCounts::of(&blocks[..1])), None);
    // Ten equal scores do not say that no other score is possible.
    let equal = mean_score(&BlockCounts::of(&vec![block(&[0, 1], &[25]); 10])).unwrap();
    assert!(equal.value == 25.0 && equal.low.is_nan() && equal.high.is_nan(), "{equal:?}");
}

#[test]
fn partners_are_found_in_either_order_and_with_themselves() {
    let partners = Partners::of(&BlockCounts::of(&blocks()));
    let mean = |one, other| partners.pair(BotIndex(one), BotIndex(other)).map(|sample| (sample.count, sample.mean));
    assert_eq!(mean(0, 1), Some((2, 11.5)));
    assert_eq!(mean(1, 0), Some((2, 11.5)));
    assert_eq!(mean(2, 2), Some((1, 17.0)));
    assert_eq!(mean(1, 1), None);
    // 11.5, 11.5 and 8.
    near(partners.with_others(BotIndex(0)).unwrap(), 31.0 / 3.0, 1e-12);
    assert_eq!(partners.with_others(BotIndex(4)), None);
    // A block of three counts once for each pair.
    let partners = Partners::of(&BlockCounts::of(&[block(&[0, 1, 1], &[5])]));
    let counts = [(0, 1), (1, 1), (0, 0)].map(|(one, other)| partners.pair(BotIndex(one), BotIndex(other)));
    assert_eq!(counts.map(|sample| sample.map(|sample| sample.count)), [Some(1), Some(1), None]);
}

#[test]
fn bots_are_compared_beside_the_same_partner() {
    for (blocks, expected) in [
        (&[([0, 2], 60), ([1, 2], 20), ([0, 3], 10), ([2, 3], 99), ([3, 1], 30)][..], [0.75, 0.25]),
        // A bot is a partner too: first 0 and 1 beside 0, then both beside 1.
        (&[([0, 0], 60), ([0, 1], 20), ([1, 1], 20)], [0.75, 0.5]),
        // Blocks are compared in their order, and none twice.
        (&[([0, 2], 1), ([0, 2], 2), ([1, 2], 3), ([1, 2], 6), ([1, 2], 30)], [0.25, 0.25]),
        // No points are shared alike.
        (&[([0, 2], 0), ([1, 2], 0), ([0, 2], 5), ([1, 2], 0)], [0.5, 1.0]),
    ] {
        let blocks: Vec<BlockScore> = blocks.iter().map(|(bots, score)| block(bots, &[*score])).collect();
        assert_eq!(shares_beside(BotIndex(0), BotIndex(1), &blocks), expected);
    }
}

/// Compared with numpy's `lstsq` and scipy's quantiles.
#[test]
fn effects_are_those_of_least_squares() {
    let effects = Effects::of(4, &BlockCounts::of(&blocks())).unwrap();
    for (found, (value, radius)) in
        effects.bots.iter().zip([(-1.425, 0.939619), (1.4875, 1.184157), (2.2, 0.939619), (-2.2625, 1.184157)])
    {
        near(found.value, value, 1e-9);
        near(found.high - value, radius, 1e-5);
        near(value - found.low, radius, 1e-5);
    }
}

#[test]
fn equal_scores_say_nothing_about_the_spread_of_effects() {
    let tables = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let equal: Vec<BlockScore> = tables.iter().map(|bots| block(bots, &[7, 7])).collect();
    for bot in Effects::of(4, &BlockCounts::of(&equal)).unwrap().bots {
        assert!(bot.value == 0.0 && bot.low.is_nan() && bot.high.is_nan(), "{bot:?}");
    }
}

#[test]
fn bots_that_cannot_be_told_apart_have_no_effects() {
    let always_together = vec![block(&[0, 1], &[10]), block(&[0, 1], &[12]), block(&[0, 1], &[11])];
    assert_eq!(Effects::of(2, &BlockCounts::of(&always_together)), None);
    assert_eq!(Effects::of(5, &BlockCounts::of(&blocks())), None, "bot 4 does not play");
    assert_eq!(Effects::of(3, &BlockCounts::of(&blocks())), None, "bot 3 is not counted");
    assert_eq!(Effects::of(4, &BlockCounts::of(&blocks()[..4])), None, "as many blocks as bots");
    assert_eq!(Effects::of(0, &BlockCounts::of(&[])), None);
}

/// At each end of the interval, the capital of the bets, multiplied by hand, is the 40 that 5 % require.
#[test]
fn a_confidence_sequence_is_as_wide_as_its_formula() {
    let values = [0.2, 0.9, 0.4, 0.4, 1.0, 0.7, 0.3, 0.5, 0.6, 0.6];
    let mut sequence = ConfidenceSequence::new([-1.0, 3.0], 0.05);
    values.iter().for_each(|value| sequence.add(4.0 * value - 1.0));
    let found = sequence.estimate().unwrap();
    near(found.value, 4.0 * 0.56 - 1.0, 1e-12);
    let capital = |values: &[f64], mean: f64| {
        let of = |stake: f64| values.iter().map(|value| 1.0 + stake * (value - mean) / mean).product::<f64>();
        (0..8).map(|halved| of(0.9 / 2.0_f64.powi(halved))).sum::<f64>() / 8.0
    };
    near(capital(&values, (found.low + 1.0) / 4.0), 40.0, 1e-3);
    near(capital(&values.map(|value| 1.0 - value), (3.0 - found.high) / 4.0), 40.0, 1e-3);
    assert_eq!(ConfidenceSequence::new([0.0, 1.0], 0.05).estimate(), None);
}

/// The first block, up to 1000, after which the interval excludes 0.
fn stop(mean: f64, stream: &mut Stream) -> Option<usize> {
    let mut wagers = [Wager::above(10.0 / 21.0), Wager::above(11.0 / 21.0)];
    (1..=1000).find(|_| {
        // Two dice minus two dice, which is nearly normal.
        let mut dice = || f64::from(stream.die() + stream.die());
        let part = (mean + dice() - dice() + 10.0) / 21.0;
        wagers[0].hear(part, 1);
        wagers[1].hear(1.0 - part, 1);
        wagers.iter().any(|wager| wager.capital() >= Wager::enough(0.05))
    })
}

/// An interval for a fixed number of blocks would be wrong in a third of such tournaments, if looked at after every
/// block.
#[test]
fn a_sequence_that_is_always_looked_at_is_rarely_wrong_and_finds_a_difference() {
    let mut stream = Stream::new(&Seed([5; 16]), "sequence");
    let wrong = (0..100).filter(|_| stop(0.0, &mut stream).is_some()).count();
    assert!(wrong <= 8, "{wrong} of 100");
    let found = (0..20).filter(|_| stop(1.0, &mut stream).is_some()).count();
    assert_eq!(found, 20);
}
