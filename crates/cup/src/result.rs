//! What came of a game, as it stands in the results. All of it is read from the game's log, so that it is the same
//! whether the game was played just now, in pieces, or long ago.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uvi::Points;
use uvi_games::game::{BySeat, Score, Seat};
use uvi_match::record::{Log, schema_of};

use crate::{
    plan::{self, Plan},
    schedule::Entry,
};

/// A line of the results: a finished game. Nothing in it depends on when, or beside what, the game was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// Its number in the plan, from 1.
    pub game: u32,
    /// The block it belongs to, from 1: the games over the same luck.
    pub block: u32,
    /// The round, from 1.
    pub round: u32,
    /// The names of the bots, in seat order.
    pub seats: Vec<String>,
    /// The name of the opening, where there are openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Why it ended.
    pub reason: String,
    /// The points of each seat, such as `"1/3"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Vec<String>>,
    /// The score that all seats share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<u32>,
    /// How many decisions were made.
    pub decisions: u32,
    /// What bots did wrong, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<SeatFault>,
    /// The seed, published now that the game is over: 32 hex digits.
    pub seed: String,
    /// The log, below the folder of the tournament.
    pub log: String,
}

/// A fault of a bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatFault {
    /// The seat.
    pub seat: u32,
    /// The fault's word.
    pub fault: String,
}

/// How long the bots of a game took. It is apart from the result, which does not depend on time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameTimes {
    /// The number of the game.
    pub game: u32,
    /// In seat order.
    pub seats: Vec<SeatTimes>,
}

/// How long a bot took in a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatTimes {
    /// How many decisions it made.
    pub decisions: u32,
    /// How long they took together, in milliseconds.
    pub ms: f64,
    /// How long the longest took, in milliseconds.
    pub longest: f64,
}

/// What is known of the games that were played.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Held {
    /// The results, in the order of the plan.
    pub results: Vec<GameResult>,
    /// The times of the same games, where logs hold them.
    pub times: Vec<GameTimes>,
}

/// What is wrong with a log that should hold a game of the plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongLog {
    /// It has no result.
    #[error("the game is not finished")]
    Unfinished,
    /// The game was aborted, which tournaments never do.
    #[error("the game was aborted; remove the log to have it played again")]
    Aborted,
    /// It is the log of something else.
    #[error("{what}: expected {expected}, found {found}")]
    Other {
        /// Which field.
        what: &'static str,
        /// What the plan has.
        expected: String,
        /// What the log has.
        found: String,
    },
}

impl GameResult {
    /// The result of a planned game, from its log.
    ///
    /// # Errors
    /// Where the log is not that of this game, or has no result.
    pub fn read(plan: &Plan, game: &Entry, log: &Log) -> Result<Self, WrongLog> {
        let result = log.result().ok_or(WrongLog::Unfinished)?;
        if result.score.is_none() && result.shared.is_none() {
            return Err(WrongLog::Aborted);
        }
        let other = |what, expected: String, found: &str| WrongLog::Other { what, expected, found: found.to_owned() };
        let name = plan::name(game).to_string();
        if log.head.name != name {
            return Err(other("match", name, &log.head.name));
        }
        let seed = plan.seed_of(game).to_string();
        if result.seed.as_ref() != Some(&seed) {
            return Err(other("seed", seed, result.seed.as_deref().unwrap_or("none")));
        }
        let faults = log.faults().map(|fault| SeatFault { seat: fault.seat, fault: fault.fault.clone() });
        Ok(Self {
            game: game.game,
            block: game.block,
            round: game.round,
            seats: game.table.iter().map(|&bot| plan.entrant(bot).name.clone()).collect(),
            opening: plan.opening(game.block).map(|opening| opening.name.clone()),
            reason: result.reason.clone(),
            score: result.score.clone(),
            shared: result.shared,
            decisions: result.decisions,
            faults: faults.collect(),
            seed,
            log: plan::log(game),
        })
    }

    /// The JSON Schema of a line of the results.
    pub fn schema() -> String {
        schema_of::<Self>("A line of the results of an Arbiter tournament, version 1")
    }

    /// The score.
    pub fn score(&self) -> Score {
        match (self.shared, &self.score) {
            (Some(shared), _) => Score::Shared(shared),
            (None, points) => {
                let points: Vec<Points> =
                    points.iter().flatten().map(|text| fraction(text).unwrap_or(Points::ZERO)).collect();
                let of = |seat: Seat| points.get(seat.index()).copied().unwrap_or(Points::ZERO);
                Score::Each(BySeat::new(u8::try_from(self.seats.len()).unwrap_or(0), of))
            }
        }
    }
}

/// `"1"` or `"1/3"`.
fn fraction(text: &str) -> Option<Points> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    Points::new(above.parse().ok()?, below.parse().ok()?)
}

impl GameTimes {
    /// The times that a log has of its decisions; `None` where it was written without.
    pub fn read(game: &Entry, log: &Log) -> Option<Self> {
        let mut seats = vec![SeatTimes::default(); game.table.len()];
        for action in log.actions() {
            let Some(ms) = action.ms else { continue };
            let Some(seat) = usize::try_from(action.seat).ok().and_then(|seat| seats.get_mut(seat.checked_sub(1)?))
            else {
                continue;
            };
            seat.decisions += 1;
            seat.ms += ms;
            seat.longest = seat.longest.max(ms);
        }
        log.head.started.is_some().then_some(Self { game: game.game, seats })
    }
}
