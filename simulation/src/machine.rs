//! A simulated machine. The arbiter is started on it again and again; each of its lives runs in one thread.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use arbiter::{
    cup::{
        Begin, Dispatcher, Folder, FolderError, GameRun, Job, JobResult, Merge, MergeResult, OpenedFolder, OpenedShard,
        TournamentError, TournamentRunner, UnsyncedGame, Workers, continued, sync_batch,
    },
    driver::{self, FinishedMatch, Host, MatchGroup, Requests, Session, UnsyncedLog, Wish},
    world::{Disk, WorldClock as _},
};
use crossbeam_channel::{Receiver, unbounded};
use uvi_cup::{GameResult, News, Plan, Progress, RunEnd, Runner, RunnerCommand, RunnerEvent, Shard, ShardGames};

use super::{
    bots::SimulatedBots,
    clock::SimulatedClock,
    disk::SimulatedDisk,
    lots::LotSource,
    planted::PlantedBug,
    run::BrokenPromise,
    schedule::{Death, Fate, Schedule},
};

/// The folder of the tournament on the simulated disk.
pub(crate) const FOLDER: &str = "/cup";

/// The most rounds of the loop in all lives together. No tournament of a schedule needs a tenth of this number.
const MOST_ROUNDS: u64 = 500_000;

/// The time by which [`PlantedBug::ClockAhead`] sets the clock of a look ahead.
const AHEAD: Duration = Duration::from_millis(200);

/// Hears each result that the arbiter reports as finished.
pub(crate) type ResultListener<'t> = &'t mut dyn FnMut(&GameResult);

/// The result of a work of the arbiter. An error is a finding if it is a [`BrokenPromise`], or if the life has no
/// failure.
pub(crate) type WorkEnd<T = RunEnd> = Result<T, Box<dyn Error>>;

/// The parts of a machine that outlast a life of the arbiter.
#[derive(Debug)]
pub(crate) struct Machine<'w> {
    pub(crate) schedule: &'w Schedule,
    pub(crate) disk: SimulatedDisk,
    /// The disk as the arbiter sees it.
    pub(crate) files: Disk,
    /// The disk as a person sees it, without the arbiter.
    pub(crate) outside: Disk,
    pub(crate) clock: &'static SimulatedClock,
    pub(crate) lots: LotSource,
    pub(crate) bug: Option<PlantedBug>,
    /// The number of rounds of the loop so far.
    pub(crate) rounds: u64,
    pub(crate) deaths: usize,
    /// True if the power was cut.
    pub(crate) was_cut: bool,
}

/// A folder that is open to be played in.
pub(crate) struct OpenPlay<'p> {
    pub(crate) plan: &'p Plan,
    pub(crate) folder: Folder,
    pub(crate) progress: Progress,
    pub(crate) shard_games: Option<ShardGames>,
}

/// One life of the arbiter: a tournament, its running games, and the syncs and commands that are still to come.
struct ArbiterLife<'m, 'w, 't> {
    machine: &'m mut Machine<'w>,
    tournament: TournamentRunner<'t>,
    workers: &'t Workers<'t>,
    taken: Receiver<Box<Job>>,
    batches: Receiver<Vec<UnsyncedGame>>,
    threads: Vec<SimulatedThread>,
    /// The logs of the games that a planted mistake no longer wakes when their bots speak.
    unheard: BTreeSet<PathBuf>,
    /// Batches of logs, each with the time at which its sync ends.
    syncing: Vec<(Instant, Vec<UnsyncedGame>)>,
    /// Logs that a planted mistake syncs only with the next batch.
    late: Vec<((), Option<UnsyncedLog>)>,
    commands: Vec<(Instant, RunnerCommand)>,
}

/// A thread that plays several games, and may be busy with something else than they.
struct SimulatedThread {
    games: MatchGroup<GameRun>,
    /// The time from which the thread looks at its games again.
    free_at: Instant,
}

impl<'w> Machine<'w> {
    /// A machine on which no mistake is planted.
    pub(crate) fn new(
        schedule: &'w Schedule,
        disk: SimulatedDisk,
        clock: &'static SimulatedClock,
        lots: LotSource,
    ) -> Self {
        let (files, outside) = (disk.as_disk(), disk.outside());
        Self { schedule, disk, files, outside, clock, lots, bug: None, rounds: 0, deaths: 0, was_cut: false }
    }

