//! What the referee knows of who sits at a seat: how far its greeting is, what it has been asked, what it has said.

use std::time::{Duration, Instant};

use uvi::{Fault, FromBot, OptionSpec, Text};

use super::Limits;
use crate::record::{Complaint, InfoSummary, Verdict};

/// How much a bot may say between a `go` and its `bestmove`, and as much between games (UVI 3.2).
pub const MAX_BYTES: usize = 1024 * 1024;
/// How many lines a bot may say in the same span.
pub const MAX_LINES: u32 = 10_000;

/// What a bot said of itself in its greeting.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// Its name.
    pub name: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// The variants it plays; empty for any.
    pub variants: Vec<String>,
    /// The options it has.
    pub options: Vec<OptionSpec>,
    /// Whether it wants every legal action.
    pub legal: bool,
    /// Whether it wants all that has happened.
    pub history: bool,
}

impl Profile {
    /// Takes in a message of the greeting; others are ignored.
    pub fn hear(&mut self, message: FromBot) {
        match message {
            FromBot::IdName(name) => self.name = Some(shown(&name)),
            FromBot::IdAuthor(author) => self.author = Some(shown(&author)),
            FromBot::Option(option) => self.options.push(option),
            FromBot::Variant(words) => self.variants.extend(words.iter().map(str::to_owned)),
            FromBot::Feature(words) => {
                self.legal |= words.iter().any(|word| word == "legal");
                self.history |= words.iter().any(|word| word == "history");
            }
            FromBot::UviOk | FromBot::ReadyOk | FromBot::Info(_) | FromBot::BestMove(_) | FromBot::Resign => {}
        }
    }
}

pub(super) fn shown(text: &Text) -> String {
    uvi::escape_controls(text.as_str()).into_owned()
}

/// A seat at the table.
#[derive(Debug)]
pub(super) struct Chair {
    pub(super) limits: Limits,
    /// What is left on its clock, if it has one.
    pub(super) left: Option<Duration>,
    /// What it has been asked and what came of it, until the whole event is decided.
    pub(super) question: Option<Question>,
    /// The bot that sits there; a host has none.
    pub(super) bot: Option<BotChair>,
}

/// A seat being asked.
#[derive(Debug, Default)]
pub(super) struct Question {
    /// Whether its `go` or `turn` has been said (a bot may first have to synchronise).
    pub(super) posed: bool,
    /// When it was written.
    pub(super) since: Option<Instant>,
    /// What came of it.
    pub(super) verdict: Option<Verdict>,
    /// How long that took.
    pub(super) used: Duration,
}

/// A bot at a seat.
#[derive(Debug)]
pub(super) struct BotChair {
    pub(super) stage: BotStage,
    pub(super) profile: Profile,
    /// Whether it has finished its greeting.
    pub(super) greeted: bool,
    /// What it did wrong while it was not asked; counts when it is.
    pub(super) failure: Option<(Fault, Complaint)>,
    /// Whether bytes for it are waiting, since when at the latest.
    pub(super) blocked: Option<Instant>,
    /// Whether it must synchronise before it is asked again.
    pub(super) out_of_step: bool,
    /// Whether its process or its input is gone, so that it can never answer again.
    pub(super) ended: bool,
    /// Its last answer, as it came.
    pub(super) answer: String,
    /// The last line that was ignored while it was asked, and why.
    pub(super) ignored: Option<String>,
    bytes: usize,
    lines: u32,
    pub(super) info: InfoSummary,
    pub(super) infos: Vec<String>,
}

/// How far a bot has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BotStage {
    /// Nothing has been said to it yet.
    Fresh,
    /// It is greeting, until then.
    Greeting(Instant),
    /// It has its options and has been asked whether it is ready.
    Configuring(Instant),
    /// It has been told of the new game and asked whether it is ready.
    Seated(Instant),
    /// It plays.
    Playing,
    /// It was late and has been asked whether it is ready.
    Synchronising(Instant),
    /// It has been dismissed; nothing more is said to it or heard from it.
    Gone,
}

impl BotChair {
    pub(super) fn new(profile: Option<Profile>) -> Self {
        Self {
            stage: BotStage::Fresh,
            greeted: profile.is_some(),
            profile: profile.unwrap_or_default(),
            failure: None,
            blocked: None,
            out_of_step: false,
            ended: false,
            answer: String::new(),
            ignored: None,
            bytes: 0,
            lines: 0,
            info: InfoSummary::default(),
            infos: Vec::new(),
        }
    }

    /// Counts a line against what it may say; false where that is too much.
    pub(super) fn count(&mut self, bytes: usize) -> bool {
        self.bytes += bytes + 1;
        self.lines += 1;
        self.bytes <= MAX_BYTES && self.lines <= MAX_LINES
    }

    /// Begins a new span of saying.
    pub(super) fn recount(&mut self) {
        self.bytes = 0;
        self.lines = 0;
    }

    /// When its patience ends, while it is greeting or getting ready.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.stage {
            BotStage::Greeting(by) | BotStage::Configuring(by) | BotStage::Seated(by) | BotStage::Synchronising(by) => {
                Some(by)
            }
            BotStage::Fresh | BotStage::Playing | BotStage::Gone => None,
        }
    }

    /// Keeps what reports understand of an `info` line.
    pub(super) fn hear_info(&mut self, text: &str) {
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "score" => keep(&mut self.info.score, words.next()),
                "nodes" => keep(&mut self.info.nodes, words.next()),
                "depth" => keep(&mut self.info.depth, words.next()),
                // What follows is free text.
                "string" => break,
                _ => {}
            }
        }
    }
}

/// Keeps a figure, if the word is one.
fn keep<T: std::str::FromStr>(figure: &mut Option<T>, word: Option<&str>) {
    if let Some(found) = word.and_then(|word| word.parse().ok()) {
        *figure = Some(found);
    }
}
