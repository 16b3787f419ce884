//! The words and values of a tournament file.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use uvi::{ClockWords, Seed};

/// How often a bot must lose to be out of a knockout.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Elimination {
    /// Once.
    #[default]
    Single,
    /// Twice.
    Double,
}

/// In which order openings are taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningOrder {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// Whether a bot may remember a game when it plays another one over the same luck.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// It is restarted between them.
    #[default]
    Forbidden,
    /// It may be the same process.
    Allowed,
}

impl Memory {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A value of an option, which people write as a number, a truth or a text.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Scalar {
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// A number with a fraction.
    Fraction(f64),
    /// Everything else.
    Text(String),
}

impl Scalar {
    /// As the protocol writes it; rule options write a truth as `on` and `off`, bots as `true` and `false`.
    pub(crate) fn text(&self, [yes, no]: [&str; 2]) -> String {
        match self {
            Self::Truth(truth) => if *truth { yes } else { no }.to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Fraction(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Up to 32 hex digits.
pub(crate) fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seed>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(|error| D::Error::custom(format!("the seed: {error}")))
}

/// Limits in the words of the host link: `time 60000 inc 500`, or `none`.
pub(crate) fn clock<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ClockWords>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = |error: uvi::ParseError| format!("column {} of the clock: {}", error.column, error.kind);
    text.parse().map(Some).map_err(|error| D::Error::custom(wrong(error)))
}
