//! Predictions about a sequential test: the number of blocks that it takes, and the chance that the planned are enough.

use statrs::distribution::{ContinuousCDF as _, Normal};
use uvi_games::game::{Seed, Stream};

use super::{Sprt, Wager, brownian::Motion, likelihood::bisect, sample::student_quantile_at};
use crate::terms::Model;

/// The search for the median length of a test gives up above this number of blocks.
const MOST_BLOCKS: f64 = 1e7;

/// The number of bisections of a search.
const STEPS: usize = 60;

/// The probability with which a test of an equal bot reaches a verdict, if its bounds are chosen automatically.
const LIKELY: f64 = 0.9;

/// The number of simulated tests.
const RUNS: u32 = 200;
/// The most blocks of a simulated test.
const MOST_TRIED: u32 = 1000;
/// The random numbers of simulated tests are below this limit.
const LOTS: u32 = 1 << 24;

/// The lowest automatic elo0 is minus this number of Elo points: a test with wider bounds says little.
const MOST_ELO: u32 = 100;
/// The widest automatic margin of a lead, in thousandths of the points.
const MOST_MARGIN: u32 = 100;

/// The distribution of a bot's share of the points of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prospect {
    /// The mean share.
    pub share: f64,
    /// The variance of the share of a block.
    pub variance: f64,
}

impl Prospect {
    /// The prospect of a bot that is stronger than each other bot by `elo` points. A block has `games` independent
    /// games without draws. The variance is that of an equal bot. Draws would make the variance smaller and a test
    /// shorter.
    pub fn undrawn(elo: f64, seats: u8, games: u32) -> Self {
        let others = f64::from(seats.max(2) - 1);
        let share = 1.0 / (1.0 + others * 10_f64.powf(-elo / 400.0));
        let even = 1.0 / (others + 1.0);
        Self { share, variance: even * (1.0 - even) / f64::from(games.max(1)) }
    }

    /// The prospect of these shares of a block, each with its weight. `None` if there are none.
    pub fn of_values(values: &[(f64, f64)]) -> Option<Self> {
        let weight: f64 = values.iter().map(|(_, weight)| weight).sum();
        let mean = |of: &dyn Fn(f64) -> f64| values.iter().map(|&(value, part)| of(value) * part).sum::<f64>() / weight;
        let share = mean(&|value| value);
        (weight > 0.0).then(|| Self { share, variance: mean(&|value| (value - share).powi(2)) })
    }
}

/// The expected length of a test, and its chance to reach a verdict.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    /// The median number of blocks until a verdict; `None` above about ten million.
    pub typical: Option<f64>,
    /// The probability, 0 to 1, of a verdict within the planned blocks.
    pub decided: f64,
    /// The probability, 0 to 1, that the bot passes within the planned blocks.
    pub passed: f64,
}

impl Outlook {
    /// The outlook of an SPRT over blocks of `games` games, with at most `blocks` blocks.
    ///
    /// Models the log likelihood ratio as a Brownian motion between two bounds (`Motion`).
    pub fn of_sprt(sprt: &Sprt, prospect: Prospect, games: u32, blocks: f64) -> Self {
        let [score0, score1] = sprt.scores(games, prospect.variance);
        let between = score1 - score0;
        let information = between * between / prospect.variance;
        let drift = (prospect.share - (score0 + score1) / 2.0) / between;
        let motion = Motion { bounds: sprt.bounds(), drift };
        Self::of_ends(|blocks| motion.ended(blocks * information), blocks)
    }

    /// The outlook with these probabilities to have failed and passed, by the number of blocks.
    fn of_ends(ended: impl Fn(f64) -> [f64; 2], blocks: f64) -> Self {
        let [failed, passed] = ended(blocks);
        let typical = first(|blocks| ended(blocks).iter().sum::<f64>() >= 0.5);
        Self { typical, decided: failed + passed, passed }
    }

