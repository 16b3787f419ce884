//! The pieces of a line: white space, words, numbers, values, texts.

use std::str::FromStr;

use nom::{
    Parser as _,
    bytes::complete::{take_while, take_while1},
    combinator::rest,
    sequence::terminated,
};

use super::problem::{GrammarResult, expected};
use crate::{Digest, Lots, Seed, Text, Value, Word, Words, settings::WordChoice};

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

pub(super) fn is_number(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit())
}

/// `ws = *( SP / HTAB )`
pub(super) fn space(input: &str) -> GrammarResult<'_, &str> {
    take_while(is_space).parse(input)
}

/// `token = 1*( any character but SP and HTAB )`
pub(super) fn token(input: &str) -> GrammarResult<'_, &str> {
    take_while1(|character| !is_space(character)).parse(input)
}

/// Reads a token and the white space after it, and makes a value of the token. Fails with `what` if `make` returns
/// `None`.
pub(super) fn token_as<'a, T>(
    what: &'static str,
    make: impl Fn(&'a str) -> Option<T>,
) -> impl Fn(&'a str) -> GrammarResult<'a, T> {
    move |input| {
        let Ok((after, token)) = terminated(token, space).parse(input) else {
            return expected(input, what);
        };
        make(token).map_or_else(|| expected(input, what), |value| Ok((after, value)))
    }
}

/// `word = 1*VCHAR ws`
pub(crate) fn word(input: &str) -> GrammarResult<'_, Word> {
    token_as("a word", Word::new)(input)
}

/// `name = word`: the name of a match.
pub(super) fn name(input: &str) -> GrammarResult<'_, Word> {
    token_as("the name of a match", Word::new)(input)
}

/// `action = word`
pub(super) fn action(input: &str) -> GrammarResult<'_, Word> {
    token_as("an action", Word::new)(input)
}

/// A token that is in this table of words.
pub(super) fn one_of<'a, T: Copy>(what: &'static str, table: &[(&str, T)]) -> impl Fn(&'a str) -> GrammarResult<'a, T> {
    token_as(what, move |token| table.iter().find(|(word, _)| *word == token).map(|&(_, value)| value))
}

/// A token that must stand here. `what` names it in the error.
pub(super) fn keyword<'a>(word: &'static str, what: &'static str) -> impl Fn(&'a str) -> GrammarResult<'a, ()> {
    token_as(what, move |token| (token == word).then_some(()))
}

/// `[ rule ]`, at the end of the line.
pub(super) fn if_any<'a, T>(
    rule: fn(&'a str) -> GrammarResult<'a, T>,
) -> impl Fn(&'a str) -> GrammarResult<'a, Option<T>> {
    move |input| if input.is_empty() { Ok((input, None)) } else { rule.map(Some).parse(input) }
}

/// A token that is one of the words of a setting.
pub(crate) fn choice<T: WordChoice>(input: &str) -> GrammarResult<'_, T> {
    token_as(T::EXPECTED, T::of_word)(input)
}

/// `words = *( word )`, up to the end of the line.
pub(crate) fn words(input: &str) -> GrammarResult<'_, Words> {
    let (after, line) = rest(input)?;
    let wrong = || expected(first_bad_word(line), "a word of printable ASCII");
    Words::new(line).map_or_else(wrong, |words| Ok((after, words)))
}

fn first_bad_word(line: &str) -> &str {
    let mut at = line;
    while let Ok((after, _)) = word(at) {
        at = after;
    }
    at
}

/// `some-words = 1*( word )`, up to the end of the line.
pub(super) fn some_words<'a>(what: &'static str) -> impl Fn(&'a str) -> GrammarResult<'a, Words> {
    move |input| if input.is_empty() { expected(input, what) } else { words(input) }
}

/// `actions = some-words`
pub(super) fn actions(input: &str) -> GrammarResult<'_, Words> {
    some_words("an action")(input)
}

/// `position = some-words`
pub(super) fn position(input: &str) -> GrammarResult<'_, Words> {
    some_words("a position")(input)
}

/// `history = 1*( word ) "moves" ws *( word )`. The position ends at the first `moves`.
pub(super) fn history(input: &str) -> GrammarResult<'_, (Words, Words)> {
    let mut at = input;
    loop {
        let Ok((after, token)) = terminated(token, space).parse(at) else {
            return expected(at, if input.is_empty() { "a position" } else { "the keyword moves" });
        };
        if token == "moves" {
            if at.len() == input.len() {
                return expected(at, "a position");
            }
            let (_, start) = words(&input[..input.len() - at.len()])?;
            let (rest, moves) = words(after)?;
            return Ok((rest, (start, moves)));
        }
        at = after;
    }
}

/// `text = *( any character )`, up to the end of the line.
pub(crate) fn text(input: &str) -> GrammarResult<'_, Text> {
    rest.map(Text::new).parse(input)
}

/// `value = ( bare-value / quoted ) ws`. A `bare-value` is a word that does not begin with `"`.
pub(crate) fn value(input: &str) -> GrammarResult<'_, Value> {
    if input.starts_with('"') {
        return quoted(input);
    }
    token_as("a word or a text in quotes", |token| Word::new(token).map(|word| Value::new(word.as_str())))(input)
}

