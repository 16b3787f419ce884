//! `arbiter check`: our own bots pass, every kind of misbehaviour fails in its step, and people and programs can read
//! the report.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod modes;
mod reports;

use std::{sync::LazyLock, thread};

use testkit::run::{Said, arbiter_reads};

const ARBITER: &str = env!("CARGO_BIN_EXE_arbiter");
/// The bot that misbehaves, as a word of a command line.
static FAULTY: LazyLock<String> = LazyLock::new(|| testkit::program_word("arbiter-faulty"));

/// Short games and little patience, for bots that need not pass.
const IMPATIENT: [&str; 6] =
    ["--variant", "isolation", "--clock", "movetime 2000", "--patience", "greet 3000 ready 2000 quit 4000"];

/// Time enough on a busy machine, for bots that pass.
const PATIENT: [&str; 4] = ["--clock", "movetime 20000", "--patience", "greet 60000 ready 60000 quit 60000"];

/// Checks a bot.
#[track_caller]
fn check(command: &str, words: &[&str]) -> Said {
    arbiter_reads(&[&["check", command], words].concat(), "")
}

/// Every variant has its decisions, which the arbiter finds without a process: `src/check/lots.rs`.
#[test]
fn our_own_bots_pass() {
    let bots = [
        (
            "random --seed 7",
            &["--variant", "isolation", "--variant", "orwell", "--bot-option", "seed=9", "--seed", "2a"][..],
        ),
        ("greedy", &["--variant", "chess", "--decisions", "4"]),
        ("chain", &["--variant", "catalonia", "--decisions", "4"]),
        ("prowler", &["--variant", "cat-chess", "--decisions", "4"]),
        ("search --nodes 20", &["--variant", "isolation", "--decisions", "4"]),
        (&FAULTY, &["--variant", "isolation", "--decisions", "4"]),
    ];
    let passes = |bot: &str, words: &[&str]| {
        let done = check(bot, &[&PATIENT[..], words].concat());
        assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{bot}: {}", done.out);
        assert!(!done.out.contains("not reached") || words.contains(&"--decisions"), "{bot}: {}", done.out);
    };
    thread::scope(|scope| {
        for (bot, words) in bots {
            scope.spawn(move || passes(bot, words));
        }
    });
}

#[test]
fn what_is_asked_of_the_bot_and_is_not_there_fails() {
    let other = format!("{} --mode other-variant", *FAULTY);
    for (bot, words, expected) in [
        (
            &**FAULTY,
            &["--bot-option", "Hash=5"][..],
            "FAIL  options                  expected an option Hash, but the bot declares no such option; it has none",
        ),
        (&other, &[], "FAIL  variants                 expected isolation, but the bot plays only nonesuch\n"),
        ("random", &["--bot-option", "sede=1"], "the bot declares no such option; did you mean seed?"),
    ] {
        let done = check(bot, &[&IMPATIENT[..], words, &["--fail-fast"]].concat());
        assert!(done.code == Some(1) && done.out.contains(expected), "{done:?}");
    }
}
