//! The loop around the [`Driver`] of a match: it carries out each step, and tells the driver what has woken it.

mod launcher;
mod match_log;

use std::{io, os::fd::AsFd, time::Instant};

use uvi_games::game::{BySeat, Seat, SeatSet};
use uvi_match::{
    record::Record,
    referee::{Audience, Match},
};

use self::{
    launcher::Launcher,
    match_log::{MatchLog, describe},
};
use super::{
    FinishedMatch, Host, Link, PreparedMatch, Session,
    driver::{Driver, DriverSettings, Step},
    excuse::Lag,
    link::{FIRST_READ, MAX_READS, Wire, Wires},
    placement::Placement,
    talk,
    wish::Inbox,
};
use crate::{
    bot::{BotSource, HeldCore, Interest, WatchedDescriptor},
    world::WorldClock,
};

/// A match with all that plays it: bots, log and inbox. It never waits, so one thread can play several matches: carry out,
/// [`pause`](MatchRun::pause), and call [`woken`](MatchRun::woken) when something is ready or [`due`](MatchRun::due).
#[derive(Debug)]
pub(super) struct MatchRun {
    pub(super) driver: Driver,
    pub(super) clock: &'static dyn WorldClock,
    launcher: Launcher,
    wires: Wires,
    log: MatchLog,
    inbox: Inbox,
    placement: Placement,
    /// The hold on the core that the match shares with its bots.
    core: Option<HeldCore>,
    /// The bytes that were read last.
    buffer: Vec<u8>,
    /// The beginning of the last wait.
    begun: Instant,
    /// The time until which the match waits.
    pub(super) due: Option<Instant>,
    /// The time of the last look at the sources.
    looked: Instant,
    /// The sources that were ready after the last wait.
    pub(super) ready: Vec<Wake>,
}

/// A source that can wake the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wake {
    Inbox,
    Bot(Seat, BotSource),
}

impl MatchRun {
    /// Not inlined, like all functions that do not run for every decision: thread stacks never shrink, and there may
    /// be hundreds of threads.
    #[inline(never)]
    pub(super) fn new(session: Session) -> Box<Self> {
        let PreparedMatch { settings, launches, resumed, journal } = *session.prepared;
        let seats = settings.seats.seats();
        let mut profiles = BySeat::new(seats, |_| None);
        let mut lives = BySeat::new(seats, |_| None);
        let mut wires = BySeat::new(seats, |_| None);
        for (seat, kept) in Seat::all(seats).zip(session.links) {
            if let Some((Link { mut wire, life }, profile)) = kept {
                wire.talk.join(&settings.name, seat);
                profiles[seat] = Some(*profile);
                lives[seat] = Some(life);
                wires[seat] = Some(wire);
            }
        }
        let mut game = match resumed {
            None => Match::new(settings, profiles),
            Some(resumed) => Match::resume(settings, *resumed),
        };
        *game.audience() = Audience {
            debug: session.debug,
            analyses: session.analyses,
            events: session.events,
            records: session.records || journal.is_some(),
        };
        let settings =
            DriverSettings { origin: session.origin, keep_bots: session.keep_bots, hastens: session.analyses };
        Box::new(Self {
            driver: Driver::new(game, lives, settings),
            clock: session.clock,
            placement: Placement::new(session.may_hold && session.bots.are_processes()),
            launcher: Launcher { bots: session.bots, launches, core: session.core },
            wires,
            log: journal.map_or(MatchLog::None, |journal| MatchLog::Open { journal, sync_later: session.sync_later }),
            inbox: session.inbox,
            core: None,
            buffer: Vec::with_capacity(FIRST_READ),
            begun: session.clock.now(),
            looked: session.clock.now(),
            due: None,
            ready: Vec::new(),
        })
    }

