//! Kept logs: every log of this major version verifies for ever, and fits the schema.
//!
//! `tests/logs/make.sh` made `tests/logs/v1/*.jsonl` once, from games of three rounds with the real daemon and
//! `arbiter-faulty` in various modes. These logs are never rewritten. Beside each is its report `NAME.txt`, the output
//! of `arbiter verify` and `arbiter show`. If a report changes on purpose, run `UPDATE_GOLDENS=1 cargo test --test it
//! logs`. `UPDATE_GOLDENS=1 cargo test -p uvi-match-tests logs` rewrites `protocol/log.schema.json`.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::{fs, path::Path};

use serde_json::Value;
use testkit::{golden::golden, kept_logs, root, schema::Schema};
use uvi::{Fault, Word};
use uvi_games::{
    game::{self, Seat},
    games::REGISTRY,
};
use uvi_match::{
    record::{self, Chance, Record, RecordError},
    referee::MatchSpec,
};

const KEPT: &str = "aborted clocks complete cut-off fastchess forfeit imported moves-to-go no-greeting random sealed \
                    setposition times-off tries";

/// Returns the whole lines of a log.
fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn none_is_missing() {
    let names: Vec<_> =
        kept_logs().iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    for name in KEPT.split(' ') {
        assert!(names.iter().any(|found| found == name), "{name}.jsonl of version 1 is gone");
    }
}

#[test]
fn every_kept_log_verifies() {
    for path in kept_logs() {
        let verified = record::verify(REGISTRY, &fs::read(&path).unwrap(), None);
        let verified = verified.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let expected = match path.file_stem().unwrap().to_str().unwrap() {
            "imported" => (Chance::Imported, true),
            "cut-off" => (Chance::SeedUnknown, false),
            _ => (Chance::Proven, true),
        };
        assert_eq!((verified.chance, verified.result.is_some()), expected, "{}", path.display());
    }
}

/// A kept log has refused answers of each kind: unreadable, illegal, and one too many, which is a fault.
#[test]
fn a_kept_log_has_tries() {
    let text = fs::read_to_string(root().join("tests/logs/v1/tries.jsonl")).unwrap();
    let log = record::read(REGISTRY, text.as_bytes()).unwrap();
    let tries: Vec<_> = log.tries().map(|again| (again.seat, again.fault, again.left)).collect();
    let (bad, illegal, twice) = (Fault::Unreadable, Fault::Illegal, [1, 0]);
    let expected = twice.map(|left| (2, bad, left)).into_iter().chain(twice.map(|left| (3, illegal, left)));
    assert_eq!(tries, expected.collect::<Vec<_>>());
    assert_eq!(log.faults().map(|fault| (fault.seat, fault.fault)).collect::<Vec<_>>(), [(3, illegal)]);
}

/// Found by the fuzzer: without a known seed, a random action that cannot be drawn caused an endless loop.
#[test]
fn a_random_action_that_cannot_be_drawn_is_found_out() {
    let text = fs::read_to_string(root().join("tests/logs/v1/random.jsonl")).unwrap();
    let cut: String =
        text.lines().take_while(|line| !line.contains("\"result\"")).map(|line| format!("{line}\n")).collect();
    assert!(cut.contains("\"action\":\"a6b4\""));
    let changed = cut.replace("\"action\":\"a6b4\"", "\"action\":\"a6a5\"");
    let error = record::verify(REGISTRY, changed.as_bytes(), None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 8: action a6a5 of seat 2 is refused: it is not among the listed actions, of which one was drawn"
    );
    let log = record::read(REGISTRY, changed.as_bytes()).unwrap();
    assert!(record::show(&log, None, uvi_games::game::Style::Plain).is_err());
}

/// A log may have been made by hand.
#[test]
fn a_log_that_is_shown_moves_no_cursor() {
    let text = fs::read_to_string(root().join("tests/logs/v1/random.jsonl")).unwrap();
    let mut log = record::read(REGISTRY, text.as_bytes()).unwrap();
    log.head.seats[0].entrant = Some("\u{1b}[31mRed\u{7}\nover".to_owned());
    let shown = record::show(&log, None, uvi_games::game::Style::Plain).unwrap();
    assert!(shown.contains(&"seat 1: \\u{1b}[31mRed\\u{7}\\u{a}over".to_owned()), "{shown:?}");
}

#[test]
fn a_kept_log_is_written_as_it_was_read() {
    for path in kept_logs() {
        let text = fs::read_to_string(&path).unwrap();
        let log = record::read(REGISTRY, text.as_bytes()).unwrap();
        let head = Record::Match(Box::new(log.head));
        let records = std::iter::once(head).chain(log.records.into_iter().map(|(_, record)| record));
        let written: String = records.map(|record| record.to_line() + "\n").collect();
        assert_eq!(written, text[..log.whole], "{}", path.display());
    }
}

