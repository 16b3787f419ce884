//! Tournaments with real bots. The results are the same for any number of games at once, and after kills and stops.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod edges;
mod files;
mod gate;
mod keeping;
mod lots;
mod luck;
mod needs;
mod openings;
mod orders;
mod programs;
mod rating;
mod replays;
mod report;
mod results;
mod tables;
mod terminal;
mod trust;
mod verdicts;

use serde_json::{Value, json};
use testkit::{
    processes::put_program,
    run::{RunFolder as Cup, Said, said},
};

/// The faulty bot. Without a mode it plays the first legal action.
fn faulty(args: &str) -> String {
    format!("{} {args}", testkit::program_word("arbiter-faulty"))
}

/// A program that runs these lines of shell, then becomes this bot.
fn program(cup: &Cup, name: &str, lines: &str, bot: &str) {
    let bot = testkit::program_word(&format!("arbiter-{bot}"));
    put_program(cup.path(name), format!("#!/bin/sh\n{lines}\nexec {bot} --seed 1\n"));
}

/// A tournament file with these bots, each with its command line. Random bots have a seed of their own.
fn file(head: &str, bots: &[(&str, &str)]) -> String {
    let bot = |(seed, (name, command)): (usize, &(&str, &str))| {
        let options = if *command == "random" { format!("options = {{ seed = {seed} }}\n") } else { String::new() };
        format!("[[bot]]\nname = {}\ncommand = {command:?}\n{options}", json!(name))
    };
    format!("seed = \"2a\"\n{head}\n{}", bots.iter().enumerate().map(bot).collect::<String>())
}

fn seats(result: &Value) -> Vec<&str> {
    result["seats"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}
