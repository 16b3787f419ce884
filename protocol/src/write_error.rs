//! The error of a message that cannot be written.

use crate::escape_controls;

/// The error of a message that would not read back as itself: nothing is written. It names the message and the field, as
/// `messages.json` does.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot write the field {field} of {message}: {problem}")]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub struct WriteError {
    pub message: &'static str,
    pub field: &'static str,
    pub problem: WriteProblemError,
}

/// A reason why a field would not read back as itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum WriteProblemError {
    /// The field has a control character, or a separator that a reader could take for the end of a line.
    #[error("expected a text without control characters, found {}", escape_controls(.0.encode_utf8(&mut [0; 4])))]
    Control(char),
    #[error("expected {0}, found nothing")]
    Empty(&'static str),
    #[error("the word {0} would read back as a keyword")]
    Keyword(String),
    #[error("{0} stands twice")]
    Repeated(String),
    #[error("expected {0}")]
    Unfit(&'static str),
}

/// Finds the first character that no writer puts into a text: a control other than a tab, or a line or paragraph end.
pub(crate) fn control_in(text: &str) -> Option<char> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return None;
    }
    text.chars()
        .find(|&character| character.is_control() && character != '\t' || matches!(character, '\u{2028}' | '\u{2029}'))
}
