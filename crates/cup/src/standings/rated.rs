//! Games from any sources that are rated together. The module knows bots by name.

use std::collections::{BTreeMap, BTreeSet};

use uvi::{Points, Seed};
use uvi_games::game::{BySeat, MAX_SEATS, Score, Variant};
use uvi_match::record::Log;

use crate::{
    progress::{Copies, Fingerprint, GameResult, GameTimes, LogFacts, SeatEffort, SeatFault, SeatTimes},
    schedule::{BotIndex, Lineup},
    stats::{BlockScore, GameScore, Zero},
    terms::Ranking,
};

/// A finished game from any tournament or log. Its bots are known by name.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedGame {
    /// The names of the bots, in seat order.
    pub seats: Vec<String>,
    /// The points of each seat, or the shared score.
    pub score: Score,
    /// The reason of the end.
    pub reason: String,
    /// The faults of bots, in order.
    pub faults: Vec<SeatFault>,
    /// The effort of bots.
    pub efforts: Vec<SeatEffort>,
    /// The seed of the game. Games of the same bots with the same seed and source are a block.
    pub seed: Option<Seed>,
    /// A number for the source, which is a tournament or the folder of the log. Another source may have the same seed.
    pub source: usize,
    /// The fingerprint of the game, if known.
    pub course: Option<Fingerprint>,
    /// The times of its bots, if known.
    pub times: Option<Vec<SeatTimes>>,
}

impl RatedGame {
    /// The game of a log; bots have their names in the tournament, or else the names that they gave. `None` if the log has no result, or no score for all
    /// seats.
    pub fn read(log: &Log, source: usize) -> Option<Self> {
        let seats = log.head.seats.iter().map(|seat| seat.shown().to_owned()).collect();
        Self::of_facts(seats, &LogFacts::of(log), log.seed(), source)
    }

    /// The game with these facts, of bots with these names. `None` if it has no result, or no score for all seats.
    pub fn of_facts(seats: Vec<String>, facts: &LogFacts, seed: Option<Seed>, source: usize) -> Option<Self> {
        let result = facts.result()?;
        let score = match (&result.score, result.shared) {
            (Some(points), None) if points.len() == seats.len() => each(points)?,
            (None, Some(shared)) => Score::Shared(shared),
            (Some(_) | None, _) => return None,
        };
        let (efforts, times, course) = (facts.efforts(), facts.times(seats.len()), Some(facts.course()));
        let reason = result.reason.clone();
        Some(Self { seats, score, reason, faults: facts.faults(), efforts, seed, source, course, times })
    }

    /// A game of a tournament's results.
    pub fn of(result: GameResult, times: Option<GameTimes>, source: usize) -> Self {
        Self {
            source,
            course: result.course,
            score: result.score(),
            seats: result.seats,
            reason: result.reason,
            faults: result.faults,
            efforts: result.efforts,
            seed: Some(result.seed),
            times: times.map(|times| times.seats),
        }
    }
}

fn each(points: &[Points]) -> Option<Score> {
    let seats = u8::try_from(points.len()).ok().filter(|&seats| (1..=MAX_SEATS).contains(&seats.into()))?;
    Some(Score::Each(BySeat::new(seats, |seat| points[seat.index()])))
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
    /// The games. Those with the same bots, seed and source are a block.
    pub games: Vec<RatedGame>,
}

impl RatedGames {
    /// The names of the bots, in the order in which they first played.
    pub fn names(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let names = self.games.iter().flat_map(|game| &game.seats).map(String::as_str);
        names.filter(|&name| seen.insert(name)).collect()
    }

    /// The blocks, and the copies among them. Games of the same bots with the same seed and source are a block. Blocks
    /// are in the order of their first games.
    pub(super) fn blocks(&self, names: &[&str]) -> (Vec<BlockScore>, Copies) {
        let index: BTreeMap<&str, BotIndex> =
            names.iter().enumerate().map(|(index, &name)| (name, BotIndex(index))).collect();
        let mut places: BTreeMap<(usize, Seed, Vec<BotIndex>), usize> = BTreeMap::new();
        let mut blocks: Vec<BlockScore> = Vec::new();
        let mut courses: Vec<Vec<Option<Fingerprint>>> = Vec::new();
        for game in &self.games {
            let bots: Vec<BotIndex> = game.seats.iter().map(|name| index[name.as_str()]).collect();
            let mut company = bots.clone();
            company.sort_unstable();
            let table = Lineup::new(bots);
            let place = match game.seed {
                Some(seed) => {
                    let place = places.entry((game.source, seed, company)).or_insert(blocks.len());
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
            }
            blocks[place].games.push(GameScore { table, score: game.score.clone() });
            courses[place].push(game.course.filter(|_| game.faults.is_empty()));
        }
        let mut copies = Copies::default();
        for (place, (block, courses)) in blocks.iter().zip(courses).enumerate() {
            copies.hear(block, courses.into_iter(), &blocks[..place]);
        }
        (blocks, copies)
    }
}

impl Ranking {
    pub(super) fn zero(&self, names: &[&str]) -> Zero {
        let anchor = self.anchor.as_ref();
        let found = anchor.and_then(|(name, elo)| Some((names.iter().position(|other| other == name)?, *elo)));
        found.map_or(Zero::Mean, |(bot, elo)| Zero::Anchor { bot: BotIndex(bot), elo })
    }
}
