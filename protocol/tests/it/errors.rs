//! Bad lines with their exact errors: the column, what was expected, what was found. `protocol/vectors` has the bad
//! lines of each verb; here is what they do not show, and the parts that are read alone.

use std::{fmt::Debug, str::FromStr};

use uvi::{
    Digest, ErrorCode, Fault, FromBot, FromHost, ParseError, ParseErrorKind, Points, ScoreText, Seed, ToBot, ToHost,
    Value, Word, Words,
};

#[track_caller]
fn error<M: FromStr<Err = ParseError> + Debug>(line: &str) -> ParseError {
    line.parse::<M>().expect_err(line)
}

#[track_caller]
fn check<M: FromStr<Err = ParseError> + Debug>(line: &str, message: &str) {
    let error = error::<M>(line);
    assert_eq!(error.to_string(), message, "{line}");
    assert!(!error.is_unknown_verb() && !error.is_empty_line(), "{line}");
}

const END: &str = "the end of the line";

#[test]
fn an_unknown_verb_is_told_from_bad_arguments() {
    for line in ["hello there", "Go", "bestmove", "zoë", "uvi\u{a0}1"] {
        assert!(error::<ToBot>(line).is_unknown_verb(), "{line}");
    }
    assert!(error::<FromBot>("go").is_unknown_verb());
    assert!(error::<FromHost>("bestmove x").is_unknown_verb());
    assert!(error::<ToHost>("newmatch m variant x").is_unknown_verb());
    assert_eq!(error::<ToBot>("  hello there").to_string(), "column 3: unknown verb \"hello\"");
}

#[test]
fn an_empty_line_is_neither() {
    for line in ["", " ", "\t \t"] {
        for error in [error::<ToBot>(line), error::<FromBot>(line), error::<FromHost>(line), error::<ToHost>(line)] {
            assert!(error.is_empty_line() && !error.is_unknown_verb(), "{line:?}");
            let expected = format!("column {}: expected a verb, found {END}", line.len() + 1);
            assert_eq!(error.to_string(), expected);
        }
    }
}

#[test]
fn an_error_has_its_facts() {
    let error = error::<ToBot>("go movetime abc");
    assert_eq!(error.column, 13);
    let ParseErrorKind::Unexpected { expected, found } = &error.kind else { panic!("{error:?}") };
    assert_eq!((*expected, found.as_deref()), ("a number of milliseconds", Some("abc")));
    assert_eq!(error.kind.to_string(), "expected a number of milliseconds, found \"abc\"");
}

#[test]
fn what_is_shown_is_escaped_and_cut() {
    check::<FromBot>("uviok \u{1b}[2J", "column 7: expected the end of the line, found \"\\u{1b}[2J\"");
    check::<FromBot>("uviok a\u{202e}\u{9b}", "column 7: expected the end of the line, found \"a\\u{202e}\\u{9b}\"");
    let long = format!("uviok {}", "é".repeat(100));
    check::<FromBot>(&long, &format!("column 7: expected the end of the line, found \"{}…\"", "é".repeat(40)));
    check::<FromHost>("seat m 1 bot \r", "column 14: expected a command line, found \"\\u{d}\"");
}

#[test]
fn values_close_their_quotes() {
    let set = |value: &str| format!("setoption name a value {value}");
    check::<ToBot>(&set(""), &format!("column 24: expected a word or a text in quotes, found {END}"));
    check::<ToBot>(&set("é"), "column 24: expected a word or a text in quotes, found \"é\"");
    check::<ToBot>(&set("\"ab"), &format!("column 27: expected a closing quote, found {END}"));
    check::<ToBot>(&set("\"ab\\\""), &format!("column 29: expected a closing quote, found {END}"));
    check::<ToBot>(&set("\"ab\"c"), "column 28: expected a space after the closing quote, found \"c\"");
    check::<ToBot>(&set("\"a\\n\""), "column 26: expected \\\" or \\\\ for a backslash in quotes, found \"\\n\"\"");
    check::<ToBot>(&set("a b"), "column 26: expected name or value, found \"b\"");
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
