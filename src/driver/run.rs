//! The loop of one match: everything that can wake it stands in one list, and is waited for in one place.

mod launcher;
mod match_log;

use std::{fmt::Display, os::fd::AsFd, time::Instant};

use uvi::ToHost;
use uvi_games::game::{BySeat, Seat};
use uvi_match::{
    record::Record,
    referee::{self, Audience, BotEnd, Delivery, Output, Unfit, Unfitness},
};

use self::{
    launcher::Launcher,
    match_log::{MatchLog, describe},
};
use super::{
    Finished, Host, Link, Prepared, Session,
    ahead::Ahead,
    excuse::{Excuse, Lag},
    link::{End, FIRST_READ, MAX_READS},
    placement::Placement,
    talk::TALK,
    wish::{Inbox, Origin, answer},
};
use crate::bot::{self, Interest, WatchedDescriptor};

/// Plays a match to its end, and returns when every bot that is not kept is gone.
pub fn run(session: Session, host: &mut dyn Host) -> Box<Finished> {
    play(Driver::new(session, host))
}

fn play(mut driver: Box<Driver<'_>>) -> Box<Finished> {
    driver.launch();
    let held = driver.launcher.shared_core(&driver.links).map(|core| core.hold()).transpose();
    let _held = held.inspect_err(|error| log::warn!("cannot hold a match to its core: {error}"));
    if !driver.game.is_over() {
        driver.game.start(Instant::now());
    }
    driver.carry_out();
    while !driver.is_done() {
        driver.wait();
        driver.carry_out();
    }
    driver.finish()
}

struct Driver<'h> {
    host: &'h mut dyn Host,
    game: referee::Match,
    stage: Stage,
    launcher: Launcher,
    links: BySeat<Option<Link>>,
    log: MatchLog,
    inbox: Inbox,
    /// The host's line that started the match.
    origin: Origin,
    placement: Placement,
    keep_bots: bool,
    /// A wish to stop first tells bots that think to answer.
    hastens: bool,
    excuse: Excuse,
    lag: Lag,
    ahead: Ahead,
    /// What was read last.
    buffer: Vec<u8>,
    /// What was ready when it last waited.
    ready: Vec<Wake>,
}

/// How far a match is for its bots.
#[derive(Debug)]
enum Stage {
    /// They are started, get ready or play.
    Playing,
    /// The match is over. Those that are not kept leave.
    Leaving { not_started: Option<Unfit> },
}

/// What follows from the match's outputs once the log and the bots have theirs.
#[derive(Debug, Default)]
struct Orders {
    told: Vec<ToHost>,
    dismissed: Vec<Seat>,
    not_started: Option<Unfit>,
}

/// What can wake the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wake {
    Inbox,
    Input(Seat),
    Output(Seat),
    Errors(Seat),
    Exit(Seat),
}

