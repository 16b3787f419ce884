//! Starts keepers: the fork server forks them, or, without a fork server, this process executes the keeper's program.

use std::{
    collections::HashSet,
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::net::UnixStream,
    },
    path::PathBuf,
    process::Child,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open},
};

use super::{
    keeper::{Keeper, Program},
    pipes::Pipes,
    start_progress::StartProgress,
};
use crate::bot::{
    inside::{fork_server, plan_message::PlanMessage},
    system::offspring,
    terms::ExecPlan,
};

/// The number of lost fork servers after which no fork server is started and keepers are executed. A bot without a
/// namespace can kill fork servers.
const MOST_LOST: u32 = 8;

/// The time that a fork server has to make a keeper. A fork server that a bot has stopped makes none.
const MADE_IN: Duration = Duration::from_secs(2);

/// The time for one sweep, after which the nursery's thread does its other work before the next.
pub(super) const SWEEP_ENDS_IN: Duration = Duration::from_millis(500);

const ENDS_IN: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

/// Starts keepers. Belongs to the nursery's thread.
#[derive(Debug)]
pub(crate) struct KeeperStarter {
    program: Program,
    /// True if this process adopts orphans, and has only keepers as children. Only then can a fork server make keepers.
    adopts: bool,
    fork_server: Option<ForkServerHandle>,
    lost: u32,
}

impl KeeperStarter {
    pub(crate) fn new(program: PathBuf, adopts: bool) -> Self {
        Self { program: Program::new(program), adopts, fork_server: None, lost: 0 }
    }

    /// Kills all children that are not keepers, for at most [`SWEEP_ENDS_IN`], if this process adopts the orphans of
    /// killed keepers. Returns true if none is left, except those that this process may not kill.
    pub(crate) fn kill_strays(&self, keepers: &HashSet<Pid>) -> bool {
        !self.adopts || offspring::kill_strays(keepers, Instant::now() + SWEEP_ENDS_IN)
    }

    pub(crate) fn start(&mut self, plan: &ExecPlan) -> io::Result<(Keeper, Pipes)> {
        let (ends, pipes) = Pipes::new()?;
        let ends = ends.each_ref().map(AsFd::as_fd);
        let (mut progress, socket) = StartProgress::begin(ends)?;
        if let Some(fork_server) = self.fork_server() {
            match fork_server.make(plan, socket, &mut progress) {
                Ok(born) => {
                    let pid = born?;
                    return match pidfd_open(pid, PidfdFlags::empty()) {
                        Ok(pidfd) => Ok((Keeper::new(pid, pidfd, progress, plan.isolated), pipes)),
                        Err(error) => {
                            // The bot ends too, because of its death signal.
                            kill_process(pid, Signal::KILL)?;
                            Err(error.into())
                        }
                    };
                }
                Err(error) => {
                    log::debug!("the fork server of keepers is lost: {error}");
                    self.lost += 1;
                    self.end();
                    return self.start(plan);
                }
            }
        }
        Ok((Keeper::execute(&self.program, plan, progress, socket)?, pipes))
    }

    pub(crate) fn pid(&self) -> Option<Pid> {
        self.fork_server.as_ref().map(|fork_server| Pid::from_child(&fork_server.child))
    }

    /// Kills the fork server, which has nothing to finish. If it does not end in time, the nursery reaps it later.
    pub(crate) fn end(&mut self) {
        let Some(ForkServerHandle { mut child, orders }) = self.fork_server.take() else { return };
        drop(orders);
        let _ = child.kill();
        if let Ok(pidfd) = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()) {
            let _ = poll(&mut [PollFd::new(&pidfd, PollFlags::IN)], Some(&ENDS_IN));
        }
        let _ = child.try_wait();
    }

    /// The fork server, started if necessary. `None` if the keeper must be executed.
    fn fork_server(&mut self) -> Option<&ForkServerHandle> {
        if self.adopts && self.fork_server.is_none() && self.lost < MOST_LOST {
            match ForkServerHandle::start(&self.program) {
                Ok(fork_server) => self.fork_server = Some(fork_server),
                // The executed keeper meets the same error and reports it.
                Err(error) => log::debug!("the fork server of keepers cannot start: {error}"),
            }
        }
        self.fork_server.as_ref()
    }
}

#[derive(Debug)]
struct ForkServerHandle {
    child: Child,
    orders: UnixStream,
}

impl ForkServerHandle {
    fn start(program: &Program) -> io::Result<Self> {
        let (orders, other) = UnixStream::pair()?;
        orders.set_write_timeout(Some(MADE_IN))?;
        let mut command = program.command(fork_server::COMMAND, other.into());
        ExecPlan::default().set_variables(&mut command);
        Ok(Self { child: command.spawn()?, orders })
    }

    /// Has a keeper made. The outer error tells that the fork server is lost, the inner one why it made no keeper.
    fn make(&self, plan: &ExecPlan, socket: OwnedFd, progress: &mut StartProgress) -> io::Result<io::Result<Pid>> {
        PlanMessage::new(plan).send(&self.orders, &[socket.as_fd()])?;
        drop(socket);
        progress.birth(MADE_IN)
    }
}
