//! A tournament under way: games end, fail or lack something, and users give commands.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use uvi::Digest;
use uvi_cup::{
    FinishedGame, KnownResults, News, Plan, Progress, Runner, RunnerCommand, RunnerEvent, RunnerOutput, Shard,
    ShardGames, TimeBudget, schedule::PlannedGame,
};

use super::{plans::congress, progress::result};

/// A world in which time passes, and the disk answers, only on request.
struct World {
    plan: Plan,
    runner: Runner<&'static str>,
    now: Instant,
    running: Vec<PlannedGame>,
    syncing: Vec<u32>,
    games: Vec<PlannedGame>,
    keeps: bool,
}

impl World {
    #[expect(clippy::disallowed_methods, reason = "some time to count from")]
    fn new(plan: Plan, concurrency: usize, budget: Option<TimeBudget>) -> Self {
        let now = Instant::now();
        let progress = Progress::new(&plan, KnownResults::default()).unwrap();
        let runner = Runner::new(&plan, progress, concurrency, budget, now);
        Self { plan, runner, now, running: Vec::new(), syncing: Vec::new(), games: Vec::new(), keeps: true }
    }

    /// The same tournament as a single shard.
    fn sharded(self) -> Self {
        let progress = Progress::forgetful(&self.plan);
        let only = Shard::new(1, 1).unwrap();
        let shard_games = ShardGames::new(&self.plan, &progress, only, BTreeSet::new(), BTreeSet::new());
        Self { runner: self.runner.shard(Box::new(shard_games), self.now), ..self }
    }

    fn hear(&mut self, event: RunnerEvent<&'static str>) -> &mut Self {
        self.runner.hear(self.now, event);
        self
    }

    fn command(&mut self, command: RunnerCommand) -> &mut Self {
        self.hear(RunnerEvent::Command(command))
    }

    fn ends(&mut self, game: u32) -> &mut Self {
        self.hear(RunnerEvent::Finished { game })
    }

    fn lacks(&mut self, game: u32) -> &mut Self {
        self.hear(RunnerEvent::Short { game, error: "too few descriptors" })
    }

    /// Reports that the log of a game is on the disk. Its first seat has won, as in every game, move for move.
    fn synced(&mut self, game: u32) -> &mut Self {
        let planned = self.games.iter().find(|planned| planned.game == game).unwrap();
        let result = result(&self.plan, planned, 0, Some(0));
        self.hear(RunnerEvent::Synced(Box::new(FinishedGame { result, times: None, log: Digest([game as u8; 32]) })))
    }

    fn later(&mut self, ms: u64) -> &mut Self {
        self.now += Duration::from_millis(ms);
        self
    }

    /// Carries out outputs until the runner waits or ends, and returns them as text.
    fn outputs(&mut self) -> String {
        let mut told = Vec::new();
        loop {
            let output = self.runner.next(self.now, |_| 0);
            told.push(match output {
                RunnerOutput::Start(game) => {
                    let number = game.game;
                    self.games.push(game.clone());
                    self.running.push(game);
                    format!("start {number}")
                }
                RunnerOutput::Sync(games) => {
                    let told = format!("sync {games:?}");
                    self.syncing = games;
                    told
                }
                RunnerOutput::Keep(games) => {
                    let numbers: Vec<u32> = games.iter().map(|game| game.result.game).collect();
                    let logs: Vec<u32> = games.iter().map(|game| game.log.0[0].into()).collect();
                    assert_eq!(numbers, logs, "each result has the log of its game");
                    if !self.keeps {
                        self.hear(RunnerEvent::NotKept("full disk"));
                    }
                    format!("keep {numbers:?}")
                }
                // Every start is told.
                RunnerOutput::Tell(News::Started(game)) => {
                    assert_eq!(self.running.last(), Some(&*game));
                    continue;
                }
                RunnerOutput::Tell(News::Result(result)) => format!("tell {}", result.game),
                RunnerOutput::Tell(News::Test(news)) => format!("tell {news:?}"),
                RunnerOutput::Tell(News::Status { running, paused }) => {
                    format!("status {running}{}", if paused { " paused" } else { "" })
                }
                RunnerOutput::Dismiss => "dismiss".to_owned(),
                RunnerOutput::Look => "look".to_owned(),
                RunnerOutput::Wait(until) => {
                    told.push(match until {
                        Some(at) => format!("wait {} ms", (at - self.now).as_millis()),
                        None => "wait".to_owned(),
                    });
                    return told.join(", ");
                }
                RunnerOutput::End(ending) => {
                    told.push(format!("end {ending:?}"));
                    return told.join(", ");
                }
            });
        }
    }

