//! The games that are to be imported.

use uvi::Word;
use uvi_games::game::{OptionValues, Registry, Variant};

/// The facts about games that are not in their text.
#[derive(Debug)]
pub struct PgnSource<'a> {
    /// The variants that the program knows.
    pub registry: Registry,
    /// The variant of the games.
    pub variant: &'static dyn Variant,
    /// The rule options. The tags of a game may set others.
    pub options: &'a OptionValues,
    /// The name of the match. With several games, each name gets the number of the game as suffix.
    pub name: Word,
    /// The source of the games, for the logs.
    pub from: &'a str,
}
