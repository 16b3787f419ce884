//! A match whose arbiter was killed resumes, and its log becomes that of an undisturbed match. `simulation` kills the
//! arbiter at every operation in every variant; these tests cut real logs.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod cuts;
mod full;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use testkit::boards::{self, Board};

const SEED: &str = "0000000000000000000000000000002a";

/// A variant of each number of seats, with short games. What processes do is the same in all variants.
fn short_boards() -> Vec<Board> {
    let mut boards = boards::all();
    boards.retain(|board| !board.short().is_empty());
    boards.dedup_by_key(|board| board.variant.word());
    boards.sort_by_key(|board| board.seats);
    boards.dedup_by_key(|board| board.seats);
    boards
}

/// `arbiter play`, in which every bot has the command line `bot`.
fn play(board: &Board, bot: &str, log: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.args(board.play((1..=board.seats).map(|_| format!("bot:{bot}"))));
    command.args(["--seed", SEED, "--clock", "none", "--times", "off", "--quiet", "--log"]);
    command.arg(log).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    // Some bots kill the arbiter. An isolated bot could not see the arbiter's process.
    command.args((1..=board.seats).flat_map(|seat| ["--set".to_owned(), format!("{seat}:isolation=off")]));
    command
}

/// `arbiter play --resume`.
fn go_on(log: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.args(["play", "--quiet", "--resume"]).arg(log);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Runs a command. Returns its exit code (`None` after a signal) and its text on stderr, without the warning that
/// `isolation=off` brings.
fn run(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(!err.contains("panicked"), "{err}");
    let lines = err.split_inclusive('\n').filter(|line| !line.starts_with("arbiter: warning: nothing holds a bot"));
    (output.status.code(), lines.collect())
}

/// The text of a finished log. Fails if the seed file still exists.
#[track_caller]
fn finished(log: &Path) -> String {
    assert!(!seed_of(log).exists(), "{} has left its seed", log.display());
    fs::read_to_string(log).unwrap()
}

fn seed_of(log: &Path) -> PathBuf {
    PathBuf::from(format!("{}.seed", log.display()))
}
