//! Results count only if the logs agree with them.

use std::fs;

use super::Cup;

const FILE: &str = "variant = \"isolation\"\nrounds = 3\nseed = \"2a\"\n[[bot]]\nname = \"a\"\ncommand = \"random\"\n\
                    options = { seed = 1 }\n[[bot]]\nname = \"b\"\ncommand = \"random\"\noptions = { seed = 2 }\n";

fn played(name: &str) -> Cup {
    let cup = Cup::with_file(name, FILE);
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    cup
}

/// Checks that neither standings nor a page are made, and that the error says so.
#[track_caller]
fn refused(cup: &Cup, expected: &str) {
    for words in [&["tournament", "cup.games", "--quiet"][..], &["report", "cup.games", "-o", "x.html"]] {
        let said = cup.run(words).code(4);
        assert!(said.err.contains(expected), "{expected} in {}", said.err);
    }
}

/// Changes a file, which must have the text `from`.
#[track_caller]
fn change(cup: &Cup, file: &str, from: &str, to: &str) {
    let text = cup.read(file);
    assert!(text.contains(from), "{from} in {text}");
    fs::write(cup.path(file), text.replacen(from, to, 1)).unwrap();
}

/// Two bots of one program have their own names wherever their logs go.
#[test]
fn a_log_says_who_plays_and_where() {
    let cup = played("says-who");
    let log = cup.read("cup.games/games/000004.jsonl");
    let head: serde_json::Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    let result = &cup.results("cup.games")[3];
    let names: Vec<&str> =
        head["seats"].as_array().unwrap().iter().map(|seat| seat["entrant"].as_str().unwrap()).collect();
    assert_eq!((serde_json::json!(names), names.as_slice()), (result["seats"].clone(), &["b", "a"][..]));
    assert_eq!(head["tournament"], serde_json::json!({ "block": 2, "round": 2, "game": 4 }));
    let said = cup.run(&["show", "cup.games/games/000004.jsonl"]).code(0).out;
    assert!(said.contains("seat 1: b\nseat 2: a\ngame 4 of its tournament, block 2, round 2\n"), "{said}");
    fs::rename(cup.path("cup.games/games"), cup.path("elsewhere")).unwrap();
    let rated = cup.run(&["rate", "elsewhere", "--format", "csv"]).code(0).out;
    let mut rows: Vec<&str> =
        rated.lines().skip(1).filter_map(|line| line.split(',').find(|cell| ["a", "b"].contains(cell))).collect();
    rows.sort_unstable();
    assert_eq!(rows, ["a", "b"], "{rated}");
}

#[test]
fn a_result_that_is_not_in_the_log_is_not_believed() {
    let cup = played("result");
    let score = cup.results("cup.games")[0]["score"].to_string();
    let turned = if score == "[\"1\",\"0\"]" { "[\"0\",\"1\"]" } else { "[\"1\",\"0\"]" };
    change(&cup, "cup.games/results.jsonl", &score, turned);
    refused(&cup, "results.jsonl line 1 does not match cup.games/games/000001.jsonl: score: expected [");
    change(&cup, "cup.games/results.jsonl", turned, &score);
    change(&cup, "cup.games/times.jsonl", "\"decisions\":", "\"decisions\":1");
    refused(&cup, "times.jsonl line 1 does not match cup.games/games/000001.jsonl: times: expected");
    // A report needs no times.
    fs::remove_file(cup.path("cup.games/times.jsonl")).unwrap();
    cup.run(&["report", "cup.games", "-o", "x.html"]).code(0);
}

