//! The commands of the binary: `play`, `verify`, `show`, `legal`, `perft`, `variants`.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod corruption;
mod debug;
mod endings;
mod lines;
mod showing;
mod typing;

use std::{fs, os::unix::fs::PermissionsExt};

use arbiter::game::derive;
use testkit::{
    processes::{put_program, scratch},
    run::{RunFolder, Said, arbiter_reads as arbiter},
    word,
};

const ARBITER: &str = env!("CARGO_BIN_EXE_arbiter");

fn run(words: &[&str]) -> Said {
    arbiter(words, "")
}

/// Runs `arbiter play orwell` with three bots in these modes, for one round and with seed 1.
fn play(modes: [&str; 3], words: &[&str]) -> Said {
    let seats = modes.map(|mode| bot(mode, "play"));
    let mut all = vec!["play", "orwell", &seats[0], &seats[1], &seats[2], "-o", "maxrounds=1"];
    if !words.contains(&"--seed") {
        all.extend(["--seed", "1"]);
    }
    all.extend(words);
    run(&all)
}

/// The player word of a bot in a mode, or of a bot at a path.
fn bot(mode: &str, marker: &str) -> String {
    if mode.starts_with('/') {
        return format!("bot:{}", word(mode));
    }
    format!("bot:{}", testkit::session::faulty(mode, marker))
}

const GOOD: [&str; 3] = ["good", "good", "good"];

#[test]
fn a_match_of_bots_is_told_as_it_goes() {
    let done = play(GOOD, &[]);
    let expected = "\
game 1 of 1: orwell, commitment a00eeab1104b5ce5578eed311e1a4476c23ac79c1fc6f71f21cbe744c0c0895f
seat 1: Faulty
seat 2: Faulty
seat 3: Faulty
  @62
  1 b1-a12
  1 Dd1xb11
  @25
  2 Pc6xc3
  2 Dd5-c4
  @15
  3 b9-a8
  3 Pc10xc1
over: reason limit score 1/3 1/3 1/3
seed 00000000000000000000000000000001
";
    let (told, summary) = done.out.split_at(expected.len());
    // The bots get ready in any order.
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines[1..4].sort();
        lines
    };
    assert_eq!(sorted(told), sorted(expected));
    assert!(summary.starts_with("1 game: limit 1\n"), "{summary}");
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
}

#[test]
fn a_fault_is_told_with_its_line_and_its_place() {
    let log = scratch("pointed").join("m.jsonl");
    let log = log.to_str().unwrap();
    let done = play(["wrong-case", "good", "good"], &["--quiet", "--log", log]);
    let pointed = "bestmove B1A12\n           ^\n";
    let told = "seat 1 is at fault: unreadable: expected a move such as c3d4, with a promotion f1e2j, or pass, found \
                B1A12; did you mean b1a12?; ";
    assert!(done.out.starts_with(told) && done.out.contains(&format!("\n  {pointed}")), "{}", done.out);
    let shown = run(&["show", log]).out;
    assert!(shown.contains(&format!("\n         {}", pointed.replace("\n  ", "\n         "))), "{shown}");
    let done = play(["crash", "good", "good"], &["--quiet"]);
    let (_, below) = done.out.split_once('\n').unwrap();
    assert!(below.starts_with("  in position 7/1bubub"), "{}", done.out);
    let done = play(["stall --last-words lost", "good", "good"], &["--quiet", "--seat-clock", "1:movetime 300"]);
    assert!(done.out.contains("\n  the last line of its stderr: lost\n"), "{}", done.out);
}

#[test]
fn a_quiet_series_tells_results_only() {
    let done = play(GOOD, &["--games", "3", "--quiet"]);
    assert_eq!(done.code, Some(0));
    assert!(done.out.starts_with("3 games: limit 3\nseat 1: 1 points of 3, 0 won\n"), "{}", done.out);
    assert_eq!(done.out.lines().count(), 4);
    // A win may be worth several points.
    let pawns = run(&["play", "cornered", "random", "random", "-o", "scoring=pawns", "--seed", "1", "--quiet"]).out;
    assert!(pawns.contains("seat 1: 11 points of 1, 1 won\nseat 2: 0 points of 1, 0 won"), "{pawns}");
}

