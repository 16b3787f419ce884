//! What the match records goes into its log, with what only the driver knows.

use std::time::Instant;

use jiff::Timestamp;
use uvi::Digest;
use uvi_games::game::Seat;
use uvi_match::record::{Cores, Record};

use super::Driver;
use crate::{
    bot::Affinity,
    driver::{Denial, Journal, JournalError, LogFailure, Unsynced, stderr},
};

/// How far the log of a match is.
#[derive(Debug)]
pub(super) enum LogStage {
    /// Nothing is written: no log is wanted, or the host has left.
    None,
    Open {
        journal: Journal,
        /// True if the log is handed out unsynced.
        sync_later: bool,
    },
    /// It is whole.
    Closed { sha256: Digest, unsynced: Option<Unsynced> },
    /// It cannot be written, or is not on the disk.
    Failed {
        why: Denial,
        /// The hash of a log that is whole.
        sha256: Option<Digest>,
    },
}

impl LogStage {
    pub(super) fn new(journal: Option<Journal>, sync_later: bool) -> Self {
        journal.map_or(Self::None, |journal| Self::Open { journal, sync_later })
    }

    /// What is left of the log: its hash, the log if it is to be synced, and why it failed.
    pub(super) fn finish(self) -> (Option<Digest>, Option<Unsynced>, Option<Denial>) {
        match self {
            Self::None | Self::Open { .. } => (None, None, None),
            Self::Closed { sha256, unsynced } => (Some(sha256), unsynced, None),
            Self::Failed { why, sha256 } => (sha256, None, Some(why)),
        }
    }
}

impl Driver<'_> {
    #[inline(never)]
    pub(super) fn record(&mut self, mut record: Record) {
        match &mut record {
            Record::Match(head) => {
                head.started = Some(Timestamp::now().to_string());
                self.placement.begin(&mut self.links, Instant::now());
                for seat in &mut head.seats {
                    let link = Seat::new(seat.seat).and_then(|seat| self.links[seat].as_ref());
                    seat.isolated = link.map(|link| link.process().is_isolated());
                    seat.affinity = link.and_then(|link| match link.process().affinity() {
                        Affinity::Match => Some(Cores::Match),
                        Affinity::Spread => Some(Cores::Spread),
                        Affinity::Auto => link.is_held().then_some(Cores::Auto),
                        Affinity::Off => None,
                    });
                }
            }
            Record::Fault(fault) => {
                let seat = Seat::new(fault.seat).expect("a record names a seat of the match");
                if let Some(link) = &mut self.links[seat] {
                    link.drain_stderr();
                    let all = stderr::shown(&link.process().stderr_tail());
                    let end = stderr::end(&all);
                    if end.len() < all.len()
                        && let LogStage::Open { journal, .. } = &self.log
                    {
                        journal.keep_stderr(seat, &stderr::shown(&link.unkept_stderr()));
                    }
                    fault.stderr = Some(end.to_owned());
                }
                self.host.record_fault(fault);
            }
            Record::Chance(_)
            | Record::Action(_)
            | Record::Score(_)
            | Record::Try(_)
            | Record::Vacated(_)
            | Record::Undo(_)
            | Record::Result(_) => {}
        }
        if let LogStage::Open { journal, .. } = &mut self.log {
            self.host.recorded(&journal.add(record));
        }
    }

    /// A log that cannot be written ends the match: what is not in the log has not happened.
    pub(super) fn flush_journal(&mut self) {
        if let LogStage::Open { journal, .. } = &mut self.log
            && let Err(error) = journal.flush()
        {
            self.log_breaks(error);
        }
    }

    #[cold]
    #[inline(never)]
    fn log_breaks(&mut self, error: JournalError) {
        self.log_fails(LogFailure { error, aborts: true }, None);
        // Where it is over already, only the log has lost its end.
        let _ = self.game.stop();
    }

    /// The match is over: its log is closed. Where it could not start, nothing has been recorded.
    #[inline(never)]
    pub(super) fn close_journal(&mut self, has_started: bool) {
        match std::mem::replace(&mut self.log, LogStage::None) {
            LogStage::Open { journal, sync_later } if has_started => {
                let sha256 = journal.sha256();
                let closed = journal.close().and_then(|unsynced| match sync_later {
                    true => Ok(Some(unsynced)),
                    false => unsynced.finish().map(|()| None),
                });
                match closed {
                    Ok(unsynced) => self.log = LogStage::Closed { sha256, unsynced },
                    Err(error) => self.log_fails(LogFailure { error, aborts: false }, Some(sha256)),
                }
            }
            // Dropped: the files of a log that has no record are removed.
            LogStage::Open { .. } => {}
            log => self.log = log,
        }
    }

    fn log_fails(&mut self, failure: LogFailure, sha256: Option<Digest>) {
        let why = Denial::Log(failure);
        self.host.tell(self.origin.error(&why));
        self.log = LogStage::Failed { why, sha256 };
    }
}
