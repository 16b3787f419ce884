//! The names that people give to things in a game, for programs that show any game and know no rules: a line about the game, the rows
//! of its list of moves, the reasons of its ends.

use super::{Seat, Variant};

/// The words of a game.
#[derive(Debug, Clone, Copy)]
pub struct GameWords {
    /// The game in a sentence or two; empty if there is none.
    pub about: &'static str,
    /// True if the board may be turned round for the second seat.
    pub turns_round: bool,
    /// Patterns of actions as people write them, each with the part of a turn that such an action is; the first pattern
    /// that fits counts. `_` stands for one character, `%` for any number. An action that fits no pattern belongs to the
    /// turn of its seat, and a chance event to the next turn.
    pub rows: &'static [(&'static str, TurnPart)],
    /// The reasons of ends that say little as one word, in words.
    pub ends: &'static [(&'static str, &'static str)],
}

/// The part of a turn that an action is, in a list of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnPart {
    /// Comes before the first turn. The pattern counts only until a turn has begun.
    Setup,
    /// Belongs to the turn of the seat that acts.
    Own,
    /// Belongs to the turn in progress, whoever acts.
    Reaction,
    /// One of two moves of a turn in which both seats move.
    Move,
    /// An offer to let the other move first, in such a turn.
    Offer,
    /// Belongs to all seats of the turn in progress.
    Shared,
}

impl TurnPart {
    const fn word(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Own => "own",
            Self::Reaction => "reaction",
            Self::Move => "move",
            Self::Offer => "offer",
            Self::Shared => "shared",
        }
    }
}

impl GameWords {
    /// A game without words.
    pub const NONE: Self = Self { about: "", turns_round: false, rows: &[], ends: &[] };

    /// The text of a reason; `None` if the word itself says enough.
    pub fn end(&self, reason: &str) -> Option<&'static str> {
        self.ends.iter().find(|(word, _)| *word == reason).map(|(_, text)| *text)
    }
}

/// Everything that a variant says about itself, each a key and a text (UVI 4.3).
pub fn description(variant: &dyn Variant) -> Vec<(&'static str, String)> {
    let GameWords { about, turns_round, rows, ends } = variant.words();
    let most = variant.seats().last().copied().unwrap_or_default();
    let seats: Vec<&str> = Seat::all(most).filter_map(|seat| variant.colour(seat)).collect();
    let mut told = Vec::new();
    told.extend((!about.is_empty()).then(|| ("game", about.to_owned())));
    told.extend((!seats.is_empty()).then(|| ("seats", seats.join(" "))));
    told.extend(turns_round.then(|| ("turns", "round".to_owned())));
    told.extend(rows.iter().map(|(pattern, part)| ("row", format!("{} {pattern}", part.word()))));
    told.extend(ends.iter().map(|(word, text)| ("end", format!("{word} {text}"))));
    told.extend(variant.options().iter().map(|option| ("option", format!("{} {}", option.name, option.about))));
    told
}
