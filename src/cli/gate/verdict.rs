//! What `gate --json` writes.

use schemars::JsonSchema;
use serde::Serialize;
use uvi_cup::Standings;
use uvi_match::record::schema_of;

/// The JSON Schema of the file.
pub(crate) fn schema() -> String {
    schema_of::<GateVerdict<'_>>("The verdict of an Arbiter gate, version 1")
}

/// How a gate ended. Fields may be added; those that are there keep their names, types and meanings.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Verdict")]
pub(super) enum GateVerdict<'a> {
    /// It has found nothing: it was refused, stopped or killed, or it plays still.
    Nothing(MissingVerdict<'a>),
    /// What it has found.
    Found(Box<GateResult<'a>>),
}

/// Why there is no verdict.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Nothing")]
pub(super) struct MissingVerdict<'a> {
    pub(super) gate: MissingVerdictWord,
    /// The exit code; null as long as the gate has not ended.
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

/// What a gate has found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Found")]
pub(super) struct GateResult<'a> {
    /// Whether the new bot may take the place of the old one.
    pub(super) gate: GateMark,
    /// The exit code.
    pub(super) exit: u8,
    /// What the test says of the new bot's strength, whatever its faults.
    pub(super) strength: StrengthWord,
    /// The figures of the test, in words.
    pub(super) text: &'a str,
    /// How often the new bot was at fault.
    pub(super) faults: u32,
    /// How many of its faults are forgiven.
    pub(super) max_faults: u32,
    /// What the old bot's faults did.
    pub(super) old_bot: OldBot,
    /// Notes for readers who trust the verdict.
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

/// What the old bot's faults did.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OldBot {
    /// In how many games it was at fault.
    pub(super) games_at_fault: u32,
    /// Whether the new bot passes only by these games.
    pub(super) passes_only_by_them: bool,
}
