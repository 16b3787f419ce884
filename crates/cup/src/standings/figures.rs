//! What standings are made of: lines of bots, figures with their intervals, pairs.

use std::{collections::BTreeMap, fmt};

use schemars::JsonSchema;
use serde::Serialize;

use super::TieBreak;
use crate::{
    effort::Effort,
    progress::Progress,
    stats::{BlockScore, Estimate},
};

/// What the results say of a bot.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Row")]
pub struct BotRow {
    /// Its rank, from 1; those who share one all have the best of theirs.
    pub rank: usize,
    /// Whether another bot has the same rank.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tied: bool,
    /// As the tournament file or the log has it.
    pub name: String,
    /// Games of whole blocks; one in which it sat at two seats counts twice.
    pub games: u32,
    /// Whole blocks.
    pub blocks: u32,
    /// How many rounds of a Swiss it did not play, each worth a fair share of the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byes: Option<u32>,
    /// What it has of each tie-break, by its word.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tie_breaks: BTreeMap<TieBreak, f64>,
    /// The sum of its points and of what its byes are worth, such as `"3 1/2"`; left out if all seats share a score.
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
    /// Its strength among all bots on the scale of Elo: mean 0, or counted from the anchor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Figure>,
    /// How much stronger it is than the hero of a gauntlet, in Elo, by their games alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against_hero: Option<Figure>,
    /// By how much the shared score changes when it takes a seat from an average bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Figure>,
    /// The mean shared score of its games with others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_others: Option<f64>,
    /// How often it was at fault, by the fault's word, in all results.
    pub faults: BTreeMap<String, u32>,
    /// What it needed for its answers in all results, where bots could try again or counted tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// How long it took, where logs hold times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Times>,
}

/// A value and the interval that holds the true one in 95 of 100 tournaments. An end that is not finite is `null`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Figure {
    /// The likeliest value.
    #[schemars(with = "Option<f64>")]
    pub value: f64,
    /// The lower end.
    #[schemars(with = "Option<f64>")]
    pub low: f64,
    /// The upper end.
    #[schemars(with = "Option<f64>")]
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

/// Two bots that met: what their games say of them, as the first sees it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PairRow {
    /// The one that stands higher.
    pub first: String,
    /// The other.
    pub second: String,
    /// Games with more points than the other, as many, and fewer.
    pub games: [u32; 3],
    /// The difference in Elo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<Figure>,
    /// The likelihood that the first is the stronger one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub los: Option<f64>,
    /// Two seats: how many pairs of games gave the first 0, ½, 1, 1½ and 2 points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pentanomial: Option<[u64; 5]>,
}

/// A table of a knockout whose bots were level after all its blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BySeed {
    /// The round, from 1.
    pub round: u32,
    /// Who went on, or won, by a better seed.
    pub through: Vec<String>,
    /// Who had as many points.
    pub out: Vec<String>,
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
    /// The same three by the normal distribution, as other programs print them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<NormalLine>,
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

/// Elo, normalized Elo and the likelihood of superiority where the mean of the blocks is taken to be normal. With few
/// blocks, or where they went alike, the likelihood ratio says more truly how far they may be off.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct NormalLine {
    /// The difference in Elo.
    pub elo: Figure,
    /// The same in units of the spread of a game.
    pub nelo: Figure,
    /// The likelihood that the first is the stronger one.
    pub los: f64,
}

/// Where a sequential test stands.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SprtLine {
    /// The hypothesis to reject, in Elo.
    pub elo0: f64,
    /// The hypothesis to accept, in Elo.
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
        // There is no minus zero.
        let [value, low, high] = [estimate.value, estimate.interval.low, estimate.interval.high].map(|end| end + 0.0);
        Self { value, low, high }
    }
}

impl BotRow {
    pub(super) fn new(rank: usize, name: &str) -> Self {
        Self {
            rank,
            tied: false,
            name: name.to_owned(),
            games: 0,
            blocks: 0,
            byes: None,
            tie_breaks: BTreeMap::new(),
            points: None,
            share: None,
            wins_draws_losses: None,
            places: None,
            mean_place: None,
            rating: None,
            against_hero: None,
            effect: None,
            with_others: None,
            faults: BTreeMap::new(),
            effort: None,
            times: None,
        }
    }
}

/// Games of the same bots that are equal move for move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Copied {
    /// How many games are copies of an earlier one.
    pub games: u32,
    /// Of how many games.
    pub of: u32,
    /// How many blocks are no copies of an earlier one: what intervals and tests count.
    pub independent_blocks: u32,
}

impl Copied {
    pub(super) fn of(progress: &Progress) -> Option<Self> {
        Self::among(progress.copies(), progress.scores(), progress.independent())
    }

    /// The copies among the games of these blocks, of which `independent` are not copies.
    pub(super) fn among(games: u32, blocks: &[BlockScore], independent: &[BlockScore]) -> Option<Self> {
        let of = blocks.iter().map(|block| block.games.len() as u32).sum();
        let independent_blocks = independent.len() as u32;
        (games > 0).then_some(Self { games, of, independent_blocks })
    }
}

impl fmt::Display for Copied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, of, independent_blocks } = self;
        let blocks = if *independent_blocks == 1 { "block" } else { "blocks" };
        write!(
            f,
            "of {of} games {games} are copies of others, move for move: intervals and tests count {independent_blocks} \
             independent {blocks}"
        )
    }
}
