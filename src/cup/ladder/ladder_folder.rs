//! The folder of a ladder, and the rounds in it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, io,
    path::{Path, PathBuf},
};

use serde::de::DeserializeOwned;
use uvi::Digest;
use uvi_cup::{DayTable, FinishedRound, Ladder};

use super::super::folder::{
    FolderError, FolderView, digest,
    disk::{claim_folder, copy_folder, make_private, remove_all, sync_folder, write_whole},
    if_there,
};
use crate::world::Disk;

/// The name of the ladder's file.
pub const LADDER_FILE: &str = "ladder.toml";
/// The folder of the rounds that are not packed.
pub const ROUNDS: &str = "rounds";
/// The folder with a file for each finished round.
const FINISHED: &str = "finished";
/// The file in the folder of a round with the settings of its game.
const SETTINGS: &str = "game.toml";
/// The folder of what is kept of the days that are over.
pub(super) const DAYS: &str = "days";
/// The folder of the versions of bots.
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
        for name in ["bots", VERSIONS, ROUNDS, FINISHED] {
            make_private(disk, &path.join(name))?;
        }
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

    /// The folder of the versions of bots.
    pub fn versions(&self) -> PathBuf {
        self.path.join(VERSIONS)
    }

    /// Claims the ladder until the value is dropped. `None` if another arbiter has claimed it, which is soon over.
    pub fn claim(&self) -> Result<Option<Box<dyn fmt::Debug + Send>>, FolderError> {
        match claim_folder(self.disk, &self.path) {
            Ok(claimed) => Ok(Some(claimed)),
            Err(FolderError::Busy(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Tells the ladder each finished round that it has not heard, in order. `wrong` hears of each round that cannot be
    /// counted, with the cure, and may go on.
    ///
    /// # Errors
    /// If the folder cannot be read, and those of `wrong`.
    pub fn tell(
        &self,
        ladder: &mut Ladder,
        mut wrong: impl FnMut(FolderError) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        for (round, path) in self.finished_files()? {
            if ladder.has(round) {
                continue;
            }
            let read = self.read::<FinishedRound>(&path).map_err(|error| match error {
                FolderError::Unreadable { text, .. } => text,
                error => error.to_string(),
            });
            if let Err(text) = read.and_then(|(_, round)| ladder.hear(&round).map_err(|error| error.to_string())) {
                let cure = "put the file back as it was, or remove it, and its round does not count";
                wrong(FolderError::unreadable(self.shown(&path).into(), format!("{text}; {cure}")))?;
            }
        }
        Ok(())
    }

    /// Keeps the settings of the game of a round that begins.
    pub(super) fn keep_settings(&self, round: &RoundFolder, settings: &str) -> Result<(), FolderError> {
        write_whole(self.disk, &round.path, SETTINGS, settings.as_bytes())
    }

    /// The settings of the game of a round. `None` if they are not kept.
    pub(super) fn settings(&self, round: &RoundFolder) -> Result<Option<String>, FolderError> {
        let file = round.path.join(SETTINGS);
        if_there("read", &file, self.disk.read_text(&file))
    }

    /// The rounds that have a folder and are not finished, in order.
    pub fn unfinished(&self) -> Result<Vec<RoundFolder>, FolderError> {
        let mut rounds = self.folders()?;
        rounds.retain(|round| !self.disk.is_taken(&self.finished(round.round)));
        Ok(rounds)
    }

    /// The folders of finished rounds, of this ladder and of others.
    pub(super) fn over(&self) -> Result<Vec<PathBuf>, FolderError> {
        let unfinished: Vec<PathBuf> = self.unfinished()?.into_iter().map(|round| round.path).collect();
        let mut listed = self.disk.list(&self.path.join(ROUNDS)).map_err(|error| self.system("read", error))?;
        let is_draft = |path: &Path| path.extension().is_some_and(|it| it == "draft");
        listed.retain(|path| !unfinished.contains(path) && !is_draft(path));
        listed.sort();
        Ok(listed)
    }

    /// The folders of rounds that this ladder plays, in order.
    fn folders(&self) -> Result<Vec<RoundFolder>, FolderError> {
        let listed = self.disk.list(&self.path.join(ROUNDS)).map_err(|error| self.system("read", error))?;
        let mut rounds = BTreeMap::new();
        for path in listed {
            let game = path.file_name().and_then(|name| name.to_str()?.split_once('-'));
            let Some((round, game)) = number(&path).zip(game.map(|(_, game)| game.to_owned())) else { continue };
            rounds.insert(round, RoundFolder { round, game, path });
        }
        Ok(rounds.into_values().collect())
    }

    /// The next round of a game, with a folder that is not made yet. The ladder must be claimed, so that no other
    /// arbiter takes the same number.
    pub fn next_round(&self, game: &str) -> Result<RoundFolder, FolderError> {
        let mut last = self.folders()?.last().map_or(0, |round| round.round);
        while self.disk.is_taken(&self.finished(last + 1)) {
            last += 1;
        }
        let round = last + 1;
        Ok(RoundFolder {
            round,
            game: game.to_owned(),
            path: self.path.join(ROUNDS).join(FinishedRound::folder_of(round, game)),
        })
    }

    /// Keeps a finished round, durably. It counts from then on.
    pub fn finish(&self, round: &FinishedRound) -> Result<(), FolderError> {
        let text = serde_json::to_string(round).expect("a result has only text keys and finite numbers");
        self.write(Path::new(FINISHED), &format!("{:06}.json", round.round), &(text + "\n"))
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
    ///
    /// # Errors
    /// Those of `wrong`.
    pub fn read_days(
        &self,
        known: &mut BTreeMap<String, DayTable>,
        mut wrong: impl FnMut(FolderError) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        let listed = self.disk.list(&self.join(DAYS)).unwrap_or_default();
        let day = |path: PathBuf| Some((path.file_name()?.to_str()?.strip_suffix(".json")?.to_owned(), path));
        let mut days: Vec<(String, PathBuf)> = listed.into_iter().filter_map(day).collect();
        days.sort();
        for (day, path) in days.into_iter().rev().take(DayTable::MOST) {
            if known.contains_key(&day) {
                continue;
            }
            match self.read(&path) {
                Ok((_, table)) => drop(known.insert(day, table)),
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
        if self.disk.is_taken(&path) { self.read(&path).map(|(_, table)| Some(table)) } else { Ok(None) }
    }

    /// Reads a file of JSON. Returns its bytes too.
    fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<(Vec<u8>, T), FolderError> {
        let bytes = self.disk.read(path).map_err(|error| self.system("read", error))?;
        let read = serde_json::from_slice(&bytes).map_err(|error| FolderError::unreadable(path.to_owned(), error))?;
        Ok((bytes, read))
    }

    /// Writes a file into a folder of the ladder, whole and durable.
    pub fn write(&self, folder: &Path, name: &str, text: &str) -> Result<(), FolderError> {
        write_whole(self.disk, &self.path.join(folder), name, text.as_bytes())
    }

    /// Removes the folder of a round whose plan was never made. Returns true if there was one.
    ///
    /// # Errors
    /// If the folder cannot be looked at or removed.
    pub fn drop_unplanned(&self, round: &RoundFolder) -> Result<bool, FolderError> {
        let is_unplanned = FolderView::new(self.disk, &round.path).plan_text()?.is_none();
        if is_unplanned {
            remove_all(self.disk, &round.path)?;
        }
        Ok(is_unplanned)
    }

    /// The text of the ladder's file; `None` if there is none.
    pub fn file_text(disk: Disk, path: &Path) -> Result<Option<String>, FolderError> {
        let file = path.join(LADDER_FILE);
        if_there("read", &file, disk.read_text(&file))
    }

    /// Takes the finished rounds of another folder that this one does not have. Returns their number. The ladder must be
    /// claimed. A merge that was cut off can be repeated.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a round is of a game that the ladder does not have. Rounds before it are
    /// taken.
    pub fn merge(&self, other: &Path, ladder: &mut Ladder) -> Result<u32, FolderError> {
        let mut taken = 0;
        self.tell(ladder, Err)?;
        let mut known: BTreeSet<Digest> = self.finished_rounds()?.into_iter().map(|(origin, _)| origin).collect();
        let theirs = Self { disk: self.disk, path: other.to_owned() };
        for (origin, round) in theirs.finished_rounds()? {
            if !known.insert(origin) {
                continue;
            }
            let (from, file) = (theirs.join(ROUNDS).join(round.folder()), theirs.finished(round.round));
            let number = self.next_round(&round.game)?.round;
            let round = FinishedRound { round: number, origin: Some(origin), ..round };
            ladder.hear(&round).map_err(|error| FolderError::unreadable(file, error))?;
            // The folder comes first: its name is none of a round that would be gone on with.
            let to = self.join(ROUNDS).join(round.folder());
            if self.disk.is_folder(&from) && !self.disk.is_folder(&to) {
                copy_folder(self.disk, &from, &to)?;
            }
            self.finish(&round)?;
            taken += 1;
        }
        Ok(taken)
    }

    /// The finished rounds, each with its SHA-256 in the ladder that played it.
    fn finished_rounds(&self) -> Result<Vec<(Digest, FinishedRound)>, FolderError> {
        let mut rounds = Vec::new();
        for (_, path) in self.finished_files()? {
            let (bytes, round) = self.read::<FinishedRound>(&path)?;
            rounds.push((round.origin.unwrap_or_else(|| digest(&bytes)), round));
        }
        Ok(rounds)
    }

    /// The numbers and files of the finished rounds, in order.
    fn finished_files(&self) -> Result<Vec<(u32, PathBuf)>, FolderError> {
        let listed = self.disk.list(&self.path.join(FINISHED)).map_err(|error| self.system("read", error))?;
        let is_json = |path: &PathBuf| path.extension().is_some_and(|it| it == "json");
        let mut files: Vec<_> =
            listed.into_iter().filter(is_json).filter_map(|path| Some((number(&path)?, path))).collect();
        files.sort();
        Ok(files)
    }

    fn finished(&self, round: u32) -> PathBuf {
        self.path.join(FINISHED).join(format!("{round:06}.json"))
    }

    pub(super) fn system(&self, what: &'static str, source: io::Error) -> FolderError {
        FolderError::System { what, path: self.path.clone(), source }
    }
}

/// The number at the beginning of a file's name.
fn number(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?;
    name.get(..name.find(|letter: char| !letter.is_ascii_digit())?)?.parse().ok()
}
