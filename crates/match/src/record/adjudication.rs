//! Adjudication: ends a game before its rules do, by its length, by the scores of its bots or by tables of endgames.
//! Length and scores are in the log, so every reader of the log gets the same result; a reader without the tables takes
//! their word on trust.

use std::{
    fmt,
    iter::Peekable,
    str::{FromStr, Split},
};

use serde::{Deserialize, Serialize};
use uvi_games::game::Endgame;

/// The rules that end a game before its own rules do.
///
/// The text form is that of the field `adjudication` in the head of a log: `max-decisions 400 resign 900 4 both draw 40
/// 8 5 tables 5 ignore50 wins like fastchess`. Tournament files write the rules as a table.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudication {
    /// Ends the game after this number of decisions. The seats still in the game share the point; a cooperative game
    /// keeps its shared score. At 0, as in the log of a draw that nobody has played, it ends before the first decision.
    pub max_decisions: Option<u32>,
    /// Counts scores and moves as this other program does. Only for variants that count moves as FEN does.
    pub like: Option<CountingManner>,
    /// Ends the game if a seat says that it is lost.
    pub resign: Option<ResignRule>,
    /// Ends the game if both seats say that the position is even.
    pub draw: Option<DrawRule>,
    /// Ends the game if tables of endgames have the position. Only for variants that they have positions of.
    pub tables: Option<TablesRule>,
}

uvi::spelled! {
    /// A program whose manner of counting scores and moves can be chosen.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum CountingManner {
        /// cutechess-cli.
        Cutechess = "cutechess",
        /// fastchess.
        Fastchess = "fastchess",
    }
}

/// The rule for a seat that says it is lost.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// The limit of a lost position, at least 0: the seat gives itself minus this score or less.
    pub score: f64,
    /// The number of such scores in a row, at least 1.
    pub count: u32,
    /// True if the other seat must have given itself `score` or more, `count` times in a row.
    #[serde(default)]
    pub both: bool,
}

/// The rule for two seats that say the position is even.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The rule does not apply before this number of decisions.
    #[serde(default)]
    pub after: u32,
    /// The limit of an even position, at least 0: each seat gives itself a score from minus this number to this number.
    pub score: f64,
    /// The number of such scores in a row, at least 1.
    pub count: u32,
}

/// The rule for positions that tables of endgames have: those without castling, just after a capture or a pawn move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TablesRule {
    /// The most men of such a position, at least 2.
    #[serde(default = "TablesRule::most")]
    pub men: u32,
    /// True if a win counts that the rule of fifty moves makes a draw.
    #[serde(default)]
    pub ignore50: bool,
    /// The results that end the game; all of them by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<TableResults>,
}

impl TablesRule {
    /// The most men that tables of Syzygy have.
    const fn most() -> u32 {
        7
    }

    /// True if a draw, or else a win, ends the game.
    pub(super) fn ends(self, is_draw: bool) -> bool {
        self.only.is_none_or(|only| (only == TableResults::Draws) == is_draw)
    }
}

impl Default for TablesRule {
    fn default() -> Self {
        Self { men: Self::most(), ignore50: false, only: None }
    }
}

uvi::spelled! {
    /// The results of tables that end a game.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum TableResults {
        /// Wins and losses.
        Wins = "wins",
        /// Draws.
        Draws = "draws",
    }
}

/// The answer of tables of endgames, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableAnswer {
    /// It loses.
    Loss,
    /// It loses, but not within fifty moves.
    LateLoss,
    /// Neither side wins.
    Draw,
    /// It wins, but not within fifty moves.
    LateWin,
    /// It wins.
    Win,
}

/// Asks tables of endgames. The answer follows from the position and the tables; `None` if they lack the position.
pub type Probe = fn(&Endgame) -> Option<TableAnswer>;

/// The error of adjudication text that cannot be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a rule such as \"max-decisions 400 resign 900 4 draw 40 8 5\"")]
pub struct AdjudicationError;

impl Adjudication {
    /// True if a rule uses the scores of bots, which are comparable only between two opponents.
    pub fn listens(&self) -> bool {
        self.resign.is_some() || self.draw.is_some() || self.like.is_some()
    }

    /// True if no rule ends a game.
    fn is_empty(&self) -> bool {
        self.max_decisions.is_none() && self.resign.is_none() && self.draw.is_none() && self.tables.is_none()
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rules = Vec::new();
        if let Some(most) = self.max_decisions {
            rules.push(format!("max-decisions {most}"));
        }
        if let Some(ResignRule { score, count, both }) = self.resign {
            rules.push(format!("resign {score} {count}{}", if both { " both" } else { "" }));
        }
        if let Some(DrawRule { after, count, score }) = self.draw {
            rules.push(format!("draw {after} {count} {score}"));
        }
        if let Some(TablesRule { men, ignore50, only }) = self.tables {
            let ignore50 = if ignore50 { " ignore50" } else { "" };
            let only = only.map(|only| format!(" {only}")).unwrap_or_default();
            rules.push(format!("tables {men}{ignore50}{only}"));
        }
        if let Some(manner) = self.like {
            rules.push(format!("like {manner}"));
        }
        f.write_str(&rules.join(" "))
    }
}

impl FromStr for Adjudication {
    type Err = AdjudicationError;

    /// Parses the rules in the order in which they are written, each at most once.
    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let (mut words, mut read) = (RuleWords(text.split(' ').peekable()), Self::default());
        if words.takes("max-decisions") {
            read.max_decisions = Some(words.number(0)?);
        }
        if words.takes("resign") {
            let (score, count) = (words.score()?, words.number(1)?);
            read.resign = Some(ResignRule { score, count, both: words.takes("both") });
        }
        if words.takes("draw") {
            let (after, count) = (words.number(0)?, words.number(1)?);
            read.draw = Some(DrawRule { after, count, score: words.score()? });
        }
        if words.takes("tables") {
            let (men, ignore50) = (words.number(2)?, words.takes("ignore50"));
            let only = TableResults::ALL.into_iter().find(|only| words.takes(only.word()));
            read.tables = Some(TablesRule { men, ignore50, only });
        }
        if words.takes("like") {
            let manner = CountingManner::ALL.into_iter().find(|manner| words.takes(manner.word()));
            read.like = Some(manner.ok_or(AdjudicationError)?);
        }
        if words.0.next().is_some() || read.is_empty() { Err(AdjudicationError) } else { Ok(read) }
    }
}

/// The words of rules that are not read yet.
struct RuleWords<'a>(Peekable<Split<'a, char>>);

impl RuleWords<'_> {
    /// Takes the next word if it is this one.
    fn takes(&mut self, word: &str) -> bool {
        self.0.next_if_eq(&word).is_some()
    }

    fn number(&mut self, least: u32) -> Result<u32, AdjudicationError> {
        let word = self.0.next().filter(|word| !word.starts_with('+'));
        word.and_then(|word| word.parse().ok()).filter(|&number| number >= least).ok_or(AdjudicationError)
    }

    /// Takes a finite number from 0.
    fn score(&mut self) -> Result<f64, AdjudicationError> {
        let score = self.0.next().and_then(|word| word.parse().ok());
        score.filter(|score: &f64| score.is_finite() && *score >= 0.0).ok_or(AdjudicationError)
    }
}
