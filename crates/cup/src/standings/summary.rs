//! The standings as a value, and their computation.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use uvi_games::game::Variant;
use uvi_match::record::schema_of;

use super::{
    bot_row::BotRow,
    field::{Field, LadderTerms},
    game_counts::{CopiedGames, EndRow},
    pair_row::{Duel, PairRow},
    rated::RatedGames,
    ties::{Ranks, Ties, split},
};
use crate::{
    plan::Plan,
    progress::{Lead, Progress, ResultCounts},
    schedule::{BotIndex, SeedDecision},
    stats::{
        Comparisons, CrossTable, Effects, Estimate, MOST_LETTERS, Partners, Tally, Zero, mean_score, ratings,
        seat_shares,
    },
    terms::{Ranking, TieBreak},
};

/// The most bots for tables of each bot with each.
const MOST_SQUARE: usize = 100;

/// The most bots of a ladder in a partner matrix.
const MOST_PARTNERS: usize = 20;

const MOST_PAIRS: usize = 5000;

/// The standings of a tournament.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct Standings {
    /// The word of the variant.
    pub variant: String,
    /// The rule options that are not the defaults, if the games come from several places.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The number of seats of a table.
    pub seats: u8,
    /// The number of games that are counted: those of whole blocks.
    pub games: u32,
    /// The number of blocks that are counted.
    pub blocks: u32,
    /// The copied games, if there are any.
    pub copies: Option<CopiedGames>,
    /// The number of deals, if blocks share them: blocks with the same luck or opening, which intervals count as one.
    pub deals: Option<u32>,
    /// True if a sequential test may have ended the games, so that intervals are made to hold at any time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sequential: bool,
    /// The bots, best first.
    pub bots: Vec<BotRow>,
    /// The tie-breaks between bots with the same score, in the order of use; empty if the format itself ranks the bots.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieBreak>,
    /// The bot from which ratings are counted, and its rating.
    pub anchor: Option<(String, f64)>,
    /// The bot that runs a gauntlet alone.
    pub hero: Option<String>,
    /// The tables of a knockout that places in the bracket decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_seed: Vec<SeedDecision<String>>,
    /// The pairs of bots that met, in the order of `bots`; left out for a duel, and for more than 5000 pairs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<PairRow>,
    /// The parts that are left out because there are too many bots, in English.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The first bot against the second, if the tournament has just two bots, at two seats.
    pub duel: Option<Duel>,
    /// For each two bots, the numbers of games in which the first had more points, as many, and fewer, in the order of
    /// `bots`; `null` for two that did not meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cross_table: Vec<Vec<Option<[u32; 3]>>>,
    /// For each two bots, the likelihood that the first is the stronger one, by the ratings, in the order of `bots`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub superiority: Vec<Vec<Option<f64>>>,
    /// The share of the points of each seat, whatever bot sat there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seat_shares: Vec<Option<Estimate>>,
    /// The mean of the score that all seats share.
    pub mean_score: Option<Estimate>,
    /// The mean score of each bot with each, in the order of `bots`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub partners: Vec<Vec<Option<f64>>>,
    /// The bot of the lead: the first of the plan. If all seats share a score, the second bot follows, with which it is
    /// compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lead_of: Vec<String>,
    /// The lead of the first bot of the plan over an equal share of the points. If all seats share a score, the points
    /// are those that the first and the second bot score beside the same partners. The interval may be looked at any
    /// time.
    pub lead: Option<Estimate>,
    /// The reasons of ends, with the number of games.
    pub reasons: BTreeMap<String, u32>,
    /// The same with the losers, if two seats play against each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<EndRow>,
}

impl Standings {
    /// The JSON Schema of standings.
    pub fn schema() -> String {
        schema_of::<Self>("The standings of an Arbiter tournament, version 1")
    }

    /// The standings of a tournament with this progress.
    pub fn of(plan: &Plan, progress: &Progress) -> Self {
        // The lead is of interest if it is tested, or if two bots play a round robin or gauntlet.
        let is_compared = plan.lead.is_some() || plan.format.takes_bots() && plan.entrants.len() == 2;
        let lead = is_compared.then(|| Lead::of_progress(plan, progress).estimate()).flatten();
        let compared = if plan.variant.cooperative() { 2 } else { 1 };
        let name = |bot: BotIndex| plan.entrant(bot).name.clone();
        let by_seed = progress.fixtures().decided_by_seed();
        Self {
            copies: CopiedGames::among(progress.copies(), progress.counts().blocks()),
            sequential: progress.test().is_some(),
            by_seed: by_seed.into_iter().map(|decision| decision.map(name)).collect(),
            lead_of: BotIndex::all(plan.entrants.len()).take(compared).filter(|_| lead.is_some()).map(name).collect(),
            lead,
            ..Self::make(&Field::of(plan, progress))
        }
    }

