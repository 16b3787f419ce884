//! The loop of a tournament under way, as a state machine.

use std::{
    collections::{BTreeMap, VecDeque},
    fmt,
    time::{Duration, Instant},
};

use uvi::Digest;

use super::{
    event::{FinishedGame, RunnerCommand, RunnerEvent},
    output::{News, RunEnd, RunnerOutput},
    retries::Retries,
    sync_queue::{GATHER, SyncQueue},
    test_watch::TestWatch,
};
use crate::{
    plan::Plan,
    progress::{KnownResults, NextBlocks, Progress},
    schedule::{Next, PlannedGame},
    shard::ShardGames,
};

/// The maximum number of games that run at once.
pub const MOST_RUNNING: usize = 1024;

/// A shard fails if bots fail to start this many times in a row. Another machine may have what this machine lacks.
const MOST_LOST: u32 = 3;

/// The time between two looks for a verdict of other shards.
const LOOK: Duration = Duration::from_secs(1);

/// The number of finished logs that may wait for a common sync, if `games` games run at once. Each such log is an open
/// file. The minimum is 8, because several quick games end in the pause between two syncs. The number is 1 if the next
/// game depends on results: then games wait for the disk.
pub fn most_unsynced(plan: &Plan, games: usize) -> usize {
    games.clamp(if plan.follows_results() { 1 } else { 8 }, 32)
}

/// A limit of time, counted from the start of the runner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeBudget {
    /// Blocks may begin until this time.
    Begin(Duration),
    /// Blocks may begin if they are likely to end by this time.
    End(Duration),
}

impl TimeBudget {
    /// The length of the limit.
    pub fn time(self) -> Duration {
        match self {
            Self::Begin(time) | Self::End(time) => time,
        }
    }

    /// The time that must be left for a block that takes this long.
    fn needed(self, block: Duration) -> Duration {
        match self {
            Self::Begin(_) => Duration::ZERO,
            Self::End(_) => block,
        }
    }
}

#[derive(Debug)]
enum PlayedPart {
    /// The whole tournament. `logs` has the SHA-256 of each log whose result still waits for earlier games.
    Whole { logs: BTreeMap<u32, Digest> },
    /// A shard. Its results wait for no other game.
    Shard {
        shard_games: Box<ShardGames>,
        /// The number of times in a row that a bot did not start.
        lost: u32,
        is_decided: bool,
        next_look: Instant,
    },
}

/// A tournament under way.
#[derive(Debug)]
pub struct Runner<E> {
    /// The progress of the tournament. A shard does not add its own results.
    pub progress: Progress,
    share: PlayedPart,
    /// The games that are being played, with the time at which each began.
    running: BTreeMap<u32, (PlannedGame, Instant)>,
    most: usize,
    retries: Retries,
    disk: SyncQueue,
    /// The time of the longest game, from which the time of a block is estimated.
    longest: Duration,
    /// The number of games of a block that are played one after another.
    in_a_row: u32,
    /// The budget, and the moment at which it is spent. `None` if the system cannot represent so late a time.
    budget: Option<(TimeBudget, Instant)>,
    is_paused: bool,
    /// The number of new games that may still start. `None` if no command has limited it.
    may_start: Option<u32>,
    failure: Option<E>,
    /// True if results could not be kept. No further results are kept then.
    cannot_keep: bool,
    outputs: VecDeque<RunnerOutput<E>>,
    test: TestWatch,
}

impl<E: fmt::Display> Runner<E> {
    /// The runner of a whole tournament, which continues from `progress`. The time budget begins now.
    pub fn new(plan: &Plan, progress: Progress, concurrency: usize, budget: Option<TimeBudget>, now: Instant) -> Self {
        let most = plan.total().map_or(MOST_RUNNING, |games| MOST_RUNNING.min(games as usize));
        let most = concurrency.min(most).max(1);
        let pause = if plan.follows_results() { Duration::ZERO } else { GATHER };
        Self {
            test: TestWatch::new(&progress),
            progress,
            share: PlayedPart::Whole { logs: BTreeMap::new() },
            running: BTreeMap::new(),
            most,
            retries: Retries::default(),
            disk: SyncQueue::new(most_unsynced(plan, most), pause, now),
            longest: Duration::ZERO,
            in_a_row: plan.seatings.games(plan.seats).div_ceil(if plan.match_play { 1 } else { most as u32 }),
            budget: budget.and_then(|budget| Some((budget, now.checked_add(budget.time())?))),
            is_paused: false,
            may_start: None,
            failure: None,
            cannot_keep: false,
            outputs: VecDeque::new(),
        }
    }

    /// Turns this into the runner of a shard, which plays only the games of `shard_games`.
    #[must_use]
    pub fn shard(mut self, shard_games: Box<ShardGames>, now: Instant) -> Self {
        self.longest = shard_games.longest;
        self.share = PlayedPart::Shard { shard_games, lost: 0, is_decided: false, next_look: now };
        self
    }

