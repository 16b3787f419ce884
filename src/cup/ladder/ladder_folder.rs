//! The folder of a ladder, and the rounds in it.

use std::{
    collections::BTreeMap,
    fmt, io,
    path::{Path, PathBuf},
};

use uvi_cup::{DayTable, FinishedRound};

use super::super::folder::{
    FolderError, FolderView,
    disk::{claim_folder, make_private, remove_all, sync_folder, write_whole},
    if_there, system,
};
use crate::world::Disk;

/// The name of the ladder's file.
pub const LADDER_FILE: &str = "ladder.toml";
/// The file with a line for each finished round.
pub(super) const FINISHED: &str = "finished.jsonl";
/// The folder of the rounds that are not packed.
pub const ROUNDS: &str = "rounds";
/// The file in the folder of a round with the settings of its game.
const SETTINGS: &str = "game.toml";
/// The folder of what is kept of the days that are over.
pub(super) const DAYS: &str = "days";
pub(super) const VERSIONS: &str = "versions";

/// The folder of a ladder.
#[derive(Debug, Clone)]
pub struct LadderFolder {
    pub(super) disk: Disk,
    pub(super) path: PathBuf,
}

/// The folder of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundFolder {
    /// The number of the round, from 1.
    pub round: u32,
    /// The name of the game.
    pub game: String,
    /// The path of the folder.
    pub path: PathBuf,
}

impl LadderFolder {
    /// Opens the folder of a ladder, which has the ladder's file, and makes what is missing in it.
    pub fn open(disk: Disk, path: &Path) -> Result<Self, FolderError> {
        for name in ["bots", VERSIONS, ROUNDS] {
            make_private(disk, &path.join(name))?;
        }
        // A killed arbiter may have written its last round without a sync.
        let finished = path.join(FINISHED);
        if_there("sync", &finished, disk.sync_contents(&finished))?;
        sync_folder(disk, path)?;
        Ok(Self { disk, path: path.to_owned() })
    }

    /// The path of a file or folder in this folder.
    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    /// The same folder for a process whose current directory it is.
    pub fn here(self) -> Self {
        Self { path: PathBuf::from("."), ..self }
    }

