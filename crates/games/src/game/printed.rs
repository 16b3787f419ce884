//! A game printed on a page: what an importer needs of it. How a page looks is known to its variant alone, which reads
//! it into turns, chance events and decisions, each with its place. It knows no file, and judges no rule.

use std::{
    borrow::Cow,
    fmt::{self, Debug},
    ops::Range,
};

use uvi::{Points, Word};

use super::{Seat, Table};

/// Where something stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl Place {
    /// Where a text begins.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place of the byte at `offset`, which must be the first of a character or the end.
    pub fn of(text: &str, offset: usize) -> Self {
        Self::START.after(text, 0..offset)
    }

    /// The place of the end of a range of the text, where this is that of its start. LF, CR, and both together end a
    /// line.
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

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A chance event or a decision, as a page has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scrap {
    /// Where it stands.
    pub place: Place,
    /// What stands there.
    pub found: String,
    /// The action that it is by its squares or digits; none if it cannot be read.
    pub action: Option<Word>,
    /// It as [`Game::describe`](super::Game::describe) would write it, dashes and crosses made plain; none if the
    /// page leaves out what would tell that.
    pub text: Option<String>,
    /// What the page says beside it.
    pub note: Note,
}

/// What chess programs write beside a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Note {
    /// What the player gives itself, in hundredths; 30000 less the moves to it is a mate.
    pub score: Option<i64>,
    /// How deep the player searched.
    pub depth: Option<u64>,
    /// The time used, in milliseconds.
    pub ms: Option<u64>,
}

/// Whose turn it is, and in which round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The round; a page may leave it out.
    pub round: Option<u32>,
    /// Whose turn it is.
    pub seat: Seat,
}

/// One turn of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedTurn {
    /// Where it begins.
    pub place: Place,
    /// Whose turn it is.
    pub due: Due,
    /// What chance did first.
    pub chance: Vec<Scrap>,
    /// What the seat did then, lost dice and the like included.
    pub decisions: Vec<Scrap>,
}

/// A game as a page has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PrintedGame {
    /// Where it starts, where that is not where every game of the variant does.
    pub start: Option<PrintedStart>,
    /// The turns in order.
    pub turns: Vec<PrintedTurn>,
    /// Who has won, where the page says so.
    pub winner: Option<(Place, Seat)>,
    /// The points of each seat, where the page says so. They may have been given before the game was over.
    pub result: Option<(Place, Vec<Points>)>,
    /// What the page says of the game beside its start and its moves, each by its name, in the words of PGN.
    pub tags: Vec<(String, String)>,
}

/// Where a printed game starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedStart {
    /// Where the page says so.
    pub place: Place,
    /// The position; none if it is that of the options.
    pub position: Option<String>,
    /// Rule options, each with its value.
    pub options: Vec<(&'static str, String)>,
}

/// Why what is printed cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unplayable {
    /// It cannot be read.
    Unreadable,
    /// It can, and the text says why not.
    No(String),
}

/// Why a text is no printed game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct PrintedError {
    /// Where.
    pub place: Place,
    /// What should stand there.
    pub expected: Cow<'static, str>,
    /// What stands there.
    pub found: String,
}

/// How the games of a variant are printed.
pub trait PrintedPage: Debug + Send + Sync {
    /// Reads a page.
    ///
    /// # Errors
    /// If something stands that cannot belong to a game.
    fn read(&self, text: &str) -> Result<PrintedGame, PrintedError>;

    /// The games of a text that has several, one behind the other; together they are the text.
    fn games<'a>(&self, text: &'a str) -> Vec<&'a str> {
        vec![text]
    }

    /// What a turn looks like, for people.
    fn example(&self) -> &'static str;

    /// Whose turn begins in this position.
    fn due(&self, table: &dyn Table) -> Option<Due>;

    /// The action that a scrap is in this position, whether it is legal there or not.
    ///
    /// # Errors
    /// If it is none.
    fn action(&self, table: &dyn Table, scrap: &Scrap) -> Result<Word, Unplayable> {
        let _ = table;
        scrap.action.clone().ok_or(Unplayable::Unreadable)
    }

    /// The name that a seat has on the page.
    fn name(&self, seat: Seat) -> &'static str;

    /// How unlike a decision as printed is to one as it would be written: 0 where they are the same, 1 for each thing
    /// that a printer gets wrong at once, such as a letter.
    fn unlikeness(&self, printed: &str, text: &str) -> u32 {
        edit_distance(printed, text)
    }
}

/// How many characters have to be put in, taken out or changed to make one text of another.
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
            let Place { line, column } = Place::of(text, text.find(what).unwrap());
            (line, column)
        };
        assert_eq!([find('a'), find('b'), find('c'), find('d'), find('e')], [(1, 1), (2, 1), (2, 4), (3, 1), (5, 1)]);
    }
}
