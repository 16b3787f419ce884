//! A position of chess as people and programs write it: `startpos`, FEN, EPD, and moves behind any of them. Openings and
//! command lines are read so; the protocol is not.

use std::borrow::Cow;

use itertools::Itertools as _;
use nom::{
    IResult, Parser as _,
    branch::alt,
    bytes::complete::{tag, tag_no_case, take_while, take_while1},
    character::complete::{digit1, one_of, space0, space1},
    combinator::{all_consuming, opt, recognize, verify},
    error::Error,
    sequence::delimited,
};
use uvi_games::game::{Actor, Turn};
use uvi_match::referee::MatchSpec;

use super::epd;

/// Turns a text into the position that it means in this match. Data behind a FEN, such as a result or the number of a
/// tuner, are ignored. Texts of variants without PGN stay as they are.
///
/// # Errors
/// If the position cannot be read. The text says what was expected, and what was found.
pub fn typed_position(spec: &MatchSpec, text: &str) -> Result<String, String> {
    let text = text.split_whitespace().join(" ");
    let Some((form, reading)) = spec.variant().pgn().and_then(|form| Some((form, form.reading.as_ref()?))) else {
        return Ok(text);
    };
    let text = text.trim_matches(['"', '\'', ',', ' ']);
    // Addresses of web pages have no spaces.
    let plain = if text.contains(' ') { Cow::Borrowed(text) } else { Cow::Owned(text.replace('_', " ")) };
    let text = label(&plain).map_or(&*plain, |(position, _)| position);
    let text = if epd::has_operations(text) { epd::opening(1, text) } else { text.to_owned() };
    let position = before_comment(text.split('\t').nth(1).unwrap_or(&text)).trim_end_matches([';', ' ']);
    let (start, moves) = position.split_once(" moves ").unwrap_or((position, ""));
    if !start.contains('/') {
        let first = start.split(' ').next().unwrap_or_default();
        let usual = spec.read(reading.usual).map_err(|error| error.to_string())?;
        if (reading.action)(&*usual, first).is_ok() {
            return Err(format!(
                "expected a position, found the move {first}: moves stand behind startpos moves, or in a file of PGN, \
                 whose name ends in .pgn"
            ));
        }
    }
    let options = spec.options().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let start = if start == "startpos" { reading.usual.to_owned() } else { without_data(start)? };
    let start =
        (reading.start)((form.variant)(&options), Some(&start)).ok().and_then(|start| start.position).unwrap_or(start);
    if moves.is_empty() {
        return Ok(start);
    }
    let mut table = spec.read(&start).map_err(|error| error.to_string())?;
    for text in moves.split(' ') {
        let wrong = |why: String| format!("cannot play {text}: {why}");
        let Turn::Seats(seats) = table.turn() else { return Err(wrong("the game is over".to_owned())) };
        let action = (reading.action)(&*table, text).map_err(wrong)?;
        let seat = seats.first().expect("a seat is to move");
        table.play(Actor::Seat(seat), action.as_str()).expect("the action is one of the legal ones");
    }
    Ok(table.position().to_string())
}

/// `label = [1*DIGIT ("." / ")") [SP]] [("position" / "setboard") SP] [("fen" / "epd") 1*(SP / ":" / "=" / quote)]`: what
/// stands before a position.
fn label(input: &str) -> IResult<&str, &str> {
    let number = (digit1, one_of(".)"), space0);
    let fen = (alt((tag_no_case("fen"), tag_no_case("epd"))), take_while1(|sign| " :=\"'".contains(sign)));
    recognize((opt(number), opt((alt((tag("position"), tag("setboard"))), space1)), opt(fen))).parse(input)
}

/// The text before a comment, or before the next column of a table.
fn before_comment(text: &str) -> &str {
    let mark = text.find(['|', '#', '{', '[', '"']).unwrap_or(text.len());
    let end = text.find(" //").map_or(mark, |slashes| slashes.min(mark));
    text[..end].trim_end()
}

/// The position without data behind its fields: numbers and results behind all six, or a result behind fewer. The moves
/// behind a position of the arbiter stay.
fn without_data(position: &str) -> Result<String, String> {
    // The columns behind a comma are no fields. One of several words may have moves, which would be lost.
    let (fields, columns) = position.split_once(',').unwrap_or((position, ""));
    let words: Vec<&str> = fields.split(' ').collect();
    let counts = words.iter().skip(4).take(2).take_while(|word| is_count(word)).count();
    let is_lost = |column: &str| column.trim().contains(' ') && has_move(column);
    let is_table = !columns.is_empty() && !columns.split(',').any(is_lost);
    if is_table && counts == 2 && words.len() == 6 {
        return Ok(fields.to_owned());
    }
    let (fields, rest) = words.split_at(words.len().min(4 + counts));
    let data: Vec<&str> =
        rest.iter().copied().chain(columns.split([' ', ',']).filter(|word| !word.is_empty())).collect();
    let is_result = |word: &&str| ["1-0", "0-1", "1/2-1/2", "*"].contains(word);
    let is_ignored = counts == 2 || data.first().is_some_and(is_result);
    if is_ignored && data.iter().all(|word| is_data(word)) {
        return Ok(fields.join(" "));
    }
    if counts < 2 || data.iter().all(|word| is_moves(word)) {
        return Ok(position.to_owned());
    }
    let found = data.join(" ");
    Err(format!("expected the end of the line, or operations of EPD such as bm Nf3;, found {found}"))
}

/// True if a text may have a move: a square, a capture or castling.
fn has_move(text: &str) -> bool {
    let is_part =
        |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8'] | [b'x', b'a'..=b'h'] | [b'-', b'O' | b'o' | b'0']);
    text.as_bytes().windows(2).any(is_part)
}

/// `count = 1*DIGIT`
fn is_count(word: &str) -> bool {
    all_consuming(digit1::<_, Error<&str>>).parse(word).is_ok()
}

/// `data = *mark ["*" / number] *mark`: a number or a result, as `1/2-1/2` is, or nothing but marks around it.
fn is_data(word: &str) -> bool {
    let marks = || take_while(|mark| "():".contains(mark));
    let signs = take_while1(|sign: char| sign.is_ascii_digit() || "+-./".contains(sign));
    let number = verify(signs, |text: &str| text.contains(|sign: char| sign.is_ascii_digit()));
    let datum = delimited(marks(), opt(alt((tag("*"), number))), marks());
    all_consuming::<_, Error<&str>, _>(datum).parse(word).is_ok()
}

/// The moves behind a position of the arbiter, such as `e2e4,g1f3`, or `-`.
fn is_moves(word: &str) -> bool {
    all_consuming(take_while1::<_, _, Error<&str>>(|sign| "abcdefgh12345678qrn,-".contains(sign))).parse(word).is_ok()
}
