//! The standings: what the results of a tournament say of each bot, in figures that a machine can read and people can.

mod csv;
mod ends;
mod field;
mod figures;
mod text;
mod ties;

pub use ends::EndRow;
pub use field::{Ranking, Rated, RatedGame};
pub use figures::{BotRow, BySeed, Copied, Duel, Figure, NormalLine, PairRow, SprtLine, Times};
pub use text::Column;
pub use ties::{NoTieBreak, TieBreak};

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use uvi_match::record::schema_of;

use self::{
    field::{Field, Told},
    ties::{Ranks, Ties},
};
use crate::{
    effort::{Effort, SeatEffort},
    plan::Plan,
    progress::Progress,
    schedule::BotIndex,
    stats::{
        BlockResults, BlockScore, CrossTable, Effects, Elo, Encounter, Estimate, Partners, Tally, mean_score, pairs,
        ratings, seat_shares,
    },
    test::Test,
};

/// Tables of each bot with each are left out if there are more bots.
const MOST_SQUARE: usize = 100;

/// The list of pairs is left out if there are more.
const MOST_PAIRS: usize = 5000;

/// The standings of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Standings {
    /// The variant's word.
    pub variant: String,
    /// Its rule options that are not the defaults, where standings are of games from several places.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// How many seats a table has.
    pub seats: u8,
    /// How many games are counted: those of whole blocks.
    pub games: u32,
    /// How many blocks are counted.
    pub blocks: u32,
    /// How many games are copies of others, where some are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copies: Option<Copied>,
    /// The bots, best first.
    pub bots: Vec<BotRow>,
    /// What decided between bots with the same score, the first first; empty if the format itself ranks them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieBreak>,
    /// The bot from which ratings are counted, and its rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<(String, f64)>,
    /// The bot that runs a gauntlet alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hero: Option<String>,
    /// The tables of a knockout that the better seed decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_seed: Vec<BySeed>,
    /// Each two bots that met, in the order of `bots`; left out for a duel, and for more than 5000 pairs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<PairRow>,
    /// What is left out because there are too many bots, in English.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// What the first bot did against the second, where just two play against each other at two seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duel: Option<Duel>,
    /// How often each bot had more points than each other, as many, and fewer, in the order of `bots`; `null` for two
    /// that did not meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cross_table: Vec<Vec<Option<[u32; 3]>>>,
    /// The share of the points that each seat had, whoever sat there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seat_shares: Vec<Option<Figure>>,
    /// The mean of the score that all seats share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_score: Option<Figure>,
    /// The mean score of each bot with each, in the order of `bots`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub partners: Vec<Vec<Option<f64>>>,
    /// Who is ahead: the first bot of the plan, and where all seats share a score the second, beside whom it is compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lead_of: Vec<String>,
    /// By how much the first bot of the plan is ahead of an equal share of the points; where all seats share a score, of
    /// the points that it and the second bot score beside the same partners. The interval may be looked at any time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Figure>,
    /// Why games ended, and how often.
    pub reasons: BTreeMap<String, u32>,
    /// The same with who lost, where two seats play against each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<EndRow>,
}

impl Standings {
    /// Their JSON Schema.
    pub fn schema() -> String {
        schema_of::<Self>("The standings of an Arbiter tournament, version 1")
    }

    /// The standings of a tournament that has come so far.
    pub fn of(plan: &Plan, progress: &Progress) -> Self {
        Self::make(&Field::of(plan, progress))
    }

    /// The standings of games from wherever, which were played by the same rules.
    pub fn rate(rated: &Rated, ranking: &Ranking) -> Self {
        let names = rated.names();
        let (blocks, copies) = rated.blocks(&names);
        let standings = Self::make(&Field::rated(rated, names, &blocks, &copies, ranking));
        Self { options: rated.options.clone(), ..standings }
    }

