//! The records of a match log, one JSON object a line (UVI 7).

use std::{collections::BTreeMap, ops::AddAssign, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use uvi::{ClockWords, Digest, Fault, Lots, Points, Seed};
use uvi_games::game::{self, Seat};

use super::{Said, Terms};

/// A line of a match log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Record {
    /// The first line: what is played, by whom, under which conditions.
    Match(Box<Head>),
    /// A chance event.
    Chance(ChanceRecord),
    /// A decision, or a pass that the arbiter played.
    Action(ActionRecord),
    /// What a turn scored.
    Score(ScoreRecord),
    /// What a bot did wrong.
    Fault(FaultRecord),
    /// An answer that was refused, after which the bot was asked again; only in the log of a match in which the host has
    /// said how often that may be.
    Try(TryRecord),
    /// The game continues without a seat.
    Vacated(VacatedRecord),
    /// Decisions were taken back; only in the log of a match in which the host may do that.
    Undo(UndoRecord),
    /// The last line.
    Result(ResultRecord),
}

/// The first record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Head {
    /// The protocol version, 1.
    pub uvi: u32,
    /// The version of the arbiter that wrote the log.
    pub arbiter: String,
    /// The name of the match.
    #[serde(rename = "match")]
    pub name: String,
    /// The variant's word.
    pub variant: String,
    /// Every rule option.
    pub options: BTreeMap<String, String>,
    /// Who plays.
    pub seats: Vec<SeatHead>,
    /// The words of `clock` for all bots, or `none`.
    pub clock: ClockWords,
    /// What holds for all seats.
    #[serde(flatten)]
    pub terms: Terms,
    /// The commitment to the seed, in hex; `null` for an imported game.
    pub commitment: Option<Digest>,
    /// Whether each bot is told a number to draw its lots from, which the result then names; not in logs of earlier
    /// arbiters.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lots: bool,
    /// The start position.
    pub start: String,
    /// Whether the host set the start position.
    pub setposition: bool,
    /// The source of an imported game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<String>,
    /// What the page of an imported game says of it beside players, start, moves and result, by the names of PGN.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// When the match started, RFC 3339; left out with `times off`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<String>,
}

/// Who plays a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatHead {
    /// Counted from 1.
    pub seat: u32,
    /// Bot or host.
    pub player: PlayerKind,
    /// The name that the bot gave; `null` where it never greeted. For a host that of the player of an imported game, where
    /// its page has it, else `null`.
    pub name: Option<String>,
    /// The author that the bot gave.
    pub author: Option<String>,
    /// The command line of the bot.
    pub command: Option<String>,
    /// The options set for the bot, in the order in which they were sent.
    pub options: Vec<(String, String)>,
    /// How the bot was started: what `seatset` gave, in order.
    pub set: Vec<(String, String)>,
    /// The words of this seat's `clock`; left out if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockWords>,
    /// Whether the bot had processes and shared memory of its own; left out for a host, and for a bot that was not
    /// started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolated: Option<bool>,
    /// The processor cores that the bot was held to when the game began; left out if it was held to none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub affinity: Option<Cores>,
}

/// The processor cores that a bot is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cores {
    /// One, the same for its match, as was asked for.
    Match,
    /// One of its own, as was asked for.
    Spread,
    /// One, the same for its match, because that was found to be better, and as long as it was.
    Auto,
}

impl SeatHead {
    /// Who plays it, for people: the name of the bot, or how it is started where it never gave one; the player of an
    /// imported game.
    pub fn shown(&self) -> &str {
        match self.player {
            PlayerKind::Host => self.name.as_deref().unwrap_or("host"),
            PlayerKind::Bot => self.name.as_deref().or(self.command.as_deref()).unwrap_or_default(),
        }
    }
}

/// Bot or host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A process.
    Bot,
    /// The host itself.
    Host,
}

/// A chance event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChanceRecord {
    /// Its number, from 1, in one series with the actions.
    pub n: u32,
    /// What chance did.
    pub action: String,
    /// What an imported page has in its place, where that was a misprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
}

/// A decision, or a pass that the arbiter played.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ActionRecord {
    /// Its number, from 1, in one series with the chance events.
    pub n: u32,
    /// Counted from 1.
    pub seat: u32,
    /// The word for the link, in its canonical spelling.
    pub action: String,
    /// The action as people write it.
    pub text: String,
    /// The time used, in milliseconds with a fraction; left out with `times off`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// What is left on the seat's clock, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// After how many answers of the seat its time is added again; only where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movestogo: Option<u64>,
    /// A pass that the arbiter played.
    #[serde(default, skip_serializing_if = "is_false")]
    pub forced: bool,
    /// Drawn by the arbiter after a fault.
    #[serde(default, skip_serializing_if = "is_false")]
    pub random: bool,
    /// What the bot last said of its thinking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoSummary>,
    /// Every `info` line of the decision, where the log keeps all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub infos: Vec<String>,
    /// What an imported page has in its place, where that was a misprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
}

