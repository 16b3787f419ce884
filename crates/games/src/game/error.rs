//! What can be wrong with an action or a position: unreadable, not your turn, illegal.

use std::borrow::Cow;

/// The text is no action of this variant's notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct Unreadable {
    /// What an action looks like, such as `a move such as c3d4`.
    pub expected: &'static str,
}

/// The action can be read, but cannot be done now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Another seat, or chance, is to act, or the game is over.
    #[error("it is not this seat's turn")]
    NotToAct,
    /// A rule of the game forbids it; the text names the rule.
    #[error("{0}")]
    Rule(Cow<'static, str>),
}

impl Illegal {
    /// A rule forbids it.
    pub const fn rule(text: &'static str) -> Self {
        Self::Rule(Cow::Borrowed(text))
    }
}

/// Why a table does not accept an action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is no action of this variant.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// It is not legal now.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// Why a text is no position of this variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// It does not parse.
    #[error("position column {column}: expected {expected}")]
    Unreadable {
        /// Where, in characters from 1, counted in the position alone.
        column: usize,
        /// What should stand there.
        expected: Cow<'static, str>,
    },
    /// It parses, but the rules page refuses it; the text says why.
    #[error("{0}")]
    Refused(Cow<'static, str>),
}

impl PositionError {
    /// The rules page refuses it.
    pub const fn refused(text: &'static str) -> Self {
        Self::Refused(Cow::Borrowed(text))
    }
}
