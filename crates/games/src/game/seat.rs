//! Seats, sets of seats, and values for each seat.

use std::{fmt, ops};

use arrayvec::ArrayVec;

/// The maximum number of seats of a game.
pub const MAX_SEATS: usize = 5;

/// A seat at the table, numbered from 1 in order of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const ONE: Self = Self(1);
    /// The second seat.
    pub const TWO: Self = Self(2);
    /// The third seat.
    pub const THREE: Self = Self(3);

    /// The seat with this number. `None` unless the number is 1 to [`MAX_SEATS`].
    pub fn new(number: u32) -> Option<Self> {
        u8::try_from(number).ok().filter(|number| (1..=MAX_SEATS as u8).contains(number)).map(Self)
    }

    /// The seat with this index, from 0.
    ///
    /// # Panics
    /// If the index is not below [`MAX_SEATS`].
    pub fn from_index(index: usize) -> Self {
        assert!(index < MAX_SEATS, "seat index {index} is out of range");
        Self(index as u8 + 1)
    }

    /// The number, from 1.
    pub fn number(self) -> u32 {
        u32::from(self.0)
    }

    /// The index, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// The seats 1 to `seats`, in order of play. The iterator panics if `seats` is above [`MAX_SEATS`].
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..usize::from(seats)).map(Self::from_index)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats; a single byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set of a single seat.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << (seat.0 - 1))
    }

    /// The set of the seats 1 to `seats`.
    ///
    /// # Panics
    /// If `seats` is above [`MAX_SEATS`].
    pub fn all(seats: u8) -> Self {
        Seat::all(seats).collect()
    }

    /// Returns true if the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & Self::only(seat).0 != 0
    }

    /// Adds the seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= Self::only(seat).0;
    }

    /// Removes the seat.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !Self::only(seat).0;
    }

    /// Returns true if the set has no seat.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of seats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The only seat of the set; `None` if the set has none or several.
    pub fn single(self) -> Option<Seat> {
        if self.len() == 1 { self.first() } else { None }
    }

    /// The lowest seat; `None` if the set is empty.
    pub fn first(self) -> Option<Seat> {
        self.iter().next()
    }

    /// The seats in order of play.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::all(MAX_SEATS as u8).filter(move |&seat| self.contains(seat))
    }

    /// Returns true if each seat of this set is also in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

impl ops::Sub for SeatSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

/// Writes the numbers in order without separators, such as `13`; nothing for the empty set.
impl fmt::Display for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|seat| write!(f, "{seat}"))
    }
}

/// A value for each seat of a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BySeat<T>(ArrayVec<T, MAX_SEATS>);

impl<T> BySeat<T> {
    /// Computes a value for each of the seats 1 to `seats`.
    pub fn new(seats: u8, thing: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::all(seats).map(thing).collect())
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.0.len() as u8
    }

    /// The value of a seat; `None` if the table has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// Each seat with its value, in order of play.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(index, thing)| (Seat::from_index(index), thing))
    }

    /// Each seat with its mutable value, in order of play.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> {
        self.0.iter_mut().enumerate().map(|(index, thing)| (Seat::from_index(index), thing))
    }

    /// The values in order of play.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.0.iter()
    }

    /// Computes a new value for each seat.
    pub fn map<U>(&self, mut thing: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat(self.iter().map(|(seat, old)| thing(seat, old)).collect())
    }

    /// The values as a slice in order of play.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }
}

impl<T> ops::Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> ops::IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<T> IntoIterator for BySeat<T> {
    type Item = T;
    type IntoIter = arrayvec::IntoIter<T, MAX_SEATS>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
