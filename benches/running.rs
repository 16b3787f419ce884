//! Measures the cost of playing many games: without output, to a pipe and on a terminal, and with few bots and many.
//!
//! ```text
//! cargo bench --bench running -- --games 20000
//! ```
//!
//! Under `cargo test` the program plays only a few games, as a smoke test.

use std::{
    env, fs,
    io::Read,
    os::fd::OwnedFd,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use rustix::{
    fs::{Mode, OFlags},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};

/// The cost of playing many games
#[derive(Debug, Clone, Copy, Parser)]
struct Arguments {
    /// The number of games in the rows of two bots
    #[arg(long, default_value_t = 20_000)]
    games: u32,
    /// The least number of games in the rows of more bots
    #[arg(long, default_value_t = 1500)]
    crowd: u32,
    /// The argument that cargo passes to benchmarks
    #[arg(long, hide = true)]
    bench: bool,
}

/// The reader of the program's output.
#[derive(Debug, Clone, Copy)]
enum Looking {
    Nobody,
    Pipe,
    Terminal,
}

#[expect(clippy::print_stdout, reason = "it is read by people")]
fn main() -> Result<()> {
    let arguments = if env::args().any(|argument| argument == "--bench") {
        Arguments::parse()
    } else {
        Arguments { games: 4, crowd: 1, bench: false }
    };
    let scratch = env::temp_dir().join(format!("arbiter-running-{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    let rows = [
        ("quiet", 2, Looking::Nobody),
        ("lines into a pipe", 2, Looking::Pipe),
        ("on a terminal", 2, Looking::Terminal),
        ("4 bots", 4, Looking::Nobody),
        ("6 bots", 6, Looking::Nobody),
        ("40 bots", 40, Looking::Nobody),
    ];
    println!("{:<20}{:>8}{:>10}{:>12}{:>8}", "", "games", "seconds", "ms a game", "starts");
    for (name, bots, looking) in rows {
        let folder = scratch.join(name.replace(' ', "-"));
        let wanted = if bots == 2 { arguments.games } else { arguments.crowd };
        let played = play(&folder, bots, wanted, looking).with_context(|| name.to_owned())?;
        let seconds = played.time.as_secs_f64();
        let each = seconds * 1000.0 / f64::from(played.games);
        println!("{name:<20}{:>8}{seconds:>10.1}{each:>12.2}{:>8}", played.games, played.starts);
    }
    Ok(fs::remove_dir_all(&scratch)?)
}

struct Played {
    games: u32,
    /// The number of bot processes started.
    starts: usize,
    time: Duration,
}

/// Plays a round robin of `bots` bots that answer at once, with at least `games` games.
fn play(folder: &Path, bots: u32, games: u32, looking: Looking) -> Result<Played> {
    fs::create_dir_all(folder)?;
    let round = bots * (bots - 1);
    let rounds = games.div_ceil(round).max(1);
    let starts = folder.join("starts");
    let program = folder.join("bot.sh");
    let random = env!("CARGO_BIN_EXE_arbiter-random");
    fs::write(&program, format!("echo started >> '{}'\nexec '{random}'\n", starts.display()))?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.args(["tournament", "--variant", "isolation", "--seed", "2a", "--rounds", &rounds.to_string()]);
    command.args(["-c", "2"]).arg("--folder").arg(folder.join("games"));
    for bot in 0..bots {
        command.arg("--bot").arg(format!("{bot}=/bin/sh {}", program.display()));
    }
    command.stdin(Stdio::null());
    let mut screen = None;
    match looking {
        Looking::Nobody => {
            command.arg("--quiet").stdout(Stdio::null()).stderr(Stdio::null());
        }
        Looking::Pipe => {
            command.stdout(Stdio::null()).stderr(Stdio::null());
        }
        Looking::Terminal => {
            let (ours, theirs) = terminal()?;
            command.stdout(theirs.try_clone()?).stderr(theirs);
            screen = Some(ours);
        }
    }
    let begun = Instant::now();
    let mut child = command.spawn()?;
    // The command holds the program's end of the terminal, which must be closed so that the reader sees the end.
    drop(command);
    let reader = screen.map(|ours| {
        thread::spawn(move || {
            let (mut screen, mut drawn) = (fs::File::from(ours), [0; 4096]);
            // Reading from a terminal that no process holds open any more is an error.
            while screen.read(&mut drawn).is_ok_and(|read| read > 0) {}
        })
    });
    let status = child.wait()?;
    let time = begun.elapsed();
    if let Some(reader) = reader {
        let _ = reader.join();
    }
    ensure!(status.success(), "the tournament has ended with {status}");
    let starts = fs::read_to_string(&starts)?.lines().count();
    Ok(Played { games: rounds * round, starts, time })
}

/// A pseudo-terminal: the reader's end, and the program's end.
fn terminal() -> Result<(OwnedFd, OwnedFd)> {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    grantpt(&ours)?;
    unlockpt(&ours)?;
    let name = ptsname(&ours, Vec::new())?;
    let theirs = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
    Ok((ours, theirs))
}
