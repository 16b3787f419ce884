//! A game of a tournament as PGN.

use itertools::Itertools as _;
use uvi_cup::{Opening, Plan, file::OutputKeys};
use uvi_match::record::{self, Log, PgnError, PgnStyle};

/// A game of a tournament as PGN, with the tags and figures of the tournament's outputs.
///
/// # Errors
/// If PGN cannot express the game.
pub(super) fn game_pgn(plan: &Plan, log: &Log, outputs: &OutputKeys) -> Result<String, PgnError> {
    let set = [("Event", &outputs.event), ("Site", &outputs.site)];
    let set: Vec<_> = set.into_iter().filter_map(|(tag, text)| Some((tag, text.clone()?))).collect();
    styled_game(plan, log, &set, &PgnStyle { figures: &outputs.figures, quoted: &|_| Vec::new(), bare: false })
}

/// A game of a tournament as PGN, with these tags. It has the tags of its opening if exactly one opening has that name.
///
/// # Errors
/// If PGN cannot express the game.
pub fn styled_game(plan: &Plan, log: &Log, tags: &[(&str, String)], style: &PgnStyle<'_>) -> Result<String, PgnError> {
    let name = log.head.tournament.as_ref().and_then(|place| place.opening.as_deref());
    let named = |opening: &&Opening| name == Some(opening.name.as_str());
    let opening = plan.openings.iter().filter(named).exactly_one().ok();
    let opening = opening.into_iter().flat_map(|opening| &opening.tags).map(|(tag, text)| (tag.as_str(), text.clone()));
    record::styled_pgn(log, &tags.iter().cloned().chain(opening).collect::<Vec<_>>(), style)
}
