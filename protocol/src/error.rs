//! Errors of parsing: facts first, words in `Display`.

use std::fmt;

use crate::escape_controls;

/// The longest excerpt of the found word that an error keeps, in characters.
const SHOWN: usize = 40;

/// The error of a line that does not parse, with its column.
///
/// `Display` has the words, such as `column 12: expected a number of milliseconds, found "abc"`. The `Display` of
/// [`kind`] has the same words without the column.
///
/// [`kind`]: Self::kind
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {kind}")]
pub struct ParseError {
    /// The place in the line, counted in characters from 1.
    pub column: usize,
    /// The problem at that place.
    pub kind: ParseErrorKind,
}

/// A problem in a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum ParseErrorKind {
    /// The line holds only white space. Such a line is no message and no fault.
    #[error("expected a verb, found the end of the line")]
    EmptyLine,
    #[error("unknown verb {verb}")]
    UnknownVerb { verb: Found },
    #[error("expected {expected}, found {found}")]
    Unexpected { expected: &'static str, found: Found },
    #[error("{keyword} stands twice")]
    Repeated { keyword: Found },
}

/// The word at the place of an error, or the end of the line. A long word is cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found(Option<String>);

impl ParseError {
    /// Returns true if the first word is no verb of this grammar. The seat link ignores such lines; the host link
    /// answers `unknown-command`.
    pub fn is_unknown_verb(&self) -> bool {
        matches!(self.kind, ParseErrorKind::UnknownVerb { .. })
    }

    /// Returns true if the line holds only white space.
    pub fn is_empty_line(&self) -> bool {
        matches!(self.kind, ParseErrorKind::EmptyLine)
    }
}

impl Found {
    pub(crate) fn first_word_of(text: &str) -> Self {
        let word = text.split([' ', '\t']).next().unwrap_or_default();
        if word.is_empty() {
            return Self(None);
        }
        Self(Some(match word.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &word[..end]),
            None => word.to_owned(),
        }))
    }
}

/// Writes the word in double quotes, its control characters escaped.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(word) => write!(f, "\"{}\"", escape_controls(word)),
            None => f.write_str("the end of the line"),
        }
    }
}
