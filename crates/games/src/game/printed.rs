//! Games printed on a page, for importers. Each variant reads its own pages into turns, chance events and decisions,
//! with their places in the text. The module knows no file and judges no rule.

use std::{
    borrow::Cow,
    fmt::{self, Debug},
    ops::Range,
};

use uvi::{Points, Word};

use super::{Seat, Table};

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPlace {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl TextPlace {
    /// The start of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place of the byte at `offset`. `offset` must be the start of a character or the end of the text.
    pub fn of(text: &str, offset: usize) -> Self {
        Self::START.after(text, 0..offset)
    }

    /// The place of the end of `range`. `self` is the place of the start of `range`. A line ends with LF, CR, or CR LF.
    #[must_use]
    pub fn after(self, text: &str, range: Range<usize>) -> Self {
        let Self { mut line, mut column } = self;
        for (index, letter) in text[range.clone()].char_indices() {
            let next = text.as_bytes().get(range.start + index + 1);
            if letter == '\n' || letter == '\r' && next != Some(&b'\n') {
                (line, column) = (line + 1, 1);
            } else {
                column += 1;
            }
        }
        Self { line, column }
    }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A chance event or a decision on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedAction {
    /// The place on the page.
    pub place: TextPlace,
    /// The text on the page.
    pub found: String,
    /// The action that the printed squares or digits give; `None` if they cannot be read.
    pub action: Option<Word>,
    /// The decision as [`Game::describe`](super::Game::describe) writes it, with plain dashes and crosses. `None` if
    /// the page prints too little.
    pub text: Option<String>,
    /// The annotations of the decision.
    pub note: Note,
}

/// The annotations that chess programs write after a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Note {
    /// The player's own evaluation, in hundredths of a point. A mate in n is 30000 − n.
    pub score: Option<i64>,
    /// The search depth.
    pub depth: Option<u64>,
    /// The time used, in milliseconds.
    pub ms: Option<u64>,
}

/// The seat and the round of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The round; `None` if the page omits it.
    pub round: Option<u32>,
    /// The seat to act.
    pub seat: Seat,
}

/// One turn of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedTurn {
    /// The start of the turn on the page.
    pub place: TextPlace,
    /// The seat and the round.
    pub due: Due,
    /// The chance events, which come first.
    pub chance: Vec<PrintedAction>,
    /// The decisions of the seat, including passes such as lost dice.
    pub decisions: Vec<PrintedAction>,
}

/// A game on a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PrintedGame {
    /// The start position, if it is not the usual start of the variant.
    pub start: Option<PrintedStart>,
    /// The turns, in order.
    pub turns: Vec<PrintedTurn>,
    /// The winner, if the page names one.
    pub winner: Option<(TextPlace, Seat)>,
    /// The points of each seat, if the page prints them. They may date from before the end of the game.
    pub result: Option<(TextPlace, Vec<Points>)>,
    /// Other data on the page, as names and values of PGN tags.
    pub tags: Vec<(String, String)>,
}

/// The start of a printed game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedStart {
    /// The place on the page.
    pub place: TextPlace,
    /// The position; `None` for the start position under `options`.
    pub position: Option<String>,
    /// Rule options, each with its value.
    pub options: Vec<(&'static str, String)>,
}

/// The reason why a printed decision cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unplayable {
    /// The decision cannot be read.
    Unreadable,
    /// The decision can be read but not played; the text gives the reason.
    No(String),
}

/// The text is not a printed game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct PrintedError {
    /// The place of the error.
    pub place: TextPlace,
    /// The expected text, in words.
    pub expected: Cow<'static, str>,
    /// The text found.
    pub found: String,
}

/// The printed form of a variant's games.
pub trait PrintedPage: Debug + Send + Sync {
    /// Reads a page.
    ///
    /// # Errors
    /// If the text has a part that cannot belong to a game.
    fn read(&self, text: &str) -> Result<PrintedGame, PrintedError>;

    /// Splits a text into its games. The parts, concatenated, are the whole text.
    fn games<'a>(&self, text: &'a str) -> Vec<&'a str> {
        vec![text]
    }

    /// An example of a printed turn, for error messages.
    fn example(&self) -> &'static str;

    /// The turn that begins in this position; `None` if no turn begins here.
    fn due(&self, table: &dyn Table) -> Option<Due>;

    /// The action that a printed action stands for in this position. The action need not be legal.
    ///
    /// # Errors
    /// If the text is not an action.
    fn action(&self, table: &dyn Table, printed: &PrintedAction) -> Result<Word, Unplayable> {
        let _ = table;
        printed.action.clone().ok_or(Unplayable::Unreadable)
    }

    /// The name of a seat on the page.
    fn name(&self, seat: Seat) -> &'static str;

    /// The difference between a printed decision and a candidate text: the number of likely printing errors, such as a
    /// wrong letter; 0 if the texts are equal.
    fn unlikeness(&self, printed: &str, text: &str) -> u32 {
        edit_distance(printed, text)
    }
}

/// The number of characters to insert, delete or change to turn one text into the other (Levenshtein distance).
pub fn edit_distance(one: &str, other: &str) -> u32 {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<u32> = (0..).take(other.len() + 1).collect();
    for (index, letter) in (1..).zip(one.chars()) {
        let mut diagonal = std::mem::replace(&mut row[0], index);
        for (column, &wanted) in other.iter().enumerate() {
            let changed = diagonal + u32::from(letter != wanted);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (one, other, distance) in
            [("", "", 0), ("", "abc", 3), ("Gf6xf9", "Gg6xf9", 1), ("Jb11xa11", "Jb11-a11", 1), ("abcd", "bcde", 2)]
        {
            assert_eq!(edit_distance(one, other), distance, "{one} {other}");
            assert_eq!(edit_distance(other, one), distance, "{other} {one}");
        }
    }

    #[test]
    fn places_count_lines_and_characters() {
        let text = "a\r\nbü×c\rd\n\ne";
        let find = |what: char| {
            let TextPlace { line, column } = TextPlace::of(text, text.find(what).unwrap());
            (line, column)
        };
        assert_eq!([find('a'), find('b'), find('c'), find('d'), find('e')], [(1, 1), (2, 1), (2, 4), (3, 1), (5, 1)]);
    }
}
