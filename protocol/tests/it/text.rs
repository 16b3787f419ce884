//! Values as text in logs and files.

#![cfg(feature = "serde")]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::fmt::Debug;

use serde_json::{Value, from_value, json, to_value};
use uvi::{ClockWords, Digest, Fault, FaultWords, OnFault, Patience, Points, Seed, Switch, Word};

/// Checks that the value is the same after reading and writing.
#[track_caller]
fn keeps<T: serde::Serialize + serde::de::DeserializeOwned>(value: Value) {
    let read: T = from_value(value.clone()).unwrap();
    assert_eq!(to_value(read).unwrap(), value);
}

#[track_caller]
fn refuses<T: serde::de::DeserializeOwned + Debug>(value: Value, expected: &str) {
    assert_eq!(from_value::<T>(value).unwrap_err().to_string(), expected);
}

#[test]
fn what_is_written_reads_back() {
    keeps::<OnFault>(json!("random"));
    keeps::<FaultWords>(json!("forfeit"));
    keeps::<FaultWords>(json!("retry 12"));
    keeps::<FaultWords>(json!("retry 1 random"));
    keeps::<Switch>(json!("off"));
    keeps::<Points>(json!("1/3"));
    keeps::<Word>(json!("resign"));
    keeps::<Seed>(json!("0123456789abcdef0123456789abcdef"));
    keeps::<Digest>(json!("0123456789abcdef".repeat(4)));
    keeps::<ClockWords>(json!("none"));
    keeps::<ClockWords>(json!("time 100 inc 5 margin 10"));
    keeps::<Patience>(json!({}));
    keeps::<Patience>(json!({"greet": 5, "quit": 7}));
}

#[test]
fn nothing_else_is_read() {
    refuses::<OnFault>(json!("maybe"), "expected forfeit or random, found \"maybe\"");
    refuses::<OnFault>(json!(" random"), "expected random, found \" random\"");
    refuses::<OnFault>(json!(5), "invalid type: integer `5`, expected a text");
    refuses::<FaultWords>(
        json!("retry"),
        "column 6 of \"retry\": expected a number from 1 to 1000, found the end of the line",
    );
    refuses::<FaultWords>(
        json!("retry 3 lose"),
        "column 9 of \"retry 3 lose\": expected forfeit or random, found \"lose\"",
    );
    refuses::<Fault>(json!("Crash"), "expected the word of a fault, found \"Crash\"");
    refuses::<Points>(json!("half"), "expected points, such as 1 or 1/2, found \"half\"");
    refuses::<Points>(json!("2/6"), "expected 1/3, found \"2/6\"");
    refuses::<Seed>(json!("xyz"), "expected up to 32 hex digits, found \"xyz\"");
    refuses::<Seed>(json!("2A"), "expected 0000000000000000000000000000002a, found \"2A\"");
    refuses::<Digest>(json!("2a"), "expected 64 hex digits, found \"2a\"");
    refuses::<ClockWords>(json!("time x"), "column 6 of \"time x\": expected a number of milliseconds, found \"x\"");
    assert!(from_value::<Patience>(json!({"leave": 5})).is_err());
}

#[test]
fn a_switch_may_be_a_truth_and_limits_stand_in_any_order() {
    assert_eq!(from_value::<Switch>(json!(true)).unwrap(), Switch::On);
    assert_eq!(from_value::<Switch>(json!("on")).unwrap(), Switch::On);
    refuses::<Switch>(json!(1), "expected \"on\" or \"off\", found 1");
    refuses::<Switch>(json!("yes"), "expected \"on\" or \"off\", found \"yes\"");
    let clock: ClockWords = from_value(json!("inc 5 time 100")).unwrap();
    assert_eq!(clock.to_string(), "time 100 inc 5");
}
