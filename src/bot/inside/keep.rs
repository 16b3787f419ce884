//! `arbiter __keep PARENT PLAN`: the keeper of one bot, a process with one thread that carries no game traffic. The
//! keeper outlives the bot and all that the bot has started, and ends with the status of the bot.

use std::{
    convert::Infallible,
    ffi::OsString,
    io,
    ops::ControlFlow,
    os::fd::OwnedFd,
    process::{self, ExitCode},
    time::{Duration, Instant},
};

use arrayvec::ArrayVec;
use fork::Fork;
use nix::sys::{
    signal::{SigSet, Signal as Caught},
    signalfd::{SfdFlags, SignalFd},
};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{
        DumpableBehavior, Pid, Signal, WaitOptions, WaitStatus, getpid, getpriority_process, kill_process,
        kill_process_group, set_child_subreaper, set_dumpable_behavior, setpriority_process, setsid, waitpid,
    },
};

use super::{
    exec,
    guard::Guard,
    isolation,
    parent::{end_with_parent, process},
    start_report::{StartReport, StartReporter, take_over},
};
use crate::bot::{
    system::{
        cgroup::{self, Group},
        offspring, signals,
    },
    terms::{ExecFailure, ExecPlan, UNWATCHED_SIGNAL, ours},
};

pub(crate) const COMMAND: &str = "__keep";

/// The niceness of a keeper that takes samples, if it may set it.
const KEEPER_NICENESS: i32 = -10;

/// The time in which the keeper of a bot without a namespace ends all that the bot has started.
const END_ALL_IN: Duration = Duration::from_millis(2500);

/// Signal numbers in the type of `signalfd`.
const SIGTERM: u32 = Caught::SIGTERM as u32;
const SIGCONT: u32 = Caught::SIGCONT as u32;

/// The pause before the keeper of a bot with a share of the machine looks for signals again, if it cannot wait for them.
const POLL_AGAIN: Duration = Duration::from_millis(20);

/// The longest pause before the keeper again kills and reaps all children that it finds.
const LOOK_AGAIN: Timespec = Timespec { tv_sec: 0, tv_nsec: 5_000_000 };

pub(crate) fn run(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    close_inherited();
    // The name in ps and top.
    let _ = rustix::thread::set_name(c"arbiter-keep");
    // Without the socket there is no way to report a failure.
    let Ok(reports) = take_over().map(StartReporter) else { return ExitCode::FAILURE };
    let signals = Signals::hear();
    signals::catch_all();
    let parent = process(words.next());
    end(parent, signals, ExecPlan::parse(words), reports)
}

/// Keeps a bot until it has ended, in a process that a fork server has forked. Such a process already catches signals,
/// and is a child of the arbiter.
pub(crate) fn run_forked(parent: Option<Pid>, plan: io::Result<ExecPlan>, reports: StartReporter) -> ExitCode {
    let _ = rustix::thread::set_name(c"arbiter-keep");
    let signals = Signals::hear();
    // As after an exec: an isolated keeper must be dumpable while the maps of its namespace are written.
    let _ = set_dumpable_behavior(DumpableBehavior::Dumpable);
    reports.tell(&StartReport::Born(getpid().as_raw_pid()));
    end(parent, signals, plan, reports)
}

/// Keeps a bot until it has ended, and reports a failed start through the socket.
fn end(
    parent: Option<Pid>,
    signals: io::Result<Signals>,
    plan: io::Result<ExecPlan>,
    mut reports: StartReporter,
) -> ExitCode {
    keep(parent, signals, plan, &mut reports).unwrap_or_else(|failure| {
        reports.fail(failure);
        ExitCode::FAILURE
    })
}

