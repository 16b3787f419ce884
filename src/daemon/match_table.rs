//! The table of matches: every match that the host has made, and the effect of each line of the host.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};

use crossbeam_channel::Sender;
use uvi::{ErrorCode, FromHost, LogWords, NewMatch, OnFault, Seed, Text, ToHost, Word};
use uvi_games::game::{SeatSet, Style, description};
use uvi_match::{
    record::{GameCourse, Luck},
    referee::{self, HostError, MatchSpec, Notation},
};

use super::{
    daemon_event::DaemonEvent,
    host_outbox::HostOutbox,
    match_reporter::{MatchReporter, NEW_AGAIN, Purpose, RUNNING},
    started_match::{DaemonWorld, StartedMatch},
    watched::WatchedMatch,
};
use crate::driver::{self, DenialError, Origin, Requests, Session, Setup, Wish};

#[derive(Debug)]
pub(super) struct MatchTable {
    pub(super) world: DaemonWorld,
    slots: BTreeMap<Word, Slot>,
    /// The matches that were started. Those that do not run any more are removed when they are found.
    started: BTreeSet<Word>,
    /// The watched logs that may still grow.
    pub(super) watched: BTreeSet<Word>,
    outbox: HostOutbox,
    /// Receives the name of each match that is over or could not start.
    events: Sender<DaemonEvent>,
    debug: bool,
    /// Matches that have settled. Their threads may still wait for bots to leave.
    ended: Vec<Word>,
    /// Matches that were dropped while their bots were leaving.
    leaving: Vec<Box<dyn StartedMatch>>,
}

#[derive(Debug)]
enum Slot {
    New(Box<Setup>),
    Running(Running),
    Over(Box<referee::Match>),
    Watched(Box<WatchedMatch>),
}

#[derive(Debug)]
struct Running {
    /// The setup of the match. A match counts as new again if it could not start, and after an analysis.
    setup: Box<Setup>,
    purpose: Purpose,
    requests: Requests,
    stage: Arc<AtomicU8>,
    played: Box<dyn StartedMatch>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LoopControl {
    GoOn,
    /// Holds later lines until this match, or every match, is over.
    Wait(Option<Word>),
    Quit,
}

type Result<T, E = DenialError> = std::result::Result<T, E>;

impl MatchTable {
    pub(super) fn new(world: DaemonWorld, outbox: HostOutbox, events: Sender<DaemonEvent>) -> Self {
        let (slots, started, watched) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
        let (ended, leaving) = (Vec::new(), Vec::new());
        Self { world, slots, started, watched, outbox, events, debug: false, ended, leaving }
    }

    pub(super) fn handle(&mut self, origin: &Origin, message: FromHost) -> Result<LoopControl> {
        match message {
            FromHost::Uvi(version) => self.greet(version)?,
            FromHost::IsReady => self.tell(&ToHost::ReadyOk),
            FromHost::Describe => self.describe(),
            FromHost::NewMatch(words) => self.new_match(words)?,
            FromHost::SetPosition { name, position } => self.spec(&name)?.set_position(&position)?,
            FromHost::Seat { name, seat, player } => self.unresumed(&name)?.set_player(seat, &player)?,
            FromHost::SeatOption { name, seat, option, value } => {
                self.spec(&name)?.set_bot_option(seat, option, value)?;
            }
            FromHost::SeatSet { name, seat, key, value } => self.unresumed(&name)?.set_launch(seat, key, value)?,
            FromHost::Clock { name, seat, clock } => self.spec(&name)?.set_clock(seat, clock)?,
            FromHost::Patience { name, patience } => {
                self.spec(&name)?.set_terms(|terms| terms.patience = patience.or(terms.patience))?;
            }
            FromHost::OnFault { name, policy } => {
                self.spec(&name)?.set_terms(|terms| terms.set_fault_words(policy))?;
            }
            FromHost::Takebacks { name, switch } => {
                self.spec(&name)?.set_terms(|terms| terms.takebacks = Some(switch))?;
            }
            FromHost::Undo { name, plies } => self.wish(origin, &name, Wish::Undo(plies))?,
            FromHost::UndoTo { name, to } => self.wish(origin, &name, Wish::UndoTo(to))?,
            FromHost::Keep { name, switch } => self.new_slot(&name)?.keep = switch.is_on(),
            FromHost::Log { name, log } => {
                let sync = log.sync.or(Some(self.world.sync));
                self.unresumed(&name)?.set_log(Some(LogWords { sync, ..log }));
            }
            FromHost::Resume { name, path } => self.resume(name, path.as_str())?,
            FromHost::Watch { name, path } => self.watch(name, path.as_str())?,
            FromHost::Analyse(name) => self.start(origin, &name, Purpose::Analysis)?,
            FromHost::Start(name) => self.start(origin, &name, Purpose::Game)?,
            FromHost::Play { name, seat, actions } => {
                self.wish(origin, &name, Wish::Play(seat, actions, Notation::Link))?;
            }
            FromHost::Resign { name, seat } => self.wish(origin, &name, Wish::Resign(seat))?,
            FromHost::Show(name) => self.wish(origin, &name, Wish::Show(Style::Plain))?,
            FromHost::Legal { name, seat } => self.wish(origin, &name, Wish::Legal(seat))?,
            FromHost::LegalPlaces { name, seat } => self.wish(origin, &name, Wish::Places(seat))?,
            FromHost::Picture { name, seat } => self.wish(origin, &name, Wish::Picture(seat))?,
            FromHost::Position { name, seat } => self.wish(origin, &name, Wish::Position(seat))?,
            FromHost::History { name, seat } => self.wish(origin, &name, Wish::History(seat))?,
            FromHost::Stop(name) => self.wish(origin, &name, Wish::Stop)?,
            FromHost::Debug(switch) => self.debug(switch.is_on()),
            FromHost::Drop(name) => self.drop_match(&name)?,
            FromHost::Wait(name) => {
                if let Some(name) = &name {
                    self.slot(name)?;
                }
                return Ok(LoopControl::Wait(name));
            }
            FromHost::Quit => return Ok(LoopControl::Quit),
        }
        Ok(LoopControl::GoOn)
    }

