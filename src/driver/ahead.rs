//! Reading without waiting first, where answers are there at once: a bot on the arbiter's core thinks while its question
//! is being written, and a wait that finds everything there costs as much as the read.

use std::time::Duration;

/// A wait no longer than this has found an answer that was there before.
const AT_ONCE: Duration = Duration::from_micros(5);

/// After so many answers all else is looked at too: stderr, exits, the host.
const MOST: u32 = 16;

/// With more bots, reading from each costs more than waiting for all.
const MOST_BOTS: usize = 3;

/// The guess that the next answer is there already, or is not.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    likely: bool,
    reads: u32,
}

impl Ahead {
    /// The arbiter has waited so long for whatever came.
    pub(super) fn waited(&mut self, waited: Duration) {
        *self = Self { likely: waited < AT_ONCE, reads: 0 };
    }

    /// Returns true if it pays to read from so many bots before waiting for them.
    pub(super) fn may_read(&self, bots: usize) -> bool {
        self.likely && self.reads < MOST && bots <= MOST_BOTS
    }

    /// An answer was there, or not.
    pub(super) fn found(&mut self, answer: bool) {
        self.likely = answer;
        self.reads += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_ahead_while_answers_are_there_at_once_and_looks_at_all_else_now_and_then() {
        let mut ahead = Ahead::default();
        assert!(!ahead.may_read(2), "nothing is known yet");
        ahead.waited(Duration::from_micros(40));
        assert!(!ahead.may_read(2), "the bot had to be waited for");
        ahead.waited(Duration::from_micros(1));
        assert!(ahead.may_read(2) && !ahead.may_read(4));
        for _ in 0..MOST {
            assert!(ahead.may_read(2));
            ahead.found(true);
        }
        assert!(!ahead.may_read(2), "all else is to be looked at");
        ahead.waited(Duration::from_micros(1));
        assert!(ahead.may_read(2));
        ahead.found(false);
        assert!(!ahead.may_read(2), "it has to be waited for");
    }
}
