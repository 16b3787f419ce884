//! The input of standings: the bots, games and settings of a tournament, or of games from anywhere.

use std::sync::Arc;

use uvi_games::game::{OptionValues, Seed, Variant};

use crate::{
    plan::Plan,
    progress::{Progress, ResultCounts, Test},
    schedule::{BotIndex, Format},
    stats::{BlockCounts, Elo, PointSum},
    terms::{Ranking, SprtKeys},
};

/// The number of seeds that are tried to see if the start of a game depends on the seed.
const SEEDS: u8 = 8;

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
    pub(super) ranking: &'a Ranking,
    /// The order in which a knockout ranks the bots. Bots that share a rank are together.
    pub(super) order: Option<Vec<Vec<BotIndex>>>,
    /// The number of byes of each bot in a Swiss, and the points for a bye.
    pub(super) byes: Option<(Vec<u32>, PointSum)>,
    /// The number of blocks that a table plays in a round of a Swiss.
    pub(super) swiss: Option<u32>,
    /// The bot that runs a gauntlet alone.
    pub(super) hero: Option<usize>,
    pub(super) test: Option<(&'a Test, Option<SprtKeys>)>,
    /// The terms of a ladder, whose ranks are those of ratings.
    pub(super) ladder: Option<LadderTerms<'a>>,
}

impl<'a> Field<'a> {
    pub(super) fn of(plan: &'a Plan, progress: &'a Progress) -> Self {
        let hero = matches!(plan.format, Format::Gauntlet { heroes: 1, .. }) && plan.entrants.len() > 2;
        let swiss = if let Format::Swiss { blocks, .. } = plan.format { Some(blocks) } else { None };
        let games = plan.seatings.games(plan.seats);
        Self {
            blocks: blocks(plan, progress),
            order: progress.fixtures().shared_ranks(),
            byes: byes(plan, progress),
            swiss,
            hero: hero.then_some(0),
            test: progress.test().map(|test| (test, plan.sprt)),
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
            names: counts.names().map(String::as_str).collect(),
            games,
            blocks: counts.shared_blocks(),
            counts,
            ranking,
            order: None,
            byes: None,
            swiss: None,
            hero: None,
            test: None,
            ladder: None,
        }
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

/// The terms by which a ladder ranks its bots.
#[derive(Debug, Clone)]
pub(crate) struct LadderTerms<'a> {
    /// The state of each bot: `None` if it plays, `gone`, or the reason why it plays no more.
    pub(crate) states: Vec<Option<String>>,
    /// The last rank of each league.
    pub(crate) leagues: &'a [usize],
}

impl LadderTerms<'_> {
    pub(super) fn plays(&self) -> Vec<bool> {
        self.states.iter().map(Option::is_none).collect()
    }

    /// All bots, those that play first, and the best first. A bot without a value comes last.
    pub(super) fn order(&self, value: impl Fn(usize) -> Option<f64>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.states.len()).collect();
        let value = |bot: usize| value(bot).unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|&one, &other| {
            let is_out = |bot: usize| self.states[bot].is_some();
            is_out(one).cmp(&is_out(other)).then(value(other).total_cmp(&value(one)))
        });
        order
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
