//! Intervals and likelihood ratios of means, for values of any distribution (empirical likelihood).

use std::f64::consts::LN_10;

use super::{
    BlockKind, BlockResults, BlockScore, Estimate,
    sample::{student_cdf, student_quantile},
    tilt::{Tilt, range},
};

/// The count of an outcome that is possible but did not occur, as in the log likelihood ratio of the sequential test.
pub(super) const PRIOR: f64 = 1e-3;

/// The same if observations are single games, which have few different outcomes: half an outcome, as Francis Anscombe (*On
/// Estimating Binomial Response Relations*, 1956) adds to none. Without it, the interval of a bot that won all games
/// misses three times too often.
const UNSEEN_GAME: f64 = 0.5;

/// The upper limit of [`bound`], which few blocks would make very large. Even with the worst distribution, equal blocks
/// exclude the true value only once in 400 times.
const ENOUGH: f64 = 12.0;

/// The most steps of a search for a root: more than the binary digits of a double.
const STEPS: usize = 100;

/// Two values count as equal up to this difference, because they are rounded sums of a few fractions.
const SAME: f64 = 1e-9;

/// Twice the logarithm of the likelihood ratio: the values (each with its count) under any distribution, against the
/// values under a distribution with mean 0. 0 if all values are 0. Infinite if no distribution over the values has mean
/// 0.
///
/// The only assumption is that no other values are possible. Of all distributions with mean 0, the likeliest is taken.
/// (Art Owen, *Empirical Likelihood*, 2001, § 2.9. Michel Van den Bergh's sequential test has this ratio if one of its
/// hypotheses is the mean of the sample.)
pub(super) fn ratio(values: &[(f64, f64)]) -> f64 {
    let Some(tilt) = Tilt::of(values).map(Tilt::theta) else {
        return if values.iter().all(|&(u, _)| u == 0.0) { 0.0 } else { f64::INFINITY };
    };
    (2.0 * values.iter().map(|&(u, weight)| weight * (tilt * u).ln_1p()).sum::<f64>()).max(0.0)
}

/// The [`ratio`] of values with the least and the greatest possible value, each with the count `PRIOR`, or `unseen` if it
/// did not occur.
///
/// If values are sums over the blocks of deals, these are at most one range beyond them. All blocks of a deal could end
/// alike, but a sum is hardly ever so far from others, and would widen the interval of a few deals by much. One block can
/// always end otherwise, also if all have gone alike: `block` is the greatest range of a single one.
pub(super) fn ratio_within(mut values: Vec<(f64, f64)>, ends: [f64; 2], block: Option<f64>, unseen: f64) -> f64 {
    let [low, high] = range(values.iter().map(|&(u, _)| u));
    let width = block.map_or(f64::INFINITY, |block| block.max(high - low));
    let count = |is_seen: bool| if is_seen { PRIOR } else { unseen };
    values.push((ends[0].max(low - width), count(low <= ends[0] + SAME)));
    values.push((ends[1].min(high + width), count(high >= ends[1] - SAME)));
    ratio(&values)
}

/// Bisects between a value inside and a value outside. Returns the nearest values that it found on both sides.
pub(super) fn bisect([mut inside, mut outside]: [f64; 2], steps: usize, is_inside: impl Fn(f64) -> bool) -> [f64; 2] {
    for _ in 0..steps {
        let middle = (inside + outside) / 2.0;
        *(if is_inside(middle) { &mut inside } else { &mut outside }) = middle;
    }
    [inside, outside]
}

/// The greatest [`ratio`] inside the 95 % interval: the square of Student's quantile, at most `ENOUGH`. (Owen, § 3.3.)
pub(super) fn bound(blocks: u64) -> f64 {
    let quantile = blocks.checked_sub(1).and_then(|freedom| student_quantile(freedom as f64));
    quantile.map_or(ENOUGH, |quantile| quantile.powi(2).min(ENOUGH))
}

/// The probability that an interval misses the true value.
pub(super) const ALPHA: f64 = 0.05;

/// The number of observations that the mixture of [`bound_at_any_time`] is worth. The bound is least for eight times as
/// many, and grows little for fewer or more.
const MIXED: f64 = 5.0;

/// The greatest [`ratio`] of a value inside an interval that holds at any time, so that a test may stop when it likes. The
/// square of a standardized sum exceeds this bound at any number of observations with probability `alpha`. (Herbert
/// Robbins, *Statistical Methods Related to the Law of the Iterated Logarithm*, 1970, with a normal mixture; for the
/// estimated variance, Ian Waudby-Smith and others, *Time-uniform Central Limit Theory and Asymptotic Confidence
/// Sequences*, 2024.)
pub(super) fn bound_at_any_time(observations: u64, alpha: f64) -> f64 {
    let many = observations.max(1) as f64 / MIXED;
    (1.0 + 1.0 / many) * (many.ln_1p() - 2.0 * alpha.ln())
}

