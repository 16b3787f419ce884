//! Reads the comments that chess programs write after a move in PGN: score, depth and time. Other comments are ignored.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::take_while,
    character::complete::{char, digit1, multispace1, one_of},
    combinator::{map, map_opt, opt, peek, recognize},
    multi::many0_count,
    sequence::{preceded, terminated},
};

use crate::game::Note;

/// The score of a mate is this number, less the number of moves to the mate.
const MATE: i64 = 30_000;

/// Reads the note after a move; empty unless a chess program wrote the comment.
pub(super) fn behind(input: &str) -> Note {
    note(input).map_or_else(|_| Note::default(), |(_, note)| note)
}

/// `note = *(white-space / "$" number) "{" [score ["/" depth] SP] [seconds "s"] ("," / SP / "}")`
///
/// An example is `{+0.33/14 0.500s, White mates}`.
fn note(input: &str) -> IResult<&str, Note> {
    let before = many0_count(alt((multispace1, recognize((char('$'), digit1)))));
    let depth = map_opt(preceded(char('/'), digit1), |digits: &str| digits.parse().ok());
    let scored = map((worth, opt(depth)), |(score, depth)| (Some(score), depth));
    let ended = |input| peek(recognize(one_of(", \n\r}"))).parse(input);
    let timed = preceded(take_while(char::is_whitespace), terminated(milliseconds, (char('s'), ended)));
    // A number without depth or time may belong to any comment, so it is not read as a score.
    let both = map_opt((terminated(scored, ended), opt(timed)), |((score, depth), ms)| {
        (depth.is_some() || ms.is_some()).then_some(Note { score, depth, ms })
    });
    let alone = map(terminated(milliseconds, (char('s'), ended)), |ms| Note { ms: Some(ms), ..Note::default() });
    preceded((before, char('{')), alt((both, alone))).parse(input)
}

/// `worth = ["+" / "-"] ("M" plies / pawns)`
fn worth(input: &str) -> IResult<&str, i64> {
    let mut sign = map(opt(one_of("+-")), |sign| if sign == Some('-') { -1 } else { 1 });
    let (input, sign) = sign.parse(input)?;
    let plies = map_opt(preceded(char('M'), digit1), |digits: &str| digits.parse::<i64>().ok());
    // The winner makes the last ply, so `M3` is his mate in 2 moves.
    let mate =
        map_opt(plies, |plies| (plies < MATE).then(|| MATE - if sign > 0 { (plies + 1) / 2 } else { plies / 2 }));
    let pawns = map_opt(decimal, |(whole, part)| whole.checked_mul(100)?.checked_add(scaled(part, 2)?));
    map(alt((mate, pawns)), |worth| sign * worth).parse(input)
}

/// Reads seconds as milliseconds; further digits are dropped.
fn milliseconds(input: &str) -> IResult<&str, u64> {
    let whole = map(map_opt(digit1, |digits: &str| digits.parse().ok()), |whole| (whole, ""));
    map_opt(alt((decimal, whole)), |(whole, part): (i64, &str)| {
        u64::try_from(whole.checked_mul(1000)?.checked_add(scaled(part, 3)?)?).ok()
    })
    .parse(input)
}

/// `decimal = 1*DIGIT "." 1*DIGIT`
fn decimal(input: &str) -> IResult<&str, (i64, &str)> {
    let whole = map_opt(digit1, |digits: &str| digits.parse().ok());
    (terminated(whole, char('.')), digit1).parse(input)
}

/// The first digits after a point, filled with zeros, as a number of `places` digits.
fn scaled(part: &str, places: usize) -> Option<i64> {
    format!("{part:0<places$}").get(..places)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_write_behind_a_move() {
        let note = |score, depth, ms| Note { score, depth, ms };
        for (text, wanted) in [
            (" {+0.33/14 0.500s} e5", note(Some(33), Some(14), Some(500))),
            ("{-12.5/3 61s, White mates}", note(Some(-1250), Some(3), Some(61_000))),
            (" $1\n{0.00/0 0.0015s}", note(Some(0), Some(0), Some(1))),
            ("{+0.12 1.250s}", note(Some(12), None, Some(1250))),
            ("{+0.12/7, tl=3.1s}", note(Some(12), Some(7), None)),
            ("{+M1/9 0.1s}", note(Some(29_999), Some(9), Some(100))),
            ("{+M5 0.1s}", note(Some(29_997), None, Some(100))),
            ("{-M4/9\n1.250s}", note(Some(-29_998), Some(9), Some(1250))),
            ("{1.250s}", note(None, None, Some(1250))),
            ("{1.250s, Black loses on time}", note(None, None, Some(1250))),
        ] {
            assert_eq!(behind(text), wanted, "{text}");
        }
        for other in
            ["", " e5", "{}", "{book}", "{0.5 is better}", "{1. e4}", "{12}", "{3s2}", "{+M99999999999999999999/3}"]
        {
            assert_eq!(behind(other), Note::default(), "{other}");
        }
    }
}
