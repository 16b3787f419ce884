//! A simulated ladder. Its arbiter dies again and again, while bots come, change and go.

use std::{
    collections::BTreeMap,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    thread,
};

use arbiter::{
    cup::{FolderError, FolderView, LadderFolder, LadderStep, OpenedFolder, OpenedLadder, PlanSource, digest, pack},
    world::{Disk, OpenMode},
};
use uvi::{Digest, Seed};
use uvi_cup::{FinishedRound, Ladder, LadderFile, Plan, RunEnd, file::File};
use uvi_games::games::REGISTRY;

use super::{
    clock::SimulatedClock,
    disk::SimulatedDisk,
    disk_state::SkippedOperation,
    lots::LotSource,
    machine::{Machine, OpenPlay, WorkEnd, blames},
    run::{BrokenPromise, RunFigures},
    schedule::{Death, Fate, Schedule},
};

/// The folder of the ladder on the simulated disk.
const LADDER: &str = "/ladder";

/// The least number of rounds after which the bots change.
const CHANGE: u32 = 20;

/// A ladder of more rounds than this number outlives its arbiter: after most deaths it has what it had heard, because
/// reading all rounds after each of thousands of deaths would leave no time to play, and deaths would meet only reads.
const LARGE: usize = 200;

/// After one death in this number, all rounds of a large ladder are read anew.
const REREAD: usize = 100;

/// A ladder and the deaths of its arbiter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SimulatedLadder {
    /// The seed of the bots, of the disk and of the deaths.
    pub seed: u64,
    /// The number of rounds.
    pub rounds: u32,
    /// The number of rounds of a simulated day, after which they are packed and the bots change.
    pub day: u32,
    /// The number of deaths, kills and power cuts by lot.
    pub deaths: usize,
    /// The mean time for which a bot thinks, in milliseconds.
    pub thinking: u64,
}

/// Hears the number of each round that is finished.
type RoundListener<'t> = &'t (dyn Fn(u32) + Sync);

/// The lines of the finished rounds by their numbers, and the SHA-256 of each log, in a folder or an archive.
#[derive(Debug, PartialEq, Eq)]
struct LadderState {
    rounds: BTreeMap<u32, String>,
    logs: BTreeMap<PathBuf, Digest>,
}

impl SimulatedLadder {
    /// Plays the ladder, and compares its rounds and logs with those of an arbiter that never died. Calls `tell` with
    /// each round that the arbiter that dies has finished. Returns the first promise that was not kept.
    pub(crate) fn run(self, tell: RoundListener<'_>) -> Result<RunFigures, BrokenPromise> {
        self.run_with(None, tell)
    }

    /// As `run`, with a mistake of the disk that skips operations.
    fn run_with(self, skipped: Option<SkippedOperation>, tell: RoundListener<'_>) -> Result<RunFigures, BrokenPromise> {
        let calm = Self { deaths: 0, ..self };
        let trial = Self { rounds: self.rounds.min(2 * self.day.max(CHANGE)), ..calm };
        let (tried, figures) = trial.play(None, 0, &|_| {})?;
        let operations = figures.rounds * u64::from(self.rounds) / u64::from(trial.rounds);
        let (expected, found) = thread::scope(|scope| {
            // The trial of a small ladder is a play of the whole.
            let whole = (trial.rounds < self.rounds).then(|| scope.spawn(|| calm.play(None, 0, &|_| {})));
            let found = self.play(skipped, operations, tell);
            let whole = whole.map(|play| play.join().expect("a play does not panic"));
            (whole.unwrap_or(Ok((tried, figures))), found)
        });
        let ((expected, _), (found, figures)) = (expected?, found?);
        let mut rounds = expected.rounds.iter().filter(|(round, text)| found.rounds.get(*round) != Some(text));
        let mut logs = expected.logs.iter().filter(|(path, log)| found.logs.get(*path) != Some(log));
        let other = rounds.next().map(|(round, _)| format!("round {round}"));
        let other = other.or_else(|| logs.next().map(|(path, _)| path.display().to_string()));
        match other {
            Some(path) => Err(BrokenPromise::Differs(path)),
            None if found != expected => Err(BrokenPromise::Differs("there are more rounds or logs".to_owned())),
            None => Ok(figures),
        }
    }