impl<'h> Driver<'h> {
    /// Apart, as all that is not done for every decision: a thread keeps what its stack has once reached, and each match
    /// has a thread.
    #[inline(never)]
    fn new(session: Session, host: &'h mut dyn Host) -> Box<Self> {
        let Prepared { settings, launches, resumed, journal } = *session.prepared;
        let seats = settings.seats.seats();
        let mut profiles = BySeat::new(seats, |_| None);
        let mut links = BySeat::new(seats, |_| None);
        for (seat, kept) in Seat::all(seats).zip(session.links) {
            if let Some((mut link, profile)) = kept {
                link.join(&settings.name, seat);
                profiles[seat] = Some(*profile);
                links[seat] = Some(link);
            }
        }
        let mut game = match resumed {
            None => referee::Match::new(settings, profiles),
            Some(resumed) => referee::Match::resume(settings, *resumed),
        };
        *game.audience() = Audience { debug: session.debug, events: session.events, records: journal.is_some() };
        Box::new(Self {
            host,
            game,
            stage: Stage::Playing,
            launcher: Launcher { nursery: session.nursery, launches, core: session.core },
            links,
            log: MatchLog::new(journal, session.sync_later),
            inbox: session.inbox,
            origin: session.origin,
            placement: Placement::new(session.may_hold),
            keep_bots: session.keep_bots,
            hastens: session.hastens,
            excuse: Excuse::default(),
            lag: Lag::default(),
            ahead: Ahead::default(),
            buffer: Vec::with_capacity(FIRST_READ),
            ready: Vec::new(),
        })
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.links.seats())
    }

    /// Does what the match wants: first the log, then the bots, then the host.
    fn carry_out(&mut self) {
        let mut orders = Orders::default();
        while self.take_outputs(&mut orders) {
            self.flush_log();
            self.flush_links();
            self.game.sent(Instant::now());
            for seat in orders.dismissed.drain(..) {
                if let Some(link) = &mut self.links[seat] {
                    link.dismiss(Instant::now(), self.game.settings().terms.patience.quit());
                }
            }
            let ends = self.game.is_over() && matches!(self.stage, Stage::Playing);
            // Who reads `over` finds the log closed.
            if ends && let Some(why) = self.log.close(orders.not_started.is_none()) {
                self.host.tell(self.origin.error(why));
            }
            for message in orders.told.drain(..) {
                self.host.tell(message);
            }
            if ends {
                self.stage = Stage::Leaving { not_started: orders.not_started.take() };
                self.dismiss_all();
            }
        }
    }

    /// Takes all outputs of the match. Returns false if there was none.
    fn take_outputs(&mut self, orders: &mut Orders) -> bool {
        let mut some = false;
        while let Some(output) = self.game.output() {
            some = true;
            match output {
                Output::Record(record) => self.record(record),
                Output::Say(seat, message) => {
                    if let Some(link) = &mut self.links[seat] {
                        link.say(&message);
                    }
                }
                Output::Tell(message) => orders.told.push(message),
                Output::Dismiss(seat) => orders.dismissed.push(seat),
                Output::Mute(seat) => {
                    if let Some(link) = &mut self.links[seat] {
                        link.mute();
                    }
                }
                Output::Note(seat, text) => {
                    let target = format!("{TALK}::{}", self.game.settings().name);
                    log::info!(target: &target, "# seat {seat}: {text}");
                }
                Output::CannotStart(unfit) => orders.not_started = Some(unfit),
            }
        }
        some
    }

    #[inline(never)]
    fn record(&mut self, mut record: Record) {
        if let Record::Match(head) = &mut record {
            self.placement.begin(&mut self.links, Instant::now());
            describe(head, &self.links);
        }
        if let Record::Fault(fault) = &mut record {
            let seat = Seat::new(fault.seat).expect("a record names a seat of the match");
            if let Some(link) = &mut self.links[seat] {
                self.log.add_stderr(fault, link, seat);
            }
            self.host.record_fault(fault);
        }
        if let Some(recorded) = self.log.add(record) {
            self.host.recorded(&recorded);
        }
    }

    /// A log that cannot be written ends the match: what is not in the log has not happened.
    fn flush_log(&mut self) {
        if let Some(why) = self.log.flush() {
            self.host.tell(self.origin.error(why));
            // Where it is over already, only the log has lost its end.
            let _ = self.game.stop();
        }
    }

    fn flush_links(&mut self) {
        let now = Instant::now();
        for seat in self.seats() {
            if let Some(link) = &mut self.links[seat]
                && let Some(delivery) = link.flush(now)
            {
                self.game.delivery(now, seat, delivery);
            }
        }
    }

    /// The match is over: its bots leave, all together, except those that are kept.
    #[inline(never)]
    fn dismiss_all(&mut self) {
        let grace = self.game.settings().terms.patience.quit();
        let now = Instant::now();
        for seat in self.seats() {
            let keeps = self.keeps(seat);
            if let Some(link) = &mut self.links[seat]
                && !keeps
            {
                link.dismiss(now, grace);
            }
        }
    }

    fn keeps(&self, seat: Seat) -> bool {
        self.keep_bots && self.game.chairs()[seat].profile().is_some()
    }

    fn is_done(&self) -> bool {
        let stays = |seat, link: &Link| link.is_playing() && self.keeps(seat);
        let mut links = self.links.iter().filter_map(|(seat, link)| Some((seat, link.as_ref()?)));
        matches!(self.stage, Stage::Leaving { .. }) && links.all(|(seat, link)| link.is_gone() || stays(seat, link))
    }

    /// Waits until something happens or is due, and tells the match.
    fn wait(&mut self) {
        let begun = Instant::now();
        let links = self.links.values().flatten().filter_map(Link::deadline);
        let game = self.game.deadline().map(|deadline| self.excuse.until(deadline));
        let look = game.map(|deadline| Lag::look_by(deadline, begun));
        let deadline = links.chain(game).chain(look).chain(self.placement.deadline(begun)).min();
        if deadline.is_none_or(|due| begun < due) && self.read_ahead(begun) {
            self.ready.clear();
            self.look_at_placement(begun, begun);
            self.look_at_deadline(begun);
            return;
        }
        let (now, read_at) = self.wait_until(begun, deadline);
        self.look_at_placement(begun, now);
        let ready = std::mem::take(&mut self.ready);
        for &source in &ready {
            self.react(source, read_at, now);
        }
        self.ready = ready;
        self.look_at_links(now);
        self.look_at_deadline(now);
    }

    /// Waits for the next event. Returns the time, and the time at which answers count as read.
    fn wait_until(&mut self, begun: Instant, deadline: Option<Instant>) -> (Instant, Instant) {
        self.poll(begun, deadline);
        let mut now = Instant::now();
        self.ahead.waited(now.saturating_duration_since(begun));
        let Some(due) = deadline.filter(|&due| Lag::is_late(due, now)) else { return (now, now) };
        if self.ready.is_empty() {
            // A process that was stopped goes on without having looked.
            self.poll(now, Some(now));
            now = Instant::now();
        }
        let answers = |wake: &Wake| match wake {
            Wake::Output(seat) | Wake::Exit(seat) => self.game.chairs()[*seat].is_open(),
            Wake::Inbox | Wake::Input(_) | Wake::Errors(_) => false,
        };
        let read_at = if self.ready.iter().any(answers) { self.lag.read_at(due, now) } else { now };
        (now, read_at)
    }

    fn react(&mut self, source: Wake, read_at: Instant, now: Instant) {
        match source {
            Wake::Inbox => self.serve(now),
            Wake::Input(seat) => {
                if let Some(link) = &mut self.links[seat] {
                    let delivery = link.flush_queue(now);
                    self.game.delivery(now, seat, delivery);
                }
            }
            Wake::Output(seat) => {
                self.read(self.heard_at(seat, read_at, now), seat);
            }
            Wake::Errors(seat) => {
                if let Some(link) = &mut self.links[seat] {
                    link.read_stderr();
                }
            }
            // What it said before it ended counts.
            Wake::Exit(seat) => {
                for _ in 0..MAX_READS {
                    if !self.read(self.heard_at(seat, read_at, now), seat) {
                        break;
                    }
                }
            }
        }
    }

    /// Lets the match run elsewhere if its bots are not what they were held for. It has waited for them since `begun`.
    fn look_at_placement(&mut self, begun: Instant, now: Instant) {
        if let Some(reason) = self.placement.waited(now.saturating_duration_since(begun), now, &mut self.links) {
            log::debug!("{}: it is no longer held to its core: {reason}", self.game.settings().name);
        }
    }

    fn look_at_deadline(&mut self, now: Instant) {
        match self.game.deadline() {
            Some(deadline) if deadline <= now => {
                if !self.puts_off(deadline, now) {
                    self.excuse = Excuse::default();
                    self.time_is_up(now);
                }
            }
            Some(_) | None => self.excuse = Excuse::default(),
        }
    }

    /// Reads what all bots have said without waiting for it, where the only one that thinks is likely to have answered.
    /// False where nothing was there, or all else has to be looked at too.
    fn read_ahead(&mut self, now: Instant) -> bool {
        let bots = || self.links.values().flatten();
        if !self.ahead.may_read(bots().count()) || !bots().all(Link::listens) {
            return false;
        }
        let chairs = self.game.chairs();
        let mut thinking = self.seats().filter(|&seat| chairs[seat].is_open());
        let (Some(asked), None) = (thinking.next(), thinking.next()) else { return false };
        // The others first: what they have said until now they said out of turn.
        let mut heard = false;
        for seat in self.seats().filter(|&seat| seat != asked) {
            heard |= self.read(now, seat);
        }
        let answered = self.read(now, asked);
        self.ahead.found(answered);
        heard || answered
    }

    /// When what a bot says is read: an answer may have been there before the arbiter looked.
    fn heard_at(&self, seat: Seat, read_at: Instant, now: Instant) -> Instant {
        if self.game.chairs()[seat].is_open() { read_at } else { now }
    }

    /// Whether a deadline that is over does not count yet.
    fn puts_off(&mut self, deadline: Instant, now: Instant) -> bool {
        if self.excuse.holds(now) {
            return true;
        }
        let more = self.excuse.put_off(deadline, now);
        if let Some(more) = more {
            log::info!("{}: the machine is too busy: a deadline was seen {more:?} late", self.game.settings().name);
        }
        more.is_some()
    }

    #[inline(never)]
    fn poll(&mut self, now: Instant, deadline: Option<Instant>) {
        let mut wanted: arrayvec::ArrayVec<WatchedDescriptor<'_, Wake>, 21> = arrayvec::ArrayVec::new();
        let inbox = self.inbox.waker.as_ref();
        wanted.extend(inbox.map(|waker| WatchedDescriptor {
            name: Wake::Inbox,
            fd: waker.as_fd(),
            interest: Interest::Read,
        }));
        for (seat, link) in self.links.iter() {
            if let Some(link) = link {
                let sources = [Wake::Output(seat), Wake::Errors(seat), Wake::Input(seat), Wake::Exit(seat)];
                wanted.extend(link.wanted(sources));
            }
        }
        let timeout = deadline.map(|deadline| deadline.saturating_duration_since(now));
        self.ready.clear();
        if let Err(error) = bot::wait(&wanted, timeout, &mut self.ready) {
            // Without memory for it the match cannot go on.
            log::error!("{}: cannot wait: {error}", self.game.settings().name);
            let _ = self.game.stop();
        }
    }

    /// Reads once from a bot. False where nothing was there.
    fn read(&mut self, now: Instant, seat: Seat) -> bool {
        let Some(link) = &mut self.links[seat] else { return false };
        let game = &mut self.game;
        link.read(now, &mut self.buffer, |line| {
            game.line(now, seat, line);
        })
    }

    /// Tells the match of bots that ended, and presses those that are to leave.
    #[inline(never)]
    fn look_at_links(&mut self, now: Instant) {
        for seat in self.seats() {
            let Some(link) = &mut self.links[seat] else { continue };
            let due = link.deadline().is_some_and(|deadline| deadline <= now);
            if !due && !self.ready.contains(&Wake::Exit(seat)) {
                continue;
            }
            match link.end(now) {
                Some(End::NotExecuted(text)) => self.game.ended(now, seat, BotEnd::NotStarted(text)),
                Some(End::NotStarted(text)) => self.game.cannot_start(unstarted(seat, &text, true)),
                // It has left after the match before, as it may; only now that is known.
                Some(End::Left(_)) if link.was_kept() && awaits(&self.game, seat) => {
                    self.restart(now, seat);
                    continue;
                }
                Some(End::Left(text) | End::Ended(text)) => self.game.ended(now, seat, BotEnd::Ended(text)),
                None => {}
            }
            if link.turned_deaf(now) {
                self.game.delivery(now, seat, Delivery::Closed);
            }
            link.press(now);
        }
    }

    /// Starts the bots that are not there yet.
    fn launch(&mut self) {
        for seat in self.seats() {
            if self.links[seat].is_none() && !self.game.is_over() {
                self.launch_bot(seat);
            }
        }
    }

    fn launch_bot(&mut self, seat: Seat) {
        match self.launcher.start(seat, &self.links) {
            None => {}
            Some(Ok(link)) => self.links[seat].insert(link).join(&self.game.settings().name, seat),
            Some(Err(error)) if error.is_ours() => {
                self.game.cannot_start(unstarted(seat, &error, error.may_pass()));
            }
            Some(Err(error)) => self.game.ended(Instant::now(), seat, BotEnd::NotStarted(error.to_string())),
        }
    }

    fn restart(&mut self, now: Instant, seat: Seat) {
        self.links[seat] = None;
        self.launch_bot(seat);
        if self.links[seat].is_some() {
            self.game.start_anew(now, seat);
        }
    }

    /// A deadline is over: the pipes are read once more, then the match looks who is late.
    #[inline(never)]
    fn time_is_up(&mut self, now: Instant) {
        for seat in self.game.chairs().late(now).iter() {
            self.read(now, seat);
            if let Some(link) = &mut self.links[seat] {
                if let Some(line) = link.unfinished() {
                    self.game.unfinished(seat, &line);
                }
                link.hurry(now);
            }
        }
        self.look_at_links(now);
        self.game.tick(now);
    }

    #[inline(never)]
    fn serve(&mut self, now: Instant) {
        self.inbox.waker.iter().for_each(|waker| waker.clear());
        while let Ok(request) = self.inbox.requests.try_recv() {
            if request.wish == super::Wish::Leave {
                // What is in the log stays there, without an end.
                self.log = MatchLog::None;
            }
            // A bot that is analysed with is asked for its answer first.
            let hastened = self.hastens && request.wish == super::Wish::Stop && self.game.hasten(now);
            if !hastened {
                answer(now, &mut self.game, &request.origin, &request.wish, |message| self.host.tell(message));
            }
            // What follows from a wish is told before the host may ask for more.
            self.carry_out();
            request.done();
        }
    }

    #[inline(never)]
    fn finish(self: Box<Self>) -> Box<Finished> {
        let Self { game, links, stage, log, .. } = *self;
        let mut kept = BySeat::new(links.seats(), |_| None);
        for (seat, link) in Seat::all(links.seats()).zip(links) {
            if let (Some(link), Some(profile)) = (link, game.chairs()[seat].profile())
                && link.is_playing()
            {
                kept[seat] = Some((link, Box::new(profile.clone())));
            }
        }
        let not_started = match stage {
            Stage::Playing => None,
            Stage::Leaving { not_started } => not_started,
        };
        let (sha256, unsynced, log_failed) = log.finish();
        Box::new(Finished { game, links: kept, not_started, log_failed, sha256, unsynced })
    }
}

/// Returns true if a match waits for the bot of a seat to be ready.
fn awaits(game: &referee::Match, seat: Seat) -> bool {
    !game.is_over() && game.chairs()[seat].is_seating()
}

/// The reason why a match does not start because the arbiter cannot start a bot.
fn unstarted(seat: Seat, reason: &impl Display, may_pass: bool) -> Unfit {
    Unfit { seat, reason: Unfitness::Unstarted { reason: reason.to_string(), may_pass } }
}
