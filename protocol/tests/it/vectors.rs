//! The vectors: lines and their meanings, bad lines and their errors, with which others check their own
//! implementations.
//!
//! Each file of `protocol/vectors` named below has the lines of one language. People add lines, and `UPDATE_GOLDENS=1
//! cargo test -p uvi vectors` writes the meanings: put `{"line": "…"}` among the others and run the command.
//! `protocol/vectors/README.md` says how to read the files.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod host_link;
mod meaning;
mod seat_link;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{Display, Write as _},
    fs,
    path::PathBuf,
    str::FromStr,
};

use meaning::Meaning;
use proptest::prelude::*;
use serde_json::{Value, json};
use uvi::{FromBot, FromHost, ParseError, ToBot, ToHost};

use crate::laws::strategies;

/// Works out the meaning of each good line and the error of each bad line.
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

/// The text of a file, one vector per line to make differences readable.
fn file(good: &[Value], bad: &[Value]) -> String {
    let list = |vectors: &[Value]| vectors.iter().map(|vector| format!("    {vector}")).collect::<Vec<_>>().join(",\n");
    let mut text = String::new();
    write!(text, "{{\n  \"uvi\": {},\n  \"good\": [\n{}\n  ],\n", uvi::VERSION, list(good)).unwrap();
    write!(text, "  \"bad\": [\n{}\n  ]\n}}\n", list(bad)).unwrap();
    text
}

/// Checks that the file says what the crate says, and that every verb has a good and a bad line.
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
        assert_eq!(found, expected, "{name} differs; UPDATE_GOLDENS=1 rewrites it; the first lines: {first:#?}");
    }
    let verb =
        |vector: &Value| vector["line"].as_str().unwrap().split_whitespace().next().unwrap_or_default().to_owned();
    let (tried, refused): (BTreeSet<_>, BTreeSet<_>) =
        (good.iter().map(verb).collect(), bad.iter().map(verb).collect());
    for known in verbs {
        assert!(tried.contains(*known), "{name} has no good line of {known}");
        // `error` and `info` take any text, so no such line is bad.
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
            "describe",
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
            "id", "variant", "option", "about", "uviok", "readyok", "created", "ready", "started", "chance", "played",
            "score", "turn", "info", "fault", "try", "vacated", "undone", "over", "board", "legal", "places",
            "picture", "position", "history", "error",
        ],
    );
}

/// The name of a value's JSON type.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(items) => match items.first() {
            Some(Value::Array(_)) => "pairs",
            Some(Value::Number(_) | Value::Null) => "numbers",
            Some(_) => "strings",
            // An empty list tells nothing about its elements.
            None => "list",
        },
        Value::Null | Value::Object(_) => panic!("{value} is no part of a message"),
    }
}

/// The number of occurrences of a field, and the types of its values.
type Seen = (usize, BTreeSet<&'static str>);

/// Derives the messages of a language from its vectors: for each verb its fields, the type of each, and whether it is
/// required.
fn table(name: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("vectors").join(name);
    let vectors: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut verbs: BTreeMap<String, (usize, BTreeMap<String, Seen>)> = BTreeMap::new();
    for row in vectors["good"].as_array().unwrap() {
        let mut fields = row["message"].as_object().unwrap().clone();
        let verb = fields.remove("verb").unwrap().as_str().unwrap().to_owned();
        let (count, known) = verbs.entry(verb).or_default();
        *count += 1;
        for (field, value) in fields {
            let (times, kinds) = known.entry(field).or_default();
            *times += 1;
            kinds.insert(kind_of(&value));
        }
    }
    let table = verbs.into_iter().map(|(verb, (count, fields))| {
        let fields = fields.into_iter().map(|(field, (times, mut kinds))| {
            if kinds.len() > 1 {
                kinds.remove("list");
            }
            // The default of an option has the type of the option.
            let kinds: Vec<_> = kinds.into_iter().collect();
            (field, json!({"type": kinds.join(" or "), "required": times == count}))
        });
        (verb, Value::Object(fields.collect()))
    });
    Value::Object(table.collect())
}

/// `messages.json` is the table of all messages, for programs that make or check their own bindings.
#[test]
fn the_table_of_messages_is_what_the_vectors_say() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("messages.json");
    let languages = ["to-bot", "from-bot", "from-host", "to-host"];
    let mut text = format!("{{\n  \"uvi\": {}", uvi::VERSION);
    for language in languages {
        let table = table(&format!("{language}.json"));
        let rows: Vec<_> =
            table.as_object().unwrap().iter().map(|(verb, fields)| format!("    \"{verb}\": {fields}")).collect();
        write!(text, ",\n  \"{language}\": {{\n{}\n  }}", rows.join(",\n")).unwrap();
    }
    text.push_str("\n}\n");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "UPDATE_GOLDENS=1 writes protocol/messages.json anew");
    assert!(!text.contains("\"list\""), "a list is never filled in the vectors");
}

/// Returns an error unless the message has the fields that the table gives its verb.
fn fits(table: &Value, message: &impl Meaning) -> Result<(), TestCaseError> {
    let meaning = message.meaning();
    let mut fields = meaning.as_object().unwrap().clone();
    let verb = fields.remove("verb").unwrap();
    let known = table[verb.as_str().unwrap()].as_object().unwrap();
    for (field, value) in &fields {
        let kind = kind_of(value);
        let told = known.get(field).map_or("no field", |told| told["type"].as_str().unwrap());
        let list = kind == "list" && ["strings", "numbers", "pairs"].contains(&told);
        prop_assert!(list || told.split(" or ").any(|told| told == kind), "{field} of {meaning} is {kind}, not {told}");
    }
    let missing = known.iter().find(|(field, told)| told["required"] == true && !fields.contains_key(*field));
    prop_assert!(missing.is_none(), "{missing:?} is missing in {meaning}");
    Ok(())
}

proptest! {
    /// Checks that the vectors are complete: the table made from them has every message.
    #[test]
    fn every_message_fits_the_table(
        to_bot in strategies::to_bot(),
        from_bot in strategies::from_bot(),
        from_host in strategies::from_host(),
        to_host in strategies::to_host(),
    ) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("messages.json");
        let table: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        fits(&table["to-bot"], &to_bot)?;
        fits(&table["from-bot"], &from_bot)?;
        fits(&table["from-host"], &from_host)?;
        fits(&table["to-host"], &to_host)?;
    }
}
