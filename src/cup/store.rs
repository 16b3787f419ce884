//! The folder of a tournament: its plan, the log of each game, the results. Everything is only ever added to, so that a
//! tournament that was killed goes on where it was.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};
use uvi_cup::{GameResult, GameTimes, Held, Plan, WrongLog, schedule::PlannedGame};
use uvi_games::game::commitment;
use uvi_match::record::{self, Log};

use crate::driver::{Denial, Setup, claim, seed_path};

/// The folder of a tournament.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// Held open, and with it the claim on the folder.
    _claimed: File,
    results: Lines,
    times: Lines,
}

/// Where a game stands.
#[derive(Debug)]
pub(super) enum Standing {
    /// It has not begun.
    New,
    /// Its log was cut off.
    CutOff(Box<Setup>),
    /// It is finished.
    Finished(Box<(GameResult, Option<GameTimes>)>),
}

/// What is wrong with a folder.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refuses something.
    System {
        /// What was tried.
        what: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another arbiter is at work in it.
    Busy(PathBuf),
    /// There is something else in it.
    NotOurs(PathBuf),
    /// It holds another tournament.
    OtherPlan {
        /// The folder.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// A file in it cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The line, from 1, if it is about one.
        line: Option<usize>,
        /// What was expected.
        text: String,
    },
    /// A log is not what the plan has.
    WrongLog {
        /// The log.
        path: PathBuf,
        /// What is wrong.
        wrong: WrongLog,
    },
    /// A game cannot go on.
    Game(Box<Denial>),
}

/// The name of the file that holds the plan.
pub const PLAN: &str = "plan.toml";
/// The name of the file that holds the results.
pub const RESULTS: &str = "results.jsonl";
/// The name of the file that holds how long games took.
pub const TIMES: &str = "times.jsonl";
const DRAFT: &str = "plan.draft";

impl Store {
    /// The text of the plan in a folder; `None` where there is no folder, or an empty one.
    ///
    /// # Errors
    /// Where the folder holds something else, or cannot be read.
    pub fn plan_text(folder: &Path) -> Result<Option<String>, StoreError> {
        let path = folder.join(PLAN);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_dir(folder) {
                // An arbiter that was killed while it made the plan has left nothing but its draft.
                Ok(mut entries) => match entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == DRAFT)) {
                    true => Ok(None),
                    // Another arbiter may have made it just now.
                    false => fs::read_to_string(&path).map(Some).map_err(|_| StoreError::NotOurs(folder.to_owned())),
                },
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(source) => Err(system("read", folder)(source)),
            },
            Err(source) => Err(system("read", &path)(source)),
        }
    }

    /// Opens the folder for this plan, or makes it. What was torn by a kill is cut off.
    ///
    /// # Errors
    /// Where it cannot be made, holds something else, or another arbiter is at work in it.
    pub fn open(folder: &Path, plan: &Plan) -> Result<(Self, Held), StoreError> {
        let text = plan.to_toml();
        fs::create_dir_all(folder).map_err(system("make", folder))?;
        let claimed = File::open(folder).map_err(system("open", folder))?;
        if !claim(&claimed) {
            return Err(StoreError::Busy(folder.to_owned()));
        }
        let found = Self::plan_text(folder)?;
        if let Some(difference) = found.as_deref().and_then(|found| difference(found, &text)) {
            return Err(StoreError::OtherPlan { path: folder.to_owned(), difference });
        }
        if found.is_none() {
            write_whole(folder, text.as_bytes())?;
        }
        let games = folder.join("games");
        fs::create_dir_all(&games).map_err(system("make", &games))?;
        let path = folder.join(RESULTS);
        let (results, held_results) = Lines::read::<GameResult>(open(&path)?, path, None)?;
        let path = folder.join(TIMES);
        let (times, held_times) = Lines::read::<GameTimes>(open(&path)?, path, Some(held_results.len()))?;
        for (expected, result) in (1..).zip(&held_results) {
            if result.game != expected {
                let text = format!("expected game {expected}, found game {}", result.game);
                let line = usize::try_from(expected).ok();
                return Err(StoreError::Unreadable { path: folder.join(RESULTS), line, text });
            }
        }
        let store = Self { folder: folder.to_owned(), _claimed: claimed, results, times };
        Ok((store, Held { results: held_results, times: held_times }))
    }

    /// What a folder holds, without a claim on it.
    ///
    /// # Errors
    /// Where there is no tournament, or a file of it cannot be read.
    pub fn look(folder: &Path) -> Result<Held, StoreError> {
        let read = |name: &str| {
            let path = folder.join(name);
            match fs::read(&path) {
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

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds finished games, which follow the last in the order of the plan.
    ///
    /// # Errors
    /// Where the files cannot be written.
    pub fn add(&mut self, results: &[GameResult], times: &[GameTimes]) -> Result<(), StoreError> {
        // Times first: where a kill comes between, those without a result are cut off again.
        self.times.add(times)?;
        self.results.add(results)
    }

    /// Syncs the results to the disk.
    ///
    /// # Errors
    /// Where that fails.
    pub fn sync(&self) -> Result<(), StoreError> {
        self.times.sync()?;
        self.results.sync()
    }

    /// Where the log of a game is.
    pub fn log(&self, game: &PlannedGame) -> PathBuf {
        self.folder.join(uvi_cup::log(game))
    }
}

/// Where a game stands, by its log.
///
/// # Errors
/// Where the log cannot be read, or is not that of the game.
pub(super) fn standing(plan: &Plan, game: &PlannedGame, path: &Path) -> Result<Standing, StoreError> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Standing::New),
        Err(source) => return Err(system("read", path)(source)),
    };
    if !text.contains(&b'\n') {
        // The arbiter was killed before its first record was whole.
        for leftover in [path.to_owned(), seed_path(path)] {
            match fs::remove_file(&leftover) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(system("remove", &leftover)(error));
                }
                Ok(()) | Err(_) => {}
            }
        }
        return Ok(Standing::New);
    }
    let log = read_log(plan, &text, path)?;
    if log.complete() {
        // What a killed arbiter may have left when all was written.
        let _ = fs::remove_file(seed_path(path));
        return finished(plan, game, &log, path).map(|finished| Standing::Finished(Box::new(finished)));
    }
    let other = |what, expected: String, found: &str| {
        let found = found.to_owned();
        Err(StoreError::WrongLog { path: path.to_owned(), wrong: WrongLog::Other { what, expected, found } })
    };
    let (name, commitment) = (uvi_cup::name(game).to_string(), commitment(&plan.seed_of(game)));
    if log.head.name != name {
        return other("match", name, &log.head.name);
    }
    if log.head.commitment != Some(commitment) {
        let found = log.head.commitment.map_or_else(|| "none".to_owned(), |found| found.to_string());
        return other("commitment", commitment.to_string(), &found);
    }
    Setup::resume(plan.registry, uvi_cup::name(game), path)
        .map(|setup| Standing::CutOff(Box::new(setup)))
        .map_err(|denial| StoreError::Game(Box::new(denial)))
}