    /// Plays the ladder through all deaths. `operations` is about the number of operations on the disk without deaths.
    /// In the figures of the result, `rounds` is this number.
    fn play(
        self,
        skipped: Option<SkippedOperation>,
        operations: u64,
        tell: RoundListener<'_>,
    ) -> Result<(LadderState, RunFigures), BrokenPromise> {
        let mut lots = LotSource::new(self.seed ^ 0x1add);
        let disk = SimulatedDisk::new(lots.part());
        disk.plant(skipped, false);
        let Self { seed, thinking, .. } = self;
        let concurrency = 1 + lots.below(4) as usize;
        let schedule = Schedule { seed, thinking, concurrency, together: 2, ..Schedule::default() };
        let mut machine = Machine::new(&schedule, disk.clone(), SimulatedClock::punctual(), lots.part());
        put(machine.outside, "ladder.toml", &self.file());
        let mut told = Vec::new();
        let mut heard = None;
        loop {
            let death = (machine.deaths < self.deaths).then(|| {
                let mean = (operations / self.deaths as u64).max(1);
                (1 + lots.below(2 * mean), if lots.one_in(2) { Death::Kill } else { Death::PowerCut })
            });
            let fate = Fate { death, ..Fate::default() };
            let end = machine.live(&fate, |machine| {
                self.live(machine, &fate, &mut heard, &mut |round| {
                    tell(round);
                    told.push(round);
                })
            });
            if end?.is_some() {
                break;
            }
            heard = heard.filter(|opened: &OpenedLadder| {
                opened.ladder.rounds() > LARGE && !machine.deaths.is_multiple_of(REREAD)
            });
        }
        let state = LadderState::of(machine.outside);
        if let Some(lost) = told.iter().find(|round| !state.rounds.contains_key(round)) {
            return Err(BrokenPromise::Lost(*lost));
        }
        if let Some(round) = state.wrongly_blamed() {
            return Err(BrokenPromise::Blamed(round));
        }
        let figures = RunFigures {
            games: state.logs.len(),
            deaths: machine.deaths,
            rounds: disk.operations(),
            time: machine.clock.elapsed(),
            ..RunFigures::default()
        };
        disk.clear();
        Ok((state, figures))
    }

    /// One life of the arbiter, which begins with the ladder that is `heard` and leaves what it has heard there. Calls
    /// `told` with each round that is told as finished.
    fn live(
        self,
        machine: &mut Machine<'_>,
        fate: &Fate,
        heard: &mut Option<OpenedLadder>,
        told: &mut dyn FnMut(u32),
    ) -> WorkEnd<()> {
        let folder = LadderFolder::open(machine.files, Path::new(LADDER))?;
        let opened = heard.get_or_insert_with(|| {
            let file = LadderFile::read(&self.file()).expect("the file is right");
            let ladder = Ladder::new(&file, REGISTRY).expect("the games can be played");
            OpenedLadder::new(file, folder, ladder)
        });
        loop {
            let step = {
                let _claimed = opened.folder.claim()?.expect("nobody else plays");
                opened.hear()?;
                self.put_bots(machine.outside, opened.ladder.rounds() as u32);
                opened.look()?;
                opened.next_step(Some(self.rounds), &|source| plan(machine.files, source))?
            };
            match step {
                LadderStep::Play(round, plan, play) => {
                    let OpenedFolder { folder, progress, .. } = *play;
                    machine.rounds = 0;
                    let play = OpenPlay { plan: &plan, folder, progress, shard_games: None };
                    if machine.play_in(play, fate, &mut |_| {})? != RunEnd::Complete {
                        return Err(BrokenPromise::Endless.into());
                    }
                    opened.finish(&round, Vec::new())?;
                    if machine.disk.is_dead() {
                        return Err("killed".into());
                    }
                    told(round.round);
                    let day = |path: &Path| {
                        let round = path.file_name()?.to_str()?.get(..6)?.parse::<u32>().ok()?;
                        (round / self.day < opened.ladder.rounds() as u32 / self.day)
                            .then(|| format!("day-{:04}", round / self.day))
                    };
                    if pack(opened, day)? && self.deaths == 0 {
                        machine.disk.forget_removed();
                    }
                }
                LadderStep::Benched(..) => {}
                LadderStep::Wait | LadderStep::WaitForBots(_) => return Err(BrokenPromise::Hang.into()),
                LadderStep::End => return Ok(()),
            }
        }
    }

    fn file(self) -> String {
        let keys = format!(
            "clock = \"movetime {}\"\nlog = {{ times = \"off\" }}\nadjudication = {{ max-decisions = 8 }}\n",
            (self.thinking * 10).max(100)
        );
        let games = ["isolation", "orwell", "cat-chess", "french-revolution"];
        let games = games.map(|variant| format!("[[game]]\nvariant = \"{variant}\"\n{keys}")).concat();
        format!("tables = 4\nseed = \"{:032x}\"\n{}", self.seed, games.replace("cat-chess\"", "cat-chess\"\nseats = 3"))
    }

    /// The bots after this number of finished rounds, as a person puts them there: six bots stay, of which one sometimes
    /// crashes, another changes from time to time, and a third comes and goes.
    fn put_bots(self, disk: Disk, rounds: u32) {
        let era = rounds / self.day.max(CHANGE);
        let bot = |name: &str, text: &str| put(disk, &format!("bots/{name}.toml"), text);
        for number in 0..5 {
            bot(&format!("steady-{number}"), &format!("command = \"/simulated steady\"\n# {number}\n"));
        }
        bot("crash", &format!("command = \"/simulated crash\"\n# {}\n", era / 5));
        bot("changes", &format!("command = \"/simulated illegal\"\n# version {era}\n"));
        match era.is_multiple_of(2) {
            true => bot("guest", "command = \"/simulated shouter\"\n"),
            false => _ = disk.remove(&Path::new(LADDER).join("bots/guest.toml")),
        }
    }
}

