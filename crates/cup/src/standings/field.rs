//! Whose games standings are of, wherever they were played.

use std::collections::{BTreeMap, BTreeSet};

use uvi::{Points, Seed};
use uvi_games::game::{BySeat, MAX_SEATS, Score, Variant};
use uvi_match::record::Log;

use super::{BySeed, Copied, TieBreak, ends::loser};
use crate::{
    copies::{Copies, Fingerprint},
    effort::SeatEffort,
    facts::Facts,
    file::SprtKeys,
    lead::Lead,
    plan::Plan,
    progress::Progress,
    result::{GameResult, GameTimes, SeatFault, SeatTimes},
    schedule::{BotIndex, Bracket, Format, Lineup},
    stats::{BlockScore, Estimate, GameScore, PointSum, Zero},
    test::Test,
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

/// How standings are ranked and what ratings are counted from, where people have chosen that.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranking {
    /// What decides between bots with the same score, the first first; the usual ones where there are none.
    pub tie_breaks: Vec<TieBreak>,
    /// A bot, by its name, and the rating that it has.
    pub anchor: Option<(String, f64)>,
}

impl Ranking {
    pub(super) fn zero(&self, names: &[&str]) -> Zero {
        let anchor = self.anchor.as_ref();
        let found = anchor.and_then(|(name, elo)| Some((names.iter().position(|other| other == name)?, *elo)));
        found.map_or(Zero::Mean, |(bot, elo)| Zero::Anchor { bot: BotIndex(bot), elo })
    }
}

/// What is told of a finished game beside its score.
#[derive(Debug, Clone, Copy)]
pub(super) struct Told<'a> {
    pub(super) seats: &'a [String],
    pub(super) reason: &'a str,
    /// Who of two had fewer points.
    pub(super) loser: Option<&'a str>,
    pub(super) faults: &'a [SeatFault],
    pub(super) efforts: &'a [SeatEffort],
    pub(super) times: Option<&'a [SeatTimes]>,
}

/// All that standings follow from.
#[derive(Debug)]
pub(super) struct Field<'a> {
    pub(super) variant: &'static dyn Variant,
    pub(super) seats: u8,
    pub(super) names: Vec<&'a str>,
    /// How many games a block has.
    pub(super) games: u32,
    /// The blocks, copies put together.
    pub(super) blocks: &'a [BlockScore],
    /// How many blocks were played, copies among them.
    pub(super) played: u32,
    pub(super) copied: Option<Copied>,
    pub(super) told: Vec<Told<'a>>,
    pub(super) ranking: &'a Ranking,
    /// The order in which a knockout ranks the bots, those who share a rank together.
    pub(super) order: Option<Vec<Vec<usize>>>,
    /// How often each bot of a Swiss had a bye, and what one is worth.
    pub(super) byes: Option<(Vec<u32>, PointSum)>,
    pub(super) is_swiss: bool,
    pub(super) by_seed: Vec<BySeed>,
    /// The bot that runs a gauntlet alone.
    pub(super) hero: Option<usize>,
    pub(super) test: Option<(&'a Test, Option<SprtKeys>)>,
    /// By how much the first bot is ahead, where it is one tournament.
    pub(super) lead: Option<Estimate>,
}

impl<'a> Field<'a> {
    pub(super) fn of(plan: &'a Plan, progress: &'a Progress) -> Self {
        let held = progress.held();
        let mut times = held.times.iter().peekable();
        let told = held.results.iter().map(|result| {
            let times = times.next_if(|times| times.game == result.game);
            Told {
                seats: &result.seats,
                reason: &result.reason,
                loser: loser(&result.seats, &result.score()),
                faults: &result.faults,
                efforts: &result.efforts,
                times: times.map(|times| times.seats.as_slice()),
            }
        });
        let hero = matches!(plan.format, Format::Gauntlet { heroes: 1, .. }) && plan.entrants.len() > 2;
        let is_swiss = matches!(plan.format, Format::Swiss { .. });
        let order = progress.ranking().filter(|_| !is_swiss);
        Self {
            variant: plan.variant,
            seats: plan.seats,
            names: plan.entrants.iter().map(|entrant| entrant.name.as_str()).collect(),
            games: plan.seatings.games(plan.seats),
            blocks: progress.independent(),
            played: progress.scores().len() as u32,
            copied: Copied::of(progress),
            told: told.collect(),
            ranking: &plan.ranking,
            by_seed: by_seed(plan, progress),
            order: order.map(|order| out_together(plan, &held.results, order)),
            byes: byes(plan, progress),
            is_swiss,
            hero: hero.then_some(0),
            test: progress.test().map(|test| (test, plan.sprt)),
            lead: is_compared(plan).then(|| Lead::of_progress(plan, progress).estimate()).flatten(),
        }
    }

