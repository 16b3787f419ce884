//! What is told of a step.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use uvi_match::record::schema_of;

/// A step of a check and what came of it: one line of `arbiter check --json`. Fields may be added; those that are there
/// keep their names, types and meanings.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// The step: `start`, `greeting`, `options`, `variants`, `isready`, `unknown-lines`, `error`, `newgame`, `again`,
    /// `thinking`, `stop`, `gameover`, `movetime`, `clock`, `game`, `quit` or `end-of-input`.
    pub step: &'static str,
    /// What came of it.
    pub status: Status,
    /// The variant that was played, where one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// How many seats it had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u32>,
    /// How long the step took, in milliseconds.
    pub ms: f64,
    /// What was found, or what was expected and what came, or why the step was left out.
    pub text: String,
    /// What went wrong, where something did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailedStep>,
    /// What crossed the pipes: `> ` what the bot heard, `< ` what it said. The last lines of a step that failed; with
    /// `--verbose` all of every step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialogue: Vec<String>,
}

impl Report {
    pub(super) fn new(step: &'static str, took: Duration) -> Self {
        Self {
            step,
            status: Status::Pass,
            variant: None,
            seats: None,
            ms: took.as_micros() as f64 / 1000.0,
            text: String::new(),
            failure: None,
            dialogue: Vec::new(),
        }
    }

    pub(super) fn passed(self, text: String) -> Self {
        Self { status: Status::Pass, text, ..self }
    }

    pub(super) fn skipped(self, text: String) -> Self {
        Self { status: Status::Skip, text, ..self }
    }

    pub(super) fn failed(self, text: String, failure: FailedStep) -> Self {
        Self { status: Status::Fail, text, failure: Some(failure), ..self }
    }
}

/// What came of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The bot does as it must.
    Pass,
    /// It does not.
    Fail,
    /// It could not be tried, or does not concern this bot.
    Skip,
}

/// The JSON Schema of a report.
pub fn schema() -> String {
    schema_of::<Report>("A step of a check of a bot")
}

/// What went wrong, beside what the text says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[schemars(rename = "Failure")]
pub struct FailedStep {
    /// The word of the fault that it would be in a match, where it would be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The line that is wrong, its control characters escaped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The place in `line` that is wrong, in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The position in which the bot was asked, as its seat sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What most probably is the cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// A command for a shell that shows the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<String>,
    /// The last lines of the bot's stderr.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}