    pub(super) fn tell(&self, message: &ToHost) {
        self.outbox.tell(message);
    }

    fn greet(&self, version: u32) -> Result<()> {
        if version != uvi::VERSION {
            return Err(DenialError::Version(version));
        }
        self.tell(&ToHost::IdName(Text::new(concat!("Arbiter ", env!("CARGO_PKG_VERSION")))));
        self.tell(&ToHost::IdAuthor(Text::new("The Arbiter founders")));
        for variant in self.world.registry {
            let name = || Word::new(variant.word()).expect("the name of a variant is a word");
            self.tell(&ToHost::Variant {
                name: name(),
                seats: variant.seats().iter().map(|&seats| u32::from(seats)).collect(),
                title: Text::new(variant.title()),
            });
            for option in variant.options() {
                self.tell(&ToHost::Option { variant: name(), option: option.to_uvi() });
            }
        }
        self.tell(&ToHost::UviOk);
        Ok(())
    }

    fn describe(&self) {
        for variant in self.world.registry {
            for (key, text) in description(variant) {
                let variant = Word::new(variant.word()).expect("the name of a variant is a word");
                let key = Word::new(key).expect("a key is a word");
                self.tell(&ToHost::About { variant, key, text: Text::new(text) });
            }
        }
    }

    fn new_match(&mut self, words: NewMatch) -> Result<()> {
        let NewMatch { name, variant, seats, seed, options } = words;
        self.check_new_name(&name)?;
        let seed = seed.unwrap_or_else(|| Seed(rand::random()));
        let variant = referee::variant(self.world.registry, variant.as_str())?;
        let spec = MatchSpec::new(name.clone(), variant, seats, seed, &options)?;
        self.slots.insert(name.clone(), Slot::New(Box::new(Setup::new(self.world.disk, spec)?)));
        self.tell(&ToHost::Created(name));
        Ok(())
    }

    fn check_new_name(&self, name: &Word) -> Result<()> {
        if self.slots.contains_key(name) {
            return Err(DenialError::Other(ErrorCode::MatchExists, format!("match {name} already exists")));
        }
        Ok(())
    }

    fn resume(&mut self, name: Word, path: &str) -> Result<()> {
        self.check_new_name(&name)?;
        let mut setup = Setup::resume(self.world.disk, self.world.registry, name.clone(), Path::new(path), None)?;
        setup.set_sync(self.world.sync);
        self.slots.insert(name.clone(), Slot::New(Box::new(setup)));
        self.tell(&ToHost::Created(name));
        Ok(())
    }

    fn watch(&mut self, name: Word, path: &str) -> Result<()> {
        self.check_new_name(&name)?;
        let mut watched = WatchedMatch::open(self.world.registry, name.clone(), Path::new(path))?;
        // Tells the present contents at once, unless the file is no log.
        let mut told = vec![ToHost::Created(name.clone())];
        watched.look(&mut |message| told.push(message))?;
        told.iter().for_each(|message| self.tell(message));
        if watched.is_open() {
            self.watched.insert(name.clone());
        }
        self.slots.insert(name, Slot::Watched(Box::new(watched)));
        Ok(())
    }

