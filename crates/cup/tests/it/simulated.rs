//! Random tournaments of bots of known strengths.

use uvi_cup::{
    schedule::{BotIndex, Lineup},
    stats::{BlockCounts, BlockScore, Comparisons, GameScore, Tally, Zero, ratings},
};
use uvi_games::game::{BySeat, Points, Score, Stream};

/// The ends of games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Ending {
    /// One seat gets all points.
    Winner,
    /// This percentage of the games has its points divided between two winners. One seat wins each other game.
    Shared(u32),
    /// One seat gets all points. In this percentage of the blocks it is always the same seat, by luck.
    Luck(u32),
}

/// Bots of these strengths, in points of Elo, which meet at tables of this many seats.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) elo: Vec<f64>,
    pub(crate) seats: usize,
    pub(crate) ending: Ending,
}

impl World {
    /// As many bots as seats, evenly spread over a gap with mean 0.
    pub(crate) fn spread(seats: usize, gap: f64, ending: Ending) -> Self {
        let last = (seats - 1) as f64;
        Self { elo: (0..seats).map(|bot| gap / 2.0 - gap * bot as f64 / last).collect(), seats, ending }
    }

    /// `count` blocks of each possible table, in which each bot has each seat once.
    pub(crate) fn blocks(&self, count: usize, stream: &mut Stream) -> Vec<BlockScore> {
        let tables = tables(self.elo.len(), self.seats);
        (0..count).flat_map(|_| &tables).map(|table| self.block(table, stream)).collect()
    }

    fn block(&self, bots: &[usize], stream: &mut Stream) -> BlockScore {
        let lucky = match self.ending {
            Ending::Luck(part) if stream.below(100) < part => Some(stream.below(self.seats as u32) as usize),
            Ending::Winner | Ending::Shared(_) | Ending::Luck(_) => None,
        };
        let game = |turn: usize, stream: &mut Stream| {
            let table: Vec<usize> = (0..self.seats).map(|seat| bots[(seat + turn) % self.seats]).collect();
            let points = match self.ending {
                // A draw lowers the chance to win and the chance to lose equally, for any number of seats.
                Ending::Shared(part) if stream.below(100) < part => self.shared(&table, stream),
                _ => only(lucky.unwrap_or_else(|| self.winner(&table, stream)), self.seats),
            };
            let points = BySeat::new(self.seats as u8, |seat| points[seat.index()]);
            GameScore { table: Lineup::new(table.into_iter().map(BotIndex)), score: Score::Each(points) }
        };
        BlockScore { games: (0..self.seats).map(|turn| game(turn, stream)).collect() }
    }

    /// A random seat, chosen by the strengths.
    fn winner(&self, table: &[usize], stream: &mut Stream) -> usize {
        const FINE: u32 = 1 << 30;
        let parts: Vec<f64> = table.iter().map(|&bot| 10_f64.powf(self.elo[bot] / 400.0)).collect();
        let mut left = f64::from(stream.below(FINE)) / f64::from(FINE) * parts.iter().sum::<f64>();
        let chosen = parts.iter().position(|part| {
            left -= part;
            left < 0.0
        });
        chosen.unwrap_or(table.len() - 1)
    }

    /// Half of the points for each of two random choices of a seat.
    fn shared(&self, table: &[usize], stream: &mut Stream) -> Vec<Points> {
        let mut points = vec![0; table.len()];
        points[self.winner(table, stream)] += 1;
        points[self.winner(table, stream)] += 1;
        points.into_iter().map(|halves| Points::new(halves, 2).expect("halves are points")).collect()
    }
}

fn only(winner: usize, seats: usize) -> Vec<Points> {
    (0..seats).map(|seat| if seat == winner { Points::ONE } else { Points::ZERO }).collect()
}

/// All sets of `seats` bots.
fn tables(bots: usize, seats: usize) -> Vec<Vec<usize>> {
    if seats == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| {
        tables(last, seats - 1).into_iter().map(move |mut table| {
            table.push(last);
            table
        })
    };
    (seats - 1..bots).flat_map(with_last).collect()
}

/// The rounds of a round robin of two seats. In each round, the luck or the opening suits each bot well or badly, by `form`
/// points of Elo, at all of its tables.
pub(crate) fn rounds(world: &World, rounds: u32, form: f64, stream: &mut Stream) -> Vec<(u32, BlockScore)> {
    let round = |round| {
        let elo = world.elo.iter().map(|elo| if stream.below(2) == 0 { elo - form } else { elo + form }).collect();
        let blocks = World { elo, ..world.clone() }.blocks(1, stream);
        blocks.into_iter().map(move |block| (round, block)).collect::<Vec<_>>()
    };
    (0..rounds).flat_map(round).collect()
}

/// Which shares and ratings of the [`rounds`] of bots hold, by bot, and whether all ranks do. The mean of the strengths must
/// be 0. Ratings that luck or openings move are known only of equal bots.
pub(crate) fn held(elo: &[f64], form: f64, blocks: &BlockCounts) -> (Vec<bool>, Vec<bool>, bool) {
    let expected = |bot: usize| {
        let others = elo.iter().enumerate().filter(|(other, _)| *other != bot);
        let moved = |behind: f64| {
            [-2.0, 0.0, 0.0, 2.0].map(|moved| 0.25 / (1.0 + 10_f64.powf((behind + moved * form) / 400.0)))
        };
        let sum: f64 = others.flat_map(|(_, other)| moved(other - elo[bot])).sum();
        sum / (elo.len() - 1) as f64
    };
    let shares = Tally::all(elo.len(), blocks).into_iter().enumerate();
    let ratings = ratings(elo.len(), blocks, &Zero::Mean).unwrap_or_default();
    (
        shares.map(|(bot, tally)| tally.share.is_some_and(|share| share.contains(expected(bot)))).collect(),
        ratings.iter().zip(elo).map(|(rating, elo)| rating.contains(*elo)).collect(),
        holds(elo, blocks),
    )
}

/// Strengths of so many bots, by name: equal, evenly spread over 400 points, and in two groups of equal bots.
pub(crate) fn strengths(bots: usize) -> [(&'static str, Vec<f64>); 3] {
    let spread = |bot: usize| 400.0 * bot as f64 / (bots - 1) as f64;
    let group = |bot: usize| if bot < bots / 2 { 0.0 } else { 300.0 };
    [
        ("equal", vec![0.0; bots]),
        ("400 apart", (0..bots).map(spread).collect()),
        ("two groups", (0..bots).map(group).collect()),
    ]
}

/// Returns true if the ranks of all bots hold: those that bots of equal strength may share included.
pub(crate) fn holds(elo: &[f64], blocks: &BlockCounts) -> bool {
    let found = Comparisons::of(elo.len(), blocks).expect("there are blocks of few bots");
    elo.iter().zip(&found.ranks).all(|(mine, [best, worst])| {
        let stronger = elo.iter().filter(|other| *other > mine).count();
        let weaker = elo.iter().filter(|other| *other < mine).count();
        *best <= stronger + 1 && elo.len() - weaker <= *worst
    })
}
