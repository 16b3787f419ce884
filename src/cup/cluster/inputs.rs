//! All inputs of a merge, and the choice of the log that counts for each game.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
};

use uvi_cup::{LogFacts, Plan, Spread, WrongLogError, schedule::PlannedGame};
use uvi_match::record::Log;

use super::{
    super::folder::{FolderError, LogMark, StoredGame, read_log, replay, system},
    input::{LogCopy, MergeInput},
};

#[derive(Debug)]
pub(super) struct CountingLog {
    pub(super) finished: StoredGame,
    pub(super) input: usize,
    /// True if finished logs of other inputs record a different course of the game.
    pub(super) differs: bool,
}

#[derive(Debug, Default)]
pub(super) struct GameLogs {
    pub(super) chosen: Option<CountingLog>,
    /// Logs that do not fit the plan.
    pub(super) wrong: Vec<FolderError>,
    /// Logs that changed after their games ended.
    pub(super) changed: Vec<FolderError>,
    /// Logs of games that a shard has finished, and that are not there.
    missing: Vec<FolderError>,
}

#[derive(Debug)]
pub(super) struct MergeInputs<'a> {
    pub(super) plan: &'a Plan,
    /// The command lines that each bot may have in a log.
    commands: Vec<BTreeSet<String>>,
    pub(super) all: Vec<MergeInput>,
    /// True if every log is to be replayed.
    verify: bool,
}

impl<'a> MergeInputs<'a> {
    /// The inputs of a merge. All inputs must have this plan.
    pub(super) fn new(plan: &'a Plan, all: Vec<MergeInput>, verify: bool) -> Self {
        Self { plan, commands: commands(plan, &all), all, verify }
    }

    /// The inputs that may have the games of a block.
    pub(super) fn roads(&self) -> BlockInputs {
        BlockInputs::new(self.plan, &self.all)
    }

    /// Chooses the log that counts for a game: the finished log with the least SHA-256. In match play, the second game
    /// of a block continues from the end of the first. So both come from the input with the least SHA-256 of the first,
    /// among the inputs that have finished both.
    pub(super) fn choose(&self, game: &PlannedGame, inputs: &[usize]) -> Result<GameLogs, FolderError> {
        let mut found = GameLogs::default();
        let mut seen = Vec::new();
        // An error for a changed log of a whole tournament.
        let mut unsure = None;
        for &number in inputs {
            let input = &self.all[number];
            let changed = found.changed.len();
            let finished = self.look(input, inputs, game, &mut found)?;
            if input.of().is_none() {
                unsure = found.changed.drain(changed..).next().or(unsure);
            }
            let Some(finished) = finished else { continue };
            let key = match self.plan.match_play {
                false => finished.log,
                true => {
                    let first = PlannedGame { game: game.game + 1 - game.within, ..self.first(game) };
                    let second = PlannedGame { game: first.game + 1, ..self.second(game) };
                    let ends = [&first, &second].map(|game| self.look(input, inputs, game, &mut GameLogs::default()));
                    let [Some(first), Some(_)] = ends.map(|end| end.ok().flatten()) else { continue };
                    first.log
                }
            };
            seen.push((key, number, finished));
        }
        let differs = seen.windows(2).any(|pair| pair[0].2.result.course != pair[1].2.result.course);
        let least = seen.into_iter().min_by_key(|(key, ..)| *key);
        found.chosen = least.map(|(_, input, finished)| CountingLog { finished, input, differs });
        // If a merge was killed, the logs that it placed can be restored from shards. Other changed logs cannot.
        if found.chosen.is_none() {
            found.changed.append(&mut found.missing);
        }
        let is_of_a_shard = self.marks(inputs, game).next().is_some();
        match unsure {
            Some(error) if found.chosen.is_none() && !is_of_a_shard => Err(error),
            Some(_) | None => Ok(found),
        }
    }

    /// The marks that the shards among these inputs have noted for the log of a game.
    fn marks<'s>(&'s self, inputs: &'s [usize], game: &PlannedGame) -> impl Iterator<Item = LogMark> + use<'s> {
        let game = game.game;
        let shards = inputs.iter().map(|&number| &self.all[number]).filter(|input| input.of().is_some());
        shards.filter_map(move |shard| shard.mark(game))
    }

    /// The first game of this game's block, with its table.
    fn first(&self, game: &PlannedGame) -> PlannedGame {
        let table = game.table.rotated((game.table.len() + 1 - game.within as usize) % game.table.len());
        PlannedGame { within: 1, table, ..game.clone() }
    }

    fn second(&self, game: &PlannedGame) -> PlannedGame {
        let table = self.first(game).table.rotated(1);
        PlannedGame { within: 2, table, ..game.clone() }
    }