/// `quoted = DQUOTE *( any character but DQUOTE and "\" / "\" DQUOTE / "\\" ) DQUOTE`, then white space or the end.
fn quoted(input: &str) -> GrammarResult<'_, Value> {
    let mut text = String::new();
    let mut at = &input[1..];
    loop {
        let Some(special) = at.find(['"', '\\']) else {
            return expected(&input[input.len()..], "a closing quote");
        };
        text.push_str(&at[..special]);
        at = &at[special..];
        if let Some(after) = at.strip_prefix('"') {
            if after.starts_with(|character| !is_space(character)) {
                return expected(after, "a space after the closing quote");
            }
            let (rest, _) = space(after)?;
            return Ok((rest, Value::of_line(text)));
        }
        match at[1..].chars().next() {
            Some(escaped @ ('"' | '\\')) => text.push(escaped),
            Some(_) | None => return expected(at, "\\\" or \\\\ for a backslash in quotes"),
        }
        at = &at[2..];
    }
}

/// `number = 1*DIGIT ws`, within the range of its type.
fn decimal<'a, N: FromStr>(input: &'a str, what: &'static str, limit: &'static str) -> GrammarResult<'a, N> {
    let (after, digits) = token_as(what, |token| is_number(token).then_some(token))(input)?;
    digits.parse().map_or_else(|_| expected(input, limit), |number| Ok((after, number)))
}

/// `number = 1*DIGIT ws`
pub(super) fn number(input: &str) -> GrammarResult<'_, u32> {
    decimal(input, "a number", "a number up to 4294967295")
}

/// `seat = 1*DIGIT ws`. The grammar does not know which seats exist.
pub(super) fn seat(input: &str) -> GrammarResult<'_, u32> {
    decimal(input, "the number of a seat", "a number up to 4294967295")
}

/// `amount = 1*DIGIT ws`: nodes or plies.
pub(super) fn amount(input: &str) -> GrammarResult<'_, u64> {
    decimal(input, "a number", "a number up to 18446744073709551615")
}

/// `positive = 1*DIGIT ws`, from 1.
pub(super) fn positive<'a, N: FromStr + Default + PartialEq>(
    number: fn(&'a str) -> GrammarResult<'a, N>,
) -> impl Fn(&'a str) -> GrammarResult<'a, N> {
    move |input| {
        number(input).and_then(|(rest, found)| {
            if found == N::default() { expected(input, "a number from 1") } else { Ok((rest, found)) }
        })
    }
}

/// `ms = 1*DIGIT ws`
pub(super) fn milliseconds(input: &str) -> GrammarResult<'_, u64> {
    decimal(input, "a number of milliseconds", "a number of milliseconds up to 18446744073709551615")
}

/// `signed = [ "-" ] 1*DIGIT ws`
pub(super) fn signed(input: &str) -> GrammarResult<'_, i64> {
    let is_signed = |token: &str| is_number(token.strip_prefix('-').unwrap_or(token));
    let (after, digits) = token_as("a whole number", |token| is_signed(token).then_some(token))(input)?;
    let wrong = |_| expected(input, "a number from -9223372036854775808 to 9223372036854775807");
    digits.parse().map_or_else(wrong, |number| Ok((after, number)))
}

/// `list = 1*( rule )`, up to the first word that does not begin with a digit.
pub(super) fn list<'a, T>(rule: fn(&'a str) -> GrammarResult<'a, T>) -> impl Fn(&'a str) -> GrammarResult<'a, Vec<T>> {
    move |input| {
        let (mut at, first) = rule(input)?;
        let mut list = vec![first];
        while at.starts_with(|character: char| character.is_ascii_digit()) {
            let (after, next) = rule(at)?;
            list.push(next);
            at = after;
        }
        Ok((at, list))
    }
}

/// `seed = 1*32HEXDIG ws`, padded with zeros on the left.
pub(crate) fn seed(input: &str) -> GrammarResult<'_, Seed> {
    token_as("up to 32 hex digits", |token| hex(token, 1).map(Seed))(input)
}

/// `lots = 1*16HEXDIG ws`, padded with zeros on the left.
pub(crate) fn lots(input: &str) -> GrammarResult<'_, Lots> {
    token_as("up to 16 hex digits", |token| hex(token, 1).map(u64::from_be_bytes).map(Lots))(input)
}

/// `digest = 64HEXDIG ws`
pub(crate) fn digest(input: &str) -> GrammarResult<'_, Digest> {
    token_as("64 hex digits", |token| hex(token, 64).map(Digest))(input)
}

/// The bytes of at least `least` hex digits, padded with zeros on the left. `None` if a digit is not hex, or the count
/// does not fit.
fn hex<const N: usize>(digits: &str, least: usize) -> Option<[u8; N]> {
    if digits.len() < least || digits.len() > 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (place, &digit) in digits.as_bytes().iter().rev().enumerate() {
        let digit = char::from(digit).to_digit(16)? as u8;
        bytes[N - 1 - place / 2] |= if place % 2 == 0 { digit } else { digit << 4 };
    }
    Some(bytes)
}
