//! Points as exact fractions, and the score of a finished game.

use std::fmt;

/// A whole number or a fraction in lowest terms: `1`, `0`, `1/2`, `1/3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Points {
    numerator: u32,
    denominator: u32,
}

impl Points {
    /// No points.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// One point.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// The fraction in lowest terms; `None` if the denominator is 0.
    pub fn new(numerator: u32, denominator: u32) -> Option<Self> {
        let divisor = greatest_common_divisor(numerator, denominator);
        (denominator != 0).then(|| Self { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// The number above the fraction bar.
    pub fn numerator(self) -> u32 {
        self.numerator
    }

    /// The number below the fraction bar, never 0.
    pub fn denominator(self) -> u32 {
        self.denominator
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// The score of a finished game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ScoreText {
    /// Points for each seat, in seat order: `score 1 0 0`.
    Each(Vec<Points>),
    /// One score that all seats share: `shared 1234`.
    Shared(u32),
}

impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        Self::from(points.numerator) / Self::from(points.denominator)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// Writes the score with its keyword: `score 1 0 0`, `shared 1234`.
impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Each(points) => {
                f.write_str("score")?;
                points.iter().try_for_each(|points| write!(f, " {points}"))
            }
            Self::Shared(points) => write!(f, "shared {points}"),
        }
    }
}