    /// A path in this folder as people see it: relative to the folder.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.path).unwrap_or(path).display().to_string()
    }

    /// Claims the ladder until the value is dropped. `None` if another arbiter has claimed it, which is soon over.
    pub fn claim(&self) -> Result<Option<Box<dyn fmt::Debug + Send>>, FolderError> {
        match claim_folder(self.disk, &self.path) {
            Ok(claimed) => Ok(Some(claimed)),
            Err(FolderError::Busy(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn keep_settings(&self, round: &RoundFolder, settings: &str) -> Result<(), FolderError> {
        write_whole(self.disk, &round.path, SETTINGS, settings.as_bytes())
    }

    pub(super) fn settings(&self, round: &RoundFolder) -> Result<Option<String>, FolderError> {
        let file = round.path.join(SETTINGS);
        if_there("read", &file, self.disk.read_text(&file))
    }

    /// The folders of rounds of this ladder and of others.
    pub(super) fn rounds(&self) -> Result<Vec<PathBuf>, FolderError> {
        let rounds = self.join(ROUNDS);
        let mut listed = self.disk.list(&rounds).map_err(system("read", &rounds))?;
        listed.retain(|path| path.extension().is_none_or(|it| it != "draft"));
        listed.sort();
        Ok(listed)
    }

    /// The folders of rounds that this ladder plays, in order.
    pub(super) fn own_rounds(&self) -> Result<Vec<RoundFolder>, FolderError> {
        let own = |path: PathBuf| {
            let (round, game) = path.file_name()?.to_str()?.split_once('-')?;
            Some(RoundFolder { round: round.parse().ok()?, game: game.to_owned(), path })
        };
        let mut rounds: Vec<RoundFolder> = self.rounds()?.into_iter().filter_map(own).collect();
        rounds.sort_by_key(|round| round.round);
        Ok(rounds)
    }

    /// The folder of a round, which may not be made yet.
    pub(super) fn round(&self, round: u32, game: &str) -> RoundFolder {
        let path = self.path.join(ROUNDS).join(FinishedRound::folder_of(round, game));
        RoundFolder { round, game: game.to_owned(), path }
    }

    /// The path that is modified when a round is finished.
    pub fn last_finish(&self) -> PathBuf {
        self.path.join(FINISHED)
    }

    /// True if the table of a day that is over is kept.
    pub fn has_day(&self, day: &str) -> bool {
        self.disk.is_taken(&self.join(DAYS).join(format!("{day}.json")))
    }

    /// Keeps the table of a day that is over.
    pub fn keep_day(&self, day: &str, table: &str) -> Result<(), FolderError> {
        make_private(self.disk, &self.join(DAYS))?;
        self.write(Path::new(DAYS), &format!("{day}.json"), table)
    }

    /// Adds the tables of the last days to those of `known` that are kept. `wrong` hears of each that cannot be read, with
    /// the cure, and may go on.
    pub fn read_days(
        &self,
        known: &mut BTreeMap<String, DayTable>,
        mut wrong: impl FnMut(FolderError) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        let days = self.join(DAYS);
        let listed = if_there("read", &days, self.disk.list(&days))?.unwrap_or_default();
        let day = |path: PathBuf| Some((path.file_name()?.to_str()?.strip_suffix(".json")?.to_owned(), path));
        let mut days: Vec<(String, PathBuf)> = listed.into_iter().filter_map(day).collect();
        days.sort();
        for (day, path) in days.into_iter().rev().take(DayTable::MOST) {
            if known.contains_key(&day) {
                continue;
            }
            match self.read(&path) {
                Ok(table) => drop(known.insert(day, table)),
                Err(FolderError::Unreadable { text, .. }) => {
                    let cure = "remove the file, and its day is forgotten";
                    wrong(FolderError::unreadable(self.shown(&path).into(), format!("{text}; {cure}")))?;
                }
                Err(error) => wrong(error)?,
            }
        }
        while known.len() > DayTable::MOST {
            known.pop_first();
        }
        Ok(())
    }

    /// The tables in a file of this folder. `None` if there is no such file.
    pub fn table(&self, name: &str) -> Result<Option<DayTable>, FolderError> {
        let path = self.join(name);
        if self.disk.is_taken(&path) { self.read(&path).map(Some) } else { Ok(None) }
    }

    fn read(&self, path: &Path) -> Result<DayTable, FolderError> {
        let bytes = self.disk.read(path).map_err(system("read", path))?;
        serde_json::from_slice(&bytes).map_err(|error| FolderError::unreadable(path.to_owned(), error))
    }

    /// Writes a file into a folder of the ladder, whole and durable.
    pub fn write(&self, folder: &Path, name: &str, text: &str) -> Result<(), FolderError> {
        write_whole(self.disk, &self.path.join(folder), name, text.as_bytes())
    }

    /// Removes the folder of a round that a kill cut off before its plan and its settings were made. Returns true if there
    /// was one.
    pub fn drop_unplanned(&self, round: &RoundFolder) -> Result<bool, FolderError> {
        let view = FolderView::new(self.disk, &round.path);
        // An older arbiter did not keep settings.
        let is_unplanned = view.plan_text()?.is_none() || (self.settings(round)?.is_none() && view.is_untouched());
        if is_unplanned {
            remove_all(self.disk, &round.path)?;
        }
        Ok(is_unplanned)
    }

    /// The text of the ladder's file; `None` if there is none.
    pub fn file_text(disk: Disk, path: &Path) -> Result<Option<String>, FolderError> {
        let file = path.join(LADDER_FILE);
        match disk.read_text(&file) {
            // This account may not look into the folder, so it is unknown if the file is there.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && disk.kind(&file).is_err() => {
                Err(system("read", path)(error))
            }
            tried => if_there("read", &file, tried),
        }
    }
}
