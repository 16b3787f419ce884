//! The desk of a match: what its thread tells the host and the hall.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use crossbeam_channel::Sender;
use uvi::{ToHost, Word};

use super::outbox::Outbox;
use crate::driver::{self, Denial, Finished, Origin, Session};

/// It runs, or its bots are greeting.
pub(super) const RUNNING: u8 = 0;
/// It is over; its bots may still be leaving.
pub(super) const OVER: u8 = 1;
/// It could not start.
pub(super) const NOT_STARTED: u8 = 2;

/// What the thread of a match needs to tell of it.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) outbox: Outbox,
    /// How far the match is.
    pub(super) stage: Arc<AtomicU8>,
    /// Told the name of the match when it is over or could not start.
    pub(super) settled: Sender<Word>,
    /// The host's line that started it.
    pub(super) origin: Origin,
    pub(super) name: Word,
}

impl Desk {
    /// Plays the match, and returns when its bots are gone.
    pub(super) fn run(self, session: Session) -> Finished {
        let finished = driver::run(session, &mut |message: ToHost| {
            // Who reads `over` may drop the match at once.
            let over = matches!(message, ToHost::Over { .. });
            if over {
                self.stage.store(OVER, Ordering::Release);
            }
            self.outbox.tell(&message);
            if over {
                self.settle();
            }
        });
        if let Some(unfit) = &finished.not_started {
            self.stage.store(NOT_STARTED, Ordering::Release);
            self.outbox.tell(&self.origin.error(&Denial::Unfit(unfit.clone())));
            self.settle();
        }
        finished
    }

    fn settle(&self) {
        // At the end of the daemon nobody listens any more.
        let _ = self.settled.send(self.name.clone());
    }
}
