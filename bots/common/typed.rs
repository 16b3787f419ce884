//! Parses the position of a question as a value of a known game.

use arbiter::game::{Game, OptionValues};
use uvi::bot::TurnRequest;

/// Returns the position; `None` if the variant is not `G`, or options, seats or position are not valid.
pub(crate) fn read<G: Game>(turn: &TurnRequest) -> Option<G> {
    if turn.game.variant.as_str() != G::WORD {
        return None;
    }
    let values = OptionValues::with(G::OPTIONS, &turn.game.options).ok()?;
    let seats = G::SEATS.iter().copied().find(|&seats| u32::from(seats) == turn.game.seats)?;
    G::read(&G::options(&values).ok()?, seats, turn.position.as_str()).ok()
}
