//! The contribution of each bot to the score of cooperative games.

use nalgebra::{Cholesky, DMatrix, DVector};

use super::{BlockCounts, BlockScore, Estimate, likelihood::mean_of_sums, sample::student_quantile, tilt::range};

/// A pivot up to this part of the greatest number of seats counts as 0, and so does an error up to it of the top score.
const NOTHING: f64 = 1e-9;

/// The contribution of each bot to the score that all seats share. In the model, the score of a block is a sum: one
/// part for each seat, which depends only on the bot there, and a random error. If bots suit each other well or badly,
/// the model counts this as error, which widens the intervals. (Least squares, with the intervals of the linear model:
/// George Seber and Alan Lee, *Linear Regression Analysis*, 2003, chapters 3 and 5.)
#[derive(Debug, Clone, PartialEq)]
pub struct Effects {
    /// For each bot, the gain in score when it takes a seat from an average bot. The sum over all bots is 0. Intervals are
    /// undefined if the model has no errors, because their spread is then unknown.
    pub bots: Vec<Estimate>,
}

impl Effects {
    /// The effects of the first `bots` bots. All blocks must have the same number of seats. `None` if there are not
    /// more blocks than bots, if a block has another bot, or if the blocks cannot separate two bots (for example
    /// because one did not play, or both always played together).
    pub fn of(bots: usize, blocks: &BlockCounts) -> Option<Self> {
        let scored = || blocks.iter().filter_map(|kind| Some((&kind.score, kind.score.shared()?, kind.count as f64)));
        let count: f64 = scored().map(|(.., count)| count).sum();
        let freedom = Some(count - bots as f64).filter(|&freedom| freedom > 0.0)?;
        // The normal equations.
        let (mut seated, mut scores) = (DMatrix::<f64>::zeros(bots, bots), DVector::<f64>::zeros(bots));
        for (block, score, count) in scored() {
            let table = block.bots();
            for one in &table {
                *scores.get_mut(one.0)? += score * count;
                for other in &table {
                    *seated.get_mut((one.0, other.0))? += count;
                }
            }
        }
        let most = seated.diagonal().amax();
        let factors = Cholesky::new(seated)?;
        if factors.l_dirty().diagonal().iter().any(|pivot| pivot * pivot <= most * NOTHING) {
            return None;
        }
        let parts = factors.solve(&scores);
        let error = |block: &BlockScore, score| score - block.bots().iter().map(|bot| parts[bot.0]).sum::<f64>();
        let (mean, inverse) = (parts.mean(), factors.inverse());
        // Equal parts differ by rounding.
        let value = |bot: usize| if (parts[bot] - mean).abs() > NOTHING * mean.abs() { parts[bot] - mean } else { 0.0 };
        let most = scored().map(|(_, score, _)| score.abs()).fold(0.0, f64::max);
        let around = |bot: usize, quantile: f64, error: f64| {
            let error = if error > NOTHING * most { error } else { f64::NAN };
            Estimate::around(value(bot), quantile * error)
        };
        if let Some(deals) = blocks.count_of_deals() {
            // The errors of a deal depend on each other, so its sum is one observation. (The cluster-robust variance of
            // Kung-Yee Liang and Scott Zeger, *Longitudinal Data Analysis Using Generalized Linear Models*, 1986.)
            let deals = deals as f64;
            let bound = blocks.bound(deals as u64).max(student_quantile(deals - 1.0)?.powi(2));
            let mut effects = vec![Vec::new(); bots];
            for (deal, _) in blocks.units() {
                let mut moved = DVector::<f64>::zeros(bots);
                for kind in deal {
                    let Some(score) = kind.score.shared() else { continue };
                    let error = error(&kind.score, score);
                    kind.score.bots().iter().for_each(|bot| moved[bot.0] += error);
                }
                let change = &inverse * moved;
                let middle = change.mean();
                for (bot, effects) in effects.iter_mut().enumerate() {
                    effects.push((value(bot) + deals * (change[bot] - middle), 1.0, 1));
                }
            }
            // The mean of the effects in each deal, which are skewed as scores are.
            let effect = |(bot, effects): (usize, &Vec<(f64, f64, u64)>)| {
                let [least, greatest] = range(effects.iter().map(|(effect, ..)| *effect));
                match greatest - least > NOTHING * most {
                    true => Estimate { value: value(bot), ..mean_of_sums(effects, f64::NEG_INFINITY, bound) },
                    false => around(bot, 0.0, f64::NAN),
                }
            };
            return Some(Self { bots: effects.iter().enumerate().map(effect).collect() });
        }
        let squares: f64 = scored().map(|(block, score, count)| count * error(block, score).powi(2)).sum();
        let (variance, quantile) = (squares / freedom, student_quantile(freedom)?);
        let (of_each, of_all) = (inverse.column_mean(), inverse.mean());
        let effect = |bot: usize| {
            // The variance of the bot's part minus the mean of all parts.
            let spread = (inverse[(bot, bot)] - 2.0 * of_each[bot] + of_all).max(0.0);
            around(bot, quantile, (variance * spread).sqrt())
        };
        Some(Self { bots: (0..bots).map(effect).collect() })
    }
}
