//! A finished round of a ladder.

use serde::{Deserialize, Serialize};
use uvi::Digest;

use crate::progress::{GameResult, GameTimes};

/// The number of characters of an origin in the name of a folder.
const ORIGIN: usize = 12;

/// A finished round, as the ladder keeps it in a file of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedRound {
    /// The number of the round, from 1.
    pub round: u32,
    /// The SHA-256 of the round in the ladder that played it; `None` if this ladder did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Digest>,
    /// The name of the game.
    pub game: String,
    /// The settings of the game, as [`LadderFile::settings`](super::LadderFile::settings) has them; `None` from an older
    /// arbiter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<String>,
    /// The results, in the order of the round's plan.
    pub results: Vec<GameResult>,
    /// The times of the bots, in the same order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<GameTimes>,
    /// The bots that could not play. They play this game no more, until they change or the ladder is started again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub benched: Vec<BenchedBot>,
}

impl FinishedRound {
    /// The name of the round's folder.
    pub fn folder(&self) -> String {
        match &self.origin {
            None => Self::folder_of(self.round, &self.game),
            Some(origin) => format!("from-{}-{}", &origin.to_string()[..ORIGIN], self.game),
        }
    }

    /// The name of the folder of a round that this ladder plays.
    pub fn folder_of(round: u32, game: &str) -> String {
        format!("{round:06}-{game}")
    }
}

/// A bot that could not play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchedBot {
    /// The name of the bot, with its version.
    pub bot: String,
    /// The reason.
    pub reason: String,
}
