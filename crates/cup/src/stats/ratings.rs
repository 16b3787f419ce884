//! The ratings of all bots, for any number of seats.

use std::f64::consts::LN_10;

use super::{
    BlockCounts, BlockScore, Estimate, Interval,
    dominance::Dominance,
    likelihood::{self, PRIOR},
    luce::{Alike, Curvature, DRAWN, Luce, MeetingGames, alike, bots_of, once},
    profile_likelihood::ProfileLikelihood,
};
use crate::schedule::BotIndex;

/// The points of Elo per unit of strength. A strength is a natural logarithm.
const ELO: f64 = 400.0 / LN_10;

/// The most bots whose intervals are profiled, because the time grows with the fourth power of the number of bots.
const MOST_PROFILED: usize = 50;

/// The relative precision of the width of an interval.
const NEARLY: f64 = 1e-3;

/// The origin of the scale of ratings.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Zero {
    /// The mean of all bots that have played is 0.
    #[default]
    Mean,
    /// One bot has this rating.
    Anchor {
        /// The bot whose rating is fixed.
        bot: BotIndex,
        /// The rating of the bot.
        elo: f64,
    },
}

/// The rating of each of the first `bots` bots on the scale of Elo: a bot with 400 points more than another gets ten
/// times as much of the points. `None` for fewer than two blocks. Blocks with other bots are omitted.
///
/// All games count alike, in any order. The model is that of Luce. As a prior, each bot has a thousandth of a drawn game
/// against an average bot, which keeps values finite.
///
/// An interval contains every rating that the likelihood ratio of the blocks does not reject, with the likeliest ratings
/// of all other bots (`ProfileLikelihood`). An end is infinite if no chain of points leads from the zero of the scale to the
/// bot, or back (`Dominance`): a bot that nobody got points from has no upper end, and bots that never met have no
/// end relative to each other. With more than 50 bots, the other bots keep their estimated strengths, and the interval
/// is widened by the uncertainty of these. The interval of an anchor has no width.
pub fn ratings(bots: usize, blocks: &[BlockScore], zero: Zero) -> Option<Vec<Estimate>> {
    rate(bots, &alike(bots, once(blocks)), zero, None)
}

/// The [`ratings()`] of counted blocks. Of the bots for which `may_count` is true, 0 is the mean of the largest set in which
/// a chain of points leads from each bot to each, because a bot without a bound would take it from all others. If no two
/// bots are such a set, 0 is the mean of all.
pub fn counted_ratings(bots: usize, blocks: &BlockCounts, may_count: impl Fn(usize) -> bool) -> Option<Vec<Estimate>> {
    rate(bots, &alike(bots, blocks.iter()), Zero::Mean, Some(&may_count))
}

fn rate(bots: usize, blocks: &[Alike], zero: Zero, may_count: Option<&dyn Fn(usize) -> bool>) -> Option<Vec<Estimate>> {
    if blocks.iter().map(|(_, count)| count).sum::<u64>() < 2 {
        return None;
    }
    let model = Luce::new(bots, DRAWN, blocks);
    let strengths = model.strengths()?;
    let mut own: Vec<Vec<&Alike>> = vec![Vec::new(); bots];
    for block in blocks {
        bots_of(block).into_iter().for_each(|bot| own[bot].push(block));
    }
    let played: Vec<bool> = own.iter().map(|blocks| !blocks.is_empty()).collect();
    let dominance = Dominance::of(bots, &model);
    let average = may_count.map(|may_count| {
        let candidates: Vec<bool> = (0..bots).map(|bot| played[bot] && may_count(bot)).collect();
        dominance.largest_bounded(&candidates)
    });
    let average = average.filter(|set| set.iter().filter(|is_in| **is_in).count() > 1).unwrap_or(played);
    let bounded = match zero {
        Zero::Mean => dominance.bounded_by_all(&average),
        Zero::Anchor { bot, .. } => dominance.bounded_by(bot.0),
    };
    let curvature = model.curvature(&strengths);
    let scale = Scale::new(zero, &strengths, &average, &curvature);
    let profile = (bots <= MOST_PROFILED).then(|| ProfileLikelihood::new(&model, blocks, &strengths));
    let estimate = |bot: usize| {
        let value = scale.rating(strengths[bot]);
        if zero_is(zero, bot) {
            return Estimate { value, interval: Interval::around(value, 0.0) };
        }
        let bound = likelihood::bound(own[bot].iter().map(|(_, count)| count).sum());
        let wider = if profile.is_none() { scale.widening(bot) } else { 1.0 };
        let reach = |side: f64| match &profile {
            Some(profile) => profile.reach(&scale.contrast(bot), side, bound),
            None => wider * Own { bot, blocks: &own[bot], strengths: &strengths, bound }.reach(side),
        };
        let [has_low, has_high] = bounded[bot];
        let end = |has_end: bool, side: f64| if has_end { ELO * reach(side) } else { f64::INFINITY };
        Estimate { value, interval: Interval { low: value - end(has_low, -1.0), high: value + end(has_high, 1.0) } }
    };
    Some((0..bots).map(estimate).collect())
}

