//! The lines of `play --json`, and the block of `--rotate`.

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use testkit::{processes::put_program, program_word, schema::Schema, word};

use super::{GOOD, Said, bot, fs, play, run, scratch};

/// The lines of a run that ended with this code. Each fits the schema.
#[track_caller]
fn lines(text: &str) -> Vec<Value> {
    let schema = run(&["schema", "play"]);
    let schema = Schema::new(serde_json::from_str(&schema.out).unwrap());
    let read = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        schema.check(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        line
    };
    text.lines().map(read).collect()
}

#[track_caller]
fn only(done: &Said, code: i32) -> Value {
    assert_eq!((done.code, done.err.as_str()), (Some(code), ""), "{done:?}");
    let mut lines = lines(&done.out);
    assert_eq!(lines.len(), 1, "{}", done.out);
    lines.remove(0)
}

/// A field of each seat.
fn of_seats<'a>(line: &'a Value, field: &str) -> Vec<&'a Value> {
    line["seats"].as_array().unwrap().iter().map(|seat| &seat[field]).collect()
}

#[test]
fn a_line_has_all_of_a_game() {
    let log = scratch("line").join("m.jsonl");
    let done = play(GOOD, &["--json", "--log", log.to_str().unwrap()]);
    let line = only(&done, 0);
    let text = fs::read(&log).unwrap();
    let sha256: String = Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
    for (field, expected) in [
        ("type", "game"),
        ("variant", "orwell"),
        ("reason", "limit"),
        ("winner", "a draw"),
        ("seed", "00000000000000000000000000000001"),
        ("log", log.to_str().unwrap()),
        ("sha256", &sha256),
    ] {
        assert_eq!(line[field], expected, "{field}");
    }
    assert_eq!((&line["game"], &line["decisions"], &line["options"]["maxrounds"]), (&1.into(), &6.into(), &"1".into()));
    assert_eq!(line["score"], serde_json::json!(["1/3", "1/3", "1/3"]));
    assert_eq!(of_seats(&line, "seat"), [1, 2, 3]);
    assert_eq!(of_seats(&line, "rank"), [1, 1, 1]);
    assert_eq!(of_seats(&line, "points"), ["1/3", "1/3", "1/3"]);
    assert_eq!(of_seats(&line, "name"), ["Faulty", "Faulty", "Faulty"]);
    for (command, seat) in of_seats(&line, "command").iter().zip(line["seats"].as_array().unwrap()) {
        assert_eq!(format!("bot:{}", command.as_str().unwrap()), bot("good", "play"));
        assert_eq!(seat["times"]["decisions"], 2);
        assert!(seat["times"]["ms"].as_f64().unwrap() >= seat["times"]["longest"].as_f64().unwrap());
        assert!(seat.get("faults").is_none() && seat.get("effort").is_none() && line.get("block").is_none());
    }
    // The log says the same.
    let result: Value = serde_json::from_str(std::str::from_utf8(&text).unwrap().lines().last().unwrap()).unwrap();
    for field in ["reason", "score", "decisions", "seed"] {
        assert_eq!(line[field], result[field], "{field}");
    }
}

