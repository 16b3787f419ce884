//! All sources of a merge, and which of their logs of a game counts.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
};

use uvi_cup::{Facts, Plan, Spread, WrongLog, schedule::PlannedGame};
use uvi_match::record::Log;

use super::{
    chain::Mark,
    source::{LogCopy, Source},
    standing::{Finished, read_log, replay},
    store_error::StoreError,
};

/// What a source has of a finished game, and the log itself where it has no file of its own.
type Seen = (Finished, Option<Vec<u8>>);

/// The log that counts for a game.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) finished: Finished,
    pub(super) source: usize,
    /// Which source says where it was played.
    pub(super) told: usize,
    /// Whether another log differs in what was played.
    pub(super) differs: bool,
    /// The whole log, where it is in no file of its own.
    pub(super) text: Option<Vec<u8>>,
}

/// What was found of a game.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) chosen: Option<Chosen>,
    pub(super) wrong: Vec<StoreError>,
    pub(super) changed: Vec<StoreError>,
}

/// What a look at a source finds.
#[derive(Debug, Default)]
struct Trouble {
    /// Logs that are not of the plan.
    wrong: Vec<StoreError>,
    /// Logs that are not as they were.
    changed: Vec<StoreError>,
}

/// All sources of a merge.
#[derive(Debug)]
pub(super) struct Sources<'a> {
    pub(super) plan: &'a Plan,
    /// The command lines by which each bot may stand in a log.
    commands: Vec<BTreeSet<String>>,
    pub(super) all: Vec<Source>,
    /// Whether every log is replayed.
    verify: bool,
    /// Machines whose games do not count.
    without: &'a [String],
}

impl<'a> Sources<'a> {
    /// These, each of which is of this plan.
    pub(super) fn new(plan: &'a Plan, all: Vec<Source>, verify: bool, without: &'a [String]) -> Self {
        Self { plan, commands: commands(plan, &all), all, verify, without }
    }

    /// Which of them may have the games of a block.
    pub(super) fn roads(&self) -> Roads {
        Roads::new(self.plan, &self.all)
    }

    /// The log that counts for a game: of all that are finished the one with the least SHA-256. In match play the second
    /// game of a block is of the same source as its first, from whose end it begins.
    pub(super) fn choose(&self, game: &PlannedGame, sources: &[usize]) -> Result<Found, StoreError> {
        let mut found = Found::default();
        let mut least = None;
        let mut trouble = Trouble::default();
        // A log of a whole tournament that is not as it was.
        let mut unsure = None;
        for &number in sources {
            let source = &self.all[number];
            if self.is_left_out(source, game.game) {
                continue;
            }
            let seen = self.look(source, sources, game, &mut trouble)?;
            match source.of() {
                Some(_) => found.changed.append(&mut trouble.changed),
                None => unsure = trouble.changed.pop().or(unsure),
            }
            let Some((finished, text)) = seen else { continue };
            let key = match self.plan.match_play {
                false => finished.log,
                true => {
                    let first = PlannedGame { game: game.game + 1 - game.within, ..self.first(game) };
                    let second = PlannedGame { game: first.game + 1, ..self.second(game) };
                    let ends = [&first, &second].map(|game| self.look(source, sources, game, &mut Trouble::default()));
                    let [Some((first, _)), Some(_)] = ends.map(|end| end.ok().flatten()) else { continue };
                    first.log
                }
            };
            let course = finished.result.course;
            match &mut found.chosen {
                Some(chosen) => {
                    chosen.differs |= chosen.finished.result.course != course;
                    // What was merged before does not say it.
                    if chosen.finished.log == finished.log && self.all[chosen.told].of().is_none() {
                        chosen.told = number;
                    }
                    if least.is_some_and(|least| key < least) {
                        let differs = chosen.differs;
                        *chosen = Chosen { finished, source: number, told: number, differs, text };
                        least = Some(key);
                    }
                }
                None => {
                    least = Some(key);
                    found.chosen = Some(Chosen { finished, source: number, told: number, differs: false, text });
                }
            }
        }
        found.wrong = trouble.wrong;
        // Where a merge was killed, what it has put there is made again from the shards. Nobody else makes it again.
        let is_of_a_shard = self.marks(sources, game).next().is_some();
        match unsure {
            Some(error) if found.chosen.is_none() && !is_of_a_shard => Err(error),
            Some(_) | None => Ok(found),
        }
    }

    /// What the shards among these sources say that the log of a game was.
    fn marks<'s>(&'s self, sources: &'s [usize], game: &PlannedGame) -> impl Iterator<Item = Mark> + use<'s> {
        let game = game.game;
        let shards = sources.iter().map(|&number| &self.all[number]).filter(|source| source.of().is_some());
        shards.filter_map(move |shard| shard.mark(game))
    }

