//! A match with all that it needs to be played, and the result of playing it.

use std::sync::Arc;

use uvi::{Digest, ToHost};
use uvi_games::game::BySeat;
use uvi_match::{
    record::Record,
    referee::{self, Profile, UnfitBot},
};

use super::{
    DenialError, Link, PreparedMatch, UnsyncedLog,
    wish::{Inbox, Origin},
};
use crate::{
    bot::{Bots, Core},
    world::{RealClock, WorldClock},
};

/// A listener for the events of a match.
pub trait Host {
    /// Takes in a message about an event, or an answer to a request.
    fn tell(&mut self, message: ToHost);

    /// Takes in each record as it stands in the log, before it is written and the host is told of it. Without a log,
    /// takes in the records that a log would have; those of actions only if the session has `records`.
    fn recorded(&mut self, record: &Record) {
        let _ = record;
    }
}

impl<F: FnMut(ToHost)> Host for F {
    fn tell(&mut self, message: ToHost) {
        self(message);
    }
}

/// A bot that is kept for another match, with the data of its greeting.
pub type KeptBot = (Link, Box<Profile>);

/// A match with all that it needs to be played.
#[derive(Debug)]
pub struct Session {
    /// The match, with its log already made.
    pub prepared: Box<PreparedMatch>,
    /// The starter of the bots.
    pub bots: Arc<dyn Bots>,
    /// The clock of the match.
    pub clock: &'static dyn WorldClock,
    /// The wishes of the host.
    pub inbox: Inbox,
    /// Bots kept from a former match, with the data of their greetings.
    pub links: BySeat<Option<KeptBot>>,
    /// The core for bots of `affinity match` that have no core yet, and for the match itself. `None`: the core with the
    /// fewest shares is taken.
    pub core: Option<Arc<Core>>,
    /// True if the match may share a core with bots of `affinity auto`, as long as that is faster.
    pub may_hold: bool,
    /// The host's line that started the match. Errors name the line.
    pub origin: Origin,
    /// True if the things that bots say while thinking are passed on from the start.
    pub debug: bool,
    /// True if bots that can play another match are kept for it.
    pub keep_bots: bool,
    /// True if the caller syncs the log, beside the next match. [`FinishedMatch::unsynced`] has the log then.
    pub sync_later: bool,
    /// True in an analysis: the host always hears what bots say while thinking, and a wish to stop first asks thinking
    /// bots to answer at once.
    pub analyses: bool,
    /// True if the host is told of every event; else it is told only of faults, the end, and answers.
    pub events: bool,
    /// True if the host takes in every record, even without a log.
    pub records: bool,
}

impl Session {
    /// A session that starts all bots and keeps none, and tells the host only of faults, the end, and answers.
    pub fn new(prepared: impl Into<Box<PreparedMatch>>, bots: impl Into<Arc<dyn Bots>>, inbox: Inbox) -> Self {
        let prepared = prepared.into();
        Self {
            links: BySeat::new(prepared.settings.seats.seats(), |_| None),
            prepared,
            bots: bots.into(),
            clock: &RealClock,
            inbox,
            core: None,
            may_hold: false,
            origin: Origin::default(),
            debug: false,
            keep_bots: false,
            sync_later: false,
            analyses: false,
            events: false,
            records: false,
        }
    }
}

/// A match that was played, with its kept bots and its log.
#[derive(Debug)]
pub struct FinishedMatch {
    /// The match, which is over.
    pub game: referee::Match,
    /// The bots that were kept.
    pub links: BySeat<Option<KeptBot>>,
    /// The reason if the match could not start.
    pub not_started: Option<UnfitBot>,
    /// The reason if the log is incomplete or not on the disk.
    pub log_failed: Option<DenialError>,
    /// The SHA-256 of the complete log. `None` without a complete log: a failed write, no start, or the host left.
    pub sha256: Option<Digest>,
    /// The log, if the caller has to sync it.
    pub unsynced: Option<UnsyncedLog>,
}
