//! What stands in for a keeper on systems other than Linux: the bot is the arbiter's own child and leads a process
//! group, which is killed when the bot is stopped or has ended. A process that has left the group stays, and where the
//! arbiter is killed so does the bot, until it reads the end of its input.

use std::{
    ffi::OsString,
    io,
    os::{
        fd::{AsFd, BorrowedFd},
        unix::process::CommandExt,
    },
    path::Path,
    process::{Child, Command, ExitStatus},
    sync::Arc,
    thread,
};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::{Waker, exec};

/// A bot that was started and not yet reaped.
#[derive(Debug)]
pub(crate) struct Keeper {
    child: Child,
    /// Woken when the bot has ended.
    ended: Arc<Waker>,
    reaped: bool,
}

impl Keeper {
    /// The command that starts it.
    pub(crate) fn command(executable: &Path) -> Command {
        let mut command = Command::new(executable);
        command.arg0("arbiter").arg(exec::COMMAND).arg(OsString::from(std::process::id().to_string())).process_group(0);
        command
    }

    /// Watches the bot that was started.
    pub(crate) fn watch(child: Child) -> io::Result<Self> {
        let ended = Arc::new(Waker::new()?);
        let pid = Pid::from_child(&child);
        let waker = Arc::clone(&ended);
        thread::Builder::new().name("watch".into()).spawn(move || {
            // The bot stays unreaped, so that its number stays its own until the group has been killed.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(WaitId::Pid(pid), options), Err(rustix::io::Errno::INTR)) {}
            waker.wake();
        })?;
        Ok(Self { child, ended, reaped: false })
    }

    /// Kills the bot and its group.
    pub(crate) fn stop(&self) {
        if !self.reaped {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
    }

    /// Its process.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Its status if it has ended. It is reaped by this, and what is left of its group is killed.
    pub(crate) fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        if !self.reaped {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
            if waitid(WaitId::Pid(Pid::from_child(&self.child)), options)?.is_none() {
                return Ok(None);
            }
            self.stop();
            self.reaped = true;
        }
        self.child.try_wait()
    }
}

/// Readable when the bot has ended.
impl AsFd for Keeper {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.ended.as_fd()
    }
}
