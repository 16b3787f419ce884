//! The folder of a tournament: its plan, the log of each game, the results. Everything is only ever added to, so that a
//! tournament that was killed goes on where it was.

use std::{
    fs::{self, DirBuilder, File},
    io::{self, Write},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use uvi::{Digest, Seed};
use uvi_cup::{
    Difference, FinishedGame, GameResult, GameTimes, Held, Plan, Progress,
    file::{self, File as PlanFile},
    schedule::PlannedGame,
};

use super::{
    chain::GameLink,
    lines::{Lines, open, parse, stream},
    proof::{Missing, check},
    retired::retire,
    store_error::{StoreError, system},
};
use crate::{driver::claim, regular};

/// The folder of a tournament.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// Held open, and with it the claim on the folder.
    _claimed: File,
    results: Lines,
    times: Lines,
    links: Lines,
    /// The last link of the chain.
    last: Option<Digest>,
    /// The links of results that are there.
    held_links: Vec<GameLink>,
    /// The plan as the folder had it, where programs have changed since.
    changed: Option<Changed>,
}

/// What has changed since a folder was played in.
#[derive(Debug)]
struct Changed {
    /// The plan as it stands there.
    text: String,
    differences: Vec<Difference>,
}

/// What is to become of a folder that has been played in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Begin {
    /// The tournament goes on, if it is the same.
    #[default]
    GoOn,
    /// It goes on, also where programs of bots have changed.
    Resume,
    /// It goes on as a bigger one, of which its games are the first.
    Grow,
    /// It is put aside, and another begins.
    Fresh,
}

/// The name of the file that holds the plan.
pub const PLAN: &str = "plan.toml";
/// The name of the file that holds the results.
pub const RESULTS: &str = "results.jsonl";
/// The name of the file that holds how long games took.
pub const TIMES: &str = "times.jsonl";
/// The name of the file that holds the chain of results and logs.
pub const CHAIN: &str = "chain.jsonl";
/// The name of the folder of the logs.
pub(super) const GAMES: &str = "games";
/// The name of the folder of the shards.
pub const SHARDS: &str = "shards";
/// The name of the folder that holds the seed while the tournament runs.
pub(super) const LUCK: &str = "luck";
const SEED: &str = "seed";
const DRAFT: &str = "plan.draft";

