//! The folders that a merge reads logs from, and the choice of the log that counts for each game.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use uvi_cup::{Difference, FinishedGame, Plan, Shard, schedule::PlannedGame};

use super::{
    chain::{GameLink, LogMark, digest},
    error::{FolderError, if_there, system},
    index::FoundLog,
    line_file::stream,
    names::{CHAIN, GAMES, PLAN, RESULTS, SHARDS, log_of},
    own_logs::MissingLog,
    standing::{LogProof, read_game},
    view::FolderView,
};
use crate::world::Disk;

/// A folder with a plan and logs: that of a tournament or of a shard.
#[derive(Debug)]
pub(super) struct MergeInput {
    disk: Disk,
    pub(super) folder: PathBuf,
    /// True in the folder of the merged tournament, in which only arbiters write.
    pub(super) is_near: bool,
    pub(super) games: BTreeSet<u32>,
    /// The first bytes of the SHA-256 of each log in the chain, by game. Only of the merged folder itself.
    marks: BTreeMap<u32, LogMark>,
}

/// The games of which a folder has a log.
pub(super) fn listed(disk: Disk, folder: &Path) -> Result<BTreeSet<u32>, FolderError> {
    let path = folder.join(GAMES);
    let number = |log: PathBuf| {
        let stem = log.file_stem().filter(|_| log.extension().is_some_and(|ending| ending == "jsonl"))?;
        stem.to_str()?.parse().ok()
    };
    Ok(if_there("read", &path, disk.list(&path))?.unwrap_or_default().into_iter().filter_map(number).collect())
}

#[derive(Debug)]
pub(super) struct MergeInputs<'a> {
    pub(super) plan: &'a Plan,
    /// The merged folder is the first.
    pub(super) all: Vec<MergeInput>,
    pub(super) proof: LogProof,
}

impl MergeInput {
    fn read(disk: Disk, folder: &Path, is_near: bool) -> Result<Self, FolderError> {
        Ok(Self { games: listed(disk, folder)?, is_near, ..Self::unlisted(disk, folder) })
    }

    /// A folder of the merged tournament, whose logs are not known.
    pub(super) fn unlisted(disk: Disk, folder: &Path) -> Self {
        Self { disk, folder: folder.to_owned(), is_near: true, games: BTreeSet::new(), marks: BTreeMap::new() }
    }

    pub(super) fn log(&self, game: u32) -> PathBuf {
        log_of(&self.folder, game)
    }

    pub(super) fn look(
        &self,
        plan: &Plan,
        game: &PlannedGame,
        proof: LogProof,
    ) -> Result<Option<FinishedGame>, FolderError> {
        let path = self.log(game.game);
        let text = match self.disk.read_unlinked(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(system("read", &path))?,
        };
        let now = LogMark::from(digest(&text));
        match self.marks.get(&game.game).filter(|then| **then != now) {
            Some(then) => Err(FolderError::ChangedLog { path, then: *then, now }),
            None => read_game(plan, game, &text, &path, proof),
        }
    }
}

impl<'a> MergeInputs<'a> {
    /// The inputs in the folder of a tournament, in `others`, and in the folder `held` that the merge completes. A folder
    /// without shards has nobody to play a game again, so its index must be right; that of `held` comes again from the
    /// others. Fails if an input has another plan, or cannot be read.
    pub(super) fn read(
        disk: Disk,
        plan: &'a Plan,
        (folder, held): (&Path, Option<&Path>),
        others: &[&Path],
        proof: LogProof,
    ) -> Result<Self, FolderError> {
        let mut all = Vec::new();
        // Before anything of a folder is proved, since another plan has other games.
        let same = |place: &Path| match FolderView::new(disk, place).whole_file()? {
            Some(there) => must_be_same(place, FolderView::new(disk, folder).differences(plan, &there)?),
            None => Ok(()),
        };
        let mut lost = Vec::new();
        for place in std::iter::once(folder).chain(others.iter().copied()).chain(held) {
            let is_near = place == folder;
            let shards = shards(disk, place)?;
            if disk.exists(&place.join(PLAN)) {
                same(place)?;
                let mut input = MergeInput::read(disk, place, is_near)?;
                if shards.is_empty() && disk.exists(&place.join(RESULTS)) {
                    let missing = if held == Some(place) { MissingLog::Reported } else { MissingLog::Refused };
                    lost = FolderView::new(disk, place).check(plan, missing)?;
                    for game in &lost {
                        input.games.remove(game);
                    }
                }
                all.push(input);
            } else if shards.is_empty() {
                return Err(FolderError::NoShard(place.to_owned()));
            }
            for shard in shards {
                same(&shard)?;
                all.push(MergeInput::read(disk, &shard, is_near)?);
            }
        }
        let is_nowhere = |game: &u32| !all.iter().any(|input: &MergeInput| input.games.contains(game));
        if let Some(held) = held.filter(|_| lost.iter().any(is_nowhere)) {
            FolderView::new(disk, held).check(plan, MissingLog::Refused)?;
        }
        if let Some(own) = all.first_mut() {
            let links = stream::<GameLink>(disk, folder.join(CHAIN))?.map_while(Result::ok);
            own.marks = links.map(|link| (link.game, link.log.into())).collect();
        }
        Ok(Self { plan, all, proof })
    }

