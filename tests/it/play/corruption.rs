//! Corrupted logs: every field of every record, every record, every length.

use std::{fs, path::PathBuf};

use arbiter::games::REGISTRY;
use serde_json::{Value, json};
use testkit::processes::{put_program, scratch};

use super::{play, run};

/// The fields that a replay cannot check: players, times, limits and the like.
const NOT_REPLAYED: &[&str] = &[
    "match/arbiter",
    "match/match",
    "match/seats/*/player",
    "match/seats/*/name",
    "match/seats/*/author",
    "match/seats/*/command",
    "match/seats/*/options",
    "match/seats/*/set",
    "match/seats/*/clock",
    "match/seats/*/isolated",
    "match/seats/*/affinity",
    "match/clock",
    "match/patience/greet",
    "match/patience/ready",
    "match/patience/quit",
    "match/info",
    "match/started",
    // A host may set the start position of the variant explicitly.
    "match/setposition",
    "action/ms",
    "action/clock",
    "fault/text",
    "fault/line",
    "fault/column",
    "fault/position",
    "fault/stderr",
];

/// A seed that gives lost dice.
const PASSES: &str = "5";

/// A log without the hash of its lines, like those of older arbiters. The hash would reveal any change.
fn log_of(modes: [&str; 3], words: &[&str]) -> String {
    let log = hashed_log_of(modes, words);
    let (before, after) = log.split_once(",\"sha256\":").expect("the result has a hash");
    let (_, after) = after.split_once('}').expect("it is the last field");
    format!("{before}}}{after}")
}

fn hashed_log_of(modes: [&str; 3], words: &[&str]) -> String {
    let path: PathBuf = scratch("corruption").join("m.jsonl");
    let done = play(modes, &[&["--log", path.to_str().unwrap()], words].concat());
    assert_eq!(done.code, Some(0), "{done:?}");
    fs::read_to_string(path).unwrap()
}

/// An existing program that cannot be executed.
fn not_executed() -> String {
    let path = scratch("not-executed").join("bot");
    put_program(&path, "neither a program nor a script\n");
    path.to_str().unwrap().to_owned()
}

/// Logs with each kind of record: a plain game, one with forced passes, faults, a resignation, random actions.
fn logs() -> Vec<String> {
    vec![
        log_of(["good", "good", "good"], &[]),
        log_of(["good", "good", "good"], &["--seed", PASSES]),
        log_of(["good", "crash", "resign"], &[]),
        log_of(["illegal --action a1a2", "good", "good"], &["--onfault", "random"]),
        log_of([&not_executed(), "good", "good"], &[]),
    ]
}

/// The verdict on a log: `ok`, `incomplete` or the error.
fn verdict(text: &str) -> Result<&'static str, String> {
    match arbiter::record::verify(REGISTRY, text.as_bytes(), None) {
        Ok(verified) if verified.result.is_some() => Ok("ok"),
        Ok(_) => Ok("incomplete"),
        Err(error) => Err(error.to_string()),
    }
}