#[test]
fn logs_of_a_series_are_numbered_and_equal_where_all_is() {
    let dir = scratch("numbered");
    let at = |name: &str| dir.join(name).to_str().unwrap().to_owned();
    for name in ["a.jsonl", "c"] {
        assert_eq!(play(GOOD, &["--games", "3", "--log", &at(name), "--times", "off"]).code, Some(0));
    }
    let mut names: Vec<String> =
        fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let expected = ["a-1.jsonl", "a-2.jsonl", "a-3.jsonl", "c-1", "c-2", "c-3"];
    assert_eq!(names, expected);
    let read = |name: &str| fs::read_to_string(at(name)).unwrap();
    for number in 1..=3 {
        assert_eq!(read(&format!("a-{number}.jsonl")), read(&format!("c-{number}")));
    }
    assert_ne!(read("a-1.jsonl"), read("a-2.jsonl"), "each game has a seed of its own");
    // The seed of a series is the seed of none of its games. Each game has a seed that follows from it, so a single
    // game with that seed has the same log.
    let seed = derive(&"1".parse().unwrap(), "game 1").to_string();
    assert_eq!(play(GOOD, &["--seed", &seed, "--log", &at("one"), "--times", "off"]).code, Some(0));
    assert_eq!(read("one"), read("a-1.jsonl"));
    let logs: Vec<String> = expected.iter().map(|name| at(name)).collect();
    let words: Vec<&str> = ["verify"].into_iter().chain(logs.iter().map(String::as_str)).collect();
    let done = run(&words);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(done.out.lines().count(), 6);
    // Existing files are not overwritten.
    let before = read("one");
    let done = play(GOOD, &["--log", &at("one")]);
    assert_eq!(done.code, Some(4), "{done:?}");
    assert!(done.err.contains(&at("one")), "{}", done.err);
    assert_eq!(read("one"), before);
}

#[test]
fn forbidden_faults_are_told_by_the_exit_code() {
    assert_eq!(play(GOOD, &["--forbid-faults"]).code, Some(0));
    assert_eq!(play(["good", "crash", "good"], &["--forbid-faults"]).code, Some(1));
    assert_eq!(play(["good", "resign", "good"], &["--forbid-faults"]).code, Some(0));
    let two = run(&["play", "congress", &bot("resign", "play"), "random", "--forbid-faults"]);
    assert!(two.code == Some(0) && two.out.contains("\nseat 1 resigns\nover: reason resign score 0 1\n"), "{two:?}");
    assert_eq!(
        play(["illegal --action a1a2", "good", "good"], &["--forbid-faults", "--onfault", "random"]).code,
        Some(1)
    );
}

