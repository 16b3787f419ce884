//! The folder of a shard: the logs and results of its games, with gaps between them. Only its arbiter writes there, and
//! that writes nowhere else.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};
use uvi::Digest;
use uvi_cup::{FinishedGame, GameResult, GameTimes, Lot, Plan, Progress, RunEnd, Shard, Spans};

use super::{
    chain::{self, Mark},
    lines::{Lines, open},
    shard_paper::{Attempt, ShardPaper, ShardState},
    store::{GAMES, RESULTS, SHARDS, TIMES, claim_folder, make_private, write_whole},
    store_error::{StoreError, system},
};
use crate::regular;

/// The name of the file that says whose a shard is.
pub(super) const PAPER: &str = "shard.json";
/// The name of the file with a line for each game that is finished.
pub(super) const PLAYED: &str = "played.jsonl";
/// The name of the file that holds the logs of whole blocks, where they are packed.
pub(super) const PACK: &str = "games.pack";
/// The name of the file that is written last.
pub(super) const DONE: &str = "done";
/// The name of the file that says, in the folder of the shards, that nothing more is to be played.
pub(super) const DECIDED: &str = "decided";
/// The name of the file that says, in the folder of the shards, which games are finished.
pub(super) const FINISHED: &str = "finished";

/// A line of the games that are finished. A later one of the same game takes the place of an earlier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Played {
    /// The number of the game.
    pub(super) game: u32,
    /// In which attempt it was finished, from 1.
    pub(super) attempt: usize,
    /// The SHA-256 of its log.
    pub(super) log: Digest,
    /// Where in the pack its log begins, and how many bytes it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) packed: Option<(u64, u64)>,
}

/// How the logs of a shard are kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Packing {
    /// A file for each game.
    #[default]
    Files,
    /// One file for all games of whole blocks.
    Pack,
}

/// The folder of a shard, and what is left to play of it.
#[derive(Debug)]
pub struct ShardStore {
    whole: PathBuf,
    folder: PathBuf,
    /// Held open, and with it the claim on the folder.
    _claimed: File,
    results: Lines,
    times: Lines,
    played: Lines,
    pack: Option<Pack>,
    paper: ShardPaper,
    /// The number of finished games.
    finished: usize,
    /// How long the bots of a game thought at most in an earlier attempt, in milliseconds.
    longest: f64,
}

/// The file of packed logs.
#[derive(Debug)]
struct Pack {
    path: PathBuf,
    file: File,
    size: u64,
    /// What is finished and not packed yet.
    loose: Vec<Played>,
}

impl ShardStore {
    /// Opens the folder of a shard below that of the tournament, or makes it; with it the games that are left to play.
    /// `progress` is as far as shards have been merged.
    ///
    /// # Errors
    /// If it cannot be made, is of another plan, or another arbiter is at work in it.
    pub fn open(
        whole: &Path,
        plan: &Plan,
        progress: &Progress,
        shard: Shard,
        packing: Packing,
    ) -> Result<(Self, Lot), StoreError> {
        let shards = whole.join(SHARDS);
        make_private(&shards)?;
        let folder = shards.join(shard.folder());
        make_private(&folder)?;
        let claimed = claim_folder(&folder)?;
        let mut paper = match Self::paper(&folder)? {
            Some(paper) if paper.plan != plan.id() => return Err(StoreError::OtherShard(folder)),
            Some(paper) => paper,
            None => ShardPaper::new(plan, shard),
        };
        make_private(&folder.join(GAMES))?;
        let path = folder.join(PLAYED);
        let (mut played, lines) = Lines::read::<Played>(open(&path)?, path, None)?;
        let path = folder.join(RESULTS);
        let (mut results, held) = Lines::read::<GameResult>(open(&path)?, path, None)?;
        let path = folder.join(TIMES);
        let (mut times, before) = Lines::read::<GameTimes>(open(&path)?, path, None)?;
        let longest = before.iter().map(|game| game.seats.iter().map(|seat| seat.ms).sum::<f64>()).fold(0.0, f64::max);
        let pack = Pack::open(&folder, packing, &lines)?;
        let elsewhere = finished_elsewhere(whole, progress)?;
        let (finished, lost) = sort_out(&folder, plan, pack.as_ref(), &lines, &elsewhere)?;
        if !lost.is_empty() {
            // They are played again, as if they never had been.
            let stays = |game: u32| !lost.contains(game);
            played = played.replaced(&lines.into_iter().filter(|line| stays(line.game)).collect::<Vec<_>>())?;
            results = results.replaced(&held.into_iter().filter(|line| stays(line.game)).collect::<Vec<_>>())?;
            times = times.replaced(&before.into_iter().filter(|line| stays(line.game)).collect::<Vec<_>>())?;
        }
        let lot = Lot::new(plan, progress, shard, finished, elsewhere);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        paper.state = ShardState::Running;
        let finished = lot.finished().len();
        paper.attempts.push(Attempt::here(now, finished));
        let whole = whole.to_owned();
        let store = Self { whole, folder, _claimed: claimed, results, times, played, pack, paper, finished, longest };
        match fs::remove_file(store.folder.join(DONE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(system("remove", &store.folder.join(DONE))(error));
            }
            Ok(()) | Err(_) => {}
        }
        store.write_paper()?;
        Ok((store, lot))
    }