impl ActionRecord {
    /// What the seat gave itself in this decision.
    pub(super) fn said(&self) -> Option<f64> {
        self.info.as_ref()?.said()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The last figures of a bot's `info` lines.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct InfoSummary {
    /// `info score <number>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Number>,
    /// `info nodes <n>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// `info depth <n>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// `info tokens <in> <out>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// `info cost <number>`, not negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Number>,
}

/// What a language model has read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(from = "[u64; 2]", into = "[u64; 2]")]
#[schemars(with = "[u64; 2]")]
pub struct Tokens {
    /// In its questions.
    pub read: u64,
    /// In its answers.
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
    /// Keeps what reports understand of an `info` line.
    pub fn hear(&mut self, text: &str) {
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "score" => keep(&mut self.score, words.next()),
                "nodes" => keep(&mut self.nodes, words.next()),
                "depth" => keep(&mut self.depth, words.next()),
                "tokens" => {
                    let read = words.next().and_then(|word| word.parse().ok());
                    let written = words.clone().next().and_then(|word| word.parse().ok());
                    if let (Some(read), Some(written)) = (read, written) {
                        self.tokens = Some(Tokens { read, written });
                        words.next();
                    }
                }
                "cost" => {
                    let mut cost = None::<Number>;
                    keep(&mut cost, words.next());
                    self.cost =
                        cost.filter(|cost| cost.as_f64().is_some_and(|cost| cost >= 0.0)).or_else(|| self.cost.take());
                }
                // What follows is free text.
                "string" => break,
                _ => {}
            }
        }
    }

    /// Keeps what an earlier line has, where no later one had it.
    pub(crate) fn hear_earlier(&mut self, text: &str) {
        let mut earlier = Self::default();
        earlier.hear(text);
        earlier.hear_later(std::mem::take(self));
        *self = earlier;
    }

    /// Keeps what later lines have.
    pub(crate) fn hear_later(&mut self, later: Self) {
        let Self { score, nodes, depth, tokens, cost } = later;
        self.score = score.or_else(|| self.score.take());
        self.nodes = nodes.or(self.nodes);
        self.depth = depth.or(self.depth);
        self.tokens = tokens.or(self.tokens);
        self.cost = cost.or_else(|| self.cost.take());
    }

    /// Whether no earlier line can add to it.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full_of_search() && self.tokens.is_some() && self.cost.is_some()
    }

    /// Whether no earlier line can add to it that counts no tokens.
    pub(crate) fn is_full_of_search(&self) -> bool {
        matches!(self, Self { score: Some(_), nodes: Some(_), depth: Some(_), .. })
    }

    /// The same, of which only the tokens and their cost are left; none if it has neither.
    #[must_use]
    pub(crate) fn spent(self) -> Option<Self> {
        let Self { tokens, cost, .. } = self;
        (tokens.is_some() || cost.is_some()).then(|| Self { tokens, cost, ..Self::default() })
    }

    /// What the bot gave itself, if it said so.
    pub fn said(&self) -> Option<f64> {
        self.score.as_ref()?.as_f64()
    }
}

/// Keeps a figure, if the word is one.
fn keep<T: FromStr>(figure: &mut Option<T>, word: Option<&str>) {
    if let Some(found) = word.and_then(|word| word.parse().ok()) {
        *figure = Some(found);
    }
}

/// What a turn scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreRecord {
    /// Counted from 1.
    pub turn: u32,
    /// The points of this turn alone.
    pub points: u32,
    /// The points so far.
    pub total: u32,
    /// The witness.
    pub chain: Vec<String>,
    /// The length of the longest chain, where the seats claim one themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u32>,
}

/// What a bot did wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FaultRecord {
    /// Counted from 1.
    pub seat: u32,
    /// The fault's word.
    pub fault: Fault,
    /// What was expected and what came.
    pub text: String,
    /// The line that is wrong, its control characters escaped; of a long one what is around the place that is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The place in `line` that is wrong, in characters from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The position in which the bot was asked, as its seat sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The last lines of the bot's stderr; left out with `times off`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// The tokens that the bot counted for this question, and their cost; nothing else of its `info`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoSummary>,
}

/// An answer that was refused, after which the bot was asked again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TryRecord {
    /// Counted from 1.
    pub seat: u32,
    /// Why it was refused: `unreadable` or `illegal`.
    pub fault: Fault,
    /// What was expected and what came.
    pub text: String,
    /// The line, its control characters escaped; of a long one what is around the place that is wrong.
    pub line: String,
    /// The place in `line` that is wrong, in characters from 1.
    pub column: u32,
    /// The position in which the bot was asked, as its seat sees it.
    pub position: String,
    /// How often the seat could still answer again in this game.
    pub left: u32,
    /// The time used, in milliseconds: 0 where actions of the same answer stand before it, which have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// What is left on the seat's clock, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// What the bot last said of its thinking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoSummary>,
    /// Every `info` line before the answer, where the log keeps all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub infos: Vec<String>,
}