/// The end of an interval is searched up to this distance from the estimate, in units of strength (logarithms): 4000
/// points of Elo. A farther end is infinite.
const FARTHEST: f64 = 4000.0 * LN_10 / 400.0;

/// The precision of the end of an interval: a hundredth of a point of Elo.
const EXACT: f64 = 0.01 * LN_10 / 400.0;

/// The greatest distance of a first guess: 350 points of Elo. Farther away a search that starts at the estimate may fail.
const NEAR: f64 = 2.0;

/// The greatest distance from an estimate at which the [`ratio`] is at most `bound`. `guess` is a first guess. The ratio
/// grows with the distance from 0, and its root is nearly linear. (Regula falsi with the factor of the Illinois method:
/// M. Dowell and P. Jarratt, *A modified regula falsi method*, 1971.)
pub(super) fn reach(guess: f64, bound: f64, mut ratio: impl FnMut(f64) -> f64) -> f64 {
    let mut excess = |distance: f64| ratio(distance).sqrt() - bound.sqrt();
    let (mut inside, mut below) = (0.0, -bound.sqrt());
    let mut outside = guess.clamp(EXACT, NEAR);
    let mut above = excess(outside);
    while above <= 0.0 {
        (inside, below, outside) = (outside, above, outside * 2.0);
        if inside > FARTHEST {
            return f64::INFINITY;
        }
        above = excess(outside);
    }
    for _ in 0..STEPS {
        if outside - inside <= EXACT {
            break;
        }
        let next = (inside * above - outside * below) / (above - below);
        let next = if inside < next && next < outside { next } else { (inside + outside) / 2.0 };
        let found = excess(next);
        if found.abs() <= EXACT * bound.sqrt() {
            return next;
        }
        if found <= 0.0 {
            (inside, below, above) = (next, found, above / 2.0);
        } else {
            (outside, above, below) = (next, found, below / 2.0);
        }
    }
    inside
}

/// The least mean of values between 0 and 1 that their likelihood ratio does not reject. `mean` is their mean.
///
/// The value 0, the worst possible one, counts once more than it occurred. Otherwise rare losses that did not occur
/// would be missing, and the interval would be too short. (The pseudo-value of Jiahua Chen, Asokan Variyath and Bovas
/// Abraham, *Adjusted Empirical Likelihood and Its Properties*, 2008, put at the end of the range, where it is safe for
/// any distribution.)
pub(super) fn lower_mean(counts: &[(f64, u64)], mean: f64, bound: f64) -> f64 {
    let many: u64 = counts.iter().map(|(_, count)| count).sum();
    let is_inside = |mean: f64| {
        let came = counts.iter().map(|&(value, count)| (value - mean, count as f64));
        ratio(&came.chain([(-mean, 1.0), (1.0 - mean, PRIOR)]).collect::<Vec<_>>()) <= bound
    };
    bisect([mean * many as f64 / (many + 1) as f64, 0.0], STEPS / 2, is_inside)[0]
}

/// The mean of values that are at least `floor`, without a known maximum, with its interval. Each observation has the sum
/// and the number of its values, and a count.
///
/// Student's interval fails if values are skewed: if one score in ten is 0, or a few are very high. The likelihood ratio
/// follows the skew, but with few observations it cannot look beyond their range. So one range beyond each end, a value
/// counts as possible, as in the likelihood of a share, and the interval is at least as wide as Student's. Both ends are
/// undefined if all observations are equal, because their spread is then unknown.
pub(super) fn mean_of_sums(observations: &[(f64, f64, u64)], floor: f64, bound: f64) -> Estimate {
    let (sum, many, count) = observations.iter().fold((0.0, 0.0, 0.0), |(sum, many, all), &(s, m, count)| {
        let count = count as f64;
        (sum + s * count, many + m * count, all + count)
    });
    let mean = sum / many;
    let [least, most] = range(observations.iter().map(|(sum, many, _)| sum / many));
    if most - least <= SAME * most.abs() {
        return Estimate::around(mean, f64::NAN);
    }
    let (low, high) = ((2.0 * least - most).max(floor), 2.0 * most - least);
    // The mean number of values of an observation.
    let size = many / count;
    let is_inside = |mean: f64| {
        let came = observations.iter().map(|&(sum, many, count)| (sum - mean * many, count as f64));
        let possible = [low, high].map(|value| ((value - mean) * size, PRIOR));
        ratio(&came.chain(possible).collect::<Vec<_>>()) <= bound
    };
    let squares: f64 = observations.iter().map(|&(sum, n, count)| (sum - mean * n).powi(2) * count as f64).sum();
    let radius = (bound * squares / (count - 1.0) / count).sqrt() / size;
    let end = |limit: f64, student: f64| {
        let [inside, _] = bisect([mean, limit], STEPS / 2, is_inside);
        if (student - mean).abs() > (inside - mean).abs() { student } else { inside }
    };
    Estimate { value: mean, low: end(low, (mean - radius).max(floor)), high: end(high, mean + radius) }
}

