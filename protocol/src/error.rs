//! Why a line does not parse: facts first, words in `Display`.

use std::fmt;

use crate::escape_controls;

/// How many characters of what was found are kept for people to read.
const SHOWN: usize = 40;

/// Why a line does not parse, and where.
///
/// `Display` has the words, such as `column 12: expected a number of milliseconds, found "abc"`; that of [`kind`] has
/// the same words without the column.
///
/// [`kind`]: Self::kind
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {kind}")]
pub struct ParseError {
    /// Where in the line, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The line holds nothing but white space. It is no message, and no fault either.
    #[error("expected a verb, found the end of the line")]
    EmptyLine,
    /// The first word is no verb of this grammar.
    #[error("unknown verb {verb}")]
    UnknownVerb {
        /// The first word.
        verb: Found,
    },
    /// The verb is known, but something else was expected after it.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What the grammar asks for.
        expected: &'static str,
        /// What stands there.
        found: Found,
    },
    /// A keyword that may stand once stands twice.
    #[error("{keyword} stands twice")]
    Repeated {
        /// As the line has it the second time.
        keyword: Found,
    },
}

/// The word at the place of an error, or the end of the line. A long word is cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found(Option<String>);

impl ParseError {
    /// Whether the first word is no verb of this grammar: ignored on the seat link, `unknown-command` on the host link.
    pub fn is_unknown_verb(&self) -> bool {
        matches!(self.kind, ParseErrorKind::UnknownVerb { .. })
    }

    /// Whether the line holds nothing but white space.
    pub fn is_empty_line(&self) -> bool {
        matches!(self.kind, ParseErrorKind::EmptyLine)
    }
}

impl Found {
    /// The word that `text` begins with.
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

    /// The word as it came; `None` at the end of the line.
    pub fn as_deref(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

/// The word in double quotes, its control characters escaped.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(word) => write!(f, "\"{}\"", escape_controls(word)),
            None => f.write_str("the end of the line"),
        }
    }
}
