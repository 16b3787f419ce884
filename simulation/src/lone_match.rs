//! A single match with a log, which is resumed until it is over. Its host sends many requests, and may leave.

use std::{path::Path, sync::Arc};

use arbiter::{
    bot::Bots,
    driver::{self, DenialError, Session, Setup, Wish, seed_path},
    world::{Disk, WorldClock as _},
};
use uvi::{LogWords, Sync, ToHost};
use uvi_cup::{
    KnownResults, Plan, Progress, RunEnd, RunnerCommand, name,
    schedule::{Next, PlannedGame},
};
use uvi_games::games::REGISTRY;

use super::{
    bots::SimulatedBots,
    machine::{Machine, WorkEnd, ended},
    planted::PlantedBug,
    run::BrokenPromise,
    schedule::Fate,
    world::{MOST_LIVES, SimulatedWorld},
};

/// The path of the log on the simulated disk.
const LOG: &str = "/alone/game.jsonl";

/// The number of questions that a host asks at once.
const QUESTIONS: usize = 50;

impl SimulatedWorld<'_> {
    /// Plays the first game of the plan. Returns the lines of its log.
    pub(super) fn play_match(&mut self) -> Result<Vec<String>, BrokenPromise> {
        let (plan, outside, log) = (self.plan, self.machines[0].outside, Path::new(LOG));
        let none = KnownResults { results: Vec::new(), times: Vec::new() };
        let mut progress = Progress::new(plan, none).map_err(BrokenPromise::Error)?;
        let Next::One(game) = progress.hand_out() else {
            return Err(BrokenPromise::Error("there is no game".to_owned()));
        };
        outside.make_folders(Path::new("/alone")).map_err(|error| BrokenPromise::Error(error.to_string()))?;
        // The whole lines of the log at the last message to the host.
        let mut told = Vec::new();
        for _ in 0..MOST_LIVES {
            // As a person is told to do, removes a log that has no record, or that a power cut has spoilt.
            let text = outside.read(log).unwrap_or_default();
            let may_be_spoilt = self.machines[0].was_cut && self.schedule.sync != Sync::Event;
            let state = text.contains(&b'\n').then(|| resumed(outside, &game));
            if state.is_some() && !may_be_spoilt && !text.starts_with(&told) {
                return Err(BrokenPromise::Lost(1));
            }
            match state {
                Some(Err(DenialError::Finished(_))) => return Ok(lines(&text)),
                // Before the match has started, the log may be there without its seed.
                Some(Err(_)) if !may_be_spoilt && !told.is_empty() => {}
                Some(Ok(_)) => {}
                Some(Err(_)) | None => {
                    remove_log(outside);
                    told.clear();
                }
            }
            let mut has_failed = false;
            let end = self.live(0, |machine, fate, _| {
                let end = machine.play_alone(plan, &game, fate, &mut told);
                has_failed = machine.disk.has_failed();
                end
            })?;
            if end == Some(RunEnd::Complete) {
                // A seed that the disk does not remove does no harm, because the log has it too.
                let is_seed_left = !has_failed && outside.exists(&seed_path(log));
                self.machines[0].disk.cut_power();
                let text = outside.read(log).unwrap_or_default();
                if !text.starts_with(&told) || is_seed_left {
                    return Err(BrokenPromise::Lost(1));
                }
                return Ok(lines(&text));
            }
        }
        Err(BrokenPromise::Endless)
    }
}

impl Machine<'_> {
    /// Plays or resumes the match. Sets `told` to the whole lines of the log at the last message to the host.
    fn play_alone(&mut self, plan: &Plan, game: &PlannedGame, fate: &Fate, told: &mut Vec<u8>) -> WorkEnd {
        let is_new = !self.outside.exists(Path::new(LOG));
        let mut setup = match is_new {
            true => Setup::new(self.files, plan.game(game, &[]).map_err(DenialError::from)?)?,
            false => resumed(self.files, game)?,
        };
        if is_new {
            setup.set_log(Some(LogWords { times: Some(false.into()), ..plan.log_words(LOG) }));
        }
        if is_new || self.bug != Some(PlantedBug::ResumedUnsynced) {
            setup.set_sync(self.schedule.sync);
        }
        let bots = SimulatedBots::new(self.clock, self.lots.part(), self.schedule, self.bug);
        let prepared = setup.prepare()?;
        let (requests, inbox) = driver::requests()?;
        let bots: Arc<dyn Bots> = Arc::new(bots);
        let session = Session { clock: self.clock, events: true, ..Session::new(prepared, bots, inbox) };
        let now = self.clock.now();
        let wishes = fate
            .commands
            .iter()
            .flat_map(|(at, command)| wishes(*command).into_iter().map(move |wish| (now + *at, wish)));
        let (disk, outside) = (self.disk.clone(), self.outside);
        // After an error of the log, the host knows that the log has no more.
        let mut has_failed = false;
        let mut host = |message: ToHost| {
            has_failed |= matches!(message, ToHost::Error { .. });
            if !has_failed
                && !disk.is_dead()
                && matches!(message, ToHost::Started { .. } | ToHost::Played { .. } | ToHost::Over { .. })
            {
                *told = outside.read(Path::new(LOG)).unwrap_or_default();
                told.truncate(told.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
            }
        };
        let finished = self.play_match(session, &mut host, wishes.collect(), &requests)?;
        match (finished.log_failed, finished.not_started, finished.sha256) {
            (Some(error), ..) => Err(error.to_string().into()),
            (_, Some(unfit), _) => Err(unfit.to_string().into()),
            (None, None, None) => ended(RunEnd::Stopped, fate),
            (None, None, Some(_)) => Ok(RunEnd::Complete),
        }
    }
}

