//! A row of the registry: what a variant is called, what it offers, and how its tables are made.

use std::{fmt::Debug, marker::PhantomData};

use uvi::Seed;

use super::{BadOption, Game, OptionRow, OptionValues, Page, PositionError, Table};

/// A variant, its type erased.
pub trait Variant: Debug + Send + Sync {
    /// Its word on the line.
    fn word(&self) -> &'static str;
    /// Its title for people.
    fn title(&self) -> &'static str;
    /// Its rules page, in Markdown.
    fn rules(&self) -> &'static str;
    /// The numbers of seats it can have, ascending.
    fn seats(&self) -> &'static [u8];
    /// Its rule options.
    fn options(&self) -> &'static [OptionRow];
    /// The kinds of decision that seats are asked for.
    fn phases(&self) -> &'static [&'static str];
    /// Whether all seats share one score.
    fn cooperative(&self) -> bool;
    /// How its games are printed on pages, where an importer can read that.
    fn page(&self) -> Option<&'static dyn Page>;
    /// What the PGN tag `Variant` says, where games can be written as PGN.
    fn pgn(&self) -> Option<&'static str>;
    /// Checks the option values.
    ///
    /// # Errors
    /// Where a text does not fit, or options do not go together.
    fn check(&self, options: &OptionValues) -> Result<(), BadOption>;
    /// A table at the start of a game; `seats` is one of [`Variant::seats`].
    ///
    /// # Errors
    /// As [`Variant::check`].
    fn start(&self, options: &OptionValues, seats: u8, seed: &Seed) -> Result<Box<dyn Table>, BadOption>;
    /// A table at a position, finished ones included.
    ///
    /// # Errors
    /// Where the position does not parse, or the rules page refuses it. The options must have passed
    /// [`Variant::check`].
    fn read(&self, options: &OptionValues, seats: u8, position: &str) -> Result<Box<dyn Table>, PositionError>;
}

/// The variants that a program knows, in the order in which they are listed for people. Whoever looks a variant up is
/// handed one, so that a program of another's making can know other games.
#[derive(Debug, Clone, Copy)]
pub struct Registry(&'static [&'static dyn Variant]);

impl Registry {
    /// A registry of these rows, no two of which have the same word.
    pub const fn new(rows: &'static [&'static dyn Variant]) -> Self {
        Self(rows)
    }

    /// The variant with this word.
    pub fn find(self, word: &str) -> Option<&'static dyn Variant> {
        self.iter().find(|variant| variant.word() == word)
    }

    /// Every variant.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Variant> {
        self.0.iter().copied()
    }

    /// The rows, each a variant.
    pub const fn rows(self) -> &'static [&'static dyn Variant] {
        self.0
    }

    /// The words of all variants, as an error lists them.
    pub fn words(self) -> String {
        self.iter().map(|variant| variant.word()).collect::<Vec<_>>().join(", ")
    }
}

impl IntoIterator for Registry {
    type Item = &'static dyn Variant;
    type IntoIter = std::iter::Copied<std::slice::Iter<'static, &'static dyn Variant>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// The registry row of a game.
#[derive(Debug)]
pub struct Kind<G>(PhantomData<fn() -> G>);

impl<G> Kind<G> {
    /// The row.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Kind<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Variant for Kind<G> {
    fn word(&self) -> &'static str {
        G::WORD
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn rules(&self) -> &'static str {
        G::RULES
    }

    fn seats(&self) -> &'static [u8] {
        G::SEATS
    }

    fn options(&self) -> &'static [OptionRow] {
        G::OPTIONS
    }

    fn phases(&self) -> &'static [&'static str] {
        G::PHASES
    }

    fn cooperative(&self) -> bool {
        G::COOPERATIVE
    }

    fn page(&self) -> Option<&'static dyn Page> {
        G::PAGE
    }

    fn pgn(&self) -> Option<&'static str> {
        G::PGN
    }

    fn check(&self, options: &OptionValues) -> Result<(), BadOption> {
        G::options(options).map(|_| ())
    }

    fn start(&self, options: &OptionValues, seats: u8, seed: &Seed) -> Result<Box<dyn Table>, BadOption> {
        Ok(Box::new(G::start(&G::options(options)?, seats, seed)))
    }

    fn read(&self, options: &OptionValues, seats: u8, position: &str) -> Result<Box<dyn Table>, PositionError> {
        let options = G::options(options).map_err(|error| PositionError::Refused(error.to_string().into()))?;
        Ok(Box::new(G::read(&options, seats, position)?))
    }
}
