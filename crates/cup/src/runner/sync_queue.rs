//! Logs of finished games on their way to the disk. Those that gather during a pause are synced together.

use std::time::{Duration, Instant};

/// Logs that wait for the disk, and the number of logs that are being synced.
#[derive(Debug)]
pub(super) struct SyncQueue {
    waiting: Vec<u32>,
    /// The number of logs that are being synced.
    syncing: usize,
    /// The most logs that wait or are being synced before no game starts: each is an open file.
    most: usize,
    pause: Duration,
    not_before: Instant,
}

impl SyncQueue {
    /// A queue of this many logs, with this pause between the starts of two syncs.
    pub(super) fn new(most: usize, pause: Duration, now: Instant) -> Self {
        Self { waiting: Vec::new(), syncing: 0, most, pause, not_before: now }
    }

    /// Adds the log of a game.
    pub(super) fn add(&mut self, game: u32) {
        self.waiting.push(game);
    }

    /// Takes the logs that are synced together now.
    pub(super) fn take(&mut self, now: Instant) -> Option<Vec<u32>> {
        let is_due = self.not_before <= now || self.waiting.len() >= self.most;
        if self.waiting.is_empty() || self.syncing > 0 || !is_due {
            return None;
        }
        self.not_before = now + self.pause;
        self.syncing = self.waiting.len();
        Some(std::mem::take(&mut self.waiting))
    }

    /// Counts a log whose sync has succeeded or failed.
    pub(super) fn end_one(&mut self) {
        self.syncing = self.syncing.saturating_sub(1);
    }

    /// True if no log waits or is being synced.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.syncing == 0
    }

    /// True if no more logs may be open.
    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() >= self.most
    }

    /// The end of the pause, if a log waits for it.
    pub(super) fn due(&self) -> Option<Instant> {
        (!self.waiting.is_empty() && self.syncing == 0).then_some(self.not_before)
    }
}
