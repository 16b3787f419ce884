//! The standings: what the results of a tournament say of each bot, in figures that a machine can read and people can.

mod text;

pub use text::Column;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use uvi_match::record::schema_of;

use crate::{
    lead::Lead,
    plan::Plan,
    progress::Progress,
    result::{GameResult, GameTimes},
    schedule::BotIndex,
    stats::{
        BlockResults, BlockScore, CrossTable, Effects, Elo, Encounter, Estimate, Partners, Tally, Zero, mean_score,
        ratings, seat_shares,
    },
    test::Test,
};

/// The standings of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Standings {
    /// The variant's word.
    pub variant: String,
    /// How many seats a table has.
    pub seats: u8,
    /// How many games are counted: those of whole blocks.
    pub games: u32,
    /// How many blocks are counted.
    pub blocks: u32,
    /// The bots, best first.
    pub bots: Vec<Row>,
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
    /// By how much the first bot of the plan is ahead of an equal share of the points; where all seats share a score, of
    /// the points that it and the second bot score beside the same partners. The interval may be looked at any time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Figure>,
    /// Why games ended, and how often.
    pub reasons: BTreeMap<String, u32>,
}

/// What the results say of a bot.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Row {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// Games of whole blocks; one in which it sat at two seats counts twice.
    pub games: u32,
    /// Whole blocks.
    pub blocks: u32,
    /// The sum of its points, such as `"3 1/2"`; left out where all seats share a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<String>,
    /// Its share of the points of a game, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<Figure>,
    /// Games won, drawn and lost, with two seats against each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins_draws_losses: Option<[u32; 3]>,
    /// How often it had each place, the first first, with three seats or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u32>>,
    /// The mean of its places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_place: Option<f64>,
    /// Its strength among all bots on the scale of Elo, mean 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Figure>,
    /// By how much the shared score changes when it takes a seat from an average bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Figure>,
    /// The mean shared score of its games with others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_others: Option<f64>,
    /// How often it was at fault, by the fault's word, in all results.
    pub faults: BTreeMap<String, u32>,
    /// How long it took, where logs hold times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Times>,
}

/// A value and the interval that holds the true one in 95 of 100 tournaments. An end that is not finite is `null`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Figure {
    /// The likeliest value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How long a bot took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Times {
    /// How many decisions it made.
    pub decisions: u32,
    /// The mean time of a decision in milliseconds.
    pub mean_ms: f64,
    /// The longest, in milliseconds.
    pub longest_ms: f64,
}

/// The first bot of the plan against the second, at two seats.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Duel {
    /// The first bot.
    pub first: String,
    /// The second bot.
    pub second: String,
    /// The difference in Elo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<Figure>,
    /// The same in units of the spread of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nelo: Option<Figure>,
    /// The likelihood that the first is the stronger one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub los: Option<f64>,
    /// How many pairs of games gave the first 0, ½, 1, 1½ and 2 points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pentanomial: Option<[u64; 5]>,
    /// The part of its games that were drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_ratio: Option<f64>,
    /// The sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtLine>,
}

/// Where a sequential test stands.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SprtLine {
    /// What is to be rejected, in Elo.
    pub elo0: f64,
    /// What is to be shown, in Elo.
    pub elo1: f64,
    /// The log likelihood ratio.
    pub llr: f64,
    /// At this or less the first bot is not stronger.
    pub lower: f64,
    /// At this or more it is.
    pub upper: f64,
    /// `H0`, `H1` or `undecided`.
    pub verdict: String,
}

impl From<Estimate> for Figure {
    fn from(estimate: Estimate) -> Self {
        Self { value: estimate.value, low: estimate.interval.low, high: estimate.interval.high }
    }
}

impl Standings {
    /// Their JSON Schema.
    pub fn schema() -> String {
        schema_of::<Self>("The standings of an Arbiter tournament, version 1")
    }

    /// The standings of a tournament that has come so far.
    pub fn of(plan: &Plan, progress: &Progress) -> Self {
        let blocks = progress.scores();
        let held = progress.held();
        let games = blocks.iter().map(|block| block.games.len() as u32).sum();
        let mut standings = Self {
            variant: plan.variant.word().to_owned(),
            seats: plan.seats,
            games,
            blocks: blocks.len() as u32,
            bots: Vec::new(),
            duel: None,
            cross_table: Vec::new(),
            seat_shares: Vec::new(),
            mean_score: None,
            partners: Vec::new(),
            lead: Lead::of(plan, blocks).estimate().map(Figure::from),
            reasons: BTreeMap::new(),
        };
        for result in &held.results {
            *standings.reasons.entry(result.reason.clone()).or_default() += 1;
        }
        let rows = if plan.variant.cooperative() {
            standings.share_score(plan, blocks)
        } else {
            standings.compete(plan, progress)
        };
        standings.bots = rows;
        for row in &mut standings.bots {
            row.faults = faults(&row.name, &held.results);
            row.times = times(&row.name, &held.results, &held.times);
        }
        standings
    }

