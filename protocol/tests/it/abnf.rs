//! Checks that `uvi.abnf` and the crate agree: lines from the grammar are messages, and messages are lines of the
//! grammar. Excepted are the seven points that the head of `uvi.abnf` lists as beyond ABNF.
//!
//! A crate parses the file; the code here makes lines from its rules, and recognizes such lines.

pub(crate) mod grammar;

use std::{collections::BTreeMap, fmt::Display, str::FromStr};

use grammar::Grammar;
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use uvi::{FromBot, FromHost, ParseError, ToBot, ToHost};

use crate::{
    laws::{sayable, strategies},
    vectors,
};

/// The beginnings of errors for lines that the grammar allows and the crate refuses. Each has the number of its point
/// in the head of `uvi.abnf`.
const BEYOND: &[(&str, u32)] = &[
    ("stands twice", 1),
    ("expected the keyword ", 2),
    ("expected score or shared", 2),
    ("expected greet, ready or quit, found the end of the line", 2),
    ("expected the name of a rule option", 3),
    ("expected a word, found \"\\\"", 3),
    ("expected up to 16 hex digits", 3),
    ("expected up to 32 hex digits", 3),
    ("up to 4294967295", 4),
    ("up to 18446744073709551615", 4),
    ("expected a number from ", 4),
    ("expected points, such as 1 or 1/2", 4),
    ("for type ", 5),
    ("expected true or false", 5),
    ("expected a whole number", 5),
    ("expected time beside ", 6),
    ("expected inc beside time", 6),
    ("expected as many figures after inc", 6),
    ("expected either none or limits", 6),
    ("expected none, movetime, time, nodes or depth, found the end of the line", 6),
    ("expected either score or shared", 7),
    // A rule option with the name of another keyword: its value is read as the value of that keyword.
    ("expected a number, found", 3),
    ("expected the number of a seat, found", 3),
];

/// The point in the head of `uvi.abnf` that explains this error.
fn beyond(error: &ParseError) -> Option<u32> {
    let text = error.kind.to_string();
    BEYOND.iter().find(|(told, _)| text.contains(told)).map(|&(_, part)| part)
}

pub(crate) fn verb(line: &str) -> String {
    line.split([' ', '\t']).find(|word| !word.is_empty()).unwrap_or_default().to_owned()
}

/// Makes lines from the rule: each is a message, or refused for a reason that the head of `uvi.abnf` lists. Every verb
/// has some lines that are messages.
#[track_caller]
fn makes_messages<M: FromStr<Err = ParseError> + Display>(rule: &str) {
    let grammar = Grammar::read();
    let mut good: BTreeMap<String, u32> = grammar.verbs(rule).into_iter().map(|verb| (verb, 0)).collect();
    let mut runner = TestRunner::deterministic();
    let tape = prop::collection::vec(any::<u16>(), 0..200);
    for _ in 0..3_000 {
        let tape = tape.new_tree(&mut runner).expect("a tape can be drawn").current();
        let line = grammar.line(rule, &tape);
        match line.parse::<M>() {
            Ok(_) => *good.get_mut(&verb(&line)).unwrap_or_else(|| panic!("{line:?} has no verb of the rule")) += 1,
            Err(error) => assert!(beyond(&error).is_some(), "{line:?}: {error}"),
        }
        assert!(grammar.holds(rule, &line), "{line:?} was made and is not recognized");
    }
    assert!(good.values().all(|&count| count > 0), "some verbs were never met: {good:?}");
}

#[test]
fn what_the_grammar_makes_are_messages() {
    makes_messages::<ToBot>("to-bot");
    makes_messages::<FromBot>("from-bot");
    makes_messages::<FromHost>("from-host");
    makes_messages::<ToHost>("to-host");
}

#[track_caller]
fn agrees_with_vectors<M: FromStr<Err = ParseError>>(rule: &str) {
    let grammar = Grammar::read();
    let vectors = vectors::read(rule);
    let lines = |part: &str| {
        let lines = vectors[part].as_array().expect("a list").iter();
        lines.map(|row| row["line"].as_str().expect("a line").to_owned()).collect::<Vec<_>>()
    };
    for line in lines("good") {
        assert!(grammar.holds(rule, &line), "{line:?} is a message and no {rule}");
    }
    let mut refused = 0;
    for line in lines("bad") {
        let Err(error) = line.parse::<M>() else { panic!("{line:?} is a message") };
        if grammar.holds(rule, &line) {
            assert!(beyond(&error).is_some(), "{line:?} is a {rule} and no message: {error}");
        } else {
            refused += 1;
        }
    }
    assert!(refused > 20, "{rule} refuses only {refused} of the bad lines");
}

#[test]
fn vectors_are_lines_of_the_grammar_and_bad_ones_are_not() {
    agrees_with_vectors::<ToBot>("to-bot");
    agrees_with_vectors::<FromBot>("from-bot");
    agrees_with_vectors::<FromHost>("from-host");
    agrees_with_vectors::<ToHost>("to-host");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_is_written_is_a_line_of_the_grammar(
        to_bot in sayable(strategies::to_bot()),
        from_bot in sayable(strategies::from_bot()),
        from_host in sayable(strategies::from_host()),
        to_host in sayable(strategies::to_host()),
    ) {
        let grammar = Grammar::read();
        for (rule, line) in [("to-bot", to_bot), ("from-bot", from_bot), ("from-host", from_host), ("to-host", to_host)] {
            prop_assert!(grammar.holds(rule, &line), "{line:?} is no {rule}");
        }
    }
}