/// All single changes of a value, each with the path of the field that differs. All items of a list have the path `*`.
fn changes(path: &str, value: &Value) -> Vec<(String, Value)> {
    let own = match value {
        Value::Null => vec![json!("x"), json!(0)],
        Value::Bool(flag) => vec![json!(!flag), json!("x")],
        Value::Number(number) => {
            vec![json!(number.as_f64().unwrap() as i64 + 1), json!(-1), json!("x"), Value::Null]
        }
        Value::String(text) => {
            let mut changed = vec![json!(format!("{text}x")), json!(""), json!(5), Value::Null];
            // Some of the characters of a long text, such as a position, stand for all.
            let step = 1 + text.len() / 24;
            for (index, character) in text.char_indices().step_by(step) {
                let other = if character == '1' { '2' } else { '1' };
                let (before, after) = (&text[..index], &text[index + character.len_utf8()..]);
                changed.extend([json!(format!("{before}{other}{after}")), json!(format!("{before}{after}"))]);
            }
            changed
        }
        Value::Array(items) => {
            let mut changed = vec![Value::Null, json!([])];
            for (index, item) in items.iter().enumerate() {
                let (mut fewer, mut more) = (items.clone(), items.clone());
                fewer.remove(index);
                more.insert(index, item.clone());
                changed.extend([json!(fewer), json!(more)]);
            }
            changed
        }
        Value::Object(_) => vec![Value::Null, json!("x")],
    };
    let mut all: Vec<(String, Value)> = own.into_iter().map(|other| (path.to_owned(), other)).collect();
    let inner: Vec<(String, String)> = match value {
        Value::Array(items) => (0..items.len()).map(|index| (format!("/{index}"), format!("{path}/*"))).collect(),
        Value::Object(fields) => fields.keys().map(|key| (format!("/{key}"), format!("{path}/{key}"))).collect(),
        _ => Vec::new(),
    };
    for (pointer, path) in inner {
        if let Value::Object(fields) = value {
            let mut fewer = fields.clone();
            fewer.remove(&pointer[1..]);
            all.push((path.clone(), json!(fewer)));
        }
        for (path, other) in changes(&path, value.pointer(&pointer).unwrap()) {
            let mut one = value.clone();
            *one.pointer_mut(&pointer).unwrap() = other;
            all.push((path, one));
        }
    }
    all.retain(|(_, other)| other != value);
    all
}

