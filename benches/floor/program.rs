//! Rows that run the whole program: tournaments whose bots repeat a game of chess.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    thread,
    time::Duration,
};

use super::meter::{Measured, Meter};

/// A random game that ends with a mate: the answers of both sides in turn.
const GAME: &str = include_str!("game.txt");

/// The shortest possible game.
const SHORT_GAME: &str = "bestmove f2f3\nbestmove e7e5\nbestmove g2g4\nbestmove d8h4\n";

/// The number of decisions in the short game.
pub(crate) const SHORT_DECISIONS: u32 = 4;

/// The interval at which the program's memory and descriptors are read.
const LOOK: Duration = Duration::from_millis(2);

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    /// The instructions of all processes in user mode.
    pub(crate) instructions: Option<u64>,
    pub(crate) calls: Option<u64>,
    /// The peak memory of the arbiter's process, in bytes.
    pub(crate) memory: Option<u64>,
    /// The maximum number of open descriptors seen.
    pub(crate) files: Option<u64>,
}

pub(crate) fn one_at_once(decisions: u64) -> io::Result<Measured> {
    tournament(decisions, GAME, &["--concurrency", "1"])
}

pub(crate) fn two_at_once(decisions: u64) -> io::Result<Measured> {
    tournament(decisions, GAME, &["--concurrency", "2"])
}

/// Short games with new bots for each. Plays only a hundredth of the decisions, because a start takes long.
pub(crate) fn restart(decisions: u64) -> io::Result<Measured> {
    tournament(decisions / 100, SHORT_GAME, &["--concurrency", "1", "--restart"])
}

/// Short games, 256 at once. Plays a tenth of the decisions.
pub(crate) fn many_at_once(decisions: u64) -> io::Result<Measured> {
    tournament(decisions / 10, SHORT_GAME, &["--concurrency", "256", "--keep", "512"])
}

fn tournament(decisions: u64, answers: &str, how: &[&str]) -> io::Result<Measured> {
    let folder = Folder::make()?;
    let script = folder.0.join("answers");
    fs::write(&script, answers)?;
    let length = answers.lines().count() as u64;
    let rounds = (decisions / length / 2).max(1);
    let bot = shell_words::join([env!("CARGO_BIN_EXE_arbiter-echo"), "plies", path_text(&script)?]);
    let plan = folder.0.join("cup.toml");
    let bots = ["a", "b"].map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = {bot:?}\n"));
    fs::write(&plan, format!("variant = \"chess\"\nseed = \"2a\"\nrounds = {rounds}\n{}", bots.concat()))?;
    let counted = folder.0.join("counted");
    let mut command = match perf() {
        true => {
            let mut command = Command::new("perf");
            command.args(["stat", "-x,", "-e", EVENTS, "-o"]).arg(&counted).arg(env!("CARGO_BIN_EXE_arbiter"));
            command
        }
        false => Command::new(env!("CARGO_BIN_EXE_arbiter")),
    };
    command.arg("tournament").arg(&plan).arg("--quiet").args(how).stdin(Stdio::null()).stdout(Stdio::null());
    let meter = Meter::start()?;
    let mut arbiter = command.spawn()?;
    let seen = if how.contains(&"256") { watch(&mut arbiter)? } else { Counts::default() };
    let status = arbiter.wait()?;
    let games = 2 * rounds;
    let mut measured = meter.stop(games * length)?;
    let results = fs::read_to_string(plan.with_extension("games").join("results.jsonl"))?;
    if !status.success() || results.lines().count() as u64 != games {
        return Err(io::Error::other(format!(
            "expected {games} games of the tournament, and it to end well: {status}"
        )));
    }
    let counted = fs::read_to_string(counted).unwrap_or_default();
    let count = |event: &str| {
        let line = counted.lines().find(|line| line.contains(event))?;
        line.split(',').next()?.parse().ok()
    };
    measured.counts =
        Some(Counts { instructions: count("instructions"), calls: count("raw_syscalls:sys_enter"), ..seen });
    Ok(measured)
}

const EVENTS: &str = "instructions:u,raw_syscalls:sys_enter";

/// Returns true if `perf` is installed and may count.
fn perf() -> bool {
    let tried = Command::new("perf").args(["stat", "-e", EVENTS, "true"]).stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success())
}

/// Watches the arbiter until it ends. `child` is the arbiter, or a `perf` that runs it.
fn watch(child: &mut Child) -> io::Result<Counts> {
    let mut most = Counts::default();
    while child.try_wait()?.is_none() {
        let below = fs::read_to_string(format!("/proc/{0}/task/{0}/children", child.id())).unwrap_or_default();
        let is_perf = fs::read_to_string(format!("/proc/{}/comm", child.id())).is_ok_and(|name| name == "perf\n");
        let arbiter = match below.split_whitespace().next() {
            Some(arbiter) if is_perf => arbiter.to_owned(),
            Some(_) | None => child.id().to_string(),
        };
        let status = fs::read_to_string(format!("/proc/{arbiter}/status")).unwrap_or_default();
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = kilobytes.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        let files = fs::read_dir(format!("/proc/{arbiter}/fd")).map(|files| files.count() as u64).ok();
        most.memory = most.memory.max(kilobytes.map(|kilobytes| kilobytes * 1024));
        most.files = most.files.max(files);
        thread::sleep(LOOK);
    }
    Ok(most)
}

/// The folder of a tournament, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn make() -> io::Result<Self> {
        let path = env::temp_dir().join(format!("arbiter-floor-cup-{}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A failure to remove the folder is ignored, because `drop` cannot report it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn path_text(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or_else(|| io::Error::other("expected a path of UTF-8"))
}
