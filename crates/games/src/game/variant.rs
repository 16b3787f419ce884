//! A row of the registry: the data of a variant, and constructors of its tables.

use std::{fmt::Debug, marker::PhantomData};

use uvi::Seed;

use super::{
    Game, GameWords, OptionError, OptionRow, OptionValues, Pgn, PositionError, PositionField, Seat, Table, suggestion,
};

/// A variant, its type erased.
#[expect(missing_docs, reason = "the others are the constants of `Game` with the same names")]
pub trait Variant: Debug + Send + Sync {
    fn word(&self) -> &'static str;
    fn title(&self) -> &'static str;
    fn rules(&self) -> &'static str;
    fn seats(&self) -> &'static [u8];
    fn options(&self) -> &'static [OptionRow];
    fn phases(&self) -> &'static [&'static str];
    fn words(&self) -> GameWords;
    fn fields(&self) -> &'static [PositionField];
    fn cooperative(&self) -> bool;
    fn chance(&self) -> bool;
    fn counts_moves(&self) -> bool;
    fn endgames(&self) -> bool;
    /// The colour of a seat's men, as people call it; `None` if the game has no colours.
    fn colour(&self, seat: Seat) -> Option<&'static str>;
    fn pgn(&self) -> Option<&'static Pgn>;
    /// Checks that the option values are valid together.
    ///
    /// # Errors
    /// If a text is not valid, or options exclude each other.
    fn check(&self, options: &OptionValues) -> Result<(), OptionError>;
    /// A table at the start of a game; `seats` is one of [`Variant::seats`].
    ///
    /// # Errors
    /// As [`Variant::check`].
    fn start(&self, options: &OptionValues, seats: u8, seed: &Seed) -> Result<Box<dyn Table>, OptionError>;
    /// A table at a position, which may be finished. The options must have passed [`Variant::check`].
    ///
    /// # Errors
    /// If the options are not valid, the position does not parse, or the rules page forbids the position.
    fn read(&self, options: &OptionValues, seats: u8, position: &str) -> Result<Box<dyn Table>, PositionError>;
}

/// The variants that a program knows, in the order of lists for people. Code receives the registry as an argument, so
/// that other programs can bring other games.
#[derive(Debug, Clone, Copy)]
pub struct Registry(&'static [&'static dyn Variant]);

impl Registry {
    /// A registry of these variants. No two variants may have the same word.
    pub const fn new(rows: &'static [&'static dyn Variant]) -> Self {
        Self(rows)
    }

    /// The variant with this word; `None` if there is none.
    pub fn find(self, word: &str) -> Option<&'static dyn Variant> {
        self.iter().find(|variant| variant.word() == word)
    }

    /// All variants.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Variant> {
        self.0.iter().copied()
    }

    /// The rows as a slice.
    pub const fn rows(self) -> &'static [&'static dyn Variant] {
        self.0
    }

    /// An error message: there is no variant of this word, and what was probably meant or is known.
    pub fn no_variant(self, word: &str) -> String {
        let known = || self.iter().map(|variant| variant.word());
        let list = || format!("the arbiter knows {}", known().collect::<Vec<_>>().join(", "));
        format!("no variant {word}; {}", suggestion(word, known(), list))
    }
}

impl IntoIterator for Registry {
    type Item = &'static dyn Variant;
    type IntoIter = std::iter::Copied<std::slice::Iter<'static, &'static dyn Variant>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// A game as a row of the registry, its type erased behind [`Variant`]. Each game has it as [`Game::ROW`].
#[derive(Debug)]
pub struct Row<G>(PhantomData<fn() -> G>);

impl<G> Row<G> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

/// Methods that return a constant of the game, each as `name: Type = CONSTANT;`.
macro_rules! constants {
    ($($name:ident: $type:ty = $constant:ident;)+) => {
        $(
            fn $name(&self) -> $type {
                G::$constant
            }
        )+
    };
}

impl<G: Game> Variant for Row<G> {
    constants! {
        word: &'static str = WORD;
        title: &'static str = TITLE;
        rules: &'static str = RULES;
        seats: &'static [u8] = SEATS;
        options: &'static [OptionRow] = OPTIONS;
        phases: &'static [&'static str] = PHASES;
        words: GameWords = WORDS;
        fields: &'static [PositionField] = FIELDS;
        cooperative: bool = COOPERATIVE;
        chance: bool = CHANCE;
        counts_moves: bool = COUNTS_MOVES;
        endgames: bool = ENDGAMES;
        pgn: Option<&'static Pgn> = PGN;
    }

    fn colour(&self, seat: Seat) -> Option<&'static str> {
        G::COLOURS.get(seat.index()).copied()
    }

    fn check(&self, options: &OptionValues) -> Result<(), OptionError> {
        G::options(options).map(|_| ())
    }

    fn start(&self, options: &OptionValues, seats: u8, seed: &Seed) -> Result<Box<dyn Table>, OptionError> {
        Ok(Box::new(G::start(&G::options(options)?, seats, seed)))
    }

    fn read(&self, options: &OptionValues, seats: u8, position: &str) -> Result<Box<dyn Table>, PositionError> {
        let options = G::options(options).map_err(|error| PositionError::refused(error.to_string()))?;
        Ok(Box::new(G::read(&options, seats, position)?))
    }
}
