//! Writes the words of a line with one space between them.

use std::fmt;

/// A line being written. Keeps the first error until [`finish`](Self::finish), like the builders of `std::fmt`.
pub(crate) struct WordWriter<'w, W> {
    to: &'w mut W,
    result: fmt::Result,
    is_begun: bool,
}

impl<'w, W: fmt::Write> WordWriter<'w, W> {
    pub(crate) fn new(to: &'w mut W) -> Self {
        Self { to, result: Ok(()), is_begun: false }
    }

    /// Writes one word, or several separated by single spaces. Writes nothing for an empty text.
    pub(crate) fn word(&mut self, word: impl AsRef<str>) -> &mut Self {
        let word = word.as_ref();
        if word.is_empty() {
            return self;
        }
        self.separate();
        self.result = self.result.and_then(|()| self.to.write_str(word));
        self
    }

    /// Writes a value whose text is never empty.
    pub(crate) fn show(&mut self, word: impl fmt::Display) -> &mut Self {
        self.separate();
        self.result = self.result.and_then(|()| write!(self.to, "{word}"));
        self
    }

    /// Writes a number. Uses `itoa`, which is faster than `fmt`: every question to a bot holds several numbers.
    pub(crate) fn number(&mut self, number: u64) -> &mut Self {
        self.word(itoa::Buffer::new().format(number))
    }

    /// Writes a keyword and its value, if there is a value.
    pub(crate) fn pair(&mut self, keyword: &str, value: Option<impl fmt::Display>) -> &mut Self {
        match value {
            Some(value) => self.word(keyword).show(value),
            None => self,
        }
    }

    /// Writes a value, if there is one.
    pub(crate) fn maybe(&mut self, value: Option<impl fmt::Display>) -> &mut Self {
        match value {
            Some(value) => self.show(value),
            None => self,
        }
    }

    pub(crate) fn finish(&mut self) -> fmt::Result {
        self.result
    }

    fn separate(&mut self) {
        if self.is_begun {
            self.result = self.result.and_then(|()| self.to.write_char(' '));
        }
        self.is_begun = true;
    }
}