/// True if no replay can notice a change of this field.
fn is_not_replayed(path: &str) -> bool {
    NOT_REPLAYED
        .iter()
        .any(|field| path.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

#[test]
fn every_field_that_is_changed_is_noticed() {
    let mut unnoticed = std::collections::BTreeMap::new();
    for log in logs() {
        assert_eq!(verdict(&log), Ok("ok"), "{log}");
        let lines: Vec<&str> = log.lines().collect();
        let limited = log.contains("\"reason\":\"limit\"");
        for (index, line) in lines.iter().enumerate() {
            let record: Value = serde_json::from_str(line).unwrap();
            for (path, other) in changes(record["type"].as_str().unwrap(), &record) {
                // A limit that the game did not reach could have had any value.
                if is_not_replayed(&path) || path == "match/options/maxrounds" && !limited {
                    continue;
                }
                let other = other.to_string();
                let mut changed = lines.clone();
                changed[index] = &other;
                if verdict(&(changed.join("\n") + "\n")).is_ok() {
                    unnoticed.entry(path).or_insert_with(|| format!("{line}\n{other}"));
                }
            }
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}

#[test]
fn every_record_that_is_missing_doubled_or_moved_is_noticed() {
    let mut unnoticed = Vec::new();
    for log in logs() {
        let lines: Vec<&str> = log.lines().collect();
        let mut check = |what: &str, index: usize, changed: Vec<&str>| {
            let text = changed.join("\n") + "\n";
            if changed != lines && verdict(&text) == Ok("ok") {
                unnoticed.push(format!("{what} {index}: {}", lines[index]));
            }
        };
        // After a fault, the arbiter may play for a seat without a further fault.
        let may_lack = |index: usize| {
            let next = lines[(index + 1) % lines.len()];
            let fault = "{\"type\":\"fault\"";
            log.contains("\"onfault\":\"random\"") && (lines[index].starts_with(fault) || next.starts_with(fault))
        };
        for index in 0..lines.len() {
            if may_lack(index) {
                continue;
            }
            let mut missing = lines.clone();
            missing.remove(index);
            check("without", index, missing);
            let mut doubled = lines.clone();
            doubled.insert(index, lines[index]);
            check("twice", index, doubled);
            let mut moved = lines.clone();
            moved.swap(index, (index + 1) % lines.len());
            check("moved", index, moved);
            let mut torn = lines.clone();
            torn[index] = &lines[index][..lines[index].len() / 2];
            check("torn", index, torn);
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}

#[test]
fn the_exit_code_tells_what_was_found() {
    let dir = scratch("codes");
    let at = |name: &str| dir.join(name).to_str().unwrap().to_owned();
    let log = log_of(["good", "good", "good"], &[]);
    let lines: Vec<&str> = log.lines().collect();
    fs::write(at("good"), &log).unwrap();
    fs::write(at("cut"), lines[..5].join("\n") + "\n").unwrap();
    for (name, seed) in [("seeded", "1"), ("missed", "2")] {
        fs::copy(at("cut"), at(name)).unwrap();
        fs::write(at(&format!("{name}.seed")), seed).unwrap();
    }
    fs::write(at("torn"), &log[..log.len() - 40]).unwrap();
    fs::write(at("wrong"), log.replace("\"@62\"", "\"@63\"")).unwrap();
    fs::write(at("bytes"), b"\xff\xfe\0\n").unwrap();
    fs::write(at("empty"), "").unwrap();
    fs::write(at("garbage"), "garbage").unwrap();
    fs::write(at("windows"), hashed_log_of(["good"; 3], &[]).replace('\n', "\r\n")).unwrap();
    fs::write(at("marked"), format!("\u{feff}{log}")).unwrap();
    fs::write(at("packed"), b"\x1f\x8b\x08\0\n").unwrap();
    fs::write(at("array"), "[{\"type\":\"match\"}]\n").unwrap();
    fs::write(at("game"), "[Event \"x\"]\n\n1. e4 *\n").unwrap();
    let check = |names: &[&str], code: i32, expected: &str| {
        let paths: Vec<String> = names.iter().map(|name| at(name)).collect();
        let words: Vec<&str> = ["verify"].into_iter().chain(paths.iter().map(String::as_str)).collect();
        let done = run(&words);
        assert_eq!(done.code, Some(code), "{names:?}: {done:?}");
        assert!((done.out + &done.err).contains(expected), "{names:?}");
    };
    check(&["good"], 0, "good: ok: orwell, limit, score 1/3 1/3 1/3, 6 decisions; chance follows from the seed");
    check(&["cut"], 3, "cut: incomplete: orwell, right as far as it goes (5 records); the seed is not published");
    check(&["seeded"], 3, "right as far as it goes (5 records); chance follows from the seed");
    check(&["missed"], 1, "missed: wrong: line 1: ");
    check(&["torn"], 3, "torn: incomplete: orwell, right as far as it goes (10 records, its last line is torn); ");
    check(&["wrong"], 1, "wrong: wrong: line 2: action: expected @62, found @63");
    check(&["bytes"], 1, "bytes: wrong: line 1: not a record: this is no match log, ");
    check(&["garbage"], 1, "garbage: wrong: line 1: not a record: this is no match log, ");
    check(&["game"], 1, "game: wrong: line 1: not a record: this is PGN, and no match log; ");
    check(&["array"], 1, "array: wrong: line 1: not a record: this is no match log, ");
    check(&["windows"], 1, "windows: wrong: line 1: each line ends with CR LF, as Windows writes it, ");
    check(&["marked"], 1, "marked: wrong: line 1: not a record: this file begins with a byte order mark; ");
    check(&["packed"], 1, "packed: wrong: line 1: not a record: this file is packed by gzip; unpack it with gunzip");
    check(&["empty"], 3, "empty: incomplete: nothing is recorded yet");
    check(&["none"], 4, "cannot read ");
    fs::create_dir_all(at("cup.games/games")).unwrap();
    let logs = "/cup.games, the folder of a tournament, whose logs are ";
    check(&["cup.games"], 4, logs);
    check(&["good", "cut"], 3, "good: ok: ");
    check(&["none", "good", "cut"], 4, "good: ok: ");
    check(&["cut", "none", "wrong", "good"], 1, "good: ok: ");
    let quiet = run(&["verify", "--quiet", &at("good")]);
    assert_eq!((quiet.code, quiet.out.as_str()), (Some(0), ""));
    let piped = super::arbiter(&["verify", "-"], &log);
    assert_eq!(piped.code, Some(0));
    assert!(piped.out.starts_with("-: ok: orwell, limit"), "{piped:?}");
}
