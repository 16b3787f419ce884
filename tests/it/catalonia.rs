//! Logs of real games of Catalonia: the scores, and the refusal of a changed witness.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use arbiter::{games::REGISTRY, record};
use serde_json::{Value, json};
use testkit::run::RunFolder;

/// The log of a short game of two partners.
fn log(rules: &[&str]) -> Vec<Value> {
    let folder = RunFolder::new("catalonia");
    let bot = format!("bot:{}", testkit::program_word("arbiter-chain"));
    let words = ["play", "catalonia", &bot, &bot, "--seed", "2a", "--quiet", "--clock", "none", "--log", "m.jsonl"];
    let rules: Vec<&str> = rules.iter().flat_map(|rule| ["-o", rule]).collect();
    folder.run(&[&words[..], &rules].concat()).code(0);
    let mut log: Vec<Value> = folder.read("m.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The test writes the records anew, so the bytes of the log and with them the hash may differ.
    log.last_mut().unwrap().as_object_mut().unwrap().remove("sha256").unwrap();
    log
}

/// The error of a log that does not verify.
fn verify(log: &[Value]) -> Result<(), String> {
    let text: String = log.iter().map(|record| format!("{record}\n")).collect();
    record::verify(REGISTRY, text.as_bytes(), None).map(drop).map_err(|error| error.to_string())
}

/// Checks that every change of every score is noticed.
fn changes(log: &[Value]) {
    assert_eq!(verify(log), Ok(()));
    let mut scores = 0;
    for place in (0..log.len()).filter(|&place| log[place]["type"] == "score") {
        scores += 1;
        for field in ["turn", "points", "total", "chain", "longest"] {
            let mut changed = log.to_vec();
            match &mut changed[place][field] {
                Value::Number(number) => changed[place][field] = json!(number.as_u64().unwrap() + 1),
                Value::Array(chain) if !chain.is_empty() => chain.rotate_left(1),
                _ => continue,
            }
            let error = verify(&changed).expect_err(field);
            assert!(error.contains(field), "{field}: {error}");
        }
    }
    assert!(scores > 2, "{scores} scores");
}

#[test]
fn a_changed_witness_does_not_verify() {
    for rules in [&["turns=7"][..], &["turns=7", "bombs=chain", "scoring=claimed"]] {
        let log = log(rules);
        changes(&log);
        let score = log.iter().rev().find(|record| record["type"] == "score").unwrap();
        assert_eq!(score["longest"].is_null(), rules.len() == 1, "only claims have the longest beside them");
    }
}
