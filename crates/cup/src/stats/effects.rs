//! The contribution of each bot to the score of cooperative games.

use nalgebra::{DMatrix, DVector};

use super::{BlockScore, Estimate, Interval, sample::student_quantile};

/// Singular values up to this fraction of the greatest one count as zero.
const NOTHING: f64 = 1e-9;

/// The contribution of each bot to the score that all seats share. In the model, the score of a block is a sum: one
/// part for each seat, which depends only on the bot there, and a random error. If bots suit each other well or badly,
/// the model counts this as error, which widens the intervals. (Least squares, with the intervals of the linear model:
/// George Seber and Alan Lee, *Linear Regression Analysis*, 2003, chapters 3 and 5.)
#[derive(Debug, Clone, PartialEq)]
pub struct Effects {
    /// The expected score of a table of average bots.
    pub average: f64,
    /// For each bot, the gain in score when it takes a seat from an average bot. The sum over all bots is 0.
    pub bots: Vec<Estimate>,
}

impl Effects {
    /// The effects of the first `bots` bots. All blocks must have the same number of seats. `None` if there are not
    /// more blocks than bots, if a block has another bot, or if the blocks cannot separate two bots (for example
    /// because one did not play, or both always played together).
    pub fn of(bots: usize, blocks: &[BlockScore]) -> Option<Self> {
        let scored: Vec<(&BlockScore, f64)> =
            blocks.iter().filter_map(|block| Some((block, block.shared()?))).collect();
        let freedom = scored.len().checked_sub(bots).filter(|&freedom| freedom > 0)? as f64;
        let seats = scored.first()?.0.bots().len() as f64;
        let mut seated = DMatrix::<f64>::zeros(scored.len(), bots);
        for (row, (block, _)) in scored.iter().enumerate() {
            for bot in block.bots() {
                *seated.get_mut((row, bot.0))? += 1.0;
            }
        }
        let scores = DVector::from_iterator(scored.len(), scored.iter().map(|&(_, score)| score));

        let transposed = seated.transpose();
        let svd = (&transposed * &seated).svd(true, true);
        let least = svd.singular_values.max() * NOTHING;
        if svd.rank(least) < bots {
            return None;
        }
        let inverse = svd.pseudo_inverse(least).ok()?;
        let parts = &inverse * (transposed * &scores);
        let variance = (scores - seated * &parts).norm_squared() / freedom;
        let quantile = student_quantile(freedom)?;
        let mean = parts.mean();
        let effect = |bot: usize| {
            let contrast = DVector::from_fn(bots, |other, _| f64::from(u8::from(other == bot)) - 1.0 / bots as f64);
            let radius = quantile * (variance * (&inverse * &contrast).dot(&contrast)).sqrt();
            let value = parts[bot] - mean;
            Estimate { value, interval: Interval::around(value, radius) }
        };
        Some(Self { average: seats * mean, bots: (0..bots).map(effect).collect() })
    }
}
