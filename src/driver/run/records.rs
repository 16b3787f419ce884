//! What the match records goes into its log, with what only the driver knows.

use std::time::Instant;

use jiff::Timestamp;
use uvi_games::game::Seat;
use uvi_match::record::{Cores, Record};

use super::Driver;
use crate::{
    bot::Affinity,
    driver::{Denial, Journal, JournalError, LogFailure, Unsynced, stderr},
};

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
                        && let Some(journal) = &self.journal
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
        if let Some(journal) = &mut self.journal {
            self.host.recorded(&journal.add(record));
        }
    }

    /// A log that cannot be written ends the match: what is not in the log has not happened.
    pub(super) fn flush_journal(&mut self) {
        if let Some(Err(failure)) = self.journal.as_mut().map(Journal::flush) {
            self.log_breaks(failure);
        }
    }

    #[cold]
    #[inline(never)]
    fn log_breaks(&mut self, failure: JournalError) {
        self.journal = None;
        self.log_fails(LogFailure { error: failure, aborts: true });
        // Where it is over already, only the log has lost its end.
        let _ = self.game.stop();
    }

    /// The match is over: its log is closed. Where it could not start, nothing has been recorded.
    #[inline(never)]
    pub(super) fn close_journal(&mut self) {
        let Some(journal) = self.journal.take() else { return };
        if self.not_started.is_some() {
            return;
        }
        self.sha256 = Some(journal.sha256());
        let closed = match journal.close() {
            Ok(unsynced) if self.sync_later => {
                self.unsynced = Some(unsynced);
                Ok(())
            }
            closed => closed.and_then(Unsynced::finish),
        };
        if let Err(failure) = closed {
            self.log_fails(LogFailure { error: failure, aborts: false });
        }
    }

    fn log_fails(&mut self, failure: LogFailure) {
        let denial = Denial::Log(failure);
        self.host.tell(self.origin.error(&denial));
        self.log_failed = Some(denial);
    }
}
