//! The worth of seats.

use uvi_games::game::{BySeat, Seat};

use super::{BlockCounts, BlockScore, Estimate, Sample, tally::mean_share};

/// For each seat, its share of the points as the mean of blocks, for all bots together. `None` for fewer than two
/// blocks. If every block has all rotations, each bot had each seat equally often, so only the seats differ.
pub fn seat_shares(seats: u8, blocks: &BlockCounts) -> BySeat<Option<Estimate>> {
    BySeat::new(seats, |seat| mean_share(blocks, blocks.units(), |block| seat_share(seat, block)))
}

/// The mean share of a seat in the games of a block.
fn seat_share(seat: Seat, block: &BlockScore) -> Option<f64> {
    let shares = block.games.iter().filter_map(|game| game.shares().nth(seat.index()));
    Sample::of(shares.map(|(_, share)| share)).map(|sample| sample.mean)
}
