//! The boards of the registry. They are chosen by properties, not by name, so new variants are tried too.

use uvi_games::{
    game::{RuleOptionKind, Variant},
    games::REGISTRY,
};

/// The prefix of options that bound the length of a game.
const BOUND: &str = "max";

/// The value of the options with the prefix [`BOUND`] in short games, if the option allows the value.
const SHORT: u32 = 3;

/// A variant with a number of seats.
#[derive(Debug, Clone, Copy)]
pub struct Board {
    pub variant: &'static dyn Variant,
    pub seats: u8,
}

/// Returns every variant with each of its numbers of seats.
pub fn all() -> Vec<Board> {
    let boards = |variant: &'static dyn Variant| variant.seats().iter().map(move |&seats| Board { variant, seats });
    REGISTRY.iter().flat_map(boards).collect()
}

/// Returns the first board of each kind: two seats, more seats, and a shared score.
pub fn kinds() -> Vec<Board> {
    let kinds: [fn(&Board) -> bool; 3] = [
        |board| !board.variant.cooperative() && board.seats == 2,
        |board| !board.variant.cooperative() && board.seats > 2,
        |board| board.variant.cooperative(),
    ];
    kinds.into_iter().filter_map(|kind| all().into_iter().find(kind)).collect()
}

impl Board {
    /// Returns the options that make a game short, with their values.
    pub fn short(&self) -> Vec<(&'static str, String)> {
        let rows = self.variant.options().iter().filter(|row| row.name.starts_with(BOUND));
        rows.filter_map(|row| match row.kind {
            RuleOptionKind::Spin { min, max, .. } => Some((row.name, SHORT.clamp(min, max).to_string())),
            RuleOptionKind::Combo { .. } | RuleOptionKind::Text { .. } => None,
        })
        .collect()
    }

    /// Returns the words of `arbiter play` for a short game of these players.
    pub fn play(&self, players: impl IntoIterator<Item = String>) -> Vec<String> {
        let options = self.short().into_iter().flat_map(|(name, value)| ["-o".to_owned(), format!("{name}={value}")]);
        ["play", self.variant.word()].map(str::to_owned).into_iter().chain(players).chain(options).collect()
    }

    /// Returns the words of `newmatch` after the name of the match.
    pub fn words(&self, seed: u32) -> String {
        let options: String = self.short().iter().map(|(name, value)| format!(" {name} {value}")).collect();
        format!("variant {} seats {} seed {seed:x}{options}", self.variant.word(), self.seats)
    }
}
