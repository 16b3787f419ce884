//! A ladder in its folder: the round that comes next, and what a finished round leaves.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use itertools::Itertools as _;
use uvi::Digest;
use uvi_cup::{
    BenchedBot, DayTable, FinishedRound, KnownResults, Ladder, LadderFile, LadderTable, Plan,
    file::{BotEntry, File},
    without_version,
};
use uvi_games::game::{Seed, derive};

use super::{
    super::folder::{
        Begin, Folder, FolderError, FolderView, OpenedFolder,
        disk::{claim_folder, copy_folder},
    },
    bot_store::{StoredBots, VersionCopies},
    finished_rounds::{FinishedRounds, RoundLine},
    ladder_folder::{DAYS, FINISHED, LadderFolder, ROUNDS, RoundFolder, VERSIONS},
};

/// A ladder with its folder.
#[derive(Debug)]
pub struct OpenedLadder {
    /// The ladder file, as at the last look.
    pub file: LadderFile,
    /// The folder with its rounds and days.
    pub folder: LadderFolder,
    /// The counted rounds.
    pub ladder: Ladder,
    finished: FinishedRounds,
    /// The bots that were there at the last look.
    pub bots: StoredBots,
    /// The tables of the last days that are over, by day.
    pub days: BTreeMap<String, DayTable>,
    /// The rounds and days that could not be read, with the reasons.
    unread: Vec<String>,
}

/// The next thing to do for a ladder.
#[derive(Debug)]
pub enum LadderStep {
    /// Play this round, or go on with it.
    Play(RoundFolder, Box<Plan>, Box<OpenedFolder>),
    /// These bots cannot be started and play the game of this name no more; look again.
    Benched(String, Vec<BenchedBot>),
    /// Wait for another arbiter.
    Wait,
    /// Wait for bots: for each game, how many there are and how many it needs.
    WaitForBots(String),
    /// There are as many rounds as are wanted.
    End,
}

