//! The matches of a simulated daemon, in place of threads, and the starter of their bots.

use std::{
    cell::{Cell, RefCell},
    io,
    rc::Rc,
};

use arbiter::{
    bot::{BotProcess, Bots, Launch, StartError},
    daemon::{MatchReporter, MatchStarter, StartedMatch},
    driver::{FinishedMatch, Host, MatchGroup, Origin, Requests, Session, Wish},
    world::WorldClock as _,
};
use uvi::{ToHost, Word};

use super::{
    bots::SimulatedBots,
    clock::SimulatedClock,
    lots::{LotSource, mixed},
    planted::PlantedBug,
    schedule::Schedule,
};

/// Starts the bots of a daemon. The lots of a bot follow from its command line, so that no match changes another.
#[derive(Debug)]
pub(super) struct DaemonBots {
    pub(super) clock: &'static SimulatedClock,
    pub(super) schedule: Schedule,
}

impl Bots for DaemonBots {
    fn start(&self, launch: &Launch) -> Result<Box<dyn BotProcess>, StartError> {
        let words = launch.command.join(" ");
        let lots = words.bytes().fold(self.schedule.seed, |hash, byte| mixed(hash ^ u64::from(byte)));
        SimulatedBots::new(self.clock, LotSource::new(lots), &self.schedule, None).start(launch)
    }

    fn have_room_for(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
}

/// The running matches of a daemon.
#[derive(Debug, Clone)]
pub(super) struct Crowd {
    games: Rc<RefCell<Vec<Rc<RefCell<CrowdMatch>>>>>,
    pub(super) clock: &'static SimulatedClock,
    lots: Rc<RefCell<LotSource>>,
    bug: Option<PlantedBug>,
}

/// A match in place of a thread.
#[derive(Debug)]
struct CrowdMatch {
    /// Empty when the match is finished.
    alone: MatchGroup<CrowdHost>,
    name: Word,
    requests: Requests,
    clock: &'static SimulatedClock,
    has_begun: bool,
    /// True if its end was told.
    is_over: Rc<Cell<bool>>,
    finished: Option<Box<FinishedMatch>>,
}

/// The host of a match, and whether it was told the end, which a check compares with what the daemon knows of it.
#[derive(Debug)]
struct CrowdHost(MatchReporter, Rc<Cell<bool>>);

impl Host for CrowdHost {
    fn tell(&mut self, message: ToHost) {
        let Self(reporter, is_over) = self;
        is_over.set(is_over.get() || matches!(message, ToHost::Over { .. }));
        reporter.tell(message);
    }
}

/// A match as the daemon knows it.
#[derive(Debug)]
struct KnownMatch(Rc<RefCell<CrowdMatch>>, Crowd);

impl CrowdMatch {
    /// Lets the match do what it can do now. Returns false if there is nothing to do.
    fn act(&mut self) -> bool {
        let Self { alone, clock, .. } = self;
        if self.has_begun && !alone.look_around(clock.now(), |_| true) {
            alone.due().into_iter().for_each(|due| clock.note(due));
            return false;
        }
        self.has_begun = true;
        if let Some((CrowdHost(reporter, _), finished)) = alone.advance() {
            reporter.finished(&finished);
            self.finished = Some(finished);
        }
        true
    }

    fn is_running(&self) -> bool {
        !self.alone.is_empty() && !self.is_over.get()
    }
}

impl Crowd {
    pub(super) fn new(clock: &'static SimulatedClock, lots: LotSource, bug: Option<PlantedBug>) -> Self {
        Self { games: Rc::default(), clock, lots: Rc::new(RefCell::new(lots)), bug }
    }

    /// True with probability 1 / `times` if this mistake is planted; otherwise false.
    pub(super) fn errs(&self, bug: PlantedBug, times: u64) -> bool {
        self.bug == Some(bug) && self.lots.borrow_mut().one_in(times)
    }

    /// Lets all matches act, until none has anything to do now.
    pub(super) fn act(&self) {
        let mut games = self.games.borrow().clone();
        let first = self.lots.borrow_mut().below(games.len().max(1) as u64) as usize;
        games.rotate_left(first);
        while games.iter().any(|game| game.borrow_mut().act()) {}
        self.games.borrow_mut().retain(|game| !game.borrow().alone.is_empty());
    }

    /// Returns true if the match runs, or any match if none is named.
    pub(super) fn is_running(&self, name: Option<&str>) -> bool {
        let games = self.games.borrow();
        let mut games = games.iter().map(|game| game.borrow());
        games.any(|game| game.is_running() && name.is_none_or(|name| game.name.as_str() == name))
    }
}

impl MatchStarter for Crowd {
    fn start(&self, session: Session, reporter: MatchReporter) -> io::Result<Box<dyn StartedMatch>> {
        let MatchReporter { name, requests, .. } = &reporter;
        let (name, requests, is_over) = (name.clone(), requests.clone(), Rc::default());
        let mut alone = MatchGroup::new(|host: &mut CrowdHost| host);
        alone.add(CrowdHost(reporter, Rc::clone(&is_over)), session);
        let (clock, finished) = (self.clock, None);
        let game = CrowdMatch { alone, name, requests, clock, has_begun: false, is_over, finished };
        let game = Rc::new(RefCell::new(game));
        self.games.borrow_mut().push(Rc::clone(&game));
        Ok(Box::new(KnownMatch(game, self.clone())))
    }
}

impl StartedMatch for KnownMatch {
    fn put(&self, _: &Requests, origin: Origin, wish: Wish) -> bool {
        let Self(game, crowd) = self;
        let all = crowd.games.borrow();
        let mut others = all.iter().filter(|other| !Rc::ptr_eq(other, game) && other.borrow().is_running());
        let wrong = if crowd.errs(PlantedBug::AnswerMisdirected, 20) { others.next() } else { None };
        let mut game = wrong.unwrap_or(game).borrow_mut();
        let Some(answered) = game.requests.post(origin, wish) else { return false };
        while answered.is_empty() && game.act() {}
        answered.try_recv().is_ok()
    }

    fn is_finished(&self) -> bool {
        self.0.borrow().alone.is_empty()
    }

    fn join(self: Box<Self>) -> Option<Box<FinishedMatch>> {
        let finished = self.0.borrow_mut().finished.take();
        Some(finished.expect("the daemon joins only matches that have nothing left to do"))
    }
}