fn resumed(disk: Disk, game: &PlannedGame) -> Result<Setup, DenialError> {
    Setup::resume(disk, REGISTRY, name(game), Path::new(LOG), None)
}

fn lines(text: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(text).lines().map(str::to_owned).collect()
}

fn remove_log(outside: Disk) {
    let _ = outside.remove(Path::new(LOG));
    let _ = outside.remove(&seed_path(Path::new(LOG)));
    let _ = outside.sync_name(Path::new(LOG));
}

/// The wishes of the host for which a command of the schedule stands.
fn wishes(command: RunnerCommand) -> Vec<Wish> {
    match command {
        RunnerCommand::StopAfter(_) => vec![Wish::Leave],
        RunnerCommand::Status => vec![Wish::History(None); QUESTIONS],
        RunnerCommand::Pause => vec![Wish::Debug(true)],
        RunnerCommand::Continue => vec![Wish::Debug(false)],
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use testkit::boards;
    use uvi_games::game::Seat;

    use super::*;
    use crate::{
        Schedule,
        schedule::{Death, PlayMode},
    };

    /// A match with steady bots, whose arbiter dies at an operation on the disk.
    fn killed(variant: &str, seats: u8, at: u64, sync: Sync) -> Schedule {
        let mut text = format!(
            "variant = \"{variant}\"\nseats = {seats}\nrounds = 1\nclock = \"movetime 100\"\nseed = \"7\"\n\
             [adjudication]\nmax-decisions = 8\n"
        );
        for bot in 0..seats {
            text.push_str(&format!("[[bot]]\nname = \"b{bot}\"\ncommand = \"/simulated steady\"\n"));
        }
        let death = Some((at, if sync == Sync::Event { Death::PowerCut } else { Death::Kill }));
        let fates = vec![Fate { death, failure: None, merge: None, commands: Vec::new() }];
        Schedule { text, mode: PlayMode::Match, sync, fates, concurrency: 1, shortage: 0, ..Schedule::draw(at) }
    }

    /// A host keeps the thread busy five times, as other matches of the thread do.
    #[test]
    fn no_bot_pays_for_what_keeps_the_thread_from_looking() {
        let schedule = Schedule { fates: Vec::new(), ..killed("isolation", 2, 1, Sync::Off) };
        let schedule = Schedule { text: schedule.text.replace("movetime 100", "time 700"), ..schedule };
        let plan = schedule.plan().unwrap();
        let mut progress = Progress::new(&plan, KnownResults { results: Vec::new(), times: Vec::new() }).unwrap();
        let Next::One(game) = progress.hand_out() else { panic!("there is no game") };
        let mut world = SimulatedWorld::new(&schedule, &plan, None);
        let machine = &mut world.machines[0];
        let clock = machine.clock;
        let bots: Arc<dyn Bots> = Arc::new(SimulatedBots::new(clock, machine.lots.part(), &schedule, None));
        let prepared = Setup::new(machine.files, plan.game(&game, &[]).unwrap()).unwrap().prepare().unwrap();
        let (requests, inbox) = driver::requests().unwrap();
        let session = Session { clock, events: true, ..Session::new(prepared, bots, inbox) };
        let mut busy = 0..5;
        let mut host = |message: ToHost| {
            if matches!(message, ToHost::Played { .. }) && busy.next().is_some() {
                let free = clock.now() + Duration::from_millis(500);
                while clock.now() < free && clock.advance([free]) {}
            }
        };
        let finished = machine.play_match(session, &mut host, Vec::new(), &requests).unwrap();
        let chairs = finished.game.chairs();
        let faults: Vec<_> = Seat::all(2).filter_map(|seat| chairs[seat].last_fault()).collect();
        assert!(faults.is_empty(), "{faults:?}");
    }

    #[test]
    fn a_match_that_is_stopped_at_any_operation_goes_on_to_the_same_log() {
        let mut all = boards::all();
        all.dedup_by_key(|board| board.variant.word());
        for board in all {
            let variant = board.variant.word();
            for sync in [Sync::Game, Sync::Event] {
                let deaths = (1..).map(|at| match killed(variant, board.seats, at, sync).run(None) {
                    Ok(figures) => figures.deaths,
                    Err(broken) => panic!("{variant}, sync {sync}, operation {at}: {broken}"),
                });
                let count = deaths.take_while(|deaths| *deaths > 0).count();
                assert!(count > 10, "{variant}: the arbiter died at {count} operations");
            }
        }
    }
}
