//! Reads and writes positions: parse errors with their place, and the ranks of a board as in FEN. A parser fails if the
//! input does not begin with what its grammar says. Knows no game.

use std::{
    fmt::{self, Write},
    ops::RangeBounds,
};

use arrayvec::ArrayString;
use nom::{
    Err, IResult, Parser,
    branch::alt,
    character::complete::{anychar, char, digit1},
    combinator::{all_consuming, map, map_opt, value},
    error::ParseError,
    multi::many1,
    sequence::preceded,
};

use super::Square;
use crate::game::{PositionError, Seat, SeatSet, UnreadableError};

/// A parse error in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardTextError<'a> {
    /// The text from the error on.
    pub rest: &'a str,
    /// The expected text, in words.
    pub expected: &'static str,
}

impl<'a> ParseError<&'a str> for BoardTextError<'a> {
    fn from_error_kind(rest: &'a str, _: nom::error::ErrorKind) -> Self {
        Self { rest, expected: "another character" }
    }

    fn append(_: &'a str, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

/// The result of a parser for a part of a position.
pub type TextResult<'a, T> = IResult<&'a str, T, BoardTextError<'a>>;

/// Turns any error of a parser into a failure at the start of the input that states the expected text.
pub fn expect<'a, T, P>(expected: &'static str, mut parser: P) -> impl FnMut(&'a str) -> TextResult<'a, T>
where
    P: Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
{
    move |input| parser.parse(input).map_err(|_| wrong(input, expected))
}

/// Parses a whole action.
///
/// # Errors
/// If `text` is no such action; the error says what was expected.
pub fn action<'a, T>(
    text: &'a str,
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    expected: &'static str,
) -> Result<T, UnreadableError> {
    all_consuming(parser).parse(text).map(|(_, action)| action).map_err(|_| UnreadableError { expected })
}

/// `"-" / parser`; `None` for `-`.
pub fn or_dash<'a, T: Clone, E: ParseError<&'a str>>(
    parser: impl Parser<&'a str, Output = T, Error = E>,
) -> impl Parser<&'a str, Output = Option<T>, Error = E> {
    alt((value(None, char('-')), map(parser, Some)))
}

/// A parse failure at the start of `rest`. Other alternatives are not tried after it.
pub fn wrong<'a>(rest: &'a str, expected: &'static str) -> Err<BoardTextError<'a>> {
    Err::Failure(BoardTextError { rest, expected })
}

/// Parses a whole position.
///
/// # Errors
/// If `position` does not parse, or text follows the parsed part; the error has the column.
pub fn read<'a, T>(
    position: &'a str,
    mut parser: impl FnMut(&'a str) -> TextResult<'a, T>,
) -> Result<T, PositionError> {
    let BoardTextError { rest, expected } = match parser(position) {
        Ok(("", parsed)) => return Ok(parsed),
        Ok((rest, _)) => BoardTextError { rest, expected: "the end" },
        Err(Err::Error(wrong) | Err::Failure(wrong)) => wrong,
        // No parser here streams, so `Incomplete` can only mean the end of the text.
        Err(Err::Incomplete(_)) => BoardTextError { rest: "", expected: "more" },
    };
    let read = position.len() - rest.len();
    Err(PositionError::Unreadable { column: position[..read].chars().count() + 1, expected: expected.into() })
}

/// `space = SP`
pub fn space(input: &str) -> TextResult<'_, char> {
    expect("a space", char(' '))(input)
}

/// Parses a space, and what `parser` reads after it: the next word of a position.
pub fn after_space<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = BoardTextError<'a>>,
) -> impl FnMut(&'a str) -> TextResult<'a, T> {
    let mut parser = preceded(space, parser);
    move |input| parser.parse(input)
}

/// `number = "0" / nonzero *DIGIT`
///
/// # Errors
/// If the input does not begin with a number, or the number has a leading zero or more than 32 bits.
pub fn number(input: &str) -> TextResult<'_, u32> {
    let digits = input.bytes().take_while(u8::is_ascii_digit).count();
    match input[..digits].parse() {
        Ok(number) if digits == 1 || !input.starts_with('0') => Ok((&input[digits..], number)),
        _ => Err(wrong(input, "a number")),
    }
}