    pub(super) fn look(&mut self) {
        let Self { slots, watched, outbox, .. } = self;
        watched.retain(|name| {
            let Some(Slot::Watched(watched)) = slots.get_mut(name) else { return false };
            if let Err(error) = watched.look(&mut |message| outbox.tell(&message)) {
                outbox.tell(&ToHost::Error { code: error.code(), text: Text::new(format!("{name}: {error}")) });
            }
            watched.is_open()
        });
    }

    /// The slot of a match. First, a match that counts as new again gets its setup back. Returns an error if there is
    /// no such match.
    fn slot(&mut self, name: &Word) -> Result<&mut Slot> {
        let stage = match self.slots.get(name) {
            None => return Err(DenialError::Other(ErrorCode::NoSuchMatch, format!("no match {name}"))),
            Some(Slot::Running(running)) => running.stage.load(Ordering::Acquire),
            Some(Slot::New(_) | Slot::Over(_) | Slot::Watched(_)) => RUNNING,
        };
        // The thread has nothing left to do, or almost.
        if stage == NEW_AGAIN
            && let Some(Slot::Running(running)) = self.slots.remove(name)
        {
            match running.purpose {
                Purpose::Game => drop(running.played.join()),
                // Not joined, because the bot may take its time to leave.
                Purpose::Analysis => self.leave(running.played),
            }
            self.slots.insert(name.clone(), Slot::New(running.setup));
        }
        Ok(self.slots.get_mut(name).expect("the match was there, and still is"))
    }

    fn new_slot(&mut self, name: &Word) -> Result<&mut Setup> {
        match self.slot(name)? {
            Slot::New(setup) => Ok(setup),
            Slot::Running(_) | Slot::Over(_) | Slot::Watched(_) => {
                let text = format!("match {name} has already been started");
                Err(DenialError::Other(ErrorCode::AlreadyRunning, text))
            }
        }
    }

    /// The setup of a new match that does not resume. Settings of one that resumes would not be those of its log.
    fn unresumed(&mut self, name: &Word) -> Result<&mut Setup> {
        let setup = self.new_slot(name)?;
        if setup.course().is_some() {
            let text = format!("match {name} resumes with the settings of its log");
            return Err(DenialError::Other(ErrorCode::AlreadyRunning, text));
        }
        Ok(setup)
    }

    fn spec(&mut self, name: &Word) -> Result<&mut MatchSpec> {
        Ok(self.unresumed(name)?.spec_mut())
    }

    pub(super) fn settled(&mut self, name: Word) {
        self.ended.push(name);
        self.tidy();
    }

    /// Collects settled matches whose bots have left, so that one that is over but not dropped holds no resources.
    fn tidy(&mut self) {
        for name in std::mem::take(&mut self.ended) {
            match self.slots.get(&name) {
                Some(Slot::Running(running)) if running.played.is_finished() => self.collect(&name),
                Some(Slot::Running(_)) => self.ended.push(name),
                Some(Slot::New(_) | Slot::Over(_) | Slot::Watched(_)) | None => {}
            }
        }
    }

    fn start(&mut self, origin: &Origin, name: &Word, purpose: Purpose) -> Result<()> {
        self.tidy();
        let setup = Box::new(self.new_slot(name)?.clone());
        let (requests, inbox) = driver::requests().map_err(DenialError::System)?;
        let prepared = match purpose {
            Purpose::Game => setup.prepare()?,
            Purpose::Analysis => setup.prepare_analysis()?,
        };
        let session = Session {
            origin: origin.clone(),
            clock: self.world.clock,
            debug: self.debug,
            events: true,
            analyses: purpose == Purpose::Analysis,
            ..Session::new(prepared, Arc::clone(&self.world.bots), inbox)
        };
        let stage = Arc::new(AtomicU8::new(RUNNING));
        let reporter = MatchReporter {
            outbox: self.outbox.clone(),
            stage: Arc::clone(&stage),
            events: self.events.clone(),
            origin: origin.clone(),
            name: name.clone(),
            purpose,
            requests: requests.clone(),
            fault: None,
        };
        let played = self.world.starter.start(session, reporter).map_err(DenialError::System)?;
        self.started.insert(name.clone());
        self.slots.insert(name.clone(), Slot::Running(Running { setup, purpose, requests, stage, played }));
        Ok(())
    }

