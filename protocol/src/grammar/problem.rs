//! The error that rules pass to each other: the place, and the words for what was expected there.

use nom::{IResult, Offset as _, error::ErrorKind};

use crate::{
    ParseError,
    error::{Found, ParseErrorKind},
};

/// The result of a rule: the rest of the line and a value, or a problem.
pub(crate) type GrammarResult<'a, T> = IResult<&'a str, T, Problem<'a>>;

/// A problem at the beginning of `at`, which is a part of the line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Problem<'a> {
    at: &'a str,
    what: ProblemKind,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum ProblemKind {
    EmptyLine,
    UnknownVerb,
    Expected(&'static str),
    Repeated,
}

impl<'a> Problem<'a> {
    /// The public error for a problem in `line`.
    pub(super) fn in_line(self, line: &'a str) -> ParseError {
        let before = &line[..line.offset(self.at)];
        let found = Found::first_word_of(self.at);
        let kind = match self.what {
            ProblemKind::EmptyLine => ParseErrorKind::EmptyLine,
            ProblemKind::UnknownVerb => ParseErrorKind::UnknownVerb { verb: found },
            ProblemKind::Expected(expected) => ParseErrorKind::Unexpected { expected, found },
            ProblemKind::Repeated => ParseErrorKind::Repeated { keyword: found },
        };
        ParseError { column: before.chars().count() + 1, kind }
    }
}

impl<'a> nom::error::ParseError<&'a str> for Problem<'a> {
    /// Only `all_consuming` calls this, because every rule names what it expects.
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Self {
        Self { at, what: ProblemKind::Expected("the end of the line") }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// Fails because something else was expected at `at`.
pub(super) fn expected<'a, T>(at: &'a str, expected: &'static str) -> Result<T, nom::Err<Problem<'a>>> {
    fail(at, ProblemKind::Expected(expected))
}

pub(super) fn fail<T>(at: &str, what: ProblemKind) -> Result<T, nom::Err<Problem<'_>>> {
    Err(nom::Err::Error(Problem { at, what }))
}
