//! Elo and normalized Elo from the results of blocks.

use std::f64::consts::LN_10;

use statrs::distribution::{ContinuousCDF as _, Normal};

use super::{
    BlockCounts, BlockKind, BlockResults, BlockScore, Estimate, Zero,
    likelihood::{self, Contest},
    sample::normal_quantile,
};
use crate::schedule::BotIndex;

/// The points of normalized Elo (nElo) for a difference of one standard deviation of a game. The number is chosen so
/// that Elo and nElo agree if no game is drawn and the players are about equally strong. (Michel Van den Bergh,
/// *Comments on Normalized Elo*.)
pub(super) const NELO_OF_DEVIATION: f64 = 800.0 / LN_10;

/// The strength of a bot compared with another.
///
/// Elo follows from the bot's share of the points that the two bots have together (the logistic scale of Arpad Elo,
/// *The Rating of Chessplayers*, 1978, with base 10 and 400). The interval contains every share that the likelihood
/// ratio of the sequential test does not reject. So the interval has a width even if all blocks are equal, and its ends
/// may be infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// The difference in Elo. Infinite if the bot has all points, or no points.
    pub elo: Estimate,
    /// The difference in normalized Elo. `None` from [`Elo::between`]. Also `None` if all blocks are equal, because the
    /// spread of a game is then unknown.
    pub normalized: Option<Estimate>,
    /// The likelihood of superiority: the probability, 0 to 1, that the bot is the stronger one.
    pub los: f64,
}

impl Elo {
    /// The strength of a bot by its results, compared with all its opponents. `None` for fewer than two blocks.
    pub fn of(results: &BlockResults) -> Option<Self> {
        Self::by(&Contest::of_results(results), Some(results), likelihood::bound)
    }

    /// The same by its blocks of `games` games. A block that is pooled with its copies counts for the value with all its
    /// games, and for interval and likelihood once.
    pub fn of_blocks(bot: BotIndex, games: u32, blocks: &BlockCounts) -> Option<Self> {
        let results = BlockResults::of(bot, games, blocks);
        let is_whole = |block: &BlockScore| block.games.len().is_multiple_of(results.games() as usize);
        let points = |block: &BlockScore| block.share_of(bot).map(|share| [share, 1.0 - share]);
        let points = |block: &BlockScore| points(block).filter(|_| is_whole(block));
        let contest = Contest::of(blocks.units(), blocks.has_many_deals(), points);
        Self::by(&contest, Some(&results), |observations| blocks.bound(observations))
    }

    /// The strength of `one` compared with `other`, by the blocks in which both play, at tables of any size. `None` for
    /// fewer than two such blocks, or if neither bot has points in them.
    pub fn between(one: BotIndex, other: BotIndex, blocks: &BlockCounts) -> Option<Self> {
        Self::in_units(one, other, blocks, blocks.units())
    }

    /// The same by observations of `blocks` that have all blocks in which both play.
    pub(crate) fn in_units<'b, B: IntoIterator<Item = &'b BlockKind>>(
        one: BotIndex,
        other: BotIndex,
        blocks: &BlockCounts,
        units: impl IntoIterator<Item = (B, u64)>,
    ) -> Option<Self> {
        let points = |block: &BlockScore| Some([block.share_of(one)?, block.share_of(other)?]);
        let contest = Contest::of(units, blocks.has_many_deals(), points);
        Self::by(&contest, None, |observations| blocks.bound(observations))
    }

    fn by(contest: &Contest, results: Option<&BlockResults>, bound: impl Fn(u64) -> f64) -> Option<Self> {
        Some(Self::of_share(contest.estimate(bound)?, results, contest.superiority()?))
    }

    /// The strength with this share of the points. At an end of the interval, the spread of a game is the likeliest one
    /// with that share: if one game of 200 is lost, results tell little about the spread.
    pub(super) fn of_share(share: Estimate, results: Option<&BlockResults>, los: f64) -> Self {
        let normalized = results.and_then(|results| {
            let value = normalized(share.value, results.games(), results.sample()?.variance);
            let end = |mean| normalized(mean, results.games(), results.variance_at(mean));
            let [low, high] = [share.low, share.high].map(end);
            Some(Estimate { value, low, high }).filter(|_| value.is_finite())
        });
        Self { elo: share.map(elo_of_score), normalized, los }
    }

    /// The share of the points that was found, with the interval that belongs to this Elo.
    pub fn share(&self, found: f64) -> Estimate {
        let Estimate { low, high, .. } = self.elo.map(score_of_elo);
        Estimate { value: found, low: low.min(found), high: high.max(found) }
    }

    /// The strength of the other bot compared with this bot.
    pub fn swapped(self) -> Self {
        Self { elo: self.elo.negated(), normalized: self.normalized.map(Estimate::negated), los: 1.0 - self.los }
    }

    /// The ratings of two bots that differ by this Elo.
    pub fn ratings(self, zero: Zero) -> [Estimate; 2] {
        let part = |sign: f64, base: f64| {
            let [value, one, other] = [self.elo.value, self.elo.low, self.elo.high].map(|elo| base + sign * elo);
            Estimate { value, low: one.min(other), high: one.max(other) }
        };
        let fixed = |elo: f64| Estimate::around(elo, 0.0);
        match zero {
            Zero::Mean | Zero::MeanOf(_) => [part(0.5, 0.0), part(-0.5, 0.0)],
            Zero::Anchor { bot: BotIndex(0), elo } => [fixed(elo), part(-1.0, elo)],
            Zero::Anchor { elo, .. } => [part(1.0, elo), fixed(elo)],
        }
    }

    /// The figures that fishtest and fastchess print, for comparison. The shares of blocks are taken as normally
    /// distributed, with the sample variance. `None` if there are no blocks, or if all are equal. (Michel Van den
    /// Bergh, *Normalized Elo* and *Comments on Normalized Elo*.)
    pub fn normal(results: &BlockResults) -> Option<Self> {
        let sample = results.sample().filter(|sample| sample.variance > 0.0)?;
        let error = (sample.variance / sample.count as f64).sqrt();
        let share = Estimate::around(sample.mean, normal_quantile() * error);
        Some(Self {
            elo: share.map(elo_of_score),
            normalized: Some(share.map(|score| normalized(score, results.games(), sample.variance))),
            los: Normal::standard().cdf((sample.mean - 0.5) / error),
        })
    }
}

/// The nElo of this share, if the share of a block of `games` games has this variance. The standard deviation of a game
/// is computed as if the games of a block were independent.
fn normalized(share: f64, games: u32, variance: f64) -> f64 {
    (share - 0.5) / (f64::from(games) * variance).sqrt() * NELO_OF_DEVIATION
}

/// The difference in Elo at which this share of the points is expected. Infinite for at most 0, or at least 1.
pub(super) fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the points that is expected at this difference in Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}