    /// The first game of the block of this one, by its table.
    fn first(&self, game: &PlannedGame) -> PlannedGame {
        let table = game.table.rotated((game.table.len() + 1 - game.within as usize) % game.table.len());
        PlannedGame { within: 1, table, ..game.clone() }
    }

    fn second(&self, game: &PlannedGame) -> PlannedGame {
        let table = self.first(game).table.rotated(1);
        PlannedGame { within: 2, table, ..game.clone() }
    }

    fn is_left_out(&self, source: &Source, game: u32) -> bool {
        !self.without.is_empty() && source.place(game).host.is_none_or(|host| self.without.contains(&host))
    }

    /// What a source has of a game, if that is finished there. A log that is wrong or was changed is none.
    fn look(
        &self,
        source: &Source,
        sources: &[usize],
        game: &PlannedGame,
        trouble: &mut Trouble,
    ) -> Result<Option<Seen>, StoreError> {
        let (text, digest) = match source.read(game)? {
            LogCopy::Missing => return Ok(None),
            LogCopy::Log(text, digest) => (text, digest),
            LogCopy::Changed(error) => {
                trouble.changed.push(error);
                return Ok(None);
            }
        };
        // What lies in a merged folder and is not in its chain came from a shard, and may share its file with one.
        if source.of().is_none() && source.mark(game.game).is_none() {
            let mut marks = self.marks(sources, game).peekable();
            if marks.peek().is_some() && !marks.any(|mark| mark == digest.into()) {
                return Ok(None);
            }
        }
        if !text.contains(&b'\n') {
            return Ok(None);
        }
        let path = source.name(game.game);
        let read = || {
            let log = read_log(self.plan, &text, &path)?;
            if !log.complete() {
                return Ok(None);
            }
            self.is_seated(game, &log).map_err(|wrong| StoreError::WrongLog { path: path.clone(), wrong })?;
            let finished = Finished::of(self.plan, game, &Facts::of(&log), digest, &path)?;
            if self.verify {
                replay(self.plan, &text, &path)?;
            }
            // A bot that was not there has not lost.
            Ok(Some(finished).filter(|finished| finished.unstarted.is_none()))
        };
        match read() {
            Ok(found) => {
                let is_packed = source.file(game.game).is_none();
                Ok(found.map(|finished| (finished, is_packed.then_some(text))))
            }
            Err(error) => {
                trouble.wrong.push(error);
                Ok(None)
            }
        }
    }

    /// Whether the bots of a game sit in its log, by their command lines.
    fn is_seated(&self, game: &PlannedGame, log: &Log) -> Result<(), WrongLog> {
        for (seat, bot) in log.head.seats.iter().zip(game.table.iter()) {
            let command = seat.command.as_deref().unwrap_or_default();
            let entrant = self.plan.entrant(*bot);
            let options = || entrant.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let found = || seat.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            if !self.commands[bot.0].contains(command) || !options().eq(found()) {
                let expected = format!("{}, {}", entrant.name, entrant.command);
                return Err(WrongLog::Other { what: "seats", expected, found: command.to_owned() });
            }
        }
        Ok(())
    }
}

/// Which sources may have the games of a block.
#[derive(Debug)]
pub(super) struct Roads {
    /// Those of whole tournaments.
    whole: Vec<usize>,
    /// For each number of shards those of each shard.
    shards: Vec<(Spread, BTreeMap<u32, Vec<usize>>)>,
}

impl Roads {
    fn new(plan: &Plan, sources: &[Source]) -> Self {
        let mut whole = Vec::new();
        let mut shards: BTreeMap<NonZeroU32, BTreeMap<u32, Vec<usize>>> = BTreeMap::new();
        for (number, source) in sources.iter().enumerate() {
            match source.of() {
                None => whole.push(number),
                Some(shard) => shards.entry(shard.of()).or_default().entry(shard.number()).or_default().push(number),
            }
        }
        let spread = |(of, sources)| (Spread::new(plan.seed, of), sources);
        Self { whole, shards: shards.into_iter().map(spread).collect() }
    }

    /// In the order of the sources. Blocks that follow on one another cost least.
    pub(super) fn to(&mut self, block: u32) -> Vec<usize> {
        let mut found = self.whole.clone();
        for (spread, sources) in &mut self.shards {
            found.extend(sources.get(&spread.shard_of(block)).into_iter().flatten());
        }
        found.sort_unstable();
        found
    }
}

/// The command lines by which each bot may stand in a log: that of the plan, and those of the shards.
fn commands(plan: &Plan, sources: &[Source]) -> Vec<BTreeSet<String>> {
    let of = |entrant: &uvi_cup::Entrant| {
        let papers = sources.iter().filter_map(|source| source.paper.as_ref());
        let written = papers.flat_map(|paper| &paper.bots).filter(|bot| bot.name == entrant.name);
        let own = [entrant.command.to_string(), entrant.found.to_string()];
        written.map(|bot| bot.command.clone()).chain(own).collect()
    };
    plan.entrants.iter().map(of).collect()
}
