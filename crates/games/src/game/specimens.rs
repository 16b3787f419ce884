//! Examples that a game provides for pictures, test vectors, fuzzing and the law tests.

use super::{Game, laws::LawWalk};

/// A position whose picture is stored as a test reference, after some actions.
#[derive(Debug, Clone, Copy)]
pub struct Scene {
    /// The name, unique among all pictures.
    pub name: &'static str,
    /// The rule options that differ from their defaults.
    pub options: &'static [(&'static str, &'static str)],
    /// The position; empty for the start position with the fewest seats.
    pub position: &'static str,
    /// The actions to play before the picture is drawn, separated by spaces. If several seats are to act, the lowest
    /// seat acts.
    pub actions: &'static str,
    /// The number of shapes that mark the last actions.
    pub marks: usize,
}

/// A game with examples.
pub trait Specimens: Game {
    /// The positions with stored pictures.
    const SCENES: &'static [Scene];

    /// Rare positions with their names, ascending by name. A name is unique among all games.
    const POSITIONS: &'static [(&'static str, &'static str)];

    /// The expected title of each man in a picture of the position. The function shares no code with the game's parser.
    fn men(position: &str) -> Vec<String>;

    /// The random games that test the laws. Together they must reach every kind of decision.
    fn walks() -> Vec<LawWalk<Self>>;
}

/// The examples of a game whose type is erased.
#[derive(Debug, Clone, Copy)]
pub struct Collection {
    /// As [`Specimens::SCENES`].
    pub scenes: &'static [Scene],
    /// As [`Specimens::POSITIONS`].
    pub positions: &'static [(&'static str, &'static str)],
    /// As [`Specimens::men`].
    pub men: fn(&str) -> Vec<String>,
}

impl Collection {
    /// The collection of a game without examples.
    pub const NONE: Self = Self { scenes: &[], positions: &[], men: |_| Vec::new() };

    /// The collection of a game with examples.
    pub const fn of<G: Specimens>() -> Self {
        Self { scenes: G::SCENES, positions: G::POSITIONS, men: G::men }
    }
}
