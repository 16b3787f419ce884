//! What a game shows of itself, so that pictures, vectors, fuzzing and the laws can try it without knowing it.

use super::{Game, laws::LawWalk};

/// A position whose picture is kept, and what is played from there.
#[derive(Debug, Clone, Copy)]
pub struct Scene {
    /// Its name among all pictures.
    pub name: &'static str,
    /// The rule options that differ from their defaults.
    pub options: &'static [(&'static str, &'static str)],
    /// The position; the start with the fewest seats where it is empty.
    pub position: &'static str,
    /// What is played, by whoever is to act; where several are, by the first.
    pub actions: &'static str,
    /// How many shapes mark it.
    pub marks: usize,
}

/// The specimens of a game.
pub trait Specimens: Game {
    /// Positions whose pictures are kept.
    const SCENES: &'static [Scene];

    /// Rare positions, each with its name among all positions, ascending by it.
    const POSITIONS: &'static [(&'static str, &'static str)];

    /// The title of each man that a picture of the position has, read off its text without the help of the game.
    fn men(position: &str) -> Vec<String>;

    /// Walks under the laws, which together come by every kind of decision.
    fn walks() -> Vec<LawWalk<Self>>;
}

/// What can be told of the specimens of a game whose type is erased.
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
    /// Of a game that shows nothing.
    pub const NONE: Self = Self { scenes: &[], positions: &[], men: |_| Vec::new() };

    /// Of a game that has specimens.
    pub const fn of<G: Specimens>() -> Self {
        Self { scenes: G::SCENES, positions: G::POSITIONS, men: G::men }
    }
}
