//! The messages of one match to the host and to the match table.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use crossbeam_channel::Sender;
use uvi::{Fault, Over, ToHost, Word};

use super::{daemon_event::DaemonEvent, host_outbox::HostOutbox};
use crate::driver::{DenialError, FinishedMatch, Host, Origin, Requests, Wish};

/// The match is running, or its bots are greeting.
pub(super) const RUNNING: u8 = 0;
/// The match is over; its bots may still be leaving.
pub(super) const OVER: u8 = 1;
/// The match could not start, or was an analysis that has ended. It counts as new again.
pub(super) const NEW_AGAIN: u8 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Game,
    /// Asks the bots that are to act, once.
    Analysis,
}

/// The channels and data with which a match reports.
#[derive(Debug)]
pub struct MatchReporter {
    pub(super) outbox: HostOutbox,
    /// The stage of the match: `RUNNING`, `OVER` or `NEW_AGAIN`.
    pub(super) stage: Arc<AtomicU8>,
    /// Receives the name of the match when it is over or could not start.
    pub(super) events: Sender<DaemonEvent>,
    pub(super) origin: Origin,
    /// The name of the match.
    pub name: Word,
    pub(super) purpose: Purpose,
    /// The queue of wishes to this match.
    pub requests: Requests,
    pub(super) fault: Option<Fault>,
}

impl Host for MatchReporter {
    fn tell(&mut self, message: ToHost) {
        let message = match self.purpose {
            Purpose::Game => message,
            Purpose::Analysis => self.analysed(message),
        };
        // The stage is set first, because a host that reads `over` may drop the match at once.
        let over = matches!(message, ToHost::Over { .. });
        if over {
            let stage = if self.purpose == Purpose::Game { OVER } else { NEW_AGAIN };
            self.stage.store(stage, Ordering::Release);
        }
        self.outbox.tell(&message);
        if over {
            self.settle();
        }
    }
}

impl MatchReporter {
    /// Takes in the end of the match, whose bots are gone.
    pub fn finished(&self, finished: &FinishedMatch) {
        if let Some(unfit) = &finished.not_started {
            self.stage.store(NEW_AGAIN, Ordering::Release);
            self.outbox.tell(&self.origin.error(&DenialError::Unfit(unfit.clone())));
            self.settle();
        }
    }

    /// Adapts a message of an analysis for the host. An analysis ends without a score, and its first fault is the
    /// reason of its end. Stops the match if a seat is vacated.
    fn analysed(&mut self, message: ToHost) -> ToHost {
        match message {
            ToHost::Fault { fault: found, .. } => {
                self.fault.get_or_insert(found);
                message
            }
            // Without this the game would continue without the seat.
            ToHost::Vacated { .. } => {
                self.requests.put_quietly(Wish::Stop);
                message
            }
            ToHost::Over { name, over } => {
                let reason = match (self.fault, over.reason.as_str()) {
                    (Some(fault), _) => fault.word(),
                    (None, "abort") => "abort",
                    (None, "resign") => "resign",
                    (None, _) => "analysed",
                };
                let reason = Word::new(reason).expect("the reason of an end is a word");
                ToHost::Over { name, over: Over { reason, score: None } }
            }
            message => message,
        }
    }

    fn settle(&self) {
        // Fails at the end of the daemon, when the receiver is gone.
        let _ = self.events.send(DaemonEvent::Settled(self.name.clone()));
    }
}