impl LadderState {
    fn of(disk: Disk) -> Self {
        let mut state = Self { rounds: BTreeMap::new(), logs: BTreeMap::new() };
        let ladder = Path::new(LADDER);
        for line in disk.read_text(&ladder.join("finished.jsonl")).unwrap_or_default().lines() {
            if let Ok(FinishedRound { round, .. }) = serde_json::from_str(line) {
                state.rounds.insert(round, line.to_owned());
            }
        }
        let is_log = |path: &Path| path.parent().is_some_and(|folder| folder.ends_with("games"));
        for round in disk.list(&ladder.join("rounds")).unwrap_or_default() {
            for log in disk.list(&round.join("games")).unwrap_or_default() {
                let name = log.strip_prefix(ladder.join("rounds")).expect("a path in the folder").to_owned();
                state.logs.insert(name, digest(&disk.read(&log).unwrap_or_default()));
            }
        }
        for day in disk.list(&ladder.join("days")).unwrap_or_default() {
            let bytes = disk.read(&day).unwrap_or_default();
            let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&*bytes));
            for entry in archive.entries().into_iter().flatten().map_while(Result::ok) {
                let (mut entry, mut log) = (entry, Vec::new());
                let name = entry.path().map(|path| path.into_owned()).unwrap_or_default();
                if is_log(&name) && entry.read_to_end(&mut log).is_ok() {
                    state.logs.insert(name, digest(&log));
                }
            }
        }
        state
    }

    /// The first round in which a bot is at fault that does nothing wrong.
    fn wrongly_blamed(&self) -> Option<u32> {
        let rounds = self.rounds.values().filter_map(|text| serde_json::from_str::<FinishedRound>(text).ok());
        let is_innocent = |name: &str| name.starts_with("steady-") || name.starts_with("guest@");
        let mut wrong = rounds.filter(|round| round.results.iter().any(|result| blames(result, is_innocent)));
        wrong.next().map(|round| round.round)
    }
}

/// Writes a file of the ladder durably, as a person does who waits for it.
fn put(disk: Disk, name: &str, text: &str) {
    let path = Path::new(LADDER).join(name);
    if disk.read(&path).is_ok_and(|found| found == text.as_bytes()) {
        return;
    }
    let fact = "nothing fails from outside";
    let folder = path.parent().expect("a file in a folder");
    disk.make_folders(folder).expect(fact);
    let mut file = disk.write(&path, OpenMode::Rewrite).expect(fact);
    file.write_all(text.as_bytes()).expect(fact);
    file.sync().expect(fact);
    for folder in folder.ancestors() {
        disk.sync_folder(folder).expect(fact);
    }
}

/// The plan of a round.
fn plan(disk: Disk, source: PlanSource<'_>) -> Result<Plan, FolderError> {
    let made = |file: &File, seed: Seed| {
        file.plan_alone(REGISTRY, seed).map_err(|trouble| FolderError::unreadable(LADDER.into(), trouble.flaw))
    };
    match source {
        PlanSource::New(file) | PlanSource::Alone(file) => made(file, Seed([7; 16])),
        PlanSource::Kept(path) => {
            let view = FolderView::new(disk, path);
            let file = view.file()?.expect("a round has a plan");
            made(&file, view.seed()?.or(file.seed).expect("a seed is never lost"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk_state::DiskOperation;

    const SMALL: SimulatedLadder = SimulatedLadder { seed: 1, rounds: 20, day: 32, deaths: 15, thinking: 0 };

    #[test]
    fn deaths_change_no_round_and_no_log() {
        for (seed, day) in [(0, 12), (1, 32), (2, 1)] {
            let figures = SimulatedLadder { seed, day, ..SMALL }.run(&|_| {}).unwrap();
            assert!(figures.deaths > 10, "{figures:?}");
        }
    }

    #[test]
    fn the_simulation_finds_steps_that_are_missing() {
        use DiskOperation::{SyncFile, SyncFolder};
        let missing: [(&str, SkippedOperation); 4] = [
            ("a finished round", |step, path| step == SyncFile && path == Path::new("/ladder/finished.jsonl")),
            ("a log", |step, path| step == SyncFile && path.parent().is_some_and(|it| it.ends_with("games"))),
            ("an archive", |step, path| step == SyncFile && path.starts_with("/ladder/days")),
            ("the name of an archive", |step, path| step == SyncFolder && path == Path::new("/ladder/days")),
        ];
        for (name, skipped) in missing {
            // Each round has a day of its own, so that many deaths come while rounds are packed.
            let found =
                (0..20).any(|seed| SimulatedLadder { seed, day: 1, ..SMALL }.run_with(Some(skipped), &|_| {}).is_err());
            assert!(found, "{name}");
        }
    }
}
