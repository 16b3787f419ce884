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

use crate::{
    abnf::{grammar::Grammar, verb},
    laws::{TABLE, strategies},
};

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

/// The vectors of a language.
pub(crate) fn read(language: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(path(&format!("vectors/{language}.json"))).unwrap()).unwrap()
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Compares the text with a file, or writes it there if `UPDATE_GOLDENS` is set.
#[track_caller]
fn golden(name: &str, expected: &str) {
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(path(name), expected).unwrap();
    }
    let found = fs::read_to_string(path(name)).unwrap();
    let first = expected.lines().zip(found.lines()).find(|(expected, found)| expected != found);
    assert_eq!(found, expected, "{name} differs; UPDATE_GOLDENS=1 rewrites it; the first lines: {first:#?}");
}

/// Checks that the file says what the crate says, and that every verb of the grammar has a good and a bad line.
#[track_caller]
fn check<M: FromStr<Err = ParseError> + Display + Meaning>(language: &str) {
    let vectors = read(language);
    let of = |part: &str| vectors[part].as_array().unwrap().clone();
    let lines = [of("good"), of("bad")].concat();
    let lines: BTreeSet<String> = lines.iter().map(|vector| vector["line"].as_str().unwrap().to_owned()).collect();
    let (good, bad) = worked_out::<M>(&lines);
    golden(&format!("vectors/{language}.json"), &file(&good, &bad));
    let verb = |vector: &Value| verb(vector["line"].as_str().unwrap());
    let (tried, refused): (BTreeSet<_>, BTreeSet<_>) =
        (good.iter().map(verb).collect(), bad.iter().map(verb).collect());
    let verbs = Grammar::read().verbs(language);
    assert_eq!(tried, verbs, "{language} has a good line of each verb");
    for known in verbs {
        // `error` and `info` take any text, so no such line is bad.
        let is_any = ["error", "info"].contains(&known.as_str());
        assert!(refused.contains(&known) || is_any, "{language} has no bad line of {known}");
    }
}

#[test]
fn what_the_arbiter_says_to_a_bot() {
    check::<ToBot>("to-bot");
}

#[test]
fn what_a_bot_says() {
    check::<FromBot>("from-bot");
}

#[test]
fn what_a_host_says() {
    check::<FromHost>("from-host");
}

#[test]
fn what_the_arbiter_says_to_a_host() {
    check::<ToHost>("to-host");
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
fn table(language: &str) -> Value {
    let vectors = read(language);
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
    let languages = ["to-bot", "from-bot", "from-host", "to-host"];
    let mut text = format!("{{\n  \"uvi\": {}", uvi::VERSION);
    for language in languages {
        let table = table(language);
        let rows: Vec<_> =
            table.as_object().unwrap().iter().map(|(verb, fields)| format!("    \"{verb}\": {fields}")).collect();
        write!(text, ",\n  \"{language}\": {{\n{}\n  }}", rows.join(",\n")).unwrap();
    }
    text.push_str("\n}\n");
    golden("messages.json", &text);
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
        fits(&TABLE["to-bot"], &to_bot)?;
        fits(&TABLE["from-bot"], &from_bot)?;
        fits(&TABLE["from-host"], &from_host)?;
        fits(&TABLE["to-host"], &to_host)?;
    }
}