/// The probability that the true mean is above a value with this [`ratio`], if nothing was known before. `is_above`:
/// the estimate is above that value. It is Student's, as the interval is, so that both say the same.
pub(super) fn above(ratio: f64, is_above: bool, observations: u64) -> f64 {
    // Nothing is certain, but far from the mean a distribution is rounded to 1.
    let likelihood = student_cdf(ratio.sqrt(), observations.saturating_sub(1).max(1) as f64).min(1.0 - f64::EPSILON);
    if is_above { likelihood } else { 1.0 - likelihood }
}

/// The points of two sides in each block: each side has 0 to 1, and both together have at most 1. The estimate is the
/// first side's share of the points of both sides.
///
/// If nobody else plays, both sides together have 1 in each block, and the estimate is the first side's mean. Otherwise
/// other bots have the rest of the points. The rest says nothing about the two sides: in the model of R. D. Luce, the
/// ratio of the points of two bots does not depend on the other bots.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Contest {
    /// The distinct points of the two sides in a block or a deal, each with its number.
    blocks: Vec<([f64; 2], u64)>,
    /// The greatest part of a single block, if these are sums over the blocks of deals.
    block: Option<f64>,
    /// True if an observation has several games.
    has_sums: bool,
}

impl Contest {
    /// The contest of these observations, each the blocks of a deal or a single block, with its number. `points` tells the
    /// points of the two sides in a game; `None` omits a block. A deal has more games than another, or a block that is
    /// pooled with its copies. All of them count for the share, and the observation counts once for the interval: parts of
    /// a sum that are independent, but of different size. (Owen, § 3.5.) `is_dealt`: observations are sums over the
    /// blocks of deals, of which there are enough.
    pub(super) fn of<'b, B: IntoIterator<Item = &'b BlockKind>>(
        units: impl IntoIterator<Item = (B, u64)>,
        is_dealt: bool,
        points: impl Fn(&BlockScore) -> Option<[f64; 2]>,
    ) -> Self {
        let known = |kind: &'b BlockKind| Some((points(&kind.score)?, kind.games() as f64));
        let mut widest = 0.0_f64;
        let mut has_sums = false;
        let sum = |(blocks, count): (B, u64)| {
            let blocks = blocks.into_iter().filter_map(known).inspect(|(_, games)| widest = widest.max(*games));
            let (got, games) = blocks.fold(([0.0; 2], 0.0), |(sum, all): ([f64; 2], f64), (got, games)| {
                (std::array::from_fn(|side| sum[side] + got[side] * games), all + games)
            });
            has_sums |= games > 1.0;
            (games > 0.0).then_some((got, games, count))
        };
        let units: Vec<([f64; 2], f64, u64)> = units.into_iter().filter_map(sum).collect();
        let most = units.iter().map(|&(_, games, _)| games).fold(1.0, f64::max);
        let mut contest = Self { block: is_dealt.then_some(widest / most), has_sums, ..Self::default() };
        units.iter().for_each(|&(got, _, count)| contest.add(got.map(|got| got / most), count));
        contest
    }

    /// Adds `count` blocks in which the sides have these points.
    pub(super) fn add(&mut self, got: [f64; 2], count: u64) {
        let same = |other: &[f64; 2]| got.iter().zip(other).all(|(one, other)| (one - other).abs() <= SAME);
        match self.blocks.iter_mut().find(|(other, _)| same(other)) {
            Some((_, times)) => *times += count,
            None => self.blocks.push((got, count)),
        }
    }

    pub(super) fn count(&self) -> u64 {
        self.blocks.iter().map(|(_, count)| count).sum()
    }

    /// The first side's share of the points of both sides; `None` if there are no points.
    fn share(&self) -> Option<f64> {
        let sum = |side: usize| self.blocks.iter().map(|(got, count)| got[side] * *count as f64).sum::<f64>();
        let (mine, theirs) = (sum(0), sum(1));
        (mine + theirs > 0.0).then(|| mine / (mine + theirs))
    }

