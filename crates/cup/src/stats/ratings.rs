//! The ratings of all bots, for any number of seats.

use std::f64::consts::LN_10;

use nalgebra::{Cholesky, DVector};

use super::{
    BlockCounts, Estimate,
    dominance::Dominance,
    evidence::Evidence,
    likelihood,
    luce::{Curvature, DRAWN, Luce},
    profile_likelihood::ProfileLikelihood,
};
use crate::schedule::BotIndex;

/// The points of Elo per unit of strength. A strength is a natural logarithm.
const ELO: f64 = 400.0 / LN_10;

/// The most bots whose intervals are profiled, because the time grows with the fourth power of the number of bots.
const MOST_PROFILED: usize = 50;

/// The most bots whose curvature is factored. Its numbers take 32 MB, and the factors a few seconds.
const MOST_FACTORED: usize = 2000;

/// The relative precision of the width of an interval with more bots.
const NEARLY: f64 = 1e-3;

/// The origin of the scale of ratings.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Zero {
    /// The mean of all bots that have played is 0.
    #[default]
    Mean,
    /// The mean is 0 of the largest set of these bots in which a chain of points leads from each bot to each, because a bot
    /// without a bound would take it from all others. If no two bots are such a set, it is the mean of all.
    MeanOf(Vec<bool>),
    /// One bot has this rating.
    Anchor {
        /// The bot whose rating is fixed.
        bot: BotIndex,
        /// The rating of the bot.
        elo: f64,
    },
}

/// The rating of each of `bots` bots on the scale of Elo: a bot with 400 points more than another gets ten times as
/// much of the points. `None` for fewer than two blocks.
///
/// All games count alike, in any order. The model is that of Luce. As a prior, each bot has a thousandth of a drawn
/// game against an average bot, which keeps values finite.
///
/// An interval contains every rating that the likelihood ratio of the blocks does not reject, with the likeliest
/// ratings of all other bots (`ProfileLikelihood`). An end is infinite if no chain of points leads from the zero of the
/// scale to the bot, or back (`Dominance`): a bot that nobody got points from has no upper end, and bots that never met
/// have no end relative to each other. With more than 50 bots, the other bots keep their estimated strengths, and the
/// interval is widened by the uncertainty of these. The interval of an anchor has no width.
///
/// # Panics
/// If a block has a bot beyond `bots`.
pub fn ratings(bots: usize, blocks: &BlockCounts, zero: &Zero) -> Option<Vec<Estimate>> {
    let model = Luce::of(bots, DRAWN, blocks);
    if blocks.units().map(|(_, count)| count).sum::<u64>() < 2 {
        return None;
    }
    let strengths = model.strengths()?;
    let own = blocks.units_of_each(bots);
    let played: Vec<bool> = own.iter().map(|own| !own.is_empty()).collect();
    let dominance = Dominance::of(bots, &model);
    let average = match zero {
        Zero::Mean => played,
        Zero::MeanOf(bots) => {
            let candidates: Vec<bool> = played.iter().zip(bots).map(|(&a, &b)| a && b).collect();
            let set = dominance.largest_bounded(&candidates);
            if set.iter().filter(|is_in| **is_in).count() > 1 { set } else { played }
        }
        Zero::Anchor { bot, .. } => (0..bots).map(|other| other == bot.0).collect(),
    };
    let bounded = dominance.bounded_by_all(&average);
    let curvature = model.curvature(&strengths);
    let scale = RatingZero::new(zero, &strengths, &average);
    let evidence = (bots <= MOST_PROFILED).then(|| Evidence::new(blocks.units(), blocks.has_many_deals()));
    let profile = evidence.as_ref().map(|evidence| ProfileLikelihood::new(&model, evidence, &strengths));
    let errors = if profile.is_some() { Vec::new() } else { scale.errors(&curvature) };
    let estimate = |bot: usize| {
        let value = scale.rating(strengths[bot]);
        if matches!(zero, Zero::Anchor { bot: anchor, .. } if anchor.0 == bot) {
            return Estimate::around(value, 0.0);
        }
        let own = || own[bot].iter().map(|(kinds, count)| (kinds.iter().copied(), *count));
        let bound = blocks.bound(own().map(|(_, count)| count).sum());
        let reach = |side: f64| match &profile {
            Some(profile) => profile.reach(&scale.contrast(bot), side, bound),
            None => {
                let alone = curvature.diagonal[bot].sqrt();
                let evidence = Evidence::new(own(), blocks.has_many_deals());
                let mut moved = strengths.clone();
                let reach = likelihood::reach(bound.sqrt() / alone, bound, |more| {
                    moved[bot] = strengths[bot] + side * more;
                    evidence.ratio(&moved, |other| f64::from(u8::from(other == bot)))
                });
                errors[bot] * alone * reach
            }
        };
        let [has_low, has_high] = bounded[bot];
        let end = |has_end: bool, side: f64| if has_end { ELO * reach(side) } else { f64::INFINITY };
        Estimate { value, low: value - end(has_low, -1.0), high: value + end(has_high, 1.0) }
    };
    Some((0..bots).map(estimate).collect())
}

