//! What the registry has to play on, chosen by properties and not by name, so that a new variant is tried too.

use uvi_games::{
    game::{OptionKind, Variant},
    games::REGISTRY,
};

/// Where an option bounds the length of a game, its name begins so.
const BOUND: &str = "max";

/// What it is set to.
const SHORT: u32 = 3;

/// A variant with a number of seats.
#[derive(Debug, Clone, Copy)]
pub struct Board {
    pub variant: &'static dyn Variant,
    pub seats: u8,
}

/// Every variant with every number of seats that it can have.
pub fn all() -> Vec<Board> {
    let boards = |variant: &'static dyn Variant| variant.seats().iter().map(move |&seats| Board { variant, seats });
    REGISTRY.iter().flat_map(boards).collect()
}

/// The first variant of each kind that there is: two seats, more seats, and one score for all.
pub fn kinds() -> Vec<Board> {
    let kinds: [fn(&Board) -> bool; 3] = [
        |board| !board.variant.cooperative() && board.seats == 2,
        |board| !board.variant.cooperative() && board.seats > 2,
        |board| board.variant.cooperative(),
    ];
    kinds.into_iter().filter_map(|kind| all().into_iter().find(kind)).collect()
}

impl Board {
    /// The options under which a game is short, each as its name and value.
    pub fn short(&self) -> Vec<(&'static str, String)> {
        let rows = self.variant.options().iter().filter(|row| row.name.starts_with(BOUND));
        rows.filter_map(|row| match row.kind {
            OptionKind::Spin { min, max, .. } => Some((row.name, SHORT.clamp(min, max).to_string())),
            OptionKind::Combo { .. } | OptionKind::Text { .. } => None,
        })
        .collect()
    }

    /// The words of `newmatch` behind the name of the match.
    pub fn words(&self, seed: u32) -> String {
        let options: String = self.short().iter().map(|(name, value)| format!(" {name} {value}")).collect();
        format!("variant {} seats {} seed {seed:x}{options}", self.variant.word(), self.seats)
    }
}