#[test]
fn a_log_that_was_changed_is_not_believed() {
    let cup = played("log");
    change(&cup, "cup.games/games/000002.jsonl", "\"ms\":", "\"ms\":1");
    let expected = "cup.games/games/000002.jsonl was changed after its game ended: sha256 ";
    let said = cup.run(&["tournament", "cup.games", "--quiet"]).code(4);
    assert!(said.err.contains(expected), "{}", said.err);
    // The report can still be made, because the chain vouches for the results. A warning names the changed log.
    let said = cup.run(&["report", "cup.games", "-o", "x.html"]).code(0);
    assert!(said.err.contains(expected), "{}", said.err);
    let log = "cup.games/games/000002.jsonl";
    let said = cup.run(&["verify", log]).code(1);
    assert!(said.out.contains(": sha256: expected "), "{}", said.out);
    // Without results and chain, logs are replayed.
    fs::remove_file(cup.path("cup.games/results.jsonl")).unwrap();
    let said = cup.run(&["tournament", "cup.games", "--quiet"]).code(4);
    assert!(said.err.contains("000002.jsonl line ") && said.err.contains(": sha256: expected "), "{}", said.err);
}

#[test]
fn the_chain_follows_from_results_and_logs_and_a_log_that_was_forged_well_breaks_it() {
    use sha2::{Digest, Sha256};
    let cup = played("forged");
    let (log, other) = (cup.path("cup.games/games/000001.jsonl"), cup.path("cup.games/games/000003.jsonl"));
    let (text, chain) = (fs::read(&log).unwrap(), cup.read("cup.games/chain.jsonl"));
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let (mut before, mut digests, mut links) = ([0; 32], Vec::new(), Vec::new());
    for (game, (result, line)) in (1..).zip(cup.read("cup.games/results.jsonl").lines().zip(chain.lines())) {
        let log = Sha256::digest(fs::read(cup.path(&format!("cup.games/games/{game:06}.jsonl"))).unwrap());
        let link = Sha256::new().chain_update(before).chain_update(log).chain_update(result).finalize();
        assert_eq!(line, format!(r#"{{"game":{game},"log":"{}","link":"{}"}}"#, hex(&log), hex(&link)));
        before = link.into();
        digests.push(hex(&log));
        links.push(hex(&link));
    }
    assert_eq!(links.len(), 6);
    // The link of one game does not fit another, even with matching files.
    change(&cup, "cup.games/chain.jsonl", &digests[0], &digests[2]);
    fs::copy(&other, &log).unwrap();
    refused(&cup, "000001.jsonl: game: expected 1, found 3");
    fs::write(&log, text).unwrap();
    fs::write(cup.path("cup.games/chain.jsonl"), &chain).unwrap();
    cup.run(&["tournament", "cup.games", "--quiet"]).code(0);
    change(&cup, "cup.games/chain.jsonl", &links[0], &digests[0]);
    refused(&cup, "chain.jsonl line 1: the chain is broken");
}

/// A bot reverses the results in all logs and in the folder, before and during its last game. The arbiter reports what
/// was played, and a later reader of the folder finds the change.
#[test]
fn a_bot_that_rewrites_logs_and_results_wins_nothing_and_is_found() {
    let cup = |name: &str, mode: &str| {
        let bot = super::faulty(&format!("--pick any {mode}"));
        let first = "\"random\"\noptions = { seed = 1 }";
        Cup::with_file(name, &FILE.replace(first, &format!("{bot:?}\nlimits = {{ isolation = \"off\" }}")))
    };
    let games = |cup: &Cup| {
        let said = cup.run(&["tournament", "cup.toml", "-c", "1"]).code(0);
        said.out.lines().filter(|line| line.starts_with("game ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let honest = cup("not-rewritten", "");
    let played = games(&honest);
    assert_eq!(played.len(), 6);
    let rewritten = cup("rewriting", "--mode rewrite --after 5 --dir cup.games");
    assert_eq!(games(&rewritten), played);
    // The bot turns what the first seat won around, in the results and in the log.
    let results = honest.results("cup.games");
    let won = results.iter().find(|result| result["score"][0] == "1").unwrap()["log"].as_str().unwrap();
    assert_ne!(honest.read("cup.games/results.jsonl"), rewritten.read("cup.games/results.jsonl"));
    refused(&rewritten, "was changed after its game ended: sha256 ");
    let said = rewritten.run(&["verify", &format!("cup.games/{won}")]).code(1);
    assert!(said.out.contains(": score: expected ") || said.out.contains(": sha256: expected "), "{}", said.out);
}