struct RatingZero {
    /// A strength (a logarithm), and the rating of a bot with this strength.
    origin: (f64, f64),
    /// The weight of each bot's strength in the zero of the scale.
    weights: Vec<f64>,
}

impl RatingZero {
    fn new(zero: &Zero, strengths: &[f64], average: &[bool]) -> Self {
        let many = average.iter().filter(|&&counts| counts).count().max(1) as f64;
        let weights: Vec<f64> = average.iter().map(|&counts| f64::from(u8::from(counts)) / many).collect();
        let elo = if let Zero::Anchor { elo, .. } = zero { *elo } else { 0.0 };
        let strength = weights.iter().zip(strengths).map(|(weight, strength)| weight * strength).sum();
        Self { origin: (strength, elo), weights }
    }

    fn rating(&self, strength: f64) -> f64 {
        self.origin.1 + ELO * (strength - self.origin.0)
    }

    /// The weight of each strength in the difference of a bot and the zero.
    fn contrast(&self, bot: usize) -> Vec<f64> {
        let weights = self.weights.iter().enumerate();
        weights.map(|(other, weight)| f64::from(u8::from(other == bot)) - weight).collect()
    }

    /// The standard error of each bot's difference from the zero. With the curvature C = LL', the variance of a
    /// contrast is the square of its solution by L, so all bots share the factors.
    fn errors(&self, curvature: &Curvature) -> Vec<f64> {
        let bots = self.weights.len();
        let factors = if bots <= MOST_FACTORED { Cholesky::new(curvature.matrix()) } else { None };
        let Some(factors) = factors.map(Cholesky::unpack) else {
            return (0..bots).map(|bot| self.error(curvature, bot)).collect();
        };
        let zero = factors.solve_lower_triangular(&DVector::from_column_slice(&self.weights)).unwrap_or_default();
        let mut before = 0.0;
        let error = |bot: usize| {
            // The solution for a bot alone is 0 before the bot.
            let mut own = DVector::zeros(bots - bot);
            own[0] = 1.0;
            factors.view((bot, bot), (bots - bot, bots - bot)).solve_lower_triangular_mut(&mut own);
            let variance: f64 = before + (own - zero.rows(bot, bots - bot)).norm_squared();
            before += zero[bot].powi(2);
            variance.sqrt()
        };
        (0..bots).map(error).collect()
    }

    /// The same for one bot, without factors.
    fn error(&self, curvature: &Curvature, bot: usize) -> f64 {
        let contrast = self.contrast(bot);
        let along = curvature.solve(&contrast, NEARLY);
        contrast.iter().zip(&along).map(|(weight, along)| weight * along).sum::<f64>().max(0.0).sqrt()
    }
}
