//! The sequential tests that end a tournament, as its file describes them.

use serde::{Deserialize, Serialize};

/// A sequential test of the first bot against the second.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SprtKeys {
    /// The hypothesis to reject, in Elo.
    pub elo0: f64,
    /// The hypothesis to accept, in Elo.
    pub elo1: f64,
    /// How often `elo0` may be rejected though it is true.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// How often `elo1` may be rejected though it is true.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// In which Elo.
    #[serde(default = "logistic")]
    pub model: Model,
}

/// In what units elo0 and elo1 are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo.
    Logistic,
    /// Normalized Elo: with it the length of a test does not depend on how many games are drawn.
    #[default]
    Normalized,
}

/// A sequential test of whether the first bot is ahead of an equal share: of the points of its tables, or where all seats
/// share a score, of the points that it and the second bot score beside the same partners.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LeadKeys {
    /// By how much it may be behind, and is still not worse: a share of the points.
    #[serde(default)]
    pub margin: f64,
    /// How often the interval of the lead may leave out the true one, and so the verdict be wrong.
    #[serde(default = "five_percent", skip_serializing_if = "is_five_percent")]
    pub alpha: f64,
}

/// What a gate asks besides its test. The first bot is the new one, all others are the old one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GateKeys {
    /// How many faults of the new bot are forgiven; with one more, the gate ends.
    #[serde(default)]
    pub max_faults: u32,
    /// Whether the new bot may pass by games in which the old one was at fault.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub old_may_fail: bool,
    /// Whether all games are played before the lead decides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
}

fn five_percent() -> f64 {
    0.05
}

fn is_five_percent(alpha: &f64) -> bool {
    *alpha == five_percent()
}

fn logistic() -> Model {
    Model::Logistic
}
