//! Starts keepers: the nurse forks them, or, without a nurse, this process executes the keeper's program.

use std::{
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    process::{Child, Stdio},
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, pidfd_open},
};

use super::{
    keeper::{Keeper, Program},
    nurse,
    plan::{self, ExecPlan},
    plan_message::PlanMessage,
    process::Pipes,
    start_progress::{Birth, StartProgress},
};

/// The number of lost nurses after which no nurse is started and keepers are executed. A bot without a namespace can
/// kill nurses.
const NURSES: u32 = 8;

/// The time that a nurse has to make a keeper. A nurse that a bot has stopped makes none.
const MADE_IN: Duration = Duration::from_secs(2);

/// The time that a killed nurse has to end.
const ENDS_IN: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

/// Starts keepers. Belongs to the nursery's thread.
#[derive(Debug, Default)]
pub(crate) struct Cradle {
    nurse: Option<Nurse>,
    lost: u32,
}

impl Cradle {
    /// Starts the keeper of a bot with these variables. `adopts` is true if this process adopts orphans; only then can
    /// a nurse make the keeper.
    pub(crate) fn start(
        &mut self,
        program: &Program,
        plan: &ExecPlan,
        variables: &[(String, String)],
        adopts: bool,
    ) -> io::Result<(Keeper, Pipes)> {
        let (ends, pipes) = Pipes::new()?;
        let ends = ends.each_ref().map(AsFd::as_fd);
        let words = plan::wrap_variables(variables).map(|(name, value)| format!("{name}={value}").into());
        let told = ExecPlan { variables: words.collect(), ..plan.clone() };
        let (mut progress, socket) = StartProgress::begin(ends)?;
        if let Some(nurse) = self.nurse(program, adopts) {
            match nurse.make(&told, socket, &mut progress) {
                Made::Keeper(pid) => {
                    let pidfd = pidfd_open(pid, PidfdFlags::empty())?;
                    return Ok((Keeper::new(pid, pidfd, progress, plan.isolated), pipes));
                }
                Made::Refused(error) => return Err(error),
                Made::Lost(error) => {
                    log::debug!("the nurse of keepers is lost: {error}");
                    self.lost += 1;
                    self.end();
                    return self.start(program, plan, variables, adopts);
                }
            }
        }
        Ok((Keeper::execute(program, plan, variables, progress, socket)?, pipes))
    }

    /// The process number of the nurse, if there is one.
    pub(crate) fn pid(&self) -> Option<Pid> {
        self.nurse.as_ref().map(|nurse| Pid::from_child(&nurse.child))
    }

    /// Kills the nurse, which has nothing to finish. If the nurse does not end in time, the ward reaps it later as a
    /// stray.
    pub(crate) fn end(&mut self) {
        let Some(Nurse { mut child, orders }) = self.nurse.take() else { return };
        drop(orders);
        let _ = child.kill();
        if let Ok(pidfd) = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()) {
            let _ = poll(&mut [PollFd::new(&pidfd, PollFlags::IN)], Some(&ENDS_IN));
        }
        let _ = child.try_wait();
    }

    /// The nurse, started if necessary. `None` if the keeper must be executed.
    fn nurse(&mut self, program: &Program, adopts: bool) -> Option<&Nurse> {
        if adopts && self.nurse.is_none() && self.lost < NURSES {
            match Nurse::start(program) {
                Ok(nurse) => self.nurse = Some(nurse),
                // The executed keeper meets the same error and reports it.
                Err(error) => log::debug!("the nurse of keepers cannot start: {error}"),
            }
        }
        self.nurse.as_ref()
    }
}

/// The arbiter's side of the process that makes keepers.
#[derive(Debug)]
struct Nurse {
    child: Child,
    orders: UnixStream,
}

enum Made {
    Keeper(Pid),
    /// The nurse made no keeper, for this reason.
    Refused(io::Error),
    /// The nurse has not replied in time or has ended.
    Lost(io::Error),
}

impl Nurse {
    fn start(program: &Program) -> io::Result<Self> {
        let (orders, other) = UnixStream::pair()?;
        orders.set_write_timeout(Some(MADE_IN))?;
        let mut command = program.command();
        command
            .arg0("arbiter")
            .arg(nurse::COMMAND)
            .arg(std::process::id().to_string())
            .stdin(Stdio::from(OwnedFd::from(other)))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        plan::leave_wrappers_out(&mut command);
        Ok(Self { child: command.spawn()?, orders })
    }

    fn make(&self, plan: &ExecPlan, socket: OwnedFd, progress: &mut StartProgress) -> Made {
        if let Err(error) = PlanMessage::new(plan).send(&self.orders, &[socket.as_fd()]) {
            return Made::Lost(error);
        }
        drop(socket);
        match progress.birth(MADE_IN) {
            Ok(Birth::Born(pid)) => Made::Keeper(pid),
            Ok(Birth::Refused(error)) => Made::Refused(error),
            Err(error) => Made::Lost(error),
        }
    }
}
