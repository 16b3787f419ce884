//! Errors in actions and positions: unreadable, not your turn, illegal.

use std::{borrow::Cow, fmt::Display};

/// The text is not an action in the variant's notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct UnreadableError {
    /// The expected form, such as `a move such as c3d4`.
    pub expected: &'static str,
}

/// The action is readable but cannot be done now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalError {
    /// The actor is not to act: it is the turn of another seat or of chance, or the game is over.
    #[error("it is not this seat's turn")]
    NotToAct,
    /// A rule of the game forbids the action; the text names the rule.
    #[error("{0}")]
    Rule(Cow<'static, str>),
}

impl IllegalError {
    /// An action forbidden by the rule `text`.
    pub fn rule(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Rule(text.into())
    }

    /// Returns the rule `text` as an error unless the action keeps it.
    pub fn unless(keeps: bool, text: impl Display) -> Result<(), Self> {
        if keeps { Ok(()) } else { Err(Self::rule(text.to_string())) }
    }
}

/// The reason why a table does not accept an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefusalError {
    /// The text is not an action of this variant.
    #[error(transparent)]
    Unreadable(#[from] UnreadableError),
    /// The action is not legal now.
    #[error(transparent)]
    Illegal(#[from] IllegalError),
}

/// The reason why a text is not a position of this variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum PositionError {
    /// The column counts characters from 1.
    #[error("position column {column}: expected {expected}")]
    Unreadable { column: usize, expected: Cow<'static, str> },
    /// The text parses, but the rules page forbids the position; the text gives the reason.
    #[error("{0}")]
    Refused(Cow<'static, str>),
}

impl PositionError {
    /// A position forbidden by the rules page, with the reason.
    pub fn refused(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Refused(text.into())
    }

    /// Returns the reason `text` as an error unless the rules page allows the position.
    pub fn unless(allowed: bool, text: impl Display) -> Result<(), Self> {
        if allowed { Ok(()) } else { Err(Self::refused(text.to_string())) }
    }
}