    /// The most games that run at once. A shortage lowers it.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Takes in an event.
    pub fn hear(&mut self, now: Instant, event: RunnerEvent<E>) {
        match event {
            RunnerEvent::Finished { game } => {
                self.stop_running(game, now);
                self.retries.reset();
                if let PlayedPart::Shard { lost, .. } = &mut self.share {
                    *lost = 0;
                }
                self.disk.add(game);
            }
            RunnerEvent::Synced(game) => {
                self.disk.end_one();
                self.finish(*game);
            }
            RunnerEvent::Unsynced(error) => {
                self.disk.end_one();
                self.fail(error);
            }
            RunnerEvent::Short { game, error } => self.retry_with_less(game, error, now),
            RunnerEvent::Lost { game, error } => self.retry_elsewhere(game, error, now),
            RunnerEvent::Failed { game, error } => {
                self.stop_running(game, now);
                self.fail(error);
            }
            RunnerEvent::NotKept(error) => {
                self.cannot_keep = true;
                let results = |output: &RunnerOutput<E>| {
                    matches!(output, RunnerOutput::Keep(_) | RunnerOutput::Tell(News::Result(_) | News::Test(_)))
                };
                self.outputs.retain(|output| !results(output));
                self.fail(error);
            }
            RunnerEvent::Broken(error) => {
                let first = self.failure.take().unwrap_or(error);
                self.outputs.push_back(RunnerOutput::End(Err(first)));
            }
            RunnerEvent::Command(command) => self.obey(command),
            RunnerEvent::Decided => {
                if let PlayedPart::Shard { is_decided, .. } = &mut self.share {
                    *is_decided = true;
                }
            }
        }
    }

    /// The next thing to do. `cost` is the number of bots that a game would have to start. Games that are tried again
    /// come first, then a new game of least cost.
    pub fn next(&mut self, now: Instant, cost: impl Fn(&PlannedGame) -> usize) -> RunnerOutput<E> {
        let due = self.outputs.pop_front().or_else(|| self.start(now, cost));
        let due = due.or_else(|| self.disk.take(now).map(RunnerOutput::Sync));
        due.unwrap_or_else(|| RunnerOutput::Wait(self.wake(now)))
    }

    fn obey(&mut self, command: RunnerCommand) {
        match command {
            RunnerCommand::Status => {
                let (running, paused) = (self.running.len(), self.is_paused);
                self.outputs.push_back(RunnerOutput::Tell(News::Status { running, paused }));
            }
            RunnerCommand::Pause => self.is_paused = true,
            RunnerCommand::Continue => self.is_paused = false,
            RunnerCommand::StopAfter(games) => {
                self.may_start = Some(games);
                // The games that wait for another try have not begun.
                if games == 0 && !self.retries.is_empty() {
                    self.retries.clear();
                    self.progress.leave_out();
                }
            }
        }
    }

    /// Takes in a result that is on the disk, and asks to keep and to tell all results that stand now.
    fn finish(&mut self, game: FinishedGame) {
        let mut news = Vec::new();
        let games = match &mut self.share {
            PlayedPart::Shard { shard_games, .. } => {
                shard_games.finish(game.result.game);
                news.push(News::Result(Box::new(game.result.clone())));
                vec![game]
            }
            PlayedPart::Whole { logs } => {
                let FinishedGame { result, times, log } = game;
                logs.insert(result.game, log);
                self.progress.hold(result, times);
                let mut stand = Vec::new();
                while self.progress.stand() {
                    let KnownResults { results, times } = self.progress.held();
                    let result = results.last().expect("a result stands").clone();
                    let times = times.last().filter(|times| times.game == result.game).cloned();
                    let log = logs.remove(&result.game).expect("a game is synced before its result stands");
                    news.push(News::Result(Box::new(result.clone())));
                    news.extend(self.test.hear(&self.progress).map(News::Test));
                    stand.push(FinishedGame { result, times, log });
                }
                stand
            }
        };
        // After a failed write the folder may end in the middle of a line. The logs have the results.
        if !games.is_empty() && !self.cannot_keep {
            self.outputs.push_back(RunnerOutput::Keep(games));
            self.outputs.extend(news.into_iter().map(RunnerOutput::Tell));
        }
    }

    /// Keeps the first failure. Running games are played to their end.
    fn fail(&mut self, error: E) {
        self.failure.get_or_insert(error);
    }

    fn stop_running(&mut self, game: u32, now: Instant) -> Option<PlannedGame> {
        let (game, begun) = self.running.remove(&game)?;
        self.longest = self.longest.max(now.saturating_duration_since(begun));
        Some(game)
    }