    /// Chooses the log that counts for a game: the finished log with the least SHA-256. In match play, the second game
    /// of a block continues from the end of the first. So both come from the input with the least SHA-256 of the first,
    /// among the inputs that have finished both.
    pub(super) fn choose(&self, game: &PlannedGame) -> Result<FoundLog, FolderError> {
        let mut found = FoundLog::default();
        let mut seen = Vec::new();
        for (number, input) in self.all.iter().enumerate().filter(|(_, input)| input.games.contains(&game.game)) {
            let finished = match input.look(self.plan, game, self.proof) {
                Ok(Some(finished)) => finished,
                Ok(None) => continue,
                Err(error) if error.is_of_system() => return Err(error),
                Err(error) => {
                    let is_wrong = matches!(error, FolderError::WrongLog { .. } | FolderError::NotReplayed { .. });
                    // A link or a damaged file is no log.
                    let errors = if is_wrong { &mut found.wrong } else { &mut found.damaged };
                    errors.push(error);
                    continue;
                }
            };
            let key = match self.plan.match_play {
                false => finished.log,
                true => {
                    let [first, second] = [1, 2].map(|within| in_block(game, within));
                    let end = |game| match input.look(self.plan, game, self.proof) {
                        Err(error) if error.is_of_system() => Err(error),
                        end => Ok(end.ok().flatten()),
                    };
                    let (Some(first), Some(_)) = (end(&first)?, end(&second)?) else { continue };
                    first.log
                }
            };
            seen.push((key, number, finished));
        }
        found.differs = seen.windows(2).any(|pair| pair[0].2.result.course != pair[1].2.result.course);
        if let Some((_, input, finished)) = seen.into_iter().min_by_key(|(key, ..)| *key) {
            (found.game, found.input) = (Some(finished), input);
        }
        Ok(found)
    }
}

/// The game of a balanced block that is the first, second and so on.
fn in_block(game: &PlannedGame, within: u32) -> PlannedGame {
    let places = (game.table.len() + within as usize - game.within as usize) % game.table.len();
    PlannedGame { game: game.game + within - game.within, within, table: game.table.rotated(places), ..game.clone() }
}

/// Fails if the plan of a folder differs from that of the merged tournament.
pub(super) fn must_be_same(folder: &Path, differences: Vec<Difference>) -> Result<(), FolderError> {
    if differences.is_empty() { Ok(()) } else { Err(FolderError::OtherSource { path: folder.to_owned(), differences }) }
}

fn shards(disk: Disk, folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let folder = folder.join(SHARDS);
    let Some(mut paths) = if_there("read", &folder, disk.list(&folder))? else { return Ok(Vec::new()) };
    paths.sort_unstable();
    let mut found = Vec::new();
    for path in paths {
        let plan = path.join(PLAN);
        // A shard of another account that may not be read is not one that is missing; other folders are none.
        let there = disk.kind(&plan);
        let there = if of_name(&path).is_some() { if_there("read", &plan, there)? } else { there.ok() };
        if there.is_some() {
            found.push(path);
        } else if disk.exists(&path.join(GAMES)) {
            log::warn!("{} has games and no {PLAN}; it is not merged", path.display());
        }
    }
    Ok(found)
}

/// The greatest number of shards that the tournament in a folder was split into, by the names of their folders.
pub(super) fn most_shards(inputs: &[MergeInput]) -> Option<NonZeroU32> {
    inputs.iter().filter_map(|input| of_name(&input.folder)).map(Shard::of).max()
}

fn of_name(folder: &Path) -> Option<Shard> {
    let (number, of) = folder.file_name()?.to_str()?.split_once("-of-")?;
    Shard::new(number.parse().ok()?, of.parse().ok()?)
}