    /// A game of an input, if it is finished there. Wrong and changed logs go to `found` and do not count.
    fn look(
        &self,
        input: &MergeInput,
        inputs: &[usize],
        game: &PlannedGame,
        found: &mut GameLogs,
    ) -> Result<Option<StoredGame>, FolderError> {
        let (text, digest) = match input.read(game.game)? {
            LogCopy::Missing => {
                if input.of().is_some() && input.mark(game.game).is_some() {
                    let gone = std::io::ErrorKind::NotFound.into();
                    found.missing.push(system("read", &input.log(game.game))(gone));
                }
                return Ok(None);
            }
            LogCopy::Log(text, digest) => (text, digest),
            LogCopy::Changed(error) => {
                found.changed.push(error);
                return Ok(None);
            }
        };
        // A log in a merged folder that is not in the folder's chain came from a shard, and may be a hard link to the
        // shard's file. So it counts only if it has the mark of a shard.
        if input.of().is_none() && input.mark(game.game).is_none() {
            let mut marks = self.marks(inputs, game).peekable();
            if marks.peek().is_some() && !marks.any(|mark| mark == digest.into()) {
                return Ok(None);
            }
        }
        if !text.contains(&b'\n') {
            return Ok(None);
        }
        let path = input.log(game.game);
        let read = || {
            let log = read_log(self.plan, &text, &path)?;
            if !log.complete() {
                return Ok(None);
            }
            self.is_seated(game, &log).map_err(|wrong| FolderError::WrongLog { path: path.clone(), wrong })?;
            let finished = StoredGame::of(self.plan, game, &LogFacts::of(&log), digest, &path)?;
            if self.verify {
                replay(self.plan, &text, &path)?;
            }
            // A bot that could not be started has not lost.
            Ok(Some(finished).filter(|finished| finished.unstarted.is_none()))
        };
        Ok(read().unwrap_or_else(|error| {
            found.wrong.push(error);
            None
        }))
    }

    /// Checks the bots in a log by their command lines and options.
    fn is_seated(&self, game: &PlannedGame, log: &Log) -> Result<(), WrongLogError> {
        for (seat, bot) in log.head.seats.iter().zip(game.table.iter()) {
            let command = seat.command.as_deref().unwrap_or_default();
            let entrant = self.plan.entrant(*bot);
            let options = || entrant.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let found = || seat.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            if !self.commands[bot.0].contains(command) || !options().eq(found()) {
                let expected = format!("{}, {}", entrant.name, entrant.command);
                return Err(WrongLogError::Other { what: "seats", expected, found: command.to_owned() });
            }
        }
        Ok(())
    }
}

/// The inputs that may have the games of a block.
#[derive(Debug)]
pub(super) struct BlockInputs {
    /// The inputs that are whole tournaments.
    whole: Vec<usize>,
    /// For each number of shards into which a tournament was split, the inputs of each shard, by the shard's number.
    shards: Vec<(Spread, BTreeMap<u32, Vec<usize>>)>,
}

impl BlockInputs {
    fn new(plan: &Plan, inputs: &[MergeInput]) -> Self {
        let mut whole = Vec::new();
        let mut shards: BTreeMap<NonZeroU32, BTreeMap<u32, Vec<usize>>> = BTreeMap::new();
        for (number, input) in inputs.iter().enumerate() {
            match input.of() {
                None => whole.push(number),
                Some(shard) => shards.entry(shard.of()).or_default().entry(shard.number()).or_default().push(number),
            }
        }
        let spread = |(of, inputs)| (Spread::new(plan.seed, of), inputs);
        Self { whole, shards: shards.into_iter().map(spread).collect() }
    }

    /// The inputs for a block, in their order. Ask for blocks in sequence: each new row of blocks costs a shuffle.
    pub(super) fn to(&mut self, block: u32) -> Vec<usize> {
        let mut found = self.whole.clone();
        for (spread, inputs) in &mut self.shards {
            found.extend(inputs.get(&spread.shard_of(block)).into_iter().flatten());
        }
        found.sort_unstable();
        found
    }
}

/// The command lines that each bot may have in a log: those of the plan and those of the shards.
fn commands(plan: &Plan, inputs: &[MergeInput]) -> Vec<BTreeSet<String>> {
    let of = |entrant: &uvi_cup::Entrant| {
        let manifests = inputs.iter().filter_map(|input| input.manifest.as_ref());
        let written = manifests.flat_map(|manifest| &manifest.bots).filter(|bot| bot.name == entrant.name);
        let own = [entrant.command.to_string(), entrant.found.to_string()];
        written.map(|bot| bot.command.clone()).chain(own).collect()
    };
    plan.entrants.iter().map(of).collect()
}
