//! A whole line: white space, one rule, the end.

use nom::{
    Parser as _,
    combinator::all_consuming,
    sequence::{preceded, terminated},
};

use super::{
    problem::{GrammarResult, ProblemKind, fail},
    word::{space, token},
};
use crate::ParseError;

/// `line = ws rule ws`. A rule takes the white space after it. No rule is an alternative of another, so each error is
/// final as it is, without a `cut` after the verb.
pub(crate) fn parse<'a, T>(line: &'a str, rule: fn(&'a str) -> GrammarResult<'a, T>) -> Result<T, ParseError> {
    match all_consuming(preceded(space, rule)).parse(line) {
        Ok((_, value)) => Ok(value),
        Err(nom::Err::Error(problem) | nom::Err::Failure(problem)) => Err(problem.in_line(line)),
        Err(nom::Err::Incomplete(_)) => unreachable!("the rules are made of complete parsers only"),
    }
}

/// `verb = token ws`. Fails on an empty line.
pub(super) fn verb(input: &str) -> GrammarResult<'_, &str> {
    if input.is_empty() {
        return fail(input, ProblemKind::EmptyLine);
    }
    terminated(token, space).parse(input)
}
