//! The records of a match log, one JSON object a line (UVI 7).

use std::{collections::BTreeMap, ops::AddAssign, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use uvi::{ClockWords, Digest, Fault, Lots, Points, Seed};
use uvi_games::game::{self, Seat};

use super::{FlawRecord, SaidLine, Terms};

/// A line of a match log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Record {
    /// The first line: variant, players and conditions.
    Match(Box<Head>),
    /// A chance event.
    Chance(ChanceRecord),
    /// A decision, or a pass that the arbiter played.
    Action(ActionRecord),
    /// The score of a turn.
    Score(ScoreRecord),
    /// A fault of a seat.
    Fault(FaultRecord),
    /// A refused answer, after which the bot was asked again. Only in the log of a match that allows tries (`retry`).
    Try(TryRecord),
    /// A seat has left, and the game continues without it.
    Vacated(VacatedRecord),
    /// Decisions were taken back. Only in the log of a match whose host may take decisions back.
    Undo(UndoRecord),
    /// The last line.
    Result(ResultRecord),
}

/// The first record.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Head {
    /// The protocol version, 1.
    pub uvi: u32,
    /// The version of the arbiter that wrote the log.
    pub arbiter: String,
    /// The name of the match.
    #[serde(rename = "match")]
    pub name: String,
    /// The word of the variant.
    pub variant: String,
    /// All rule options, including those at their default.
    pub options: BTreeMap<String, String>,
    /// The players, in seat order.
    pub seats: Vec<SeatHead>,
    /// The words of `clock` for all bots, or `none`.
    pub clock: ClockWords,
    /// The terms that hold for all seats.
    #[serde(flatten)]
    pub terms: Terms,
    /// The commitment to the seed, in hex; `null` for an imported game.
    #[serialize_always]
    pub commitment: Option<Digest>,
    /// True if the arbiter tells each bot a number from which the bot draws its random choices. The result publishes
    /// these numbers (`lots`). Not in logs of earlier arbiters.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lots: bool,
    /// The start position.
    pub start: String,
    /// True if the host set the start position.
    pub setposition: bool,
    /// The source of an imported game.
    pub imported: Option<String>,
    /// The PGN tags of an imported page that do not follow from its game and do not name players.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// The place of the game in its tournament. Omitted for a match outside a tournament.
    pub tournament: Option<TournamentGame>,
    /// The start time of the match, RFC 3339. Omitted with `times off`.
    pub started: Option<String>,
}

/// The place of a game in its tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentGame {
    /// The block, from 1. The games of a block are played over the same luck.
    pub block: u32,
    /// The round, from 1.
    pub round: u32,
    /// The number of the game, from 1.
    pub game: u32,
    /// The name of the opening. Omitted if the tournament has no openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// The player of a seat.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SeatHead {
    /// The number of the seat, from 1.
    pub seat: u32,
    /// Bot or host.
    pub player: PlayerKind,
    /// The name of the player in the tournament. Omitted outside a tournament.
    pub entrant: Option<String>,
    /// The name that the bot sent, or `null` if the bot never greeted. For a host, the name of the player on an
    /// imported page, or `null`.
    #[serialize_always]
    pub name: Option<String>,
    /// The author that the bot sent, or `null`.
    #[serialize_always]
    pub author: Option<String>,
    /// The command line of the bot; `null` for a host.
    #[serialize_always]
    pub command: Option<String>,
    /// The options of the bot with their values, in the order in which they were sent.
    pub options: Vec<(String, String)>,
    /// The `seatset` keys of the bot with their values, in order.
    pub set: Vec<(String, String)>,
    /// The words of this seat's `clock`. Omitted if the seat has no clock of its own.
    pub clock: Option<ClockWords>,
    /// True if the bot had processes and shared memory of its own. Omitted for a host, and for a bot that was not
    /// started.
    pub isolated: Option<bool>,
    /// The processor cores that the bot was pinned to when the game began. Omitted if it was not pinned.
    pub affinity: Option<Cores>,
}