#[test]
fn a_usage_error_says_what_was_expected() {
    let check = |words: &[&str], expected: &str| {
        let done = run(words);
        assert_eq!(done.code, Some(2), "{words:?}: {done:?}");
        assert!(done.err.contains(expected), "{words:?}: {}", done.err);
        assert_eq!(done.out, "", "{words:?}");
    };
    check(
        &["play", "halma", "human", "human"],
        "no variant halma; the arbiter knows katarenga, congress, isolation, battle-stations",
    );
    check(&["play", "orwel", "human", "human"], "no variant orwel; did you mean orwell?");
    check(&["play", "\u{1b}[31mx", "human", "human"], "no variant \\u{1b}[31mx");
    check(&["play", "orwell", "human", "human"], "orwell has 3 seats, not 2");
    check(
        &["play", "orwell", "python3", "bot.py", "greedy", "greedy"],
        "orwell has 3 seats, not 4; a command line is one player, in quotes: did you mean 'bot:python3 bot.py'?",
    );
    check(&["tournament", "--tc", "10+0.1"], "tip: in place of --tc use --clock, such as --clock 10+0.1");
    check(
        &["tournament", "--variant", "chess", "--openings", "file=x.epd"],
        "found file=x.epd; drop file= and write x.epd",
    );
    check(&["check", "x", "--set", "legal=off"], "--set legal=off: expected one of dir, ");
    check(&["legal", "orwell", "--seat", "4"], "--seat: expected 1 to 3, found 4");
    check(&["legal", "orwell", "--position", "x"], "--position: ");
    check(&["perft", "orwell", "--depth", "x"], "invalid value 'x' for '--depth <DEPTH>': expected a whole number\n");
    check(
        &["ladder", "x", "--concurrency", "0"],
        "invalid value '0' for '--concurrency <GAMES>': expected a whole number from 1",
    );
    check(&["play", "congress", "host", "random"], "did you mean human?");
    check(&["play", "congress", "./mybot", "random"], "did you mean bot:./mybot?");
    check(&["play", "random", "random"], "the variant stands before the players, as in play chess random");
    let no_file = "--json: expected a file, but congress is a variant or a player";
    check(&["play", "--json", "congress", "random", "random"], no_file);
    check(&["play", "congress", "random", "--json", "random"], &no_file.replace("congress", "random"));
    check(&["play", "congress", "human", "random", "--json"], "--json: a person needs stdout; write --json=FILE");
    let seats = ["play", "orwell", "human", "human", "human"];
    let check = |words: &[&str], expected: &str| check(&[&seats[..], words].concat(), expected);
    check(&["-o", "maxrounds"], "--option: expected NAME=VALUE, found maxrounds");
    check(&["-o", "maxround=9"], "no option maxround; did you mean maxrounds?");
    check(&["--clock", "inc 5"], "'--clock <WORDS>': column ");
    check(&["--clock", "0+0"], "expected some time for the first answer, found 0 ms");
    check(
        &["--seat-clock", "movetime 5"],
        "--seat-clock: expected a seat number and a colon, such as 1:, found movetime 5",
    );
    check(&["--seat-clock", "4:movetime 5"], "--seat-clock: expected a seat from 1 to 3, found 4");
    check(&["--bot-option", "1:x=y"], "--bot-option: expected a seat with a bot, but seat 1 has none");
    check(&["--set", "1:nice=5"], "--set: expected a seat with a bot, but seat 1 has none");
    check(&["--patience", "greet"], "'--patience <WORDS>': column 6: expected a number of milliseconds, found the end");
    let check = |seat: &str, words: &[&str], expected: &str| {
        let done = run(&[&["play", "orwell", seat, "human", "human"], words].concat());
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains(expected), "{}", done.err);
    };
    check("randon", &[], "seat randon: expected bot:COMMAND or human, such as bot:random; did you mean random?");
    check("bot:x", &["--set", "1:memry=5M"], "no seatset key memry; did you mean memory?");
    check("bot:x", &["--set", "1:colour=red"], "; an option of the bot is set with --bot-option '1:colour=red'");
    check("bot:randm", &[], "; did you mean random?");
    check("bot:/no/such", &[], "; the arbiter comes with random, greedy, search, chain and prowler, and uci:ENGINE ");
    check("random", &["--bot-option", "1:sede=3"], "the bot of seat 1 has no option sede; did you mean seed?");
    check(&bot("other-variant", "usage"), &[], "does not play orwell, only nonesuch");
    check(&bot("good", "usage"), &["--bot-option", "1:Hash=5"], "has no option Hash; it has none");
}

