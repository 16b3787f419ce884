//! A game of a tournament as PGN.

use itertools::Itertools as _;
use uvi_cup::{Opening, Plan};
use uvi_match::record::{self, Log, PgnError};

/// The facts of a game that its log does not have.
#[derive(Debug, Clone, Copy)]
pub(super) struct PgnLine<'a> {
    /// The names of the bots, in seat order.
    pub(super) seats: &'a [String],
    pub(super) round: u32,
    pub(super) opening: Option<&'a str>,
}

/// A game of a tournament as PGN. It has the tags of its opening if exactly one opening has that name.
///
/// # Errors
/// If PGN cannot express the game.
pub(super) fn game_pgn(plan: &Plan, log: &Log, line: PgnLine<'_>) -> Result<String, PgnError> {
    let mut tags = vec![("Event", plan.variant.title().to_owned()), ("Round", line.round.to_string())];
    let named = |opening: &&Opening| line.opening == Some(opening.name.as_str());
    let opening = plan.openings.iter().filter(named).exactly_one().ok();
    tags.extend(opening.into_iter().flat_map(|opening| &opening.tags).map(|(tag, text)| (tag.as_str(), text.clone())));
    record::pgn(log, line.seats, &tags)
}
