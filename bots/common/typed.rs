//! The position that a bot is asked about, as a value of a game that the library knows.

use arbiter::game::{Game, OptionValues};
use uvi::bot::Turn;

/// The position, if the variant is this game and its options and position can be read.
pub(crate) fn read<G: Game>(turn: &Turn) -> Option<G> {
    if turn.game.variant.as_str() != G::WORD {
        return None;
    }
    let mut values = OptionValues::defaults(G::OPTIONS);
    for (name, value) in &turn.game.options {
        values.set(name.as_str(), value.as_str()).ok()?;
    }
    let seats = G::SEATS.iter().copied().find(|&seats| u32::from(seats) == turn.game.seats)?;
    G::read(&G::options(&values).ok()?, seats, turn.position.as_str()).ok()
}
