//! The reports of the steps: to people, in goldens that `UPDATE_GOLDENS=1` rewrites, and as JSON.

use std::{fs, process::Command, thread};

use serde_json::Value;
use testkit::{
    golden::golden,
    processes::{put_program, scratch},
    root,
    run::arbiter_reads,
    word,
};

use super::{FAULTY, IMPATIENT, check};

/// Compares with a golden file, in which the program is called `BOT`.
#[track_caller]
fn told(name: &str, out: &str) {
    golden(&root().join("tests/check/golden").join(name), &out.replace(&*FAULTY, "BOT"));
}

#[test]
fn bots_are_told_to_people() {
    for (mode, code) in [("good", 0), ("wrong-case", 1), ("bad-greeting", 1)] {
        let done = check(&format!("{} --mode {mode}", *FAULTY), &IMPATIENT);
        assert_eq!((done.code, done.err.as_str()), (Some(code), ""), "{}", done.out);
        told(&format!("{mode}.txt"), &done.out);
    }
}

#[test]
fn all_that_crosses_the_pipes_is_told_where_that_is_wanted() {
    let done = check(&format!("{} --mode good", *FAULTY), &[&IMPATIENT[..], &["--verbose"]].concat());
    // The comparison ends before the step `thinking`, because in later steps a bot may or may not be slow enough to
    // hear `stop`.
    let (before, _) = done.out.split_once("pass  thinking").unwrap();
    // The second question of the step `again` has the time that the first answer has left.
    let left = before.rsplit_once("go movetime ").unwrap().1.lines().next().unwrap();
    assert!((1000..=4000).contains(&left.parse::<u32>().unwrap()), "{left}");
    told("verbose.txt", &before.replace(&format!("go movetime {left}\n"), "go movetime LEFT\n"));
}

/// After `stop`, `readyok` promises that no answer follows. In a match, a second answer is ignored or counts for the next
/// question, as it happens to be read. The check says `error` to the bot as a test, so what the bot writes about it tells
/// nothing about its end.
#[test]
fn what_a_bot_does_oddly_is_named_though_it_passes() {
    // Without a limit, the bot thinks until `stop`.
    let thinks = "go) case $# in 1) thinks=1;; *) echo bestmove $action;; esac;; stop) ;;";
    let late = format!("{thinks} isready) echo readyok; if [ $thinks ]; then thinks=; echo bestmove $action; fi;;");
    let early = format!("{thinks} isready) if [ $thinks ]; then thinks=; echo bestmove $action; fi; echo readyok;;");
    let ignored = "uvi) echo feature leagl legal; echo optoin name x type check; echo uviok;;
        go) echo info score +2.5; echo info depth 1 pv zz; echo bestmove $action;;";
    for (branches, last, expected) in [
        (
            &*late,
            "",
            &["; warning: expected the answer before readyok, found it after: it may count for the next go"][..],
        ),
        (&early, "", &[]),
        (
            r"go) printf 'bestmove %s\nbestmove %s\n' $action $action;;",
            "",
            &["; warning: an answer came when no question was open, and may count for the next one"],
        ),
        (
            "uvi) echo bestmove a1; echo feature legal; echo uviok;;",
            "",
            &["feature legal; warning: an answer came when no question was open, and may count for the next one"],
        ),
        (
            ignored,
            "",
            &[
                "feature legal; ignored: there is no feature leagl; did you mean legal?; an ignored line may be meant as option: optoin name",
                "; ignored: info score: expected a number, such as -3, 2.5 or 1e3, found +2.5",
                "; warning: its line has zz, which is not legal there: info depth 1 pv zz",
            ],
        ),
        (
            "error) echo alarm >&2;;",
            "echo farewell >&2",
            &["exited with status 0; the last line of its stderr: farewell"],
        ),
    ] {
        let done = check(&shell_bot("odd", branches, last), &["--variant", "isolation", "--decisions", "3"]);
        assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{}", done.out);
        assert!(expected.iter().all(|text| done.out.contains(text)), "{expected:?}: {}", done.out);
        let is_warned = expected.iter().any(|text| text.contains("warning"));
        assert_eq!((done.out.contains("warning"), done.out.contains("alarm")), (is_warned, false), "{}", done.out);
    }
}

fn script(name: &str, text: &str) -> String {
    let path = scratch(name).join("bot");
    put_program(&path, format!("#!/bin/sh\n{text}"));
    word(path)
}