/// The processor cores that a bot is pinned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cores {
    /// One core for the match and its bots, on request.
    Match,
    /// One core for this bot alone, on request.
    Spread,
    /// One core for the match and its bots, because the arbiter measured that as faster. The arbiter may end this
    /// during the match.
    Auto,
}

impl SeatHead {
    /// The player's name for people: the name in the tournament, or else the name that the player gave. A bot without a
    /// name is shown by its command line, a host without one as `host`.
    pub fn shown(&self) -> &str {
        let otherwise = match self.player {
            PlayerKind::Host => "host",
            PlayerKind::Bot => self.command.as_deref().unwrap_or_default(),
        };
        self.named().unwrap_or(otherwise)
    }

    /// The name in the tournament, or else the name that the player gave.
    pub fn named(&self) -> Option<&str> {
        self.entrant.as_deref().or(self.name.as_deref())
    }
}

/// Bot or host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// The seat is played by a process.
    Bot,
    /// The seat is played by the host.
    #[default]
    Host,
}

/// A chance event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChanceRecord {
    /// The number of the event, from 1. Actions and chance events share one series.
    pub n: u32,
    /// The action of chance.
    pub action: String,
    /// The misprint that an imported page has in place of this action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
}

/// A decision, or a pass that the arbiter played.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ActionRecord {
    /// The number of the action, from 1. Actions and chance events share one series.
    pub n: u32,
    /// The number of the seat, from 1.
    pub seat: u32,
    /// The action as the seat link writes it, in canonical spelling.
    pub action: String,
    /// The action as people write it.
    pub text: String,
    /// The time used, in milliseconds with a fraction. Omitted with `times off`.
    #[schemars(range(min = 0))]
    pub ms: Option<f64>,
    /// The time left on the clock of the seat, in milliseconds. Omitted without a clock, and with `times off`.
    pub clock: Option<f64>,
    /// The number of answers until the time of the seat is added again. Omitted without `movestogo`, and with `times
    /// off`.
    pub movestogo: Option<u64>,
    /// True for a pass that the arbiter played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// True if the arbiter drew the action after a fault.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub random: bool,
    /// The last figures of the bot's `info` lines.
    pub info: Option<InfoSummary>,
    /// All `info` lines of the decision. Only if the log keeps all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub infos: Vec<String>,
    /// The mistakes in what the bot said before its answer. Only if the tournament warns of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flaws: Vec<FlawRecord>,
    /// The misprint that an imported page has in place of this action.
    pub printed: Option<String>,
}

/// The seat of a record that is known to follow from its game.
pub(crate) fn seat_of(number: u32) -> Seat {
    Seat::new(number).expect("a record names a seat of the match")
}

impl ActionRecord {
    /// True unless the arbiter chose the action.
    pub fn is_decided(&self) -> bool {
        !self.forced && !self.random
    }

    /// The score that the seat gave itself in this decision.
    pub(super) fn said(&self) -> Option<f64> {
        self.info.as_ref()?.said()
    }
}

/// The last figures of a bot's `info` lines.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct InfoSummary {
    /// `info score <number>`.
    pub score: Option<Number>,
    /// `info mate <n>`: the score stands for a mate in this number of moves. Negative if the seat is mated.
    pub mate: Option<i64>,
    /// `info nodes <n>`.
    pub nodes: Option<u64>,
    /// `info depth <n>`.
    pub depth: Option<u64>,
    /// `info tokens <in> <out>`.
    pub tokens: Option<Tokens>,
    /// `info cost <number>`, not negative.
    pub cost: Option<Number>,
}

/// The tokens that a language model has read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(from = "[u64; 2]", into = "[u64; 2]")]
#[schemars(with = "[u64; 2]")]
pub struct Tokens {
    /// The tokens read: the prompts.
    pub read: u64,
    /// The tokens written: the replies.
    pub written: u64,
}

impl From<[u64; 2]> for Tokens {
    fn from([read, written]: [u64; 2]) -> Self {
        Self { read, written }
    }
}

impl From<Tokens> for [u64; 2] {
    fn from(Tokens { read, written }: Tokens) -> Self {
        [read, written]
    }
}