impl TryRecord {
    /// What people are shown below its text: the line with a mark below the place.
    pub fn shown(&self) -> [String; 2] {
        Said::pointed(&self.line, self.column)
    }
}

impl FaultRecord {
    /// What people are shown below its text: the line that is wrong with a mark below the place, else the position.
    pub fn shown(&self) -> Vec<String> {
        match (&self.line, self.column, &self.position) {
            (Some(line), Some(column), _) => Said::pointed(line, column).into(),
            (_, _, Some(position)) => vec![format!("in position {position}")],
            (_, _, None) => Vec::new(),
        }
    }
}

/// The game continues without a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VacatedRecord {
    /// Counted from 1.
    pub seat: u32,
    /// A fault's word or `resign`.
    pub reason: String,
    /// The tokens that a bot which resigned counted for this question, and their cost; nothing else of its `info`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoSummary>,
}

/// Decisions were taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoRecord {
    /// How many.
    pub plies: u32,
    /// The number of the last action or chance event that still stands, 0 where none does. What comes next has the next
    /// number.
    pub to: u32,
}

/// The last record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultRecord {
    /// Why the game ended.
    pub reason: String,
    /// The points of each seat, such as `"1/3"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Vec<Points>>,
    /// The score that all seats share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<u32>,
    /// The final position.
    pub position: String,
    /// The seed, 32 lower-case hex digits; `null` for an imported game.
    pub seed: Option<Seed>,
    /// What the bot of each seat was told to draw its lots from, 16 lower-case hex digits for each; a seat of the host
    /// has its number too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lots: Option<Vec<Lots>>,
    /// How many decisions were made; forced passes do not count.
    pub decisions: u32,
    /// The seat whose fault or resignation ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    /// The tokens that the bot of this seat counted for the question to which it resigned, and their cost; nothing else
    /// of its `info`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoSummary>,
    /// The seats that resigned at the same time as another seat forfeited, where the game ended for all of them and so
    /// `seat` is left out; in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resigned: Vec<Resigned>,
    /// The SHA-256 of all lines before this one, with their ends, in hex: whether they are still as they were written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<Digest>,
}

/// One of several seats whose forfeits ended the game together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resigned {
    /// The seat.
    pub seat: u32,
    /// The tokens that its bot counted for the question to which it resigned, and their cost; nothing else of its `info`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoSummary>,
}

impl ResultRecord {
    /// The points of the seats with one space between them; none if they share a score.
    pub fn points(&self) -> Option<String> {
        let words = |points: &Vec<Points>| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        self.score.as_ref().map(words)
    }

    /// The numbers that so many seats draw their lots from, as they follow from the seed that is published here.
    pub(crate) fn lots_of(&self, seats: u8) -> Option<Vec<Lots>> {
        let seed = self.seed?;
        Some(Seat::all(seats).map(|seat| game::lots(&seed, seat)).collect())
    }
}

impl Record {
    /// The number that it counts as, where it is one of the things that are counted: an action, or what chance did.
    pub fn number(&self) -> Option<u32> {
        if let Self::Chance(chance) = self { Some(chance.n) } else { Some(self.action()?.n) }
    }

    /// The record of an action, if it is one.
    pub fn action(&self) -> Option<&ActionRecord> {
        if let Self::Action(action) = self { Some(action) } else { None }
    }

    /// The record as a line of the log, without its end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record has only text keys and finite numbers")
    }

    /// Adds the record as a line of the log, with its end.
    pub fn write_line(&self, log: &mut Vec<u8>) {
        serde_json::to_writer(&mut *log, self).expect("a record has only text keys and finite numbers");
        log.push(b'\n');
    }

    /// The record as it is written with `times off`: nothing in it depends on when anything happened.
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
            }
            Self::Try(again) => forget(&mut again.ms, &mut again.clock, &mut again.infos),
            Self::Fault(fault) => fault.stderr = None,
            Self::Chance(_) | Self::Score(_) | Self::Vacated(_) | Self::Undo(_) | Self::Result(_) => {}
        }
        self
    }
}

/// Takes the times of an answer away.
fn forget(ms: &mut Option<f64>, clock: &mut Option<f64>, infos: &mut [String]) {
    (*ms, *clock) = (None, None);
    for info in infos {
        *info = without_times(info);
    }
}

/// Takes `time <n>` and `nps <n>`, and the load that engines report as `hashfull`, out of an `info` text.
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