#[test]
fn a_game_without_a_log_and_one_that_was_resumed_have_the_same_line() {
    let folder = scratch("same-line");
    let [whole, cut] = ["whole.jsonl", "cut.jsonl"].map(|name| folder.join(name));
    let words = ["--json", "--times", "off"];
    let mut with = only(&play(GOOD, &[&words[..], &["--log", whole.to_str().unwrap()]].concat()), 0);
    let text = fs::read_to_string(&whole).unwrap();
    fs::write(&cut, text.lines().take(4).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    fs::write(folder.join("cut.jsonl.seed"), "1\n").unwrap();
    let resumed = only(&run(&["play", "--resume", cut.to_str().unwrap(), "--json"]), 0);
    with["log"] = cut.to_str().unwrap().into();
    assert_eq!(resumed, with);
    let without = only(&play(GOOD, &words), 0);
    for field in ["log", "sha256"] {
        assert!(with.as_object_mut().unwrap().remove(field).is_some() && without.get(field).is_none(), "{field}");
    }
    assert_eq!(with, without);
    assert_eq!(of_seats(&without, "times"), [&Value::Null; 3]);
}

#[test]
fn a_fault_stands_at_its_seat() {
    let done = play(["good", "wrong-case", "good"], &["--json", "--forbid-faults"]);
    let line = only(&done, 1);
    let [fault] = line["seats"][1]["faults"].as_array().unwrap().as_slice() else { panic!("{line}") };
    assert_eq!(fault["fault"], "unreadable");
    assert!(fault["text"].as_str().unwrap().contains("did you mean"), "{fault}");
    assert_eq!(of_seats(&line, "rank"), [1, 3, 1]);
    assert_eq!(line["winner"], "Faulty (seat 1) and Faulty (seat 3) share the first place");
    // With two seats the other one wins.
    let seats = [bot("crash", "lines"), bot("good", "lines")];
    let line = only(&run(&["play", "congress", &seats[0], &seats[1], "--json"]), 0);
    assert_eq!((&line["winner"], &line["reason"]), (&"Faulty (seat 2) wins".into(), &"crash".into()));
    assert_eq!(of_seats(&line, "rank"), [2, 1]);
}

#[test]
fn a_file_has_the_lines_and_stdout_the_rest() {
    let file = scratch("line-file").join("lines.jsonl");
    fs::write(&file, "old\n").unwrap();
    let path = format!("--json={}", file.display());
    let done = play(GOOD, &["--games", "2", "--quiet", &path]);
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    assert!(done.out.starts_with("2 games: limit 2\n"), "{}", done.out);
    let refused = run(&["verify", file.to_str().unwrap()]);
    assert!(refused.out.contains("this is a line of play --json, and no match log"), "{refused:?}");
    let hostile = file.with_file_name("hostile.jsonl");
    fs::write(&hostile, "{\"type\":\"\\u001b[31m\"}\n").unwrap();
    let refused = run(&["verify", hostile.to_str().unwrap()]).out;
    assert!(refused.contains("\\u{1b}[31m") && !refused.contains('\u{1b}'), "{refused}");
    let lines = lines(&fs::read_to_string(&file).unwrap());
    assert_eq!(lines.iter().map(|line| &line["game"]).collect::<Vec<_>>(), [1, 2]);
    assert_ne!(lines[0]["seed"], lines[1]["seed"]);
    // A command that is refused leaves every file as it was.
    let log = file.with_file_name("log.jsonl");
    let log_word = log.to_str().unwrap();
    assert_eq!(play(GOOD, &["--log", log_word]).code, Some(0));
    let before = [&file, &log].map(|path| fs::read(path).unwrap());
    let over = format!("--json={log_word}");
    let again = ["play", "isolation", "random", "random", "--log", log_word, &path];
    for (words, code) in [(&["play", "--resume", log_word, &over][..], 2), (&again, 4)] {
        let done = run(words);
        assert_eq!(done.code, Some(code), "{done:?}");
        assert_eq!([&file, &log].map(|path| fs::read(path).unwrap()), before, "{words:?}");
    }
    let full = play(GOOD, &["--json=/dev/full"]);
    assert_eq!(full.code, Some(4), "{full:?}");
    assert!(full.err.contains("cannot write /dev/full"), "{}", full.err);
}

#[test]
fn a_bot_that_does_not_always_greet_has_one_row_in_the_sums() {
    let dir = scratch("row");
    let random = program_word("arbiter-random");
    put_program(
        dir.join("bot"),
        format!("#!/bin/sh\nwas=\"${{0%/*}}/was\"\ntest -e \"$was\" || {{ : >\"$was\"; exit 1; }}\nexec {random}\n"),
    );
    let bot = format!("bot:{}", word(dir.join("bot")));
    let words = ["play", "congress", &bot, "greedy", "--rotate", "--games", "2", "--json", "--set", "1:isolation=off"];
    let lines = lines(&run(&words).out);
    let names = |line: &Value| of_seats(line, "name").iter().filter(|name| name.is_null()).count();
    assert_eq!(lines[..4].iter().map(names).collect::<Vec<_>>(), [1, 0, 0, 0]);
    let rows = lines[4]["bots"].as_array().unwrap();
    let games: Vec<_> = rows.iter().map(|row| (row["name"].as_str().unwrap(), row["games"].as_u64())).collect();
    assert!(games.len() == 2 && games.contains(&("Arbiter Random", Some(4))), "{games:?}");
}

#[test]
fn a_block_has_every_seating_over_the_same_luck() {
    let words = ["play", "orwell", "random", "greedy", "bot:random", "--seed", "5", "-o", "maxrounds=2", "--json"];
    let words = [&words[..], &["--bot-option", "3:seed=7", "--times", "off"]].concat();
    let done = run(&[&words[..], &["--rotate", "--games", "2"]].concat());
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    let lines = lines(&done.out);
    let (sums, games) = lines.split_last().unwrap();
    assert_eq!(games.len(), 6);
    for (number, line) in games.iter().enumerate() {
        assert_eq!(line["block"], number / 3 + 1);
        let names: Vec<&str> = of_seats(line, "name").iter().map(|name| name.as_str().unwrap()).collect();
        let place = names.iter().position(|name| name.contains("reedy")).unwrap();
        // Each bot moves one seat to the front from game to game.
        assert_eq!(place, (1 + 3 - number % 3) % 3, "{names:?}");
        // The places on the command line move with the bots, two of which have one name.
        let seated = [0, 1, 2].map(|seat| (seat + number % 3) % 3 + 1);
        assert_eq!(of_seats(line, "place"), seated, "{line}");
        assert_eq!(line["seed"], games[number / 3 * 3]["seed"]);
    }
    assert_ne!(games[0]["seed"], games[3]["seed"]);
    assert_eq!((&sums["type"], &sums["games"], &sums["blocks"]), (&"sums".into(), &6.into(), &2.into()));
    let names: Vec<&str> = sums["bots"].as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 3);
    // Two players of one name are told apart by their places on the command line.
    assert_eq!(names.iter().filter(|name| name.ends_with("#1") || name.ends_with("#3")).count(), 2, "{names:?}");
    // The same block again, and a single game over the same luck.
    assert_eq!(run(&[&words[..], &["--rotate", "--games", "2"]].concat()).out, done.out);
    // In text, the summary has a line for each player, with the names of the sums.
    let text: Vec<&str> = words.iter().copied().filter(|word| *word != "--json").chain(["--rotate", "-q"]).collect();
    let text = run(&text).out;
    let is_of = |name: &str, line: &str| line.starts_with(&format!("{name}: ")) && line.contains(" points of 3, ");
    assert!(names.iter().all(|name| text.lines().any(|line| is_of(name, line))), "{names:?} in {text}");
    let all = run(&[&words[..], &["--rotate=all"]].concat());
    assert_eq!(self::lines(&all.out).len(), 7, "{all:?}");
    let mut single = only(&run(&words), 0);
    single["block"] = 1.into();
    for seat in 0..3 {
        single["seats"][seat]["place"] = (seat + 1).into();
    }
    assert_eq!(single, self::lines(&all.out)[0]);
}

#[test]
fn a_player_has_a_short_name_with_and_without_the_prefix() {
    let folder = scratch("short-names");
    let game = |seat: &str| {
        let words = ["play", "congress", seat, "bot:random", "--seed", "1", "--times", "off", "--json"];
        only(&run(&words), 0)
    };
    assert_eq!(game("bot:greedy --seed 3"), game("greedy --seed 3"));
    // A file of the same name in the folder is told apart.
    fs::write(folder.join("random"), "").unwrap();
    let mut command = std::process::Command::new(super::ARBITER);
    let output = command.args(["play", "congress", "random", "greedy"]).current_dir(&folder).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("write bot:random for the bot, or bot:./random for the file"), "{said}");
    assert_eq!(output.status.code(), Some(2));
    // Everywhere else the prefix may stand too.
    let checked = run(&["check", "bot:random", "--variant", "congress", "--decisions", "1", "--json", "--fail-fast"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
}
