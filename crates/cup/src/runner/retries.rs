//! Games that could not start, and are tried again after a pause.

use std::time::{Duration, Instant};

use crate::schedule::PlannedGame;

/// The number of pauses in a row after which the tournament fails.
const TRIES: u32 = 8;

/// The first pause. Each further pause is twice as long as the one before, up to `LONGEST_PAUSE`.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

const LONGEST_PAUSE: Duration = Duration::from_secs(4);

/// Games that wait for their next try.
#[derive(Debug, Default)]
pub(super) struct Retries {
    games: Vec<PlannedGame>,
    pauses: u32,
    /// The end of the last pause.
    not_before: Option<Instant>,
}

impl Retries {
    /// Adds a game. Returns false after the last allowed pause.
    pub(super) fn add(&mut self, game: PlannedGame, now: Instant) -> bool {
        self.games.push(game);
        // Games that started together fail together, which counts once.
        if self.not_before.is_none_or(|end| end <= now) {
            let pause = FIRST_PAUSE * 2u32.saturating_pow(self.pauses.min(16));
            self.not_before = Some(now + pause.min(LONGEST_PAUSE));
            self.pauses += 1;
        }
        self.pauses <= TRIES
    }

    /// Takes a game if the pause is over.
    pub(super) fn take(&mut self, now: Instant) -> Option<PlannedGame> {
        if self.not_before.is_some_and(|end| end > now) { None } else { self.games.pop() }
    }

    /// Forgets the earlier pauses, because a game was played.
    pub(super) fn reset(&mut self) {
        self.pauses = 0;
    }

    pub(super) fn clear(&mut self) {
        self.games.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The end of the pause, if a game waits for it.
    pub(super) fn due(&self) -> Option<Instant> {
        self.not_before.filter(|_| !self.games.is_empty())
    }
}