fn keep(
    parent: Option<Pid>,
    signals: io::Result<Signals>,
    plan: io::Result<ExecPlan>,
    reports: &mut StartReporter,
) -> Result<ExitCode, ExecFailure> {
    let keeper = "the keeper";
    let signals = signals.and_then(Signals::only).map_err(ours(&keeper))?;
    // A session of its own, and so no terminal. The bot leads another.
    setsid().map_err(ours(&keeper))?;
    let mut plan = plan.map_err(ours(&keeper))?;
    let mut guard = Guard::new(&plan).map_err(ours(&"cannot make a control group"))?;
    plan.group = guard.group.as_ref().map(|group| group.dir.clone());
    let niceness = getpriority_process(None).map_err(ours(&keeper))?;
    if guard.due.is_some() {
        // With this priority the keeper runs even if the bot's processes multiply. Fails without a privilege.
        let _ = setpriority_process(None, KEEPER_NICENESS);
    }
    let mut init = None;
    if plan.isolated {
        if let Some(nice) = plan.limits.nice.filter(|&nice| nice < niceness) {
            // Set before the namespace, in which the keeper lacks the privilege.
            setpriority_process(None, nice.min(KEEPER_NICENESS)).map_err(ours(&"cannot set its niceness"))?;
        }
        let helper = isolation::enter()?;
        init = Some(isolation::start_init(reports)?);
        helper.finish()?;
    } else {
        set_child_subreaper(Some(getpid())).map_err(ours(&keeper))?;
    }
    // Closes the keeper's memory and descriptors to other processes of its account.
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(ours(&keeper))?;
    // An isolated bot ends with its keeper, even if the keeper is killed. Without isolation, the keeper must live on to
    // find all that the bot has started.
    if !end_with_parent(parent, if plan.isolated { Signal::KILL } else { Signal::TERM }) {
        return Ok(ExitCode::FAILURE);
    }
    guard.init = init;
    let ends = reports.receive().map_err(ours(&keeper))?;
    let own = getpid();
    let bot = match fork::fork().map_err(ours(&keeper))? {
        Fork::Child => {
            // Undoes the keeper's niceness.
            let _ = setpriority_process(None, plan.limits.nice.unwrap_or(niceness));
            let Err(failure) = become_bot(plan, own, ends, reports);
            reports.fail(failure);
            process::exit(1)
        }
        Fork::Parent(bot) => Pid::from_raw(bot).expect("a child has a number"),
    };
    drop(ends);
    let reached = signals.wait(bot, &mut guard);
    guard.group.iter().for_each(Group::kill);
    // Before the bot is reaped, because its number could belong to another group afterwards.
    let _ = kill_process_group(bot, Signal::KILL);
    let status = match init {
        Some(init) => {
            // Ends all processes of the namespace. The init ends last, and the bot's process stays until it is reaped.
            let _ = kill_process(init, Signal::KILL);
            let status = waitpid(Some(bot), WaitOptions::empty()).ok().flatten().map(|(_, status)| status);
            let _ = waitpid(Some(init), WaitOptions::empty());
            status
        }
        None => offspring::end_all(bot, Instant::now() + END_ALL_IN, || signals.rest()),
    };
    drop(guard);
    Ok(match reached {
        Some(signal) => end_by(signal),
        None => end_as(status),
    })
}

fn become_bot(
    plan: ExecPlan,
    keeper: Pid,
    [stdin, stdout, stderr]: [OwnedFd; 3],
    reports: &StartReporter,
) -> Result<Infallible, ExecFailure> {
    let what = "the bot's process";
    setsid().map_err(ours(&what))?;
    if let Some(group) = &plan.group {
        cgroup::join(group).map_err(ours(&format_args!("cannot join the control group {}", group.display())))?;
    }
    if plan.isolated {
        isolation::settle(&plan)?;
    }
    rustix::stdio::dup2_stdin(&stdin).map_err(ours(&what))?;
    rustix::stdio::dup2_stdout(&stdout).map_err(ours(&what))?;
    rustix::stdio::dup2_stderr(&stderr).map_err(ours(&what))?;
    if plan.isolated {
        isolation::hide_all(&plan)?;
        if plan.limits.sandbox {
            isolation::confine(&plan).map_err(ours(&"sandbox"))?;
        }
    } else if !end_with_parent(Some(keeper), Signal::KILL) {
        return Err(ExecFailure::Ours("its keeper has gone".to_owned()));
    }
    if plan.isolated || plan.limits.sandbox {
        isolation::give_up_powers()?;
    }
    if plan.trial {
        process::exit(0);
    }
    exec::restrict(&plan)?;
    reports.tell(&StartReport::Begun);
    exec::execute(&plan)
}

