//! The user's commands to a tournament under way: lines of stdin, and signals.

use std::{
    borrow::Cow,
    io::{self, IsTerminal},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI32, Ordering},
    },
    thread,
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use rustix::fs::FileType;
use signal_hook::consts::{SIGTERM, SIGUSR1};
use uvi::{LineReader, OwnedLine};
use uvi_cup::{RunEnd, RunnerCommand};

use crate::cli::{
    exit::{Code, CommandResult, failed},
    output::complain,
    signals::{self, SignalPolicy},
};

const LONGEST: usize = 1024;
const COMPLAINTS: u32 = 20;

#[derive(Debug)]
pub(crate) struct RunControls {
    commands: Receiver<RunnerCommand>,
    /// The first signal; 0 if there was none.
    signal: Arc<AtomicI32>,
    /// True if no game runs, so that a signal finishes none.
    rests: Arc<AtomicBool>,
    patience: SignalPolicy,
}

impl RunControls {
    /// Listens to commands and signals. The first signal is a command to stop after the running games.
    pub(crate) fn listen(patience: SignalPolicy) -> CommandResult<Self> {
        let (to_tournament, commands) = unbounded();
        let signal = Arc::new(AtomicI32::new(0));
        let rests = Arc::new(AtomicBool::new(false));
        let idle = Arc::clone(&rests);
        let (seen, stop) = (Arc::clone(&signal), to_tournament.clone());
        let then = match patience {
            SignalPolicy::Person => "; a second signal stops them",
            SignalPolicy::Scheduler => ", starting no more",
        };
        signals::watch(patience, move |number| {
            seen.store(number, Ordering::Release);
            if !idle.load(Ordering::Acquire) {
                complain(&format!("arbiter: finishing the running games{then}"));
            }
            // A finished tournament no longer receives commands.
            let _ = stop.send(RunnerCommand::StopAfter(0));
        })?;
        listen(to_tournament).map_err(failed)?;
        Ok(Self { commands, signal, rests, patience })
    }

    /// The source of the commands, for one tournament at a time.
    pub(crate) fn commands(&self) -> Receiver<RunnerCommand> {
        self.commands.clone()
    }

    pub(crate) fn rest(&self) {
        self.rests.store(true, Ordering::Release);
    }

    pub(crate) fn begin(&self) {
        self.rests.store(false, Ordering::Release);
    }

    pub(crate) fn signal(&self) -> i32 {
        self.signal.load(Ordering::Acquire)
    }

    /// The exit code of a run that was stopped before its end. After a scheduler's signal the job is to be resumed, so the
    /// code is 3.
    pub(crate) fn stopped(&self) -> Code {
        match (self.signal(), self.patience) {
            (0, _) | (SIGTERM | SIGUSR1, SignalPolicy::Scheduler) => Code::Undecided,
            (signal, _) => Code::Signal(signal),
        }
    }

    /// The exit code of a run with this ending.
    pub(super) fn code(&self, ending: RunEnd) -> Code {
        match ending {
            RunEnd::Complete | RunEnd::Decided => Code::Yes,
            RunEnd::Stopped | RunEnd::OutOfTime => self.stopped(),
        }
    }
}

/// Starts the thread that reads commands, unless stdin is the terminal of another job. The thread ends at the end of
/// input; the tournament continues.
fn listen(commands: Sender<RunnerCommand>) -> io::Result<()> {
    if !is_ours() {
        return Ok(());
    }
    let listen = move || {
        let mut lines = LineReader::new(io::stdin(), LONGEST);
        let mut complaints = 0_u32;
        while let Ok(Some(line)) = lines.read_line() {
            let found: Cow<'_, str> = match &line {
                OwnedLine::Text(text) if text.trim().is_empty() => continue,
                OwnedLine::Text(text) => match read(text) {
                    Some(command) if commands.send(command).is_err() => return,
                    Some(_) => continue,
                    None => text.as_str().into(),
                },
                OwnedLine::NotUtf8(_) => "a line that is not UTF-8".into(),
                OwnedLine::TooLong { .. } => format!("a line of more than {LONGEST} bytes").into(),
            };
            complaints = complaints.saturating_add(1);
            match complaints {
                ..COMPLAINTS => {
                    complain(&format!("arbiter: expected status, pause, continue or stop after [N], found {found}"))
                }
                COMPLAINTS => complain("arbiter: ignoring further lines that are not orders"),
                _ => {}
            }
        }
    };
    thread::Builder::new().name("commands".to_owned()).spawn(listen).map(|_| ())
}

/// True if stdin may be read. Reading from a terminal as a background job would stop this process (SIGTTIN). Nobody
/// types into a file: it may be the script or the list whose next line a shell reads.
fn is_ours() -> bool {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        return !rustix::fs::fstat(&stdin).is_ok_and(|found| FileType::from_raw_mode(found.st_mode).is_file());
    }
    rustix::termios::tcgetpgrp(&stdin).is_ok_and(|group| group == rustix::process::getpgrp())
}

/// `command = "status" / "pause" / "continue" / "stop" [SP "after" [SP games]]`
fn read(line: &str) -> Option<RunnerCommand> {
    let words: Vec<&str> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    match words[..] {
        ["status"] => Some(RunnerCommand::Status),
        ["pause"] => Some(RunnerCommand::Pause),
        ["continue"] => Some(RunnerCommand::Continue),
        ["stop"] | ["stop", "after"] => Some(RunnerCommand::StopAfter(0)),
        // No order has a `+`, which Rust would read.
        ["stop", "after", games] if !games.starts_with('+') => games.parse().ok().map(RunnerCommand::StopAfter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_read() {
        let rows = [
            ("status", Some(RunnerCommand::Status)),
            (" pause ", Some(RunnerCommand::Pause)),
            ("continue", Some(RunnerCommand::Continue)),
            ("stop", Some(RunnerCommand::StopAfter(0))),
            ("stop after", Some(RunnerCommand::StopAfter(0))),
            ("stop  after 12", Some(RunnerCommand::StopAfter(12))),
            ("stop after -1", None),
            ("stop after +1", None),
            ("status\u{a0}", None),
            ("stop12", None),
            ("statuses", None),
            ("", None),
        ];
        for (line, expected) in rows {
            assert_eq!(read(line), expected, "{line:?}");
        }
    }
}
