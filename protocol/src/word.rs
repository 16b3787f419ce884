//! The pieces of a line: words, runs of words, values and free text. Each type holds only what can stand on a line.

use std::{
    borrow::Borrow,
    fmt::{self, Write as _},
};

use crate::write_error::control_in;

/// One or more printable ASCII characters without space.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(String);

/// Any number of words, stored with one space between them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Words(String);

/// An option value or a path: any text. Quoted on the line if necessary. No line can hold its control characters, so
/// that a message with such a value cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Value(String);

/// Free text up to the end of a line: trimmed, without line ends, possibly empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Text(String);

/// The column at which a word of a line begins, in characters from 1. `number` counts words from 0, so the verb is
/// number 0. `None` if the line has no such word.
///
/// ```
/// assert_eq!(uvi::column_of_word("bestmove  c3d4", 1), Some(11));
/// assert_eq!(uvi::column_of_word("bestmove  c3d4", 2), None);
/// ```
pub fn column_of_word(line: &str, number: usize) -> Option<usize> {
    let blank = |character| matches!(character, ' ' | '\t');
    let before = std::iter::once(' ').chain(line.chars());
    let starts = before.zip(line.chars()).zip(1..).filter(|&((before, now), _)| blank(before) && !blank(now));
    starts.map(|(_, column)| column).nth(number)
}

impl Word {
    /// Makes a word of the text; `None` if the text is empty or has other characters than printable ASCII.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())).then_some(Self(text))
    }

    /// The word as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The word as an owned text.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl Words {
    /// Makes words of a text, with runs of white space folded. `None` if a character cannot be part of a word.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        if is_folded(&text) {
            return Some(Self(text));
        }
        let words: Vec<&str> = text.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let are_words = words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_graphic()));
        are_words.then(|| Self(words.join(" ")))
    }

    /// The words with one space between them.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The words as an owned text.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Iterates over the words.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split(' ').filter(|word| !word.is_empty())
    }

    /// The word at an index, counted from 0.
    pub fn nth(&self, place: usize) -> Option<Word> {
        self.iter().nth(place).map(|word| Word(word.to_owned()))
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Adds a word at the end.
    pub fn push(&mut self, word: &Word) {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(&word.0);
    }

    /// Keeps the first words, as many as `kept`.
    pub fn truncate(&mut self, kept: usize) {
        let end: usize = self.iter().take(kept).map(|word| word.len() + " ".len()).sum();
        self.0.truncate(end.saturating_sub(" ".len()));
    }

    /// Returns true if there is no word.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns true if the text is words with one space between them. The loops never end early, so that the compiler can
/// vectorize them: histories are long and read at every turn.
fn is_folded(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(behind) = bytes.get(1..) else { return true };
    let printable = bytes.iter().fold(true, |all, byte| all & matches!(byte, b' '..=b'~'));
    let two = bytes.iter().zip(behind).fold(false, |two, pair| two | (pair == (&b' ', &b' ')));
    printable && !two && bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ')
}

impl Value {
    /// Makes a value.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Makes a value of a piece of a line. A stray line end becomes a space.
    pub(crate) fn of_line(text: String) -> Self {
        Self(without_line_ends(text))
    }

    /// Returns true if a line can hold the value: it has no control character other than tabs, and no separator of lines.
    pub fn is_sayable(&self) -> bool {
        control_in(&self.0).is_none()
    }

    /// The value as text, without quotes.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Text {
    /// Makes a text, trimmed of spaces and tabs. Line ends become spaces.
    pub fn new(text: impl Into<String>) -> Self {
        let text = without_line_ends(text.into());
        let trimmed = text.trim_matches([' ', '\t']);
        if trimmed.len() == text.len() { Self(text) } else { Self(trimmed.to_owned()) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn without_line_ends(text: String) -> String {
    if text.contains(['\n', '\r']) { text.replace(['\n', '\r'], " ") } else { text }
}

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }
    )*};
}

macro_rules! shown_as_they_are {
    ($($type:ty),*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

as_text!(Word, Words, Value, Text);
shown_as_they_are!(Word, Words, Text);

/// Writes a word if possible, or else a text in double quotes with `\"` and `\\` as escapes (UVI 1). Shows line ends as
/// spaces; a message with such a value is not written.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_empty() && !self.0.starts_with('"') && self.0.bytes().all(|byte| byte.is_ascii_graphic()) {
            return f.write_str(&self.0);
        }
        f.write_str("\"")?;
        for character in self.0.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                '\n' | '\r' => f.write_char(' ')?,
                _ => f.write_char(character)?,
            }
        }
        f.write_str("\"")
    }
}

impl From<Word> for Words {
    fn from(word: Word) -> Self {
        Self(word.0)
    }
}

impl From<Word> for Value {
    fn from(word: Word) -> Self {
        Self(word.0)
    }
}

impl<W: Borrow<Word>> FromIterator<W> for Words {
    fn from_iter<I: IntoIterator<Item = W>>(words: I) -> Self {
        let mut all = Self::default();
        words.into_iter().for_each(|word| all.push(word.borrow()));
        all
    }
}
