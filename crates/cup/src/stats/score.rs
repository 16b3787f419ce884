//! The scores of bots: exact sums of points, and shares of them.

use std::{cmp::Ordering, fmt, iter, ops};

use itertools::Itertools as _;
use serde_with::SerializeDisplay;
use smallvec::SmallVec;
use uvi_games::game::{Points, Score};

use super::Sample;
use crate::schedule::{BotIndex, Lineup};

/// A sum of points in whole sixtieths, so that parts of up to six equal seats are exact. Sums and products saturate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, SerializeDisplay)]
pub struct PointSum(u64);

impl PointSum {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// These points as a sum; `None` if they are not a whole number of sixtieths.
    pub fn of(points: Points) -> Option<Self> {
        let sixtieths = 60 * u64::from(points.numerator());
        let denominator = u64::from(points.denominator());
        sixtieths.is_multiple_of(denominator).then(|| Self(sixtieths / denominator))
    }

    pub(crate) fn sixtieths(self) -> u64 {
        self.0
    }

    /// The absolute difference, in sixtieths.
    pub(crate) fn difference(self, other: Self) -> u64 {
        self.0.abs_diff(other.0)
    }

    /// Compares two sums, each of a number of games or blocks, by the points of one.
    pub(crate) fn compare_means((one, of_one): (Self, u32), (other, of_other): (Self, u32)) -> Ordering {
        (one * of_other.max(1)).cmp(&(other * of_one.max(1)))
    }

    /// The points as a number.
    pub fn value(self) -> f64 {
        self.0 as f64 / 60.0
    }

    /// The whole points and the rest.
    pub(crate) fn parts(self) -> (u64, Points) {
        (self.0 / 60, Points::new((self.0 % 60) as u32, 60).unwrap_or(Points::ZERO))
    }
}

/// The points with their fraction in lowest terms: `7`, `3 1/2`, `1/3`.
impl fmt::Display for PointSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            (whole, Points::ZERO) => write!(f, "{whole}"),
            (0, rest) => write!(f, "{rest}"),
            (whole, rest) => write!(f, "{whole} {rest}"),
        }
    }
}

impl ops::Add for PointSum {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl ops::AddAssign for PointSum {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl ops::Mul<u32> for PointSum {
    type Output = Self;

    fn mul(self, times: u32) -> Self {
        Self(self.0.saturating_mul(times.into()))
    }
}

impl iter::Sum for PointSum {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self::ZERO, ops::Add::add)
    }
}

/// A finished game for statistics. The score must have as many seats as the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameScore {
    /// The bots, in seat order.
    pub table: Lineup,
    /// The points of each seat, or the shared score.
    pub score: Score,
}

impl GameScore {
    /// Each bot with its points, in seat order. Empty if all seats share one score.
    pub(super) fn points(&self) -> impl Iterator<Item = (BotIndex, Points)> {
        let points = match &self.score {
            Score::Each(points) => points.as_slice(),
            Score::Shared(_) => &[],
        };
        self.table.iter().copied().zip(points.iter().copied())
    }

    /// Each bot with its part of all points, 0 to 1, in seat order; equal without points. Empty for a shared score.
    pub(super) fn shares(&self) -> impl Iterator<Item = (BotIndex, f64)> {
        let all: f64 = self.points().map(|(_, points)| f64::from(points)).sum();
        let even = 1.0 / self.table.len() as f64;
        self.points().map(move |(bot, points)| (bot, if all > 0.0 { f64::from(points) / all } else { even }))
    }

    /// The bots by points, most points first. Bots with equal points form a group. Empty if all seats share one score.
    pub(crate) fn ranked(&self) -> Vec<Vec<BotIndex>> {
        let sorted = self.points().sorted_by(|&(_, one), &(_, other)| f64::from(other).total_cmp(&one.into()));
        let groups = sorted.chunk_by(|&(_, points)| points);
        groups.into_iter().map(|(_, group)| group.map(|(bot, _)| bot).collect()).collect()
    }
}

/// The bots of a block, ascending. Most blocks have two, which need no memory of their own.
pub(crate) type BlockBots = SmallVec<[BotIndex; 2]>;

/// The scores of a block: finished games with the same chance events and opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockScore {
    /// The games. No two have the same seating.
    pub games: Vec<GameScore>,
}

impl BlockScore {
    /// The points of each bot in `bots`, summed over all games; `None` if points are not whole sixtieths. For the bots
    /// of the block's table, this is the argument of [`Fixtures::report`](crate::schedule::Fixtures::report).
    pub fn points(&self, bots: &[BotIndex]) -> Option<Vec<PointSum>> {
        let of = |&bot: &BotIndex| {
            let mine = self.games.iter().flat_map(GameScore::points).filter(|&(other, _)| other == bot);
            mine.map(|(_, points)| PointSum::of(points)).sum()
        };
        bots.iter().map(of).collect()
    }

    /// The mean share of a bot in the games of this block, 0 to 1; `None` if the bot does not play.
    pub fn share_of(&self, bot: BotIndex) -> Option<f64> {
        Sample::of(self.shares_of(bot)).map(|sample| sample.mean)
    }

    /// The share of a bot in each game of this block.
    pub(crate) fn shares_of(&self, bot: BotIndex) -> impl Iterator<Item = f64> {
        let shares = self.games.iter().flat_map(GameScore::shares);
        shares.filter(move |&(other, _)| other == bot).map(|(_, share)| share)
    }

    /// The mean over the games of the score that all seats share; `None` if each seat has points of its own.
    pub fn shared(&self) -> Option<f64> {
        let scores = self.games.iter().filter_map(|game| match game.score {
            Score::Each(_) => None,
            Score::Shared(score) => Some(f64::from(score)),
        });
        Sample::of(scores).map(|sample| sample.mean)
    }

    /// The bots of the block, ascending, without repetition.
    pub(crate) fn different_bots(&self) -> Vec<usize> {
        self.bots().into_iter().map(|bot| bot.0).dedup().collect()
    }

    /// The bots of the block, ascending. A bot at several seats is repeated.
    pub(crate) fn bots(&self) -> BlockBots {
        let mut bots: BlockBots =
            self.games.first().map_or_else(SmallVec::new, |game| game.table.iter().copied().collect());
        bots.sort_unstable();
        bots
    }
}

/// Blocks with the same bots in the same seats and the same scores.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockKind {
    /// The scores of the games, sorted.
    pub score: BlockScore,
    /// The number of times that each of these blocks was played: once, and once more for each copy of it.
    pub plays: u32,
    /// The number of these blocks, without copies.
    pub count: u64,
}

impl BlockKind {
    /// The number of games of one of these blocks and its copies.
    pub fn games(&self) -> usize {
        self.score.games.len() * self.plays as usize
    }

    /// The number of times that these blocks were played, copies included.
    pub fn times(&self) -> u64 {
        u64::from(self.plays) * self.count
    }
}
