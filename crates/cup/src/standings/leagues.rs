//! The ranks and leagues of the rows of a ladder, and how probable these are.

use statrs::distribution::{ContinuousCDF as _, Normal};

use super::{bot_row::BotRow, field::LadderTerms};
use crate::{
    schedule::BotIndex,
    stats::{BlockCounts, ConfidenceSequence, Estimate, part_of_both},
};

/// The error rate of the test behind "better".
const ALPHA: f64 = 0.05;

/// The half width of an interval in standard errors. It is that of 91 %: the tables of a ladder follow its errors, so in close
/// fields its intervals of 95 % hold in 91 to 93 %.
const WIDE: f64 = 1.7;

/// The least variance of a field, as a part of the mean variance of its figures.
const LEAST_SPREAD: f64 = 1e-3;

/// The number of strengths of a bot for which its place is computed, each as probable as the others.
const POINTS: u32 = 16;

impl LadderTerms<'_> {
    /// Ranks the rows of the bots of this order, and puts them into leagues.
    pub(super) fn rank(&self, rows: &mut [BotRow], order: &[usize], blocks: &BlockCounts) {
        let better = are_better(order, blocks);
        for (place, (row, &bot)) in rows.iter_mut().zip(order).enumerate() {
            row.state = Some(self.states[bot].clone().unwrap_or_else(|| "plays".to_owned()));
            row.rank = (self.states[bot].is_none() && row.strength().is_some()).then_some(place + 1);
            row.better = row.rank.map(|_| better[place]);
        }
        self.divide(rows);
    }

    /// Puts the ranked rows into leagues, and tells how probably each belongs in its own.
    fn divide(&self, rows: &mut [BotRow]) {
        let figures: Vec<Estimate> =
            rows.iter().filter(|row| row.rank.is_some()).filter_map(|row| row.strength()).collect();
        let cuts: Vec<usize> =
            self.leagues.iter().copied().filter(|&last| (1..figures.len()).contains(&last)).collect();
        if cuts.is_empty() {
            return;
        }
        let field = LeagueField::of(&figures);
        for (place, row) in rows.iter_mut().filter(|row| row.rank.is_some()).enumerate() {
            let league = cuts.iter().filter(|last| **last <= place).count();
            let first = if league > 0 { cuts[league - 1] } else { 0 };
            let end = cuts.get(league).copied().unwrap_or(figures.len());
            row.league = Some(1 + league);
            row.sure = Some(field.has_between(place, first, end));
        }
    }
}

/// The strengths of ranked bots, as they probably are. The spread of the field is estimated from the figures (empirical
/// Bayes): where the figures differ no more than by their errors, the bots are taken as nearly equal.
struct LeagueField(Vec<Normal>);

impl LeagueField {
    fn of(figures: &[Estimate]) -> Self {
        // An open interval has one end that is known, or none.
        let error = |figure: &Estimate| {
            let ends =
                [figure.value - figure.low, figure.high - figure.value].into_iter().filter(|end| end.is_finite());
            ends.reduce(|one, other| (one + other) / 2.0).map(|end| end / WIDE)
        };
        let mean = figures.iter().map(|figure| figure.value).sum::<f64>() / figures.len() as f64;
        let distances = figures.iter().map(|figure| (figure.value - mean).powi(2));
        let known: Vec<f64> = figures.iter().filter_map(error).collect();
        let noise = known.iter().map(|error| error.powi(2)).sum::<f64>() / known.len().max(1) as f64;
        let spread = distances.sum::<f64>() / (figures.len() - 1).max(1) as f64 - noise;
        let spread = spread.max(noise * LEAST_SPREAD).max(f64::MIN_POSITIVE);
        let strength = |figure: &Estimate| {
            let part = error(figure).map_or(0.0, |error| spread / (spread + error.powi(2)));
            let deviation = (spread * (1.0 - part)).sqrt().max(f64::MIN_POSITIVE);
            Normal::new(mean + part * (figure.value - mean), deviation).expect("the deviation is above 0")
        };
        Self(figures.iter().map(strength).collect())
    }

    /// The probability that of the other bots at least `first` and fewer than `end` are stronger than this one. Given its
    /// strength, their number is taken as normally distributed.
    fn has_between(&self, place: usize, first: usize, end: usize) -> f64 {
        let given = |strength: f64| {
            let (mut mean, mut variance) = (0.0, 0.0);
            for (_, other) in self.0.iter().enumerate().filter(|(other, _)| *other != place) {
                let stronger = other.sf(strength);
                mean += stronger;
                variance += stronger * (1.0 - stronger);
            }
            let below = |count: usize| {
                let distance = count as f64 - 0.5 - mean;
                if variance > 0.0 {
                    Normal::standard().cdf(distance / variance.sqrt())
                } else {
                    distance.signum().max(0.0)
                }
            };
            // None is stronger than with `first` 0, and all are with `end` the number of bots.
            let (low, high) =
                (if first == 0 { 0.0 } else { below(first) }, if end == self.0.len() { 1.0 } else { below(end) });
            high - low
        };
        let points = (0..POINTS).map(|point| self.0[place].inverse_cdf((f64::from(point) + 0.5) / f64::from(POINTS)));
        points.map(given).sum::<f64>() / f64::from(POINTS)
    }
}

/// For each bot of an order of all bots, true if it is better than the next one in the blocks that both play, by a
/// confidence sequence. All false if the seats share a score.
fn are_better(order: &[usize], blocks: &BlockCounts) -> Vec<bool> {
    // Each side of an interval has half of the error rate, and only one side is told.
    let empty = ConfidenceSequence::new([0.0, 1.0], 2.0 * ALPHA);
    let mut sequences = vec![empty; order.len()];
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &bot)| places[bot] = place);
    for (bots, kinds) in blocks.tables() {
        for &one in bots {
            let place = places[one.0];
            let Some(next) = order.get(place + 1).map(|&next| BotIndex(next)).filter(|next| bots.contains(next)) else {
                continue;
            };
            for kind in kinds {
                if let [Some(mine), Some(theirs)] = [one, next].map(|bot| kind.score.share_of(bot)) {
                    sequences[place].add_times(part_of_both([mine, theirs]), kind.count);
                }
            }
        }
    }
    sequences.iter().map(|it| it.estimate().is_some_and(|estimate| estimate.low > 0.5)).collect()
}
