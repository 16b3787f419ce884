//! The substitute for a keeper on systems other than Linux. The bot is the arbiter's own child and leads a process
//! group, which is killed when the bot is stopped or has ended. A process that left the group survives. If the arbiter
//! is killed, the bot survives until it reads the end of its input.

use std::{
    ffi::OsString,
    io,
    os::{
        fd::{AsFd, BorrowedFd},
        unix::process::CommandExt,
    },
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::pipes::Pipes;
use crate::bot::{
    inside::exec,
    system::Waker,
    terms::{ExecPlan, StartStage},
};

/// A bot that was started and not yet reaped.
#[derive(Debug)]
pub(crate) struct Keeper {
    child: Child,
    pub(crate) stopper: Stopper,
    reaped: bool,
}

/// Kills a bot's group from another thread than that of its [`Keeper`].
#[derive(Debug, Clone)]
pub(crate) struct Stopper {
    /// Woken when the bot has ended.
    ended: Arc<Waker>,
    over: Arc<AtomicBool>,
    pid: Pid,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum KeeperEnd {
    /// Ended with this status, and reaped.
    Status(ExitStatus),
    Unknown,
}

impl Keeper {
    pub(crate) fn start(program: &Path, plan: &ExecPlan) -> io::Result<(Self, Pipes)> {
        let ([stdin, stdout, stderr], pipes) = Pipes::new()?;
        let mut command = Command::new(program);
        command
            .arg0("arbiter")
            .arg(exec::COMMAND)
            .arg(OsString::from(std::process::id().to_string()))
            .args(plan.words())
            .stdin(Stdio::from(stdin))
            .stdout(Stdio::from(stdout))
            .stderr(Stdio::from(stderr))
            .process_group(0);
        plan.set_variables(&mut command);
        let ended = Arc::new(Waker::new()?);
        let child = command.spawn()?;
        let pid = Pid::from_child(&child);
        let stopper = Stopper { ended, over: Arc::new(AtomicBool::new(false)), pid };
        let watched = stopper.clone();
        thread::Builder::new().name("watch".into()).spawn(move || {
            // The bot stays unreaped, so that its number is not used again before the group is killed.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(WaitId::Pid(pid), options), Err(rustix::io::Errno::INTR)) {}
            watched.over.store(true, Ordering::SeqCst);
            watched.ended.wake();
        })?;
        Ok((Self { child, stopper, reaped: false }, pipes))
    }

    pub(crate) fn stop(&self) {
        if !self.reaped {
            let _ = kill_process_group(self.pid(), Signal::KILL);
        }
    }

    pub(crate) fn pid(&self) -> Pid {
        self.stopper.pid
    }

    /// The stage of the start. Always `Begun`: failures of the start are read from the bot's stderr.
    pub(crate) fn stage(&mut self) -> StartStage {
        StartStage::Begun
    }

    /// Does nothing here. On Linux: notes that the bot has output, so its start is over.
    pub(crate) fn has_begun(&mut self) {}

    /// If the bot has ended, kills the rest of its group, reaps the bot, and returns its status. `None` if the bot
    /// still runs.
    pub(crate) fn ended(&mut self) -> io::Result<Option<KeeperEnd>> {
        if !self.reaped {
            if !self.stopper.is_over() {
                return Ok(None);
            }
            self.stop();
            self.reaped = true;
        }
        Ok(self.child.try_wait()?.map(KeeperEnd::Status))
    }
}

impl Stopper {
    pub(crate) fn kill(&self) {
        if !self.is_over() {
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
    }

    pub(crate) fn is_isolated(&self) -> bool {
        false
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }
}

/// Readable when the bot has ended.
impl AsFd for Stopper {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.ended.as_fd()
    }
}
