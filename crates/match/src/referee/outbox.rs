//! The outputs of a match, in order.

use std::collections::VecDeque;

use uvi::{ToBot, ToHost};
use uvi_games::game::Seat;

use super::UnfitBot;
use crate::record::Record;

/// A request of the match to its owner.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Send a message to a bot.
    Say(Seat, ToBot),
    /// Write a record to the log, before any message that follows.
    Record(Record),
    /// Send a message to the host.
    Tell(ToHost),
    /// Stop a bot: send `quit`, wait for the grace period, then kill the process. The match does not wait for that.
    Dismiss(Seat),
    /// Stop reading a bot until the next message to it, because it has sent too much.
    Mute(Seat),
    /// A diagnostic message about a seat.
    Note(Seat, String),
    /// The match cannot start. Nothing has been recorded.
    CannotStart(UnfitBot),
}

/// The optional outputs of a match. Faults, the end and the messages to bots are not optional.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Audience {
    /// True if the host hears the `info` lines of bots.
    pub debug: bool,
    /// True in an analysis: the host hears every `info` line at once, also in a simultaneous decision, because there is
    /// no other player to keep it from.
    pub analyses: bool,
    /// True if the host hears every action, chance event and score.
    pub events: bool,
    /// True if actions and chance events become records, because the log is kept.
    pub records: bool,
}

/// The outputs that the owner has not taken yet.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    outputs: VecDeque<Output>,
}

impl Default for Audience {
    fn default() -> Self {
        Self { debug: false, analyses: false, events: true, records: true }
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
