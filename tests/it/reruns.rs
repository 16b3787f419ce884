//! `rerun` and `shrink`: a bot hears again what a seat was told, and its failure is made small.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use testkit::{
    boards::{self, Board},
    processes::{marker, scratch, survivors},
    run::{Said, said},
    session::faulty,
    zoo::behaviours::zoo,
};

/// Runs the arbiter in a folder.
#[track_caller]
fn arbiter<S: AsRef<str>>(folder: &Path, words: &[S]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.args(words.iter().map(AsRef::as_ref)).current_dir(folder);
    said(command.stdin(Stdio::null()).output().unwrap())
}

/// Plays a short game with `--debug` and a log, and returns its stderr.
#[track_caller]
fn play(folder: &Path, log: &str, board: Board, bots: &[String], more: &[&str]) -> String {
    let mut words = board.play(bots.iter().map(|bot| format!("bot:{bot}")));
    words.extend(["--seed", "1", "--quiet", "--debug", "--log", log].map(str::to_owned));
    words.extend(more.iter().map(|&word| word.to_owned()));
    let ran = arbiter(folder, &words);
    assert!(folder.join(log).exists() || more.contains(&"--games"), "{}{}", ran.out, ran.err);
    ran.err
}

/// The lines to a seat in the output of `--debug`, without those that come from the end of a match.
fn told_then(debug: &str, seat: u32) -> Vec<&str> {
    let mark = format!(" > seat {seat}: ");
    debug.lines().filter_map(|line| Some(line.split_once(&mark)?.1)).filter(|line| *line != "quit").collect()
}

/// The lines to the bot in the output of `rerun --verbose`.
fn told_now(out: &str) -> Vec<&str> {
    out.lines().filter_map(|line| line.strip_prefix("> ")).collect()
}

/// One bot of each kind for a table: one that wants the legal actions, one that the arbiter has, and random ones.
fn bots(board: Board, marker: &str) -> Vec<String> {
    let kinds = [faulty("good --pick any", marker), "random".to_owned(), "greedy".to_owned()];
    kinds.into_iter().cycle().take(board.seats.into()).collect()
}

#[test]
fn a_bot_hears_again_what_its_seat_was_told() {
    let folder = scratch("reruns");
    for board in boards::kinds() {
        let marker = marker("rerun");
        let log = format!("{}-{}.jsonl", board.variant.word(), board.seats);
        let debug = play(&folder, &log, board, &bots(board, &marker), &["--clock", "time 30000 inc 100"]);
        for seat in 1..=u32::from(board.seats) {
            let ran = arbiter(&folder, &["rerun", &log, &seat.to_string(), "--verbose"]);
            assert_eq!(told_now(&ran.out), told_then(&debug, seat), "{log} {seat}");
            assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
            assert_eq!(ran.out.lines().last(), Some("the same as then"));
        }
        assert_eq!(survivors(&marker), Vec::<String>::new());
    }
}

#[test]
fn faults_and_further_tries_are_told_again() {
    let folder = scratch("rerun-faults");
    let board = boards::kinds()[0];
    let marker = marker("fault");
    for (mode, clock, onfault) in [
        ("slip --count 2", "movetime 20000", "retry 2 random"),
        ("garbage --after 2", "time 20000 inc 10", "random"),
        ("late-told --after 1 --count 1", "movetime 300", "random"),
        ("flood --bytes 1060000 --after 1", "movetime 20000", "forfeit"),
    ] {
        let log = format!("{}.jsonl", mode.split(' ').next().unwrap());
        let bots = [faulty(mode, &marker), "random".to_owned()];
        let debug = play(&folder, &log, board, &bots, &["--onfault", onfault, "--clock", clock]);
        let ran = arbiter(&folder, &["rerun", &log, "1", "--verbose"]);
        // How long a refused answer took is in the log, and how long it takes now is not told.
        let verdict = ran.out.split("\nfails").last().unwrap_or_default();
        assert_eq!(told_now(&ran.out), told_then(&debug, 1), "{mode} {onfault}: {verdict}");
        assert_eq!(ran.code, Some(1), "{mode} {onfault}: {verdict}{}", ran.err);
        assert!(verdict.starts_with(" again at line "), "{mode} {onfault}: {verdict}");
    }
}

/// A log of a game of the first board, in which seat 1 misbehaves.
fn game_with(folder: &Path, mode: &str, more: &[&str]) -> (&'static str, String) {
    let marker = marker("rerun");
    let bots = [faulty(mode, &marker), "random".to_owned()];
    play(folder, "game.jsonl", boards::kinds()[0], &bots, more);
    ("game.jsonl", marker)
}

