//! The input of standings: the bots, games and settings of a tournament, or of games from anywhere.

use std::{collections::BTreeMap, fmt, sync::Arc};

use schemars::JsonSchema;
use serde::Serialize;
use uvi_games::game::{OptionValues, Seed, Variant};

use super::{game_counts::CopiedGames, ladder_terms::LadderTerms};
use crate::{
    plan::Plan,
    progress::{GameResult, Lead, Progress, ResultCounts, Test},
    schedule::{BotIndex, Bracket, Format, SeedDecision, Stake},
    stats::{BlockCounts, Elo, Estimate, PointSum},
    terms::{Ranking, SprtKeys},
};

/// The number of seeds that are tried to see if the start of a game depends on the seed.
const SEEDS: u8 = 8;

/// A table of a knockout whose bots were level after all its blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BySeed")]
pub struct LevelTable {
    /// The round, from 1.
    pub round: u32,
    /// The bots that advanced, or won, by their places in the bracket.
    pub through: Vec<String>,
    /// The bots with equal points that did not. In a double elimination they may still play in the lower bracket.
    pub out: Vec<String>,
    /// The question that the table decided.
    pub stake: Stake,
}

/// The outcome: `b1 through, b2 to the lower bracket`.
impl fmt::Display for LevelTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (through, out) = (self.through.join(", "), self.out.join(", "));
        match self.stake {
            Stake::Advance => write!(f, "{through} through, {out} out"),
            Stake::LowerBracket => write!(f, "{through} through, {out} to the lower bracket"),
            Stake::Semifinal => write!(f, "{through} to the final, {out} to the match for the third place"),
            Stake::ThirdPlace => write!(f, "{through} third, before {out}"),
            Stake::Final => write!(f, "{through} first, before {out}"),
        }
    }
}

/// All data that standings are computed from.
#[derive(Debug)]
pub(super) struct Field<'a> {
    pub(super) variant: &'static dyn Variant,
    pub(super) seats: u8,
    pub(super) names: Vec<&'a str>,
    /// The number of games of a block.
    pub(super) games: u32,
    pub(super) counts: &'a ResultCounts,
    /// The finished blocks, without copies.
    pub(super) blocks: Arc<BlockCounts>,
    pub(super) copied: Option<CopiedGames>,
    pub(super) ranking: &'a Ranking,
    /// The order in which a knockout ranks the bots. Bots that share a rank are together.
    pub(super) order: Option<Vec<Vec<usize>>>,
    /// The number of byes of each bot in a Swiss, and the points for a bye.
    pub(super) byes: Option<(Vec<u32>, PointSum)>,
    /// The number of blocks that a table plays in a round of a Swiss.
    pub(super) swiss: Option<u32>,
    pub(super) by_seed: Vec<LevelTable>,
    /// The bot that runs a gauntlet alone.
    pub(super) hero: Option<usize>,
    pub(super) test: Option<(&'a Test, Option<SprtKeys>)>,
    /// The lead of the first bot. `None` for games from several tournaments.
    pub(super) lead: Option<Estimate>,
    /// The terms of a ladder, whose ranks are those of ratings.
    pub(super) ladder: Option<LadderTerms<'a>>,
}

impl<'a> Field<'a> {
    pub(super) fn of(plan: &'a Plan, progress: &'a Progress) -> Self {
        let hero = matches!(plan.format, Format::Gauntlet { heroes: 1, .. }) && plan.entrants.len() > 2;
        let swiss = if let Format::Swiss { blocks, .. } = plan.format { Some(blocks) } else { None };
        let order = progress.fixtures().ranking().filter(|_| swiss.is_none());
        let by_seed = by_seed(plan, progress);
        // The lead is of interest if it is tested, or if two bots play a round robin or gauntlet.
        let is_compared = plan.lead.is_some() || plan.format.takes_bots() && plan.entrants.len() == 2;
        let games = plan.seatings.games(plan.seats);
        Self {
            blocks: blocks(plan, progress),
            copied: CopiedGames::among(progress.copies(), progress.counts().blocks()),
            order: order.map(|order| out_together(plan, &progress.held().results, &by_seed, order)),
            by_seed,
            byes: byes(plan, progress),
            swiss,
            hero: hero.then_some(0),
            test: progress.test().map(|test| (test, plan.sprt)),
            lead: is_compared.then(|| Lead::of_progress(plan, progress).estimate()).flatten(),
            ..Self::counted(plan.variant, plan.seats, games, progress.counts(), &plan.ranking)
        }
    }

    /// Games of bots that meet in no tournament, in blocks of `games` games.
    pub(super) fn counted(
        variant: &'static dyn Variant,
        seats: u8,
        games: u32,
        counts: &'a ResultCounts,
        ranking: &'a Ranking,
    ) -> Self {
        Self {
            variant,
            seats,
            names: counts.names().iter().map(String::as_str).collect(),
            games,
            blocks: counts.shared_blocks(),
            counts,
            copied: None,
            ranking,
            order: None,
            byes: None,
            swiss: None,
            by_seed: Vec::new(),
            hero: None,
            test: None,
            lead: None,
            ladder: None,
        }
    }

    /// The finished blocks, without copies.
    pub(super) fn blocks(&self) -> &BlockCounts {
        &self.blocks
    }

    /// The first bot's strength by a sequential test of Elo.
    pub(super) fn tested(&self) -> Option<Elo> {
        match self.test {
            Some((Test::Sprt(test), _)) => test.elo(),
            Some((Test::Lead(_), _)) | None => None,
        }
    }