    fn make(field: &Field<'_>) -> Self {
        let blocks = field.blocks;
        let lead = field.lead;
        let compared = if field.variant.cooperative() { 2 } else { 1 };
        let mut standings = Self {
            variant: field.variant.word().to_owned(),
            options: BTreeMap::new(),
            seats: field.seats,
            games: blocks.iter().map(|block| block.games.len() as u32).sum(),
            blocks: field.played,
            copies: field.copied,
            tie_breaks: Vec::new(),
            anchor: field
                .ranking
                .anchor
                .clone()
                .filter(|(name, _)| !field.variant.cooperative() && field.names.contains(&name.as_str())),
            hero: field.hero.map(|hero| field.names[hero].to_owned()),
            by_seed: field.by_seed.clone(),
            pairs: Vec::new(),
            left_out: Vec::new(),
            bots: Vec::new(),
            duel: None,
            cross_table: Vec::new(),
            seat_shares: Vec::new(),
            mean_score: None,
            partners: Vec::new(),
            lead_of: lead
                .map_or_else(Vec::new, |_| field.names.iter().take(compared).map(|&name| name.to_owned()).collect()),
            lead: lead.map(Figure::from),
            reasons: BTreeMap::new(),
            ends: if field.two_sided() { EndRow::all(&field.told) } else { Vec::new() },
        };
        for game in &field.told {
            *standings.reasons.entry(game.reason.to_owned()).or_default() += 1;
        }
        standings.bots =
            if field.variant.cooperative() { standings.share_score(field) } else { standings.compete(field) };
        let mut told = told(&field.told);
        for row in &mut standings.bots {
            let rest = told.remove(row.name.as_str()).unwrap_or_default();
            row.times = rest.times();
            (row.faults, row.effort) = (rest.faults, rest.effort);
        }
        standings
    }

    fn compete(&mut self, field: &Field<'_>) -> Vec<BotRow> {
        let (blocks, bots) = (field.blocks, field.names.len());
        let tallies = Tally::all(bots, blocks);
        let ratings = ratings(bots, blocks, field.ranking.zero(&field.names));
        let table = CrossTable::of(blocks);
        let ranks = self.ranks(field, &tallies, &table, ratings.as_deref().unwrap_or_default());
        let order: Vec<usize> = ranks.groups.concat();
        self.seat_shares = seat_shares(field.seats, blocks).values().map(|share| share.map(Figure::from)).collect();
        if field.two_sided() && bots == 2 {
            self.duel = Some(duel(field, &tallies[0]));
        } else {
            self.list_pairs(field, &table, &order);
        }
        let cell = |one: usize, other: usize| {
            let found = table.against(BotIndex(one), BotIndex(other));
            found.map(|Encounter { ahead, level, behind }| [ahead, level, behind])
        };
        if bots <= MOST_SQUARE {
            self.cross_table = order.iter().map(|&one| order.iter().map(|&other| cell(one, other)).collect()).collect();
        } else {
            self.left_out.push(format!("the cross table of more than {MOST_SQUARE} bots"));
        }
        let against_hero = |bot: usize| {
            let hero = field.hero.filter(|&hero| hero != bot)?;
            Some(Elo::between(BotIndex(bot), BotIndex(hero), blocks)?.elo.into())
        };
        let row = |rank: usize, tied: bool, bot: usize| {
            let tally = &tallies[bot];
            BotRow {
                tied,
                games: tally.games,
                blocks: tally.blocks,
                byes: field.byes.as_ref().map(|(byes, _)| byes[bot]),
                tie_breaks: ranks.values[bot].clone(),
                points: Some(with_byes(tally, field, bot)),
                share: tally.share.map(Figure::from),
                wins_draws_losses: field.two_sided().then_some([tally.wins, tally.draws, tally.losses]),
                places: (field.seats > 2).then(|| tally.places[..field.seats.into()].to_vec()),
                mean_place: tally.mean_place.filter(|_| field.seats > 2),
                rating: ratings.as_ref().map(|ratings| ratings[bot].into()),
                against_hero: against_hero(bot),
                ..BotRow::new(rank, field.names[bot])
            }
        };
        let mut rows = Vec::new();
        for group in &ranks.groups {
            let rank = rows.len() + 1;
            rows.extend(group.iter().map(|&bot| row(rank, group.len() > 1, bot)));
        }
        rows
    }