#[test]
fn another_bot_differs_and_a_mended_one_does_not_fail() {
    let folder = scratch("rerun-others");
    let (log, marker) = game_with(&folder, "crash --after 2 --last-words 'no luck'", &[]);
    let bot = |mode: &str| faulty(mode, &marker);
    let rerun = |words: &[&str], bot: &str| {
        let mut all = vec!["rerun".to_owned(), log.to_owned(), "1".to_owned()];
        all.extend(words.iter().map(|&word| word.to_owned()));
        all.push("--".to_owned());
        all.extend(shell_words::split(bot).unwrap());
        arbiter(&folder, &all)
    };
    let again = rerun(&[], &bot("crash --after 2 --last-words 'no luck'"));
    assert_eq!(again.code, Some(1), "{again:?}");
    assert!(again.out.starts_with("fails again at line ") && again.out.contains("    no luck"), "{}", again.out);
    let mended = rerun(&[], &bot("good"));
    assert_eq!(mended.code, Some(0), "{mended:?}");
    assert!(mended.out.contains("no fault any more") && mended.out.contains("now:  bestmove "), "{}", mended.out);
    let other = rerun(&[], &bot("good --pick last"));
    assert_eq!(other.code, Some(1), "{other:?}");
    assert!(other.out.starts_with("differs at line ") && other.out.contains("then: bestmove "), "{}", other.out);
    let none = rerun(&[], "./no-such-bot");
    assert!(none.code == Some(4) && none.out.contains("now:  no-start: "), "{none:?}");
    let none = arbiter(&folder, &["shrink", log, "1", "-o", "none.uvi", "--", "./no-such-bot"]);
    assert!(none.code == Some(4) && none.err.contains("arbiter: no-start: there is no file "), "{none:?}");
    let lost = rerun(&[], "sh no-such-bot");
    assert!(lost.out.starts_with("fails, unlike then, at line ") && lost.out.contains("then: uviok"), "{lost:?}");
    let earlier = rerun(&[], &bot("crash"));
    assert!(earlier.out.starts_with("fails, unlike then, at line ") && earlier.code == Some(1), "{earlier:?}");
    // The bot counts its questions, so it does not fail if it hears only the last.
    let line = fs::read_to_string(folder.join(log))
        .unwrap()
        .lines()
        .position(|line| line.contains("\"type\":\"fault\""))
        .unwrap();
    let late = rerun(&["--from", &(line + 1).to_string()], &bot("crash --after 2"));
    assert_eq!(late.code, Some(0), "{late:?}");
    let beyond = rerun(&["--from", &(line + 2).to_string()], &bot("crash --after 2"));
    let expected = format!("--from: expected at most {}, the line of the seat's last answer", line + 1);
    assert!(beyond.code == Some(2) && beyond.err.contains(&expected), "{beyond:?}");
    assert_eq!(survivors(&marker), Vec::<String>::new());
}

