//! What a match wants done, in order.

use std::collections::VecDeque;

use uvi::{ToBot, ToHost};
use uvi_games::game::Seat;

use super::Unfit;
use crate::record::Record;

/// What a match wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Say this to a bot.
    Say(Seat, ToBot),
    /// Write this to the log, before anything that is said after it.
    Record(Record),
    /// Tell the host.
    Tell(ToHost),
    /// Stop this bot: `quit`, the grace, the kill; the match does not wait for it.
    Dismiss(Seat),
    /// Read nothing more of this bot until something is said to it: it has said too much.
    Mute(Seat),
    /// For the diary of the person at 3 a.m.
    Note(Seat, String),
    /// The match cannot start; nothing has been recorded.
    CannotStart(Unfit),
}

/// What is made of what happens, beside the log's first and last record and what bots hear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Audience {
    /// Whether what bots say while thinking is passed on to the host.
    pub debug: bool,
    /// Whether the host is told of every action, chance event and score; without them it is told of faults and the end.
    pub events: bool,
    /// Whether the records of actions and chance are made: somebody wants the log.
    pub records: bool,
}

/// What is wanted and not yet done.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    outputs: VecDeque<Output>,
}

impl Default for Audience {
    fn default() -> Self {
        Self { debug: false, events: true, records: true }
    }
}

impl Outbox {
    pub(super) fn push(&mut self, output: Output) {
        self.outputs.push_back(output);
    }

    pub(super) fn take(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    pub(super) fn say(&mut self, seat: Seat, message: ToBot) {
        self.push(Output::Say(seat, message));
    }

    pub(super) fn say_all(&mut self, seat: Seat, messages: Vec<ToBot>) {
        self.outputs.extend(messages.into_iter().map(|message| Output::Say(seat, message)));
    }

    pub(super) fn tell(&mut self, message: ToHost) {
        self.push(Output::Tell(message));
    }

    pub(super) fn tell_all(&mut self, messages: impl IntoIterator<Item = ToHost>) {
        self.outputs.extend(messages.into_iter().map(Output::Tell));
    }

    pub(super) fn record(&mut self, record: Record) {
        self.push(Output::Record(record));
    }

    pub(super) fn note(&mut self, seat: Seat, text: String) {
        self.push(Output::Note(seat, text));
    }
}
