//! Where a short game of a variant begins: the start, or a position a few decisions before the end of a long game.

use arbiter::game::{Actor, OptionValues, Seat, Seed, Stream, Table, Turn, lots};
use testkit::boards::Board;

/// How many decisions a short game has, at most.
const SHORT: usize = 8;

/// How many decisions a game may have before it is taken for endless.
const LONG: usize = 20_000;

/// How a bot chooses: the place of its action in the list, by the seed of the match, its seat and its view.
pub(crate) type Choice = fn(&Seed, Seat, &str, usize) -> usize;

/// What `arbiter-random` does.
pub(crate) fn random(seed: &Seed, seat: Seat, view: &str, count: usize) -> usize {
    let lots = Seed((u128::from(lots(seed, seat).0) << 64).to_be_bytes());
    Stream::new(&lots, &format!("{seat} {view}")).below(u32::try_from(count).unwrap()) as usize
}

/// What `arbiter-faulty --pick any` does.
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

/// Does what is due. True where seats decided; the position before it is noted then.
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
    // Who decides at the same time has not seen what the others do.
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