    fn has(&self, bug: PlantedBug) -> bool {
        self.bug == Some(bug)
    }

    /// True with probability 1/20 if this mistake is planted; otherwise false.
    fn errs(&mut self, bug: PlantedBug) -> bool {
        self.has(bug) && self.lots.one_in(20)
    }

    /// The time for which a thread is busy before its games can go on.
    fn busy(&mut self) -> Duration {
        let is_busy = self.schedule.busy > 0 && self.lots.one_in(self.schedule.busy);
        if is_busy { Duration::from_millis(1 + self.lots.below(300)) } else { Duration::ZERO }
    }

    /// Starts the arbiter, lets it do its work until it ends or dies, and makes the machine ready for its next life.
    /// `None` if the arbiter has died, or has failed because of the disk.
    pub(crate) fn live<T>(
        &mut self,
        fate: &Fate,
        work: impl FnOnce(&mut Self) -> WorkEnd<T>,
    ) -> Result<Option<T>, BrokenPromise> {
        let begun = self.disk.operations();
        self.disk.end_at(fate.death.map(|(at, _)| begun + at));
        if let Some((at, error)) = fate.failure {
            self.disk.fail_at(begun + at, error);
        }
        let end = work(self);
        let (has_died, has_failed) = (self.disk.is_dead(), self.disk.has_failed());
        self.disk.revive();
        self.clock.forget();
        if has_died {
            self.deaths += 1;
            if matches!(fate.death, Some((_, Death::PowerCut))) {
                self.was_cut = true;
                self.disk.cut_power();
            }
            return Ok(None);
        }
        match end.map_err(|error| error.downcast::<BrokenPromise>()) {
            Ok(end) => Ok(Some(end)),
            Err(Ok(broken)) => Err(*broken),
            Err(Err(_)) if has_failed => Ok(None),
            Err(Err(error)) => Err(BrokenPromise::Error(error.to_string())),
        }
    }

    /// Plays a tournament in its folder.
    pub(crate) fn play(&mut self, plan: &Plan, begin: Begin, fate: &Fate, told: ResultListener<'_>) -> WorkEnd {
        let (plan, begin) = match self.has(PlantedBug::GrowthForgotten) {
            true => (plan.clone(), begin),
            false => continued(self.files, Path::new(FOLDER), plan.clone(), begin)?,
        };
        let OpenedFolder { folder, progress, .. } = Folder::open(self.files, Path::new(FOLDER), &plan, begin)?;
        self.play_in(OpenPlay { plan: &plan, folder, progress, shard_games: None }, fate, told)
    }

    /// Plays a shard in the folder of its tournament.
    pub(crate) fn play_shard(&mut self, plan: &Plan, shard: Shard, fate: &Fate, told: ResultListener<'_>) -> WorkEnd {
        let OpenedShard { folder, progress, games } = Folder::open_shard(self.files, Path::new(FOLDER), plan, shard)?;
        self.play_in(OpenPlay { plan, folder, progress, shard_games: Some(games) }, fate, told)
    }

    /// Plays what is left in an open folder.
    pub(crate) fn play_in(&mut self, opened: OpenPlay<'_>, fate: &Fate, told: ResultListener<'_>) -> WorkEnd {
        let OpenPlay { plan, mut folder, progress, shard_games } = opened;
        let clock = self.clock;
        let bots = Arc::new(SimulatedBots::new(clock, self.lots.part(), self.schedule, self.bug));
        let results = &progress.held().results;
        let workers = Workers::new(plan, &folder, results, self.schedule.sync, bots, clock)?;
        let runner = Runner::new(plan, progress, self.schedule.concurrency, None, clock.now());
        let mut runner = match shard_games {
            Some(shard_games) => runner.shard(Box::new(shard_games), clock.now()),
            None => runner,
        };
        let (jobs, taken) = unbounded();
        let (batches, coming) = unbounded();
        let dispatcher = Dispatcher::new(plan, workers.bots(), [runner.most(), 64], jobs, None);
        let commands = fate.commands.iter().map(|(at, command)| (clock.now() + *at, *command)).collect();
        let tournament = TournamentRunner {
            runner: &mut runner,
            folder: &mut folder,
            dispatcher,
            batches,
            clock,
            unsynced: BTreeMap::new(),
        };
        let life = ArbiterLife {
            machine: self,
            tournament,
            workers: &workers,
            taken,
            batches: coming,
            threads: Vec::new(),
            unheard: BTreeSet::new(),
            syncing: Vec::new(),
            late: Vec::new(),
            commands,
        };
        let end = match life.run(told) {
            Err(error) if error.is::<BrokenPromise>() => return Err(error),
            end => end,
        };
        folder.end(plan, end.as_ref().ok().copied())?;
        ended(end?, fate)
    }

