//! The tags of PGN: which a game has, and what is kept of those of a page.

pub(super) type Tags = Vec<(String, String)>;

/// The tags that name an opening. An opening keeps those of the page that it is from: which moves have which name is no
/// rule, and there is no table here.
pub const OPENING_TAGS: [&str; 3] = ["ECO", "Opening", "Variation"];

/// The tags that name the players, in seat order.
pub(in crate::record) const PLAYERS: [&str; 2] = ["White", "Black"];

/// The tags that come first, in this order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// What follows from the game itself, whatever a page says.
const FOLLOWING: [&str; 4] = ["FEN", "PlyCount", "SetUp", "Variant"];

/// The tags of a page that say something which does not follow from its game, with their control characters shown. Of
/// several of one name, the last one holds.
pub(in crate::record) fn known(tags: &[(String, String)]) -> impl Iterator<Item = (String, String)> {
    let says = |text: &str| !text.trim().is_empty() && text.chars().any(|letter| !"?.*-".contains(letter));
    let kept = move |(name, text): &&(String, String)| !FOLLOWING.contains(&name.as_str()) && says(text);
    tags.iter().filter(kept).map(|(name, text)| (name.clone(), uvi::escape_controls(text).to_string()))
}

/// Adds these tags to those behind the roster, in place of those of the same names.
pub(super) fn add(to: &mut Tags, more: impl Iterator<Item = (String, String)>) {
    for (name, text) in more {
        if ROSTER.contains(&name.as_str()) || FOLLOWING.contains(&name.as_str()) {
            continue;
        }
        match to.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = text,
            None => to.push((name, text)),
        }
    }
}