    /// Carries out the driver's steps until there are none.
    pub(super) fn carry_out(&mut self, host: &mut dyn Host) {
        while let Some(step) = self.driver.step() {
            match step {
                Step::Launch(seat) => self.launch(seat),
                Step::Begin => self.begin(),
                Step::Record(record) => self.record(record, host),
                Step::Say(seat, message) => self.with(seat, |wire| wire.say(&message)),
                Step::Note(seat, text) => {
                    let target = talk::target(Some(&self.driver.game.settings().name));
                    log::info!(target: &target, "# seat {seat}: {text}");
                }
                Step::Write => self.write(),
                Step::CloseLog { has_started } => {
                    if let Some(why) = self.log.close(has_started) {
                        self.driver.cannot_close_log(why);
                    }
                }
                // The records in the log stay, without a result.
                Step::LeaveLog => self.log = MatchLog::None,
                Step::Tell(message) => host.tell(message),
                Step::Look(seat, now) => self.look(seat, now),
                Step::Reread(seat, now) => {
                    self.hear_answer(seat, now, now);
                    self.driver.reread(now, seat);
                }
                Step::Dismiss(seat) => {
                    self.with(seat, Wire::quit);
                    self.driver.dismissed(self.clock.now(), seat);
                }
                Step::CloseInput(seat) => self.with(seat, |wire| wire.process.close_input()),
                Step::Kill(seat) => self.with(seat, |wire| wire.process.kill()),
            }
        }
    }

    fn with(&mut self, seat: Seat, act: impl FnOnce(&mut Wire)) {
        if let Some(wire) = &mut self.wires[seat] {
            act(wire);
        }
    }

    #[inline(never)]
    fn look(&mut self, seat: Seat, now: Instant) {
        if let Some(wire) = &mut self.wires[seat] {
            let exit = wire.exit();
            self.driver.looked(now, seat, exit, || wire.last_words());
        }
    }

    #[inline(never)]
    fn begin(&mut self) {
        let held = self.launcher.shared_core(&self.wires).map(|core| core.hold()).transpose();
        let held = held.inspect_err(|error| log::warn!("cannot hold a match to its core: {error}"));
        self.core = held.ok().flatten();
        self.driver.begin(self.clock.now());
    }

    fn write(&mut self) {
        if let Some(why) = self.log.flush() {
            self.wires.iter_mut().filter_map(|(_, wire)| wire.as_mut()).for_each(|wire| wire.unsent.clear());
            return self.driver.cannot_write_log(why);
        }
        let now = self.clock.now();
        for (seat, wire) in self.wires.iter_mut() {
            if let Some(wire) = wire
                && let Some(delivery) = wire.flush()
            {
                self.driver.delivered(now, seat, delivery);
            }
        }
        self.driver.written(self.clock.now());
    }

    #[inline(never)]
    fn record(&mut self, mut record: Record, host: &mut dyn Host) {
        if let Record::Match(head) = &mut record {
            self.placement.begin(&mut self.wires, self.driver.playing(), self.clock.now());
            describe(head, &self.wires, self.clock);
        }
        if let Record::Fault(fault) = &mut record {
            let seat = Seat::new(fault.seat).expect("a record names a seat of the match");
            if let Some(wire) = &mut self.wires[seat] {
                self.log.add_stderr(fault, wire, seat);
            }
        }
        if let Some(recorded) = self.log.add(record) {
            host.recorded(&recorded);
        }
    }

    #[inline(never)]
    fn launch(&mut self, seat: Seat) {
        self.wires[seat] = None;
        match self.launcher.start(seat, &self.wires) {
            None => {}
            Some(Ok(wire)) => {
                self.wires[seat].insert(wire).talk.join(&self.driver.game.settings().name, seat);
                self.driver.launched(self.clock.now(), seat);
            }
            Some(Err(error)) => self.driver.cannot_launch(self.clock.now(), seat, &error),
        }
    }

    /// Notes that a wait begins. Returns false if the wait is over at once, because a bot's answer was already there.
    pub(super) fn pause(&mut self) -> bool {
        let begun = self.clock.now();
        self.begun = begun;
        let due = if self.clock.is_punctual() { self.driver.due_without_looks() } else { self.driver.due(begun) };
        self.due = due.into_iter().chain(self.placement.deadline(begun)).chain(self.late_since(begun)).min();
        if self.due.is_none_or(|due| begun < due) && self.read_ahead(begun) {
            self.look_at_placement(begun, begun);
            self.driver.woken(begun, SeatSet::EMPTY);
            return false;
        }
        true
    }

