//! Runs a tournament: one loop carries out the outputs of a [`Runner`], waits for events, and passes them on to it.

use std::{collections::BTreeMap, num::NonZeroUsize, ops::ControlFlow, sync::Arc, time::Instant};

use crossbeam_channel::{Receiver, RecvError, Sender, at, never, select, unbounded};
use uvi::Sync;
use uvi_cup::{
    FinishedGame, News, Plan, Progress, RunEnd, Runner, RunnerCommand, RunnerEvent, RunnerOutput, ShardGames,
    TimeBudget,
};

use super::{
    dispatcher::Dispatcher,
    worker::{Job, JobResult, TournamentError, UnsyncedGame, Workers},
    worker_thread::{Crowd, WorkerThread, is_crowd},
};
use crate::{
    bot::{Nursery, Waker},
    cup::{folder::Folder, programs::ProgramError},
    driver::{self, DenialError},
    world::{RealClock, WorldClock, threads},
};

/// A tournament with everything that is needed to play it.
#[derive(Debug)]
pub struct Tournament<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The folder that keeps the tournament.
    pub folder: Folder,
    /// The games of the shard to play; `None` to play all games.
    pub shard_games: Option<ShardGames>,
    /// The progress so far: from the known results, or for a shard from the merged results.
    pub progress: Progress,
    /// The starter of the bots.
    pub nursery: Nursery,
    /// The number of games that run at once.
    pub concurrency: NonZeroUsize,
    /// The number of bots that stay alive between their games.
    pub keep: usize,
    /// The moments at which the log of a game is synced to the disk.
    pub sync: Sync,
    /// The time for which new blocks may begin.
    pub budget: Option<TimeBudget>,
    /// The source of commands.
    pub commands: Receiver<RunnerCommand>,
}

/// The loop's ends of the channels to the threads.
struct Arrivals {
    done: Receiver<JobResult>,
    synced: Receiver<SyncedGame>,
    commands: Receiver<RunnerCommand>,
}

/// A game whose log is on the disk, or the reason why the log could not be written.
pub type SyncedGame = Result<Box<FinishedGame>, TournamentError>;

impl Tournament<'_> {
    /// Plays until the plan is complete or decided, a command or the budget stops it, or something fails. Running games
    /// are finished first. `watch` receives the news, and the progress at that time.
    ///
    /// # Errors
    /// The first failure. The results of finished games are kept.
    pub fn run(mut self, watch: &mut dyn FnMut(News, &Progress)) -> Result<(RunEnd, Progress), TournamentError> {
        let plan = self.plan;
        let clock: &'static dyn WorldClock = &RealClock;
        self.nursery.divide_machine(self.concurrency.get() as u64 * u64::from(plan.seats));
        let results = &self.progress.held().results;
        let workers = Workers::new(plan, &self.folder, results, self.sync, Arc::new(self.nursery), clock)?;
        let now = clock.now();
        let runner = Runner::new(plan, self.progress, self.concurrency.get(), self.budget, now);
        let mut runner = match self.shard_games {
            None => runner,
            Some(shard_games) => runner.shard(Box::new(shard_games), now),
        };
        let ending = threads::scope(|scope| {
            let (jobs, taken) = unbounded::<Box<Job>>();
            let (done, finished) = unbounded();
            let may_hold = !is_crowd(runner.most());
            let mut thread = WorkerThread { workers: &workers, jobs: taken, done, may_hold, crowd: None };
            if !may_hold && !workers.need_threads() {
                let waker = Arc::new(Waker::new().map_err(TournamentError::Thread)?);
                let (leaving, to_stop) = unbounded();
                let (workers, stopped) = (&workers, Arc::clone(&waker));
                let dismiss = move || {
                    while let Ok(first) = to_stop.recv() {
                        // Those that leave by now are stopped together.
                        let leaving = std::iter::once(first).chain(to_stop.try_iter()).flatten().collect();
                        // There may be jobs that waited for this.
                        stopped.wake();
                        workers.dismiss(leaving);
                    }
                };
                threads::spawn_scoped(scope, "leaving".to_owned(), dismiss).map_err(TournamentError::Thread)?;
                thread.crowd = Some(Crowd { waker, leaving, most_leaving: runner.most() });
            }
            for number in 1..=runner.most().div_ceil(thread.most()) {
                let thread = thread.clone();
                let spawned = threads::spawn_scoped(scope, format!("game-{number}"), move || thread.run());
                spawned.map_err(TournamentError::Thread)?;
            }
            let waker = thread.crowd.as_ref().map(|crowd| Arc::clone(&crowd.waker));
            let (batches, coming) = unbounded();
            let (on_disk, synced) = unbounded();
            // Sending fails only if the tournament has ended.
            let sync = move || coming.iter().for_each(|batch| sync_batch(batch, |game| _ = on_disk.send(game)));
            threads::spawn_scoped(scope, "disk".to_owned(), sync).map_err(TournamentError::Thread)?;
            // The workers keep their own clones of these channel ends, so the channels close when the workers are gone.
            drop(thread);
            let most = [runner.most(), self.keep];
            let dispatcher = Dispatcher::new(plan, workers.bots(), most, jobs, waker);
            let mut channels = Arrivals { done: finished, synced, commands: self.commands };
            let mut running = TournamentRunner {
                runner: &mut runner,
                folder: &mut self.folder,
                dispatcher,
                batches,
                clock,
                unsynced: BTreeMap::new(),
            };
            loop {
                let until = match running.step(watch) {
                    ControlFlow::Break(ending) => return ending,
                    ControlFlow::Continue(until) => until,
                };
                channels.wait(until, &mut running);
                // A log that is synced already may bring the verdict, after which no game may begin.
                while let Ok(synced) = channels.synced.try_recv() {
                    running.hear_synced(synced);
                }
            }
        });
        self.folder.end(plan, ending.as_ref().ok().copied())?;
        ending.map(|ending| (ending, runner.progress))
    }
}