    /// The bots in their order: that of a knockout, or by score and tie-breaks.
    fn ranks(&mut self, field: &Field<'_>, tallies: &[Tally], table: &CrossTable, ratings: &[Estimate]) -> Ranks {
        if let Some(groups) = &field.order {
            return Ranks { groups: groups.clone(), values: vec![BTreeMap::new(); tallies.len()] };
        }
        let chosen = &field.ranking.tie_breaks;
        let usual: &[TieBreak] = if field.is_swiss { &TieBreak::SWISS } else { &TieBreak::OTHERS };
        let tie_breaks: &[TieBreak] = if chosen.is_empty() { usual } else { chosen };
        let worth = |bot: usize| field.byes.as_ref().map_or(0.0, |(byes, worth)| (*worth * byes[bot]).value());
        let points = |(bot, tally): (usize, &Tally)| tally.points.value() + worth(bot);
        let scores: Vec<f64> = tallies.iter().enumerate().map(points).collect();
        // In a Swiss all have as many games, with their byes; elsewhere they may not have.
        let a_game = |(score, tally): (&f64, &Tally)| score / f64::from(tally.games.max(1));
        let figures: Vec<f64> =
            if field.is_swiss { scores.clone() } else { scores.iter().zip(tallies).map(a_game).collect() };
        let ratings: Vec<f64> = ratings.iter().map(|rating| rating.value).collect();
        let ratings = Some(ratings.as_slice()).filter(|ratings| !ratings.is_empty());
        let ties = Ties { scores: &scores, blocks: field.blocks, tallies, table, ratings };
        let ranks = ties.ranks(&figures, tie_breaks);
        self.tie_breaks = tie_breaks.to_vec();
        ranks
    }

    fn list_pairs(&mut self, field: &Field<'_>, table: &CrossTable, order: &[usize]) {
        if table.count() > MOST_PAIRS {
            self.left_out.push(format!("the list of more than {MOST_PAIRS} pairs"));
            return;
        }
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &bot)| place[bot] = at);
        let mut rows: Vec<([usize; 2], PairRow)> = Vec::new();
        for pair in pairs(table, field.blocks) {
            let swapped = place[pair.one.0] > place[pair.other.0];
            let pair = if swapped { pair.swapped() } else { pair };
            let Encounter { ahead, level, behind } = pair.games;
            let row = PairRow {
                first: field.names[pair.one.0].to_owned(),
                second: field.names[pair.other.0].to_owned(),
                games: [ahead, level, behind],
                elo: pair.elo.map(|elo| elo.elo.into()),
                los: pair.elo.map(|elo| elo.los),
                pentanomial: pair.pentanomial,
            };
            rows.push(([place[pair.one.0], place[pair.other.0]], row));
        }
        rows.sort_by_key(|&(places, _)| places);
        self.pairs = rows.into_iter().map(|(_, row)| row).collect();
    }

    fn share_score(&mut self, field: &Field<'_>) -> Vec<BotRow> {
        let (blocks, bots) = (field.blocks, field.names.len());
        let partners = Partners::of(blocks);
        let effects = Effects::of(bots, blocks);
        let with_others: Vec<Option<f64>> = BotIndex::all(bots).map(|bot| partners.with_others(bot)).collect();
        let worth = |bot: usize| {
            effects.as_ref().map_or_else(|| with_others[bot].unwrap_or(0.0), |effects| effects.bots[bot].value)
        };
        // Effects come of equations, whose solution has no more digits than a double.
        let groups = ties::split((0..bots).collect(), worth);
        let order: Vec<usize> = groups.concat();
        self.mean_score = mean_score(blocks).map(Figure::from);
        if field.seats == 2 && bots <= MOST_SQUARE {
            let pair =
                |&one: &usize, &other: &usize| partners.pair(BotIndex(one), BotIndex(other)).map(|sample| sample.mean);
            self.partners = order.iter().map(|one| order.iter().map(|other| pair(one, other)).collect()).collect();
        } else if field.seats == 2 {
            self.left_out.push(format!("the partner matrix of more than {MOST_SQUARE} bots"));
        }
        let (seats, blocks) = sat(bots, blocks);
        let row = |rank: usize, tied: bool, bot: usize| BotRow {
            tied,
            games: seats[bot],
            blocks: blocks[bot],
            effect: effects.as_ref().map(|effects| effects.bots[bot].into()),
            with_others: with_others[bot],
            ..BotRow::new(rank, field.names[bot])
        };
        let mut rows = Vec::new();
        for group in &groups {
            let rank = rows.len() + 1;
            rows.extend(group.iter().map(|&bot| row(rank, group.len() > 1, bot)));
        }
        rows
    }
}

