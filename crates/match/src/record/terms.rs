//! The terms of a match, which hold for all its seats, as the head of a log stores them. A tournament plan and a match
//! under construction also use this type.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use uvi::{FaultWords, InfoDetail, OnFault, Patience, Switch};

use super::Adjudication;

/// The terms that hold for all seats of a match.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Terms {
    /// `forfeit` or `random`.
    #[serde(rename = "onfault")]
    pub on_fault: OnFault,
    /// The number of times in a game that each bot is asked again after a refused answer. The next refused answer is a
    /// fault. Omitted if 0.
    #[schemars(range(min = 1, max = 1000))]
    pub retry: Option<u32>,
    /// The waiting times.
    #[serde(with = "whole")]
    #[schemars(with = "PatienceHead")]
    pub patience: Patience,
    /// The `info` lines that the log keeps: `off`, `last`, `all`.
    pub info: Option<InfoDetail>,
    /// `on` if the host may take decisions back in a match with bots. Omitted if the host has not said.
    pub takebacks: Option<Switch>,
    /// The rules that end a game before its own rules do, such as `resign 900 4`. Omitted if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_text")]
    #[schemars(with = "Option<String>")]
    pub adjudication: Option<Adjudication>,
    /// `on` if the log has the mistakes in what bots say of their play. Omitted if it has none.
    pub warn: Option<Switch>,
}

impl Terms {
    /// The number of tries, and the consequence of a fault.
    pub fn fault_words(&self) -> FaultWords {
        FaultWords { retry: self.retry, then: self.on_fault }
    }

    /// Sets the number of tries, and the consequence of a fault.
    pub fn set_fault_words(&mut self, words: FaultWords) {
        (self.retry, self.on_fault) = (words.retry, words.then);
    }

    /// The `info` lines that the log keeps, or the default.
    pub fn info(&self) -> InfoDetail {
        self.info.unwrap_or_default()
    }

    /// True if the host may take decisions back in a match with bots.
    pub fn takebacks(&self) -> bool {
        self.takebacks.is_some_and(Switch::is_on)
    }

    /// True if the log has the mistakes in what bots say of their play.
    pub fn warns(&self) -> bool {
        self.warn.is_some_and(Switch::is_on)
    }

    /// Returns the terms as the head of a log states them: `info` has its default if it was not set.
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
    /// To exit after `quit`.
    quit: u64,
}

/// Writes all waiting times to a log, including defaults.
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

/// Writes adjudication rules to a log as text.
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