    #[track_caller]
    fn check(&mut self, expected: &str) -> &mut Self {
        assert_eq!(self.outputs(), expected);
        self
    }
}

/// Three rounds of two bots: six games.
fn two(concurrency: usize) -> World {
    World::new(congress(2, "rounds = 3"), concurrency, None)
}

#[test]
fn out_of_descriptors_paused_then_stopped() {
    let mut world = two(2);
    world.check("start 1, start 2, wait");
    world.lacks(2).check("dismiss, wait 100 ms");
    world.command(RunnerCommand::Pause).later(100).check("wait");
    world.ends(1).command(RunnerCommand::StopAfter(0)).check("sync [1], wait");
    world.synced(1).check("keep [1], tell 1, end Ok(Stopped)");
}

#[test]
fn a_result_is_told_when_it_is_synced_and_kept_and_those_before_it_are() {
    let mut world = two(2);
    world.check("start 1, start 2, wait");
    world.ends(2).check("start 3, sync [2], wait");
    world.synced(2).check("wait");
    world.ends(1).check("start 4, wait 20 ms").later(20).check("sync [1], wait");
    world.synced(1).check("keep [1, 2], tell 1, tell 2, wait");
}

#[test]
fn a_result_that_cannot_be_kept_is_not_told_and_games_that_run_are_played_to_their_end() {
    let mut world = two(2);
    world.keeps = false;
    world.check("start 1, start 2, wait");
    world.ends(1).check("start 3, sync [1], wait");
    world.synced(1).check("keep [1], wait");
    world.ends(2).later(20).check("sync [2], wait");
    // The failed write may have left half a line, so nothing may follow it.
    world.synced(2).check("wait");
    world.hear(RunnerEvent::Failed { game: 3, error: "it crashed later" }).check(r#"end Err("full disk")"#);
}

#[test]
fn a_log_that_cannot_be_synced_ends_the_tournament() {
    let mut world = two(1);
    world.check("start 1, wait").ends(1).check("start 2, sync [1], wait");
    world.hear(RunnerEvent::Unsynced("input/output error")).check("wait");
    world.ends(2).later(20).check("sync [2], wait");
    world.synced(2).check(r#"end Err("input/output error")"#);
}

#[test]
fn logs_that_end_in_the_pause_are_synced_together() {
    let mut world = two(3);
    world.check("start 1, start 2, start 3, wait").ends(1).check("start 4, sync [1], wait").synced(1);
    world.later(5).ends(2).ends(3).check("keep [1], tell 1, start 5, start 6, wait 15 ms");
    world.later(15).check("sync [2, 3], wait");
    world.synced(2).check("keep [2], tell 2, wait");
    world.ends(4).later(100).check("wait").synced(3).check("keep [3], tell 3, sync [4], wait");
}

#[test]
fn eight_logs_that_wait_start_no_game_and_wait_for_no_pause() {
    let mut world = World::new(congress(2, "rounds = 6"), 1, None);
    world.check("start 1, wait").ends(1).check("start 2, sync [1], wait");
    for game in 2..=8 {
        world.ends(game).check(&format!("start {}, wait", game + 1));
    }
    world.ends(9).check("wait");
    world.synced(1).check("keep [1], tell 1, sync [2, 3, 4, 5, 6, 7, 8, 9], start 10, wait");
}

#[test]
fn where_results_decide_no_log_waits_and_no_game_starts_before_it_is_known() {
    let mut world = World::new(congress(4, "format = \"swiss\"\nrounds = 2"), 8, None);
    world.check("start 1, start 2, start 3, start 4, wait");
    for game in 1..=3 {
        world.ends(game).check(&format!("sync [{game}], wait")).synced(game);
        world.check(&format!("keep [{game}], tell {game}, wait"));
    }
    world.ends(4).check("sync [4], wait").synced(4);
    world.check("keep [4], tell 4, start 5, start 6, start 7, start 8, wait");
}

#[test]
fn what_is_short_is_tried_again_with_less_at_once_and_for_so_long() {
    let mut world = two(2);
    world.check("start 1, start 2, wait").lacks(1).lacks(2).check("dismiss, dismiss, wait 100 ms");
    assert_eq!(world.runner.most(), 1);
    world.later(100).check("start 2, wait").ends(2).check("start 1, sync [2], wait").synced(2);
    let mut pause = 100;
    for _ in 0..8 {
        world.lacks(1).check(&format!("dismiss, wait {pause} ms")).later(pause).check("start 1, wait");
        pause = (2 * pause).min(4000);
    }
    world.lacks(1).check(r#"dismiss, end Err("too few descriptors")"#);
}

#[test]
fn a_stop_after_some_games_waits_for_those_that_lack_something() {
    let mut world = two(1);
    world.check("start 1, wait").command(RunnerCommand::StopAfter(1)).ends(1).check("start 2, sync [1], wait");
    world.synced(1).lacks(2).check("keep [1], tell 1, dismiss, wait 100 ms");
    world.later(100).check("start 2, wait").ends(2).check("sync [2], wait");
    world.synced(2).check("keep [2], tell 2, end Ok(Stopped)");
}

#[test]
fn a_stop_during_the_last_game_stops_nothing() {
    let mut world = World::new(congress(2, "rounds = 1"), 2, None);
    world
        .check("start 1, start 2, wait")
        .command(RunnerCommand::StopAfter(0))
        .ends(1)
        .ends(2)
        .check("sync [1, 2], wait");
    world.synced(1).synced(2).check("keep [1], tell 1, keep [2], tell 2, end Ok(Complete)");
}

#[test]
fn a_tournament_is_not_complete_without_a_game_that_could_not_start() {
    let mut world = World::new(congress(2, "rounds = 1"), 2, None);
    world.check("start 1, start 2, wait").lacks(2).command(RunnerCommand::StopAfter(0));
    world.ends(1).check("dismiss, sync [1], wait").synced(1).check("keep [1], tell 1, end Ok(Stopped)");
    let mut world = two(2);
    world.check("start 1, start 2, wait").lacks(2).command(RunnerCommand::StopAfter(0));
    world.command(RunnerCommand::StopAfter(9)).ends(1).check("dismiss, start 3, sync [1], wait");
    world.synced(1).outputs();
    for game in 3..6 {
        world.ends(game).later(100).check(&format!("start {}, sync [{game}], wait", game + 1));
        world.synced(game).outputs();
    }
    world.ends(6).later(100).check("sync [6], wait").synced(6).check("end Ok(Stopped)");
    assert!(!world.runner.progress.is_over());
}

#[test]
fn a_pause_lets_games_end_and_starts_none() {
    let mut world = two(1);
    world.check("start 1, wait").command(RunnerCommand::Pause).command(RunnerCommand::Status);
    world.check("status 1 paused, wait").ends(1).check("sync [1], wait").synced(1).check("keep [1], tell 1, wait");
    world.command(RunnerCommand::Continue).check("start 2, wait");
}

#[test]
fn all_games_played_is_complete() {
    let mut world = two(6);
    world.check("start 1, start 2, start 3, start 4, start 5, start 6, wait");
    for game in 1..=6 {
        world.ends(game);
    }
    world.check("sync [1, 2, 3, 4, 5, 6], wait");
    for game in (1..=6).rev() {
        world.synced(game);
    }
    let told = "keep [1, 2, 3, 4, 5, 6], tell 1, tell 2, tell 3, tell 4, tell 5, tell 6, end Ok(Complete)";
    world.check(told);
    assert_eq!(world.runner.progress.held().results.len(), 6);
}

#[test]
fn when_time_is_over_a_begun_block_is_played_to_its_end() {
    let begin = TimeBudget::Begin(Duration::from_secs(1));
    let mut world = World::new(congress(2, "rounds = 3"), 1, Some(begin));
    world.check("start 1, wait").later(1000).ends(1).check("start 2, sync [1], wait").synced(1).later(20);
    world.ends(2).check("keep [1], tell 1, sync [2], wait").synced(2).check("keep [2], tell 2, end Ok(OutOfTime)");
}

#[test]
fn no_block_begins_that_would_end_too_late() {
    let end = TimeBudget::End(Duration::from_secs(11));
    let mut world = World::new(congress(2, "rounds = 3"), 1, Some(end));
    // Two games took 4 s and 2 s, so another block might end at 14 s.
    world.check("start 1, wait").later(4000).ends(1).check("start 2, sync [1], wait").synced(1).later(2000);
    world.ends(2).check("keep [1], tell 1, sync [2], wait").synced(2).check("keep [2], tell 2, end Ok(OutOfTime)");
}

#[test]
fn a_bot_that_does_not_start_ends_a_whole_tournament_and_a_shard_after_three_tries() {
    let lost = |game| RunnerEvent::Lost { game, error: "no such program" };
    two(1).check("start 1, wait");
    let mut whole = two(1);
    whole.check("start 1, wait").hear(lost(1)).check(r#"end Err("no such program")"#);
    let mut shard = two(1).sharded();
    shard.check("look, start 1, wait").hear(lost(1)).check("wait 100 ms").later(100);
    shard.check("start 1, wait").hear(lost(1)).check("wait 200 ms").later(200).check("start 1, wait");
    shard.hear(lost(1)).check(r#"end Err("no such program")"#);
}

#[test]
fn a_shard_looks_once_a_second() {
    let mut shard = two(1).sharded();
    shard.check("look, start 1, wait").later(500).ends(1).check("start 2, sync [1], wait");
    shard.synced(1).check("keep [1], tell 1, wait").later(9500).check("wait");
    shard.ends(2).check("look, start 3, sync [2], wait").synced(2);
    shard.check("keep [2], tell 2, wait");
    // A block that has begun is played to its end.
    shard.hear(RunnerEvent::Decided).ends(3).later(20).check("start 4, sync [3], wait").synced(3);
    shard.ends(4).later(20).check("keep [3], tell 3, sync [4], wait").synced(4);
    shard.check("keep [4], tell 4, end Ok(Decided)");
}

#[test]
fn a_game_that_nobody_started_changes_nothing() {
    let mut world = two(1);
    world.lacks(9).hear(RunnerEvent::Lost { game: 9, error: "no such game" }).check("start 1, wait");
}

#[test]
fn a_world_that_breaks_ends_it_with_the_first_failure() {
    let mut world = two(2);
    world.check("start 1, start 2, wait").hear(RunnerEvent::Failed { game: 1, error: "it crashed" }).check("wait");
    world.hear(RunnerEvent::Broken("a worker has ended")).check(r#"end Err("it crashed")"#);
    let mut world = two(2);
    world.check("start 1, start 2, wait").hear(RunnerEvent::Broken("a worker has ended"));
    world.check(r#"end Err("a worker has ended")"#);
}

/// Each bot wins a game of each block. In every block they are the same games.
#[test]
fn the_state_of_a_test_is_told_after_every_ten_blocks_and_repeats_once() {
    let mut world = World::new(congress(2, "rounds = 30\n[sprt]\nelo0 = 0\nelo1 = 10"), 1, None);
    let mut told = Vec::new();
    for game in 1..=60 {
        world.outputs();
        let outputs = world.ends(game).later(20).synced(game).outputs();
        told.extend(outputs.split_once("tell TestNews").map(|(_, news)| format!("{game}{news}")));
    }
    for (news, expected) in told.iter().zip([(20, false), (40, true), (60, false)]) {
        let (game, repeats) = expected;
        let state = format!("{game} {{ state: Some(\"test after {} blocks (1 independent): ", game / 2);
        assert!(news.starts_with(&state) && news.contains(&format!("repeats: {repeats}")), "{news}");
    }
    assert_eq!(told.len(), 3);
}
