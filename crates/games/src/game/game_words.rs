//! The names that people give to things in a game, for programs that show any game and know no rules: a line about the
//! game, the rows of its list of moves, the reasons of its ends.

use uvi::{TurnPart, TurnRules};

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
    /// The points that seats have while they play, as in [`Game::points`](super::Game::points): one, and many.
    pub points: Option<[&'static str; 2]>,
    /// The event of chance; `dice` if its outcome is a digit for each die.
    pub chance: Option<&'static str>,
    /// Patterns of actions whose notation says little, each with what happens.
    pub acts: &'static [(&'static str, &'static str)],
    /// The words of choices, in the usual order.
    pub first: &'static [&'static str],
    /// The clicks that enter an action in words, by the phase of the position: `choose a cat, then a space`.
    pub clicks: &'static [(&'static str, &'static str)],
    /// The number of units of a bot's `score` in a usual unit, and the name of that.
    pub unit: Option<(u32, &'static str)>,
}

impl GameWords {
    /// A game without words.
    pub const NONE: Self = Self {
        about: "",
        turns_round: false,
        rows: &[],
        ends: &[],
        points: None,
        chance: None,
        acts: &[],
        first: &[],
        clicks: &[],
        unit: None,
    };

    /// The rows of the list of moves.
    pub fn turn_rules(&self) -> TurnRules {
        self.rows.iter().collect()
    }

    /// The text of a reason; `None` if the word itself says enough.
    pub fn end(&self, reason: &str) -> Option<&'static str> {
        self.ends.iter().find(|(word, _)| *word == reason).map(|(_, text)| *text)
    }
}

/// Everything that a variant says about itself, each a key and a text (UVI 4.10).
pub fn description(variant: &dyn Variant) -> Vec<(&'static str, String)> {
    let GameWords { about, turns_round, rows, ends, points, chance, acts, first, clicks, unit } = variant.words();
    let most = variant.seats().last().copied().unwrap_or_default();
    let seats: Vec<&str> = Seat::all(most).filter_map(|seat| variant.colour(seat)).collect();
    let mut told = Vec::new();
    told.extend((!about.is_empty()).then(|| ("game", about.to_owned())));
    told.extend((!seats.is_empty()).then(|| ("seats", seats.join(" "))));
    told.extend(turns_round.then(|| ("turns", "round".to_owned())));
    told.extend(variant.cooperative().then(|| ("score", "shared".to_owned())));
    told.extend(points.map(|points| ("points", points.join(", "))));
    told.extend(chance.map(|chance| ("chance", chance.to_owned())));
    told.extend(acts.iter().map(|(pattern, text)| ("act", format!("{pattern} {text}"))));
    told.extend((!first.is_empty()).then(|| ("first", first.join(" "))));
    told.extend(clicks.iter().map(|(phase, text)| ("click", format!("{phase} {text}"))));
    told.extend(unit.map(|(number, name)| ("unit", format!("{number} {name}"))));
    told.extend(rows.iter().map(|(pattern, part)| ("row", format!("{} {pattern}", part.word()))));
    told.extend(ends.iter().map(|(word, text)| ("end", format!("{word} {text}"))));
    told.extend(variant.options().iter().map(|option| ("option", format!("{} {}", option.name, option.about))));
    let fields = variant.fields().iter();
    told.extend(fields.map(|field| ("word", format!("{} {} {}", field.name, field.form, field.about))));
    told
}
