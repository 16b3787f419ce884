//! Logs of finished games on their way to the disk. Logs that gather during a pause are synced together.

use std::time::{Duration, Instant};

/// The usual pause between the starts of two syncs. A tournament whose next games depend on results has no pause. A
/// sync of ten logs costs the disk little more than a sync of one.
pub(super) const GATHER: Duration = Duration::from_millis(20);

/// Logs that wait for the disk, and the number of logs that are being synced.
#[derive(Debug)]
pub(super) struct SyncQueue {
    waiting: Vec<u32>,
    /// The number of logs that are being synced.
    syncing: usize,
    /// The number of waiting logs at which the queue is full; each is an open file. A full queue lets no game start,
    /// and its logs do not wait for the end of the pause.
    most: usize,
    pause: Duration,
    not_before: Instant,
}

impl SyncQueue {
    /// Creates a queue that is full at `most` waiting logs, with this pause between the starts of two syncs.
    pub(super) fn new(most: usize, pause: Duration, now: Instant) -> Self {
        Self { waiting: Vec::new(), syncing: 0, most, pause, not_before: now }
    }

    pub(super) fn add(&mut self, game: u32) {
        self.waiting.push(game);
    }

    /// Takes all waiting logs, to be synced together. `None` if no log waits, during a sync, or during a pause unless
    /// the queue is full.
    pub(super) fn take(&mut self, now: Instant) -> Option<Vec<u32>> {
        let is_due = self.not_before <= now || self.is_full();
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

    /// True if so many logs wait that no game may start.
    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() >= self.most
    }

    /// The end of the pause. `None` if no log waits, or during a sync.
    pub(super) fn due(&self) -> Option<Instant> {
        (!self.waiting.is_empty() && self.syncing == 0).then_some(self.not_before)
    }
}