    /// The standings of games from any sources, played by the same rules.
    pub fn rate(rated: &RatedGames, ranking: &Ranking) -> Self {
        let (counts, blocks, copies) = rated.counts();
        let copies = CopiedGames::among(copies, counts.blocks());
        // Shorter blocks are those of tournaments that were stopped.
        let games = counts.blocks().iter().map(|kind| kind.score.games.len() as u32).max().unwrap_or(1);
        let field = Field::counted(rated.variant, rated.seats, games, &counts, ranking);
        let (options, sequential) = (rated.options.clone(), rated.tested);
        Self { options, copies, sequential, ..Self::make(&Field { blocks, ..field }) }
    }

    /// The standings of a game of a ladder. `counts` has the bots of `terms`, and blocks of `games` games.
    pub(crate) fn of_ladder(
        variant: &'static dyn Variant,
        [seats, games]: [u32; 2],
        counts: &ResultCounts,
        terms: LadderTerms<'_>,
    ) -> Self {
        let ranking = Ranking::default();
        let field = Field::counted(variant, seats as u8, games, counts, &ranking);
        Self::make(&Field { ladder: Some(terms), ..field })
    }

    fn make(field: &Field<'_>) -> Self {
        let is_shared = field.variant.cooperative();
        let anchor = field.ranking.anchor.clone();
        let mut standings = Self {
            variant: field.variant.word().to_owned(),
            seats: field.seats,
            games: field.blocks.count_of_games(),
            blocks: field.counts.played,
            deals: if field.blocks.is_one_deal() { Some(1) } else { field.blocks.count_of_deals() }
                .map(|deals| deals as u32),
            anchor: anchor.filter(|(name, _)| !is_shared && field.names.contains(&name.as_str())),
            hero: field.hero.map(|hero| field.names[hero].to_owned()),
            reasons: field.counts.ends.iter().map(|(reason, end)| (reason.clone(), end.games)).collect(),
            ends: if field.two_sided() { EndRow::all(field.counts) } else { Vec::new() },
            ..Self::default()
        };
        if is_shared {
            standings.share_score(field)
        } else {
            standings.compete(field)
        }
        standings
    }

    /// Lists the bots by groups that share a rank, best first.
    fn list(&mut self, field: &Field<'_>, groups: &[Vec<usize>], row: impl Fn(usize) -> BotRow) {
        for group in groups {
            let (rank, tied) = (Some(self.bots.len() + 1), group.len() > 1);
            self.bots.extend(group.iter().map(|&bot| {
                let mut row = BotRow { rank, tied, name: field.names[bot].to_owned(), ..row(bot) };
                row.note(&field.counts.bots[bot]);
                row
            }));
        }
    }

    /// A table of each bot with each, in this order. If there are too many bots, it is empty and `left_out` says so.
    fn square<T>(&mut self, what: &str, order: &[usize], cell: impl Fn(BotIndex, BotIndex) -> T) -> Vec<Vec<T>> {
        if order.len() > MOST_SQUARE {
            self.left_out.push(format!("the {what} of more than {MOST_SQUARE} bots"));
            return Vec::new();
        }
        order.iter().map(|&one| order.iter().map(|&other| cell(BotIndex(one), BotIndex(other))).collect()).collect()
    }

    fn compete(&mut self, field: &Field<'_>) {
        let (blocks, bots) = (&field.blocks, field.names.len());
        let is_duel = field.two_sided() && bots == 2;
        let mut tallies = Tally::all(bots, blocks);
        // A test that stops when the share looks good finds it better than it is.
        if let Some(elo) = field.tested().filter(|_| is_duel) {
            for (tally, elo) in tallies.iter_mut().zip([elo, elo.swapped()]) {
                tally.share = tally.share.map(|share| elo.share(share.value));
            }
        }
        self.seat_shares = seat_shares(field.seats, blocks).values().copied().collect();
        let row = |bot: usize, rating: Option<Estimate>, tie_breaks| {
            BotRow::competing(field, &tallies[bot], rating, tie_breaks, bot)
        };
        if let Some(terms) = &field.ladder {
            let ratings = ratings(bots, blocks, &Zero::MeanOf(terms.plays()));
            let rating = |bot: usize| ratings.as_ref().map(|ratings| ratings[bot]).filter(|_| tallies[bot].games > 0);
            let order = terms.order(|bot| Some(rating(bot)?.value));
            self.list(field, &order.iter().map(|&bot| vec![bot]).collect::<Vec<_>>(), |bot| {
                row(bot, rating(bot), BTreeMap::new())
            });
            terms.rank(&mut self.bots, &order, blocks);
            return;
        }
        let zero = field.ranking.zero(&field.names);
        let ratings = match field.tested() {
            Some(elo) if is_duel => Some(elo.ratings(zero).to_vec()),
            _ => ratings(bots, blocks, &zero),
        };
        let table = CrossTable::of(blocks);
        let ranks = self.ranks(field, &tallies, &table, ratings.as_deref().unwrap_or_default());
        let order = ranks.groups.concat();
        if is_duel {
            self.duel = Some(Duel::of(field, &tallies[0]));
        } else if table.count() > MOST_PAIRS {
            self.left_out.push(format!("the list of more than {MOST_PAIRS} pairs"));
        } else {
            self.pairs = PairRow::all(field, &table, &order);
        }
        self.cross_table = self.square("cross table", &order, |one, other| table.against(one, other));
        let together = (bots > 2).then(|| Comparisons::of(bots, blocks)).flatten();
        if let Some(Comparisons { superiority, .. }) = &together {
            self.superiority =
                self.square("likelihoods of superiority", &order, |one, other| superiority[one.0][other.0]);
        }
        if together.as_ref().is_some_and(|found| found.groups.is_none()) {
            self.left_out.push(format!("the groups, which take more than {MOST_LETTERS} letters"));
        }
        self.list(field, &ranks.groups, |bot| {
            let rating = ratings.as_ref().map(|ratings| ratings[bot]);
            let ranks_of = together.as_ref().map(|found| found.ranks[bot]);
            let group = together.as_ref().and_then(|found| Some(found.groups.as_ref()?[bot].clone()));
            BotRow { ranks: ranks_of, group, ..row(bot, rating, ranks.values[bot].clone()) }
        });
    }

