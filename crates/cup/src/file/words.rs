//! The words and values of a tournament file.

use serde::{Deserialize, Serialize};
use uvi::{ClockWords, FromHost, InfoDetail, OnFault, Seed};

use crate::schedule::Seatings;

/// Who meets whom.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatWord {
    /// All meet all.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
    /// Those with like scores meet, and nobody is out.
    Swiss,
    /// Who loses is out.
    Knockout,
}

/// Which seatings the games of a block have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatingsWord {
    /// One game, as the table came.
    Fixed,
    /// Each bot has each seat once; with two seats, both ways round.
    #[default]
    Rotations,
    /// Every order.
    All,
}

impl From<SeatingsWord> for Seatings {
    fn from(word: SeatingsWord) -> Self {
        match word {
            SeatingsWord::Fixed => Self::Fixed,
            SeatingsWord::Rotations => Self::Rotations,
            SeatingsWord::All => Self::All,
        }
    }
}

/// In which order openings are taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// In which Elo a sequential test is meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ModelWord {
    /// The Elo of the mean score.
    #[default]
    Logistic,
    /// The mean score in its standard deviations.
    Normalized,
}

/// `on` or `off`; `true` or `false` are read as well.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase", try_from = "Scalar")]
pub enum Switch {
    /// Yes.
    On,
    /// No.
    #[default]
    Off,
}

impl Switch {
    /// As a truth.
    pub fn is_on(self) -> bool {
        self == Self::On
    }
}

impl TryFrom<Scalar> for Switch {
    type Error = String;

    fn try_from(value: Scalar) -> Result<Self, String> {
        match value.text(["on", "off"]).as_str() {
            "on" => Ok(Self::On),
            "off" => Ok(Self::Off),
            other => Err(format!("expected \"on\" or \"off\", found {other}")),
        }
    }
}

impl From<bool> for Switch {
    fn from(on: bool) -> Self {
        if on { Self::On } else { Self::Off }
    }
}

/// What follows a fault.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFaultWord {
    /// The seat forfeits.
    #[default]
    Forfeit,
    /// A random action is played.
    Random,
}

impl From<OnFaultWord> for OnFault {
    fn from(word: OnFaultWord) -> Self {
        match word {
            OnFaultWord::Forfeit => Self::Forfeit,
            OnFaultWord::Random => Self::Random,
        }
    }
}

/// What logs keep of `info`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InfoWord {
    /// Nothing.
    Off,
    /// The last figures.
    Last,
    /// Every line.
    All,
}

impl From<InfoWord> for InfoDetail {
    fn from(word: InfoWord) -> Self {
        match word {
            InfoWord::Off => Self::Off,
            InfoWord::Last => Self::Last,
            InfoWord::All => Self::All,
        }
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
    /// A text.
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

/// Limits in the words of the host link: `time 60000 inc 500`, or `none`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct ClockText(pub Option<ClockWords>);

impl TryFrom<String> for ClockText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        const BEFORE: &str = "clock x ";
        match format!("{BEFORE}{text}").parse() {
            Ok(FromHost::Clock { seat: None, clock, .. }) => Ok(Self(clock)),
            Ok(_) => Err(format!("expected limits such as \"time 60000 inc 500\", or \"none\", found {text:?}")),
            Err(error) => {
                let column = error.column.saturating_sub(BEFORE.len());
                Err(format!("column {column} of the clock: {}", error.kind))
            }
        }
    }
}

impl From<ClockText> for String {
    fn from(clock: ClockText) -> Self {
        clock.0.as_ref().map(uvi_match::referee::Limits::from).unwrap_or_default().to_string()
    }
}

/// Up to 32 hex digits.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct SeedText(pub Seed);

impl TryFrom<String> for SeedText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse::<Seed>().map(Self).map_err(|error| format!("the seed: {error}"))
    }
}

impl From<SeedText> for String {
    fn from(seed: SeedText) -> Self {
        seed.0.to_string()
    }
}
