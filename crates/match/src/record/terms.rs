//! What holds for all seats of a match, as the head of its log has it. A tournament's plan and a match being prepared
//! carry the same value.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use uvi::{FaultWords, InfoDetail, OnFault, Patience, Switch};

use super::{Adjudication, Ground::Checked, Grounds, ground::row};

/// What holds for all seats of a match.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Terms {
    /// `forfeit` or `random`.
    #[serde(rename = "onfault")]
    pub on_fault: OnFault,
    /// How often in a game each bot is asked again after an answer that was refused, before that is a fault; left out
    /// where it is never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000))]
    pub retry: Option<u32>,
    /// The waiting times.
    #[serde(with = "whole")]
    #[schemars(with = "PatienceHead")]
    pub patience: Patience,
    /// What is kept of `info` lines: `off`, `last`, `all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoDetail>,
    /// Whether the host may take decisions back where bots play too; left out if nothing is said of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takebacks: Option<Switch>,
    /// When the game is ended before its rules end it, such as `resign 900 4`; left out if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_text")]
    #[schemars(with = "Option<String>")]
    pub adjudication: Option<Adjudication>,
}

/// Why each of these is believed in a log.
pub(super) const GROUNDS: &[Grounds] = &[
    row("match", "onfault", Checked, "what follows each fault is what it says"),
    row("match", "retry", Checked, "no bot is asked again more often"),
    row("match", "patience", Checked, "it can be read"),
    row("match", "info", Checked, "it can be read"),
    row("match", "takebacks", Checked, "where a bot plays, nothing is taken back without it"),
    row("match", "adjudication", Checked, "the game ends where it says"),
];

impl Terms {
    /// How often a bot is asked again, and what follows a fault.
    pub fn fault_words(&self) -> FaultWords {
        FaultWords { retry: self.retry, then: self.on_fault }
    }

    /// Sets how often a bot is asked again, and what follows a fault.
    pub fn set_fault_words(&mut self, words: FaultWords) {
        (self.retry, self.on_fault) = (words.retry, words.then);
    }

    /// What is kept of `info` lines; the default where nothing is said of it.
    pub fn info(&self) -> InfoDetail {
        self.info.unwrap_or_default()
    }

    /// Whether the host may take decisions back where bots play too.
    pub fn takebacks(&self) -> bool {
        self.takebacks.is_some_and(Switch::is_on)
    }

    /// The same with nothing left unsaid, for the head of a log.
    #[must_use]
    pub fn said(self) -> Self {
        Self { info: Some(self.info()), ..self }
    }
}

/// The waiting times, in milliseconds.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct PatienceHead {
    /// From the start of the bot to `uviok`.
    greet: u64,
    /// For each `readyok`.
    ready: u64,
    /// To leave after `quit`.
    quit: u64,
}

/// A log has all waiting times, also those that nobody named.
mod whole {
    use super::*;

    pub(super) fn serialize<S: Serializer>(patience: &Patience, serializer: S) -> Result<S::Ok, S::Error> {
        let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let [greet, ready, quit] = [patience.greet(), patience.ready(), patience.quit()].map(millis);
        PatienceHead { greet, ready, quit }.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Patience, D::Error> {
        let PatienceHead { greet, ready, quit } = PatienceHead::deserialize(deserializer)?;
        Ok(Patience { greet: Some(greet), ready: Some(ready), quit: Some(quit) })
    }
}

/// A log has an adjudication in its own words.
mod as_text {
    use super::*;

    pub(super) fn serialize<S: Serializer>(rules: &Option<Adjudication>, serializer: S) -> Result<S::Ok, S::Error> {
        rules.map(|rules| rules.to_string()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Adjudication>, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
        let read = text.parse::<Adjudication>();
        read.map(Some).map_err(|error| de::Error::custom(format!("adjudication: {error}, found {text:?}")))
    }
}