    /// The outlook of a lead that is judged after all of `blocks` blocks, by the interval for a fixed number. `bounds`
    /// are the even share, the margin and alpha. The mean share is taken as normally distributed.
    pub fn of_fixed([even, margin, alpha]: [f64; 3], prospect: Prospect, blocks: f64) -> Self {
        let Prospect { share, variance } = prospect;
        let ended = |blocks: f64| {
            let error = (variance / blocks).sqrt().max(f64::MIN_POSITIVE);
            let quantile = student_quantile_at((blocks - 1.0).max(1.0), alpha).unwrap_or(f64::INFINITY);
            // The interval counts the worst possible block once more.
            let passes = (share - share / blocks - even + margin) / error - quantile;
            let fails = (even - share - (1.0 - share) / blocks) / error - quantile;
            [fails, passes].map(|distance| Normal::standard().cdf(distance))
        };
        Self::of_ends(ended, blocks)
    }

    /// The outlook of the test of a lead, with at most `blocks` blocks. `bounds` are the even share, the margin and
    /// alpha. The test ends when it shows that the mean share is above the even share minus the margin, or below the
    /// even share. `values` are the possible shares of a block, each with its weight. Both figures come from simulated
    /// tests, which use the same random numbers every time.
    pub fn of_lead(bounds: [f64; 3], values: &[(f64, f64)], blocks: f64) -> Self {
        let lots = TrialNumbers::new();
        let ends = lots.decided(bounds, values, blocks);
        let part = |count: usize| count as f64 / f64::from(RUNS);
        let decided = part(ends.len());
        let passed = part(ends.iter().filter(|(_, is_passed)| *is_passed).count());
        let mut longer = blocks.max(1.0);
        while longer < MOST_BLOCKS {
            let ends = lots.decided(bounds, values, longer);
            if let Some(&(half, _)) = ends.get(RUNS as usize / 2) {
                return Self { typical: Some(half), decided, passed };
            }
            longer *= 2.0;
        }
        Self { typical: None, decided, passed }
    }
}

/// The possible shares of a block without draws, each with its probability, for a bot that is `elo` points stronger.
pub fn undrawn_values(elo: f64, seats: u8, games: u32) -> Vec<(f64, f64)> {
    let share = Prospect::undrawn(elo, seats, games).share;
    let games = games.max(1);
    let mut ways = 1.0;
    let value = |won: u32| {
        let weight = ways * share.powi(won as i32) * (1.0 - share).powi((games - won) as i32);
        ways *= f64::from(games - won) / f64::from(won + 1);
        (f64::from(won) / f64::from(games), weight)
    };
    (0..=games).map(value).collect()
}

/// Three values, each with its probability, that approximate the normal distribution with this mean and variance.
pub fn normal_values(Prospect { share, variance }: Prospect) -> Vec<(f64, f64)> {
    let far = (3.0 * variance).sqrt();
    vec![(share - far, 1.0 / 6.0), (share, 2.0 / 3.0), (share + far, 1.0 / 6.0)]
}

/// Random numbers for simulated tests.
struct TrialNumbers(Vec<u32>);

impl TrialNumbers {
    fn new() -> Self {
        let mut stream = Stream::new(&Seed([0; 16]), "outlook");
        Self((0..RUNS * MOST_TRIED).map(|_| stream.below(LOTS)).collect())
    }