    /// The likelihood ratio against this share. Adds two possible blocks, in which the first or the second side gets
    /// everything (see [`ratio_within`]).
    fn ratio(&self, share: f64) -> f64 {
        let value = |[mine, theirs]: [f64; 2]| mine * (1.0 - share) - theirs * share;
        let values = self.blocks.iter().map(|&(got, count)| (value(got), count as f64)).collect();
        let unseen = if self.has_sums { PRIOR } else { UNSEEN_GAME };
        ratio_within(values, [value([0.0, 1.0]), value([1.0, 0.0])], self.block, unseen)
    }

    /// The share of the first side with its interval, which is within 0 and 1 and always has a width. `bound` tells the
    /// greatest likelihood ratio inside the interval for a number of blocks. `None` for fewer than two blocks, or if
    /// neither side has points.
    pub(super) fn estimate(&self, bound: impl Fn(u64) -> f64) -> Option<Estimate> {
        let share = self.share().filter(|_| self.count() >= 2)?;
        let root = bound(self.count()).sqrt();
        Some(Estimate { value: share, low: self.share_at(root)?, high: self.share_at(-root)? })
    }

    /// The signed root of the likelihood ratio against this share: above 0 if the share of the points is greater.
    pub(super) fn root(&self, share: f64) -> f64 {
        let root = self.ratio(share).sqrt();
        if self.share().is_some_and(|found| found < share) { -root } else { root }
    }

    /// The share against which the ratio has this signed root, or the end of all shares.
    pub(super) fn share_at(&self, root: f64) -> Option<f64> {
        let limit = if root > 0.0 { 0.0 } else { 1.0 };
        let share = self.share()?;
        let is_inside = |share: f64| self.ratio(share) <= root * root;
        Some(if is_inside(limit) { limit } else { bisect([share, limit], STEPS / 2, is_inside)[0] })
    }

    /// The contest of these results: the other side has the rest of the points.
    pub(super) fn of_results(results: &BlockResults) -> Self {
        let mut contest = Self { has_sums: results.games() > 1, ..Self::default() };
        results.counts().iter().for_each(|&(share, count)| contest.add([share, 1.0 - share], count));
        contest
    }

    /// The probability that the first side is the stronger one; `None` if neither side has points.
    pub(super) fn superiority(&self) -> Option<f64> {
        let share = self.share()?;
        Some(above(self.ratio(0.5), share > 0.5, self.count()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "{found} is not {expected}");
    }

    #[test]
    fn blocks_that_went_alike_have_an_interval_with_a_width() {
        let all = |share: f64, count| {
            let mut contest = Contest { has_sums: true, ..Contest::default() };
            contest.add([share, 1.0 - share], count);
            contest.estimate(bound).unwrap()
        };
        let won = all(1.0, 40);
        assert_eq!((won.value, won.high), (1.0, 1.0));
        // Student's quantile for 39 degrees of freedom is 2.0227.
        near(won.low, (-2.0227_f64.powi(2) / 80.0).exp(), 1e-3);
        let lost = all(0.0, 40);
        near(lost.high, 1.0 - won.low, 1e-9);
        let split = all(0.5, 40);
        near(split.low, 0.5 - (1.0 - (-2.0227_f64.powi(2) / 80.0).exp()) / 2.0, 1e-3);
        let two = all(0.75, 2);
        assert!(0.0 < two.low && two.high < 1.0, "{two:?}");
    }

    /// If all 50 games are won, the bound at which that happens in 2.5 % is a share of 0.025^(1/50) = 0.929; the half
    /// loss is a little more careful.
    #[test]
    fn a_single_game_that_was_not_lost_counts_half() {
        let mut won = Contest::default();
        won.add([1.0, 0.0], 50);
        let low = won.estimate(bound).unwrap().low;
        assert!((0.91..0.94).contains(&low), "{low}");
        assert!(won.superiority().unwrap() < 1.0);
        let mut two = Contest::default();
        two.add([1.0, 0.0], 2);
        assert!(two.superiority().unwrap() < 0.9, "two games prove little");
    }

    #[test]
    fn a_side_is_surely_stronger_where_the_interval_says_so() {
        for (won, lost) in (5..60).flat_map(|won| (0..40).map(move |lost| (won, lost))) {
            let mut contest = Contest { has_sums: true, ..Contest::default() };
            for (points, count) in [([1.0, 0.0], won), ([0.5, 0.5], 2), ([0.0, 1.0], lost)] {
                contest.add(points, count);
            }
            let is_sure = contest.estimate(bound).unwrap().low > 0.5;
            assert_eq!(is_sure, contest.superiority().unwrap() > 0.975, "{won}-{lost}");
        }
    }
}
