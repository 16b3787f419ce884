//! The totals of a bot in all its games, and the worth of seats.

use uvi_games::game::{BySeat, MAX_SEATS, Seat};

use super::{BlockCounts, BlockKind, BlockScore, Estimate, GameScore, PointSum, Sample, likelihood::Contest};
use crate::schedule::BotIndex;

/// The totals of a bot if each seat has points of its own.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// The number of games. In all counts of games and places, a game in which the bot sat at two seats counts twice.
    pub games: u32,
    /// The number of blocks in which the bot played.
    pub blocks: u32,
    /// The sum of points. It omits points that are not whole sixtieths; no game gives such points.
    pub points: PointSum,
    /// Games in which the bot had more points than every other seat.
    pub alone: u32,
    /// The number of times that the bot had each place, the first place first. Bots with equal points all get the best
    /// of the places that they share.
    pub places: [u32; MAX_SEATS],
    /// The mean of the bot's places, 1 for the first. Here, bots with equal points all get the mean of the places that
    /// they share. `None` without games.
    pub mean_place: Option<f64>,
    /// The bot's share of the points of a game, by blocks; `None` for fewer than two blocks.
    pub share: Option<Estimate>,
}

impl Tally {
    /// The totals of the first `bots` bots after these blocks.
    pub fn all(bots: usize, blocks: &BlockCounts) -> Vec<Self> {
        let mut tallies = vec![Self::default(); bots];
        let mut places = vec![0.0; bots];
        for kind in blocks {
            for game in &kind.score.games {
                Self::add(&mut tallies, &mut places, game, kind.times() as u32);
            }
        }
        let own = blocks.units_of_each(bots);
        for (bot, ((tally, own), places)) in tallies.iter_mut().zip(own).zip(places).enumerate() {
            tally.blocks = own.iter().flat_map(|(kinds, _)| kinds).map(|kind| kind.count as u32).sum();
            tally.mean_place = (tally.games > 0).then(|| places / f64::from(tally.games));
            tally.share = mean_share(blocks, own, |block| block.share_of(BotIndex(bot)));
        }
        tallies
    }

    /// The games, all with two seats, in which the bot had more points than the other seat, as many, and fewer.
    pub fn wins_draws_losses(&self) -> [u32; 3] {
        [self.alone, self.places[0] - self.alone, self.places[1]]
    }

    /// Adds a game that was played `times` times. `sums` has the sum of the places of each bot.
    fn add(tallies: &mut [Self], sums: &mut [f64], game: &GameScore, times: u32) {
        for (bot, points) in game.points() {
            if let Some(tally) = tallies.get_mut(bot.0) {
                tally.points += PointSum::of(points).unwrap_or(PointSum::ZERO) * times;
            }
        }
        let mut before = 0;
        for group in game.ranked() {
            let place = before as f64 + (group.len() as f64 + 1.0) / 2.0;
            for &BotIndex(bot) in &group {
                let Some(tally) = tallies.get_mut(bot) else { continue };
                sums[bot] += place * f64::from(times);
                tally.games += times;
                tally.places[before] += times;
                if before == 0 && group.len() == 1 {
                    tally.alone += times;
                }
            }
            before += group.len();
        }
    }
}

/// The mean share of all games, with its interval. `units` are observations of `blocks`. `share` tells the share in a
/// block, or `None` to omit it. `None` for fewer than two observations.
fn mean_share<'b, B: IntoIterator<Item = &'b BlockKind>>(
    blocks: &BlockCounts,
    units: impl IntoIterator<Item = (B, u64)>,
    share: impl Fn(&BlockScore) -> Option<f64>,
) -> Option<Estimate> {
    let points = |block: &BlockScore| share(block).map(|share| [share, 1.0 - share]);
    Contest::of(units, blocks.has_many_deals(), points).estimate(|observations| blocks.bound(observations))
}

/// For each seat, its share of the points as the mean of blocks, for all bots together. `None` for fewer than two
/// blocks. If every block has all rotations, each bot had each seat equally often, so only the seats differ.
pub fn seat_shares(seats: u8, blocks: &BlockCounts) -> BySeat<Option<Estimate>> {
    BySeat::new(seats, |seat| mean_share(blocks, blocks.units(), |block| seat_share(seat, block)))
}

fn seat_share(seat: Seat, block: &BlockScore) -> Option<f64> {
    let shares = block.games.iter().filter_map(|game| game.shares().nth(seat.index()));
    Sample::of(shares.map(|(_, share)| share)).map(|sample| sample.mean)
}