    /// Finds what is ready of simulated bots and the host.
    pub(super) fn look_around(&mut self) {
        let Self { driver, wires, inbox, ready, .. } = self;
        ready.clear();
        ready.extend(Some(Wake::Inbox).filter(|_| !inbox.requests.is_empty()));
        for (seat, wire) in wires.iter() {
            if let (Some(wire), Some(life)) = (wire, driver.bot(seat)) {
                ready.extend(wire.ready(life).map(|source| Wake::Bot(seat, source)));
            }
        }
    }

    /// Returns true if the wait has ended late and found nothing ready. If the arbiter was stopped during the wait, the
    /// wait has ended without a look at the sources.
    pub(super) fn must_look_again(&self, now: Instant) -> bool {
        self.ready.is_empty() && self.due.is_some_and(|due| Lag::is_late(due, now))
    }

    /// Tells the driver what was ready at the end of the wait.
    pub(super) fn woken(&mut self, now: Instant, host: &mut dyn Host) {
        self.driver.waited(now.saturating_duration_since(self.begun));
        self.looked = now;
        let (mut speaking, mut exits) = (SeatSet::EMPTY, SeatSet::EMPTY);
        for source in &self.ready {
            match *source {
                Wake::Bot(seat, BotSource::Output | BotSource::Input) => speaking.insert(seat),
                Wake::Bot(seat, BotSource::Exit) => exits.insert(seat),
                Wake::Bot(_, BotSource::Errors) | Wake::Inbox => {}
            }
        }
        let due = self.due.filter(|&due| Lag::is_late(due, now));
        let read_at = self.driver.read_at(due, now, speaking.iter().chain(exits.iter()).collect());
        self.look_at_placement(self.begun, now);
        let ready = std::mem::take(&mut self.ready);
        for &source in &ready {
            match source {
                Wake::Inbox => self.serve(now, host),
                Wake::Bot(seat, BotSource::Input) => self.write_rest(seat, read_at, now),
                // An answer behind much else was there as early as that.
                Wake::Bot(seat, BotSource::Output) if due.is_some() => self.hear_answer(seat, read_at, now),
                Wake::Bot(seat, BotSource::Output) => _ = self.hear(seat, read_at, now),
                Wake::Bot(seat, BotSource::Errors) => self.with(seat, |wire| {
                    wire.read_stderr();
                }),
                // Lines that the bot wrote before it ended count.
                Wake::Bot(seat, BotSource::Exit) => {
                    (0..MAX_READS).all(|_| self.hear(seat, read_at, now));
                }
            }
        }
        self.ready = ready;
        self.driver.woken(now, exits);
    }

    fn write_rest(&mut self, seat: Seat, read_at: Instant, now: Instant) {
        if let Some(wire) = &mut self.wires[seat] {
            let delivery = wire.flush_queue();
            self.driver.rest_delivered(read_at, now, seat, delivery);
        }
    }

    fn hear(&mut self, seat: Seat, read_at: Instant, now: Instant) -> bool {
        self.read(self.driver.heard_at(seat, read_at, now), seat)
    }

    /// Reads until nothing is there, or the question is answered. A flood ends the question too.
    fn hear_answer(&mut self, seat: Seat, read_at: Instant, now: Instant) {
        while self.hear(seat, read_at, now) && self.driver.game.chairs()[seat].is_open() {}
    }

    /// Releases the match from its core if its bots do not suit a shared core any more. The last wait started at
    /// `begun`.
    fn look_at_placement(&mut self, begun: Instant, now: Instant) {
        let (waited, playing) = (now.saturating_duration_since(begun), self.driver.playing());
        if let Some(reason) = self.placement.waited(waited, now, &mut self.wires, playing) {
            let name = &self.driver.game.settings().name;
            log::debug!("{name}: it is no longer held to its core: {reason}");
        }
    }

