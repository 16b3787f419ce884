//! A start position of blocks, and the bot that judges its balance.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};
use uvi::{ClockWords, Words};

/// A start position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The name, or the number if there is no name.
    pub name: String,
    /// The whole position, as `setposition` takes it.
    pub position: Words,
    /// The PGN tags of the opening, each one of [`OPENING_FIELDS`](uvi_match::record::OPENING_FIELDS). They do not affect
    /// games.
    pub tags: BTreeMap<String, String>,
}

/// The opening as a line of a file of openings.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, position, tags } = self;
        write!(f, "{name}\t{position}")?;
        tags.iter().try_for_each(|(tag, text)| write!(f, "\t{tag} {text}"))
    }
}

impl Opening {
    /// Returns a line of a file of openings without the line's tags.
    pub(crate) fn untagged(line: &str) -> &str {
        line.match_indices('\t').nth(1).map_or(line, |(end, _)| &line[..end])
    }
}

/// A bot that judges positions, and the bounds of its judgement.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
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
    /// True if `within` is a positive number.
    pub fn is_possible(&self) -> bool {
        self.within > 0.0 && self.within.is_finite()
    }

    /// The same, with a command line made by `find`.
    #[must_use]
    pub fn found(&self, find: impl Fn(&str) -> String) -> Self {
        Self { bot: find(&self.bot), ..self.clone() }
    }

    /// The limits of the bot.
    pub(crate) fn clock(&self) -> ClockWords {
        self.clock.unwrap_or_else(|| ClockWords { nodes: Some(1000), ..ClockWords::default() })
    }
}
