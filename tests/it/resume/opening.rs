//! The position where a short game of a variant begins: the start, or a position a few decisions before the end of a
//! long game.

use arbiter::game::{Actor, OptionValues, Seat, Seed, Stream, Table, Turn, lots};
use testkit::boards::Board;

/// The most decisions of a short game.
const SHORT: usize = 8;

/// The number of decisions from which a game counts as endless.
const LONG: usize = 20_000;

/// The choice of a bot: the index of its action in the list, by the seed of the match, its seat, its view, and the
/// number of actions.
pub(crate) type Choice = fn(&Seed, Seat, &str, usize) -> usize;

/// The choice of `arbiter-random`.
pub(crate) fn random(seed: &Seed, seat: Seat, view: &str, count: usize) -> usize {
    let lots = Seed((u128::from(lots(seed, seat).0) << 64).to_be_bytes());
    Stream::new(&lots, &format!("{seat} {view}")).below(u32::try_from(count).unwrap()) as usize
}

/// The choice of `arbiter-faulty --pick any`.
pub(crate) fn any(_: &Seed, _: Seat, view: &str, count: usize) -> usize {
    let hash = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    view.bytes().fold(0x811c_9dc5, hash) as usize % count
}

/// The position from which these bots play a short game to its end.
pub(crate) fn opening(board: &Board, seed: Seed, choose: Choice) -> String {
    let mut options = OptionValues::defaults(board.variant.options());
    for (name, value) in board.short() {
        options.set(name, &value).unwrap();
    }
    let mut table = board.variant.start(&options, board.seats, &seed).unwrap();
    let mut positions = Vec::new();
    while !matches!(table.turn(), Turn::Over(_)) {
        if decide(&mut *table, &seed, choose, &mut positions) {
            assert!(positions.len() < LONG, "{} does not end", board.variant.word());
        }
    }
    positions[positions.len().saturating_sub(SHORT)].clone()
}

/// Plays the next step. If seats decide, adds the position before it and returns true.
fn decide(table: &mut dyn Table, seed: &Seed, choose: Choice, positions: &mut Vec<String>) -> bool {
    if let Some((seat, pass)) = table.forced() {
        table.play(Actor::Seat(seat), pass.as_str()).unwrap();
        return false;
    }
    if let Some(outcome) = table.chance(seed) {
        table.play(Actor::Chance, outcome.as_str()).unwrap();
        return false;
    }
    let Turn::Seats(seats) = table.turn() else { return false };
    positions.push(table.position().to_string());
    // Seats that decide at once do not see each other's choices.
    let chosen: Vec<_> = seats
        .iter()
        .map(|seat| {
            let legal = table.legal(seat);
            (seat, legal[choose(seed, seat, table.view(seat).as_str(), legal.len())].clone())
        })
        .collect();
    for (seat, action) in chosen {
        table.play(Actor::Seat(seat), action.as_str()).unwrap();
    }
    true
}
