//! Playing a tournament: workers that play games side by side, and one thread that hands the games out, keeps what comes
//! of them, and listens to orders.

use std::{
    num::NonZeroUsize,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, bounded, select, unbounded};
use uvi::Sync;
use uvi_cup::{GameResult, Next, Plan, Progress, schedule::PlannedGame};

use super::{
    desk::Desk,
    longest::Longest,
    needs::shortage_warnings,
    programs::Lost,
    shard_store::ShardStore,
    standing::Finished,
    store::Store,
    store_error::StoreError,
    worker::{Common, Done, Job, NotPlayed, Worker},
};
use crate::{
    bot::Nursery,
    driver::{Denial, GATHER, LogFailure, Unsynced, sync_together},
};

/// A tournament and what it needs to be played.
#[derive(Debug)]
pub struct Tournament<'a> {
    /// What is played.
    pub plan: &'a Plan,
    /// Where it is kept, and whether all of it is played here.
    pub kept: Kept,
    /// How far it is.
    pub progress: Progress,
    /// What starts its bots.
    pub nursery: Nursery,
    /// How many games are played at once.
    pub concurrency: NonZeroUsize,
    /// How many bots are kept running that play no game.
    pub keep: usize,
    /// When the log of a game is synced to the disk.
    pub sync: Sync,
    /// For how long new blocks may begin.
    pub budget: Option<Budget>,
    /// Where orders come from.
    pub orders: Receiver<Order>,
}

/// Where a tournament is kept.
#[derive(Debug)]
pub enum Kept {
    /// All of it is played here.
    Whole(Box<Store>),
    /// A shard of it is; its progress is what has been merged.
    Shard(Box<ShardStore>),
}

/// For how long blocks are begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// Until then a block may begin.
    Begin(Duration),
    /// By then all that begins is to have ended.
    End(Duration),
}

impl Budget {
    /// How long it is.
    pub fn time(self) -> Duration {
        match self {
            Self::Begin(time) | Self::End(time) => time,
        }
    }
}

/// What somebody wants of a tournament that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Tell how it stands.
    Status,
    /// Start no game until told to go on.
    Pause,
    /// Go on.
    Continue,
    /// Start no game any more, and end when those that run are finished; or when so many more have been started.
    StopAfter(u32),
}

/// What happens in a tournament.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// A game has begun.
    Started(&'a PlannedGame),
    /// A result stands; results come in the order of the plan.
    Result(&'a GameResult),
    /// Somebody asked how it stands: so many games are being played, and perhaps it is paused.
    Status {
        /// How many games are being played.
        running: usize,
        /// Whether no game is started for now.
        paused: bool,
    },
}

/// How a tournament ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// Everything has been played.
    Complete,
    /// Somebody stopped it; it can go on later.
    Stopped,
    /// Its budget of time is spent; it can go on later.
    OutOfTime,
    /// Others have come to a verdict, so that nothing more is to be played.
    Decided,
}

