//! Long tests, too slow for every test run: many matches at once, a day of matches, and the zoo (every hostile
//! behaviour of a bot) on every variant with every number of seats. The program prints a table, reports each part as
//! passed or failed, and exits with status 1 if a part failed.
//!
//! ```text
//! cargo bench --features faulty --bench soak
//! cargo bench --features faulty --bench soak -- --at-once 64 --matches 1000 --part crowd --part day
//! ```
//!
//! `cargo test --test it load` does the same with few matches. Under `cargo test` this program does little, as a smoke
//! test.
#![expect(clippy::print_stdout, reason = "it is read by people")]

use std::{env, panic, process::ExitCode, time::Instant};

use clap::{Parser, ValueEnum};
use testkit::{
    boards,
    footprint::Footprint,
    load::{self, Load},
    zoo::keeping,
};

/// Loads that take too long for every run of the tests
#[derive(Debug, Clone, Parser)]
struct Arguments {
    /// The number of matches at once
    #[arg(long, default_value_t = 256)]
    at_once: usize,
    /// The number of matches of a day
    #[arg(long, default_value_t = 20_000)]
    matches: usize,
    /// The parts to play; all by default
    #[arg(long = "part", value_enum)]
    parts: Vec<Part>,
    /// The argument that cargo passes to benchmarks
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Many matches at once
    Crowd,
    /// Many matches one after another
    Day,
    /// Every behaviour at every stage in every game
    Zoo,
}

fn main() -> ExitCode {
    let arguments = if env::args().any(|argument| argument == "--bench") {
        Arguments::parse()
    } else {
        Arguments { at_once: 4, matches: 20, parts: vec![Part::Crowd, Part::Day], bench: false }
    };
    let mut passed = true;
    for part in Part::value_variants() {
        if !arguments.parts.is_empty() && !arguments.parts.contains(part) {
            continue;
        }
        let begin = Instant::now();
        let done = panic::catch_unwind(|| match part {
            Part::Crowd => crowd(arguments.at_once),
            Part::Day => day(arguments.matches),
            Part::Zoo => zoo(),
        });
        passed &= done.is_ok();
        let word = if done.is_ok() { "passed" } else { "FAILED" };
        println!("{part:?}: {word} after {:.0} s\n", begin.elapsed().as_secs_f64());
    }
    ExitCode::from(u8::from(!passed))
}

fn crowd(matches: usize) {
    let load = load::crowd(matches);
    table(&load);
    let Load { before, most, matches, .. } = load;
    let each = |most: usize, before: usize| (most - before) as f64 / matches as f64;
    println!(
        "a match: {:.0} KiB, {:.1} descriptors, {:.1} threads",
        (most.memory - before.memory) as f64 / 1024.0 / matches as f64,
        each(most.descriptors, before.descriptors),
        each(most.threads, before.threads)
    );
}

fn day(matches: usize) {
    table(&load::day(matches));
}

fn zoo() {
    for board in boards::all() {
        let rows = keeping::rows(board);
        keeping::keep(&rows, 60);
        println!("{} with {} seats: {} rows", board.variant.word(), board.seats, rows.len());
    }
}

fn table(load: &Load) {
    let rate = load.matches as f64 / load.took.as_secs_f64();
    println!("{} matches in {:.1} s, {rate:.1} a second", load.matches, load.took.as_secs_f64());
    println!("{:12} {:>11} {:>12} {:>8}", "", "memory, KiB", "descriptors", "threads");
    let row = |name: &str, held: Footprint| {
        println!("{name:12} {:>11} {:>12} {:>8}", held.memory >> 10, held.descriptors, held.threads);
    };
    row("before", load.before);
    row("the most", load.most);
    for (number, held) in (1..).zip(&load.looks) {
        row(&format!("after {number}/{}", load.looks.len()), *held);
    }
}
