//! The index of a tournament: its results, times and chain. Every row follows from the finished log of a game. One
//! function, [`Fold::run`], makes the index, proves it and extends it.

use std::{
    collections::BTreeMap,
    iter::Peekable,
    path::{Path, PathBuf},
};

use serde::de::DeserializeOwned;
use uvi::Digest;
use uvi_cup::{
    FinishedGame, GameResult, GameTimes, Progress,
    schedule::{Next, PlannedGame},
};

use super::{
    chain::GameLink,
    error::FolderError,
    line_file::{LineFile, stream},
    names::{CHAIN, RESULTS, TIMES, log_of},
};
use crate::world::{Disk, threads};

/// The number of logs that each core reads in a batch.
pub(super) const PART: usize = 64;

#[derive(Debug)]
pub(crate) struct Index {
    results: LineFile,
    times: LineFile,
    links: LineFile,
    last: Option<Digest>,
}

/// The rows of a game, as far as the files have them.
#[derive(Debug, Default)]
pub(crate) struct IndexRow {
    pub(crate) result: Option<GameResult>,
    pub(crate) times: Option<GameTimes>,
    pub(crate) link: Option<GameLink>,
    error: Option<FolderError>,
}

/// The log of a game, as a source of logs has found it.
#[derive(Debug, Default)]
pub(crate) struct FoundLog {
    pub(crate) game: Option<FinishedGame>,
    /// True if the log has to be made durable before its row is written.
    pub(crate) is_new: bool,
    /// The place of the log among the inputs of a merge.
    pub(crate) input: usize,
    /// True if logs of other inputs record a different course of the game.
    pub(crate) differs: bool,
    /// Logs that were damaged or changed, and do not count.
    pub(crate) damaged: Vec<FolderError>,
    /// Logs that do not fit the plan or the rules, and do not count.
    pub(crate) wrong: Vec<FolderError>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OtherRow {
    Refused,
    Replaced,
}

impl Index {
    /// Opens or makes the files. Cuts off lines torn by a kill.
    pub(crate) fn open(disk: Disk, folder: &Path) -> Result<Self, FolderError> {
        let open = |name| LineFile::open(disk, folder.join(name));
        Ok(Self { results: open(RESULTS)?, times: open(TIMES)?, links: open(CHAIN)?, last: None })
    }

    /// Appends the rows of finished games, which follow the last game of the index in the order of the plan.
    pub(crate) fn add(&mut self, games: &[FinishedGame]) -> Result<(), FolderError> {
        self.fill(games.iter().map(|game| (IndexRow::default(), game)).collect())
    }

    /// Appends what these rows lack. The line that makes a game count is written last: after a kill in between, the
    /// other lines are proved or replaced.
    fn fill(&mut self, rows: Vec<(IndexRow, &FinishedGame)>) -> Result<(), FolderError> {
        let lacks = rows.iter().filter(|(row, _)| row.times.is_none());
        self.times.add(lacks.filter_map(|(_, game)| game.times.as_ref()))?;
        let mut links = Vec::new();
        for (row, game) in &rows {
            let link = row.link.clone().unwrap_or_else(|| GameLink::after(self.last, &game.result, game.log));
            self.last = Some(link.link);
            links.extend(Some(link).filter(|_| row.link.is_none()));
        }
        self.links.add(links)?;
        self.results.add(rows.iter().filter(|(row, _)| row.result.is_none()).map(|(_, game)| &game.result))
    }

    pub(crate) fn sync(&self) -> Result<(), FolderError> {
        self.times.sync()?;
        self.links.sync()?;
        self.results.sync()
    }

    /// Cuts off all rows after these numbers of games and of games with times.
    fn cut(&self, games: u32, timed: u32) -> Result<(), FolderError> {
        self.results.cut(games)?;
        self.times.cut(timed)?;
        self.links.cut(games)
    }
}

type Lines<T> = Peekable<Box<dyn Iterator<Item = Result<T, FolderError>>>>;

struct IndexRows<'a> {
    folder: &'a Path,
    results: Lines<GameResult>,
    times: Lines<GameTimes>,
    links: Lines<GameLink>,
    read: u32,
    /// True if there are times or links without a result, which were written just before a kill.
    has_orphans: bool,
    waiting: BTreeMap<u32, IndexRow>,
}

