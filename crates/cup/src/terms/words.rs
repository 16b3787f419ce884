//! The words and values of a tournament file.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use uvi::{ClockWords, Digest, Seed};

/// A file of a bot, with its hash.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// The index of the word of the command line that names the file; 0 is the program.
    pub word: u32,
    /// The SHA-256 of the file.
    pub sha256: Digest,
}

/// The number of losses after which a bot is out of a knockout.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Elimination {
    /// One loss.
    #[default]
    Single,
    /// Two losses.
    Double,
}

/// The order in which openings are used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningOrder {
    /// The order of the file.
    #[default]
    Sequential,
    /// An order shuffled by the seed.
    Random,
    /// The order of fastchess with the same seed: the last 16 hex digits are its number.
    Fastchess,
}

/// Says if a bot may play two games with the same chance events in one process, and so remember the first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// The bot is restarted between two such games.
    #[default]
    Forbidden,
    /// The bot may keep running.
    Allowed,
}

impl Memory {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// An option value: a number, a boolean or a string.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Scalar {
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// A fractional number.
    Fraction(f64),
    /// Everything else.
    Text(String),
}

impl Scalar {
    /// The value as the protocol writes it. Booleans are `on` and `off` in rule options, `true` and `false` in bots'.
    pub(crate) fn text(&self, [yes, no]: [&str; 2]) -> String {
        match self {
            Self::Truth(truth) => if *truth { yes } else { no }.to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Fraction(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Reads a seed of up to 32 hex digits.
pub(crate) fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seed>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(|error| D::Error::custom(format!("the seed: {error}")))
}

/// Reads limits in which a bot can answer: `time 60000 inc 500`, `60+0.5`, or `none`.
pub(crate) fn clock<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ClockWords>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = |error: uvi::ParseError| format!("column {} of the clock: {}", error.column, error.kind);
    let clock: ClockWords = text.parse().map_err(|error| D::Error::custom(wrong(error)))?;
    clock.playable().map(Some).map_err(|error| D::Error::custom(format!("the clock: {error}")))
}
