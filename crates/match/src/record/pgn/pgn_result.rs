//! Parses a result of PGN, in every spelling of people and programs.

use nom::{
    IResult, Parser as _,
    branch::alt,
    bytes::complete::tag,
    character::complete::{char, one_of, satisfy, space0},
    combinator::{map_opt, not, opt, recognize, value},
    sequence::{delimited, terminated},
};
use uvi_games::board::orthodox::DASHES;

/// A result, as PGN tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::record) enum PgnResult {
    White,
    Black,
    Draw,
    Unknown,
}

impl PgnResult {
    /// The result in a tag; `None` if the text is no result.
    pub(in crate::record) fn of(text: &str) -> Option<Self> {
        // Arbiters of tournaments write a game without moves so. Among the moves these are evaluations.
        match text.trim() {
            "+/-" | "+--" => Some(Self::White),
            "-/+" | "--+" => Some(Self::Black),
            text => match text.to_ascii_lowercase().as_str() {
                "white" | "white wins" | "white won" => Some(Self::White),
                "black" | "black wins" | "black won" => Some(Self::Black),
                "draw" | "drawn" => Some(Self::Draw),
                _ => result(text).ok().map(|(_, result)| result),
            },
        }
    }
}

/// `result = (points dash points / half / "+:-" / "-:+") ["ff"] / "*"`, `half = "1" *SP ("/" / "⁄") *SP "2"`; `points = point ["F"] / "F"`, with
/// the mark of a forfeit, and `dash = *SP (any dash / ":") *SP`
pub(super) fn result(input: &str) -> IResult<&str, PgnResult> {
    #[derive(Debug, Clone, Copy, PartialEq)]
    enum ResultPoint {
        One,
        Half,
        None,
    }
    let fraction = || recognize((char('1'), space0, one_of("/⁄"), space0, char('2')));
    let half = || alt((fraction(), tag("½"), tag("0.5"), tag("0,5"), tag(".5")));
    let point = || {
        let point = alt((
            value(ResultPoint::Half, half()),
            value(ResultPoint::One, tag("1")),
            value(ResultPoint::None, one_of("0OoF")),
        ));
        terminated(point, opt(char('F')))
    };
    let dash = delimited(space0, alt((one_of(DASHES), char(':'))), space0);
    let both = map_opt((point(), dash, point()), |points| match points {
        (ResultPoint::One, _, ResultPoint::None) => Some(PgnResult::White),
        (ResultPoint::None, _, ResultPoint::One) => Some(PgnResult::Black),
        (ResultPoint::Half, _, ResultPoint::Half) => Some(PgnResult::Draw),
        (ResultPoint::None | ResultPoint::One, _, ResultPoint::Half)
        | (ResultPoint::Half, _, ResultPoint::None | ResultPoint::One) => Some(PgnResult::Unknown),
        _ => None,
    });
    let half = value(PgnResult::Draw, alt((fraction(), tag("½"))));
    let decimal = alt((value(PgnResult::White, tag("1.0-0.0")), value(PgnResult::Black, tag("0.0-1.0"))));
    let signs = alt((value(PgnResult::White, tag("+:-")), value(PgnResult::Black, tag("-:+"))));
    let known = terminated(
        terminated(alt((decimal, both, half, signs)), opt(tag("ff"))),
        not(satisfy(|letter| letter.is_alphanumeric() || "-/:".contains(letter))),
    );
    let star = terminated(char('*'), not(satisfy(|letter| letter.is_alphanumeric() || letter == '*')));
    alt((known, value(PgnResult::Unknown, star))).parse(input)
}