/// Closes descriptors that the arbiter's own parent has left open, so that no bot inherits them.
pub(super) fn close_inherited() {
    let Ok(entries) = std::fs::read_dir("/proc/self/fd") else { return };
    let open: Vec<i32> = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for descriptor in open.into_iter().filter(|&descriptor| descriptor > 2) {
        // This process has opened none of them yet. The descriptor of the listing itself is already closed.
        let _ = nix::unistd::close(descriptor);
    }
}

/// The signals that wake the keeper: SIGTERM, SIGCONT and the end of a child. Others that can be caught have no effect.
struct Signals(SignalFd);

impl Signals {
    fn hear() -> io::Result<Self> {
        let heard = Self::heard();
        heard.thread_block()?;
        Ok(Self(SignalFd::with_flags(&heard, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?))
    }

    fn only(self) -> io::Result<Self> {
        Self::heard().thread_set_mask()?;
        Ok(self)
    }

    fn heard() -> SigSet {
        let mut heard = SigSet::empty();
        heard.add(Caught::SIGTERM);
        heard.add(Caught::SIGCHLD);
        heard.add(Caught::SIGCONT);
        heard
    }

    /// Waits until the bot has ended or reached a limit, or until SIGTERM. Reaps orphans in the meantime, if this
    /// keeper adopts them, because there is no init. Returns the signal for a reached limit.
    fn wait(&self, bot: Pid, guard: &mut Guard) -> Option<i32> {
        loop {
            if offspring::has_ended(bot) {
                return guard.at_end(bot);
            }
            if let Some(signal) = guard.look() {
                return Some(signal);
            }
            if guard.init.is_none() {
                offspring::reap_all_but(bot);
            }
            if let ControlFlow::Break(reached) = self.sleep(guard) {
                return reached;
            }
        }
    }

    /// Sleeps until a signal comes, such as that of a child's end, but not longer than `LOOK_AGAIN`.
    fn rest(&self) {
        let _ = poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&LOOK_AGAIN));
        while let Ok(Some(_)) = self.0.read_signal() {}
    }

    /// Sleeps until a signal comes or the guard must look. Breaks if the keeper is to stop or, with a signal for that,
    /// if it cannot watch any more.
    fn sleep(&self, guard: &Guard) -> ControlFlow<Option<i32>> {
        let mut fds: ArrayVec<PollFd<'_>, 2> = ArrayVec::new();
        fds.push(PollFd::new(&self.0, PollFlags::IN));
        fds.extend(guard.refusals.as_ref().map(|file| PollFd::new(file, PollFlags::PRI)));
        let due = guard.due.and_then(|due| Timespec::try_from(due).ok());
        match poll(&mut fds, due.as_ref()) {
            // An interruption is one more reason to look.
            Ok(_) | Err(Errno::INTR) => {}
            // The bot has lowered the limit of open files, so that no descriptor can be waited for. Signals still come.
            Err(Errno::INVAL) if !guard.must_see() => std::thread::sleep(POLL_AGAIN),
            // The descriptors are gone, for example by a debugger. Without them the keeper would spin and see nothing.
            Err(_) => return ControlFlow::Break(Some(UNWATCHED_SIGNAL)),
        }
        let mut woken = ControlFlow::Continue(());
        while let Ok(Some(signal)) = self.0.read_signal() {
            match signal.ssi_signo {
                SIGTERM => return ControlFlow::Break(None),
                // The keeper was stopped, and took no samples in that time.
                SIGCONT if guard.must_see() => woken = ControlFlow::Break(Some(UNWATCHED_SIGNAL)),
                _ => {}
            }
        }
        woken
    }
}

fn end_as(status: Option<WaitStatus>) -> ExitCode {
    if let Some(code) = status.and_then(|status| status.exit_status()) {
        return ExitCode::from(code as u8);
    }
    // A bot that runs as another user cannot be killed and has no status. Report SIGKILL.
    end_by(status.and_then(|status| status.terminating_signal()).unwrap_or(signal_hook::consts::SIGKILL))
}

/// Ends this process by a signal, without a core file: one is enough, and the bot may not be allowed to write any.
fn end_by(signal: i32) -> ExitCode {
    let _ = SigSet::empty().thread_set_mask();
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    // signal-hook has no name for this signal, so this process does not catch it and its action is the default.
    let _ = signal_hook::low_level::raise(signal);
    ExitCode::from(128u8.wrapping_add(signal as u8))
}