/// Parses a number in this range. `expected` describes the number in errors.
pub fn number_in<'a>(
    range: impl RangeBounds<u32>,
    expected: &'static str,
) -> impl FnMut(&'a str) -> TextResult<'a, u32> {
    move |input| match number(input) {
        Ok((rest, number)) if range.contains(&number) => Ok((rest, number)),
        _ => Err(wrong(input, expected)),
    }
}

/// `turn = number`, from 1
pub fn turn(input: &str) -> TextResult<'_, u32> {
    number_in(1.., "the turn, from 1")(input)
}

/// `seat = "1" / "2" / "3" / "4" / "5"`, up to `most`.
pub fn seat<'a>(most: u8) -> impl Parser<&'a str, Output = Seat, Error = nom::error::Error<&'a str>> {
    map_opt(anychar, move |digit| Seat::new(digit.to_digit(10)?).filter(|seat| seat.number() <= u32::from(most)))
}

/// `seats = "-" / 1*seat`, the seats ascending, from 1 to `most`. `expected` describes the syntax in errors.
pub fn seats<'a>(input: &'a str, most: u8, expected: &'static str) -> TextResult<'a, SeatSet> {
    let ascending = |digits| {
        let (_, seats) = all_consuming(many1(seat(most))).parse(digits).ok()?;
        seats.is_sorted_by(|one, next| one < next).then(|| seats.into_iter().collect())
    };
    expect(expected, alt((value(SeatSet::EMPTY, char('-')), map_opt(digit1, ascending))))(input)
}

/// The text that [`seats`] reads.
pub fn written_seats(seats: SeatSet) -> String {
    if seats.is_empty() { "-".to_owned() } else { seats.to_string() }
}

/// `board = rank *("/" rank)`, the highest rank first; `rank = 1*(man / run)`. A `run` is a digit: the number of empty
/// squares. Two runs are never adjacent. `put` puts each man on the board, which is empty at first.
///
/// # Errors
/// If a rank is too long or too short, or holds a character that is neither a man nor a run. `expected` describes a man
/// for the error.
pub fn men<'a, B: Default, M, const WIDTH: usize, const HEIGHT: usize>(
    input: &'a str,
    expected: &'static str,
    mut man: impl FnMut(&'a str) -> IResult<&'a str, M>,
    mut put: impl FnMut(&mut B, Square<WIDTH, HEIGHT>, M),
) -> TextResult<'a, B> {
    let (mut board, mut rest) = (B::default(), input);
    for rank in (0..HEIGHT).rev() {
        let mut file = 0;
        let mut after_run = false;
        while file < WIDTH {
            let digit = rest.chars().next().and_then(|character| character.to_digit(10));
            if let Some(run) = digit {
                if after_run {
                    return Err(wrong(rest, "a man, not a second digit"));
                }
                if run == 0 || file + run as usize > WIDTH {
                    return Err(wrong(rest, "no more empty squares than the rank has left"));
                }
                rest = &rest[1..];
                file += run as usize;
            } else {
                let (after, man) = man(rest).map_err(|_| wrong(rest, expected))?;
                rest = after;
                put(&mut board, Square::new(file, rank).expect("file and rank are on the board"), man);
                file += 1;
            }
            after_run = digit.is_some();
        }
        if rank > 0 {
            rest = rest.strip_prefix('/').ok_or_else(|| wrong(rest, "the end of the rank, /"))?;
        }
    }
    Ok((rest, board))
}

/// The maximum length of a board that [`write_men`] writes, in bytes.
const LONGEST: usize = 512;

/// Writes a board in the form that [`men`] reads. `man` returns the letters of a square's man, or `None`.
///
/// # Errors
/// If the writer fails, the text has more than 512 bytes, or a rank has more than nine adjacent empty squares.
pub fn write_men<M: IntoIterator<Item = char>, const WIDTH: usize, const HEIGHT: usize>(
    f: &mut impl Write,
    mut man: impl FnMut(Square<WIDTH, HEIGHT>) -> Option<M>,
) -> fmt::Result {
    // Positions are written for every decision; one write to a formatter is faster than many.
    let mut text = ArrayString::<LONGEST>::new();
    for rank in (0..HEIGHT).rev() {
        let mut run = 0;
        for file in 0..WIDTH {
            let found = Square::new(file, rank).and_then(&mut man);
            if found.is_none() {
                run += 1;
            }
            if run > 0 && (found.is_some() || file + 1 == WIDTH) {
                text.write_char(char::from_digit(run, 10).ok_or(fmt::Error)?)?;
                run = 0;
            }
            found.into_iter().flatten().try_for_each(|letter| text.write_char(letter))?;
        }
        if rank > 0 {
            text.write_char('/')?;
        }
    }
    f.write_str(&text)
}