    /// Plays a match until it is over. Each wish of the host comes at its time.
    pub(crate) fn play_match(
        &mut self,
        session: Session,
        host: &mut dyn Host,
        mut wishes: Vec<(Instant, Wish)>,
        requests: &Requests,
    ) -> WorkEnd<Box<FinishedMatch>> {
        let clock = self.clock;
        let mut alone = MatchGroup::new(|host: &mut &mut dyn Host| &mut **host);
        alone.add(host, session);
        loop {
            if let Some((_, finished)) = alone.advance() {
                return Ok(finished);
            }
            self.rounds += 1;
            for (_, wish) in wishes.extract_if(.., |(at, _)| *at <= clock.now()) {
                requests.put_quietly(wish);
            }
            let dues = wishes.iter().map(|(at, _)| *at).chain(alone.due());
            if !alone.look_around(clock.now(), |_| true) && (!clock.advance(dues) || self.rounds > MOST_ROUNDS) {
                return Err(BrokenPromise::Hang.into());
            }
            if self.disk.is_dead() {
                return Err("killed".into());
            }
        }
    }
}

impl ArbiterLife<'_, '_, '_> {
    fn run(mut self, told: ResultListener<'_>) -> WorkEnd {
        loop {
            self.machine.rounds += 1;
            let disk = &self.machine.disk;
            let until = match self.tournament.step(&mut |news, _: &Progress| {
                if let News::Result(result) = news
                    && !disk.is_dead()
                {
                    told(&result);
                }
            }) {
                ControlFlow::Break(ended) => return Ok(ended?),
                ControlFlow::Continue(until) => until,
            };
            let mut has_acted = self.start_games();
            has_acted |= self.sync_logs();
            has_acted |= self.play_games();
            has_acted |= self.command();
            if self.machine.disk.is_dead() {
                return Err("killed".into());
            }
            if has_acted && self.machine.rounds < MOST_ROUNDS {
                continue;
            }
            let now = self.machine.clock.now();
            let dues = self.threads.iter().filter_map(|thread| match thread.free_at > now {
                true => Some(thread.free_at),
                false => thread.games.due(),
            });
            let dues =
                dues.chain(self.syncing.iter().map(|(at, _)| *at)).chain(self.commands.iter().map(|(at, _)| *at));
            if !self.machine.clock.advance(dues.chain(until)) || self.machine.rounds > MOST_ROUNDS {
                return Err(BrokenPromise::Hang.into());
            }
        }
    }

    fn start_games(&mut self) -> bool {
        let mut has_acted = false;
        while let Ok(job) = self.taken.try_recv() {
            has_acted = true;
            if self.machine.errs(PlantedBug::LostStart) {
                continue;
            }
            match self.workers.begin(job) {
                Err(done) => self.hear_done(done),
                Ok((game, session)) => self.thread().games.add(game, *session),
            }
        }
        has_acted
    }

    /// A thread that has room for a game, and is not busy.
    fn thread(&mut self) -> &mut SimulatedThread {
        let (now, most) = (self.machine.clock.now(), self.machine.schedule.together);
        let free = self.threads.iter().position(|thread| thread.free_at <= now && thread.games.len() < most);
        let free = free.unwrap_or_else(|| {
            let games = MatchGroup::new(|game: &mut GameRun| &mut game.notes);
            self.threads.push(SimulatedThread { games, free_at: now });
            self.threads.len() - 1
        });
        &mut self.threads[free]
    }

    /// Takes new batches of logs, and syncs the batches whose time has come. Returns true if a batch was synced.
    fn sync_logs(&mut self) -> bool {
        let mut has_acted = false;
        let clock = self.machine.clock;
        while let Ok(batch) = self.batches.try_recv() {
            let at = clock.now() + Duration::from_micros(self.machine.lots.below(3000));
            self.syncing.push((at, batch));
        }
        while let Some(place) = self.syncing.iter().position(|(at, _)| *at <= clock.now()) {
            has_acted = true;
            let (_, mut batch) = self.syncing.remove(place);
            if self.machine.has(PlantedBug::ToldBeforeSynced) {
                let logs = batch.iter_mut().map(|game| ((), game.log.take())).collect();
                driver::sync_together(std::mem::replace(&mut self.late, logs), |(), _| {});
            }
            sync_batch(batch, |game| self.tournament.hear_synced(game));
        }
        has_acted
    }

    /// Lets the threads that are not busy play on, and takes the results of finished games. Returns true if any game
    /// could do something.
    fn play_games(&mut self) -> bool {
        let Self { machine, threads, unheard, .. } = self;
        let now = machine.clock.now();
        let (mut has_acted, mut over) = (false, Vec::new());
        for thread in threads.iter_mut().filter(|thread| thread.free_at <= now) {
            over.extend(std::iter::from_fn(|| thread.games.advance()));
            let ahead = if machine.errs(PlantedBug::ClockAhead) { AHEAD } else { Duration::ZERO };
            let hears = |game: &GameRun| {
                if machine.has(PlantedBug::LostWakeUp) && machine.lots.one_in(500) {
                    unheard.insert(game.path.clone());
                }
                !unheard.contains(&game.path)
            };
            if thread.games.look_around(now + ahead, hears) {
                has_acted = true;
                thread.free_at = now + machine.busy();
            }
        }
        has_acted |= !over.is_empty();
        for (game, finished) in over {
            let done = self.workers.end(game, finished);
            self.hear_done(done);
        }
        has_acted
    }

    fn hear_done(&mut self, mut done: JobResult) {
        if self.machine.errs(PlantedBug::LostResult) {
            return;
        }
        if self.machine.has(PlantedBug::ShortageFatal)
            && let Err(TournamentError::Short { text, .. }) = &done.played
        {
            let source = std::io::Error::other(text.clone());
            done.played =
                Err(TournamentError::Store(FolderError::System { what: "play", path: FOLDER.into(), source }));
        }
        self.tournament.hear_done(done);
    }

    fn command(&mut self) -> bool {
        let now = self.machine.clock.now();
        let Some(place) = self.commands.iter().position(|(at, _)| *at <= now) else { return false };
        let (_, command) = self.commands.remove(place);
        if command != RunnerCommand::Continue || !self.machine.has(PlantedBug::LostContinue) {
            self.tournament.hear(RunnerEvent::Command(command));
        }
        true
    }
}

/// Checks that a life does not end without a cause.
pub(crate) fn ended(end: RunEnd, fate: &Fate) -> WorkEnd {
    let flaw = match end {
        RunEnd::OutOfTime => "the time is over",
        RunEnd::Stopped if fate.commands.is_empty() => "it stops without a command",
        RunEnd::Complete | RunEnd::Stopped | RunEnd::Decided => return Ok(end),
    };
    Err(BrokenPromise::Error(flaw.to_owned()).into())
}

/// True if a result blames a bot that does nothing wrong, by its name.
pub(crate) fn blames(result: &GameResult, is_innocent: impl Fn(&str) -> bool) -> bool {
    let mut names = result.faults.iter().filter_map(|fault| result.seats.get(fault.seat as usize - 1));
    names.any(|name| is_innocent(name))
}

/// Merges the shards in the folder of a tournament, and these.
pub(crate) fn merge_on(disk: Disk, plan: &Plan, others: &[PathBuf]) -> Result<MergeResult, FolderError> {
    Merge { disk, plan, folder: Path::new(FOLDER), others, output: Some(Path::new(FOLDER)), verify: false }.run()
}
