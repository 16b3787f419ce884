//! A game of a ladder: its results, counted, and the bots that play it.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use itertools::Itertools as _;
use uvi::{Fault, Seed};
use uvi_games::game::{Registry, Variant};

use super::{
    BenchedBot, FinishedRound,
    game_list::without_version,
    ladder_file::settings_of,
    pairing::{Meetings, TableShape, pairings},
};
use crate::{
    plan::{Plan, Trouble, file::File},
    progress::{GameResult, ResultCounts},
    schedule::{BotIndex, Lineup},
    standings::{LadderTerms, Standings},
    stats::{BlockBots, BlockScore, GameScore},
};

/// The number of last games of a bot in which faults that bench it are counted.
const WINDOW: usize = 30;

/// The number of digits of a version that a table shows.
const DIGITS: usize = 6;

/// The number of such faults that bench a bot.
const MOST_FAULTS: usize = 3;

/// The number of last games that bench a bot if it had a fault in each of them.
const ALL_FAULTS: usize = 10;

/// The number of different blocks of the same bots that are remembered.
const REMEMBERED: usize = 16;

/// A game of a ladder with its results. Bots are known by name, and by the order in which they first played.
#[derive(Debug, Clone)]
pub(super) struct LadderGame {
    pub(super) name: String,
    /// The settings, as [`LadderFile::settings`](super::LadderFile::settings) has them.
    pub(super) settings: String,
    variant: &'static dyn Variant,
    pub(super) shape: TableShape,
    counts: ResultCounts,
    recent: RecentBlocks,
    pub(super) meetings: Meetings,
    /// The last games of each bot, by index.
    faults: Vec<VecDeque<GameFault>>,
    /// The bots that could not play, each with the round before which that was seen, and the reason.
    pub(super) benched: BTreeMap<String, (u32, String)>,
    pub(super) last: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum GameFault {
    None,
    /// An answer that is wrong or late.
    Answer,
    /// The bot is out of order.
    Grave,
}

impl LadderGame {
    /// A game without results. It is tried with bots that are not started.
    pub(super) fn new(name: String, file: &File, registry: Registry) -> Result<Self, Trouble> {
        let plan = Plan::untried(file, registry, Seed([0; 16]))?;
        Ok(Self {
            name,
            settings: settings_of(file),
            variant: plan.variant,
            shape: TableShape {
                seats: plan.seats.into(),
                games: plan.seatings.games(plan.seats) as usize,
                is_shared: plan.variant.cooperative(),
            },
            counts: ResultCounts::default(),
            recent: RecentBlocks::default(),
            meetings: Meetings::default(),
            faults: Vec::new(),
            benched: BTreeMap::new(),
            last: None,
        })
    }

    /// The name of the table, which tells until when it was played if it `is_retired`.
    pub(super) fn table_name(&self, is_retired: bool) -> String {
        match self.last.filter(|_| is_retired) {
            Some(last) => format!("{}-until-{last}", self.name),
            None => self.name.clone(),
        }
    }

    pub(super) fn hear(&mut self, round: &FinishedRound) {
        self.last = self.last.max(Some(round.round));
        let plays = |bot: &String| round.results.iter().any(|result| result.seats.contains(bot));
        // It was started again since then. A round of another ladder may be an older one.
        self.benched.retain(|bot, (since, _)| round.origin.is_some() || round.round <= *since || !plays(bot));
        let benched = round.benched.iter().cloned();
        self.benched.extend(benched.map(|BenchedBot { bot, reason }| (bot, (round.round, reason))));
        let mut times = round.times.iter().peekable();
        for block in round.results.chunk_by(|one, other| one.block == other.block) {
            let table = |result: &GameResult| {
                let times = times.next_if(|times| times.game == result.game);
                Lineup::new(self.counts.add_result(result, times.map(|times| times.seats.as_slice())))
            };
            let tables: Vec<Lineup> = block.iter().map(table).collect();
            tables.iter().zip(block).for_each(|(table, result)| self.remember_faults(table, result));
            if block.len() == self.shape.games {
                self.hear_block(&tables, block);
            }
        }
    }

    fn remember_faults(&mut self, table: &Lineup, result: &GameResult) {
        self.faults.resize_with(self.counts.names().len(), VecDeque::new);
        for bot in table.iter().unique() {
            let own =
                result.faults.iter().filter(|fault| table.get((fault.seat as usize).wrapping_sub(1)) == Some(bot));
            let recent = &mut self.faults[bot.0];
            if recent.len() == WINDOW {
                recent.pop_front();
            }
            recent.push_back(own.map(|fault| GameFault::of(fault.fault)).max().unwrap_or(GameFault::None));
        }
    }