/// The source of a plan.
#[derive(Debug)]
pub enum PlanSource<'a> {
    /// The file of a round that begins.
    New(&'a File),
    /// The file of a game with one bot of a round that cannot begin. The plan tells whether this bot is the reason.
    Alone(&'a File),
    /// The folder of a round that goes on.
    Kept(&'a Path),
}

impl OpenedLadder {
    /// A ladder without results and bots.
    pub fn new(file: LadderFile, folder: LadderFolder, ladder: Ladder) -> Self {
        let (finished, bots, unread) = (FinishedRounds::default(), StoredBots::default(), Vec::new());
        Self { file, folder, ladder, finished, bots, days: BTreeMap::new(), unread }
    }

    /// Reads the finished rounds and the bots, and copies new versions. The ladder must be claimed. Returns each new reason
    /// why a file is no bot, or a line no round.
    pub fn look(&mut self) -> Result<Vec<String>, FolderError> {
        let before = self.finished.torn();
        self.hear()?;
        let torn = self.finished.torn().filter(|torn| before.as_ref() != Some(torn));
        self.folder.read_days(&mut self.days, Err)?;
        Ok(torn.into_iter().chain(self.look_at_bots(VersionCopies::Made)?).collect())
    }

    /// As [`look`](Self::look), for a ladder that is not claimed: writes nothing, so the bots cannot be started. A round that
    /// cannot be counted is passed over.
    pub fn look_on(&mut self) -> Result<Vec<String>, FolderError> {
        let mut wrong = Vec::new();
        self.hear_each(|error| {
            wrong.push(error.to_string());
            Ok(())
        })?;
        wrong.extend(self.lost_rounds_error().map(|error| error.to_string()));
        let unread = &mut self.unread;
        unread.append(&mut wrong);
        unread.extend(self.finished.torn());
        self.folder.read_days(&mut self.days, |error| {
            let text = error.to_string();
            if !unread.contains(&text) {
                unread.push(text);
            }
            Ok(())
        })?;
        self.look_at_bots(VersionCopies::Left)
    }

    /// The error of a ladder in which no round counts, although some are packed.
    fn lost_rounds_error(&self) -> Option<FolderError> {
        let days = || self.folder.disk.list(&self.folder.join(DAYS)).unwrap_or_default();
        let is_archive = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "gz");
        (self.finished.count == 0 && days().iter().any(is_archive)).then(|| {
            let text = format!(
                "expected the finished rounds, found none, and {DAYS}/ has archives of some; merge a ladder that has them, \
                 restore the file, or move the archives to another folder to begin anew"
            );
            FolderError::unreadable(self.folder.shown(&self.folder.join(FINISHED)).into(), text)
        })
    }

    /// Reads the finished rounds. The ladder must be claimed.
    pub fn hear(&mut self) -> Result<(), FolderError> {
        self.hear_each(Err)
    }

    /// Reads the finished rounds, and tells of each that cannot be counted.
    fn hear_each(&mut self, mut tell: impl FnMut(FolderError) -> Result<(), FolderError>) -> Result<(), FolderError> {
        let mut last = std::mem::take(&mut self.ladder.last);
        let read = self.finished.read(
            &self.folder,
            |line, round| {
                let new = round.and_then(|round| {
                    let is_new = self.ladder.count(&round).map_err(|error| line.wrong(&error))?;
                    Ok(is_new.then_some(round))
                });
                new.or_else(|error| tell(error).map(|()| None))
            },
            |rounds| last.remember(rounds),
        );
        self.ladder.last = last;
        read
    }

    fn look_at_bots(&mut self, copies: VersionCopies) -> Result<Vec<String>, FolderError> {
        let bots = StoredBots::read(&self.folder, copies)?;
        let refused = bots.refused.difference(&self.bots.refused).cloned().collect();
        self.bots = bots;
        Ok(refused)
    }

    /// The tables.
    pub fn tables(&self) -> LadderTable {
        let table = LadderTable::of(&self.ladder, &self.bots.names());
        let table = match self.days.last_key_value() {
            Some((_, day)) => table.moved_since(day),
            None => table,
        };
        let refused = self.bots.refused.iter().chain(&self.unread).cloned().collect();
        LadderTable { refused, ..table }
    }

    /// The next step of a ladder that ends with the round `last`: a round that nobody plays goes on, or the next one is
    /// planned. The ladder must be claimed, and must have looked.
    pub fn next_step<E: From<FolderError> + ToString>(
        &mut self,
        last: Option<u32>,
        plan: &dyn Fn(PlanSource<'_>) -> Result<Plan, E>,
    ) -> Result<LadderStep, E> {
        self.lost_rounds_error().map_or(Ok(()), Err)?;
        let disk = self.folder.disk;
        let mut under_way = Vec::new();
        for round in self.unfinished()? {
            if self.folder.drop_unplanned(&round)? {
                continue;
            }
            // Only the arbiter that plays a round needs what its plan needs.
            let opened = match claim_folder(disk, &round.path) {
                Ok(claimed) => {
                    drop(claimed);
                    let plan = plan(PlanSource::Kept(&round.path))?;
                    Folder::open(disk, &round.path, &plan, Begin::Resume).map(|opened| (plan, opened))
                }
                Err(error) => Err(error),
            };
            match opened {
                Ok((plan, opened)) => return Ok(LadderStep::Play(round, Box::new(plan), Box::new(opened))),
                Err(FolderError::Busy(_)) => under_way.extend(self.ladder.names().position(|name| name == round.game)),
                Err(error) => return Err(error.into()),
            }
        }
        let known = self.ladder.rounds() + under_way.len();
        if last.is_some_and(|last| known >= last as usize) {
            return Ok(if under_way.is_empty() { LadderStep::End } else { LadderStep::Wait });
        }
        let names = self.bots.names();
        let next = self.ladder.next_round(&names, &under_way, self.file.tables());
        let Some((game, tables)) = next else { return Ok(LadderStep::WaitForBots(self.ladder.shortage(&names))) };
        self.begin(game, &tables, plan)
    }

    fn begin<E: From<FolderError> + ToString>(
        &mut self,
        game: usize,
        tables: &[Vec<String>],
        plan: &dyn Fn(PlanSource<'_>) -> Result<Plan, E>,
    ) -> Result<LadderStep, E> {
        let name = self.ladder.names().nth(game).unwrap_or_default().to_owned();
        let round = self.folder.round(self.next_number()?, &name);
        let seed: Option<Seed> = self.file.seed.map(|seed| derive(&seed, &format!("round {}", round.round)));
        let file = |bots: Vec<BotEntry>, tables: &[Vec<String>]| self.file.round(game, bots, tables, seed);
        let entries = self.bots.entries(tables);
        let error = match plan(PlanSource::New(&file(entries.clone(), tables))) {
            Ok(plan) => {
                let opened = Folder::open(self.folder.disk, &round.path, &plan, Begin::GoOn)?;
                self.folder.keep_settings(&round, &self.file.settings(game))?;
                return Ok(LadderStep::Play(round, Box::new(plan), Box::new(opened)));
            }
            Err(error) => error,
        };
        let all = entries.len();
        let alone = |entry: BotEntry| {
            let bot = entry.name.get_ref().clone();
            let alone = file(vec![entry], &[vec![bot.clone(); tables[0].len()]]);
            let error = plan(PlanSource::Alone(&alone)).err()?;
            // The author mends the file in `bots/`, and not its copy.
            let name = without_version(&bot);
            let is_folder = self.folder.disk.is_folder(&self.folder.join("bots").join(name));
            let own = if is_folder { format!("bots/{name}/") } else { "bots/".to_owned() };
            let reason = error.to_string().replace(&format!("{VERSIONS}/{bot}/"), &own);
            Some(BenchedBot { bot, reason })
        };
        let benched: Vec<BenchedBot> = entries.into_iter().filter_map(alone).collect();
        // If no bot of the ladder can play, the bots are not the reason.
        let none_can = || {
            let others = self.bots.names().into_iter().filter(|name| !tables.iter().flatten().contains(name));
            benched.len() == all && self.bots.entries(&[others.collect()]).into_iter().all(|it| alone(it).is_some())
        };
        if benched.is_empty() || none_can() {
            return Err(error);
        }
        self.keep(FinishedRound {
            round: round.round,
            origin: None,
            game: name.clone(),
            settings: Some(self.file.settings(game)),
            results: Vec::new(),
            times: Vec::new(),
            benched: benched.clone(),
        })?;
        Ok(LadderStep::Benched(name, benched))
    }

    /// Keeps the results of a round that is over. The ladder must be claimed, and must have looked.
    pub fn finish(&mut self, round: &RoundFolder, benched: Vec<BenchedBot>) -> Result<(), FolderError> {
        // Another arbiter may have gone on with the round between its last game and this claim.
        if self.ladder.has(round.round) {
            return Ok(());
        }
        let KnownResults { results, times } = FolderView::new(self.folder.disk, &round.path).held()?;
        let (number, game) = (round.round, round.game.clone());
        let place = self.ladder.names().position(|name| name == game);
        let settings = self.folder.settings(round)?.or_else(|| Some(self.file.settings(place?)));
        self.keep(FinishedRound { round: number, origin: None, game, settings, results, times, benched })
    }

    fn keep(&mut self, round: FinishedRound) -> Result<(), FolderError> {
        let wrong = |error| FolderError::unreadable(self.folder.path.clone(), error);
        self.ladder.admit(&round).map_err(wrong)?;
        self.finished.add(&self.folder, &round)?;
        self.ladder.hear(round).map_err(wrong)
    }

    /// The rounds that have a folder and are not finished, in order.
    fn unfinished(&self) -> Result<Vec<RoundFolder>, FolderError> {
        let mut rounds = self.folder.own_rounds()?;
        rounds.retain(|round| !self.ladder.has(round.round));
        Ok(rounds)
    }

    pub(super) fn over(&self) -> Result<Vec<PathBuf>, FolderError> {
        let unfinished = self.unfinished()?;
        let mut rounds = self.folder.rounds()?;
        rounds.retain(|path| unfinished.iter().all(|round| round.path != *path));
        Ok(rounds)
    }

    /// The number of the next round. The ladder must be claimed, so that no other arbiter takes the same number.
    fn next_number(&self) -> Result<u32, FolderError> {
        let begun = self.folder.own_rounds()?.last().map(|round| round.round);
        Ok(begun.max(self.ladder.last_round()).unwrap_or_default().saturating_add(1))
    }

    /// Takes the finished rounds of another folder that this one does not have. Returns their number, and warnings: why
    /// some count in tables that are not those of the file, and which rounds differ there. The ladder must be claimed,
    /// and must have looked. A merge that was cut off can be repeated. Fails at a round of a game that the ladder does
    /// not have; rounds before it are taken.
    pub fn merge(&mut self, other: &Path) -> Result<(u32, Vec<String>), FolderError> {
        let (mut taken, mut elsewhere, mut warnings) = (0, BTreeSet::new(), Vec::new());
        let mut known: BTreeMap<Digest, (usize, Digest)> = BTreeMap::new();
        FinishedRounds::default().read(
            &self.folder,
            |line, round| {
                let round = round?;
                let names = line.names(&round);
                let this = (line.number, RoundLine::content(round));
                known.extend(names.into_iter().map(|name| (name, this)));
                Ok(None)
            },
            drop,
        )?;
        let mut next = self.next_number()?;
        let theirs = LadderFolder { disk: self.folder.disk, path: other.to_owned() };
        FinishedRounds::default().read(
            &theirs,
            |line, round| {
                let round = round?;
                let origin = line.origin(&round);
                let names = line.names(&round);
                if let Some((own, content)) = names.iter().find_map(|name| known.get(name)) {
                    warnings.extend((RoundLine::content(round) != *content).then(|| line.differs(*own)));
                    return Ok(None);
                }
                let this = (self.ladder.rounds() + 1, RoundLine::content(round.clone()));
                known.extend(names.into_iter().map(|name| (name, this)));
                let from = theirs.join(ROUNDS).join(round.folder());
                let round = FinishedRound { round: next, origin: Some(origin), ..round };
                next = next.saturating_add(1);
                elsewhere.extend(self.ladder.admit(&round).map_err(|error| line.wrong(&error))?);
                // The folder comes first: its name is none of a round that would be gone on with.
                let to = self.folder.join(ROUNDS).join(round.folder());
                if theirs.disk.is_folder(&from) && !theirs.disk.is_folder(&to) {
                    copy_folder(theirs.disk, &from, &to)?;
                }
                taken += 1;
                self.keep(round)?;
                Ok(None)
            },
            drop,
        )?;
        warnings.extend(elsewhere.into_iter().map(|place| self.ladder.difference(place)));
        Ok((taken, warnings))
    }
}
