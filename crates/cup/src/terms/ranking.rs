//! How standings are ranked, and what ratings are counted from.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How standings are ranked and what ratings are counted from, where people have chosen that.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranking {
    /// What decides between bots with the same score, the first first; the usual ones where there are none.
    pub tie_breaks: Vec<TieBreak>,
    /// A bot, by its name, and the rating that it has.
    pub anchor: Option<(String, f64)>,
}

/// What decides between bots with the same score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The sum of the scores of those it met, each as often as they met.
    Buchholz,
    /// The same without the lowest of them.
    BuchholzCut,
    /// The sum of the scores of those it met, each counted with the part of the points that it got there.
    SonnebornBerger,
    /// The games of those who are level among each other, where each of them met each.
    HeadToHead,
    /// Games with the most points, alone.
    Wins,
    /// The rating, which takes the strength of opponents into account.
    Rating,
}

impl TieBreak {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Buchholz, Self::BuchholzCut, Self::SonnebornBerger, Self::HeadToHead, Self::Wins, Self::Rating];

    /// Those of a Swiss where none are chosen: who had the stronger opponents.
    pub const SWISS: [Self; 4] = [Self::Buchholz, Self::SonnebornBerger, Self::HeadToHead, Self::Wins];

    /// Those of other formats, in which all have like opponents.
    pub const OTHERS: [Self; 3] = [Self::HeadToHead, Self::SonnebornBerger, Self::Wins];

    /// Its word in a file and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Buchholz => "buchholz",
            Self::BuchholzCut => "buchholz-cut",
            Self::SonnebornBerger => "sonneborn-berger",
            Self::HeadToHead => "head-to-head",
            Self::Wins => "wins",
            Self::Rating => "rating",
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// There is no such tie-break.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected buchholz, buchholz-cut, sonneborn-berger, head-to-head, wins or rating, found {0}")]
pub struct TieBreakError(String);

impl FromStr for TieBreak {
    type Err = TieBreakError;

    fn from_str(text: &str) -> Result<Self, TieBreakError> {
        Self::ALL.into_iter().find(|tie_break| tie_break.word() == text).ok_or_else(|| TieBreakError(text.to_owned()))
    }
}

/// The bot from which ratings are counted: its name, with its rating where that is not 0; `NAME=ELO` says both in one.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Anchor {
    /// It has 0, or what stands behind a `=`.
    Name(String),
    /// It has this rating.
    Rated {
        /// The bot's name.
        name: String,
        /// Its rating.
        elo: f64,
    },
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) => f.write_str(text),
            Self::Rated { name, elo } => write!(f, "{name}={elo}"),
        }
    }
}

impl Anchor {
    /// The name of the bot and its rating. A bot may have a `=` in its name.
    pub fn parts(&self, is_bot: impl Fn(&str) -> bool) -> (&str, f64) {
        match self {
            Self::Rated { name, elo } => (name, *elo),
            Self::Name(name) if is_bot(name) => (name, 0.0),
            Self::Name(text) => {
                let rated = text.rsplit_once('=').and_then(|(name, elo)| Some((name.trim(), elo.trim().parse().ok()?)));
                rated.unwrap_or((text, 0.0))
            }
        }
    }
}