    fn hear_block(&mut self, tables: &[Lineup], results: &[GameResult]) {
        let games =
            tables.iter().cloned().zip(results).map(|(table, result)| GameScore { table, score: result.score() });
        let score = BlockScore { games: games.collect() };
        let bots = score.bots();
        self.meetings.add(&bots);
        let plays = self.recent.hear(bots, tables, results);
        self.counts.add_block(score, plays);
    }

    /// The reason why a bot plays the game no more; `None` if it may play.
    fn reason(&self, bot: &str) -> Option<String> {
        let known = self.benched.get(bot).map(|(_, reason)| reason.clone());
        known.or_else(|| {
            let recent = self.faults.get(self.counts.find(bot)?.0)?;
            let is_always =
                recent.len() >= ALL_FAULTS && recent.iter().rev().take(ALL_FAULTS).all(|it| *it > GameFault::None);
            match recent.iter().filter(|it| **it == GameFault::Grave).count() >= MOST_FAULTS {
                true => Some("three crashes in its last 30 games".to_owned()),
                false => is_always.then(|| "a fault in each of its last 10 games".to_owned()),
            }
        })
    }

    pub(super) fn playing<'n>(&self, present: &'n [String]) -> impl Iterator<Item = &'n String> {
        present.iter().filter(|bot| self.reason(bot).is_none())
    }

    /// The tables of the next round by names. `None` if too few bots are present.
    pub(super) fn tables(&self, present: &[String], tables: usize) -> Option<Vec<Vec<String>>> {
        let mut names: Vec<String> = self.counts.names().cloned().collect();
        let mut bots = Vec::new();
        for bot in self.playing(present) {
            bots.push(self.counts.find(bot).unwrap_or(BotIndex(names.len())));
            if bots.last() == Some(&BotIndex(names.len())) {
                names.push(bot.clone());
            }
        }
        let chosen = pairings(self.counts.blocks(), &self.meetings, names.len(), &bots, self.shape, tables);
        let table = |table: &Lineup| table.iter().map(|bot| names[bot.0].clone()).collect();
        (!chosen.is_empty()).then(|| chosen.iter().map(table).collect())
    }

    pub(super) fn standings(&self, present: &[String], leagues: &[usize]) -> Standings {
        let mut counts = self.counts.clone();
        present.iter().for_each(|name| _ = counts.index(name));
        let present: BTreeSet<&String> = present.iter().collect();
        let state = |name: &String| match present.contains(name) {
            true => self.reason(name),
            false => Some("gone".to_owned()),
        };
        let terms = LadderTerms { states: counts.names().map(state).collect(), leagues };
        let TableShape { seats, games, .. } = self.shape;
        let mut standings =
            Standings::of_ladder(self.variant, [seats, games].map(|count| count as u32), &counts, terms);
        // A version is shown only if there are two of a bot.
        let mut versions: BTreeMap<&str, u32> = BTreeMap::new();
        counts.names().for_each(|name| *versions.entry(without_version(name)).or_default() += 1);
        for row in &mut standings.bots {
            let bot = without_version(&row.name);
            let shown = if versions[bot] == 1 { bot.len() } else { bot.len() + 1 + DIGITS };
            row.shown = Some(row.name.get(..shown).unwrap_or(&row.name).to_owned());
        }
        standings
    }
}

impl GameFault {
    fn of(fault: Fault) -> Self {
        match fault {
            Fault::Flood | Fault::Crash | Fault::Deaf | Fault::NoStart | Fault::NoGreeting => Self::Grave,
            Fault::Timeout | Fault::Illegal | Fault::Unreadable => Self::Answer,
        }
    }
}

/// The last different blocks of the same bots, as hashes, each with the number of times that it was played.
#[derive(Debug, Clone, Default)]
struct RecentBlocks {
    seen: HashMap<BlockBots, VecDeque<(u64, u32)>>,
}

impl RecentBlocks {
    /// Remembers a block of these bots, ascending. Returns the number of times that it was played before, move for move. A
    /// game with a fault is no copy.
    fn hear(&mut self, bots: BlockBots, tables: &[Lineup], results: &[GameResult]) -> u32 {
        if results.iter().any(|result| result.course.is_none() || !result.faults.is_empty()) {
            return 0;
        }
        let mut hasher = DefaultHasher::new();
        tables.iter().zip(results).for_each(|(table, result)| (table, result.course).hash(&mut hasher));
        let block = hasher.finish();
        let seen = self.seen.entry(bots).or_default();
        if let Some((_, times)) = seen.iter_mut().find(|(other, _)| *other == block) {
            *times += 1;
            return *times - 1;
        }
        if seen.len() == REMEMBERED {
            seen.pop_front();
        }
        seen.push_back((block, 1));
        0
    }
}
