//! Where keepers come from: from a nurse, which forks them, or else by the execution of the keeper's program.

use std::{
    io,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, pidfd_open},
};

use super::{
    Limits,
    keeper::{Keeper, Program},
    nurse,
    order::Order,
    plan::{self, ExecPlan},
    process::Pipes,
    progress::{Birth, Progress},
    spare_files,
};

/// How many nurses may be lost; a bot without a namespace can kill them.
const NURSES: u32 = 8;

/// How long a nurse may take to make a keeper. One that a bot has stopped makes none.
const MADE_IN: Duration = Duration::from_secs(2);

/// How long a nurse that was killed may take to end.
const ENDS_IN: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

/// How many keepers wait for a bot, where bots come and go.
const SPARES: usize = 2;

/// How long after the start of a bot another keeper is made ready: the other bots of its game come first.
const READY_AFTER: Duration = Duration::from_millis(1);

/// How long they wait. After a game that takes longer nobody minds the start of a bot.
const SPARES_WAIT: Duration = Duration::from_secs(2);

/// Longer plans are not handed over: they may not go into a socket at once.
const LONGEST_PLAN: usize = 32 * 1024;

/// Descriptors that are left to those who start bots, whatever is kept ready for them.
const FILES_LEFT: u64 = 64;

/// What starts keepers. It belongs to the thread that starts all bots.
#[derive(Debug, Default)]
pub(crate) struct Cradle {
    nurse: Option<Nurse>,
    lost: u32,
    /// Keepers of which only the bot is missing: their namespaces are there, and the process that will be the bot.
    spares: Vec<Keeper>,
    /// When a bot was started last that could have had one of them, unless that is long ago.
    used_at: Option<Instant>,
    /// Keepers that are to be ended.
    discarded: Vec<Keeper>,
    /// A bot has ended, so that another one may be started in its place.
    turns_over: bool,
    /// A bot was started that can signal what waits here.
    is_exposed: bool,
}

