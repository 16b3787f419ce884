//! The JSON object that `gate --json` writes.

use schemars::JsonSchema;
use serde::Serialize;
use uvi_cup::Standings;
use uvi_match::record::schema_of;

use super::figures::GateFigures;

/// The JSON Schema of the file.
pub(crate) fn schema() -> String {
    schema_of::<GateVerdict<'_>>("The verdict of an Arbiter gate, version 1")
}

/// The end of a gate. Fields may be added; existing fields keep their names, types and meanings.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Verdict")]
pub(super) enum GateVerdict<'a> {
    /// No verdict: the gate was refused, stopped or killed, or is still running.
    Nothing(MissingVerdict<'a>),
    /// A verdict, which may be that nothing is decided.
    Found(Box<GateResult<'a>>),
}

/// The reason why there is no verdict.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Nothing")]
pub(super) struct MissingVerdict<'a> {
    pub(super) gate: MissingVerdictWord,
    /// The exit code; null if the gate is running or was killed.
    pub(super) exit: Option<u8>,
    /// The reason.
    pub(super) text: &'a str,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[schemars(rename = "NoVerdict")]
pub(super) enum MissingVerdictWord {
    #[serde(rename = "no verdict")]
    NoVerdict,
}

/// The verdict of a gate.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Found")]
pub(super) struct GateResult<'a> {
    /// Says if the new bot may replace the old one.
    pub(super) gate: GateMark,
    /// The exit code.
    pub(super) exit: u8,
    /// The test's verdict on the new bot's strength, without regard to faults.
    pub(super) strength: StrengthWord,
    /// The figures of the test, in words.
    pub(super) text: &'a str,
    /// The number of faults of the new bot.
    pub(super) faults: u32,
    /// The number of faults that are forgiven.
    pub(super) max_faults: u32,
    /// The effect of the old bot's faults.
    pub(super) old_bot: OldBot,
    /// The figures of all games.
    pub(super) figures: &'a GateFigures,
    /// Notes on games that weaken the verdict.
    pub(super) notes: &'a [String],
    /// The standings, as `arbiter schema standings` has them.
    pub(super) standings: &'a Standings,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Mark")]
pub(super) enum GateMark {
    Passed,
    Failed,
    #[serde(rename = "not decided")]
    NotDecided,
}

impl GateMark {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::NotDecided => "not decided",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum StrengthWord {
    Worse,
    #[serde(rename = "not worse")]
    NotWorse,
    #[serde(rename = "not decided")]
    NotDecided,
}

impl StrengthWord {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Worse => "worse",
            Self::NotWorse => "not worse",
            Self::NotDecided => "not decided",
        }
    }
}

/// The effect of the old bot's faults.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OldBot {
    /// The number of games in which the old bot was at fault.
    pub(super) games_at_fault: u32,
    /// True if the new bot passes only because of these games.
    pub(super) passes_only_by_them: bool,
}