/// The lines of the fault and of the result in the kept log `forfeit`.
const FAULT: usize = 7;
const RESULT: usize = 24;

/// `Record::parse` has a shorter way for lines whose type comes first.
#[test]
fn a_line_is_the_same_record_wherever_its_type_stands() {
    #[track_caller]
    fn check(line: &str) {
        let parsed = Record::parse(line.as_bytes()).map_err(|error| error.to_string());
        assert_eq!(parsed, serde_json::from_str(line).map_err(|error| error.to_string()), "{line}");
    }
    for line in kept_logs().iter().flat_map(|path| lines(path)) {
        // The keys of a JSON value are in the order of the alphabet.
        let last = line.to_string();
        check(&last);
        let kind = format!("\"type\":{}", line["type"]);
        let first = format!("{{{kind},{}", last.replacen(&format!(",{kind}"), "", 1).trim_start_matches('{'));
        assert_eq!(Record::parse(first.as_bytes()).unwrap(), Record::parse(last.as_bytes()).unwrap(), "{first}");
        check(&first);
        check(&first.replace('}', &format!(",{kind}}}")));
        check(&first[..first.len() - 1]);
    }
    check(r#"{"type":"chance","n":-1,"action":"@12"}"#);
    check(r#"{"type":"action","n":1}"#);
    check(r#"{"type":"game"}"#);
}

/// A wrong value is found when its line is read, and the error says what was expected.
#[test]
fn a_wrong_word_is_named_with_its_line() {
    #[track_caller]
    fn check(name: &str, [from, to]: [&str; 2], line: usize, expected: &str) {
        let text = fs::read_to_string(root().join(format!("tests/logs/v1/{name}.jsonl"))).unwrap();
        assert!(text.contains(from), "{name} has no {from}");
        let error = record::read(REGISTRY, text.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert_eq!((error.line, matches!(error.wrong, RecordError::Unreadable(_))), (line, true), "{error}");
        assert!(error.to_string().contains(&format!("not a record: {expected}")), "{error}");
    }
    check("complete", [r#""clock":"movetime "#, r#""clock":"movetime x"#], 1, "column 10 of \"movetime x");
    let policy = [r#""onfault":"forfeit""#, r#""onfault":"maybe""#];
    check("complete", policy, 1, "expected forfeit or random, found \"maybe\"");
    check("complete", [r#""greet":"#, r#""great":"#], 1, "missing field `greet`");
    check("complete", [r#""info":"all""#, r#""adjudication":"resign""#], 1, "adjudication: expected a rule such as");
    check("forfeit", [r#""fault":""#, r#""fault":"x"#], FAULT, "expected the word of a fault, found \"x");
    check("forfeit", [r#""seed":""#, r#""seed":"x"#], RESULT, "expected up to 32 hex digits, found ");
}

/// The lots numbers follow from the seed, and the result has them if the head says so.
#[test]
fn lots_are_checked_where_the_head_has_them() {
    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let verified = record::verify(REGISTRY, text.as_bytes(), None);
        assert_eq!(verified.err().map(|error| error.wrong.to_string()).as_deref(), expected);
    }
    let before = fs::read_to_string(root().join("tests/logs/v1/complete.jsonl")).unwrap();
    let log = record::read(REGISTRY, before.as_bytes()).unwrap();
    let seed = log.seed().unwrap();
    let lots = Seat::all(3).map(|seat| game::lots(&seed, seat).to_string()).collect::<Vec<_>>();
    let promised = before.replacen(",\"start\":", ",\"lots\":true,\"start\":", 1);
    let named = |lots: &[String]| format!(",\"lots\":{},\"decisions\":", serde_json::to_string(lots).unwrap());
    let with = |text: &str, lots: &[String]| text.replacen(",\"decisions\":", &named(lots), 1);
    let all = lots.join(" ");
    check(&before, None);
    check(&with(&promised, &lots), None);
    check(&promised, Some(&format!("lots: expected {all}, found none")));
    check(&with(&before, &lots), Some(&format!("lots: expected none, found {all}")));
    let swapped = [&lots[1], &lots[0], &lots[2]].map(String::clone);
    check(&with(&promised, &swapped), Some(&format!("lots: expected {all}, found {}", swapped.join(" "))));
    check(&with(&promised, &lots[..2]), Some(&format!("lots: expected {all}, found {}", lots[..2].join(" "))));
}

#[test]
fn a_log_from_before_lots_goes_on_without_them() {
    let text = fs::read_to_string(root().join("tests/logs/v1/cut-off.jsonl")).unwrap();
    for (text, tells_lots) in
        [(text.clone(), false), (text.replacen(",\"start\":", ",\"lots\":true,\"start\":", 1), true)]
    {
        let head = record::read(REGISTRY, text.as_bytes()).unwrap().head;
        let seed = "2a".parse().unwrap();
        let spec = MatchSpec::of_head(REGISTRY, Word::new("m").unwrap(), &head, seed).unwrap();
        assert_eq!(spec.settings(spec.table().unwrap()).unwrap().tells_lots, tells_lots);
    }
}

/// Found by the fuzzer: fractions and large numbers are read as they were written.
#[test]
fn figures_round_trip() {
    let head = fs::read_to_string(root().join("tests/logs/v1/complete.jsonl")).unwrap();
    let head = head.lines().next().unwrap();
    for figures in [
        r#""ms":0.021,"info":{"score":1.4444444444444446e+86}"#,
        r#""ms":59999.912345,"clock":8312.000001"#,
        r#""ms":0.1,"info":{"score":-17,"nodes":18446744073709551615}"#,
    ] {
        let line = format!(r#"{{"type":"action","n":1,"seat":1,"action":"pass","text":"pass",{figures}}}"#);
        let log = record::read(REGISTRY, format!("{head}\n{line}\n").as_bytes()).unwrap();
        assert_eq!(log.records[0].1.to_line(), line);
    }
}

// ---------------------------------------------------------------- the schema

#[test]
fn the_schema_is_that_of_the_types() {
    golden(&root().join("protocol/log.schema.json"), &record::schema());
}

/// `verify --explain` has each field of the schema, in any order.
#[test]
fn every_field_is_believed_for_a_reason() {
    let schema: Value = serde_json::from_str(&record::schema()).unwrap();
    let mut fields = Vec::new();
    for kind in schema["oneOf"].as_array().unwrap() {
        let mut properties: Vec<&serde_json::Map<String, Value>> = vec![kind["properties"].as_object().unwrap()];
        if let Some(name) = kind["$ref"].as_str() {
            let name = name.rsplit('/').next().unwrap();
            properties.push(schema["$defs"][name]["properties"].as_object().unwrap());
        }
        let word = properties[0]["type"]["const"].as_str().unwrap();
        let names = properties.iter().flat_map(|properties| properties.keys()).filter(|name| *name != "type");
        fields.extend(names.map(|name| format!("{word} {name}")));
    }
    let row = |line: &str| {
        let (field, reason) = line.split_at(22);
        let ground = reason.get(..10).unwrap_or(reason);
        assert!(["follows   ", "checked   ", "on trust"].contains(&ground), "{line}");
        field.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let mut explained: Vec<String> = record::GROUNDS.lines().map(row).collect();
    fields.sort();
    explained.sort();
    assert_eq!(fields, explained);
}

#[test]
fn every_kept_log_fits_the_schema() {
    let schema = Schema::new(serde_json::from_str(&record::schema()).unwrap());
    for path in kept_logs() {
        for (index, line) in lines(&path).iter().enumerate() {
            schema.check(line).unwrap_or_else(|error| panic!("{}, line {}: {error}", path.display(), index + 1));
        }
    }
}

#[test]
fn the_schema_refuses_what_is_no_record() {
    let schema = Schema::new(serde_json::from_str(&record::schema()).unwrap());
    for line in [
        "{}",
        "[]",
        r#"{"type":"chance","n":1}"#,
        r#"{"type":"chance","n":-1,"action":"@13"}"#,
        r#"{"type":"chance","n":1.5,"action":"@13"}"#,
        r#"{"type":"chance","n":"1","action":"@13"}"#,
        r#"{"type":"throw","n":1,"action":"@13"}"#,
        r#"{"type":"action","n":1,"seat":1,"action":"e2e4","text":"e4","ms":-1}"#,
        r#"{"type":"result","reason":"limit","score":[1],"position":"","seed":null,"decisions":1}"#,
        r#"{"type":"result","reason":"limit","position":"","decisions":1}"#,
    ] {
        assert!(schema.check(&serde_json::from_str(line).unwrap()).is_err(), "{line}");
    }
    schema.check(&serde_json::from_str(r#"{"type":"chance","n":1,"action":"@13","later":true}"#).unwrap()).unwrap();
    let action = r#"{"type":"action","n":1,"seat":1,"action":"e2e4","text":"e4","ms":0}"#;
    schema.check(&serde_json::from_str(action).unwrap()).unwrap();
}
