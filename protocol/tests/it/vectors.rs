//! The vectors: lines and what they mean, bad lines and their errors, for others to check their own implementations.
//!
//! Each file of `protocol/vectors` named below has lines of one language. The lines are kept by hand, what they mean is
//! written by `UPDATE_GOLDENS=1 cargo test -p uvi vectors`: to add one, put `{"line": "…"}` among the
//! others and run that. `protocol/vectors/README.md` says how to read them.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod host_link;
mod meaning;
mod seat_link;

use std::{
    collections::BTreeSet,
    fmt::{Display, Write as _},
    fs,
    path::PathBuf,
    str::FromStr,
};

use meaning::Meaning;
use serde_json::{Value, json};
use uvi::{FromBot, FromHost, ParseError, ToBot, ToHost};

/// The lines of a language, with what they mean as the crate has it.
fn worked_out<M: FromStr<Err = ParseError> + Display + Meaning>(lines: &BTreeSet<String>) -> (Vec<Value>, Vec<Value>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for line in lines {
        match line.parse::<M>() {
            Ok(message) => {
                good.push(json!({"line": line, "message": message.meaning(), "written": message.to_string()}));
            }
            Err(error) => {
                let kind = match (error.is_empty_line(), error.is_unknown_verb()) {
                    (true, _) => "empty-line",
                    (false, true) => "unknown-verb",
                    (false, false) => "bad-argument",
                };
                bad.push(json!({
                    "line": line, "column": error.column, "error": error.kind.to_string(), "kind": kind,
                }));
            }
        }
    }
    (good, bad)
}

/// A file, one vector to a line, so that a difference can be read.
fn file(good: &[Value], bad: &[Value]) -> String {
    let list = |vectors: &[Value]| vectors.iter().map(|vector| format!("    {vector}")).collect::<Vec<_>>().join(",\n");
    let mut text = String::new();
    write!(text, "{{\n  \"uvi\": {},\n  \"good\": [\n{}\n  ],\n", uvi::VERSION, list(good)).unwrap();
    write!(text, "  \"bad\": [\n{}\n  ]\n}}\n", list(bad)).unwrap();
    text
}

/// The file of this name says what the crate says, and every verb has a line that is good and one that is bad.
#[track_caller]
fn check<M: FromStr<Err = ParseError> + Display + Meaning>(name: &str, verbs: &[&str]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("vectors").join(name);
    let found = fs::read_to_string(&path).unwrap();
    let vectors: Value = serde_json::from_str(&found).unwrap();
    let of = |part: &str| vectors[part].as_array().unwrap().clone();
    let lines = [of("good"), of("bad")].concat();
    let lines: BTreeSet<String> = lines.iter().map(|vector| vector["line"].as_str().unwrap().to_owned()).collect();
    let (good, bad) = worked_out::<M>(&lines);
    let expected = file(&good, &bad);
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, &expected).unwrap();
    } else {
        let first = expected.lines().zip(found.lines()).find(|(expected, found)| expected != found);
        assert_eq!(found, expected, "{name} differs; UPDATE_GOLDENS=1 writes it anew; the first lines: {first:#?}");
    }
    let verb =
        |vector: &Value| vector["line"].as_str().unwrap().split_whitespace().next().unwrap_or_default().to_owned();
    let (tried, refused): (BTreeSet<_>, BTreeSet<_>) =
        (good.iter().map(verb).collect(), bad.iter().map(verb).collect());
    for known in verbs {
        assert!(tried.contains(*known), "{name} has no good line of {known}");
        // An error is any text, and so is an info.
        assert!(refused.contains(*known) || ["error", "info"].contains(known), "{name} has no bad line of {known}");
    }
    let unknown = tried.iter().find(|verb| !verbs.contains(&verb.as_str()));
    assert_eq!(unknown, None, "{name}: the list of verbs is not whole");
}

#[test]
fn what_the_arbiter_says_to_a_bot() {
    check::<ToBot>(
        "to-bot.json",
        &[
            "uvi",
            "setoption",
            "isready",
            "newgame",
            "position",
            "history",
            "legal",
            "go",
            "stop",
            "gameover",
            "error",
            "quit",
        ],
    );
}

#[test]
fn what_a_bot_says() {
    check::<FromBot>(
        "from-bot.json",
        &["id", "option", "variant", "feature", "uviok", "readyok", "info", "bestmove", "resign"],
    );
}

#[test]
fn what_a_host_says() {
    check::<FromHost>(
        "from-host.json",
        &[
            "uvi",
            "isready",
            "newmatch",
            "setposition",
            "seat",
            "seatoption",
            "seatset",
            "clock",
            "patience",
            "onfault",
            "takebacks",
            "undo",
            "keep",
            "log",
            "resume",
            "watch",
            "analyse",
            "start",
            "play",
            "resign",
            "show",
            "legal",
            "picture",
            "position",
            "history",
            "debug",
            "stop",
            "drop",
            "wait",
            "quit",
        ],
    );
}

#[test]
fn what_the_arbiter_says_to_a_host() {
    check::<ToHost>(
        "to-host.json",
        &[
            "id", "variant", "option", "uviok", "readyok", "created", "ready", "started", "chance", "played", "score",
            "turn", "info", "fault", "try", "vacated", "undone", "over", "board", "legal", "places", "picture",
            "position", "history", "error",
        ],
    );
}
