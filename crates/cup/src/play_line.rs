//! The lines of `arbiter play --json`: one for each game, and one with the standings of all of them. Their words and
//! types are those of the log, of a tournament's results and of its standings.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use uvi::{Digest, Fault, Points, Seed};
use uvi_match::record::{FaultRecord, PlayerKind, SeatHead, schema_of};

use crate::{
    progress::{Effort, Fingerprint, LogFacts, SeatTimes},
    schedule::{BotIndex, Lineup},
    standings::{RatedGame, Standings},
    stats::GameScore,
};

/// A line of `arbiter play --json`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum PlayLine {
    /// A game that is over.
    Game(Box<GameLine>),
    /// The standings of all games, after the last one. Only with `--rotate`.
    Sums(Box<Standings>),
}

/// A game of `arbiter play`.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GameLine {
    /// The number of the game, from 1.
    pub game: u32,
    /// The block of the game, from 1. The games of a block are played over the same luck. Only with `--rotate`.
    pub block: Option<u32>,
    /// The word of the variant.
    pub variant: String,
    /// All rule options, including those at their default.
    pub options: BTreeMap<String, String>,
    /// The players, in seat order.
    pub seats: Vec<SeatLine>,
    /// The reason for the end: a word of the rules page, the word of a fault, `resign`, `adjudication` or `abort`.
    pub reason: String,
    /// The points of each seat, such as `"1/3"`. Omitted if all seats share a score, and after `abort`.
    pub score: Option<Vec<Points>>,
    /// The score that all seats share.
    pub shared: Option<u32>,
    /// The winner as a sentence for people. Its wording may change.
    pub winner: String,
    /// The number of decisions. Forced passes do not count.
    pub decisions: u32,
    /// The fingerprint of the game: the same for two games with the same start, chance, decisions and end.
    pub course: Fingerprint,
    /// The seed, published now that the game is over: 32 hex digits.
    pub seed: Option<Seed>,
    /// The path of the log, if one was written.
    pub log: Option<String>,
    /// The SHA-256 of the whole log, in hex. Omitted without a complete log.
    pub sha256: Option<Digest>,
}

/// A player of a game, with the figures of its seat.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SeatLine {
    /// The number of the seat, from 1.
    pub seat: u32,
    /// Bot or host. The host is the person who plays.
    pub player: PlayerKind,
    /// The name that the bot sent, or `null` if the bot never greeted.
    #[serialize_always]
    pub name: Option<String>,
    /// The command line of the bot; `null` for a person.
    #[serialize_always]
    pub command: Option<String>,
    /// The number of the player on the command line, from 1, by which two players of one name can be told apart. Only with
    /// `--rotate`.
    pub place: Option<usize>,
    /// The points of the seat. Omitted if all seats share a score, and after `abort`.
    pub points: Option<Points>,
    /// The rank of the seat, 1 for the most points. Seats with equal points all have the best rank that they share.
    /// Omitted after `abort`.
    pub rank: Option<usize>,
    /// The faults of the bot, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultLine>,
    /// The time that the bot took. Omitted with `--times off`.
    pub times: Option<SeatTimes>,
    /// The effort of the bot, if it could try again or counted tokens.
    pub effort: Option<Effort>,
}

/// A fault of a bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FaultLine {
    /// The word of the fault.
    pub fault: Fault,
    /// The details: what was expected and what was found. For people; its wording may change.
    pub text: String,
}

impl PlayLine {
    /// The JSON Schema of a line.
    pub fn schema() -> String {
        schema_of::<Self>("A line of arbiter play --json, version 1")
    }
}

impl GameLine {
    /// The line of a game with these facts; without its log. `None` if the game is not over.
    pub fn of(game: u32, facts: &LogFacts) -> Option<Self> {
        let (head, result) = (facts.head(), facts.result()?);
        let ranks = ranks(facts);
        let times = facts.times();
        let efforts = facts.efforts();
        let fault = |record: &FaultRecord| FaultLine { fault: record.fault, text: record.text.clone() };
        let seat = |(place, seat): (usize, &SeatHead)| SeatLine {
            seat: seat.seat,
            player: seat.player,
            name: seat.name.clone(),
            command: seat.command.clone(),
            place: None,
            points: result.score.as_ref().and_then(|score| score.get(place).copied()),
            rank: ranks.get(place).copied(),
            faults: facts.faults().iter().filter(|fault| fault.seat == seat.seat).map(fault).collect(),
            times: times.as_ref().map(|times| times[place]),
            effort: efforts.iter().find(|effort| effort.seat == seat.seat).map(|found| found.effort.clone()),
        };
        Some(Self {
            game,
            block: None,
            variant: head.variant.clone(),
            options: head.options.clone(),
            seats: head.seats.iter().enumerate().map(seat).collect(),
            reason: result.reason.clone(),
            score: result.score.clone(),
            shared: result.shared,
            winner: winner(&head.seats, result.shared, &ranks),
            decisions: result.decisions,
            course: facts.course(),
            seed: result.seed,
            log: None,
            sha256: None,
        })
    }
}

/// The rank of each seat, in seat order. Empty without a score.
fn ranks(facts: &LogFacts) -> Vec<usize> {
    let seats = facts.head().seats.len();
    let Some(game) = RatedGame::of(facts, 0) else { return Vec::new() };
    // If all seats share a score, there are no groups, and all are first.
    let mut ranks = vec![1; seats];
    let mut before = 0;
    for group in (GameScore { table: Lineup::new(BotIndex::all(seats)), score: game.result.score() }).ranked() {
        for BotIndex(place) in &group {
            ranks[*place] = before + 1;
        }
        before += group.len();
    }
    ranks
}

/// The winner in words: `Greedy (seat 2) wins`, `a draw`.
fn winner(seats: &[SeatHead], shared: Option<u32>, ranks: &[usize]) -> String {
    if let Some(points) = shared {
        return format!("all seats share a score of {points}");
    }
    let first = seats.iter().zip(ranks).filter(|(_, rank)| **rank == 1);
    let first: Vec<String> = first.map(|(seat, _)| format!("{} (seat {})", seat.shown(), seat.seat)).collect();
    match first.as_slice() {
        [] => "no result".to_owned(),
        [one] => format!("{one} wins"),
        all if all.len() == seats.len() => "a draw".to_owned(),
        [others @ .., last] => format!("{} and {last} share the first place", others.join(", ")),
    }
}