    fn retry_with_less(&mut self, game: u32, error: E, now: Instant) {
        let Some(game) = self.stop_running(game, now) else { return };
        self.outputs.push_back(RunnerOutput::Dismiss);
        self.most = self.most.min(self.running.len().max(1));
        if !self.retries.add(game, now) {
            self.fail(error);
        }
    }

    fn retry_elsewhere(&mut self, game: u32, error: E, now: Instant) {
        let Some(game) = self.stop_running(game, now) else { return };
        let PlayedPart::Shard { lost, .. } = &mut self.share else { return self.fail(error) };
        *lost += 1;
        let is_last = *lost == MOST_LOST;
        log::warn!("{error}");
        self.retries.add(game, now);
        if is_last {
            self.fail(error);
        }
    }

    /// True if no game runs, and no log is on its way to the disk.
    fn is_idle(&self) -> bool {
        self.running.is_empty() && self.disk.is_empty()
    }

    /// Starts a game, or ends the runner. `None` if neither is due now.
    fn start(&mut self, now: Instant, cost: impl Fn(&PlannedGame) -> usize) -> Option<RunnerOutput<E>> {
        let is_stopped = self.may_start == Some(0) && self.retries.is_empty();
        if self.is_idle() && (self.failure.is_some() || is_stopped) {
            // The last games that ran may have brought the end. What is left of a shard is not known here.
            let is_over = matches!(self.share, PlayedPart::Whole { .. }) && self.progress.is_over();
            let ending = if is_over { RunEnd::Complete } else { RunEnd::Stopped };
            return Some(RunnerOutput::End(self.failure.take().map_or(Ok(ending), Err)));
        }
        let has_room = self.running.len() < self.most && !self.disk.is_full();
        if !has_room || self.is_paused || self.failure.is_some() {
            return None;
        }
        let retried = self.retries.take(now).map(|game| self.begin(game, now));
        if retried.is_some() || self.may_start == Some(0) || !self.retries.is_empty() {
            return retried;
        }
        self.start_next(now, cost)
    }

    /// Starts a new game, or ends the runner if no game is left and none runs. In a shard, first looks for a verdict if
    /// a look is due.
    fn start_next(&mut self, now: Instant, cost: impl Fn(&PlannedGame) -> usize) -> Option<RunnerOutput<E>> {
        if let PlayedPart::Shard { is_decided: false, next_look, .. } = &mut self.share
            && *next_look <= now
        {
            *next_look = now + LOOK;
            return Some(RunnerOutput::Look);
        }
        let block = self.longest.saturating_mul(self.in_a_row);
        let is_late = self.budget.is_some_and(|(budget, spent)| spent <= now + budget.needed(block));
        let is_decided = matches!(self.share, PlayedPart::Shard { is_decided: true, .. });
        let blocks = if is_late || is_decided { NextBlocks::Begun } else { NextBlocks::All };
        let next = match &mut self.share {
            PlayedPart::Whole { .. } => self.progress.hand_out_cheapest(blocks, cost),
            PlayedPart::Shard { shard_games, .. } => shard_games.hand_out_cheapest(blocks, cost),
        };
        let ending = match next {
            Next::One(game) => {
                self.may_start = self.may_start.map(|games| games - 1);
                return Some(self.begin(game, now));
            }
            Next::Wait | Next::Over if !self.is_idle() => return None,
            Next::Over if is_decided => RunEnd::Decided,
            Next::Wait | Next::Over if self.progress.lacks_games() => RunEnd::Stopped,
            // The games that are left would begin a block.
            Next::Over if is_late && !self.is_over() => RunEnd::OutOfTime,
            // A whole tournament waits for its own results. In a shard, the remaining games depend on other shards.
            Next::Wait if matches!(self.share, PlayedPart::Whole { .. }) => return None,
            Next::Wait | Next::Over => RunEnd::Complete,
        };
        Some(RunnerOutput::End(Ok(ending)))
    }

    fn begin(&mut self, game: PlannedGame, now: Instant) -> RunnerOutput<E> {
        self.running.insert(game.game, (game.clone(), now));
        self.outputs.push_back(RunnerOutput::Tell(News::Started(Box::new(game.clone()))));
        RunnerOutput::Start(game)
    }

    /// True if no game is left to start here.
    fn is_over(&self) -> bool {
        match &self.share {
            PlayedPart::Whole { .. } => self.progress.is_over(),
            PlayedPart::Shard { shard_games, .. } => {
                !matches!(shard_games.clone().hand_out_cheapest(NextBlocks::All, |_| 0), Next::One(_))
            }
        }
    }

    /// The next time at which a retry or a sync is due. A retry or sync that is already due waits for an event.
    fn wake(&self, now: Instant) -> Option<Instant> {
        [self.retries.due(), self.disk.due()].into_iter().flatten().filter(|due| *due > now).min()
    }
}