impl<'a> IndexRows<'a> {
    fn of(disk: Disk, folder: &'a Path) -> Result<Self, FolderError> {
        fn lines<T: DeserializeOwned + 'static>(disk: Disk, path: PathBuf) -> Result<Lines<T>, FolderError> {
            let lines: Box<dyn Iterator<Item = _>> = Box::new(stream(disk, path)?);
            Ok(lines.peekable())
        }
        Ok(Self {
            folder,
            results: lines(disk, folder.join(RESULTS))?,
            times: lines(disk, folder.join(TIMES))?,
            links: lines(disk, folder.join(CHAIN))?,
            read: 0,
            has_orphans: false,
            waiting: BTreeMap::new(),
        })
    }

    fn take(&mut self, game: u32) -> IndexRow {
        while self.read < game {
            self.read += 1;
            let row = self.next().unwrap_or_else(|error| IndexRow { error: Some(error), ..IndexRow::default() });
            self.waiting.insert(self.read, row);
        }
        self.waiting.remove(&game).unwrap_or_default()
    }

    fn next(&mut self) -> Result<IndexRow, FolderError> {
        let next = self.read;
        let result = self.results.next().transpose()?;
        if let Some(found) = result.as_ref().filter(|result| result.game != next) {
            let text = format!("expected game {next}, found game {}", found.game);
            return Err(FolderError::Unreadable { path: self.folder.join(RESULTS), line: Some(next as usize), text });
        }
        let is_next = |times: &Result<GameTimes, _>| times.as_ref().map_or(true, |times| times.game == next);
        let times = self.times.next_if(is_next).transpose()?;
        if result.is_some() && times.is_none() && self.times.peek().is_some() {
            let error = format!("expected the times of game {next} before those of later games");
            return Err(FolderError::Unreadable { path: self.folder.join(TIMES), line: None, text: error });
        }
        let link = self.links.next().transpose()?;
        if result.is_none() {
            self.has_orphans |= times.is_some() || link.is_some();
            return Ok(IndexRow::default());
        }
        Ok(IndexRow { result, times, link, error: None })
    }

    fn is_over(&mut self) -> bool {
        let Self { results, times, links, has_orphans, .. } = self;
        !*has_orphans && results.peek().is_none() && times.peek().is_none() && links.peek().is_none()
    }
}

impl IndexRow {
    fn is_there(&self) -> bool {
        self.result.is_some() || self.error.is_some()
    }

    /// Checks that the rows that are there follow from the log of a game, which has this link.
    fn check(&mut self, folder: &Path, game: &FinishedGame, expected: &GameLink) -> Result<(), FolderError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let (log, line) = (log_of(folder, game.result.game), game.result.game as usize);
        if let Some(link) = self.link.as_ref().filter(|link| link.log != game.log) {
            return Err(FolderError::ChangedLog { path: log, then: link.log.into(), now: game.log.into() });
        }
        let differs = |name, wrong| Err(FolderError::WrongResult { path: folder.join(name), line, log, wrong });
        if let Some(Err(wrong)) = self.result.as_ref().map(|result| game.result.check_same(result)) {
            return differs(RESULTS, wrong);
        }
        if let Some(found) = &self.times
            && !game.times.as_ref().is_some_and(|times| times.is_like(found))
        {
            let text = |times: Option<&GameTimes>| serde_json::to_string(&times).unwrap_or_default();
            let (expected, found) = (text(game.times.as_ref()), text(Some(found)));
            return differs(TIMES, format!("times: expected {expected}, found {found}"));
        }
        match &self.link {
            Some(link) if link != expected => Err(FolderError::BrokenChain { path: folder.join(CHAIN), line }),
            Some(_) | None => Ok(()),
        }
    }
}

pub(crate) trait LogSource {
    /// Looks for the log of a game, whose rows are known. Called on all cores. Fails if a log cannot be read, or the
    /// row has no log.
    fn find(&self, game: &PlannedGame, row: &IndexRow) -> Result<FoundLog, FolderError>;

    /// Hears the games of a batch before their rows are written.
    fn keep(&mut self, found: &mut [FoundLog]) -> Result<(), FolderError>;
}

/// A fold over the finished logs of a tournament, in the order of its plan: it makes, proves and extends the index.
pub(crate) struct Fold<'a> {
    disk: Disk,
    rows: IndexRows<'a>,
    /// The files in which missing rows are written; `None` to write nothing.
    pub(crate) index: Option<Index>,
    other: OtherRow,
    last: Option<Digest>,
    timed: u32,
    /// True if all further rows are missing: they were cut off, or never written.
    appends: bool,
    /// True if a result was passed over because an earlier game has none.
    has_passed: bool,
}