    /// The numbers of blocks after which the simulated tests ended, ascending, each with true if the bot passed. Omits tests that did not end within
    /// `blocks` blocks.
    ///
    /// If there are more than `MOST_TRIED` blocks, one simulated block replaces `coarse` blocks. The blocks needed fall
    /// with the square of the distance between values and bounds, which is multiplied by the root of `coarse`.
    fn decided(&self, [even, margin, alpha]: [f64; 3], values: &[(f64, f64)], blocks: f64) -> Vec<(f64, bool)> {
        let coarse = (blocks / f64::from(MOST_TRIED)).max(1.0);
        let weight: f64 = values.iter().map(|(_, weight)| weight).sum();
        let mean = values.iter().map(|(value, part)| value * part).sum::<f64>() / weight;
        let shift = (mean - even) * (coarse.sqrt() - 1.0);
        let values =
            values.iter().map(|&(value, part)| ((value + shift).clamp(0.0, 1.0), part / weight * f64::from(LOTS)));
        let values: Vec<(f64, f64)> = values.collect();
        let not_worse = Wager::above(even - margin * coarse.sqrt());
        let behind = Wager::above(1.0 - even);
        let gains: Vec<[_; 2]> =
            values.iter().map(|&(value, _)| [not_worse.factors(value), behind.factors(1.0 - value)]).collect();
        let enough = Wager::enough(alpha).exp();
        let end = |lots: &[u32]| {
            let mut capitals = [not_worse, behind].map(|wager| wager.factors(0.0).map(|_| 1.0));
            lots.iter().take((blocks / coarse) as usize).enumerate().find_map(|(block, &lot)| {
                let mut left = f64::from(lot);
                let drawn = values.iter().position(|(_, part)| {
                    left -= part;
                    left < 0.0
                });
                let gains = &gains[drawn.unwrap_or(values.len() - 1)];
                for (capital, gains) in capitals.iter_mut().zip(gains) {
                    capital.iter_mut().zip(gains).for_each(|(capital, gain)| *capital *= gain);
                }
                let won = capitals.map(|capital| capital.iter().sum::<f64>() >= enough * capital.len() as f64);
                won.contains(&true).then_some(((block + 1) as f64 * coarse, won[0]))
            })
        };
        let mut ends: Vec<(f64, bool)> = self.0.chunks(MOST_TRIED as usize).filter_map(end).collect();
        ends.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        ends
    }
}

/// The automatic elo0, in whole points: the value nearest to 0 with which a test is likely to reach a verdict about an
/// equal bot within `blocks` blocks of `games` games. elo1 is 0. Returns `-MOST_ELO` if no value above it suffices.
/// `errors` are alpha and beta.
pub fn elo0_within(model: Model, errors: [f64; 2], games: u32, blocks: f64) -> f64 {
    let decides = |elo0: f64| {
        let sprt = Sprt::new(model, [elo0, 0.0], errors).ok();
        let equal = Prospect::undrawn(0.0, 2, games);
        sprt.is_some_and(|sprt| Outlook::of_sprt(&sprt, equal, games, blocks).decided >= LIKELY)
    };
    let least = (1..MOST_ELO).find(|&elo| decides(-f64::from(elo)));
    -f64::from(least.unwrap_or(MOST_ELO))
}

/// The smallest margin, in whole thousandths, for which the test of a lead is likely to reach a verdict about an equal
/// bot within `blocks` blocks. `MOST_MARGIN` thousandths if no smaller margin is enough. `equal` are the possible
/// shares of an equal bot, each with its weight.
pub fn margin_within(even: f64, alpha: f64, equal: &[(f64, f64)], blocks: f64) -> f64 {
    let lots = TrialNumbers::new();
    least_margin(|margin| lots.decided([even, margin, alpha], equal, blocks).len() as f64 >= LIKELY * f64::from(RUNS))
}

/// The smallest margin, in whole thousandths, with which an equal bot is likely to pass after exactly `blocks` blocks;
/// `MOST_MARGIN` thousandths if no smaller margin is enough.
pub fn fixed_margin_within(even: f64, alpha: f64, equal: &[(f64, f64)], blocks: f64) -> f64 {
    let equal = Prospect::of_values(equal);
    least_margin(|margin| {
        equal.is_some_and(|equal| Outlook::of_fixed([even, margin, alpha], equal, blocks).passed >= LIKELY)
    })
}

/// The least margin that is enough, as all greater ones are.
fn least_margin(is_enough: impl Fn(f64) -> bool) -> f64 {
    let margins: Vec<f64> = (1..=MOST_MARGIN).map(|thousandths| f64::from(thousandths) / 1000.0).collect();
    let (most, less) = margins.split_last().expect("there is a margin");
    less.get(less.partition_point(|margin| !is_enough(*margin))).copied().unwrap_or(*most)
}

/// The approximate smallest number of blocks for which `is_true` holds; `None` above `MOST_BLOCKS`.
fn first(is_true: impl Fn(f64) -> bool) -> Option<f64> {
    let mut high = 1.0;
    while !is_true(high) {
        high *= 2.0;
        if high > MOST_BLOCKS {
            return None;
        }
    }
    Some(bisect([high, high / 2.0], STEPS, is_true)[0])
}
