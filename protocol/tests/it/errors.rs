//! Bad lines with their exact errors: the column, what was expected, what was found. `protocol/vectors` has the bad
//! lines of each verb; here is what they do not show, and the parts that are read alone.

use std::{borrow::Cow, fmt::Debug, str::FromStr};

use uvi::{
    Digest, ErrorCode, Fault, FromBot, FromHost, ParseError, Points, ScoreText, Seed, Text, ToHost, Value, Word, Words,
    escape_controls,
};

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
    for (text, shown) in [
        ("a\tb\0\u{7f}", "a\\u{9}b\\u{0}\\u{7f}"),
        ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ("\u{2066}\u{2069}\u{61c}\u{202c}", "\\u{2066}\\u{2069}\\u{61c}\\u{202c}"),
        ("\u{feff}a\u{200b}", "\\u{feff}a\\u{200b}"),
    ] {
        assert_eq!(escape_controls(text), shown);
    }
    assert!(matches!(escape_controls("Zo\u{eb} plays c3-d4"), Cow::Borrowed(_)));
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

#[test]
fn what_cannot_stand_on_a_line_is_made_harmless() {
    assert_eq!(Text::new(" a\nb\r\n").to_string(), "a b");
    assert_eq!(Value::new("a\nb").to_string(), "\"a b\"");
    let board = ToHost::Board { name: Word::new("m").expect("a word"), line: "a\nb\n".to_owned() };
    assert_eq!(board.to_string(), "board m a b");
    // Other spellings of the same.
    for (points, canonical) in [("2/4", "1/2"), ("007", "7")] {
        assert_eq!(points.parse::<Points>().map(|points| points.to_string()).as_deref(), Ok(canonical));
    }
    assert_eq!("Ab".repeat(32).parse::<Digest>().map(|digest| digest.to_string()), Ok("ab".repeat(32)));
}
