//! Games from any sources that are rated together. The module knows bots by name.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use itertools::Itertools as _;
use uvi::Seed;
use uvi_games::game::{OptionValues, Variant};
use uvi_match::record::TournamentGame;

use super::field::has_luck;
use crate::{
    progress::{Copies, Fingerprint, GameResult, LogFacts, ResultCounts, SeatTimes},
    schedule::{BotIndex, Lineup},
    stats::{BlockCounts, BlockScore, GameScore, Zero},
    terms::Ranking,
};

/// A finished game from any tournament or log. Its bots are known by name.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedGame {
    /// A number for the source, which is a tournament or the folder of the log. Another source may have the same seed.
    pub source: usize,
    /// The result. Games of the same bots with the same seed and source are a block.
    pub result: GameResult,
    /// The times of its bots, if known.
    pub times: Option<Vec<SeatTimes>>,
}

impl RatedGame {
    /// The game of a log; bots have their names in the tournament, or else the names that they gave. `None` if the log
    /// has no result, or no score for all seats.
    pub fn of(facts: &LogFacts, source: usize) -> Option<Self> {
        let place = TournamentGame { block: 1, round: 1, game: 1, opening: None };
        Some(Self { source, result: GameResult::at(place, facts.names(), facts).ok()?, times: facts.times() })
    }
}

/// Games of one variant that are rated together.
#[derive(Debug, Clone)]
pub struct RatedGames {
    /// The variant of all games.
    pub variant: &'static dyn Variant,
    /// The rule options that are not the defaults.
    pub options: BTreeMap<String, String>,
    /// The number of seats of a table.
    pub seats: u8,
    /// The bots of the tournaments, in the order of their plans. Other bots follow in the order in which they first played.
    pub bots: Vec<String>,
    /// The games. Those with the same bots, seed and source are a block, and those with the same seed and source a deal.
    pub games: Vec<RatedGame>,
    /// True if some games are of a tournament that a sequential test could end.
    pub tested: bool,
}

impl RatedGames {
    /// No games of this variant with these options.
    pub fn new(variant: &'static dyn Variant, options: &OptionValues, seats: u8) -> Self {
        let options = options.changed().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { variant, options, seats, bots: Vec::new(), games: Vec::new(), tested: false }
    }

    /// The names of the bots that played, those of `bots` first.
    pub fn names(&self) -> Vec<&str> {
        let seats = || self.games.iter().flat_map(|game| &game.result.seats).map(String::as_str);
        let played: BTreeSet<&str> = seats().collect();
        let planned = self.bots.iter().map(String::as_str).filter(|name| played.contains(name));
        planned.chain(seats()).unique().collect()
    }

    /// The games, counted, with the blocks in their deals, and the number of copies. Games of the
    /// same bots with the same seed and source are a block.
    pub(super) fn counts(&self) -> (ResultCounts, Arc<BlockCounts>, u32) {
        let mut counts = ResultCounts::of(self.names().into_iter().map(str::to_owned));
        let mut places: BTreeMap<(usize, Seed, Vec<BotIndex>), usize> = BTreeMap::new();
        let mut blocks: Vec<BlockScore> = Vec::new();
        let mut courses: Vec<Vec<Option<Fingerprint>>> = Vec::new();
        // The source and seed of each block. A game without a seed has luck of its own.
        let mut deals: Vec<(usize, Result<Seed, usize>)> = Vec::new();
        for RatedGame { source, result, times } in &self.games {
            let bots = counts.add_result(result, times.as_deref());
            let mut company = bots.clone();
            company.sort_unstable();
            let table = Lineup::new(bots);
            let place = match result.seed {
                Some(seed) => {
                    let place = places.entry((*source, seed, company)).or_insert(blocks.len());
                    // A repeated seating begins a new block, because the games of a block differ in the seating.
                    if blocks.get(*place).is_some_and(|block| block.games.iter().any(|game| game.table == table)) {
                        *place = blocks.len();
                    }
                    *place
                }
                None => blocks.len(),
            };
            if place == blocks.len() {
                blocks.push(BlockScore { games: Vec::new() });
                courses.push(Vec::new());
                deals.push((*source, result.seed.ok_or(place)));
            }
            blocks[place].games.push(GameScore { table, score: result.score() });
            courses[place].push(result.course.filter(|_| result.faults.is_empty()));
        }
        let mut copies = Copies::default();
        let mut independent = Vec::new();
        for (place, (block, courses)) in blocks.iter().zip(courses).enumerate() {
            let plays = copies.hear(block, courses.into_iter(), &blocks[..place]);
            counts.add_block(block.clone(), plays);
            independent.extend((plays == 0).then_some(deals[place]));
        }
        let mut counted = counts.shared_blocks();
        if self.has_luck() {
            let dealt = independent.into_iter().zip(copies.pooled().unwrap_or(&blocks));
            counted = Arc::new(Arc::unwrap_or_clone(counted).with_deals(dealt));
        }
        if self.tested {
            counted = Arc::new(Arc::unwrap_or_clone(counted).tested());
        }
        (counts, counted, copies.many)
    }

    /// True if games with different seeds may differ by luck or openings.
    fn has_luck(&self) -> bool {
        let openings = self.games.iter().filter_map(|game| game.result.opening.as_deref()).unique().count();
        let options = self.options.clone().into_iter().collect::<Vec<(String, String)>>();
        let options = OptionValues::with(self.variant.options(), &options);
        options.map_or(true, |options| has_luck(self.variant, &options, self.seats, openings))
    }
}

impl Ranking {
    pub(super) fn zero(&self, names: &[&str]) -> Zero {
        let anchor = self.anchor.as_ref();
        let found = anchor.and_then(|(name, elo)| Some((names.iter().position(|other| other == name)?, *elo)));
        found.map_or(Zero::Mean, |(bot, elo)| Zero::Anchor { bot: BotIndex(bot), elo })
    }
}
