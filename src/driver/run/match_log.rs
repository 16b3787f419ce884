//! The log of a match while it is played. Adds facts that only the driver knows: the start time, and the isolation,
//! cores and stderr of bots.

use uvi::Digest;
use uvi_games::game::Seat;
use uvi_match::record::{Cores, FaultRecord, Head, Record};

use crate::{
    bot::Affinity,
    driver::{
        DenialError, Journal, UnsyncedLog,
        link::{Wire, Wires},
        stderr,
    },
    world::WorldClock,
};

/// The stage that the log of a match has reached.
#[derive(Debug)]
pub(super) enum MatchLog {
    /// Nothing is written: no log is wanted, the match did not start, or the host has left.
    None,
    Open {
        journal: Journal,
        /// True if the caller syncs the log later.
        sync_later: bool,
    },
    /// The log has all its records and was closed.
    Closed { sha256: Digest, unsynced: Option<UnsyncedLog> },
    /// The log could not be written, closed or synced.
    Failed {
        why: DenialError,
        /// The SHA-256 of the complete log, if only closing or syncing failed; `None` if a record could not be written.
        sha256: Option<Digest>,
    },
}

impl MatchLog {
    /// Returns the SHA-256 of the complete log, the log if the caller syncs it, and the reason if the log failed.
    pub(super) fn finish(self) -> (Option<Digest>, Option<UnsyncedLog>, Option<DenialError>) {
        match self {
            Self::None | Self::Open { .. } => (None, None, None),
            Self::Closed { sha256, unsynced } => (Some(sha256), unsynced, None),
            Self::Failed { why, sha256 } => (sha256, None, Some(why)),
        }
    }

    /// Adds a record to the next write. Returns the record as it is written, or as it is if no log is wanted; `None` if
    /// the log is closed or has failed.
    pub(super) fn add(&mut self, record: Record) -> Option<Record> {
        match self {
            Self::None => Some(record),
            Self::Open { journal, .. } => Some(journal.add(record)),
            Self::Closed { .. } | Self::Failed { .. } => None,
        }
    }

    /// Writes the added records. Returns the reason if that fails.
    pub(super) fn flush(&mut self) -> Option<&DenialError> {
        let Self::Open { journal, .. } = self else { return None };
        let error = journal.flush().err()?;
        self.fail(DenialError::Log { error, aborts: true }, None)
    }

    /// Closes the log of a match that is over. If the match has not started, drops the journal instead, which deletes
    /// the log file if it is new. Returns the reason if closing fails.
    #[inline(never)]
    pub(super) fn close(&mut self, has_started: bool) -> Option<&DenialError> {
        let (journal, sync_later) = match std::mem::replace(self, Self::None) {
            Self::Open { journal, sync_later } => (journal, sync_later),
            log => {
                *self = log;
                return None;
            }
        };
        if !has_started {
            return None;
        }
        let sha256 = journal.sha256();
        let close = |log: UnsyncedLog| if sync_later { Ok(Some(log)) } else { log.sync().map(|()| None) };
        match journal.close().and_then(close) {
            Ok(unsynced) => {
                *self = Self::Closed { sha256, unsynced };
                None
            }
            Err(error) => self.fail(DenialError::Log { error, aborts: false }, Some(sha256)),
        }
    }

    #[cold]
    #[inline(never)]
    fn fail(&mut self, why: DenialError, sha256: Option<Digest>) -> Option<&DenialError> {
        *self = Self::Failed { why, sha256 };
        if let Self::Failed { why, .. } = self { Some(why) } else { None }
    }

    /// Adds the end of the bot's stderr to the record of a fault. If the bot wrote more than that, also appends all new
    /// stderr to the file beside the log.
    pub(super) fn add_stderr(&self, fault: &mut FaultRecord, wire: &mut Wire, seat: Seat) {
        wire.drain_stderr();
        let all = stderr::shown(&wire.process.stderr_tail());
        let end = stderr::end(&all);
        if end.len() < all.len()
            && let Self::Open { journal, .. } = self
        {
            journal.keep_stderr(seat, &stderr::shown(&wire.unkept_stderr()));
        }
        fault.stderr = Some(end.to_owned());
    }
}

/// Adds the start time, and the isolation and the cores of each bot, to the first record.
pub(super) fn describe(head: &mut Head, wires: &Wires, clock: &dyn WorldClock) {
    head.started = Some(clock.timestamp().to_string());
    for seat in &mut head.seats {
        let wire = Seat::new(seat.seat).and_then(|seat| wires[seat].as_ref());
        seat.isolated = wire.map(|wire| wire.process.process().is_some_and(|process| process.isolated));
        seat.affinity = wire.and_then(|wire| match wire.process.process()?.limits.affinity {
            Affinity::Match => Some(Cores::Match),
            Affinity::Spread => Some(Cores::Spread),
            Affinity::Auto => wire.is_held().then_some(Cores::Auto),
            Affinity::Off => None,
        });
    }
}
