//! Real bots whose answers are refused and that are asked again: on the command line, over the host link, after a kill,
//! in a tournament.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use arbiter::{games::REGISTRY, record};
use serde_json::Value;
use testkit::{
    boards,
    processes::scratch,
    session::{Session, faulty, verify},
};

fn arbiter(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.args(args).current_dir(dir).stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
    output
}

/// A game in which all bots have this mode. Returns its log.
fn play(dir: &Path, board: &boards::Board, mode: &str, more: &[&str]) -> String {
    let bot = format!("bot:{}", faulty(mode, "retry"));
    let name = format!("{}.jsonl", mode.split(' ').next().unwrap());
    let mut args = vec!["play", board.variant.word(), "--seed", "2a", "--quiet", "--times", "off", "--log", &name];
    args.extend((0..board.seats).map(|_| bot.as_str()));
    let options: Vec<String> = board.short().iter().map(|(name, value)| format!("{name}={value}")).collect();
    args.extend(options.iter().flat_map(|option| ["-o", option]));
    args.extend(more);
    let output = arbiter(dir, &args);
    assert!(output.status.success(), "{}: {output:?}", board.variant.word());
    fs::read_to_string(dir.join(&name)).unwrap()
}

/// The actions in a log, and the end.
fn game(log: &str) -> Vec<String> {
    let records = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let fields = ["type", "n", "seat", "action", "turn", "points", "reason", "score", "shared", "position"];
    let kept = records.filter(|record| !["match", "try"].contains(&record["type"].as_str().unwrap()));
    kept.map(|record| fields.map(|field| record[field].to_string()).join(" ")).collect()
}

