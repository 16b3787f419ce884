//! Places in a text.

use std::{fmt, ops::Range};

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

    /// The place of the end of `range`. `self` is the place of the start of `range`. A line ends with LF, CR, or CR LF.
    #[must_use]
    pub(super) fn after(self, text: &str, range: Range<usize>) -> Self {
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