/// Why a tournament did not go on.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// A game was not played.
    #[error(transparent)]
    Game(#[from] NotPlayed),
    /// A bot cannot be started any more.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// The results cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No thread could be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

/// How many games run at once at most, whatever is asked for: each has a thread.
pub(super) const MOST: usize = 1024;

/// How many logs of finished games are synced together at most, where so many games are played at once: each is an open
/// file. A quick game takes a fraction of the pause between two syncs. Where results decide what is played next, the games
/// wait for the disk instead.
pub(super) fn unsynced(plan: &Plan, games: usize) -> usize {
    games.clamp(if plan.follows_results() { 1 } else { 8 }, 32)
}

/// How often a game is tried for which the system has too little, before the tournament stops.
const TRIES: u32 = 8;

/// How long the first pause is before it is tried again; each is twice the one before, but no longer than the last.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(4)];

/// How many times in a row a bot may fail to start before a shard ends. Another node may have what is missing here.
const NO_STARTS: u32 = 3;

/// How often a shard says that it runs.
const BEAT: Duration = Duration::from_secs(10);

/// What comes of games: those that are over, and those of which that is on the disk.
struct Ends {
    finished: Receiver<Done>,
    unsynced: Sender<(Box<Finished>, Option<Unsynced>)>,
    synced: Receiver<Result<Box<Finished>, NotPlayed>>,
}

/// Games for which the system had too little. They are tried again, with less at once.
#[derive(Debug, Default)]
struct Again {
    games: Vec<PlannedGame>,
    /// How often in a row something was short, with a pause after each time.
    times: u32,
    not_before: Option<Instant>,
}

impl Again {
    /// A game that may be tried now.
    fn take(&mut self, now: Instant) -> Option<PlannedGame> {
        if self.not_before.is_some_and(|at| at > now) { None } else { self.games.pop() }
    }

    /// Keeps a game for later, unless it was tried often enough.
    fn keep(&mut self, game: PlannedGame, now: Instant) -> bool {
        self.games.push(game);
        // Games that were begun together fail together, which counts once.
        if self.not_before.is_none_or(|at| at <= now) {
            let [first, last] = PAUSES;
            self.not_before = Some(now + (first * 2u32.saturating_pow(self.times.min(16))).min(last));
            self.times += 1;
        }
        self.times <= TRIES
    }
}

impl Tournament<'_> {
    /// Plays until all is played, somebody stops it, or something fails. Games that run are played to their end.
    /// `watch` is told what happens, with how far the tournament is then.
    ///
    /// # Errors
    /// The first failure. All that was finished is kept.
    pub fn run(mut self, watch: &mut dyn FnMut(Event<'_>, &Progress)) -> Result<(RunEnd, Progress), Failed> {
        let common = Common::new(self.plan, self.kept.folder(), self.kept.whole(), self.sync)?;
        let (jobs, taken) = unbounded::<Box<Job>>();
        let (done, finished) = unbounded();
        let plan = self.plan;
        // A game that was handed out counts as running, so that none may wait for a worker.
        let most = Progress::total(plan).map_or(MOST, |games| MOST.min(games as usize));
        self.concurrency = NonZeroUsize::new(most).map_or(self.concurrency, |most| self.concurrency.min(most));
        for warning in shortage_warnings(plan, self.concurrency) {
            log::warn!("{warning}");
        }
        thread::scope(|scope| {
            for number in 1..=self.concurrency.get() {
                let (taken, done) = (taken.clone(), done.clone());
                let worker = Worker::new(&common, self.nursery.clone());
                let work = move || {
                    for job in taken {
                        // Whoever hands out games hears of each.
                        let _ = done.send(worker.work(job));
                    }
                };
                let spawned = thread::Builder::new().name(format!("game-{number}")).spawn_scoped(scope, work);
                spawned.map_err(Failed::Thread)?;
            }
            // The workers have their own ends of both channels.
            drop((taken, done));
            let (unsynced, coming) = bounded(unsynced(plan, self.concurrency.get()));
            let (on_disk, synced) = unbounded();
            let pause = if plan.follows_results() { Duration::ZERO } else { GATHER };
            let sync = move || {
                sync_together(&coming, pause, |played: Box<Finished>, result| {
                    let game = played.result.game;
                    let failed = |error| {
                        let why = Box::new(Denial::Log(LogFailure { error, aborts: false }));
                        NotPlayed::LogFailed { game, why }
                    };
                    // Whoever hands out games hears of each.
                    let _ = on_disk.send(result.map(|()| played).map_err(failed));
                });
            };
            thread::Builder::new().name("disk".into()).spawn_scoped(scope, sync).map_err(Failed::Thread)?;
            let mut desk = Desk::new(plan, self.concurrency.get(), self.keep, jobs);
            let ending = self.hand_out(&mut desk, &Ends { finished, unsynced, synced }, watch);
            drop(desk);
            self.kept.end(plan, ending.as_ref().ok().copied())?;
            ending
        })
        .map(|ending| (ending, self.progress))
    }

    /// Gives each idle worker a game, takes in what comes, and obeys.
    fn hand_out(
        &mut self,
        desk: &mut Desk,
        ends: &Ends,
        watch: &mut dyn FnMut(Event<'_>, &Progress),
    ) -> Result<RunEnd, Failed> {
        let mut orders = self.orders.clone();
        let mut running = 0;
        // Games that are over, whose logs are on their way to the disk.
        let mut syncing = 0;
        let mut paused = false;
        let mut may_start = None;
        let mut failure = None;
        let mut most = self.concurrency.get();
        let mut again = Again::default();
        let end = self.budget.and_then(|budget| Instant::now().checked_add(budget.time()));
        let mut longest = Longest::new(most, self.plan, self.kept.longest());
        let mut no_starts = 0;
        let beat = match &self.kept {
            Kept::Whole(_) => crossbeam_channel::never(),
            Kept::Shard(_) => crossbeam_channel::tick(BEAT),
        };
        loop {
            // What is on the disk already may be the verdict, after which no game begins.
            while let Ok(played) = ends.synced.try_recv() {
                syncing -= 1;
                let taken = played.map_err(Failed::from).and_then(|played| self.take_in(*played, watch));
                failure = failure.or_else(|| taken.err());
            }
            while running < most && !paused && failure.is_none() {
                if let Some(game) = again.take(Instant::now()) {
                    // It has been counted and told already.
                    longest.begin(game.game, Instant::now());
                    desk.send(game);
                    running += 1;
                    continue;
                }
                if may_start == Some(0) || !again.games.is_empty() {
                    break;
                }
                let needed = match self.budget {
                    Some(Budget::End(_)) => longest.of_a_block(),
                    Some(Budget::Begin(_)) | None => Duration::ZERO,
                };
                let late = end.is_some_and(|end| end <= Instant::now() + needed);
                let decided = self.kept.is_decided();
                let next = self.next(if late || decided { Blocks::Begun } else { Blocks::All }, desk);
                match next {
                    Next::Game(game) => {
                        watch(Event::Started(&game), &self.progress);
                        longest.begin(game.game, Instant::now());
                        desk.send(game);
                        running += 1;
                        may_start = may_start.map(|count: u32| count - 1);
                    }
                    Next::Wait if running + syncing > 0 => break,
                    Next::Over if running + syncing > 0 => break,
                    Next::Over if decided => return Ok(RunEnd::Decided),
                    // There are more games, which would be of a new block.
                    Next::Over if late && !self.is_over() => {
                        return Ok(RunEnd::OutOfTime);
                    }
                    // What comes after these games depends on other shards.
                    Next::Wait if matches!(self.kept, Kept::Shard(_)) => return Ok(RunEnd::Complete),
                    Next::Wait => break,
                    Next::Over => return Ok(RunEnd::Complete),
                }
            }
            if running + syncing == 0 && (failure.is_some() || may_start == Some(0) && again.games.is_empty()) {
                return failure.map_or(Ok(RunEnd::Stopped), Err);
            }
            let pause = again.not_before.filter(|_| !again.games.is_empty());
            let pause = pause.map_or_else(crossbeam_channel::never, crossbeam_channel::at);
            select! {
                recv(pause) -> _ => again.not_before = None,
                recv(beat) -> _ => self.kept.beat(),
                recv(ends.finished) -> done => {
                    running -= 1;
                    let played = done.map(|done| {
                        longest.end(done.job.game.game, Instant::now());
                        desk.take_back(done)
                    });
                    match played.map_err(|_| Failed::Thread(std::io::Error::other("a worker has ended"))) {
                        Ok(Ok(mut played)) => {
                            again.times = 0;
                            no_starts = 0;
                            let log = played.unsynced.take();
                            // The other end is there for as long as this one.
                            let _ = ends.unsynced.send((played, log));
                            syncing += 1;
                        }
                        Ok(Err(NotPlayed::Short { game, text })) => {
                            // Bots that play no game leave, and what they have is there for those that do.
                            desk.clear();
                            most = most.min(running.max(1));
                            log::warn!("game {} waits, and at most {most} are played at once: {text}", game.game);
                            if !again.keep(PlannedGame::clone(&game), Instant::now()) {
                                failure = failure.or_else(|| Some(NotPlayed::Short { game, text }.into()));
                            }
                        }
                        Ok(Err(NotPlayed::Lost { game, lost })) if self.kept.is_shard() && lost.may_be_elsewhere() => {
                            no_starts += 1;
                            log::warn!("game {} cannot be played: {lost}", game.game);
                            again.keep(PlannedGame::clone(&game), Instant::now());
                            if no_starts == NO_STARTS {
                                failure = failure.or_else(|| Some(NotPlayed::Lost { game, lost }.into()));
                            }
                        }
                        Ok(Err(error)) => failure = failure.or_else(|| Some(error.into())),
                        Err(error) => return Err(failure.unwrap_or(error)),
                    }
                }
                recv(ends.synced) -> played => {
                    syncing -= 1;
                    let played = played.map_err(|_| Failed::Thread(std::io::Error::other("the disk's thread has ended")));
                    let taken = played.and_then(|played| self.take_in(*played?, watch));
                    failure = failure.or_else(|| taken.err());
                }
                recv(orders) -> order => match order {
                    Ok(Order::Status) => watch(Event::Status { running, paused }, &self.progress),
                    Ok(Order::Pause) => paused = true,
                    Ok(Order::Continue) => paused = false,
                    Ok(Order::StopAfter(count)) => may_start = Some(count),
                    // Nobody orders anything any more.
                    Err(_) => orders = crossbeam_channel::never(),
                },
            }
        }
    }

    /// Keeps a finished game, with those that waited for it.
    fn take_in(&mut self, played: Finished, watch: &mut dyn FnMut(Event<'_>, &Progress)) -> Result<(), Failed> {
        let store = match &mut self.kept {
            Kept::Whole(store) => store,
            Kept::Shard(store) => {
                store.add(&played)?;
                watch(Event::Result(&played.result), &self.progress);
                return Ok(());
            }
        };
        let before = self.progress.held().times.len();
        store.ended(played.result.game, played.log);
        let added = self.progress.finish(played.result, played.times);
        let held = self.progress.held();
        let new = &held.results[held.results.len() - added..];
        store.add(new, &held.times[before..])?;
        for result in new {
            watch(Event::Result(result), &self.progress);
        }
        Ok(())
    }

    /// The next game that may be played here.
    fn next(&mut self, blocks: Blocks, desk: &Desk) -> Next {
        let cost = |game: &PlannedGame| desk.missing(game);
        match (&mut self.kept, blocks) {
            (Kept::Whole(_), Blocks::All) => self.progress.hand_out_cheapest(cost),
            (Kept::Whole(_), Blocks::Begun) => self.progress.hand_out_begun(cost),
            (Kept::Shard(store), Blocks::All) => store.lot.hand_out_cheapest(cost),
            (Kept::Shard(store), Blocks::Begun) => store.lot.hand_out_begun(cost),
        }
    }

    /// Whether nothing is left to be handed out here.
    fn is_over(&self) -> bool {
        match &self.kept {
            Kept::Whole(_) => self.progress.is_over(),
            Kept::Shard(store) => !matches!(store.lot.clone().hand_out_cheapest(|_| 0), Next::Game(_)),
        }
    }
}

/// Of which blocks games may be handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Blocks {
    All,
    Begun,
}

impl From<Store> for Kept {
    fn from(store: Store) -> Self {
        Self::Whole(Box::new(store))
    }
}

impl Kept {
    fn folder(&self) -> &Path {
        match self {
            Self::Whole(store) => store.folder(),
            Self::Shard(store) => store.folder(),
        }
    }

    fn is_shard(&self) -> bool {
        matches!(self, Self::Shard(_))
    }

    /// The folder of the whole tournament.
    fn whole(&self) -> &Path {
        match self {
            Self::Whole(store) => store.folder(),
            Self::Shard(store) => store.whole(),
        }
    }

    /// How long the longest game took that was finished before, as far as that is known.
    fn longest(&self) -> Duration {
        match self {
            Self::Whole(_) => Duration::ZERO,
            Self::Shard(store) => store.longest(),
        }
    }

    fn is_decided(&mut self) -> bool {
        match self {
            Self::Whole(_) => false,
            Self::Shard(store) => store.is_decided(),
        }
    }

    fn beat(&self) {
        match self {
            Self::Whole(_) => {}
            Self::Shard(store) => store.beat(),
        }
    }

    /// Nothing more is played for now; `None` if something has failed.
    fn end(&mut self, plan: &Plan, ending: Option<RunEnd>) -> Result<(), StoreError> {
        match self {
            Self::Whole(store) => {
                store.sync()?;
                if ending == Some(RunEnd::Complete) { store.reveal(plan) } else { Ok(()) }
            }
            Self::Shard(store) => store.end(ending),
        }
    }
}