#[test]
fn a_log_that_was_cut_off_ends_and_exits_with_3() {
    let folder = scratch("rerun-cut");
    let (log, _) = game_with(&folder, "good", &[]);
    let text = fs::read_to_string(folder.join(log)).unwrap();
    let cut: String = text.split_inclusive('\n').take(8).collect();
    fs::write(folder.join("cut.jsonl"), cut).unwrap();
    let ran = arbiter(&folder, &["rerun", "cut.jsonl", "1"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.out.starts_with("the log ends"), "{}", ran.out);
    assert!(ran.err.contains("the seed is in neither cut.jsonl nor cut.jsonl.seed, so the bot is told no"), "{ran:?}");
    for (text, word) in
        [("", "1"), ("{}\n", "1"), ("null\n", "1"), ("no script\n", "-v"), ("# nothing\nbot true\n", "-v")]
    {
        fs::write(folder.join("wrong"), text).unwrap();
        let wrong = arbiter(&folder, &["rerun", "wrong", word]);
        assert_eq!(wrong.code, Some(4), "{text}: {wrong:?}");
    }
    let wrong = arbiter(&folder, &["rerun", log, "3"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    let nothing = arbiter(&folder, &["shrink", log, "1", "-o", "none.uvi"]);
    assert_eq!(nothing.code, Some(2), "{nothing:?}");
}

/// Older logs have 0 ms for an answer that was there at once, and a log may have no times. Then actions that were one
/// answer look like several, or the other way round.
#[test]
fn an_unchanged_bot_does_not_differ_from_a_log_that_does_not_tell_answers_apart() {
    let folder = scratch("rerun-older");
    for board in boards::kinds().into_iter().filter(|board| board.seats > 2) {
        let marker = marker("older");
        let log = format!("{}-{}.jsonl", board.variant.word(), board.seats);
        play(&folder, &log, board, &bots(board, &marker), &[]);
        let text = fs::read_to_string(folder.join(&log)).unwrap();
        for ms in [Some(0.0), None] {
            let older: String = text
                .lines()
                .map(|line| {
                    let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
                    let fields = record.as_object_mut().unwrap();
                    fields.remove("sha256");
                    if fields.remove("ms").is_some() {
                        fields.extend(ms.map(|ms| ("ms".to_owned(), ms.into())));
                    }
                    format!("{record}\n")
                })
                .collect();
            fs::write(folder.join("older.jsonl"), older).unwrap();
            for seat in 1..=u32::from(board.seats) {
                let ran = arbiter(&folder, &["rerun", "older.jsonl", &seat.to_string()]);
                assert_eq!((ran.code, ran.out.as_str()), (Some(0), "the same as then\n"), "{log} {seat} {ms:?}");
            }
        }
    }
}

#[test]
fn a_bot_hears_the_games_before_in_the_same_process() {
    let folder = scratch("rerun-series");
    let board = boards::kinds()[0];
    let marker = marker("series");
    let bots = [faulty("crash --at newgame --after 2", &marker), "random".to_owned()];
    let debug = play(&folder, "game.jsonl", board, &bots, &["--games", "3"]);
    let ran = arbiter(&folder, &["rerun", "game-3.jsonl", "1", "--series", "--verbose"]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.contains("fails again at line ") && ran.out.contains("then: crash: "), "{}", ran.out);
    let then: Vec<&str> = told_then(&debug, 1).into_iter().filter(|line| !line.starts_with("error ")).collect();
    assert_eq!(told_now(&ran.out), then);
    let alone = arbiter(&folder, &["rerun", "game-3.jsonl", "1"]);
    assert!(alone.code == Some(0) && alone.out.contains("--series repeats them"), "{}", alone.out);
    let small = arbiter(&folder, &["shrink", "game-3.jsonl", "1", "--series", "-o", "crash.uvi"]);
    assert_eq!(small.code, Some(0), "{small:?}");
    assert!(small.out.contains("after:  games 3"), "{}", small.out);
    let over_a_log = arbiter(&folder, &["shrink", "game-3.jsonl", "1", "--series", "-o", "game-1.jsonl"]);
    assert!(over_a_log.code == Some(4) && over_a_log.err.contains("is no script; choose another"), "{over_a_log:?}");
}

/// Catches a failure of the zoo again from its log, makes it small, and sees it fail once more. Returns a row of the
/// table.
#[track_caller]
fn shrunk(folder: &Path, board: Board, mode: &str) -> Option<String> {
    let began = Instant::now();
    let marker = marker("shrink");
    let good = "good --pick any";
    let bots: Vec<String> =
        (1..=board.seats).map(|seat| faulty(if seat == 1 { mode } else { good }, &marker)).collect();
    let name: String = format!("{}-{}-{mode}", board.variant.word(), board.seats)
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
        .collect();
    let (log, script) = (format!("{name}.jsonl"), format!("{name}.uvi"));
    // Only a bot that never answers has little time, because each run waits for its deadline.
    let is_silent = zoo().any(|(name, words)| *name == mode && words[2] == "timeout");
    let clock = if is_silent { "movetime 1500" } else { "movetime 30000" };
    play(folder, &log, board, &bots, &["--clock", clock, "--patience", "greet 20000 ready 20000 quit 200"]);
    let text = fs::read_to_string(folder.join(&log)).unwrap();
    let fault = text.lines().find(|line| line.contains("\"type\":\"fault\"") && line.contains("\"seat\":1,"))?;
    let fault: serde_json::Value = serde_json::from_str(fault).unwrap();
    let word = fault["fault"].as_str().unwrap();
    let pace = if mode == "stall" { "0.2x" } else { "0.5x" };
    let again = arbiter(folder, &["rerun", &log, "1", "--clock", pace]);
    assert!(again.out.contains("fails again"), "{name}: {}{}", again.out, again.err);
    let small = arbiter(folder, &["shrink", &log, "1", "--clock", pace, "--runs", "12", "-o", &script]);
    assert_eq!(small.code, Some(0), "{name}: {}{}", small.out, small.err);
    // The answers before the failure may be others.
    assert!(!fs::read_to_string(folder.join(&script)).unwrap().contains("\n< bestmove "), "{name}");
    // A bot that does two things at once, such as to close its pipes and to speak, may fail in some runs only.
    let rerun = || arbiter(folder, &["rerun", &script, "--clock", pace]);
    let last = std::iter::repeat_with(rerun).take(10).find(|ran| ran.code == Some(1));
    let last = last.unwrap_or_else(|| panic!("{name}: {}{}", small.out, small.err));
    assert!(last.out.contains(&format!("then: {word}: ")), "{name}: {}", last.out);
    assert_eq!(survivors(&marker), Vec::<String>::new(), "{name}");
    let row = |start: &str| {
        let line = small.out.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_else(|| panic!("{small:?}"));
        line.trim().split("; ").next().unwrap().to_owned()
    };
    let took = began.elapsed().as_secs_f64();
    let kind = format!("{} {}", board.variant.word(), board.seats);
    Some(format!("{kind:20} {mode:40} {word:12} {:36} -> {:36} {took:.1} s", row("before:"), row("after:")))
}

/// The behaviours of the zoo that are faults of a bot that is asked.
fn failures() -> impl Iterator<Item = &'static str> {
    let asked = |words: &[&str; 5]| !["", "ok", "resign"].contains(&words[2]) && !words[2].contains("ok");
    zoo().filter(move |(mode, words)| asked(words) && !mode.starts_with("bare")).map(|(mode, _)| *mode)
}

/// Tries some failures on the first board. With `SHRINK_ALL`, tries all in each variant, and adds a row for each to the
/// file that it names. A failure that has a row there is not tried again, so an hour of work survives a stop.
///
/// Each failure is shown by more than ten runs of its bot, and one of them is that no answer comes.
#[test]
fn failures_of_the_zoo_are_caught_again_and_made_small() {
    let folder = scratch("shrink");
    let Some(path) = std::env::var_os("SHRINK_ALL").map(PathBuf::from) else {
        for mode in ["stall", "word --action %s%n%x"] {
            assert!(shrunk(&folder, boards::kinds()[0], mode).is_some(), "{mode}");
        }
        return;
    };
    let mut table = fs::read_to_string(&path).unwrap_or_default();
    for board in boards::all() {
        for mode in failures() {
            let kind = format!("{} {}", board.variant.word(), board.seats);
            let start = format!("{kind:20} {mode:40} ");
            if !table.contains(&start) {
                let row = shrunk(&folder, board, mode).unwrap_or_else(|| format!("{start}no fault"));
                table += &(row + "\n");
                fs::write(&path, &table).unwrap();
            }
        }
    }
    let rows = table.lines().filter(|row| !row.ends_with("no fault")).count();
    assert!(rows >= 10 * boards::all().len(), "{table}");
}

#[test]
fn a_failure_of_a_position_is_a_script_of_one_question() {
    let folder = scratch("shrink-position");
    // Fails wherever the black queen is on the board, and only then.
    let bot = "while read -r verb rest; do case $verb in uvi) echo feature legal history; echo uviok;; isready) echo readyok;; \
               position) board=${rest%% *};; legal) set -- $rest;; quit) exit;; go) case $board in *q*) \
               [ $# -eq 20 ] || exit 1;; esac; echo bestmove $1;; esac; done\n";
    fs::write(folder.join("bot.sh"), bot).unwrap();
    let chess = boards::all().into_iter().find(|board| board.variant.word() == "chess").unwrap();
    let bots = ["sh bot.sh".to_owned(), "random".to_owned()];
    play(&folder, "game.jsonl", chess, &bots, &["--bot-option", "2:seed=3"]);
    let small = arbiter(&folder, &["shrink", "game.jsonl", "1", "-o", "queen.uvi"]);
    assert_eq!(small.code, Some(0), "{small:?}");
    let script = fs::read_to_string(folder.join("queen.uvi")).unwrap();
    assert!(small.out.contains("after:  games 1, questions 1"), "{small:?}");
    let position = script.lines().find_map(|line| line.strip_prefix("> position ")).unwrap();
    assert!(script.contains(&format!("\n> history {position} moves\n")), "{script}");
    assert!(script.starts_with("# arbiter rerun queen.uvi\n"), "{script}");
    assert!(script.contains("# fails in 5 of 5 runs"), "{script}");
    let ran = arbiter(&folder, &["rerun", "queen.uvi"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
}
