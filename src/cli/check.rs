//! `check`: whether a bot keeps the protocol, told to people or as JSON.

use std::time::Duration;

use arbiter::{
    bot::{Launch, Nursery, split_command},
    check::{self, Report, Settings, Status},
    game::Variant,
    games,
    record::Said,
    referee::{Limits, Patience},
};
use uvi::{Text, Value};

use super::{
    args::CheckArgs,
    exit::{Exit, Result, failed, usage},
    output::print_all,
    seats,
};

/// How wide the names of steps are.
const WIDTH: usize = 24;

/// Checks a bot.
pub(crate) fn run(args: &CheckArgs) -> Result {
    let settings = settings(args)?;
    let nursery = Nursery::new(std::env::current_exe().map_err(failed)?).map_err(failed)?;
    let mut counts = [0; 3];
    let mut printed = Ok(());
    let mut tell = |report: &Report| {
        counts[report.status as usize] += 1;
        let lines = if args.json { vec![json(report)] } else { told(report) };
        if printed.is_ok() {
            printed = print_all(lines);
        }
    };
    let conforms = check::run(&settings, &nursery, &mut tell).map_err(failed)?;
    printed?;
    if !args.json {
        let [pass, fail, skip] = counts;
        print_all([format!("{} steps: {pass} passed, {fail} failed, {skip} left out", pass + fail + skip)])?;
    }
    Ok(if conforms { Exit::Yes } else { Exit::No })
}

fn settings(args: &CheckArgs) -> Result<Settings> {
    let command = seats::beside(&args.command).unwrap_or_else(|| args.command.clone());
    let words = split_command(&command).map_err(|error| usage(format!("in the command line: {error}")))?;
    let mut launch = Launch::new(words);
    for text in &args.set {
        let (key, value) = seats::switch(text);
        launch.limits.set(key, value).map_err(|error| usage(format!("--set {text}: {error}")))?;
    }
    let mut options = Vec::new();
    for text in &args.bot_option {
        let (name, value) = seats::pair("--bot-option", text)?;
        options.push((name, Value::new(value)));
    }
    let mut patience = Patience::default();
    if let Some(words) = &args.patience {
        let [greet, ready, quit] = seats::patience(words)?;
        for (time, millis) in [(&mut patience.greet, greet), (&mut patience.ready, ready), (&mut patience.quit, quit)] {
            *time = millis.map_or(*time, Duration::from_millis);
        }
    }
    let limits = seats::clock("--clock", &args.clock)?.as_ref().map(Limits::from).unwrap_or_default();
    Ok(Settings {
        command: Text::new(command),
        launch,
        options,
        variants: args.variants.iter().map(|word| variant(word)).collect::<Result<_>>()?,
        patience,
        limits,
        decisions: args.decisions,
        seed: seats::seed(&args.seed)?,
        verbose: args.verbose,
    })
}

fn variant(word: &str) -> Result<&'static dyn Variant> {
    games::find(word).ok_or_else(|| {
        let known: Vec<_> = games::REGISTRY.iter().map(|variant| variant.word()).collect();
        usage(format!("no variant {word}; the arbiter knows {}", known.join(", ")))
    })
}

fn json(report: &Report) -> String {
    serde_json::to_string(report).expect("a report has only text keys")
}

/// A report for people: a line, and below it what went wrong.
fn told(report: &Report) -> Vec<String> {
    let status = match report.status {
        Status::Pass => "pass",
        Status::Fail => "FAIL",
        Status::Skip => "skip",
    };
    let game = report.variant.iter().cloned().chain(report.seats.map(|seats| seats.to_string()));
    let step = [report.step.to_owned()].into_iter().chain(game).collect::<Vec<_>>().join(" ");
    let mut lines = vec![format!("{status}  {step:WIDTH$} {}", report.text).trim_end().to_owned()];
    let mut below = |lines_below: &mut dyn Iterator<Item = String>| {
        lines.extend(lines_below.map(|line| format!("        {line}")));
    };
    if let Some(failure) = &report.failure {
        if let (Some(line), Some(column)) = (&failure.line, failure.column) {
            below(&mut Said::pointed(line, column).into_iter());
        }
        let position = failure.position.iter().filter(|position| !report.text.contains(position.as_str()));
        below(&mut position.map(|position| format!("in position {position}")));
    }
    if !report.dialogue.is_empty() {
        below(&mut ["what crossed the pipes (> to the bot, < from it):".to_owned()].into_iter());
        below(&mut report.dialogue.iter().map(|line| format!("  {line}")));
    }
    if let Some(failure) = &report.failure {
        if let Some(stderr) = &failure.stderr {
            below(&mut ["its stderr:".to_owned()].into_iter());
            below(&mut stderr.lines().map(|line| format!("  {line}")));
        }
        below(&mut failure.cause.iter().map(|cause| format!("likely cause: {cause}")));
        below(&mut failure.by_hand.iter().map(|command| format!("by hand: {command}")));
    }
    lines
}