/// The usual mistakes with a script, each with the way to start it.
#[test]
fn a_script_that_does_not_start_is_answered_with_how_to_start_it() {
    let folder = RunFolder::new("scripts");
    let put = |name: &str, text: &str, mode: u32| {
        fs::write(folder.path(name), text).unwrap();
        fs::set_permissions(folder.path(name), PermissionsExt::from_mode(mode)).unwrap();
    };
    put("ready.py", "#!/usr/bin/env python3\n", 0o755);
    put("plain.py", "print()\n", 0o644);
    put("plain", "text\n", 0o644);
    put("my bot.sh", "#!/bin/sh\n", 0o755);
    put("it's mine.sh", "#!/bin/sh\n", 0o755);
    put("headless.py", "print()\n", 0o755);
    let operator =
        "gets 2>err.log as an argument, because no shell reads the command line; for a shell, write sh -c '...'";
    for (player, expected) in [
        ("bot:ready.py", "there is no program ready.py on the PATH; did you mean ./ready.py?"),
        ("bot:plain.py", "did you mean python3 ./plain.py? Or run chmod +x ./plain.py"),
        ("bot:./plain.py", "is not executable; did you mean python3 "),
        ("bot:./plain", "is not executable; to name "),
        ("bot:~/bot", "no shell expands ~ and $ in a command line here; write the whole path"),
        ("bot:$HOME/bot", "no shell expands ~ and $ in a command line here; write the whole path"),
        ("bot:SIZE=1 random", "to set a variable, write env before it, such as env SIZE=1 ./bot"),
        ("bot:cd bots && ./bot", "cd is a command of a shell; write sh -c 'cd ...'"),
        ("bot:true 2>err.log", operator),
        ("my bot.sh", r#"did you mean 'bot:"./my bot.sh"'?"#),
        ("./it's mine.sh", r#"did you mean 'bot:"./it'\''s mine.sh"'?"#),
        ("bot:\"./it's mine.sh\"", "crash: the bot exited with status 0"),
        ("bot:./my bot.sh", r#"/my; a path with spaces needs quotes: did you mean '"./my bot.sh"'?"#),
        ("python3 bot.py", "did you mean 'bot:python3 bot.py'?"),
        ("bot:./headless.py", "Exec format error: expected a program, or a script whose first line is #! and "),
    ] {
        let said = folder.run(&["play", "isolation", player, "random"]).all();
        assert!(said.contains(expected), "{player}: {said}");
    }
    let said = folder.run(&["gate", "--variant", "isolation", "--new", "./my bot.sh", "--old", "random"]).all();
    assert!(said.contains(r#"needs quotes: did you mean '"./my bot.sh"'?"#), "{said}");
}

#[test]
fn a_bot_that_does_not_greet_may_be_a_uci_engine() {
    let bots = "[[bot]]\nname = \"a\"\ncommand = \"./engine\"\n[[bot]]\nname = \"b\"\ncommand = \"random\"\n";
    let cup = format!("variant = \"isolation\"\npatience = {{ greet = 300 }}\n{bots}");
    let folder = RunFolder::with_file("engine-as-bot", &cup);
    fs::create_dir(folder.path("my engines")).unwrap();
    let engine = folder.path("my engines/engine");
    for engine in [&engine, &folder.path("engine")] {
        put_program(engine, "#!/bin/sh\nread -r line; echo \"Unknown command: '$line'\"; cat >/dev/null\n");
    }
    let check = format!("run arbiter check {}, which says more", shell_words::quote(&word(&engine)));
    let adapted = shell_words::quote(&format!("uci:{}", word(&engine))).into_owned();
    assert!(adapted.starts_with('\''), "{adapted}");
    let hint = format!("{check}; if it is a UCI engine, name it {adapted}");
    let done = run(&["play", "isolation", &format!("bot:{}", word(&engine)), "random", "--patience", "greet 300"]);
    assert!(done.out.contains(&format!("\n  {hint}\n")), "{}", done.out);
    let said = folder.run(&["tournament", "cup.toml"]).out;
    let hint = "\na: run arbiter check ./engine, which says more; if it is a UCI engine, name it uci:./engine\n";
    assert_eq!(said.matches(hint).count(), 1, "{said}");
    fs::write(&engine, "#!/bin/sh\nread -r line; echo uvi ok; cat >/dev/null\n").unwrap();
    let done = run(&["play", "isolation", &format!("bot:{}", word(&engine)), "random", "--patience", "greet 300"]);
    assert!(done.out.contains(&format!("\n  {check}\n")), "{}", done.out);
}

#[test]
fn a_person_plays_a_seat() {
    let good = bot("good", "human");
    let log = scratch("human").join("m.jsonl");
    let words =
        ["play", "orwell", "human", &good, &good, "--seed", "1", "-o", "maxrounds=1", "--log", log.to_str().unwrap()];
    let done = arbiter(
        &words,
        b"legal\nboard\nhelp\nrules\nrules prom\nrules none\n\nb1-b9\nnonsense\n\xe9\nb1-a12 Dd1xb11\n",
    );
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.out.contains("seat 1, White (or help) > b1a12 b1c12 "), "{}", done.out);
    assert_eq!(done.out.matches("White is to move, dice left: 2 and 6").count(), 4, "{}", done.out);
    for expected in [
        "`rules end` has the section End only",
        "resign   give up",
        "Three players make war",
        "> ### Promotion\n",
        "no section none; expected one of Sample turns, ",
        "b1-b9 is not legal: ",
        "expected a move such as c3d4",
        "expected words of printable ASCII",
        "  1 Dd1xb11\n",
    ] {
        assert!(done.out.contains(expected), "{expected} in {}", done.out);
    }
    assert!(done.out.contains("over: reason limit score 1/3 1/3 1/3"), "{}", done.out);
    assert!(!done.out.contains("people who write bots"), "{}", done.out);
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.contains("\"player\":\"host\""));
    assert_eq!(run(&["verify", log.to_str().unwrap()]).code, Some(0));

    fs::remove_file(&log).unwrap();
    let done = arbiter(&words, "resign\n");
    assert!(done.out.contains("seat 1 is vacated: resign\n"), "{}", done.out);
    assert!(done.out.contains("over: reason limit score 0 1/2 1/2"), "{}", done.out);

    // A player that has left plays no more, and no further game.
    let gone = arbiter(&["play", "orwell", "human", &good, &good, "--games", "2"], "").out;
    assert_eq!(gone.matches("over: reason abort\n").count(), 1, "{gone}");
    for input in ["", "stop\n"] {
        fs::remove_file(&log).unwrap();
        let done = arbiter(&words, input);
        assert!(done.code.is_some() && done.out.contains("over: reason abort\n"), "{done:?}");
        assert_eq!(done.out.contains("nothing more can be read, so the match ends\n"), input.is_empty(), "{done:?}");
        assert_eq!(run(&["verify", log.to_str().unwrap()]).code, Some(0));
    }
}

#[test]
fn a_position_is_looked_at() {
    let check = |words: &[&str], expected: &str| {
        let done = run(words);
        assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (Some(0), expected, ""), "{words:?}");
    };
    let start = "7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
                 1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1";
    let five = format!("{start} 1 5 --- 1 -");
    check(&["legal", "orwell", "--position", &five], "c2c11\nc2c5\ne2e11\ne2e5\n");
    check(&["legal", "orwell", "--position", &five, "--seat", "2"], "");
    let over = format!("{start} 1 - --- 501 -");
    check(&["legal", "orwell", "--position", &over], "");
    check(
        &["perft", "orwell", "--position", &five, "--depth", "1", "--split"],
        "c2c11 1\nc2c5 1\ne2e11 1\ne2e5 1\nnodes 4\n",
    );
    check(&["perft", "chess", "--position", "startpos moves e2e4 e7e5", "--depth", "1"], "nodes 29\n");
    check(&["perft", "orwell", "--depth", "0"], "nodes 1\n");
    check(&["perft", "orwell"], "nodes 36\n");
    let outcomes = run(&["legal", "orwell"]).out;
    assert_eq!((outcomes.lines().count(), outcomes.lines().next()), (36, Some("@11")));
    let variants = run(&["variants"]);
    assert!(variants.out.contains("orwell               Orwell Chess, seats 3\n  maxrounds=500  "), "{}", variants.out);
}

#[test]
fn the_positions_of_a_log_are_printed() {
    let log = scratch("positions").join("m.jsonl");
    let name = log.to_str().unwrap();
    assert_eq!(play(["good", "crash", "good"], &["--log", name]).code, Some(0));
    let done = run(&["show", name, "--positions"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let text = fs::read_to_string(&log).unwrap();
    let records: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let printed: Vec<serde_json::Value> = done.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers: Vec<u64> = printed.iter().map(|line| line["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (2..=records.len() as u64).collect::<Vec<_>>());
    assert_eq!(printed.last().unwrap()["position"], records.last().unwrap()["position"]);
    // In a wrong log, the positions before the error are printed.
    let wrong = text.replacen("\"action\":\"d1b11\"", "\"action\":\"d1b12\"", 1);
    assert_ne!(wrong, text);
    fs::write(&log, wrong).unwrap();
    let partly = run(&["show", name, "--positions"]);
    assert_eq!(partly.code, Some(1), "{partly:?}");
    assert!(!partly.out.is_empty() && done.out.starts_with(&partly.out) && partly.out != done.out, "{}", partly.out);
}