/// The result of a game that was just played to its end, by its log.
///
/// # Errors
/// Where the log cannot be read, or is not that of the game.
pub(super) fn finished_game(
    plan: &Plan,
    game: &PlannedGame,
    path: &Path,
) -> Result<(GameResult, Option<GameTimes>), StoreError> {
    let text = fs::read(path).map_err(system("read", path))?;
    finished(plan, game, &read_log(plan, &text, path)?, path)
}

fn finished(
    plan: &Plan,
    game: &PlannedGame,
    log: &Log,
    path: &Path,
) -> Result<(GameResult, Option<GameTimes>), StoreError> {
    let result = GameResult::read(plan, game, log);
    let result = result.map_err(|wrong| StoreError::WrongLog { path: path.to_owned(), wrong })?;
    Ok((result, GameTimes::read(game, log)))
}

fn read_log(plan: &Plan, text: &[u8], path: &Path) -> Result<Log, StoreError> {
    record::read(plan.registry, text).map_err(|error| StoreError::Unreadable {
        path: path.to_owned(),
        line: Some(error.line),
        text: error.wrong.to_string(),
    })
}

/// The final position of a finished game.
///
/// # Errors
/// Where its log cannot be read.
pub(super) fn final_position(plan: &Plan, path: &Path) -> Result<Option<String>, StoreError> {
    let text = fs::read(path).map_err(system("read", path))?;
    let log = read_log(plan, &text, path)?;
    Ok(log.result().map(|result| result.position.clone()))
}

/// A file of lines, which is only added to.
#[derive(Debug)]
struct Lines {
    path: PathBuf,
    file: File,
}

impl Lines {
    /// Reads what is there, and cuts off a torn last line, and all lines behind the first `most`.
    fn read<T: DeserializeOwned>(file: File, path: PathBuf, most: Option<usize>) -> Result<(Self, Vec<T>), StoreError> {
        let bytes = fs::read(&path).map_err(system("read", &path))?;
        let (mut lines, mut ends) = parse::<T>(&bytes, &path)?;
        if let Some(most) = most {
            lines.truncate(most);
            ends.truncate(most);
        }
        let whole = ends.last().copied().unwrap_or(0);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(system("cut", &path))?;
        }
        Ok((Self { path, file }, lines))
    }

    fn add<T: Serialize>(&mut self, lines: &[T]) -> Result<(), StoreError> {
        let mut text = Vec::new();
        for line in lines {
            serde_json::to_writer(&mut text, line).expect("a result has only text keys and finite numbers");
            text.push(b'\n');
        }
        self.file.write_all(&text).map_err(system("write", &self.path))
    }

    fn sync(&self) -> Result<(), StoreError> {
        self.file.sync_data().map_err(system("sync", &self.path))
    }
}

/// The whole lines of a file, and where each ends.
fn parse<T: DeserializeOwned>(bytes: &[u8], path: &Path) -> Result<(Vec<T>, Vec<usize>), StoreError> {
    let mut lines = Vec::new();
    let mut ends = Vec::new();
    let mut end = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
        let parsed = serde_json::from_slice(line).map_err(|error| StoreError::Unreadable {
            path: path.to_owned(),
            line: Some(lines.len() + 1),
            text: error.to_string(),
        })?;
        lines.push(parsed);
        end += line.len();
        ends.push(end);
    }
    Ok((lines, ends))
}

fn open(path: &Path) -> Result<File, StoreError> {
    OpenOptions::new().append(true).read(true).create(true).open(path).map_err(system("open", path))
}

/// Writes the plan, so that it is there wholly or not at all.
fn write_whole(folder: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let (draft, plan) = (folder.join(DRAFT), folder.join(PLAN));
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()
    });
    written.map_err(system("write", &draft))?;
    fs::rename(&draft, &plan).map_err(system("write", &plan))
}

fn system(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::System { what, path, source }
}

/// The first difference of two plans, in the words of the file; `None` where there is none.
fn difference(found: &str, wanted: &str) -> Option<String> {
    if found == wanted {
        return None;
    }
    let lines = |text: &str| text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let (found, wanted): (Vec<String>, Vec<String>) = (lines(found), lines(wanted));
    let at = found.iter().zip(&wanted).position(|(found, wanted)| found != wanted);
    let at = at.unwrap_or_else(|| found.len().min(wanted.len()));
    let shown = |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "nothing more".to_owned());
    Some(format!("its plan.toml has {}, expected {}", shown(&found), shown(&wanted)))
}