    fn compete(&mut self, plan: &Plan, progress: &Progress) -> Vec<Row> {
        let blocks = progress.scores();
        let bots = plan.entrants.len();
        let tallies: Vec<Tally> = BotIndex::all(bots).map(|bot| Tally::of(bot, blocks)).collect();
        let ratings = ratings(bots, blocks, Zero::Mean);
        let by_share = || {
            let mut order: Vec<usize> = (0..bots).collect();
            let share = |bot: usize| tallies[bot].points.value() / f64::from(tallies[bot].games.max(1));
            order.sort_by(|&one, &other| share(other).total_cmp(&share(one)));
            order
        };
        let order = progress.ranking().unwrap_or_else(by_share);
        self.seat_shares = seat_shares(plan.seats, blocks).values().map(|share| share.map(Figure::from)).collect();
        if plan.two_sided() && bots == 2 {
            self.duel = Some(duel(plan, blocks, &tallies[0], progress.test()));
        }
        let encounters = CrossTable::of(blocks);
        let cell = |one: usize, other: usize| {
            let found = encounters.against(BotIndex(one), BotIndex(other));
            found.map(|Encounter { ahead, level, behind }| [ahead, level, behind])
        };
        self.cross_table = order.iter().map(|&one| order.iter().map(|&other| cell(one, other)).collect()).collect();
        let row = |(rank, bot): (usize, usize)| {
            let tally = &tallies[bot];
            Row {
                games: tally.games,
                blocks: tally.blocks,
                points: Some(tally.points.to_string()),
                share: tally.share.map(Figure::from),
                wins_draws_losses: plan.two_sided().then_some([tally.wins, tally.draws, tally.losses]),
                places: (plan.seats > 2).then(|| tally.places[..plan.seats.into()].to_vec()),
                mean_place: tally.mean_place.filter(|_| plan.seats > 2),
                rating: ratings.as_ref().map(|ratings| ratings[bot].into()),
                ..Row::new(rank + 1, &plan.entrants[bot].name)
            }
        };
        order.into_iter().enumerate().map(row).collect()
    }

    fn share_score(&mut self, plan: &Plan, blocks: &[BlockScore]) -> Vec<Row> {
        let bots = plan.entrants.len();
        let partners = Partners::of(blocks);
        let effects = Effects::of(bots, blocks);
        let with_others: Vec<Option<f64>> = BotIndex::all(bots).map(|bot| partners.with_others(bot)).collect();
        let worth = |bot: usize| {
            effects.as_ref().map_or_else(|| with_others[bot].unwrap_or(0.0), |effects| effects.bots[bot].value)
        };
        let mut order: Vec<usize> = (0..bots).collect();
        order.sort_by(|&one, &other| worth(other).total_cmp(&worth(one)));
        self.mean_score = mean_score(blocks).map(Figure::from);
        if plan.seats == 2 {
            let pair =
                |&one: &usize, &other: &usize| partners.pair(BotIndex(one), BotIndex(other)).map(|sample| sample.mean);
            self.partners = order.iter().map(|one| order.iter().map(|other| pair(one, other)).collect()).collect();
        }
        let row = |(rank, bot): (usize, usize)| {
            let tally = Tally::of(BotIndex(bot), blocks);
            let games = blocks.iter().flat_map(|block| &block.games);
            let sat = games.flat_map(|game| game.table.iter()).filter(|other| other.0 == bot).count();
            Row {
                games: sat as u32,
                blocks: tally.blocks.max(blocks_of(bot, blocks)),
                effect: effects.as_ref().map(|effects| effects.bots[bot].into()),
                with_others: with_others[bot],
                ..Row::new(rank + 1, &plan.entrants[bot].name)
            }
        };
        order.iter().copied().enumerate().map(row).collect()
    }
}

fn blocks_of(bot: usize, blocks: &[BlockScore]) -> u32 {
    let plays = |block: &&BlockScore| block.games.iter().any(|game| game.table.contains(&BotIndex(bot)));
    blocks.iter().filter(plays).count() as u32
}

impl Row {
    fn new(rank: usize, name: &str) -> Self {
        Self {
            rank,
            name: name.to_owned(),
            games: 0,
            blocks: 0,
            points: None,
            share: None,
            wins_draws_losses: None,
            places: None,
            mean_place: None,
            rating: None,
            effect: None,
            with_others: None,
            faults: BTreeMap::new(),
            times: None,
        }
    }
}

fn duel(plan: &Plan, blocks: &[BlockScore], tally: &Tally, test: Option<&Test>) -> Duel {
    let results = BlockResults::of(BotIndex(0), plan.seatings.games(plan.seats), blocks);
    let elo = Elo::of(&results);
    Duel {
        first: plan.entrants[0].name.clone(),
        second: plan.entrants[1].name.clone(),
        elo: elo.map(|elo| elo.elo.into()),
        nelo: elo.and_then(|elo| elo.normalized).map(Figure::from),
        los: elo.map(|elo| elo.los),
        pentanomial: results.pentanomial(),
        draw_ratio: tally.draw_ratio(),
        sprt: test.zip(plan.sprt).and_then(|(test, figures)| {
            let Test::Sprt(found) = test else { return None };
            let [lower, upper] = found.sprt.bounds();
            let verdict = test.verdict().to_string();
            let llr = found.sprt.llr(&found.results);
            Some(SprtLine { elo0: figures.elo0, elo1: figures.elo1, llr, lower, upper, verdict })
        }),
    }
}

fn faults(name: &str, results: &[GameResult]) -> BTreeMap<String, u32> {
    let mut faults = BTreeMap::new();
    for result in results {
        for fault in &result.faults {
            if result.seats.get(fault.seat as usize - 1).is_some_and(|other| other == name) {
                *faults.entry(fault.fault.to_string()).or_default() += 1;
            }
        }
    }
    faults
}

fn times(name: &str, results: &[GameResult], times: &[GameTimes]) -> Option<Times> {
    let (mut decisions, mut ms, mut longest) = (0_u32, 0.0, 0.0_f64);
    for game in times {
        let Some(result) = results.get(game.game as usize - 1) else { continue };
        for (_, seat) in result.seats.iter().zip(&game.seats).filter(|(other, _)| *other == name) {
            decisions = decisions.saturating_add(seat.decisions);
            ms += seat.ms;
            longest = longest.max(seat.longest);
        }
    }
    (decisions > 0).then(|| Times { decisions, mean_ms: ms / f64::from(decisions), longest_ms: longest })
}
