//! A ladder in its folder: the round that comes next, and what a finished round leaves.

use std::{collections::BTreeMap, path::Path};

use uvi_cup::{
    BenchedBot, DayTable, FinishedRound, KnownResults, Ladder, LadderFile, LadderTable, Plan,
    file::{BotEntry, File},
};
use uvi_games::game::{Seed, derive};

use super::{
    super::folder::{Begin, Folder, FolderError, FolderView, OpenedFolder},
    bot_store::{StoredBots, VersionCopies},
    ladder_folder::{LadderFolder, RoundFolder},
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
    /// The bots that were there at the last look.
    pub bots: StoredBots,
    /// The tables of the last days that are over, by day.
    pub days: BTreeMap<String, DayTable>,
    /// The rounds and days that could not be read at the last look, with the reasons.
    unread: Vec<String>,
}

/// The next thing to do for a ladder.
#[derive(Debug)]
pub enum LadderStep {
    /// Play this round, or go on with it.
    Play(RoundFolder, Box<Plan>, Box<OpenedFolder>),
    /// Something was done; look again.
    Again,
    /// Wait for another arbiter or for bots.
    Wait,
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
        Self { file, folder, ladder, bots: StoredBots::default(), days: BTreeMap::new(), unread: Vec::new() }
    }

    /// Reads the finished rounds and the bots, and copies new versions. The ladder must be claimed. Returns each new reason
    /// why a file is no bot.
    ///
    /// # Errors
    /// If the folder cannot be read, or a version cannot be copied.
    pub fn look(&mut self) -> Result<Vec<String>, FolderError> {
        self.read(VersionCopies::Made)
    }

    /// As [`look`](Self::look), for a ladder that is not claimed: writes nothing, so the bots cannot be started. A round that
    /// cannot be counted is passed over.
    pub fn look_on(&mut self) -> Result<Vec<String>, FolderError> {
        self.read(VersionCopies::Left)
    }

    fn read(&mut self, copies: VersionCopies) -> Result<Vec<String>, FolderError> {
        self.unread.clear();
        let unread = &mut self.unread;
        let mut wrong = |error: FolderError| match copies {
            VersionCopies::Made => Err(error),
            VersionCopies::Left => {
                unread.push(error.to_string());
                Ok(())
            }
        };
        self.folder.tell(&mut self.ladder, &mut wrong)?;
        self.folder.read_days(&mut self.days, wrong)?;
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
    ///
    /// # Errors
    /// Those of `plan`, and if the folder cannot be read or written.
    pub fn next_step<E: From<FolderError> + ToString>(
        &self,
        last: Option<u32>,
        plan: &dyn Fn(PlanSource<'_>) -> Result<Plan, E>,
    ) -> Result<LadderStep, E> {
        let disk = self.folder.disk;
        let mut under_way = Vec::new();
        for round in self.folder.unfinished()? {
            if self.folder.drop_unplanned(&round)? {
                continue;
            }
            let plan = plan(PlanSource::Kept(&round.path))?;
            match Folder::open(disk, &round.path, &plan, Begin::Resume) {
                Ok(opened) => return Ok(LadderStep::Play(round, Box::new(plan), Box::new(opened))),
                Err(FolderError::Busy(_)) => under_way.extend(self.ladder.names().position(|name| name == round.game)),
                Err(error) => return Err(error.into()),
            }
        }
        let known = self.ladder.rounds() + under_way.len();
        if last.is_some_and(|last| known >= last as usize) {
            return Ok(if under_way.is_empty() { LadderStep::End } else { LadderStep::Wait });
        }
        let next = self.ladder.next_round(&self.bots.names(), &under_way, self.file.tables());
        let Some((game, tables)) = next else { return Ok(LadderStep::Wait) };
        self.begin(game, &tables, plan)
    }

    /// Plans the next round of a game, and makes its folder.
    fn begin<E: From<FolderError> + ToString>(
        &self,
        game: usize,
        tables: &[Vec<String>],
        plan: &dyn Fn(PlanSource<'_>) -> Result<Plan, E>,
    ) -> Result<LadderStep, E> {
        let name = self.ladder.names().nth(game).unwrap_or_default().to_owned();
        let round = self.folder.next_round(&name)?;
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
        let mut benched = Vec::new();
        for entry in entries {
            let bot = entry.name.get_ref().clone();
            let alone = file(vec![entry], &[vec![bot.clone(); tables[0].len()]]);
            if let Err(error) = plan(PlanSource::Alone(&alone)) {
                benched.push(BenchedBot { bot, reason: error.to_string() });
            }
        }
        if benched.is_empty() || benched.len() == all {
            return Err(error);
        }
        self.folder.finish(&FinishedRound {
            round: round.round,
            origin: None,
            game: name,
            settings: Some(self.file.settings(game)),
            results: Vec::new(),
            times: Vec::new(),
            benched,
        })?;
        Ok(LadderStep::Again)
    }

    /// Keeps the results of a round that is over. The ladder must be claimed.
    pub fn finish(&self, round: &RoundFolder, benched: Vec<BenchedBot>) -> Result<(), FolderError> {
        let KnownResults { results, times } = FolderView::new(self.folder.disk, &round.path).held()?;
        let (number, game) = (round.round, round.game.clone());
        let place = self.ladder.names().position(|name| name == game);
        let settings = self.folder.settings(round)?.or_else(|| Some(self.file.settings(place?)));
        self.folder.finish(&FinishedRound { round: number, origin: None, game, settings, results, times, benched })
    }
}
