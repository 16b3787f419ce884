//! Known answers of the parts of messages, each with its canonical spelling. `protocol/vectors` has the messages.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fmt::{Debug, Display},
    str::FromStr,
};

use uvi::{Digest, EngineOptionKind, OptionSpec, Over, ParseError, Points, ScoreText, Seed, Text, ToHost, Value, Word};

/// Checks that the line is the canonical spelling of the message.
#[track_caller]
fn check<M: FromStr<Err = ParseError> + Display + Debug + PartialEq>(line: &str, message: M) {
    assert_eq!(message.to_string(), line);
    assert_eq!(line.parse(), Ok(message));
}

/// Checks that both lines mean the same, and that the second is the canonical spelling.
#[track_caller]
fn same<M: FromStr<Err = ParseError> + Display + Debug + PartialEq>(line: &str, canonical: &str) {
    let message: M = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(message.to_string(), canonical);
    assert_eq!(canonical.parse(), Ok(message));
}

fn word(text: &str) -> Word {
    Word::new(text).unwrap()
}

#[test]
fn the_pieces_are_read_and_written_alone() {
    let third = Points::new(1, 3).unwrap();
    let score = ScoreText::Each(vec![third]);
    check("score 1 1/3", ScoreText::Each(vec![Points::ONE, third]));
    check("shared 3", ScoreText::Shared(3));
    check("reason limit score 1/3", Over { reason: word("limit"), score: Some(score) });
    check("name a type button", OptionSpec { name: word("a"), kind: EngineOptionKind::Button });
    same::<Points>("2/4", "1/2");
    same::<Points>("007", "7");
    same::<Seed>("2A", "0000000000000000000000000000002a");
    same::<Seed>("fedcba98765432100123456789abcdef", "fedcba98765432100123456789abcdef");
    same::<Digest>(&"Ab".repeat(32), &"ab".repeat(32));
}

#[test]
fn what_cannot_stand_on_a_line_is_made_harmless() {
    assert_eq!(Text::new(" a\nb\r\n").to_string(), "a b");
    assert_eq!(Value::new("a\nb").to_string(), "\"a b\"");
    assert_eq!(ToHost::Board { name: word("m"), line: "a\nb\n".to_owned() }.to_string(), "board m a b");
    same::<ToHost>("board m a\nb", "board m a b");
}