/// How many seats each bot had in all games, and in how many blocks it played.
fn sat(bots: usize, blocks: &[BlockScore]) -> (Vec<u32>, Vec<u32>) {
    let (mut seats, mut played) = (vec![0; bots], vec![0; bots]);
    for block in blocks {
        block.games.iter().flat_map(|game| game.table.iter()).for_each(|bot| seats[bot.0] += 1);
        block.different_bots().into_iter().for_each(|bot| played[bot] += 1);
    }
    (seats, played)
}

/// The points of a bot with what its byes are worth.
fn with_byes(tally: &Tally, field: &Field<'_>, bot: usize) -> String {
    let byes = field.byes.as_ref();
    byes.map_or(tally.points, |(byes, worth)| tally.points + *worth * byes[bot]).to_string()
}

fn duel(field: &Field<'_>, tally: &Tally) -> Duel {
    let results = BlockResults::of(BotIndex(0), field.games, field.blocks);
    let elo = Elo::of(&results);
    let normal = Elo::normal(&results).and_then(|elo| {
        let nelo = Figure::from(elo.normalized?);
        Some(NormalLine { elo: elo.elo.into(), nelo, los: elo.los })
    });
    Duel {
        first: field.names[0].to_owned(),
        second: field.names[1].to_owned(),
        elo: elo.map(|elo| elo.elo.into()),
        nelo: elo.and_then(|elo| elo.normalized).map(Figure::from),
        los: elo.map(|elo| elo.los),
        normal,
        pentanomial: results.pentanomial(),
        draw_ratio: tally.draw_ratio(),
        sprt: field.test.and_then(|(test, keys)| {
            let (Test::Sprt(found), Some(figures)) = (test, keys) else { return None };
            let [lower, upper] = found.sprt.bounds();
            let verdict = test.verdict().to_string();
            let llr = found.sprt.llr(&found.results);
            Some(SprtLine { elo0: figures.elo0, elo1: figures.elo1, llr, lower, upper, verdict })
        }),
    }
}

/// What is told of a bot beside its scores.
#[derive(Debug, Default)]
struct Rest {
    faults: BTreeMap<String, u32>,
    effort: Option<Effort>,
    /// Decisions, their milliseconds, and the longest.
    sums: (u32, f64, f64),
}

impl Rest {
    fn times(&self) -> Option<Times> {
        let (decisions, ms, longest_ms) = self.sums;
        (decisions > 0).then(|| Times { decisions, mean_ms: ms / f64::from(decisions), longest_ms })
    }
}

/// The faults, the efforts and the times of each bot, by its name.
fn told<'a>(games: &[Told<'a>]) -> BTreeMap<&'a str, Rest> {
    let mut bots: BTreeMap<&str, Rest> = BTreeMap::new();
    for game in games {
        let name = |seat: u32| (seat as usize).checked_sub(1).and_then(|seat| game.seats.get(seat));
        for fault in game.faults {
            if let Some(name) = name(fault.seat) {
                *bots.entry(name).or_default().faults.entry(fault.fault.to_string()).or_default() += 1;
            }
        }
        for SeatEffort { seat, effort } in game.efforts {
            if let Some(name) = name(*seat) {
                *bots.entry(name).or_default().effort.get_or_insert_default() += effort;
            }
        }
        for (name, seat) in game.seats.iter().zip(game.times.unwrap_or_default()) {
            let (decisions, ms, longest) = &mut bots.entry(name).or_default().sums;
            *decisions = decisions.saturating_add(seat.decisions);
            *ms += seat.ms;
            *longest = longest.max(seat.longest);
        }
    }
    bots
}
