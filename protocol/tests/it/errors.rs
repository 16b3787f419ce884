//! Bad lines with their exact errors: the column, what was expected, what was found. `protocol/vectors` has the bad
//! lines of each verb; here is what they do not show, and the parts that are read alone.

use std::{fmt::Debug, str::FromStr};

use uvi::{Digest, ErrorCode, Fault, FromBot, FromHost, ParseError, Points, ScoreText, Seed, Value, Word, Words};

#[track_caller]
fn check<M: FromStr<Err = ParseError> + Debug>(line: &str, message: &str) {
    let error = line.parse::<M>().expect_err(line);
    assert_eq!(error.to_string(), message, "{line}");
    assert!(!error.is_unknown_verb() && !error.is_empty_line(), "{line}");
}

const END: &str = "the end of the line";

#[test]
fn what_is_shown_is_escaped_and_cut() {
    check::<FromBot>("uviok \u{1b}[2J", "column 7: expected the end of the line, found \"\\u{1b}[2J\"");
    check::<FromBot>("uviok a\u{202e}\u{9b}", "column 7: expected the end of the line, found \"a\\u{202e}\\u{9b}\"");
    let long = format!("uviok {}", "é".repeat(100));
    check::<FromBot>(&long, &format!("column 7: expected the end of the line, found \"{}…\"", "é".repeat(40)));
    check::<FromHost>("seat m 1 bot \r", "column 14: expected a command line, found \"\\u{d}\"");
}

#[test]
fn the_pieces_alone() {
    check::<Word>("", &format!("column 1: expected a word, found {END}"));
    check::<Word>("a b", "column 3: expected the end of the line, found \"b\"");
    check::<Words>("a é", "column 3: expected a word of printable ASCII, found \"é\"");
    check::<Value>("a b", "column 3: expected the end of the line, found \"b\"");
    check::<Points>("1/", "column 1: expected points, such as 1 or 1/2, found \"1/\"");
    check::<Points>("-1", "column 1: expected points, such as 1 or 1/2, found \"-1\"");
    check::<ScoreText>("", &format!("column 1: expected score or shared, found {END}"));
    check::<Seed>("", &format!("column 1: expected up to 32 hex digits, found {END}"));
    check::<Digest>(&"0".repeat(63), &format!("column 1: expected 64 hex digits, found \"{}…\"", "0".repeat(40)));
    check::<Fault>("Timeout", "column 1: expected the word of a fault, found \"Timeout\"");
    check::<ErrorCode>("bad", "column 1: expected an error code, found \"bad\"");
}
