//! What can be expected of a sequential test before it is played: how many blocks it takes, and whether those that there
//! are suffice.

use std::f64::consts::PI;

use statrs::distribution::{ContinuousCDF as _, Normal};

use super::{Model, Sprt, Wager, elo::NELO_OF_DEVIATION, elo::score_of_elo};

/// Where half of the tests have ended is searched up to so many blocks.
const MOST_BLOCKS: f64 = 1e9;

/// Steps of a search.
const STEPS: u32 = 60;

/// Terms of the series; they fall as fast as a normal density does.
const TERMS: u32 = 1000;

/// Below so little information no test has ended.
const SOON: f64 = 1e-3;

/// From so many deviations between the bounds one of them is out of reach.
const FAR: f64 = 30.0;

/// How likely a test is to be expected to decide about an equal bot, where its bounds follow from the games.
const LIKELY: f64 = 0.9;

/// The widest bounds that follow from the games: beyond them a test says little.
const MOST_ELO: u32 = 100;
const MOST_MARGIN: u32 = 100;

/// Blocks as a test will see them: a bot has this share of their points on the average.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prospect {
    /// The mean share.
    pub share: f64,
    /// The variance of the share of a block.
    pub variance: f64,
}

impl Prospect {
    /// Of a bot that is stronger than all others by so much Elo, in blocks of so many independent games that one seat
    /// wins. With draws the variance is less, and a test takes fewer blocks.
    pub fn undrawn(elo: f64, seats: u8, games: u32) -> Self {
        let others = f64::from(seats.max(2) - 1);
        let share = 1.0 / (1.0 + others * 10_f64.powf(-elo / 400.0));
        let even = 1.0 / (others + 1.0);
        Self { share, variance: even * (1.0 - even) / f64::from(games.max(1)) }
    }
}

/// How a test is expected to go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    /// Half of the tests take no more blocks; `None` where they would not end.
    pub typical: Option<f64>,
    /// The part of the tests that comes to a verdict within the blocks that there are.
    pub decided: f64,
}

impl Outlook {
    /// Of an SPRT over blocks of so many games, which ends after so many blocks at the latest.
    ///
    /// The log likelihood ratio is taken as a Brownian motion between its bounds. (David Cox and Hilton Miller, *The
    /// Theory of Stochastic Processes*, 1965, section 5.7, for how long it stays there.)
    pub fn of_sprt(sprt: &Sprt, prospect: Prospect, games: u32, blocks: f64) -> Self {
        let [score0, score1] = sprt.elos().map(|elo| match sprt.model() {
            Model::Logistic => score_of_elo(elo),
            Model::Normalized => 0.5 + elo / NELO_OF_DEVIATION * (f64::from(games) * prospect.variance).sqrt(),
        });
        let between = score1 - score0;
        let information = between * between / prospect.variance;
        let drift = (prospect.share - (score0 + score1) / 2.0) / between;
        let bounds = sprt.bounds();
        let over = |blocks: f64| 1.0 - between_bounds(bounds, drift, blocks * information);
        Self { typical: first(|blocks| over(blocks) >= 0.5), decided: over(blocks) }
    }

    /// Of the test of a lead, which ends after so many blocks at the latest: whether a share is above an even one less a
    /// margin, or below an even one.
    pub fn of_lead([even, margin, alpha]: [f64; 3], prospect: Prospect, blocks: f64) -> Self {
        // How likely a bet has been won after so many blocks.
        let won = |mean: f64, ahead: f64, blocks: f64| {
            let needed = Wager::above(mean).sum_to_win(alpha, prospect.variance + ahead * ahead, blocks);
            Normal::standard().cdf((ahead * blocks - needed) / (prospect.variance * blocks).sqrt())
        };
        let lead = prospect.share - even;
        let over = |blocks: f64| (won(even - margin, lead + margin, blocks) + won(1.0 - even, -lead, blocks)).min(1.0);
        Self { typical: first(|blocks| over(blocks) >= 0.5), decided: over(blocks) }
    }
}

/// The elo0 for which a test against Elo 0 is likely to decide about an equal bot within so many blocks of so many games,
/// or the lowest that makes sense.
pub fn elo0_within(model: Model, errors: [f64; 2], games: u32, blocks: f64) -> f64 {
    let decides = |elo0: f64| {
        let sprt = Sprt::new(model, [elo0, 0.0], errors).ok();
        let equal = Prospect::undrawn(0.0, 2, games);
        sprt.is_some_and(|sprt| Outlook::of_sprt(&sprt, equal, games, blocks).decided >= LIKELY)
    };
    let least = (1..MOST_ELO).find(|&elo| decides(-f64::from(elo)));
    -f64::from(least.unwrap_or(MOST_ELO))
}

/// The margin for which the test of a lead is likely to decide about an equal bot within so many blocks, or the greatest
/// that makes sense.
pub fn margin_within(even: f64, alpha: f64, equal: Prospect, blocks: f64) -> f64 {
    let margin = |thousandths: u32| f64::from(thousandths) / 1000.0;
    let decides = |margin: f64| Outlook::of_lead([even, margin, alpha], equal, blocks).decided >= LIKELY;
    margin((1..MOST_MARGIN).find(|&least| decides(margin(least))).unwrap_or(MOST_MARGIN))
}

/// The first number of blocks of which this is true, about; `None` where there is none.
fn first(is_true: impl Fn(f64) -> bool) -> Option<f64> {
    let mut high = 1.0;
    while !is_true(high) {
        high *= 2.0;
        if high > MOST_BLOCKS {
            return None;
        }
    }
    let mut low = high / 2.0;
    for _ in 0..STEPS {
        let middle = (low + high) / 2.0;
        if is_true(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// How likely a Brownian motion of variance 1 with this drift, begun at 0, has not left its bounds at a time.
fn between_bounds([lower, upper]: [f64; 2], drift: f64, time: f64) -> f64 {
    if time < SOON {
        return 1.0;
    }
    let (width, start) = (upper - lower, -lower);
    if drift.abs() * width > FAR {
        let ahead = if drift > 0.0 { upper } else { start } - drift.abs() * time;
        return Normal::standard().cdf(ahead / time.sqrt());
    }
    let term = |k: u32| {
        let wave = f64::from(k) * PI / width;
        let far_end = (drift * width).exp() * if k.is_multiple_of(2) { -1.0 } else { 1.0 };
        (wave * start).sin() * wave * (1.0 + far_end) / (drift * drift + wave * wave)
            * (-wave * wave * time / 2.0).exp()
    };
    let sum: f64 = (1..=TERMS).map(term).sum();
    (2.0 / width * (-drift * start - drift * drift * time / 2.0).exp() * sum).clamp(0.0, 1.0)
}