impl AddAssign for Tokens {
    fn add_assign(&mut self, more: Self) {
        self.read = self.read.saturating_add(more.read);
        self.written = self.written.saturating_add(more.written);
    }
}

impl InfoSummary {
    /// Keeps the known figures of an `info` line (UVI 2.3). Returns the first figure that has no number, with the word
    /// that stands in its place.
    pub fn hear<'a>(&mut self, text: &'a str) -> Option<FigureError<'a>> {
        let mut refused = None;
        let mut words = text.split_ascii_whitespace();
        while let Some(figure) = words.next() {
            let word = words.clone().next();
            let kept = match figure {
                "score" => {
                    let kept = keep(&mut self.score, number(words.next()));
                    // A mate explains the score before it, and no other.
                    if kept {
                        self.mate = None;
                    }
                    kept
                }
                "mate" => keep(&mut self.mate, number(words.next())),
                "nodes" => keep(&mut self.nodes, number(words.next())),
                "depth" => keep(&mut self.depth, number(words.next())),
                "tokens" => {
                    let (read, written) = (number(words.next()), number(words.clone().next()));
                    let tokens = read.zip(written).map(|(read, written)| Tokens { read, written });
                    if tokens.is_some() {
                        words.next();
                    }
                    keep(&mut self.tokens, tokens)
                }
                "cost" => {
                    let cost = number::<Number>(words.next());
                    keep(&mut self.cost, cost.filter(|cost| cost.as_f64().is_some_and(|cost| cost >= 0.0)))
                }
                // The rest of the line is free text.
                "string" => break,
                _ => true,
            };
            if !kept && refused.is_none() {
                refused = Some(FigureError { figure, found: word.unwrap_or_default() });
            }
        }
        refused
    }

    /// Keeps only the tokens and their cost. Returns `None` if there are none.
    #[must_use]
    pub(crate) fn spent(self) -> Option<Self> {
        let Self { tokens, cost, .. } = self;
        (tokens.is_some() || cost.is_some()).then(|| Self { tokens, cost, ..Self::default() })
    }

    /// The score that the bot gave itself, if any.
    pub fn said(&self) -> Option<f64> {
        self.score.as_ref()?.as_f64()
    }
}

/// The number of a word, if it is one. No number of UVI has a plus sign.
fn number<T: FromStr>(word: Option<&str>) -> Option<T> {
    word.filter(|word| !word.starts_with('+'))?.parse().ok()
}

/// Replaces a figure, if there is another. Returns true if there is.
fn keep<T>(figure: &mut Option<T>, found: Option<T>) -> bool {
    let kept = found.is_some();
    *figure = found.or_else(|| figure.take());
    kept
}

/// A figure of an `info` line that has no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("info {figure}: expected {}, found {}", expected(figure), if found.is_empty() { "the end of the line" } else { found })]
pub struct FigureError<'a> {
    /// The name of the figure, such as `score`.
    pub figure: &'a str,
    /// The word after the name. Empty at the end of the line.
    pub found: &'a str,
}

fn expected(figure: &str) -> &'static str {
    match figure {
        "score" => "a number, such as -3, 2.5 or 1e3",
        "cost" => "a number from 0, such as 0.002",
        "tokens" => "two whole numbers",
        _ => "a whole number",
    }
}

/// The score of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreRecord {
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The points of this turn.
    pub points: u32,
    /// The points of all turns so far.
    pub total: u32,
    /// The squares of the chain that proves the points, in order.
    pub chain: Vec<String>,
    /// The length of the longest chain. Only if the seats claim chains themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u32>,
}

/// A fault of a seat.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FaultRecord {
    /// The number of the seat, from 1.
    pub seat: u32,
    /// The word of the fault.
    pub fault: Fault,
    /// The details: what was expected and what was found.
    pub text: String,
    /// The wrong line with its control characters escaped. Of a long line, only the part around the wrong place.
    pub line: Option<String>,
    /// The column of the wrong place in `line`, in characters from 1.
    pub column: Option<u32>,
    /// The position in which the bot was asked, as its seat sees it.
    pub position: Option<String>,
    /// The last lines of the bot's stderr. Omitted with `times off`.
    pub stderr: Option<String>,
    /// The tokens that the bot counted for this question, and their cost. No other figures.
    pub info: Option<InfoSummary>,
}

