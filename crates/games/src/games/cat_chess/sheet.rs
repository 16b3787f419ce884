//! The sheets, and the grid of counters on each.

use std::fmt;

use nom::{
    branch::alt,
    character::complete::char,
    combinator::{map, value},
};

use crate::board::text::{TextResult, expect};

/// The sheet of a cat, with its powers. Rules page, Cats. Sheets are shuffled from this order.
#[expect(missing_docs, reason = "the others are plain")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sheet {
    /// Starts with a self-esteem of 4.
    Kero,
    /// May have a self-esteem of 10.
    Lina,
    /// Has two counters from the start.
    Style,
    /// May come back at the end of a turn.
    Misto,
    /// Preens once a turn for free, but no higher than 4.
    Kiryuu,
    /// Sees farther.
    Ispex,
    /// Sees wider.
    Vision,
    Sham,
    Speed,
    Tigger,
    Setzer,
    Tugger,
    Darth,
    Hotohori,
    Lucky,
}

impl Sheet {
    words! {
        /// The word of the sheet.
        pub name: &'static str = Kero => "kero", Lina => "lina", Style => "style", Misto => "misto", Kiryuu => "kiryuu",
            Ispex => "ispex", Vision => "vision", Sham => "sham", Speed => "speed", Tigger => "tigger",
            Setzer => "setzer", Tugger => "tugger", Darth => "darth", Hotohori => "hotohori", Lucky => "lucky";
    }

    /// The self-esteem with which the cat starts and comes back.
    pub const fn esteem_at_start(self) -> u8 {
        if matches!(self, Self::Kero) { 4 } else { 3 }
    }

    /// The limit of the cat's self-esteem.
    pub const fn most_esteem(self) -> u8 {
        match self {
            Self::Lina => 10,
            Self::Kiryuu => 4,
            _ => 5,
        }
    }

    /// The counters on the grid at the start.
    pub fn cells_at_start(self) -> Cells {
        let mut cells = Cells::default();
        if self == Self::Style {
            cells.put(Challenge::Spit, Response::Ignore, Counter::Style);
            cells.put(Challenge::Stalk, Response::Wash, Counter::Presence);
        }
        cells
    }
}

/// A challenger's choice: a row of the grid.
#[expect(missing_docs, reason = "the words of the rows, in order")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Challenge {
    Spit,
    Hiss,
    Glare,
    Arch,
    Stalk,
}

impl Challenge {
    words! {
        /// The word of the challenge.
        pub name: &'static str = Spit => "spit", Hiss => "hiss", Glare => "glare", Arch => "arch", Stalk => "stalk";
    }
}

/// A defender's choice: a column of the grid.
#[expect(missing_docs, reason = "the words of the columns, in order")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Response {
    Ignore,
    Disdain,
    Sneer,
    Sniff,
    Wash,
}

impl Response {
    words! {
        /// The word of the response.
        pub name: &'static str = Ignore => "ignore", Disdain => "disdain", Sneer => "sneer", Sniff => "sniff",
            Wash => "wash";
    }
}

/// A counter on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counter {
    /// Wins for a cat that is challenged.
    Style,
    /// Wins for a challenger.
    Presence,
}

impl Counter {
    words! {
        /// The letter of the counter in a position; an action has it in lower case.
        pub letter: char = Style => 'S', Presence => 'P';
    }
}

/// The grid of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells([Option<Counter>; 25]);

impl Cells {
    /// The rows and columns of the cells, row by row.
    pub fn places() -> impl Iterator<Item = (Challenge, Response)> {
        Challenge::ALL.into_iter().flat_map(|row| Response::ALL.map(|column| (row, column)))
    }

    /// The counter on a cell.
    pub const fn at(&self, challenge: Challenge, response: Response) -> Option<Counter> {
        self.0[challenge as usize * 5 + response as usize]
    }

    /// Puts a counter on a cell, in place of the counter there.
    pub const fn put(&mut self, challenge: Challenge, response: Response, counter: Counter) {
        self.0[challenge as usize * 5 + response as usize] = Some(counter);
    }

    /// The number of counters of a kind.
    pub fn count(&self, counter: Counter) -> usize {
        self.0.iter().filter(|cell| **cell == Some(counter)).count()
    }

    /// The cells without a counter, row by row.
    pub fn empty(&self) -> impl Iterator<Item = (Challenge, Response)> {
        Self::places().filter(|&(row, column)| self.at(row, column).is_none())
    }
}

/// Writes the cells row by row as `.`, `S` or `P`.
impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.0.map(|cell| cell.map_or(b'.', |counter| counter.letter() as u8));
        f.write_str(str::from_utf8(&letters).map_err(|_| fmt::Error)?)
    }
}

/// `cells = 25("." / "S" / "P")`, row by row
pub(super) fn cells(input: &str) -> TextResult<'_, Cells> {
    let mut cells = [None; 25];
    let mut rest = input;
    for cell in &mut cells {
        let counter = alt((value(None, char('.')), map(Counter::read, Some)));
        (rest, *cell) = expect("a cell of the 25 of a cat, ., S or P", counter)(rest)?;
    }
    Ok((rest, Cells(cells)))
}