impl Store {
    /// The text of the plan in a folder; `None` if there is no folder, or an empty one.
    ///
    /// # Errors
    /// If the folder holds something else, or cannot be read.
    pub fn plan_text(folder: &Path) -> Result<Option<String>, StoreError> {
        let path = folder.join(PLAN);
        match regular::read_plan(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_dir(folder) {
                // An arbiter that was killed while it made the plan has left its draft and its seed.
                Ok(mut entries) => {
                    let ours = |name: &std::ffi::OsStr| name == DRAFT || name == LUCK;
                    match entries.all(|entry| entry.is_ok_and(|entry| ours(&entry.file_name()))) {
                        true => Ok(None),
                        // Another arbiter may have made it just now.
                        false => {
                            regular::read_plan(&path).map(Some).map_err(|_| StoreError::NotOurs(folder.to_owned()))
                        }
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(source) => Err(system("read", folder)(source)),
            },
            Err(error) if error.kind() == io::ErrorKind::NotADirectory && folder.symlink_metadata().is_ok() => {
                Err(StoreError::NotOurs(folder.to_owned()))
            }
            Err(source) => Err(system("read", &path)(source)),
        }
    }

    /// The seed of the tournament in a folder; `None` if there is none. While it runs, the seed is kept apart.
    ///
    /// # Errors
    /// If the folder holds something else, or the seed is not there.
    pub fn seed(folder: &Path) -> Result<Option<Seed>, StoreError> {
        let Some(plan) = Self::plan_text(folder)?.and_then(|text| file::read(&text).ok()) else { return Ok(None) };
        if plan.seed.is_some() || plan.commitment.is_none() {
            return Ok(plan.seed);
        }
        let path = folder.join(LUCK).join(SEED);
        let Ok(text) = regular::read_to_string(&path) else {
            // The tournament may have ended just now.
            let plan = Self::plan_text(folder)?.and_then(|text| file::read(&text).ok());
            return plan.and_then(|plan| plan.seed).map(Some).ok_or(StoreError::NoSeed(path));
        };
        text.trim().parse().map(Some).map_err(|_| StoreError::NoSeed(path))
    }

    /// Puts the tournament in a folder aside, under the first of `FOLDER.1`, `FOLDER.2` and so on that is free, and says
    /// where it is; `None` if there is none.
    ///
    /// # Errors
    /// If the folder holds something else, another arbiter is at work in it, or it cannot be renamed.
    pub fn set_aside(folder: &Path) -> Result<Option<PathBuf>, StoreError> {
        if Self::plan_text(folder)?.is_none() {
            return Ok(None);
        }
        let Some(name) = folder.file_name() else { return Err(StoreError::Unnamed(folder.to_owned())) };
        let _claimed = claim_folder(folder)?;
        for number in 1_u32.. {
            let mut name = name.to_owned();
            name.push(format!(".{number}"));
            let aside = folder.with_file_name(name);
            if aside.symlink_metadata().is_err() {
                fs::rename(folder, &aside).map_err(system("rename", folder))?;
                return Ok(Some(aside));
            }
        }
        Ok(None)
    }

    /// Opens the folder for this plan, or makes it. What was torn by a kill is cut off.
    ///
    /// # Errors
    /// If it cannot be made, holds something else, or another arbiter is at work in it.
    pub fn open(folder: &Path, plan: &Plan, begin: Begin) -> Result<(Self, Held), StoreError> {
        make_private(folder)?;
        let claimed = claim_folder(folder)?;
        let changed = match Self::plan_text(folder)? {
            Some(text) => changed(folder, plan, begin, text)?,
            None => seal(folder, plan).map(|()| None)?,
        };
        make_private(&folder.join(GAMES))?;
        let path = folder.join(RESULTS);
        let (results, held_results) = Lines::read::<GameResult>(open(&path)?, path, None)?;
        let path = folder.join(TIMES);
        let (times, held_times) = Lines::read::<GameTimes>(open(&path)?, path, Some(held_results.len()))?;
        let path = folder.join(CHAIN);
        let (links, held_links) = Lines::read::<GameLink>(open(&path)?, path, Some(held_results.len()))?;
        for (expected, result) in (1..).zip(&held_results) {
            if result.game != expected {
                let text = format!("expected game {expected}, found game {}", result.game);
                let line = usize::try_from(expected).ok();
                return Err(StoreError::Unreadable { path: folder.join(RESULTS), line, text });
            }
        }
        let folder = folder.to_owned();
        let store = Self { folder, _claimed: claimed, results, times, links, last: None, held_links, changed };
        Ok((store, Held { results: held_results, times: held_times }))
    }

    /// Checks what was there, and is that of the plan, against the logs, before it is believed. Results of an older
    /// arbiter have no chain, and are replayed.
    ///
    /// # Errors
    /// The first result that is not what was played.
    pub fn check(&mut self, plan: &Plan, progress: &Progress) -> Result<(), StoreError> {
        let results = &progress.held().results;
        let links = std::mem::take(&mut self.held_links);
        let logs = check(&self.folder, plan, results, &links, Missing::Refused)?.logs;
        self.last = links.last().map(|link| link.link);
        let mut new = Vec::new();
        for (result, log) in results.iter().zip(logs).skip(links.len()) {
            new.push(self.link(result, log));
        }
        self.links.add(&new)?;
        let is_over = progress.is_over();
        if let Some(Changed { text, differences }) = self.changed.take() {
            for difference in differences.iter().filter(|difference| difference.is_content()) {
                log::warn!("{difference}: earlier games were played by another program");
            }
            // Where nothing is left to play, the plan stays that of what was played.
            if !is_over || !differences.iter().all(Difference::is_content) {
                // Shards are of the plan that was there.
                retire(&self.folder, results.len())?;
                change(&self.folder, plan, &text)?;
            }
        }
        // One that was over, or that an older arbiter has made, tells its seed.
        let told = Self::plan_text(&self.folder)?.and_then(|text| file::read(&text).ok());
        if !is_over && told.is_some_and(|told| told.seed.is_some()) {
            seal(&self.folder, plan)?;
        }
        // No game follows from how games are ranked: the folder has what was said last.
        let there = Self::plan_text(&self.folder)?.and_then(|text| file::read(&text).ok());
        if let Some(text) = there.and_then(|there| plan.ranked(&there)) {
            write_whole(&self.folder, PLAN, text.as_bytes())?;
        }
        Ok(())
    }

    fn link(&mut self, result: &GameResult, log: Digest) -> GameLink {
        let link = GameLink::after(self.last, result, log);
        self.last = Some(link.link);
        link
    }

    /// What a folder holds, without a claim on it.
    ///
    /// # Errors
    /// If there is no tournament, or a file of it cannot be read.
    pub fn look(folder: &Path) -> Result<Held, StoreError> {
        let read = |name: &str| {
            let path = folder.join(name);
            match regular::read(&path) {
                // The arbiter may have been killed before it made it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((Vec::new(), path)),
                read => read.map_err(system("read", &path)).map(|bytes| (bytes, path)),
            }
        };
        let (bytes, path) = read(RESULTS)?;
        let (results, _) = parse::<GameResult>(&bytes, &path)?;
        let (bytes, path) = read(TIMES)?;
        let (mut times, _) = parse::<GameTimes>(&bytes, &path)?;
        times.truncate(results.len());
        Ok(Held { results, times })
    }

    /// Gives the results of a folder one after another, without a claim on it, and keeps none.
    ///
    /// # Errors
    /// If the file cannot be read, or as `take` fails.
    pub fn each_result<E: From<StoreError>>(
        folder: &Path,
        mut take: impl FnMut(GameResult) -> Result<(), E>,
    ) -> Result<(), E> {
        for result in stream(folder.join(RESULTS))? {
            take(result?)?;
        }
        Ok(())
    }

    /// Checks what [`Store::look`] has found, and is that of the plan, against the logs. Gives the games whose logs are
    /// missing or changed, where that is no error.
    ///
    /// # Errors
    /// The first result that is not what was played.
    pub fn check_seen(
        folder: &Path,
        plan: &Plan,
        results: &[GameResult],
        missing: Missing,
    ) -> Result<Vec<u32>, StoreError> {
        let path = folder.join(CHAIN);
        let bytes = match regular::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(system("read", &path))?,
        };
        let (mut links, _) = parse::<GameLink>(&bytes, &path)?;
        links.truncate(results.len());
        check(folder, plan, results, &links, missing).map(|checked| checked.unproved)
    }

    /// What the programs of a plan held when earlier games of its folder were played, where that was something else.
    ///
    /// # Errors
    /// If a plan that was kept cannot be read.
    pub fn earlier_programs(folder: &Path, plan: &Plan) -> Result<Vec<Difference>, StoreError> {
        let mut found: Vec<Difference> = Vec::new();
        for number in 1_u32.. {
            let path = folder.join(earlier(number));
            let text = match regular::read_plan(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                read => read.map_err(system("read", &path))?,
            };
            let then = file::read(&text).map_err(|trouble| StoreError::Unreadable {
                path,
                line: None,
                text: trouble.flaw.to_string(),
            })?;
            let differences = plan.differences(&then);
            found.extend(differences.into_iter().filter(Difference::is_content));
        }
        found.dedup();
        Ok(found)
    }

    /// Where the tournament keeps its plan, results and logs.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds finished games, which follow the last in the order of the plan.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub fn add(&mut self, games: &[FinishedGame]) -> Result<(), StoreError> {
        let links: Vec<GameLink> = games.iter().map(|game| self.link(&game.result, game.log)).collect();
        // Results last: after a kill in between, lines without a result are cut off.
        self.times.add(games.iter().filter_map(|game| game.times.as_ref()))?;
        self.links.add(&links)?;
        self.results.add(games.iter().map(|game| &game.result))
    }