/// A refused answer, after which the bot was asked again.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TryRecord {
    /// The number of the seat, from 1.
    pub seat: u32,
    /// The reason for the refusal: `unreadable` or `illegal`.
    pub fault: Fault,
    /// The details: what was expected and what was found.
    pub text: String,
    /// The wrong line with its control characters escaped. Of a long line, only the part around the wrong place.
    pub line: String,
    /// The column of the wrong place in `line`, in characters from 1.
    pub column: u32,
    /// The position in which the bot was asked, as its seat sees it.
    pub position: String,
    /// The number of tries that the seat had left in this game.
    pub left: u32,
    /// The time used, in milliseconds. 0 if actions of the same answer stand before, because their record has the time.
    /// Omitted with `times off`.
    #[schemars(range(min = 0))]
    pub ms: Option<f64>,
    /// The time left on the clock of the seat, in milliseconds. Omitted without a clock, and with `times off`.
    pub clock: Option<f64>,
    /// The last figures of the bot's `info` lines.
    pub info: Option<InfoSummary>,
    /// All `info` lines before the answer. Only if the log keeps all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub infos: Vec<String>,
}

impl TryRecord {
    /// Returns the wrong line, and a second line that marks the place.
    pub fn shown(&self) -> [String; 2] {
        SaidLine::pointed(&self.line, self.column)
    }
}

impl FaultRecord {
    /// Returns the wrong line and a second line that marks the place. Without a wrong line, returns the position.
    pub fn shown(&self) -> Vec<String> {
        match (&self.line, self.column, &self.position) {
            (Some(line), Some(column), _) => SaidLine::pointed(line, column).into(),
            (_, _, Some(position)) => vec![format!("in position {position}")],
            (_, _, None) => Vec::new(),
        }
    }
}

/// A seat has left, and the game continues without it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VacatedRecord {
    /// The number of the seat, from 1.
    pub seat: u32,
    /// The word of a fault, or `resign`.
    pub reason: String,
    /// The tokens that a resigning bot counted for this question, and their cost. No other figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoSummary>,
}

/// Decisions were taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoRecord {
    /// The number of plies that were taken back.
    pub plies: u32,
    /// The number of the last action or chance event that still stands, or 0. The next record continues from that
    /// number.
    pub to: u32,
}

/// The last record.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ResultRecord {
    /// The reason for the end: a word of the rules page, the word of a fault, `resign` or `abort`.
    pub reason: String,
    /// The points of each seat, such as `"1/3"`.
    pub score: Option<Vec<Points>>,
    /// The score that all seats share.
    pub shared: Option<u32>,
    /// The final position.
    pub position: String,
    /// The seed, 32 lower-case hex digits; `null` for an imported game.
    #[serialize_always]
    pub seed: Option<Seed>,
    /// The numbers that bots were told to draw their lots from, 16 lower-case hex digits for each seat, including seats
    /// of the host.
    pub lots: Option<Vec<Lots>>,
    /// The number of decisions. Forced passes do not count.
    pub decisions: u32,
    /// The seat whose fault, resignation or loss by adjudication ended the game. Omitted for any other end.
    pub seat: Option<u32>,
    /// The tokens that the bot of `seat` counted for the question to which it resigned, and their cost. No other
    /// figures.
    pub info: Option<InfoSummary>,
    /// The seats that resigned when another seat forfeited too and the game ended, in seat order. Seats with a vacated
    /// record are not listed. Only if `seat` is omitted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resigned: Vec<JointForfeit>,
    /// The SHA-256 of all lines before this one, with their line ends, in hex. It shows if a line was changed.
    pub sha256: Option<Digest>,
}

/// A seat that resigned when other seats forfeited too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Resigned")]
pub struct JointForfeit {
    /// The number of the seat, from 1.
    pub seat: u32,
    /// The tokens that the bot counted for the question to which it resigned, and their cost. No other figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoSummary>,
}