#[test]
fn bots_that_slip_end_the_same_games_of_every_variant() {
    let mut all = boards::all();
    all.dedup_by_key(|board| board.variant.word());
    for board in all {
        let word = board.variant.word();
        let dir = scratch(&format!("retry-{word}"));
        let retry = ["--onfault", "retry 3"];
        let slipped = play(&dir, &board, "slip --count 3 --pick any", &retry);
        let good = play(&dir, &board, "good --pick any", &retry);
        assert_eq!(game(&slipped), game(&good), "{word}");
        let tries = slipped.matches(r#"{"type":"try","#).count();
        assert!((1..=3 * usize::from(board.seats)).contains(&tries), "{word}: {tries}");
        assert!(!slipped.contains(r#""type":"fault""#), "{word}");
        assert_eq!(verify(&[dir.join("slip.jsonl"), dir.join("good.jsonl")]).0, Some(0), "{word}");
        // The log has the tokens of every answer.
        assert_eq!(slipped.matches(r#""tokens":[1000,50],"cost":0.25"#).count(), answers(&slipped), "{word}");
        // A removed try is noticed, although the game is the same.
        let last = slipped.lines().rfind(|line| line.starts_with(r#"{"type":"try""#)).unwrap();
        fs::write(dir.join("without.jsonl"), slipped.replace(&format!("{last}\n"), "")).unwrap();
        let (code, said) = verify(&[dir.join("without.jsonl")]);
        assert!(code == Some(1) && (said.contains("sha256: ") || said.contains("left: ")), "{word}: {said}");
    }
}

/// The number of answers in a log, including refused ones.
fn answers(log: &str) -> usize {
    log.lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|record| match record["type"].as_str().unwrap() {
            "try" => true,
            "action" => record["forced"].is_null(),
            _ => false,
        })
        .count()
}

#[test]
fn a_host_and_who_looks_on_hear_of_tries() {
    let dir = scratch("retry-link");
    let log = dir.join("m.jsonl");
    let mut session = Session::start();
    session.say("newmatch m variant chess seed 2a");
    for (seat, wrong) in [(1, "e2e5"), (2, "e7e4")] {
        session.say(format!("seat m {seat} bot {}", faulty(&format!("slip --count 1 --action {wrong}"), "retry")));
    }
    assert_eq!(session.ask("onfault m retry 0").last().unwrap().split(' ').nth(1), Some("bad-argument"));
    assert!(
        session.ask("seatset m 1 legal maybe").last().unwrap().contains("seatset legal: expected on, off or no value")
    );
    assert!(session.ask("seatset m 1 nothing off").last().unwrap().contains("strict, untrusted, legal"));
    assert_eq!(session.ask("onfault m retry 1\nclock m movetime 10000\nseatset m 2 legal off"), [""; 0]);
    session.say(format!("log m {}\nstart m", log.display()));
    let told = session.until("try m 1 ");
    assert!(told.contains(" left 0 time "), "{told}");
    assert!(told.contains("; 20 actions are legal, such as a2a3, "), "{told}");
    let told = session.until("try m 2 ");
    assert!(told.contains(" found e7e4: ") && !told.contains("are legal"), "{told}");
    // Without the list, the bot knows no action.
    let fault = session.until("fault m 2 ");
    assert!(!fault.contains("are legal"), "{fault}");
    session.until("over m ");
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.lines().next().unwrap().contains(r#""set":[["legal","off"]]"#), "{text}");
    assert_eq!(verify(&[&log]).0, Some(0));
    let mut watcher = Session::start();
    watcher.say(format!("watch w {}", log.display()));
    assert_eq!(watcher.until("try w 2 ").replace("try w", "try m"), told);
}

#[test]
fn tries_survive_a_kill() {
    let board = boards::kinds()[1];
    let dir = scratch("retry-kill");
    let whole = play(&dir, &board, "slip --count 2", &["--onfault", "retry 5"]);
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    let after: Vec<usize> = (0..ends.len() - 1)
        .filter(|&line| whole[ends[line.max(1) - 1]..ends[line.max(1)]].starts_with(r#"{"type":"try""#))
        .map(|line| ends[line.max(1)])
        .collect();
    assert!(after.len() >= 6, "{whole}");
    for cut in after {
        let log = dir.join(format!("{cut}.jsonl"));
        fs::write(&log, &whole[..cut]).unwrap();
        fs::write(dir.join(format!("{cut}.jsonl.seed")), format!("{:0>32}\n", "2a")).unwrap();
        assert!(arbiter(&dir, &["play", "--quiet", "--resume", log.to_str().unwrap()]).status.success());
        assert_eq!(verify(&[&log]).0, Some(0));
        let text = fs::read(&log).unwrap();
        let read = record::read(REGISTRY, &text).unwrap();
        // The bots restart and slip again. Tries that were used before the cut stay used.
        for seat in 1..=u32::from(board.seats) {
            let left: Vec<u32> = read.tries().filter(|again| again.seat == seat).map(|again| again.left).collect();
            let expected: Vec<u32> = (0..5).rev().take(left.len()).collect();
            assert_eq!(left, expected, "cut at {cut}, seat {seat}");
        }
        assert_eq!(game(std::str::from_utf8(&text).unwrap()), game(&whole), "cut at {cut}");
    }
}

#[test]
fn a_tournament_counts_tries_forfeits_and_tokens() {
    let dir = scratch("retry-cup");
    let bots = |modes: [&str; 2]| {
        modes.map(|mode| {
            let name = mode.split(' ').next().unwrap();
            format!("[[bot]]\nname = \"{name}\"\ncommand = {:?}\n", faulty(mode, "retry"))
        })
    };
    let head = "variant = \"congress\"\nseed = \"2a\"\nrounds = 2\n[options]\nmaxturns = 4\n";
    let play = |name: &str, onfault: &str, modes| {
        let text = format!("onfault = {onfault:?}\n{head}{}", bots(modes).concat());
        fs::write(dir.join(format!("{name}.toml")), text).unwrap();
        let (file, json) = (format!("{name}.toml"), format!("{name}.json"));
        let played = arbiter(&dir, &["tournament", &file, "--quiet", "--json", &json, "--csv", "table.csv"]);
        assert!(played.status.success(), "{played:?}");
        let page = format!("{name}.html");
        let folder = format!("{name}.games");
        assert!(arbiter(&dir, &["report", &folder, "-o", &page]).status.success());
        let logs: Vec<_> =
            fs::read_dir(dir.join(&folder).join("games")).unwrap().map(|log| log.unwrap().path()).collect();
        assert_eq!(verify(&logs).0, Some(0));
        let standings: Value = serde_json::from_str(&fs::read_to_string(dir.join(&json)).unwrap()).unwrap();
        let csv = fs::read_to_string(dir.join("table.csv")).unwrap();
        (standings, fs::read_to_string(dir.join(page)).unwrap(), csv)
    };
    let effort = |standings: &Value, name: &str| {
        let bots = standings["bots"].as_array().unwrap();
        bots.iter().find(|bot| bot["name"] == name).unwrap()["effort"].clone()
    };
    let (standings, page, csv) = play("tries", "retry 3", ["slip --count 2", "empty"]);
    // In each of the four games one bot slips at most twice, and the other bot forfeits after its three tries.
    let slips = effort(&standings, "slip");
    assert_eq!(slips["retries"], slips["unreadable"].as_u64().unwrap() + slips["illegal"].as_u64().unwrap());
    assert_eq!(slips["forfeits"], Value::Null);
    let tokens = slips["tokens"].as_array().unwrap();
    assert_eq!(tokens[0].as_u64().unwrap(), 20 * tokens[1].as_u64().unwrap());
    assert_eq!(slips["cost"].as_f64().unwrap(), tokens[1].as_f64().unwrap() / 200.0);
    let other = effort(&standings, "empty");
    assert_eq!((&other["unreadable"], &other["retries"]), (&16.into(), &12.into()), "{other}");
    assert_eq!(other["forfeits"]["unreadable"], 4);
    assert!(page.contains("Tries and tokens") && page.contains("unreadable 4"), "{page}");
    assert!(
        csv.lines().next().unwrap().ends_with("illegal,unreadable,retries,forfeits,tokens_read,tokens_written,cost")
    );
    assert!(csv.contains(",0,16,12,unreadable 4,,,"), "{csv}");
    let (standings, page, csv) = play("plain", "forfeit", ["good", "empty"]);
    assert_eq!(effort(&standings, "empty"), Value::Null);
    assert!(!page.contains("Tries and tokens") && !csv.contains("tokens"));
    let results = fs::read_to_string(dir.join("plain.games/results.jsonl")).unwrap();
    assert!(!results.contains("effort"), "a tournament without tries is written as before: {results}");
}
