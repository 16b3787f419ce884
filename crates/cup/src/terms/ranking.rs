//! The ranking of standings, and the zero of ratings.

use std::fmt;

use itertools::Itertools as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The chosen ranking of standings, and the zero of ratings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranking {
    /// The tie-breaks, in the order of use; empty for the defaults.
    pub tie_breaks: Vec<TieBreak>,
    /// The name of the anchor bot, and its rating.
    pub anchor: Option<(String, f64)>,
}

uvi::spelled! {
    /// A tie-break between bots with equal scores.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum TieBreak {
        /// The sum of the opponents' scores, each counted once for each block.
        Buchholz = "buchholz",
        /// The Buchholz sum without the lowest opponent.
        BuchholzCut = "buchholz-cut",
        /// The sum of the opponents' scores, each multiplied by the part of the points won against the opponent.
        SonnebornBerger = "sonneborn-berger",
        /// The score in the games of the level bots against each other, if each of them met each.
        HeadToHead = "head-to-head",
        /// The number of games in which the bot alone had the most points.
        Wins = "wins",
        /// The rating, which takes the strength of opponents into account.
        Rating = "rating",
    }
}

impl TieBreak {
    /// The defaults of a Swiss, which favour stronger opponents.
    pub const SWISS: [Self; 4] = [Self::Buchholz, Self::SonnebornBerger, Self::HeadToHead, Self::Wins];

    /// The defaults of other formats, in which all bots have similar opponents.
    pub const OTHERS: [Self; 3] = [Self::HeadToHead, Self::SonnebornBerger, Self::Wins];
}

/// The bot from which ratings are counted: its name, with its rating if that is not 0; in one text, `NAME=ELO`.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Anchor {
    /// The name of a bot with rating 0, or `NAME=ELO`.
    Name(String),
    /// A bot with this rating.
    Rated {
        /// The name of the bot.
        name: String,
        /// The rating of the bot.
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
    /// The name and the rating, which must be one of these bots and finite.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn among<'b>(&self, bots: impl Iterator<Item = &'b str> + Clone) -> Result<(String, f64), String> {
        let is_bot = |name: &str| bots.clone().any(|bot| bot == name);
        let (name, elo) = self.parts(is_bot);
        if is_bot(name) && elo.is_finite() {
            return Ok((name.to_owned(), elo));
        }
        let expected = "anchor: expected a bot and a finite rating, such as NAME=1500";
        Err(format!("{expected}, found {self}; the bots are {}", bots.clone().join(", ")))
    }

    /// The name of the bot and its rating. A text that is a bot's name is not split, because names may contain `=`. The
    /// rating is 0 if the text has none.
    fn parts(&self, is_bot: impl Fn(&str) -> bool) -> (&str, f64) {
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
