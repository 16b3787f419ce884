//! The tags of PGN: the tags that a game has, and the tags of an imported page that are kept.

use super::place::TextPlace;

pub(super) type Tags = Vec<(String, String)>;

#[derive(Debug, Clone)]
pub(in crate::record) struct PgnTag {
    pub(super) place: TextPlace,
    pub(super) name: String,
    pub(super) value: String,
}

/// The tags that name an opening. An imported opening keeps these tags of its page, because this crate has no table of
/// opening names.
pub const OPENING_TAGS: [&str; 3] = ["ECO", "Opening", "Variation"];

/// The data of an opening in a file of openings: [`OPENING_TAGS`], and the moves that lead to its position, with the
/// position before them if it is not the usual start.
pub const OPENING_FIELDS: [&str; 5] = ["ECO", "Opening", "Variation", MOVES, FEN];

/// The moves that lead to an opening, as actions.
pub(in crate::record) const MOVES: &str = "Moves";
/// The position before the moves.
pub(in crate::record) const FEN: &str = "FEN";

/// The tags that name the players, in seat order.
pub(in crate::record) const PLAYERS: [&str; 2] = ["White", "Black"];

/// The tags that come first, in this order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tags that follow from the game itself. Such tags of a page are ignored.
const FOLLOWING: [&str; 5] = [FEN, MOVES, "PlyCount", "SetUp", "Variant"];

/// Returns true for the name of a tag of [`ROSTER`], whatever its case.
pub(super) fn is_of_roster(name: &str) -> bool {
    ROSTER.contains(&proper(name))
}

/// The name of a tag with the capitals of the standard, if it has the tag.
pub(super) fn proper(name: &str) -> &str {
    ROSTER.into_iter().find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
}

/// Returns true for the tags without which a game cannot be read.
pub(super) fn is_bare(name: &str) -> bool {
    ROSTER.contains(&name) || [FEN, "SetUp", "Variant"].contains(&name)
}

/// Returns the tags of a page that have a known value and do not follow from the game, with control characters escaped.
/// Values such as `?` and `????.??.??` are unknown; `-` is the time control of games without one.
pub(in crate::record) fn known(tags: &[PgnTag]) -> impl Iterator<Item = (String, String)> {
    let says = |text: &str| !text.trim().is_empty() && text.chars().any(|letter| !"?.*-".contains(letter));
    let is_known = move |name: &str, text: &str| says(text) || (name, text) == ("TimeControl", "-");
    let kept = move |tag: &&PgnTag| !FOLLOWING.contains(&tag.name.as_str()) && is_known(&tag.name, &tag.value);
    tags.iter().filter(kept).map(|tag| (tag.name.clone(), uvi::escape_controls(&tag.value).to_string()))
}

/// Returns true for a tag of [`ROSTER`] or [`FOLLOWING`].
pub(super) fn follows(name: &str) -> bool {
    ROSTER.contains(&name) || FOLLOWING.contains(&name)
}
