//! The guess that a bot's answer is already in the pipe, so that the loop reads before it polls. A bot on the arbiter's
//! core thinks while its question is being written, and a poll that finds an answer costs as much as a read.

use std::time::Duration;

/// A wait shorter than this shows that the answer was there before the wait.
const AT_ONCE: Duration = Duration::from_micros(5);

/// The most reads in a row before the loop also looks at stderr, exits and the host.
const MOST: u32 = 16;

/// The most bots in a match that is read ahead. With more bots, one read from each costs more than one poll for all.
const MOST_BOTS: usize = 3;

/// The guess that the next answer is already there.
#[derive(Debug, Default)]
pub(super) struct ReadAhead {
    likely: bool,
    reads: u32,
}

impl ReadAhead {
    /// Takes in the length of the last wait.
    pub(super) fn waited(&mut self, waited: Duration) {
        *self = Self { likely: waited < AT_ONCE, reads: 0 };
    }

    /// Returns true if reading from this number of bots is likely to be cheaper than waiting for them.
    pub(super) fn may_read(&self, bots: usize) -> bool {
        self.likely && self.reads < MOST && bots <= MOST_BOTS
    }

    /// Takes in the result of a read without a wait.
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
        let mut ahead = ReadAhead::default();
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
