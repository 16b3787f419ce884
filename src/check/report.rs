//! The report of a step.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use uvi_match::record::schema_of;

/// A step of a check and its result: one line of `arbiter check --json`. Fields may be added; existing fields keep
/// their names, types and meanings.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// The step: `start`, `greeting`, `options`, `variants`, `isready`, `unknown-lines`, `error`, `newgame`, `again`,
    /// `thinking`, `stop`, `gameover`, `movetime`, `clock`, `game`, `quit` or `end-of-input`.
    pub step: &'static str,
    /// The result.
    pub status: Status,
    /// The variant, if one was played.
    pub variant: Option<String>,
    /// The number of seats, if a variant was played.
    pub seats: Option<u32>,
    /// The number of games that the bot played to their end without a fault or a resignation, if the step has games.
    pub games: Option<u32>,
    /// The duration of the step, in milliseconds.
    pub ms: f64,
    /// The observation, or the expectation with what came instead, or the reason for skipping the step.
    pub text: String,
    /// The details of a failure.
    pub failure: Option<FailedStep>,
    /// The lines to the bot (`> `) and from the bot (`< `). The last lines of a step that failed; with `--verbose` all
    /// lines of every step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialogue: Vec<String>,
}

impl Report {
    pub(super) fn passed(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(super) fn skipped(text: impl Into<String>) -> Self {
        Self { status: Status::Skip, ..Self::passed(text) }
    }

    pub(super) fn of(self, step: &'static str, took: Duration) -> Self {
        Self { step, ms: took.as_micros() as f64 / 1000.0, ..self }
    }
}

/// The result of a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The bot does what it must.
    #[default]
    Pass,
    /// The bot does not do what it must.
    Fail,
    /// The step could not be tried, or does not concern this bot.
    Skip,
}

/// The JSON Schema of a report.
pub fn schema() -> String {
    schema_of::<Report>("A step of a check of a bot")
}

/// The details of a failure, beside the text.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[schemars(rename = "Failure")]
pub struct FailedStep {
    /// The word of the corresponding fault in a match, if there is one.
    pub fault: Option<String>,
    /// The wrong line, its control characters escaped.
    pub line: Option<String>,
    /// The wrong place in `line`, in characters from 1.
    pub column: Option<u32>,
    /// The position of the question, as the bot's seat sees it.
    pub position: Option<String>,
    /// The most likely cause.
    pub cause: Option<String>,
    /// A shell command that reproduces the failure.
    pub by_hand: Option<String>,
    /// A script for `arbiter rerun`, which says the same lines and waits for the bot between them.
    pub script: Option<String>,
    /// The last lines of the bot's stderr.
    pub stderr: Option<String>,
}
