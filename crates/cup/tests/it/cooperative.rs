//! Games with one score for all.

use uvi_cup::{
    schedule::{BotIndex, Table},
    stats::{BlockScore, ConfidenceSequence, Effects, GameScore, Partners, Sample, mean_score},
};
use uvi_games::game::{Score, Seed, Stream};

fn block(bots: &[usize], scores: &[u32]) -> BlockScore {
    let table = Table::new(bots.iter().copied().map(BotIndex));
    let games = scores.iter().enumerate();
    let games = games.map(|(place, &score)| GameScore { table: table.rotated(place), score: Score::Shared(score) });
    BlockScore { games: games.collect() }
}

#[track_caller]
fn near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "{found} is not {expected}");
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
    // The mean of a block is what counts.
    .map(|(bots, score)| block(bots, &[score - 1, score + 1]))
    .collect()
}

#[test]
fn the_mean_counts_blocks() {
    let blocks = [block(&[0, 1], &[10, 20]), block(&[0, 1], &[30]), block(&[1, 1], &[45])];
    let found = mean_score(&blocks).unwrap();
    near(found.value, 30.0, 1e-12);
    // Deviation 15, Student's quantile for 2 degrees of freedom 4.3027.
    near(found.interval.high - 30.0, 4.30265 * 15.0 / 3.0_f64.sqrt(), 1e-3);
    assert_eq!(mean_score(&blocks[..1]), None);
}

#[test]
fn partners_are_found_in_either_order_and_with_themselves() {
    let partners = Partners::of(&blocks());
    let mean = |one, other| partners.pair(BotIndex(one), BotIndex(other)).map(|sample| (sample.count, sample.mean));
    assert_eq!(mean(0, 1), Some((2, 11.5)));
    assert_eq!(mean(1, 0), Some((2, 11.5)));
    assert_eq!(mean(2, 2), Some((1, 17.0)));
    assert_eq!(mean(1, 1), None);
    // 11.5, 11.5 and 8.
    near(partners.with_others(BotIndex(0)).unwrap(), 31.0 / 3.0, 1e-12);
    assert_eq!(partners.with_others(BotIndex(4)), None);
}

#[test]
fn a_block_of_three_counts_once_for_each_pair() {
    let partners = Partners::of(&[block(&[0, 1, 1], &[5])]);
    let count = |one, other| partners.pair(BotIndex(one), BotIndex(other)).map(|sample| sample.count);
    assert_eq!((count(0, 1), count(1, 1), count(0, 0)), (Some(1), Some(1), None));
}

/// As numpy's `lstsq` and scipy's quantiles have it.
#[test]
fn effects_are_those_of_least_squares() {
    let effects = Effects::of(4, &blocks()).unwrap();
    near(effects.average, 11.175, 1e-9);
    for (found, (value, radius)) in
        effects.bots.iter().zip([(-1.425, 0.939619), (1.4875, 1.184157), (2.2, 0.939619), (-2.2625, 1.184157)])
    {
        near(found.value, value, 1e-9);
        near(found.interval.high - value, radius, 1e-5);
        near(value - found.interval.low, radius, 1e-5);
    }
}

#[test]
fn bots_that_cannot_be_told_apart_have_no_effects() {
    let always_together = vec![block(&[0, 1], &[10]), block(&[0, 1], &[12]), block(&[0, 1], &[11])];
    assert_eq!(Effects::of(2, &always_together), None);
    assert_eq!(Effects::of(5, &blocks()), None, "bot 4 does not play");
    assert_eq!(Effects::of(3, &blocks()), None, "bot 3 is not counted");
    assert_eq!(Effects::of(4, &blocks()[..4]), None, "as many blocks as bots");
    assert_eq!(Effects::of(0, &[]), None);
}

/// The widths of `asymptotic_confseq` in the R package drconfseq, for values of variance 1.
#[test]
fn a_confidence_sequence_is_as_wide_as_its_formula() {
    let sequence = ConfidenceSequence::tightest_at(100);
    for (count, radius) in [(20, 0.7521881623), (100, 0.3035208990), (1000, 0.1025122867)] {
        let found = sequence.estimate(&Sample { count, mean: 3.0, variance: 4.0 }).unwrap();
        near(found.value, 3.0, 0.0);
        near(found.interval.high - 3.0, 2.0 * radius, 1e-8);
        near(3.0 - found.interval.low, 2.0 * radius, 1e-8);
    }
    assert_eq!(sequence.estimate(&Sample { count: 19, mean: 3.0, variance: 4.0 }), None);
}

/// The first block of up to 1000 after which the interval leaves out 0.
fn stop(mean: f64, stream: &mut Stream) -> Option<usize> {
    let sequence = ConfidenceSequence::tightest_at(200);
    let mut counts = [0; 21];
    (1..=1000).find(|_| {
        // Two dice less two dice, which is as good as normal.
        let mut dice = || usize::from(stream.die() + stream.die());
        counts[dice() + 12 - dice() - 2] += 1;
        let values = counts.iter().enumerate().map(|(value, &count)| (mean + value as f64 - 10.0, count));
        let estimate = sequence.estimate(&Sample::weighted(values).unwrap());
        estimate.is_some_and(|estimate| !estimate.interval.contains(0.0))
    })
}

/// Looked at after every block, an interval for a fixed number of blocks would be wrong in a third of such tournaments.
#[test]
fn a_sequence_that_is_always_looked_at_is_rarely_wrong_and_finds_a_difference() {
    let mut stream = Stream::new(&Seed([5; 16]), "sequence");
    let wrong = (0..100).filter(|_| stop(0.0, &mut stream).is_some()).count();
    assert!(wrong <= 8, "{wrong} of 100");
    let found = (0..20).filter(|_| stop(1.0, &mut stream).is_some()).count();
    assert_eq!(found, 20);
}
