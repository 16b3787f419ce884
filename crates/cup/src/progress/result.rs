//! The result of a game. All of it is read from the game's log, so it does not matter whether the game was played just
//! now, in pieces, or long ago.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use uvi::{Points, Seed};
use uvi_games::game::{BySeat, MAX_SEATS, Score};
use uvi_match::record::{TournamentGame, schema_of};

use super::{Fingerprint, LogFacts, SeatEffort, SeatFault, SeatTimes};
use crate::{
    plan::{self, Plan},
    schedule::PlannedGame,
};

/// A line of the results: a finished game. Nothing in it depends on when, or beside which other games, the game was
/// played.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct GameResult {
    /// The number of the game in the plan, from 1.
    pub game: u32,
    /// The block of the game, from 1. The games of a block are played over the same luck.
    pub block: u32,
    /// The round, from 1.
    pub round: u32,
    /// The names of the bots, in seat order.
    pub seats: Vec<String>,
    /// The name of the opening, if the tournament has openings.
    pub opening: Option<String>,
    /// The reason of the end.
    pub reason: String,
    /// The points of each seat, such as `"1/3"`.
    pub score: Option<Vec<Points>>,
    /// The score that all seats share.
    pub shared: Option<u32>,
    /// The number of decisions.
    pub decisions: u32,
    /// The fingerprint of the game: the same for two games with the same start, chance, decisions and end.
    pub course: Option<Fingerprint>,
    /// The faults of bots, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<SeatFault>,
    /// The effort of bots, if they could try again or counted tokens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub efforts: Vec<SeatEffort>,
    /// The seed, published now that the game is over: 32 hex digits. Omitted for an imported game.
    pub seed: Option<Seed>,
    /// The path of the log in the folder of the tournament.
    pub log: String,
}

/// The fields of a result, in the order in which they are compared.
const FIELDS: &str = "game block round seats opening reason score shared decisions course faults efforts seed log";

/// The times of the bots of a game. They are kept apart from the result, which does not depend on time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameTimes {
    /// The number of the game.
    pub game: u32,
    /// The times, in seat order.
    pub seats: Vec<SeatTimes>,
}

/// The results and times of the games that were played.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KnownResults {
    /// The results, in the order of the plan.
    pub results: Vec<GameResult>,
    /// The times of these games. Omits games whose logs have no times.
    pub times: Vec<GameTimes>,
}

impl GameResult {
    /// The error for the log of a game that is not finished.
    pub const UNFINISHED: &str = "the game is not finished";

    /// The result of a game, from the facts of its log alone. Errors are words.
    ///
    /// # Errors
    /// If the log has no result, does not say its place in a tournament, or has a score that cannot be counted.
    pub fn of(facts: &LogFacts) -> Result<Self, String> {
        facts.result().ok_or(Self::UNFINISHED)?;
        let place = facts.head().tournament.clone();
        let place =
            place.ok_or_else(missing("tournament", "the block, round and game, as a tournament writes them"))?;
        let seats = facts.entrants();
        let read =
            Self::at(place, seats.ok_or_else(missing("entrant", "the name of each seat in the tournament"))?, facts)?;
        read.seed.ok_or_else(missing("seed", "32 hex digits"))?;
        Ok(read)
    }

    /// The names of the bots that had no fault.
    pub fn faultless(&self) -> impl Iterator<Item = &str> {
        let has_fault = |seat: u32| self.faults.iter().any(|fault| fault.seat == seat);
        (1..).zip(&self.seats).filter(move |(seat, _)| !has_fault(*seat)).map(|(_, name)| name.as_str())
    }

    /// The result of a game at this place, of bots with these names. Fails if the log has no result, or a score that
    /// cannot be counted.
    pub(crate) fn at(place: TournamentGame, seats: Vec<String>, facts: &LogFacts) -> Result<Self, String> {
        let result = facts.result().ok_or(Self::UNFINISHED)?;
        if result.score.is_none() && result.shared.is_none() {
            return Err("the game was aborted; remove the log to play it again".to_owned());
        }
        let read = Self {
            game: place.game,
            block: place.block,
            round: place.round,
            seats,
            opening: place.opening,
            reason: result.reason.clone(),
            score: result.score.clone(),
            shared: result.shared,
            decisions: result.decisions,
            course: Some(facts.course()),
            faults: facts.faults().iter().map(|it| SeatFault { seat: it.seat, fault: it.fault }).collect(),
            efforts: facts.efforts(),
            seed: result.seed,
            log: plan::log(place.game),
        };
        read.check().map(|()| read)
    }

