//! The user's commands: lines of stdin, and signals.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicI32, Ordering},
};

use crossbeam_channel::{Receiver, unbounded};
use signal_hook::consts::{SIGTERM, SIGUSR1};
use uvi_cup::RunnerCommand;

use super::commands;
use crate::cli::{
    exit::{Code, CommandResult, failed},
    output::complain,
    signals::{self, SignalPolicy},
};

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
        commands::listen(to_tournament).map_err(failed)?;
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

    /// The first signal; 0 if there was none.
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
}