/// A tournament under way, without the threads that play its games and sync its logs.
#[derive(Debug)]
pub struct TournamentRunner<'t> {
    /// Decides which game is next.
    pub runner: &'t mut Runner<TournamentError>,
    /// The folder that keeps the results.
    pub folder: &'t mut Folder,
    /// Hands the games to the workers.
    pub dispatcher: Dispatcher,
    /// The channel to the thread that syncs logs.
    pub batches: Sender<Vec<UnsyncedGame>>,
    /// The time.
    pub clock: &'static dyn WorldClock,
    /// Finished games whose logs are not on the disk.
    pub unsynced: BTreeMap<u32, Box<UnsyncedGame>>,
}

impl TournamentRunner<'_> {
    /// Carries out the outputs of the runner, until it waits or ends. Returns the time until which it waits.
    pub fn step(
        &mut self,
        watch: &mut dyn FnMut(News, &Progress),
    ) -> ControlFlow<Result<RunEnd, TournamentError>, Option<Instant>> {
        loop {
            match self.runner.next(self.clock.now(), |game| self.dispatcher.missing(game)) {
                RunnerOutput::Start(game) => self.dispatcher.send(game),
                RunnerOutput::Sync(games) => {
                    let batch = games.iter().filter_map(|game| Some(*self.unsynced.remove(game)?)).collect();
                    // If the disk's thread is gone, the next wait reports it.
                    let _ = self.batches.send(batch);
                }
                RunnerOutput::Keep(games) => {
                    if let Err(error) = self.folder.add(&games) {
                        self.hear(RunnerEvent::NotKept(error.into()));
                    }
                }
                RunnerOutput::Tell(news) => watch(news, &self.runner.progress),
                RunnerOutput::Dismiss => self.dispatcher.clear(),
                RunnerOutput::Look if self.folder.is_decided() => self.hear(RunnerEvent::Decided),
                RunnerOutput::Look => {}
                RunnerOutput::End(ending) => return ControlFlow::Break(ending),
                RunnerOutput::Wait(until) => return ControlFlow::Continue(until),
            }
        }
    }

    /// Passes an event to the runner.
    pub fn hear(&mut self, event: RunnerEvent<TournamentError>) {
        self.runner.hear(self.clock.now(), event);
    }

    /// Hears of a game whose log was synced.
    pub fn hear_synced(&mut self, synced: SyncedGame) {
        self.hear(synced.map_or_else(RunnerEvent::Unsynced, RunnerEvent::Synced));
    }

    /// Takes back the bots of a job that a worker has ended, and hears of its game.
    pub fn hear_done(&mut self, done: JobResult) {
        let game = done.job.game.game;
        match self.dispatcher.take_back(done) {
            Ok(finished) => {
                self.unsynced.insert(game, finished);
                self.hear(RunnerEvent::Finished { game });
            }
            Err(TournamentError::Short { text, .. }) => {
                self.hear(RunnerEvent::Short { game, error: TournamentError::Short { game, text: text.clone() } });
                let most = self.runner.most();
                log::warn!("game {game} waits, and at most {most} are played at once: {text}");
            }
            // Another machine may have the bot.
            Err(error) if matches!(error.lost(), Some(ProgramError::Gone { .. })) => {
                self.hear(RunnerEvent::Lost { game, error });
            }
            Err(error) => self.hear(RunnerEvent::Failed { game, error }),
        }
    }
}

impl Arrivals {
    /// Waits for an event, or until a time. Passes the event on.
    fn wait(&mut self, until: Option<Instant>, running: &mut TournamentRunner<'_>) {
        let gone = |what: &str| {
            RunnerEvent::Broken(TournamentError::Thread(std::io::Error::other(format!("{what} has ended"))))
        };
        select! {
            recv(until.map_or_else(never, at)) -> _ => {}
            recv(self.done) -> done => match done {
                Ok(done) => running.hear_done(done),
                Err(RecvError) => running.hear(gone("a worker")),
            },
            recv(self.synced) -> synced => match synced {
                Ok(synced) => running.hear_synced(synced),
                Err(RecvError) => running.hear(gone("the disk's thread")),
            },
            recv(self.commands) -> command => match command {
                Ok(command) => running.hear(RunnerEvent::Command(command)),
                Err(RecvError) => self.commands = never(),
            },
        }
    }
}

/// Syncs the logs of games, and calls `told` for each game when its log is on the disk or cannot be synced.
pub fn sync_batch(batch: Vec<UnsyncedGame>, mut told: impl FnMut(SyncedGame)) {
    let logs = batch.into_iter().map(|UnsyncedGame { game, log }| (game, log));
    driver::sync_together(logs.collect(), |game, result| {
        let number = game.result.game;
        let failed = |error| {
            let why = Box::new(DenialError::Log { error, aborts: false });
            TournamentError::LogFailed { game: number, why }
        };
        told(result.map(|()| Box::new(game)).map_err(failed));
    });
}
