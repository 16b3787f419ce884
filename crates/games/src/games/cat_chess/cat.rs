//! A cat: its letter, its sheet, its place and its self-esteem.

use std::fmt::{self, Write};

use nom::{
    IResult, Parser,
    combinator::{map, map_opt},
    multi::many_m_n,
};

use super::{Cells, Sheet};
use crate::{
    board::{
        hex::{Arc, HexDirection, Space, Width},
        text::seat,
    },
    game::{MAX_SEATS, Seat},
};

/// The letter of a cat among its owner's three cats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// The first cat.
    A,
    /// The second cat.
    B,
    /// The third cat.
    C,
}

impl Letter {
    words! {
        /// The letter as text: `a`, `b` or `c`.
        pub letter: char = A => 'a', B => 'b', C => 'c';
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// A set of an owner's three cats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Letters(u8);

impl Letters {
    /// The set of one cat.
    pub const fn only(letter: Letter) -> Self {
        Self(1 << letter as u8)
    }

    /// Returns true if the cat is in the set.
    pub const fn contains(self, letter: Letter) -> bool {
        self.0 & 1 << letter as u8 != 0
    }

    /// Returns true if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The letters in their order.
    pub fn iter(self) -> impl Iterator<Item = Letter> {
        Letter::ALL.into_iter().filter(move |&letter| self.contains(letter))
    }
}

operators! {
    [] Letters:
    /// The cats of the first set that are not in the second.
    Sub sub |one, other| Self(one.0 & !other.0);
}

impl FromIterator<Letter> for Letters {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        Self(letters.into_iter().fold(0, |set, letter| set | 1 << letter as u8))
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|letter| letter.fmt(f))
    }
}

/// `letters = 1*3letter`, ascending
pub(super) fn letters(input: &str) -> IResult<&str, Letters> {
    let ascending =
        |letters: Vec<Letter>| letters.is_sorted_by(|one, next| one < next).then(|| letters.into_iter().collect());
    map_opt(many_m_n(1, 3, Letter::read), ascending).parse(input)
}

/// A cat of the table, such as `2b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CatId {
    /// The seat of the owner.
    pub seat: Seat,
    /// The letter among the owner's cats.
    pub letter: Letter,
}

impl fmt::Display for CatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.seat, self.letter)
    }
}

/// `cat = seat letter`, `seat = "1" / "2" / "3" / "4" / "5"`
pub(super) fn cat(input: &str) -> IResult<&str, CatId> {
    map((seat(MAX_SEATS as u8), Letter::read), |(seat, letter)| CatId { seat, letter }).parse(input)
}

/// The place of a cat in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The space where the cat stands.
    pub space: Space,
    /// The first of the two or three sides that the cat sees through.
    pub facing: HexDirection,
}

/// The state of a cat in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cat {
    /// The name and powers of the cat.
    pub sheet: Sheet,
    /// The self-esteem. A cat out of play has its starting self-esteem.
    pub esteem: u8,
    /// The place of the cat; `None` out of play.
    pub place: Option<Place>,
    /// The counters on the cat's grid.
    pub cells: Cells,
}

impl Cat {
    /// A cat that is still to be placed.
    pub fn new(sheet: Sheet) -> Self {
        Self { sheet, esteem: sheet.esteem_at_start(), place: None, cells: sheet.cells_at_start() }
    }

    /// The space of the cat; `None` out of play.
    pub fn space(&self) -> Option<Space> {
        self.place.map(|place| place.space)
    }

    /// Takes the cat out of play, with its starting self-esteem. Its grid stays. Rules page, Cats.
    pub(super) fn leave(&mut self) {
        self.place = None;
        self.esteem = self.sheet.esteem_at_start();
    }

    /// Raises the self-esteem by one, up to the limit of the cat.
    pub(super) fn preen(&mut self) {
        self.esteem = self.sheet.most_esteem().min(self.esteem + 1);
    }

    /// The arc of the cat if it faces this way. Rules page, Arc: vision sees through three sides, others through two.
    pub(super) fn arc(&self, facing: HexDirection) -> Arc {
        Arc { first: facing, width: if self.sheet == Sheet::Vision { Width::Three } else { Width::Two } }
    }

    /// The greatest distance that the cat sees. Rules page, Observing: 3 for ispex, else 2.
    pub(super) fn reach(&self) -> u32 {
        if self.sheet == Sheet::Ispex { 3 } else { 2 }
    }
}
