//! Measures the start of a bot: the time until it has answered `uvi 1`, and the time until it is gone after `quit`.
//! Rows: without a keeper, with one, with namespaces of its own, and untrusted with and without `strict`. Rows take turns;
//! the table has the median of each. Where no control groups can be made, the strict row is not measured.
//!
//! ```text
//! cargo bench --features faulty --bench start -- --bots 300
//! ```
//!
//! Under `cargo test` the program starts only a few bots, as a smoke test.

use std::{
    io::{Read, Write},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use arbiter::bot::{self, BotProcess, BotSource, Interest, Launch, Nursery, Process, ReadResult, WatchedDescriptor};
use clap::Parser;

/// The cost of starting a bot
#[derive(Debug, Clone, Copy, Parser)]
struct Arguments {
    /// The number of bots that each row starts
    #[arg(long, default_value_t = 300)]
    bots: usize,
    /// The argument that cargo passes to benchmarks
    #[arg(long, hide = true)]
    bench: bool,
}

/// A bot that answers at once.
const BOT: &str = env!("CARGO_BIN_EXE_arbiter-echo");

/// The number of rounds. In each round every row has its turn, with a new nursery.
const ROUNDS: usize = 10;

/// The time that a dropped nursery takes to reap its processes.
const REAPS_IN: Duration = Duration::from_millis(200);

/// The time until the answer, and the time until the bot is gone.
type Times = [Duration; 2];

struct Row {
    name: &'static str,
    /// Settings of the bot; `None` starts it without a keeper.
    set: Option<&'static [(&'static str, &'static str)]>,
}

const ROWS: [Row; 5] = [
    Row { name: "no keeper", set: None },
    Row { name: "isolation off", set: Some(&[("isolation", "off")]) },
    Row { name: "isolation auto", set: Some(&[("isolation", "auto")]) },
    Row { name: "untrusted", set: Some(&[("untrusted", "on")]) },
    Row { name: "strict=off", set: Some(&[("untrusted", "on"), ("strict", "off")]) },
];

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let bots = if arguments.bench { arguments.bots } else { ROUNDS };
    let mut times = ROWS.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for (row, times) in ROWS.iter().zip(&mut times) {
            let nursery = Nursery::adopting(env!("CARGO_BIN_EXE_arbiter").into())?;
            // The first bot starts the fork server and detects the available isolation.
            if let Some(set) = row.set
                && let Err(error) = kept(&nursery, set)
            {
                say(format!("{}: {error}\n", row.name));
                continue;
            }
            for _ in 0..bots.div_ceil(ROUNDS) {
                times.push(match row.set {
                    None => alone()?,
                    Some(set) => kept(&nursery, set)?,
                });
            }
            drop(nursery);
            // The dropped nursery still reaps for a while, and would take processes of the next row for its own.
            thread::sleep(REAPS_IN);
        }
    }
    say(format!("{:16} {:>12} {:>12}\n", "us a bot", "answers", "gone"));
    for (row, times) in ROWS.iter().zip(&times) {
        let median = |place: usize| {
            let mut all: Vec<Duration> = times.iter().map(|times| times[place]).collect();
            all.sort_unstable();
            all.get(all.len() / 2).map_or(0, Duration::as_micros)
        };
        say(format!("{:16} {:12} {:12}\n", row.name, median(0), median(1)));
    }
    Ok(())
}

/// Starts a bot with the standard library alone.
fn alone() -> Result<Times> {
    let start = Instant::now();
    let mut bot = Command::new(BOT).arg("constant").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(mut stdin), Some(mut stdout)) = (bot.stdin.take(), bot.stdout.take()) else { bail!("no pipes") };
    stdin.write_all(b"uvi 1\n")?;
    let _ = stdout.read(&mut [0; 4096])?;
    let answered = start.elapsed();
    stdin.write_all(b"quit\n")?;
    drop(stdin);
    bot.wait()?;
    Ok([answered, start.elapsed()])
}

fn kept(nursery: &Nursery, set: &[(&str, &str)]) -> Result<Times> {
    let mut launch = Launch::new(vec![BOT.into(), "constant".into()]);
    for (key, value) in set {
        launch.limits.set(key, Some(value))?;
    }
    let start = Instant::now();
    let mut bot = nursery.launch(&launch)?;
    bot.send_now(b"uvi 1\n");
    let mut buffer = Vec::with_capacity(4096);
    while !matches!(bot.read_output(&mut buffer), ReadResult::Bytes(_)) {
        wait(&bot)?;
    }
    let answered = start.elapsed();
    bot.send_now(b"quit\n");
    bot.close_input();
    while bot.exit().is_none() {
        while let ReadResult::Bytes(_) = bot.read_output(&mut buffer) {}
        wait(&bot)?;
    }
    Ok([answered, start.elapsed()])
}

/// Waits until the bot has written something or has ended.
fn wait(bot: &Process) -> Result<()> {
    let fds = [bot.fd(BotSource::Output), bot.fd(BotSource::Exit)];
    let wanted: Vec<_> =
        fds.into_iter().flatten().map(|fd| WatchedDescriptor { name: (), fd, interest: Interest::Read }).collect();
    bot::wait(&wanted, None, &mut Vec::new())?;
    Ok(())
}

fn say(text: String) {
    // A failed write cannot be reported to anyone.
    let _ = std::io::stdout().write_all(text.as_bytes());
}