/// A bot that plays the first legal action, unless one of these branches of the shell comes first. At the end of its
/// input it runs `last`.
fn shell_bot(name: &str, branches: &str, last: &str) -> String {
    let usual = "uvi) echo feature legal; echo uviok;; isready) echo readyok;; legal) action=$2;; quit) exit;; \
                 go) echo bestmove $action;;";
    script(
        name,
        &format!("asked=0; while read -r line; do set -- $line; case $1 in {branches} {usual} esac; done; {last}\n"),
    )
}

/// The report of the first step that fails with this clock and this patience.
#[track_caller]
fn failed_within(command: &str, clock: &str, patience: &str) -> Value {
    let words = ["--variant", "isolation", "--clock", clock, "--patience", patience, "--json", "--fail-fast"];
    let done = check(command, &words);
    let mut reports = done.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    reports.find(|report| report["status"] == "fail").unwrap_or_else(|| panic!("{command} passes"))
}

/// Which signs tell which cause is tested without a process.
#[test]
fn the_likely_cause_is_named() {
    let uci = "while read line; do case $line in uvi*) echo id name X; echo uciok;; esac; done\n";
    let held = "said=; while read line; do case $line in uvi*) said='uviok';; esac; done; echo $said\n";
    for (command, step, expected) in [
        (format!("{} --mode crash --last-words oh", *FAULTY), "newgame", "stderr says why"),
        (shell_bot("cut", "go) printf 'bestmove %s' $action; exit;;", ""), "newgame", "missing after: bestmove "),
        (script("uci", uci), "greeting", "speaks UCI"),
        (script("held", held), "greeting", "flush stdout after each line"),
    ] {
        // The bots that do not greet never would.
        let greet = if step == "greeting" { 1000 } else { 60_000 };
        let report = failed_within(&command, "movetime 60000", &format!("greet {greet} ready 60000 quit 4000"));
        let cause = report["failure"]["cause"].as_str().unwrap_or_default();
        assert!(report["step"] == step && cause.contains(expected), "{command}: {report:#}");
    }
}

/// Games that begin in rare positions are no whole games.
#[test]
fn whole_games_are_counted_apart() {
    let done = check("random", &["--variant", "catalonia", "--json"]);
    let mut reports = done.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let report = reports.find(|report| report["step"] == "game").unwrap();
    assert!(report["games"] == 2 && report["text"].as_str().unwrap().starts_with("2 games, "), "{report}");
    assert!(report["text"].as_str().unwrap().contains(" more from rare positions, "), "{report}");
}

#[test]
fn a_level_needs_its_games() {
    let resigns =
        "newgame) asked=0;; go) asked=$((asked + 1)); [ $asked -gt 1 ] && echo resign || echo bestmove $action;;";
    let gives_up = check(&shell_bot("gives-up", "go) echo resign;;", ""), &["--variant", "isolation"]);
    for expected in [
        " resigned, each at its first decision, ",
        "\nno level of UVI 1, because the bot resigned at its first decision (step again); return an action, unless",
    ] {
        assert!(gives_up.code == Some(0) && gives_up.out.contains(expected), "{expected}: {}", gives_up.out);
    }
    let done = check(&shell_bot("resigns", resigns, ""), &["--variant", "isolation"]);
    assert!(done.out.contains("\nconforms to UVI 1 at level 1 of 4: "), "{}", done.out);
    assert!(done.out.contains(", found 0: a game in which the bot resigns does not count"), "{}", done.out);
}