    /// What a shard in this folder says of itself.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn paper(folder: &Path) -> Result<Option<ShardPaper>, StoreError> {
        let path = folder.join(PAPER);
        let text = match regular::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(system("read", &path))?,
        };
        let paper = serde_json::from_slice(&text);
        paper.map(Some).map_err(|error| StoreError::Unreadable { path, line: None, text: error.to_string() })
    }

    fn write_paper(&self) -> Result<(), StoreError> {
        let mut text = serde_json::to_vec_pretty(&self.paper).expect("a paper has only text keys and finite numbers");
        text.push(b'\n');
        write_whole(&self.folder, PAPER, &text)
    }

    /// Where the shard keeps its logs and its paper.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of the whole tournament.
    pub fn whole(&self) -> &Path {
        &self.whole
    }

    /// How long the bots of a game thought at most, of those that were finished before and whose logs have times.
    pub(super) fn longest(&self) -> Duration {
        Duration::try_from_secs_f64(self.longest / 1000.0).unwrap_or_default()
    }

    /// Adds a finished game. Those of the block that is whole now are packed.
    pub(super) fn add(&mut self, played: &FinishedGame, whole: &[u32]) -> Result<(), StoreError> {
        let game = played.result.game;
        let line = Played { game, attempt: self.paper.attempts.len(), log: played.log, packed: None };
        // What says that it is finished comes last.
        self.times.add(&played.times)?;
        self.results.add([&played.result])?;
        self.played.add([&line])?;
        self.finished += 1;
        if let Some(pack) = &mut self.pack {
            pack.loose.push(line);
            let (ready, loose) = std::mem::take(&mut pack.loose).into_iter().partition(|it| whole.contains(&it.game));
            pack.loose = loose;
            let ready: Vec<Played> = ready;
            let packed = ready.into_iter().map(|line| pack.add(&self.folder, line)).collect::<Result<Vec<_>, _>>()?;
            if !packed.is_empty() {
                pack.file.sync_data().map_err(system("sync", &pack.path))?;
                self.played.add(&packed)?;
                for line in &packed {
                    let log = log_of(&self.folder, line.game);
                    fs::remove_file(&log).map_err(system("remove", &log))?;
                }
            }
        }
        Ok(())
    }

    /// True if a merge has come to a verdict, as far as this machine can see.
    pub(super) fn is_decided(&self) -> bool {
        self.whole.join(SHARDS).join(DECIDED).exists()
    }

    /// Says that it is still running. Where that fails, it counts as lost for those who watch, and for nobody else.
    pub(super) fn beat(&self) {
        let touched = File::options().append(true).open(self.folder.join(PAPER));
        if let Err(error) = touched.and_then(|file| file.set_modified(SystemTime::now())) {
            log::warn!("cannot touch {}: {error}", self.folder.join(PAPER).display());
        }
    }

    /// Nothing more is played for now; `None` if something has failed.
    pub(super) fn end(&mut self, ending: Option<RunEnd>) -> Result<(), StoreError> {
        self.times.sync()?;
        self.results.sync()?;
        self.played.sync()?;
        self.paper.state = match ending {
            Some(RunEnd::Complete | RunEnd::Decided) => ShardState::Done,
            Some(RunEnd::Stopped | RunEnd::OutOfTime) => ShardState::Stopped,
            None => ShardState::Failed,
        };
        self.write_paper()?;
        if self.paper.state == ShardState::Done {
            let text = format!("{} games\n", self.finished);
            write_whole(&self.folder, DONE, text.as_bytes())?;
        }
        Ok(())
    }
}

