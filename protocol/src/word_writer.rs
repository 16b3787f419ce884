//! The writer of lines: words with one space between them. It refuses a field that would not read back as that field.

use std::fmt;

use crate::{
    Text, Value, Word, Words, WriteError,
    write_error::{WriteProblemError, control_in},
};

/// A line being written. Keeps the first error until [`finish`](Self::finish), like the builders of `std::fmt`, and the
/// first refusal beside it.
pub(crate) struct WordWriter<'w, W> {
    to: &'w mut W,
    result: fmt::Result,
    is_begun: bool,
    message: &'static str,
    refused: Option<WriteError>,
}

impl<'w, W: fmt::Write> WordWriter<'w, W> {
    pub(crate) fn new(to: &'w mut W) -> Self {
        Self { to, result: Ok(()), is_begun: false, message: "a line", refused: None }
    }

    /// Writes the first word of a message.
    pub(crate) fn verb(&mut self, verb: &'static str) -> &mut Self {
        self.message = verb;
        self.word(verb)
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

    /// Writes a keyword, which is the name of its field, and a number from 1, if there is a number.
    pub(crate) fn positive(&mut self, field: &'static str, number: Option<u64>) -> &mut Self {
        self.expect(number != Some(0), field, WriteProblemError::Unfit("a number from 1")).pair(field, number)
    }

    /// Writes a value, if there is one.
    pub(crate) fn maybe(&mut self, value: Option<impl fmt::Display>) -> &mut Self {
        match value {
            Some(value) => self.show(value),
            None => self,
        }
    }

    /// Writes the text that ends a line. It may be empty.
    pub(crate) fn text(&mut self, field: &'static str, text: impl AsRef<str>) -> &mut Self {
        self.sayable(field, text.as_ref()).word(text)
    }

    /// Writes the text that ends a line and is not empty.
    pub(crate) fn some_text(&mut self, field: &'static str, text: &Text, expected: &'static str) -> &mut Self {
        self.expect(!text.as_str().is_empty(), field, WriteProblemError::Empty(expected)).text(field, text)
    }

    /// Writes the words that end a line: at least one.
    pub(crate) fn some(&mut self, field: &'static str, words: &Words) -> &mut Self {
        self.expect(!words.is_empty(), field, WriteProblemError::Empty("a word")).word(words)
    }

    /// Writes the position of a `history`, which ends at the first `moves`.
    pub(crate) fn start(&mut self, start: &Words) -> &mut Self {
        if start.iter().any(|word| word == "moves") {
            self.refuse("start", WriteProblemError::Keyword("moves".to_owned()));
        }
        self.some("start", start)
    }

    /// Writes a value, in quotes if necessary.
    pub(crate) fn value(&mut self, field: &'static str, value: &Value) -> &mut Self {
        self.sayable(field, value.as_str()).show(value)
    }

    /// Writes rule options, each as its name and value. `is_reserved` finds the keywords of the line.
    pub(crate) fn options(&mut self, options: &[(Word, Value)], is_reserved: fn(&str) -> bool) -> &mut Self {
        for (place, (name, value)) in options.iter().enumerate() {
            if is_reserved(name.as_str()) {
                self.refuse("options", WriteProblemError::Keyword(name.as_str().to_owned()));
            }
            if options[..place].iter().any(|(other, _)| other == name) {
                self.refuse("options", WriteProblemError::Repeated(name.as_str().to_owned()));
            }
            self.word(name).value("options", value);
        }
        self
    }

    fn sayable(&mut self, field: &'static str, text: &str) -> &mut Self {
        if let Some(control) = control_in(text) {
            self.refuse(field, WriteProblemError::Control(control));
        }
        self
    }

    /// Refuses the message unless the field holds what it must.
    pub(crate) fn expect(&mut self, holds: bool, field: &'static str, problem: WriteProblemError) -> &mut Self {
        if !holds {
            self.refuse(field, problem);
        }
        self
    }

    fn refuse(&mut self, field: &'static str, problem: WriteProblemError) {
        self.refused.get_or_insert(WriteError { message: self.message, field, problem });
    }

    pub(crate) fn finish(&mut self) -> fmt::Result {
        self.result
    }

    /// The first refusal.
    pub(crate) fn refused(self) -> Result<(), WriteError> {
        self.refused.map_or(Ok(()), Err)
    }

    fn separate(&mut self) {
        if self.is_begun {
            self.result = self.result.and_then(|()| self.to.write_char(' '));
        }
        self.is_begun = true;
    }
}

/// Implements `Display` for types with a function `words`, which writes into a [`WordWriter`]. It shows what is refused too.
macro_rules! shown {
    ($($type:ty),* $(,)?) => {$(
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut line = $crate::word_writer::WordWriter::new(f);
                self.words(&mut line);
                line.finish()
            }
        }
    )*};
}

/// Makes the two ways to write a message of the links. `$of` is the type's `words`, which writes into a [`WordWriter`].
macro_rules! messages {
    ($($type:ty),* $(,)?) => {$(
        impl $type {
            /// Adds the message and the end of its line. This is how a message gets on a link.
            ///
            /// # Errors
            /// If a field would not read back as that field of this message. Then nothing is added.
            pub fn write_line(&self, to: &mut String) -> Result<(), $crate::WriteError> {
                let before = to.len();
                let mut line = $crate::word_writer::WordWriter::new(to);
                self.words(&mut line);
                let refused = line.refused();
                match refused {
                    Ok(()) => to.push('\n'),
                    Err(_) => to.truncate(before),
                }
                refused
            }

            /// Adds the message as [`write_line`](Self::write_line) does. If it holds control characters, they are
            /// escaped first: this is for texts of strangers, such as the name of a bot.
            ///
            /// # Errors
            /// As [`write_line`](Self::write_line), except for control characters.
            pub fn write_escaped_line(&self, to: &mut String) -> Result<(), $crate::WriteError> {
                self.write_line(to).or_else(|error| {
                    match $crate::escape_controls(&self.to_string()).parse::<Self>() {
                        Ok(safe) if matches!(error.problem, $crate::WriteProblemError::Control(_)) => safe.write_line(to),
                        Ok(_) | Err(_) => Err(error),
                    }
                })
            }
        }

        $crate::word_writer::shown!($type);
    )*};
}

pub(crate) use {messages, shown};
