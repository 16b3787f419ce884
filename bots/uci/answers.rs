//! The answers of an engine: which `bestmove` line answers the open question, and the action that it means.

use std::time::Duration;

use arbiter::{
    game::{Actor, OptionValues, Turn},
    games::REGISTRY,
};
use uvi::Word;

use super::position::START;

/// The answers by which some engines castle as in Chess960, also from the usual start.
const KING_TAKES_ROOK: [&str; 4] = ["e1h1", "e1a1", "e8h8", "e8a8"];

/// The open question, and what the engine owes besides its answer.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// The `position` line of the last question.
    posed: String,
    /// True if the arbiter waits for a move.
    pub(crate) asked: bool,
    /// True if the engine was told to end its search for the open question.
    stopped: bool,
    /// The number of `bestmove` lines still to come that answer withdrawn questions.
    unwanted: usize,
    /// The time for the `readyok` that the engine owes after each answer; `None` if it owes none.
    ping: Option<Duration>,
    /// True if the engine owes the `readyok` after its last answer.
    pinged: bool,
    /// True if the engine has answered when it was not asked. It then owes a `readyok` after each answer, so that a second
    /// line of an answer is not that of the next question.
    repeats: bool,
}

impl Answers {
    /// No question; `ping` is the time for the `readyok` after each answer.
    pub(crate) fn new(ping: Option<Duration>) -> Self {
        Self { ping, ..Self::default() }
    }

    pub(crate) fn ask(&mut self, posed: String) {
        (self.asked, self.stopped, self.posed) = (true, false, posed);
    }

    /// Withdraws the open question: the move will be ignored. Returns false if no question is open.
    pub(crate) fn withdraw(&mut self) -> bool {
        self.unwanted += usize::from(self.asked);
        std::mem::take(&mut self.asked)
    }

    /// Wants the answer to the open question at once. Returns false if no question is open.
    pub(crate) fn stop(&mut self) -> bool {
        self.stopped = self.asked;
        self.asked
    }

    /// True if the engine was told to stop and has not answered yet.
    pub(crate) fn are_due(&self) -> bool {
        self.asked && self.stopped
    }

    /// True if the engine thinks about the open question.
    pub(crate) fn are_near(&self) -> bool {
        self.asked && self.unwanted == 0
    }

    /// The time for the `readyok` that the engine owes after its last answer; `None` if it owes none.
    pub(crate) fn pinged(&self) -> Option<Duration> {
        self.ping.filter(|_| self.pinged)
    }

    /// Handles a `readyok`. Returns true if it is the one after an answer.
    pub(crate) fn hear_ready(&mut self) -> bool {
        std::mem::take(&mut self.pinged)
    }

    /// Handles a `bestmove`. Returns true if it is for the open question.
    pub(crate) fn hear(&mut self) -> bool {
        if self.pinged {
            return false;
        }
        let is_wanted = self.are_near();
        self.repeats |= !self.asked && self.unwanted == 0;
        self.unwanted = self.unwanted.saturating_sub(1);
        is_wanted
    }

    /// Closes the question. Returns true if the engine must now be asked for a `readyok`.
    pub(crate) fn close(&mut self) -> bool {
        self.asked = false;
        (self.repeats || self.ping.is_some()) && !std::mem::replace(&mut self.pinged, true)
    }

    /// The action of an answer to the open question. Some engines write the letter of a promotion as a capital.
    pub(crate) fn action(&self, answer: &str) -> Option<Word> {
        let castling = KING_TAKES_ROOK.contains(&answer).then(|| castling(&self.posed, answer)).flatten();
        let is_capital = answer.len() == 5 && answer.ends_with(['Q', 'R', 'B', 'N']);
        castling.or_else(|| Word::new(&if is_capital { answer.to_ascii_lowercase() } else { answer.to_owned() }))
    }

    /// The action of an answer whose line has no end yet; `None` if it may become castling.
    pub(crate) fn begun(&self, answer: &str) -> Option<Word> {
        let may_castle = || KING_TAKES_ROOK.iter().any(|whole| *whole != answer && whole.starts_with(answer));
        (self.are_near() && !self.pinged && !may_castle()).then(|| self.action(answer)).flatten()
    }
}

/// The king's squares in an answer of [`KING_TAKES_ROOK`]; `None` if it is not castling here.
fn castling(posed: &str, answer: &str) -> Option<Word> {
    let (start, moves) = posed.split_once(" moves ").unwrap_or((posed, ""));
    let fen = start.strip_prefix("position fen ").unwrap_or(START);
    // With `start shuffled`, rights are files, and this is how castling is written.
    fen.split(' ').nth(2).filter(|rights| rights.contains(['K', 'Q', 'k', 'q']))?;
    let variant = REGISTRY.find("chess")?;
    let mut table = variant.read(&OptionValues::defaults(variant.options()), 2, fen).ok()?;
    for action in moves.split_whitespace() {
        let Turn::Seats(seats) = table.turn() else { return None };
        table.play(Actor::Seat(seats.single()?), action).ok()?;
    }
    (variant.pgn()?.reading?.action)(&*table, answer).ok()
}