impl Cradle {
    /// Starts the keeper of a bot with these variables. With `adopts` this process takes in orphans, and a nurse makes it.
    pub(crate) fn start(
        &mut self,
        program: &Program,
        plan: &ExecPlan,
        variables: &[(String, String)],
        adopts: bool,
    ) -> io::Result<(Keeper, Pipes)> {
        if !plan.isolated && !plan.trial {
            self.is_exposed = true;
            self.discard_spares();
        }
        let (ends, pipes) = Pipes::new()?;
        let ends = ends.each_ref().map(AsFd::as_fd);
        let words = plan::wrap_variables(variables).map(|(name, value)| format!("{name}={value}").into());
        let told = ExecPlan { variables: words.collect(), ..plan.clone() };
        if let Some(keeper) = self.employ(&told, ends) {
            return Ok((keeper, pipes));
        }
        let (mut progress, socket) = Progress::begin(ends)?;
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

    /// Has a keeper that waits for a bot have this one.
    fn employ(&mut self, plan: &ExecPlan, ends: [BorrowedFd<'_>; 3]) -> Option<Keeper> {
        if !may_be_told_later(plan) {
            return None;
        }
        self.used_at = Some(Instant::now());
        if self.spares.is_empty() {
            return None;
        }
        let order = Order::new(plan);
        if order.length() > LONGEST_PLAN {
            return None;
        }
        while !self.spares.is_empty() {
            // The one that has waited longest is the most ready.
            let mut keeper = self.spares.remove(0);
            if keeper.is_ready() && keeper.hand_over(&order, ends).is_ok() {
                return Some(keeper);
            }
            self.discarded.push(keeper);
        }
        None
    }

    /// A bot has ended.
    pub(crate) fn turns_over(&mut self) {
        self.turns_over = true;
    }

    /// When a keeper is to be made that waits for a bot, where one will be wanted.
    fn ready_at(&self) -> Option<Instant> {
        let wanted = self.turns_over && !self.is_exposed && self.spares.len() < SPARES;
        self.used_at.filter(|_| wanted).map(|at| at + READY_AFTER)
    }

    /// Makes one, and gives its number. It is made beside the game of the bots that were started before, so that the next
    /// game does not wait for it.
    pub(crate) fn make_ready(&mut self, now: Instant) -> Option<Pid> {
        self.ready_at().filter(|&at| at <= now)?;
        let has_room = spare_files() >= FILES_LEFT;
        let Some(nurse) = self.nurse.as_ref().filter(|_| has_room) else {
            self.turns_over = false;
            return None;
        };
        let made = Progress::pair().and_then(|(mut progress, socket)| {
            let plan = ExecPlan { isolated: true, waits: true, ..ExecPlan::nothing() };
            let pid = match nurse.make(&plan, socket, &mut progress) {
                Made::Keeper(pid) => pid,
                Made::Refused(error) | Made::Lost(error) => return Err(error),
            };
            Ok(Keeper::new(pid, pidfd_open(pid, PidfdFlags::empty())?, progress, true))
        });
        match made {
            Ok(keeper) => {
                let pid = keeper.pid();
                self.spares.push(keeper);
                Some(pid)
            }
            Err(error) => {
                // The next bot has the same trouble, and tells of it.
                log::debug!("no keeper can be made ready: {error}");
                self.turns_over = false;
                None
            }
        }
    }

    /// When [`Cradle::make_ready`] or [`Cradle::let_rest`] has something to do.
    pub(crate) fn due(&self) -> Option<Instant> {
        let end = self.used_at.filter(|_| !self.spares.is_empty()).map(|at| at + SPARES_WAIT);
        self.ready_at().into_iter().chain(end).min()
    }

    /// Lets those go that have waited long enough.
    pub(crate) fn let_rest(&mut self, now: Instant) {
        if self.used_at.is_some_and(|at| at + SPARES_WAIT <= now) {
            self.used_at = None;
            self.turns_over = false;
            self.discard_spares();
        }
    }

    /// No keeper waits for a bot any more.
    pub(crate) fn discard_spares(&mut self) {
        self.discarded.append(&mut self.spares);
    }

    /// Keepers that were never a bot's and are to be ended.
    pub(crate) fn discarded(&mut self) -> Vec<Keeper> {
        std::mem::take(&mut self.discarded)
    }

    /// Whether a process is none of a bot's.
    pub(crate) fn has(&self, process: Pid) -> bool {
        self.pid() == Some(process) || self.spares.iter().any(|spare| spare.pid() == process)
    }

    /// The nurse's process.
    pub(crate) fn pid(&self) -> Option<Pid> {
        self.nurse.as_ref().map(|nurse| Pid::from_child(&nurse.child))
    }

    /// Ends the nurse, which has nothing to finish. Where it does not end at once, it is reaped as a stray.
    pub(crate) fn end(&mut self) {
        let Some(Nurse { mut child, orders }) = self.nurse.take() else { return };
        drop(orders);
        let _ = child.kill();
        if let Ok(pidfd) = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()) {
            let _ = poll(&mut [PollFd::new(&pidfd, PollFlags::IN)], Some(&ENDS_IN));
        }
        let _ = child.try_wait();
    }

    /// The nurse, which is started for the first keeper.
    fn nurse(&mut self, program: &Program, adopts: bool) -> Option<&Nurse> {
        if adopts && self.nurse.is_none() && self.lost < NURSES {
            match Nurse::start(program) {
                Ok(nurse) => self.nurse = Some(nurse),
                // A keeper that is executed meets the same trouble, and tells of it.
                Err(error) => log::debug!("the nurse of keepers cannot start: {error}"),
            }
        }
        self.nurse.as_ref()
    }
}

/// Whether a keeper can be made before it knows that this is its bot: it has nothing to look after but the bot's end.
fn may_be_told_later(plan: &ExecPlan) -> bool {
    let Limits { memory, cpu, processes, nice, .. } = &plan.limits;
    let is_plain = memory.is_none() && cpu.is_none() && processes.is_none() && nice.is_none();
    plan.isolated && !plan.trial && plan.groups.is_none() && is_plain
}

/// The arbiter's side of the process that makes keepers.
#[derive(Debug)]
struct Nurse {
    child: Child,
    orders: UnixStream,
}

/// What came of an order.
enum Made {
    Keeper(Pid),
    /// The system has no process left.
    Refused(io::Error),
    /// The nurse does not answer.
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

    fn make(&self, plan: &ExecPlan, socket: OwnedFd, progress: &mut Progress) -> Made {
        if let Err(error) = Order::new(plan).send(&self.orders, &[socket.as_fd()]) {
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