    pub(super) fn rated(
        rated: &'a Rated,
        names: Vec<&'a str>,
        blocks: &'a [BlockScore],
        copies: &'a Copies,
        ranking: &'a Ranking,
    ) -> Self {
        let independent = copies.pooled().unwrap_or(blocks);
        let told = rated.games.iter().map(|game| Told {
            seats: &game.seats,
            reason: &game.reason,
            loser: loser(&game.seats, &game.score),
            faults: &game.faults,
            efforts: &game.efforts,
            times: game.times.as_deref(),
        });
        Self {
            variant: rated.variant,
            seats: rated.seats,
            names,
            games: u32::from(rated.seats),
            blocks: independent,
            played: blocks.len() as u32,
            copied: Copied::among(copies.many(), blocks, independent),
            told: told.collect(),
            ranking,
            order: None,
            byes: None,
            is_swiss: false,
            by_seed: Vec::new(),
            hero: None,
            test: None,
            lead: None,
        }
    }

    /// Whether two seats play against each other.
    pub(super) fn two_sided(&self) -> bool {
        self.seats == 2 && !self.variant.cooperative()
    }
}

/// Whether anybody wants to know by how much the first bot is ahead: where that is tested, or where there is one other to
/// be ahead of.
fn is_compared(plan: &Plan) -> bool {
    plan.lead.is_some() || plan.format.takes_bots() && plan.entrants.len() == 2
}

/// How often each bot of a Swiss had a bye in the rounds that are whole, and what one is worth. `None` for other formats,
/// and where nobody ever has one.
fn byes(plan: &Plan, progress: &Progress) -> Option<(Vec<u32>, PointSum)> {
    let Format::Swiss { blocks, .. } = plan.format else { return None };
    let (bots, seats) = (plan.entrants.len(), usize::from(plan.seats));
    let worth = progress.bye_worth().filter(|_| !bots.is_multiple_of(seats))?;
    let games = blocks.saturating_mul(plan.seatings.games(plan.seats)) as usize * (bots / seats);
    let results = &progress.held().results;
    let mut counts = vec![0; bots];
    for bye in progress.byes() {
        if results.iter().filter(|result| result.round == bye.round).count() >= games {
            counts[bye.bot.0] += 1;
        }
    }
    Some((counts, worth))
}

/// The points of each bot of a table.
type Sums<'a> = BTreeMap<&'a str, PointSum>;

/// What the tables of a knockout scored, by round and company.
fn tables(results: &[GameResult]) -> BTreeMap<(u32, Vec<&str>), Sums<'_>> {
    let mut tables: BTreeMap<(u32, Vec<&str>), Sums<'_>> = BTreeMap::new();
    for result in results {
        let mut company: Vec<&str> = result.seats.iter().map(String::as_str).collect();
        company.sort_unstable();
        let points = tables.entry((result.round, company)).or_default();
        for (name, &more) in result.seats.iter().zip(result.score.iter().flatten()) {
            *points.entry(name).or_default() += PointSum::of(more).unwrap_or(PointSum::ZERO);
        }
    }
    tables
}

/// The tables of a knockout that the better seed decided.
fn by_seed(plan: &Plan, progress: &Progress) -> Vec<BySeed> {
    let names = |bots: &[BotIndex]| bots.iter().map(|&bot| plan.entrant(bot).name.clone()).collect();
    let decisions = progress.decided_by_seed().into_iter();
    decisions.map(|it| BySeed { round: it.round, through: names(&it.ahead), out: names(&it.behind) }).collect()
}

/// The order of a knockout, in which those share a rank who went out in the same round with as many points, at different
/// tables; but those of the final and of the match for the third place share none.
fn out_together(plan: &Plan, results: &[GameResult], order: Vec<usize>) -> Vec<Vec<usize>> {
    let mut last: BTreeMap<&str, (u32, &[&str], PointSum)> = BTreeMap::new();
    let tables = tables(results);
    for ((round, company), points) in &tables {
        for &name in company {
            let points = points.get(name).copied().unwrap_or_default();
            last.insert(name, (*round, company, points));
        }
    }
    let third_place = matches!(plan.format, Format::Knockout { bracket: Bracket::ThirdPlace, .. });
    let last_round = tables.keys().map(|(round, _)| *round).max().filter(|_| third_place);
    let of = |bot: usize| last.get(plan.entrants[bot].name.as_str());
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for bot in order {
        let alike = |&other: &usize| match (of(bot), of(other)) {
            (Some(one), Some(other)) => {
                one.0 == other.0 && one.2 == other.2 && one.1 != other.1 && Some(one.0) != last_round
            }
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        match groups.last_mut() {
            Some(group) if group.iter().all(alike) => group.push(bot),
            _ => groups.push(vec![bot]),
        }
    }
    groups
}