/// A bot that answers each position only once. When the check refuses an answer and asks again about the same position,
/// the bot is silent, and the step `again` fails.
#[test]
fn a_bot_that_is_told_of_its_error_must_answer_again() {
    let deaf = "said= position= legal=\nwhile read verb rest; do case $verb in uvi) echo feature legal; echo uviok;; \
                isready) echo readyok;; newgame) said=;; position) position=$rest;; legal) legal=${rest%% *};; \
                quit) exit;; go) [ \"$position\" = \"$said\" ] || echo bestmove $legal; said=$position;; esac; done\n";
    let answers = script("again-deaf", deaf);
    let report = failed_within(&answers, IMPATIENT[3], IMPATIENT[5]);
    assert_eq!((&report["step"], &report["failure"]["fault"]), (&"again".into(), &"timeout".into()), "{report:#}");
    let dialogue: Vec<&str> =
        report["dialogue"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    let told = dialogue.iter().position(|line| line.starts_with("> error unreadable: ")).unwrap();
    assert!(
        dialogue[told - 1].starts_with("< bestmove ") && dialogue[told + 1].starts_with("> position "),
        "{report:#}"
    );
    assert!(report["failure"]["by_hand"].as_str().unwrap().contains("'error unreadable: "), "{report:#}");
}

#[test]
fn a_failure_has_its_place_and_a_way_to_see_it_by_hand() {
    let report = failed_within(&format!("{} --mode wrong-case --last-words hm", *FAULTY), IMPATIENT[3], IMPATIENT[5]);
    let failure = &report["failure"];
    assert_eq!((&failure["fault"], &failure["column"]), (&"unreadable".into(), &10.into()), "{report:#}");
    assert!(failure["line"].as_str().unwrap().starts_with("bestmove "), "{report:#}");
    assert_eq!(failure["stderr"], "hm");
    assert!(!report["text"].as_str().unwrap().contains("in position"), "{report:#}");
    let position = failure["position"].as_str().unwrap();
    let heard = report["dialogue"].as_array().unwrap();
    assert!(heard.iter().any(|line| line == &format!("> position {position}")), "{report:#}");
    // If the command `by_hand` repeats the dialogue, the bot says the reported line again.
    let by_hand = failure["by_hand"].as_str().unwrap();
    let output = Command::new("sh").args(["-c", by_hand]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().last(), failure["line"].as_str(), "{by_hand}");
}

#[test]
fn the_steps_of_a_whole_check_are_these() {
    let done = check(&FAULTY, &[&IMPATIENT[..], &["--json", "--variant", "orwell", "--decisions", "2"]].concat());
    let reports = done.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let steps: Vec<String> = reports
        .map(|report| {
            let variant = report["variant"].as_str().map(|variant| format!(" {variant} {}", report["seats"]));
            report["step"].as_str().unwrap().to_owned() + &variant.unwrap_or_default()
        })
        .collect();
    let expected = "start, greeting, options, variants, isready, unknown-lines, error, newgame, again, thinking, \
                    stop, gameover, movetime, clock, game isolation 2, game orwell 3, quit, end-of-input";
    assert_eq!(steps.join(", "), expected);
}

/// A process remembers, so a script has all that it was told.
#[test]
fn the_failure_of_any_step_comes_again_from_its_script() {
    let folder = scratch("check-scripts");
    let third = "newgame) n=0;; go) n=$((n + 1)); [ $n -lt 3 ] || exit 1; echo bestmove $action;;";
    let rows = [
        ("hello", "hello) exit 1;;", "unknown-lines", "crash"),
        ("third", third, "movetime", "crash"),
        ("stopped", "go) [ $# -eq 1 ] || echo bestmove $action;;", "stop", "timeout"),
        ("set", "go) [ ! \"$MODE\" ] || exit 1; echo bestmove $action;;", "newgame", "crash"),
    ];
    thread::scope(|scope| {
        for (name, branches, step, fault) in rows {
            let script = folder.join(format!("{name}.uvi")).into_os_string().into_string().unwrap();
            scope.spawn(move || {
                let words = ["--variant", "isolation", "--patience", "greet 60000 ready 4000 quit 1000", "--fail-fast"];
                let words = [&words[..], &["--set", "env=MODE=1", "--script", &script]].concat();
                let done = check(&shell_bot(name, branches, ""), &words);
                assert!(done.out.contains(&format!("FAIL  {step} ")), "{name}: {}", done.out);
                assert!(done.out.ends_with(&format!("\nagain: arbiter rerun {}\n", word(&script))), "{}", done.out);
                assert!(done.out.contains(" | env 'MODE=1' "), "{name}: {}", done.out);
                let again = arbiter_reads(&["rerun", &script], "");
                let expected = format!("  now:  {fault}: ");
                let fails = again.out.starts_with("fails again at line ") && again.out.contains(&expected);
                assert!(again.code == Some(1) && fails, "{name}: {again:?}");
                let mended = arbiter_reads(&["rerun", &script, "--", "random"], "");
                assert!(mended.code == Some(0) && mended.out.starts_with("no fault any more"), "{name}: {mended:?}");
            });
        }
    });
}

#[test]
fn an_old_script_does_not_outlive_its_failure() {
    let script = scratch("check-stale").join("failure.uvi");
    let stays = format!("{} --mode ignore-quit", *FAULTY);
    for (bot, code, expected) in
        [("random", 0, ""), (&stays, 1, "no script: no match would see the failure of the step quit")]
    {
        fs::write(&script, "> uvi 1\n").unwrap();
        let words = ["--variant", "isolation", "--decisions", "1", "--patience", "quit 1000", "--script"];
        let done = check(bot, &[&words[..], &[script.to_str().unwrap()]].concat());
        assert!(done.code == Some(code) && done.out.contains(expected) && !script.exists(), "{bot}: {done:?}");
    }
    fs::write(&script, "print('a bot')\n").unwrap();
    let done = check("random", &["--script", script.to_str().unwrap()]);
    assert!(done.code == Some(4) && done.err.contains("already exists and is no script"), "{done:?}");
}
