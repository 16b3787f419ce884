//! The arbiter's side of a keeper: starts, watches, stops and reaps it.

use std::{
    fs::File,
    io,
    os::{
        fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd},
        unix::process::{CommandExt, ExitStatusExt},
    },
    path::PathBuf,
    process::{Command, ExitStatus, Stdio},
    sync::Arc,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, Signal, WaitOptions, pidfd_open, pidfd_send_signal, waitpid},
};

use super::start_progress::StartProgress;
use crate::{
    bot::{
        inside::keep,
        terms::{ExecPlan, StartStage},
    },
    world::regular,
};

/// The arbiter's own program, which keepers execute. The file stays open, so a moved or replaced file does no harm.
#[derive(Debug)]
pub(crate) struct Program {
    path: PathBuf,
    /// `None` if the file cannot be opened; starting the program then reports the error.
    file: Option<File>,
}

impl Program {
    pub(crate) fn new(path: PathBuf) -> Self {
        let file = regular::open(&path).ok();
        Self { path, file }
    }

    /// The program with a hidden command and this socket.
    pub(super) fn command(&self, hidden: &str, socket: OwnedFd) -> Command {
        let mut command = match &self.file {
            // This path is valid until the exec, which closes the descriptor.
            Some(file) => Command::new(format!("/proc/self/fd/{}", file.as_raw_fd())),
            None => Command::new(&self.path),
        };
        command.arg0("arbiter").arg(hidden).arg(std::process::id().to_string());
        command.stdin(Stdio::from(socket)).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}

#[derive(Debug)]
pub(crate) struct Keeper {
    pid: Pid,
    pub(crate) stopper: Stopper,
    /// `None` once the bot is known to have been executed.
    progress: Option<StartProgress>,
}

/// Kills a keeper, from any thread. Clones share a descriptor, because none may be left when the bot must end.
#[derive(Debug, Clone)]
pub(crate) struct Stopper {
    pidfd: Arc<OwnedFd>,
    isolated: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum KeeperEnd {
    /// Ended with this status, and reaped.
    Status(ExitStatus),
    /// Ended with an unknown status, because another process traces the keeper or has reaped it.
    Unknown,
}

impl Keeper {
    pub(super) fn new(pid: Pid, pidfd: OwnedFd, progress: StartProgress, isolated: bool) -> Self {
        Self { pid, stopper: Stopper { pidfd: Arc::new(pidfd), isolated }, progress: Some(progress) }
    }

    pub(super) fn execute(
        program: &Program,
        plan: &ExecPlan,
        progress: StartProgress,
        socket: OwnedFd,
    ) -> io::Result<Self> {
        let mut command = program.command(keep::COMMAND, socket);
        command.args(plan.words());
        plan.set_variables(&mut command);
        let mut child = command.spawn()?;
        match pidfd_open(Pid::from_child(&child), PidfdFlags::empty()) {
            Ok(pidfd) => Ok(Self::new(Pid::from_child(&child), pidfd, progress, plan.isolated)),
            Err(error) => {
                // The bot ends too, because of its death signal.
                child.kill()?;
                child.wait()?;
                Err(error.into())
            }
        }
    }

    /// Tells the keeper to kill the bot and all that the bot has started.
    pub(crate) fn stop(&self) {
        // Fails only if the keeper has ended. SIGCONT follows because a bot may have stopped its keeper.
        let _ = pidfd_send_signal(&self.stopper.pidfd, Signal::TERM);
        let _ = pidfd_send_signal(&self.stopper.pidfd, Signal::CONT);
    }

    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    pub(crate) fn stage(&mut self) -> StartStage {
        self.progress.as_mut().map_or(StartStage::Begun, StartProgress::stage)
    }

    /// Notes that the bot has output, so its start is over.
    pub(crate) fn has_begun(&mut self) {
        self.progress = None;
    }

    /// The end of the keeper; `None` if the keeper still runs. Reaps the keeper, unless another process traces it.
    pub(crate) fn ended(&mut self) -> io::Result<Option<KeeperEnd>> {
        let over = self.stopper.is_over();
        let status = waitpid(Some(self.pid), WaitOptions::NOHANG)?;
        let status = status.map(|(_, status)| KeeperEnd::Status(ExitStatus::from_raw(status.as_raw())));
        Ok(status.or_else(|| over.then_some(KeeperEnd::Unknown)))
    }
}

impl Stopper {
    /// Kills a keeper that does not obey [`stop`](Keeper::stop). An isolated bot ends with its keeper.
    pub(crate) fn kill(&self) {
        let _ = pidfd_send_signal(&self.pidfd, Signal::KILL);
    }

    /// Returns true if the bot ends with its keeper, even if the keeper is killed.
    pub(crate) fn is_isolated(&self) -> bool {
        self.isolated
    }

    pub(crate) fn is_over(&self) -> bool {
        let mut fds = [PollFd::new(self, PollFlags::IN)];
        matches!(poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(1))
    }
}

/// Readable when the keeper has ended.
impl AsFd for Stopper {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }
}
