//! The arbiter's side of a keeper: how it is started, watched, stopped and reaped.

use std::{
    ffi::OsString,
    fs::File,
    io,
    os::{
        fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd},
        unix::process::{CommandExt, ExitStatusExt},
    },
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, Signal, WaitOptions, pidfd_open, pidfd_send_signal, waitpid},
};

use super::{
    keep,
    plan::{self, ExecPlan},
    progress::{Progress, Stage},
};
use crate::regular;

/// The arbiter's own program, which keepers are made of. It is kept open, so that it is there also if its file is moved or
/// replaced.
#[derive(Debug)]
pub(crate) struct Program {
    path: PathBuf,
    /// `None` if it cannot be opened; then starting it says so.
    file: Option<File>,
}

impl Program {
    pub(crate) fn new(path: PathBuf) -> Self {
        let file = regular::open(&path).ok();
        Self { path, file }
    }

    /// Where it was.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn command(&self) -> Command {
        match &self.file {
            // The number means this file up to the exec, which closes it.
            Some(file) => Command::new(format!("/proc/self/fd/{}", file.as_raw_fd())),
            None => Command::new(&self.path),
        }
    }
}

/// A keeper that was started and not yet reaped.
#[derive(Debug)]
pub(crate) struct Keeper {
    pid: Pid,
    pidfd: OwnedFd,
    /// Until the bot is known to have been executed.
    progress: Option<Progress>,
    isolated: bool,
}

/// What a keeper can be killed by when somebody else has it.
#[derive(Debug)]
pub(crate) struct Stopper {
    pidfd: OwnedFd,
    isolated: bool,
}

/// How a keeper has ended.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ended {
    /// With this status; it was reaped.
    Status(ExitStatus),
    /// How, only who traces it is told.
    Unknown,
}

impl Keeper {
    /// One that is a child of this process.
    pub(super) fn new(pid: Pid, pidfd: OwnedFd, progress: Progress, isolated: bool) -> Self {
        Self { pid, pidfd, progress: Some(progress), isolated }
    }

    /// Executes the program of keepers, for a bot with these variables.
    pub(super) fn execute(
        program: &Program,
        plan: &ExecPlan,
        variables: &[(String, String)],
        progress: Progress,
        socket: OwnedFd,
    ) -> io::Result<Self> {
        let mut command = program.command();
        command
            .arg0("arbiter")
            .arg(keep::COMMAND)
            .arg(OsString::from(std::process::id().to_string()))
            .args(plan.words())
            .stdin(Stdio::from(socket))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        plan::leave_wrappers_out(&mut command);
        command.envs(plan::wrap_variables(variables));
        let mut child = command.spawn()?;
        match pidfd_open(Pid::from_child(&child), PidfdFlags::empty()) {
            Ok(pidfd) => Ok(Self::new(Pid::from_child(&child), pidfd, progress, plan.isolated)),
            Err(error) => {
                // The bot goes with it: it has asked for that.
                child.kill()?;
                child.wait()?;
                Err(error.into())
            }
        }
    }

    /// Tells it to kill the bot and all that the bot has started.
    pub(crate) fn stop(&self) {
        // It fails only where the keeper has ended. A bot may have stopped its keeper, so that is undone.
        let _ = pidfd_send_signal(&self.pidfd, Signal::TERM);
        let _ = pidfd_send_signal(&self.pidfd, Signal::CONT);
    }

    /// Kills it where it has not done as it was told. Isolated bots end by that.
    pub(crate) fn kill(&self) {
        let _ = pidfd_send_signal(&self.pidfd, Signal::KILL);
    }

    /// What kills it later, where that is still needed.
    pub(crate) fn stopper(&self) -> io::Result<Stopper> {
        Ok(Stopper { pidfd: self.pidfd.try_clone()?, isolated: self.isolated })
    }

    /// Whether its bot ends with it, however it ends.
    pub(crate) fn is_isolated(&self) -> bool {
        self.isolated
    }

    /// Whether it has ended.
    pub(crate) fn is_over(&self) -> bool {
        is_over(&self.pidfd)
    }

    /// Its process.
    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    /// How far the start of its bot has come.
    pub(crate) fn stage(&mut self) -> Stage {
        self.progress.as_mut().map_or(Stage::Begun, Progress::stage)
    }

    /// The bot has said something: its start is over.
    pub(crate) fn has_begun(&mut self) {
        self.progress = None;
    }

    /// How it has ended, if it has. It is reaped by this, unless somebody traces it.
    pub(crate) fn ended(&mut self) -> io::Result<Option<Ended>> {
        let over = self.is_over();
        let status = waitpid(Some(self.pid), WaitOptions::NOHANG)?;
        let status = status.map(|(_, status)| Ended::Status(ExitStatus::from_raw(status.as_raw())));
        Ok(status.or_else(|| over.then_some(Ended::Unknown)))
    }
}

impl Stopper {
    /// Kills the keeper.
    pub(crate) fn kill(&self) {
        let _ = pidfd_send_signal(&self.pidfd, Signal::KILL);
    }

    pub(crate) fn is_isolated(&self) -> bool {
        self.isolated
    }

    pub(crate) fn is_over(&self) -> bool {
        is_over(&self.pidfd)
    }
}

fn is_over(pidfd: &OwnedFd) -> bool {
    let mut fds = [PollFd::new(pidfd, PollFlags::IN)];
    matches!(poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(1))
}

/// Readable when the keeper has ended.
impl AsFd for Stopper {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }
}

/// Readable when the keeper has ended.
impl AsFd for Keeper {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }
}
