//! The arbiter's side of a keeper: how it is started, watched, stopped and reaped.

use std::{
    ffi::OsString,
    io,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::process::CommandExt,
    },
    path::Path,
    process::{Child, Command, ExitStatus},
};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::keep;

/// A keeper that was started and not yet reaped.
#[derive(Debug)]
pub(crate) struct Keeper {
    child: Child,
    pidfd: OwnedFd,
}

impl Keeper {
    /// The command that starts it.
    pub(crate) fn command(executable: &Path) -> Command {
        let mut command = Command::new(executable);
        // Its own group, so that Ctrl-C in a terminal does not reach it.
        command.arg0("arbiter").arg(keep::COMMAND).arg(OsString::from(std::process::id().to_string())).process_group(0);
        command
    }

    /// Watches the keeper that was started.
    pub(crate) fn watch(mut child: Child) -> io::Result<Self> {
        match pidfd_open(Pid::from_child(&child), PidfdFlags::empty()) {
            Ok(pidfd) => Ok(Self { child, pidfd }),
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

    /// Its process.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Its status if it has ended. It is reaped by this.
    pub(crate) fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }
}

/// Readable when the keeper has ended.
impl AsFd for Keeper {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }
}
