//! Games from wherever, which are rated together.

use std::collections::{BTreeMap, BTreeSet};

use uvi::{Points, Seed};
use uvi_games::game::{BySeat, MAX_SEATS, Score, Variant};
use uvi_match::record::Log;

use crate::{
    progress::{Copies, Facts, Fingerprint, GameResult, GameTimes, SeatEffort, SeatFault, SeatTimes},
    schedule::{BotIndex, Lineup},
    stats::{BlockScore, GameScore, Zero},
    terms::Ranking,
};

/// A finished game of bots that are known by their names, of whatever tournament.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedGame {
    /// The names of the bots, in seat order.
    pub seats: Vec<String>,
    /// For each seat, or shared.
    pub score: Score,
    /// Why it ended.
    pub reason: String,
    /// What bots did wrong, in order.
    pub faults: Vec<SeatFault>,
    /// What bots needed for their answers.
    pub efforts: Vec<SeatEffort>,
    /// Its seed; games of the same bots over one seed are a block, where they have one source.
    pub seed: Option<Seed>,
    /// The tournament that it is of, or the folder of its log, by a number: another tournament may have the same seed.
    pub source: usize,
    /// What it was, move for move, where that is known.
    pub course: Option<Fingerprint>,
    /// How long its bots took, where that is known.
    pub times: Option<Vec<SeatTimes>>,
}

impl RatedGame {
    /// The game of a log, whose bots go by the names that they gave; `None` if it has no result, or no score.
    pub fn read(log: &Log, source: usize) -> Option<Self> {
        let result = log.result()?;
        let seats: Vec<String> = log.head.seats.iter().map(|seat| seat.shown().to_owned()).collect();
        let score = match (&result.score, result.shared) {
            (Some(points), None) if points.len() == seats.len() => each(points)?,
            (None, Some(shared)) => Score::Shared(shared),
            (Some(_) | None, _) => return None,
        };
        let facts = Facts::of(log);
        let (efforts, times, course) = (facts.efforts(), facts.times(seats.len()), Some(facts.course()));
        let (reason, seed) = (result.reason.clone(), log.seed());
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

/// Games that are rated together.
#[derive(Debug, Clone)]
pub struct Rated {
    /// All games are of this one.
    pub variant: &'static dyn Variant,
    /// Its rule options that are not the defaults.
    pub options: BTreeMap<String, String>,
    /// How many seats a table has.
    pub seats: u8,
    /// Those over one seed are a block.
    pub games: Vec<RatedGame>,
}

impl Rated {
    /// The names of the bots, in the order in which they first played.
    pub fn names(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let names = self.games.iter().flat_map(|game| &game.seats).map(String::as_str);
        names.filter(|&name| seen.insert(name)).collect()
    }

    /// The games of the same bots over one seed of one source together, in the order in which the first of each stands;
    /// and which of these blocks are copies of others.
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
                    // No two games of a block have the same seating.
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