    /// Checks that this is a result of the planned game.
    ///
    /// # Errors
    /// The first field that differs, with the plan's value as the expected value.
    pub fn check_plan(&self, plan: &Plan, game: &PlannedGame) -> Result<(), String> {
        let planned = Self {
            game: game.game,
            block: game.block,
            round: game.round,
            seats: plan.names_of(game),
            opening: plan.opening(game.deal).map(|opening| opening.name.clone()),
            seed: Some(plan.seed_of(game)),
            log: plan::log(game.game),
            ..self.clone()
        };
        planned.check_same(self)
    }

    /// Checks that another result has the same values.
    ///
    /// # Errors
    /// The first field that differs, with the value of this result as the expected value.
    pub fn check_same(&self, found: &Self) -> Result<(), String> {
        if self == found {
            return Ok(());
        }
        let json =
            |result: &Self| serde_json::to_value(result).expect("a result has only text keys and finite numbers");
        let (expected, found) = (json(self), json(found));
        match FIELDS.split(' ').find(|what| expected[what] != found[what]) {
            Some(what) => Err(other(what, expected[what].to_string(), &found[what].to_string())),
            None => Ok(()),
        }
    }

    /// The JSON Schema of a line of the results.
    pub fn schema() -> String {
        schema_of::<Self>("A line of the results of an Arbiter tournament, version 1")
    }

    /// Checks that there is exactly one score, with points for every seat if it is not shared.
    fn check(&self) -> Result<(), String> {
        let seats = self.seats.len();
        if !(1..=MAX_SEATS).contains(&seats) {
            return Err(format!("expected 1 to {MAX_SEATS} seats, found {seats}"));
        }
        match (&self.score, self.shared) {
            (Some(points), None) if points.len() == seats => Ok(()),
            (Some(points), None) => {
                Err(format!("expected points for {seats} seats, found points for {}", points.len()))
            }
            (None, Some(_)) => Ok(()),
            (Some(_), Some(_)) => Err("expected either score or shared, found both".to_owned()),
            (None, None) => Err("expected score or shared, found neither".to_owned()),
        }
    }

    /// The name of the bot in a seat, by its number from 1. `None` if there is no such seat.
    pub fn bot_at(&self, seat: u32) -> Option<&str> {
        self.seats.get((seat as usize).checked_sub(1)?).map(String::as_str)
    }

    /// The name of the bot at fault, for each fault.
    pub fn at_fault(&self) -> impl Iterator<Item = &str> {
        self.faults.iter().filter_map(|fault| self.bot_at(fault.seat))
    }

    /// The bot with fewer points, in a game of two.
    pub(crate) fn loser(&self) -> Option<&str> {
        let ([one, other], Some([first, second])) = (&*self.seats, self.score.as_deref()) else { return None };
        match f64::from(*first).total_cmp(&f64::from(*second)) {
            Ordering::Less => Some(one),
            Ordering::Greater => Some(other),
            Ordering::Equal => None,
        }
    }

    /// The score as a value: points for each seat, or one shared score.
    pub fn score(&self) -> Score {
        match (&self.score, self.shared) {
            (Some(points), _) => {
                let seats = u8::try_from(points.len()).expect("a result that was read has the points of a table");
                Score::Each(BySeat::new(seats, |seat| points[seat.index()]))
            }
            (None, shared) => Score::Shared(shared.expect("a result that was read has a score")),
        }
    }
}

fn missing(what: &'static str, expected: &'static str) -> impl FnOnce() -> String {
    move || other(what, expected.to_owned(), "none")
}

fn other(what: &'static str, expected: String, found: &str) -> String {
    format!("{what}: expected {expected}, found {found}")
}

/// Rejects a result whose score cannot be counted.
impl<'de> Deserialize<'de> for GameResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut result = Self::deserialize(deserializer)?;
        result.check().map_err(D::Error::custom)?;
        // A list that was read has room for more, which counts in a tournament of 100 000 games.
        result.seats.shrink_to_fit();
        result.score.iter_mut().for_each(Vec::shrink_to_fit);
        Ok(result)
    }
}

impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl GameTimes {
    /// The times of the decisions in a log; `None` if the log was written without times.
    pub fn of(facts: &LogFacts) -> Option<Self> {
        Some(Self { game: facts.head().tournament.as_ref()?.game, seats: facts.times()? })
    }

    /// True if these are the same times. A program that adds the times of a log may round the sums in another way.
    pub fn is_like(&self, other: &Self) -> bool {
        let near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * one.abs().max(1.0);
        let is_same = |(one, other): (&SeatTimes, &SeatTimes)| {
            one.decisions == other.decisions && near(one.ms, other.ms) && near(one.longest, other.longest)
        };
        let seats = self.seats.iter().zip(&other.seats);
        self.game == other.game && self.seats.len() == other.seats.len() && seats.into_iter().all(is_same)
    }
}
