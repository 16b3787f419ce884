//! The strengths of bots as far as results show them, for those who choose the next tables.

use super::{BlockCounts, luce::Luce};

/// The number of drawn games against an average bot that each bot is given, so that a bot without games has a strength
/// and an uncertainty: a standard error of 2, or 347 points of Elo.
const DRAWN: f64 = 1.0;

/// The strength of each bot by the model of Luce, and the information about it.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownStrengths {
    /// The strengths, as natural logarithms. Those of bots without games are 0.
    pub strengths: Vec<f64>,
    /// The information about each strength if all other strengths were known: the inverse of its variance.
    pub information: Vec<f64>,
}

impl KnownStrengths {
    /// The strengths of `bots` bots after these blocks, which have no others.
    pub fn of(bots: usize, blocks: &BlockCounts) -> Self {
        let model = Luce::summed(bots, DRAWN, blocks);
        let strengths = model.strengths().unwrap_or_else(|| vec![0.0; bots]);
        let curvature = model.curvature(&strengths);
        let information = (0..bots).map(|bot| curvature.alone(bot)).collect();
        Self { strengths, information }
    }
}
