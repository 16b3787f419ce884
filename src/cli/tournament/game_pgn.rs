//! A game of a tournament as PGN.

use itertools::Itertools as _;
use uvi_cup::{Opening, Plan, file::OutputKeys};
use uvi_match::record::{self, Log, PgnError};

/// A game of a tournament as PGN. It has the tags of its opening if exactly one opening has that name.
///
/// # Errors
/// If PGN cannot express the game.
pub(super) fn game_pgn(plan: &Plan, log: &Log, outputs: &OutputKeys) -> Result<String, PgnError> {
    let name = log.head.tournament.as_ref().and_then(|place| place.opening.as_deref());
    let named = |opening: &&Opening| name == Some(opening.name.as_str());
    let opening = plan.openings.iter().filter(named).exactly_one().ok();
    let opening = opening.into_iter().flat_map(|opening| &opening.tags).map(|(tag, text)| (tag.as_str(), text.clone()));
    let set = [("Event", &outputs.event), ("Site", &outputs.site)];
    let set = set.into_iter().filter_map(|(tag, text)| Some((tag, text.clone()?)));
    record::pgn(log, &set.chain(opening).collect::<Vec<_>>(), &outputs.figures)
}