    /// True if two seats play against each other.
    pub(super) fn two_sided(&self) -> bool {
        self.seats == 2 && !self.variant.cooperative()
    }
}

/// The finished blocks of a tournament, without copies. They share deals if games of different deals differ. A test of the
/// lead may have ended them; the Elo of an SPRT is corrected for its end, so that its intervals hold.
fn blocks(plan: &Plan, progress: &Progress) -> Arc<BlockCounts> {
    let mut blocks = progress.counts().shared_blocks();
    let options = OptionValues::with(plan.variant.options(), &plan.options).ok();
    let has_luck = |options: &OptionValues| has_luck(plan.variant, options, plan.seats, plan.openings.len());
    if options.as_ref().is_none_or(has_luck) {
        blocks = Arc::new(Arc::unwrap_or_clone(blocks).with_deals(progress.dealt()));
    }
    match progress.test() {
        Some(Test::Lead(_)) => Arc::new(Arc::unwrap_or_clone(blocks).tested()),
        Some(Test::Sprt(_)) | None => blocks,
    }
}

/// True if games of two deals differ: by chance events, by their openings, or by a start that a seed decides.
pub(super) fn has_luck(variant: &dyn Variant, options: &OptionValues, seats: u8, openings: usize) -> bool {
    let start = |byte: u8| variant.start(options, seats, &Seed([byte; 16])).ok().map(|table| table.position());
    openings > 1 || variant.chance() || (1..SEEDS).any(|byte| start(byte) != start(0))
}

/// The number of byes of each bot of a Swiss in whole rounds, and the points for a bye. `None` for other formats, and
/// if the number of bots needs no byes.
fn byes(plan: &Plan, progress: &Progress) -> Option<(Vec<u32>, PointSum)> {
    let Format::Swiss { blocks, .. } = plan.format else { return None };
    let (bots, seats) = (plan.entrants.len(), usize::from(plan.seats));
    let worth = progress.fixtures().bye_worth().filter(|_| !bots.is_multiple_of(seats))?;
    let games = blocks.saturating_mul(plan.seatings.games(plan.seats)) as usize * (bots / seats);
    let results = &progress.held().results;
    let mut counts = vec![0; bots];
    for bye in progress.fixtures().byes() {
        if results.iter().filter(|result| result.round == bye.round).count() >= games {
            counts[bye.bot.0] += 1;
        }
    }
    Some((counts, worth))
}

/// The points of each bot of a table, and the number of games that gave them.
type Sums<'a> = BTreeMap<&'a str, (PointSum, u32)>;

/// The scores of the tables of a knockout, by round and sorted names.
fn tables(results: &[GameResult]) -> BTreeMap<(u32, Vec<&str>), Sums<'_>> {
    let mut tables: BTreeMap<(u32, Vec<&str>), Sums<'_>> = BTreeMap::new();
    for result in results {
        let mut company: Vec<&str> = result.seats.iter().map(String::as_str).collect();
        company.sort_unstable();
        let points = tables.entry((result.round, company)).or_default();
        for (name, &more) in result.seats.iter().zip(result.score.iter().flatten()) {
            let (sum, games) = points.entry(name).or_default();
            *sum += PointSum::of(more).unwrap_or(PointSum::ZERO);
            *games += 1;
        }
    }
    tables
}

/// The tables of a knockout that places in the bracket decided.
fn by_seed(plan: &Plan, progress: &Progress) -> Vec<LevelTable> {
    let names = |bots: &[BotIndex]| bots.iter().map(|&bot| plan.entrant(bot).name.clone()).collect();
    let table = |SeedDecision { round, ahead, behind, stake }| LevelTable {
        round,
        through: names(&ahead),
        out: names(&behind),
        stake,
    };
    progress.fixtures().decided_by_seed().into_iter().map(table).collect()
}

/// The order of a knockout, in groups that share a rank: bots that went out in the same round with equal points of a
/// game. The bracket parts level bots of a table, and the final from the match for the third place.
fn out_together(plan: &Plan, results: &[GameResult], by_seed: &[LevelTable], order: Vec<BotIndex>) -> Vec<Vec<usize>> {
    let mut last: BTreeMap<&str, (u32, (PointSum, u32))> = BTreeMap::new();
    let tables = tables(results);
    for ((round, company), points) in &tables {
        for &name in company {
            let points = points.get(name).copied().unwrap_or_default();
            last.insert(name, (*round, points));
        }
    }
    let third_place = matches!(plan.format, Format::Knockout { bracket: Bracket::ThirdPlace, .. });
    let last_round = tables.keys().map(|(round, _)| *round).max().filter(|_| third_place);
    let name = |bot: usize| plan.entrants[bot].name.as_str();
    let of = |bot: usize| last.get(name(bot));
    let is_parted = |round: u32, bots: [usize; 2]| {
        let has = |side: &[String], bot: usize| side.iter().any(|other| other == name(bot));
        let parts =
            |[ahead, behind]: [usize; 2], table: &LevelTable| has(&table.through, ahead) && has(&table.out, behind);
        let tables = || by_seed.iter().filter(|table| table.round == round);
        tables().any(|table| parts(bots, table) || parts([bots[1], bots[0]], table))
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for BotIndex(bot) in order {
        let alike = |&other: &usize| match (of(bot), of(other)) {
            (Some(&(round, one)), Some(&(last, points))) => {
                round == last
                    && PointSum::compare_means(one, points).is_eq()
                    && Some(round) != last_round
                    && !is_parted(round, [bot, other])
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
