//! Keyword pairs: in any order, each once. The word after a keyword is always its value.

use nom::{Parser, sequence::terminated};

use super::{
    problem::{GrammarResult, Problem, ProblemKind, expected, fail},
    word::{space, token},
};

/// A keyword that was read, and its places in the line.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeywordPair<'a> {
    pub(super) keyword: &'a str,
    /// The line from the keyword on.
    pub(super) at: &'a str,
    /// The line after the keyword.
    pub(super) rest: &'a str,
}

impl<'a> KeywordPair<'a> {
    /// Reads the value into its place. Fails if the place is taken.
    pub(super) fn fill<T>(
        self,
        place: &mut Option<T>,
        mut value: impl Parser<&'a str, Output = T, Error = Problem<'a>>,
    ) -> GrammarResult<'a, ()> {
        if place.is_some() {
            return fail(self.at, ProblemKind::Repeated);
        }
        let (rest, value) = value.parse(self.rest)?;
        *place = Some(value);
        Ok((rest, ()))
    }

    /// Reads the value of a keyword that may be repeated.
    pub(super) fn push<T>(
        self,
        places: &mut Vec<T>,
        mut value: impl Parser<&'a str, Output = T, Error = Problem<'a>>,
    ) -> GrammarResult<'a, ()> {
        let (rest, value) = value.parse(self.rest)?;
        places.push(value);
        Ok((rest, ()))
    }

    /// Fails: `instead` was expected in place of the keyword.
    pub(super) fn refuse(self, instead: &'static str) -> GrammarResult<'a, ()> {
        expected(self.at, instead)
    }
}

/// `pairs = *( keyword ws value )`, up to the end of the line. `read` reads the value of each.
pub(super) fn pairs<'a>(
    input: &'a str,
    mut read: impl FnMut(KeywordPair<'a>) -> GrammarResult<'a, ()>,
) -> GrammarResult<'a, ()> {
    let mut at = input;
    while !at.is_empty() {
        let (rest, keyword) = terminated(token, space).parse(at)?;
        (at, ()) = read(KeywordPair { keyword, at, rest })?;
    }
    Ok((at, ()))
}

/// Reads keywords in any order, each with its value, up to the end of the line. All are required. Evaluates to the rest
/// of the line and the values.
macro_rules! keywords {
    ($input:expr, $instead:literal, $($keyword:literal => $place:ident: $rule:expr),+ $(,)?) => {{
        $(let mut $place = None;)+
        let (rest, ()) = pairs($input, |pair| match pair.keyword {
            $($keyword => pair.fill(&mut $place, $rule),)+
            _ => pair.refuse($instead),
        })?;
        (rest, $(required($place, rest, concat!("the keyword ", $keyword))?),+)
    }};
}

pub(super) use keywords;

/// The value of a required pair. If it is missing, fails at `end`, where `what` was expected.
pub(super) fn required<'a, T>(place: Option<T>, end: &'a str, what: &'static str) -> Result<T, nom::Err<Problem<'a>>> {
    place.map_or_else(|| expected(end, what), Ok)
}

/// Makes a rule return its value with the place where the value begins.
pub(super) fn located<'a, T>(
    mut rule: impl Parser<&'a str, Output = T, Error = Problem<'a>>,
) -> impl FnMut(&'a str) -> GrammarResult<'a, (&'a str, T)> {
    move |input| rule.parse(input).map(|(rest, value)| (rest, (input, value)))
}