impl ResultRecord {
    /// The points of all seats, separated by spaces; `None` if there are none or the seats share a score.
    pub fn points(&self) -> Option<String> {
        let words = |points: &Vec<Points>| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        self.score.as_ref().map(words)
    }

    /// The score behind a comma for people; empty without a score.
    pub fn told_score(&self) -> String {
        match (self.points(), self.shared) {
            (Some(points), _) => format!(", score {points}"),
            (None, Some(shared)) => format!(", shared score {shared}"),
            (None, None) => String::new(),
        }
    }

    /// Computes the lots numbers of `seats` seats from the published seed; `None` without a seed.
    pub(crate) fn lots_of(&self, seats: u8) -> Option<Vec<Lots>> {
        let seed = self.seed?;
        Some(Seat::all(seats).map(|seat| game::lots(&seed, seat)).collect())
    }
}

impl Record {
    /// The number of an action or chance event; `None` for other records.
    pub fn number(&self) -> Option<u32> {
        if let Self::Chance(chance) = self { Some(chance.n) } else { Some(self.action()?.n) }
    }

    /// The action of a chance event or of a seat; `None` for other records.
    pub fn done(&self) -> Option<&str> {
        if let Self::Chance(chance) = self { Some(&chance.action) } else { Some(&self.action()?.action) }
    }

    /// The action record, if the record is one.
    pub fn action(&self) -> Option<&ActionRecord> {
        if let Self::Action(action) = self { Some(action) } else { None }
    }

    /// Parses a line of the log.
    pub fn parse(line: &[u8]) -> serde_json::Result<Self> {
        // An arbiter writes the type first. Serde does not know that, and would keep all fields until it has the type.
        const TYPE: &[u8] = br#""type""#;
        let rest = line.strip_prefix(br#"{"type":""#).filter(|rest| memchr::memmem::find(rest, TYPE).is_none());
        let parsed = match rest.and_then(|rest| rest.split(|&byte| byte == b'"').next()) {
            Some(b"match") => serde_json::from_slice(line).map(Self::Match),
            Some(b"chance") => serde_json::from_slice(line).map(Self::Chance),
            Some(b"action") => serde_json::from_slice(line).map(Self::Action),
            Some(b"result") => serde_json::from_slice(line).map(Self::Result),
            Some(_) | None => return serde_json::from_slice(line),
        };
        // The words of an error are those of the whole record.
        parsed.or_else(|_| serde_json::from_slice(line))
    }

    /// The record as a line of the log, without a line end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record has only text keys and finite numbers")
    }

    /// Appends the record as a line of the log, with its line end.
    pub fn write_line(&self, log: &mut Vec<u8>) {
        serde_json::to_writer(&mut *log, self).expect("a record has only text keys and finite numbers");
        log.push(b'\n');
    }

    /// Removes all fields that depend on real time, such as times, clocks and stderr, for a log with `times off`.
    #[must_use]
    pub fn without_times(mut self) -> Self {
        match &mut self {
            Self::Match(head) => {
                head.started = None;
                head.seats.iter_mut().for_each(|seat| seat.affinity = None);
            }
            Self::Action(action) => {
                action.movestogo = None;
                forget(&mut action.ms, &mut action.clock, &mut action.infos);
                action
                    .flaws
                    .iter_mut()
                    .filter_map(|flaw| flaw.info.as_mut())
                    .for_each(|info| *info = without_times(info));
            }
            Self::Try(again) => forget(&mut again.ms, &mut again.clock, &mut again.infos),
            Self::Fault(fault) => fault.stderr = None,
            Self::Chance(_) | Self::Score(_) | Self::Vacated(_) | Self::Undo(_) | Self::Result(_) => {}
        }
        self
    }
}

fn forget(ms: &mut Option<f64>, clock: &mut Option<f64>, infos: &mut [String]) {
    (*ms, *clock) = (None, None);
    for info in infos {
        *info = without_times(info);
    }
}

/// Removes `time <n>` and `nps <n>` from an `info` text.
fn without_times(info: &str) -> String {
    let mut kept = Vec::new();
    let mut words = info.split_ascii_whitespace();
    while let Some(word) = words.next() {
        if matches!(word, "time" | "nps") {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}
