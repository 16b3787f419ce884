//! The sequential tests that end a tournament, as keys of its file.

use serde::{Deserialize, Serialize};

/// A sequential test of the first bot against the second.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SprtKeys {
    /// The difference in Elo that the test rejects.
    pub elo0: f64,
    /// The difference in Elo that the test accepts.
    pub elo1: f64,
    /// The probability of rejecting `elo0` if it is true. Default: 0.05.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// The probability of rejecting `elo1` if it is true. Default: 0.05.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// The unit: `logistic` (default) or `normalized` Elo, or `bayesian` with `games = true`.
    #[serde(default)]
    pub model: Model,
    /// `true` counts games instead of blocks, as if the games of a block were independent. Default: `false`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub games: bool,
}

/// The unit of elo0 and elo1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo.
    #[default]
    Logistic,
    /// Normalized Elo, with which the length of a test does not depend on the number of draws.
    Normalized,
    /// BayesElo, which has a rate of draws of its own: that of the results.
    Bayesian,
}

impl Model {
    /// The unit's name for people.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Logistic => "Elo",
            Self::Normalized => "nElo",
            Self::Bayesian => "BayesElo",
        }
    }
}

/// A sequential test of the first bot's lead over an equal share of the points of its tables. If all seats share a
/// score, the points are those that the first and the second bot score beside the same partners. In a gate with a pool,
/// the lead is half the difference between the shares of the first and the second bot.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LeadKeys {
    /// The share of the points by which the first bot may be behind. Default: 0.
    #[serde(default)]
    pub margin: f64,
    /// The probability of a wrong verdict. Default: 0.05.
    #[serde(default = "five_percent", skip_serializing_if = "is_five_percent")]
    pub alpha: f64,
}

/// The settings of a gate besides its test. The first bot is the new one. All others are the old one, or with a pool only
/// the second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GateKeys {
    /// The number of faults that the new bot is forgiven. Default: 0.
    #[serde(default)]
    pub max_faults: u32,
    /// `true` lets the new bot pass by games in which the old bot was at fault. Default: `false`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub old_may_fail: bool,
    /// `true` plays all games before the lead decides. Default: `false`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    /// `true` lets the first two bots, the new and the old one, play the same tables of a gauntlet against all others, and
    /// compares them. Default: `false`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pool: bool,
}

fn five_percent() -> f64 {
    0.05
}

fn is_five_percent(alpha: &f64) -> bool {
    *alpha == five_percent()
}
