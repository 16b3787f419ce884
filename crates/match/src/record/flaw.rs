//! The mistakes in what a bot says of its own play, beside its actions: lines of play that break the rules, mates that
//! the lines do not show, and answers that do not begin the last line. They are no faults: the game goes on.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A mistake in what a bot says of its own play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Flaw {
    /// The line has an action that is not legal there.
    IllegalLine,
    /// The line continues after the end of the game.
    BeyondEnd,
    /// The line is shorter than the mate that the score tells.
    ShortMate,
    /// The line is longer than the mate that the score tells.
    LongMate,
    /// The line of a mate does not end with it.
    NoMate,
    /// The answer is not the first action of the last line.
    OtherAnswer,
    /// The bot told something before its answer, and no score.
    NoScore,
}

/// A mistake in what a bot said before an answer. Each is recorded once for an answer.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlawRecord {
    /// The mistake.
    pub flaw: Flaw,
    /// The action that is wrong in the line; the answer if it differs from the line.
    pub action: Option<String>,
    /// The reason for the end of the game, if the line continues after it.
    pub reason: Option<String>,
    /// The text of the `info`.
    pub info: Option<String>,
}

/// Writes what is wrong, as a clause whose subject is the bot.
impl fmt::Display for FlawRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let action = self.action.as_deref().unwrap_or_default();
        match self.flaw {
            Flaw::IllegalLine => write!(f, "its line has {action}, which is not legal there")?,
            Flaw::BeyondEnd => {
                let reason = self.reason.as_deref().unwrap_or_default();
                write!(f, "its line has {action} after the end of the game by {reason}")?;
            }
            Flaw::ShortMate => f.write_str("its line is shorter than the mate of its score")?,
            Flaw::LongMate => f.write_str("its line is longer than the mate of its score")?,
            Flaw::NoMate => f.write_str("its line does not end with the mate of its score")?,
            Flaw::OtherAnswer => write!(f, "its answer {action} is not the beginning of its last line")?,
            Flaw::NoScore => f.write_str("it told no score before its answer")?,
        }
        self.info.as_ref().map_or(Ok(()), |info| write!(f, ": info {info}"))
    }
}