    fn wish(&mut self, origin: &Origin, name: &Word, wish: Wish) -> Result<()> {
        let (outbox, clock) = (self.outbox.clone(), self.world.clock);
        match self.slot(name)? {
            Slot::New(setup) => return wish_of_new(setup, name, &wish, &outbox),
            Slot::Watched(watched) => return wish_of_watched(watched, name, &wish, &outbox),
            Slot::Running(running) => {
                if running.played.put(&running.requests, origin.clone(), wish.clone()) {
                    return Ok(());
                }
            }
            Slot::Over(game) => {
                driver::answer(clock.now(), game, origin, &wish, |message| outbox.tell(&message));
                return Ok(());
            }
        }
        // The thread ended before it could answer: the match is over, or could not start.
        self.collect(name);
        self.wish(origin, name, wish)
    }

    /// Replaces a match whose thread has ended by its result, or by its setup if it counts as new again.
    fn collect(&mut self, name: &Word) {
        let Some(Slot::Running(running)) = self.slots.remove(name) else { return };
        let slot = match running.played.join() {
            Some(finished) if finished.not_started.is_none() && running.purpose == Purpose::Game => {
                Slot::Over(Box::new(finished.game))
            }
            Some(_) | None => Slot::New(running.setup),
        };
        self.slots.insert(name.clone(), slot);
    }

    fn debug(&mut self, on: bool) {
        self.debug = on;
        for slot in self.slots.values() {
            if let Slot::Running(running) = slot {
                running.played.put(&running.requests, Origin::default(), Wish::Debug(on));
            }
        }
    }

    fn drop_match(&mut self, name: &Word) -> Result<()> {
        if self.slot(name)?.runs() {
            let text = format!("match {name} is running; stop it first");
            return Err(DenialError::Other(ErrorCode::AlreadyRunning, text));
        }
        self.watched.remove(name);
        self.started.remove(name);
        if let Some(Slot::Running(running)) = self.slots.remove(name) {
            self.leave(running.played);
        }
        Ok(())
    }

    /// Keeps the thread of a match that has no slot any more, until its bots have left.
    fn leave(&mut self, played: Box<dyn StartedMatch>) {
        self.leaving.retain(|played| !played.is_finished());
        self.leaving.push(played);
    }

    /// Returns true if the match still runs, or any match if none is named.
    pub(super) fn is_running(&mut self, name: Option<&Word>) -> bool {
        match name {
            // Watched logs count only if named: a wait for a log that no arbiter writes any more would never end.
            Some(name) => self
                .slots
                .get(name)
                .is_some_and(|slot| slot.runs() || matches!(slot, Slot::Watched(watched) if watched.is_open())),
            None => {
                while let Some(name) = self.started.first() {
                    if self.slots.get(name).is_some_and(Slot::runs) {
                        return true;
                    }
                    self.started.pop_first();
                }
                false
            }
        }
    }

    /// Ends all running matches. Returns the matches, which finish when their bots are gone.
    pub(super) fn close(self) -> Vec<Box<dyn StartedMatch>> {
        let mut leaving = self.leaving;
        for slot in self.slots.into_values() {
            if let Slot::Running(running) = slot {
                if running.stage.load(Ordering::Acquire) == RUNNING {
                    let is_kept = running.setup.is_kept() && running.purpose == Purpose::Game;
                    running.requests.put_quietly(if is_kept { Wish::Leave } else { Wish::Stop });
                }
                leaving.push(running.played);
            }
        }
        leaving
    }
}

impl Slot {
    /// Returns true if the match runs. The stage of a thread that panicked does not change.
    fn runs(&self) -> bool {
        matches!(self, Self::Running(Running { stage, played, .. })
            if stage.load(Ordering::Acquire) == RUNNING && !played.is_finished())
    }
}

/// Answers a wish about a match that was not started. No seat is asked, so no action is legal.
fn wish_of_new(setup: &Setup, name: &Word, wish: &Wish, outbox: &HostOutbox) -> Result<()> {
    if wish.changes() {
        return Err(DenialError::Other(ErrorCode::NotRunning, "the match has not been started".to_owned()));
    }
    let unbegun = || Ok(GameCourse::new(setup.table()?, Luck::Recorded(VecDeque::new()), OnFault::default()));
    let course = setup.course().cloned().map_or_else(unbegun, Ok::<_, DenialError>)?;
    Ok(driver::look(name, &course, SeatSet::EMPTY, wish, |message| outbox.tell(&message))?)
}

fn wish_of_watched(watched: &WatchedMatch, name: &Word, wish: &Wish, outbox: &HostOutbox) -> Result<()> {
    if wish.changes() {
        return Err(HostError::NotRunning.into());
    }
    let course = watched.course()?;
    Ok(driver::look(name, &course, course.to_decide(), wish, |message| outbox.tell(&message))?)
}

#[cfg(test)]
mod tests;
