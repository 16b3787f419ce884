//! Small games whose best play is known, for the tests of the search: a table of positions, one of which is the start.

use std::{fmt, str::FromStr};

use arbiter::game::{
    Actor, BadOption, BySeat, Game, Illegal, OptionRow, OptionValues, Outcome, Points, PositionError, Score, Seat,
    SeatSet, Seed, Style, Turn, Unreadable,
};

use crate::sense::Sense;

/// What a position of the table is.
enum Entry {
    /// Tenths of a point for each seat.
    Over([u32; 3]),
    /// With these weights it goes on there.
    Chance(&'static [(u32, u8)]),
    /// The seat chooses where it goes on.
    Alone(Seat, &'static [u8]),
    /// The first two seats choose at once: seat 1 the row, seat 2 the column.
    Together([[u8; 2]; 2]),
}

const WIN: u8 = 0;
const LOSS: u8 = 1;
/// The same penny wins for seat 1, another for seat 2: each shows either as often as the other.
pub(crate) const PENNIES: u8 = 2;
/// Nine times of ten, or surely.
pub(crate) const SURE: u8 = 3;
/// Three times of four, or every second time.
pub(crate) const ODDS: u8 = 5;
/// Seat 2 gets most where seat 1 gets much: who thinks that all are against him does not go there.
pub(crate) const THREE: u8 = 8;

const TABLE: [Entry; 12] = [
    Entry::Over([10, 0, 0]),
    Entry::Over([0, 10, 0]),
    Entry::Together([[WIN, LOSS], [LOSS, WIN]]),
    Entry::Alone(Seat::ONE, &[4, WIN]),
    Entry::Chance(&[(9, WIN), (1, LOSS)]),
    Entry::Alone(Seat::ONE, &[7, 6]),
    Entry::Chance(&[(3, WIN), (1, LOSS)]),
    Entry::Chance(&[(2, WIN), (2, LOSS)]),
    Entry::Alone(Seat::ONE, &[9, 10]),
    Entry::Over([5, 0, 5]),
    Entry::Alone(Seat::TWO, &[11, 11 - 11]),
    Entry::Over([6, 4, 0]),
];

/// A place in the table, and the row that seat 1 has chosen unseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Toy {
    at: u8,
    row: Option<u8>,
}