fn zero_is(zero: Zero, bot: usize) -> bool {
    matches!(zero, Zero::Anchor { bot: anchor, .. } if anchor.0 == bot)
}

/// The zero of the scale, and its uncertainty.
struct Scale<'a> {
    /// A strength (a logarithm), and the rating of a bot with this strength.
    origin: (f64, f64),
    curvature: &'a Curvature<'a>,
    /// The weight of each bot's strength in the zero of the scale.
    weights: Vec<f64>,
}

impl<'a> Scale<'a> {
    fn new(zero: Zero, strengths: &[f64], average: &[bool], curvature: &'a Curvature<'a>) -> Self {
        let many = average.iter().filter(|&&counts| counts).count().max(1) as f64;
        let (weights, elo): (Vec<f64>, f64) = match zero {
            Zero::Mean => (average.iter().map(|&counts| f64::from(u8::from(counts)) / many).collect(), 0.0),
            Zero::Anchor { bot, elo } => {
                ((0..strengths.len()).map(|other| f64::from(u8::from(other == bot.0))).collect(), elo)
            }
        };
        let strength = weights.iter().zip(strengths).map(|(weight, strength)| weight * strength).sum();
        Self { origin: (strength, elo), curvature, weights }
    }

    fn rating(&self, strength: f64) -> f64 {
        self.origin.1 + ELO * (strength - self.origin.0)
    }

    /// The weight of each strength in the difference of a bot and the zero.
    fn contrast(&self, bot: usize) -> Vec<f64> {
        let weights = self.weights.iter().enumerate();
        weights.map(|(other, weight)| f64::from(u8::from(other == bot)) - weight).collect()
    }

    /// The standard error of a bot's rating, divided by the standard error of its strength if all other strengths were
    /// known.
    fn widening(&self, bot: usize) -> f64 {
        let contrast = self.contrast(bot);
        let along = self.curvature.solve(&contrast, NEARLY);
        let variance: f64 = contrast.iter().zip(&along).map(|(weight, along)| weight * along).sum();
        (variance.max(0.0) * self.curvature.alone(bot)).sqrt()
    }
}

/// A bot with its blocks. The strengths of all other bots are taken as known.
struct Own<'a> {
    bot: usize,
    blocks: &'a [&'a Alike],
    strengths: &'a [f64],
    bound: f64,
}

impl Own<'_> {
    /// The distance from the bot's strength to the lower end (`side` -1) or the upper end (`side` 1) of its interval.
    fn reach(&self, side: f64) -> f64 {
        likelihood::reach(1.0, self.bound, |distance| self.ratio(side * distance))
    }

    /// The likelihood ratio against a strength that is greater by `more`.
    fn ratio(&self, more: f64) -> f64 {
        let mut values = Vec::with_capacity(self.blocks.len() + 2);
        // The least and the greatest possible difference from the expected points of a block.
        let (mut least, mut most) = (0.0_f64, 0.0_f64);
        for (meetings, count) in self.blocks {
            let (mut value, mut expected, mut games) = (0.0, 0.0, 0.0);
            for meeting in meetings {
                let Some((got, part)) = self.share(meeting, more) else { continue };
                value += got;
                expected += meeting.games * part;
                games += meeting.games;
            }
            values.push((value - expected, *count as f64));
            least = least.min(-expected);
            most = most.max(games - expected);
        }
        values.extend([(least, PRIOR), (most, PRIOR)]);
        likelihood::ratio(&values)
    }

    /// The bot's points in these games, and its expected points in one game. `None` if the bot does not play in them.
    fn share(&self, meeting: &MeetingGames, more: f64) -> Option<(f64, f64)> {
        let place = meeting.bots.iter().position(|&(bot, _)| bot == self.bot)?;
        let strength = |bot: usize| self.strengths[bot] + if bot == self.bot { more } else { 0.0 };
        let (_, seats) = meeting.bots[place];
        let odds = |&(bot, others): &(usize, f64)| others / seats * (strength(bot) - strength(self.bot)).exp();
        Some((meeting.got[place], 1.0 / meeting.bots.iter().map(odds).sum::<f64>()))
    }
}