    /// The ranks of the bots: by a knockout's order, or by score and tie-breaks.
    fn ranks(&mut self, field: &Field<'_>, tallies: &[Tally], table: &CrossTable, ratings: &[Estimate]) -> Ranks {
        if let Some(groups) = &field.order {
            let groups = groups.iter().map(|group| group.iter().map(|bot| bot.0).collect()).collect();
            return Ranks { groups, values: vec![BTreeMap::new(); tallies.len()] };
        }
        let chosen = &field.ranking.tie_breaks;
        let usual: &[TieBreak] = if field.swiss.is_some() { &TieBreak::SWISS } else { &TieBreak::OTHERS };
        let tie_breaks: &[TieBreak] = if chosen.is_empty() { usual } else { chosen };
        let worth = |bot: usize| field.byes.as_ref().map_or(0.0, |(byes, worth)| (*worth * byes[bot]).value());
        let points = |(bot, tally): (usize, &Tally)| tally.points.value() + worth(bot);
        let scores: Vec<f64> = tallies.iter().enumerate().map(points).collect();
        // In a Swiss, all bots have equally many games, byes included. In other formats, the numbers may differ.
        let a_game = |(score, tally): (&f64, &Tally)| score / f64::from(tally.games.max(1));
        let figures: Vec<f64> =
            if field.swiss.is_some() { scores.clone() } else { scores.iter().zip(tallies).map(a_game).collect() };
        let ratings: Vec<f64> = ratings.iter().map(|rating| rating.value).collect();
        let ratings = Some(ratings.as_slice()).filter(|ratings| !ratings.is_empty());
        let fair = 1.0 / f64::from(field.seats);
        let missed: Vec<f64> = field.byes.as_ref().map_or_else(Vec::new, |(byes, worth)| {
            // A bye is worth a fair share of each game of a round.
            let blocks = worth.value() / fair / f64::from(field.games);
            byes.iter().map(|&byes| f64::from(byes) * blocks * f64::from(field.seats - 1)).collect()
        });
        let meeting = field.swiss.map_or(f64::INFINITY, f64::from);
        let blocks = &field.blocks;
        let ties = Ties { scores: &scores, blocks, tallies, table, ratings, missed: &missed, meeting, fair };
        let ranks = ties.ranks(&figures, tie_breaks);
        self.tie_breaks = tie_breaks.to_vec();
        ranks
    }

    fn share_score(&mut self, field: &Field<'_>) {
        let (blocks, bots) = (&field.blocks, field.names.len());
        let partners = Partners::of(blocks);
        let effects = if field.ladder.is_none() { Effects::of(bots, blocks) } else { None };
        let rows: Vec<BotRow> = BotRow::sharing(field, effects.as_ref(), &partners);
        self.mean_score = mean_score(blocks);
        let pair = |one, other| partners.pair(one, other).map(|sample| sample.mean);
        if let Some(terms) = &field.ladder {
            let order = terms.order(|bot| Some(rows[bot].mean_score?.value));
            self.list(field, &order.iter().map(|&bot| vec![bot]).collect::<Vec<_>>(), |bot| rows[bot].clone());
            terms.rank(&mut self.bots, &order, blocks);
            let ranked = self.bots.iter().filter(|row| row.rank.is_some()).count();
            self.partners = self.square("partner matrix", &order[..ranked.min(MOST_PARTNERS)], pair);
            return;
        }
        let effect = |bot: usize| effects.as_ref().map(|effects| effects.bots[bot].value);
        let worth = |bot: usize| effect(bot).or(rows[bot].with_others).unwrap_or(0.0);
        // Effects solve linear equations, so equal ones may differ in the last digits.
        let groups = split((0..bots).collect(), worth);
        if field.seats == 2 {
            self.partners = self.square("partner matrix", &groups.concat(), pair);
        }
        self.list(field, &groups, |bot| rows[bot].clone());
    }
}
