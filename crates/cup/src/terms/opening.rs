//! A position that blocks start from, and the bot that says whether it is balanced.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};
use uvi::{ClockWords, Text, Words};

/// A position to start from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// What people call it; its number where nobody does.
    pub name: String,
    /// The whole position, as `setposition` takes it.
    pub position: Words,
    /// What PGN calls it: its [`OPENING_TAGS`](uvi_match::record::OPENING_TAGS), as far as they are known. No game depends
    /// on them.
    pub tags: BTreeMap<String, String>,
}

/// A line of a file of openings.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, position, tags } = self;
        write!(f, "{name}\t{position}")?;
        tags.iter().try_for_each(|(tag, text)| write!(f, "\t{tag} {text}"))
    }
}

impl Opening {
    /// A line of a file of openings without what PGN calls it.
    pub(crate) fn untagged(line: &str) -> &str {
        line.match_indices('\t').nth(1).map_or(line, |(end, _)| &line[..end])
    }
}

/// A bot that judges positions, and what it may say of those that are taken.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BalanceKeys {
    /// The command line of the bot that judges.
    pub bot: String,
    /// The most by which the bot may see itself ahead or behind, in hundreds of its `info score`.
    pub within: f64,
    /// The bot's limits. Default: `nodes 1000`.
    #[serde(default, deserialize_with = "super::words::clock", skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockWords>,
}

impl BalanceKeys {
    /// The bot and what is asked of it, where `find` makes a command line that can be started; `None` if nothing can
    /// be within that.
    pub fn balance(&self, find: impl Fn(&str) -> String) -> Option<Balance> {
        let thought = ClockWords { nodes: Some(1000), ..ClockWords::default() };
        let balance =
            Balance { command: Text::new(find(&self.bot)), within: self.within, clock: self.clock.unwrap_or(thought) };
        (self.within > 0.0 && self.within.is_finite()).then_some(balance)
    }
}

/// A bot that judges positions.
#[derive(Debug, Clone, PartialEq)]
pub struct Balance {
    /// Its command line.
    pub command: Text,
    /// What it may give itself at most, and at least with a minus, in hundreds of its `info score`.
    pub within: f64,
    /// How long it thinks.
    pub clock: ClockWords,
}
