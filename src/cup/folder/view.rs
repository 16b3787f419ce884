//! Read-only access to a folder, without a claim: its plan, its seed, its results.

use std::{io, iter, path::Path};

use uvi::Seed;
use uvi_cup::{
    Difference, GameResult, GameTimes, KnownResults, Plan, Progress, Trouble,
    file::{self, File},
};

use super::{
    error::{FolderError, if_there, system},
    index::{Fold, OtherRow},
    line_file::stream,
    names::{DRAFT, GAMES, LUCK, PLAN, RESULTS, SEED, SHARDS, TIMES, earlier},
    own_logs::{MissingLog, OwnLogs},
};
use crate::world::Disk;

/// The folder of a tournament, without a claim on it.
#[derive(Debug, Clone, Copy)]
pub struct FolderView<'a> {
    disk: Disk,
    path: &'a Path,
}

impl<'a> FolderView<'a> {
    /// A view of the folder at this path.
    pub fn new(disk: Disk, path: &'a Path) -> Self {
        Self { disk, path }
    }

    /// The text of the plan; `None` if the folder is missing or empty. Fails if the folder holds something else.
    pub fn plan_text(self) -> Result<Option<String>, FolderError> {
        let path = self.path.join(PLAN);
        let not_ours = || FolderError::NotOurs(self.path.to_owned());
        match self.disk.read_plan(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let Some(entries) = if_there("read", self.path, self.disk.list(self.path))? else { return Ok(None) };
                // An arbiter that was killed while it made the plan has left its draft and its seed.
                let ours = |name: &std::ffi::OsStr| name == DRAFT || name == LUCK;
                match entries.iter().all(|path| path.file_name().is_some_and(ours)) {
                    true => Ok(None),
                    // Another arbiter may have made the plan just now.
                    false => self.disk.read_plan(&path).map(Some).map_err(|_| not_ours()),
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotADirectory && self.disk.is_taken(self.path) => {
                Err(not_ours())
            }
            Err(source) => Err(system("read", &path)(source)),
        }
    }

    /// The plan as a file; `None` if there is none, or if it cannot be parsed. Fails if the folder holds something
    /// else.
    pub fn file(self) -> Result<Option<File>, FolderError> {
        Ok(self.plan_text()?.and_then(|text| file::read(&text).ok()))
    }

    /// The plan as a file; `None` if there is none. Fails if the folder holds something else, or the plan cannot be
    /// parsed.
    pub fn whole_file(self) -> Result<Option<File>, FolderError> {
        let Some(text) = self.plan_text()? else { return Ok(None) };
        let unreadable = |trouble: Trouble| FolderError::unreadable(self.path.join(PLAN), trouble.flaw);
        file::read(&text).map(Some).map_err(unreadable)
    }

    /// The seed of the tournament; `None` if the folder has no plan. While the tournament runs, the seed is in a file
    /// of its own. Fails if the seed is missing.
    pub fn seed(self) -> Result<Option<Seed>, FolderError> {
        let Some(plan) = self.file()? else { return Ok(None) };
        if plan.seed.is_some() || plan.commitment.is_none() {
            return Ok(plan.seed);
        }
        let path = self.path.join(LUCK).join(SEED);
        let Ok(text) = self.disk.read_text(&path) else {
            // The tournament may have ended just now.
            return self.file()?.and_then(|plan| plan.seed).map(Some).ok_or(FolderError::NoSeed(path));
        };
        text.trim().parse().map(Some).map_err(|_| FolderError::NoSeed(path))
    }

    /// True if no game of the tournament is finished: the folder has no result and no shard.
    pub fn is_unplayed(self) -> bool {
        self.held().is_ok_and(|held| held.results.is_empty()) && !self.disk.exists(&self.path.join(SHARDS))
    }

    /// True if no game of the tournament has begun: it is unplayed, and the folder has no log.
    pub fn is_untouched(self) -> bool {
        let games = self.path.join(GAMES);
        let logs = if_there("list", &games, self.disk.list(&games));
        logs.is_ok_and(|logs| logs.is_none_or(|logs| logs.is_empty())) && self.is_unplayed()
    }

    /// The results and times.
    pub fn held(self) -> Result<KnownResults, FolderError> {
        let results: Vec<GameResult> = stream(self.disk, self.path.join(RESULTS))?.collect::<Result<_, _>>()?;
        let mut times: Vec<GameTimes> = stream(self.disk, self.path.join(TIMES))?.collect::<Result<_, _>>()?;
        times.truncate(results.len());
        Ok(KnownResults { results, times })
    }

    /// The progress of the tournament by its results. Fails at a result of a game that the plan does not have.
    pub fn progress(self, plan: &Plan) -> Result<Progress, FolderError> {
        self.follow(Progress::empty(plan), stream(self.disk, self.path.join(TIMES))?)
    }

    /// The progress of the tournament by its results, for the next games only: it keeps no result.
    pub fn followed(self, plan: &Plan) -> Result<Progress, FolderError> {
        self.follow(Progress::forgetful(plan), iter::empty())
    }

    /// Adds the results and these times, line by line: a list of them would double the memory of a long tournament.
    fn follow(
        self,
        mut progress: Progress,
        times: impl Iterator<Item = Result<GameTimes, FolderError>>,
    ) -> Result<Progress, FolderError> {
        let path = self.path.join(RESULTS);
        let mut times = times.peekable();
        for result in stream::<GameResult>(self.disk, path.clone())? {
            let result = result?;
            let is_other = |times: &GameTimes| times.game != result.game;
            let times = times.next_if(|times| !times.as_ref().is_ok_and(is_other)).transpose()?;
            progress.follow(result, times).map_err(|wrong| FolderError::unreadable(path.clone(), wrong))?;
        }
        Ok(progress)
    }

    /// Proves the index by logs and chain. Returns the games of missing or changed logs, if `missing` allows them.
    /// Fails with the first row that is not what was played.
    pub fn check(self, plan: &Plan, missing: MissingLog) -> Result<Vec<u32>, FolderError> {
        Ok(self.fold(plan, Some(missing))?.1)
    }

    /// The number of games whose results stand by the logs in the folder, with or without rows. Fails with the first
    /// row that is not what was played.
    pub fn count(self, plan: &Plan) -> Result<u32, FolderError> {
        Ok(self.fold(plan, None)?.0.count())
    }

    /// The progress by the index and the logs, and the games that they do not prove.
    fn fold(self, plan: &Plan, missing: Option<MissingLog>) -> Result<(Progress, Vec<u32>), FolderError> {
        let Self { disk, path: folder } = self;
        let mut logs = OwnLogs { disk, folder, plan, missing, unproved: Vec::new() };
        let mut progress = Progress::forgetful(plan);
        Fold::new(disk, folder, None, OtherRow::Refused)?.run(&mut progress, &mut logs)?;
        Ok((progress, logs.unproved))
    }

    /// The differences of this plan from that of a shard. Empty too if the shard has an earlier plan of this folder, whose
    /// games the plan still has.
    pub(super) fn differences(self, plan: &Plan, shard: &File) -> Result<Vec<Difference>, FolderError> {
        let differences = plan.differences(shard);
        if differences.is_empty() {
            return Ok(differences);
        }
        let mut earlier = self.earlier_plans();
        let is_earlier = earlier.any(|then| then.is_ok_and(|then| plan.differences(&then) == differences));
        Ok(if is_earlier { Vec::new() } else { differences })
    }

    fn earlier_plans(self) -> impl Iterator<Item = Result<File, FolderError>> {
        (1_u32..).map_while(move |number| {
            let path = self.path.join(earlier(number));
            let text = if_there("read", &path, self.disk.read_plan(&path)).transpose()?;
            let read = |text: String| file::read(&text).map_err(|trouble| FolderError::unreadable(path, trouble.flaw));
            Some(text.and_then(read))
        })
    }

    /// The differences between the plan and the programs of earlier games.
    pub fn earlier_programs(self, plan: &Plan) -> Result<Vec<Difference>, FolderError> {
        let mut found: Vec<Difference> = Vec::new();
        for then in self.earlier_plans() {
            found.extend(plan.differences(&then?).into_iter().filter(Difference::is_content));
        }
        found.dedup();
        Ok(found)
    }
}