impl<'a> Fold<'a> {
    pub(crate) fn new(
        disk: Disk,
        folder: &'a Path,
        index: Option<Index>,
        other: OtherRow,
    ) -> Result<Self, FolderError> {
        let rows = IndexRows::of(disk, folder)?;
        Ok(Self { disk, rows, index, other, last: None, timed: 0, appends: false, has_passed: false })
    }

    /// Takes the finished games in the order of the plan into `progress`, up to the verdict or the first game without a
    /// finished log, whose number is returned. Compares each game with its rows, and writes the rows that are missing.
    /// Fails if a log or a file cannot be read or written, or a row is refused.
    pub(crate) fn run(
        &mut self,
        progress: &mut Progress,
        source: &mut (impl LogSource + Sync),
    ) -> Result<Option<u32>, FolderError> {
        let threads = self.disk.readers();
        let mut gap: Option<u32> = None;
        let mut waiting: BTreeMap<u32, (IndexRow, FoundLog)> = BTreeMap::new();
        while gap.is_none_or(|gap| progress.count() + 1 < gap) {
            let mut games = Vec::new();
            while games.len() < PART * threads
                && let Next::One(game) = progress.hand_out()
            {
                let row = self.rows.take(game.game);
                games.push((game, row));
            }
            if games.is_empty() {
                break;
            }
            let looks = threads::map_all(threads, &games, |(game, row)| source.find(game, row));
            let mut standing = Vec::new();
            for ((game, row), found) in games.into_iter().zip(looks) {
                if gap.is_some_and(|gap| gap < game.game) {
                    // The log does not count yet, so an error in it does not matter yet.
                    self.has_passed |= row.is_there();
                    continue;
                }
                let mut found = found?;
                let Some(finished) = found.game.clone() else {
                    gap = Some(game.game);
                    self.has_passed |= row.is_there();
                    if let Some(error) = row.error.filter(|_| self.other == OtherRow::Refused) {
                        return Err(error);
                    }
                    source.keep(std::slice::from_mut(&mut found))?;
                    continue;
                };
                waiting.insert(game.game, (row, found));
                for _ in 0..progress.finish(finished.result, finished.times) {
                    standing.extend(waiting.pop_first().map(|(_, stands)| stands));
                }
            }
            let (rows, mut standing): (Vec<_>, Vec<_>) = standing.into_iter().unzip();
            // A row goes before its log is replaced, so no row is left that its log contradicts.
            let rows = self.compare(rows, &standing)?;
            source.keep(&mut standing)?;
            if let Some(index) = &mut self.index {
                index.fill(rows.into_iter().zip(standing.iter().filter_map(|found| found.game.as_ref())).collect())?;
            }
        }
        self.end(progress.count())?;
        Ok(gap)
    }

    /// Compares games with their rows. Returns the rows that stay, and an empty one for each other game.
    fn compare(&mut self, rows: Vec<IndexRow>, standing: &[FoundLog]) -> Result<Vec<IndexRow>, FolderError> {
        let mut stay = Vec::new();
        for (mut row, game) in rows.into_iter().zip(standing.iter().filter_map(|found| found.game.as_ref())) {
            let link = GameLink::after(self.last, &game.result, game.log);
            if !self.appends {
                match row.check(self.rows.folder, game, &link) {
                    Err(error) if self.other == OtherRow::Refused => return Err(error),
                    Ok(()) if row.result.is_some() => {}
                    Ok(()) | Err(_) => self.append_after(game.result.game - 1)?,
                }
            }
            if self.appends {
                row = IndexRow::default();
            }
            self.last = Some(link.link);
            self.timed += u32::from(game.times.is_some());
            stay.push(row);
        }
        Ok(stay)
    }

    /// Cuts off all rows after those of this many games.
    fn append_after(&mut self, games: u32) -> Result<(), FolderError> {
        self.appends = true;
        self.index.as_ref().map_or(Ok(()), |index| index.cut(games, self.timed))
    }

    /// Cuts off the rows after the last game, or refuses them.
    fn end(&mut self, games: u32) -> Result<(), FolderError> {
        if self.appends || (self.rows.is_over() && !self.has_passed) {
            return Ok(());
        }
        if self.other == OtherRow::Refused && (self.has_passed || self.rows.results.peek().is_some()) {
            let (path, line) = (self.rows.folder.join(RESULTS), Some(games as usize + 1));
            let text = "expected no result: the game before has none, or ends the tournament".to_owned();
            return Err(FolderError::Unreadable { path, line, text });
        }
        self.append_after(games)
    }
}