    /// All is played: the plan tells its seed.
    ///
    /// # Errors
    /// If the plan cannot be written.
    pub fn reveal(&self, plan: &Plan) -> Result<(), StoreError> {
        let told = Self::plan_text(&self.folder)?.and_then(|text| file::read(&text).ok());
        if told.is_none_or(|told| told.seed.is_none()) {
            write_whole(&self.folder, PLAN, plan.to_toml().as_bytes())?;
        }
        match fs::remove_dir_all(self.folder.join(LUCK)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(system("remove", &self.folder.join(LUCK))(error))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Syncs the results to the disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn sync(&self) -> Result<(), StoreError> {
        self.times.sync()?;
        self.links.sync()?;
        self.results.sync()
    }

    /// Where the log of a game is.
    pub fn log(&self, game: &PlannedGame) -> PathBuf {
        self.folder.join(uvi_cup::log(game))
    }
}

/// What has changed since a folder with this plan was played in, as far as it may go on all the same.
fn changed(folder: &Path, plan: &Plan, begin: Begin, text: String) -> Result<Option<Changed>, StoreError> {
    let found: PlanFile = file::read(&text).map_err(|trouble| StoreError::Unreadable {
        path: folder.join(PLAN),
        line: None,
        text: trouble.flaw.to_string(),
    })?;
    let differences = plan.differences(&found);
    if differences.is_empty() {
        return Ok(None);
    }
    match begin {
        Begin::Resume if differences.iter().all(Difference::is_content) => Ok(Some(Changed { text, differences })),
        Begin::Grow => Ok(Some(Changed { text, differences })),
        Begin::Resume | Begin::GoOn | Begin::Fresh => {
            Err(StoreError::OtherPlan { path: folder.to_owned(), gate: found.gate.is_some(), differences })
        }
    }
}

/// The name of the file that holds a plan by which earlier games were played.
fn earlier(number: u32) -> String {
    format!("plan.{number}.toml")
}

/// Makes the plan that of the programs as they are, or the bigger one, and keeps the one that games were played by.
fn change(folder: &Path, plan: &Plan, text: &str) -> Result<(), StoreError> {
    let mut names = (1_u32..).map(earlier);
    let free = names.find(|name| folder.join(name).symlink_metadata().is_err());
    write_whole(folder, &free.unwrap_or_else(|| PLAN.to_owned()), text.as_bytes())?;
    seal(folder, plan)
}

/// Writes the seed where its owner alone finds it, then the plan without it.
pub(super) fn seal(folder: &Path, plan: &Plan) -> Result<(), StoreError> {
    let luck = folder.join(LUCK);
    make_private(&luck)?;
    let path = luck.join(SEED);
    let written = regular::create(&path, 0o600).and_then(|mut file| {
        file.write_all(format!("{}\n", plan.seed).as_bytes())?;
        file.sync_data()
    });
    written.map_err(system("write", &path))?;
    write_whole(folder, PLAN, plan.to_sealed_toml().as_bytes())
}

/// Makes a folder for its owner only, where it is not there.
pub(super) fn make_private(folder: &Path) -> Result<(), StoreError> {
    if let Some(above) = folder.parent().filter(|above| !above.as_os_str().is_empty()) {
        fs::create_dir_all(above).map_err(system("make", above))?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made.map_err(system("make", folder)),
    }
}

pub(super) fn claim_folder(folder: &Path) -> Result<File, StoreError> {
    let claimed = File::open(folder).map_err(system("open", folder))?;
    if claim(&claimed, folder) { Ok(claimed) } else { Err(StoreError::Busy(folder.to_owned())) }
}

/// Writes a plan, so that it is there wholly or not at all.
pub(super) fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
    let (draft, plan) = (folder.join(DRAFT), folder.join(name));
    let written = regular::create(&draft, 0o666).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()
    });
    written.map_err(system("write", &draft))?;
    fs::rename(&draft, &plan).map_err(system("write", &plan))
}