    /// Reads from all bots without waiting, if an answer is likely to be there already. Returns false if none is likely
    /// or nothing was there; then the loop must wait.
    fn read_ahead(&mut self, now: Instant) -> bool {
        let Some(asked) = self.driver.likely() else { return false };
        self.looked = now;
        let mut heard = false;
        for seat in self.driver.seats().filter(|&seat| seat != asked) {
            heard |= self.read(now, seat);
        }
        let answered = self.read(now, asked);
        self.driver.read_ahead(answered);
        heard || answered
    }

    /// The descriptors that can wake the match, under the names that `name` gives them.
    pub(super) fn wanted<T>(&self, name: impl Fn(Wake) -> T + Copy) -> impl Iterator<Item = WatchedDescriptor<'_, T>> {
        let inbox = self.inbox.waker.as_ref().map(|waker| WatchedDescriptor {
            name: name(Wake::Inbox),
            fd: waker.as_fd(),
            interest: Interest::Read,
        });
        let bots = self.wires.iter().filter_map(|(seat, wire)| Some((seat, wire.as_ref()?, self.driver.bot(seat)?)));
        inbox.into_iter().chain(
            bots.flat_map(move |(seat, wire, life)| wire.wanted(life, move |source| name(Wake::Bot(seat, source)))),
        )
    }

    /// The time since which an answer may be there, if that is so long ago that the arbiter's own work, or that of its
    /// thread for other matches, has kept it from looking.
    fn late_since(&self, now: Instant) -> Option<Instant> {
        self.driver.unread_since(self.looked).filter(|&since| Lag::is_late(since, now))
    }

    /// Notes that a poll begins, perhaps long after the match was paused.
    pub(super) fn begin_look(&mut self, now: Instant) {
        let since = self.late_since(now);
        self.due = self.due.into_iter().chain(since).min();
    }

    /// Notes that a poll has looked at the sources of the match, of which perhaps none is ready.
    pub(super) fn end_look(&mut self, now: Instant) {
        self.looked = now;
    }

    /// Ends the match, because its thread could not wait at `now`. The driver is woken nevertheless: bots may be gone or due.
    pub(super) fn cannot_wait(&mut self, error: &io::Error, now: Instant) {
        log::error!("{}: cannot wait: {error}", self.driver.game.settings().name);
        self.driver.cannot_wait();
        self.due = Some(now);
    }

    /// Reads once from a bot. Returns false if nothing was there.
    fn read(&mut self, now: Instant, seat: Seat) -> bool {
        let Self { driver, wires, buffer, .. } = self;
        let Some(wire) = &mut wires[seat] else { return false };
        wire.read(buffer, |received, bytes| driver.received(now, seat, received, bytes))
    }

    #[inline(never)]
    fn serve(&mut self, now: Instant, host: &mut dyn Host) {
        self.inbox.waker.iter().for_each(|waker| waker.clear());
        while let Ok(request) = self.inbox.requests.try_recv() {
            self.driver.wish(now, &request.origin, &request.wish);
            // The host is told all results of a wish before it can send the next wish.
            self.carry_out(host);
            // The sender may have gone.
            let _ = request.done.send(());
        }
    }

    /// Ends the match, and gives what is left: the match, its log and its bots.
    #[inline(never)]
    pub(super) fn finish(self: Box<Self>) -> Box<FinishedMatch> {
        let Self { driver, mut wires, log, core: _core, .. } = *self;
        let (game, bots, not_started) = driver.finish();
        let mut links = BySeat::new(wires.seats(), |_| None);
        for (seat, bot) in Seat::all(wires.seats()).zip(bots) {
            if let (Some((life, profile)), Some(wire)) = (bot, wires[seat].take()) {
                links[seat] = Some((Link { wire, life }, profile));
            }
        }
        let (sha256, unsynced, log_failed) = log.finish();
        Box::new(FinishedMatch { game, links, not_started, log_failed, sha256, unsynced })
    }
}