impl Pack {
    /// Opens the pack of a folder, or makes it where one is wanted. What was torn by a kill is cut off.
    fn open(folder: &Path, packing: Packing, lines: &[Played]) -> Result<Option<Self>, StoreError> {
        let path = folder.join(PACK);
        if packing == Packing::Files && !path.is_file() {
            return Ok(None);
        }
        let file = open(&path)?;
        let there = file.metadata().map_err(system("look at", &path))?.len();
        let ends = lines.iter().filter_map(|line| line.packed).map(|(from, size)| from.saturating_add(size));
        let size = ends.filter(|&end| end <= there).max().unwrap_or(0);
        file.set_len(size).map_err(system("cut", &path))?;
        Ok(Some(Self { path, file, size, loose: Vec::new() }))
    }

    fn read(&self, from: u64, size: u64) -> io::Result<Vec<u8>> {
        let mut text = vec![0; usize::try_from(size).map_err(io::Error::other)?];
        self.file.read_exact_at(&mut text, from)?;
        Ok(text)
    }

    /// Adds the log of a game.
    fn add(&mut self, folder: &Path, line: Played) -> Result<Played, StoreError> {
        let log = log_of(folder, line.game);
        let text = regular::read(&log).map_err(system("read", &log))?;
        self.file.write_all(&text).map_err(system("write", &self.path))?;
        let packed = Some((self.size, text.len() as u64));
        self.size += text.len() as u64;
        Ok(Played { packed, ..line })
    }
}

/// Which games are finished, and which of those that were are to be played again, since their logs are gone or changed.
/// In match play the second game of a block goes with the first, from whose end it began. Another log is put aside.
fn sort_out(
    folder: &Path,
    plan: &Plan,
    pack: Option<&Pack>,
    lines: &[Played],
    merged: &Spans,
) -> Result<(Spans, Spans), StoreError> {
    let last: BTreeMap<u32, &Played> = lines.iter().map(|line| (line.game, line)).collect();
    let (mut finished, mut lost) = (Spans::default(), Spans::default());
    for (game, line) in last {
        let log = log_of(folder, game);
        let follows = plan.match_play && game % 2 == 0 && lost.contains(game - 1);
        let state = match look(&log, pack, line, merged.contains(game))? {
            LogState::Whole if follows => LogState::Wrong("it began from the end of the game before".to_owned()),
            state => state,
        };
        match state {
            LogState::Whole => finished.insert(game),
            LogState::Gone => lost.insert(game),
            LogState::Wrong(why) => {
                lost.insert(game);
                log::warn!("{}: {why}; game {game} is played again", log.display());
                if line.packed.is_none() {
                    fs::rename(&log, log.with_extension("damaged")).map_err(system("rename", &log))?;
                }
            }
        }
    }
    Ok((finished, lost))
}

/// How the log of a game is that was finished.
#[derive(Debug)]
enum LogState {
    Whole,
    Gone,
    /// It is another one, or no file.
    Wrong(String),
}

/// Looks at a log. One that a merge has counted is not read again.
fn look(log: &Path, pack: Option<&Pack>, line: &Played, is_merged: bool) -> Result<LogState, StoreError> {
    let packed = line.packed.map(|(from, size)| {
        let pack = pack.filter(|pack| from.checked_add(size).is_some_and(|end| end <= pack.size))?;
        Some((pack, from, size))
    });
    let read = match packed {
        Some(None) => return Ok(LogState::Gone),
        None if log.symlink_metadata().is_err() => return Ok(LogState::Gone),
        Some(Some(_)) | None if is_merged => return Ok(LogState::Whole),
        Some(Some((pack, from, size))) => pack.read(from, size),
        None => regular::read_unlinked(log),
    };
    match read {
        Ok(text) => {
            let [then, now] = [line.log, chain::digest(&text)].map(Mark::from);
            Ok(match then == now {
                true => LogState::Whole,
                false => LogState::Wrong(format!("sha256 {then}… when its game ended, {now}… now")),
            })
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(LogState::Wrong(error.to_string())),
        Err(error) => Err(system("read", log)(error)),
    }
}

/// Where the log of a game is, in the folder of a shard or of a tournament.
pub(super) fn log_of(folder: &Path, game: u32) -> PathBuf {
    folder.join(GAMES).join(format!("{game:06}.jsonl"))
}

/// The games that have been merged, or were found finished by the last merge.
fn finished_elsewhere(whole: &Path, progress: &Progress) -> Result<Spans, StoreError> {
    let path = whole.join(SHARDS).join(FINISHED);
    match regular::read_to_string(&path) {
        Ok(text) => text.trim().parse().map_err(|error: uvi_cup::NoSpans| StoreError::Unreadable {
            path,
            line: None,
            text: error.to_string(),
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((1..=progress.count()).collect()),
        Err(error) => Err(system("read", &path)(error)),
    }
}
