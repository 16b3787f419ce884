//! `arbiter __keep PARENT PLAN`: the keeper of one bot, a process with one thread that carries no game traffic. It
//! outlives the bot and all that the bot has started, and ends as the bot ended.

use std::{
    convert::Infallible,
    ffi::OsString,
    io,
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
        DumpableBehavior, Pid, Signal, WaitOptions, WaitStatus, getpid, getpriority_process, kill_process_group,
        set_child_subreaper, set_dumpable_behavior, setpriority_process, setsid, waitpid,
    },
};

use super::{
    exec::{self, ExecFailure, ours},
    guard::Guard,
    hidden::{end_with_parent, process},
    isolation::{self, Init},
    limits::UNWATCHED_SIGNAL,
    offspring,
    plan::{BadPlan, ExecPlan},
    progress::{Ends, Reports},
    signals,
};

/// The first word of its command line.
pub(crate) const COMMAND: &str = "__keep";

/// The niceness of a keeper that takes samples, where it may have it.
const KEEPER_NICENESS: i32 = -10;

/// How long the keeper of a bot without a namespace looks for what the bot has started.
const END_ALL_IN: Duration = Duration::from_millis(2500);

/// Signals as the system tells them.
const SIGTERM: u32 = Caught::SIGTERM as u32;
const SIGCONT: u32 = Caught::SIGCONT as u32;

/// How often it looks while nothing ends.
const LOOK_AGAIN: Timespec = Timespec { tv_sec: 0, tv_nsec: 5_000_000 };

/// Keeps a bot until it has ended.
pub(crate) fn run(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    close_inherited();
    // Only how it is shown by ps and top.
    let _ = rustix::thread::set_name(c"arbiter-keep");
    // Where there is no socket nobody is there to be told.
    let Ok(reports) = Reports::take_over() else { return ExitCode::FAILURE };
    let signals = Signals::hear();
    signals::catch_all();
    let parent = process(words.next());
    end(parent, signals, ExecPlan::parse(words), reports)
}

/// The same in a process that a nurse has forked, which catches signals already. It is a child of the arbiter by now.
pub(crate) fn run_forked(parent: Option<Pid>, plan: Result<ExecPlan, BadPlan>, reports: Reports) -> ExitCode {
    let _ = rustix::thread::set_name(c"arbiter-keep");
    let signals = Signals::hear();
    // As one that was executed: where it is isolated it says who is who in its namespace.
    let _ = set_dumpable_behavior(DumpableBehavior::Dumpable);
    reports.born();
    end(parent, signals, plan, reports)
}

/// Keeps a bot, and tells where that fails.
fn end(
    parent: Option<Pid>,
    signals: io::Result<Signals>,
    plan: Result<ExecPlan, BadPlan>,
    mut reports: Reports,
) -> ExitCode {
    keep(parent, signals, plan, &mut reports).unwrap_or_else(|failure| {
        reports.fail(&failure);
        ExitCode::FAILURE
    })
}

fn keep(
    parent: Option<Pid>,
    signals: io::Result<Signals>,
    plan: Result<ExecPlan, BadPlan>,
    reports: &mut Reports,
) -> Result<ExitCode, ExecFailure> {
    let keeper = "the keeper";
    let signals = signals.and_then(Signals::only).map_err(ours(&keeper))?;
    // A session of its own, and by that no terminal. It leads no group yet.
    setsid().map_err(ours(&keeper))?;
    let mut plan = plan.map_err(ours(&keeper))?;
    let mut guard = Guard::new(plan.limits.clone(), plan.core, plan.groups.as_deref())
        .map_err(ours(&"cannot make a control group"))?;
    plan.group = guard.group();
    let niceness = getpriority_process(None).map_err(ours(&keeper))?;
    if guard.due().is_some() {
        // So that what multiplies does not keep it from looking. It fails without a privilege.
        let _ = setpriority_process(None, KEEPER_NICENESS);
    }
    let mut init = None;
    if plan.isolated {
        if let Some(nice) = plan.limits.nice.filter(|&nice| nice < 0) {
            // A privilege that it has no more in there.
            setpriority_process(None, nice.min(KEEPER_NICENESS)).map_err(ours(&"cannot set its niceness"))?;
        }
        let helper = isolation::enter(plan.group.is_some()).map_err(ours(&keeper))?;
        init = Some(Init::start(reports).map_err(ours(&keeper))?);
        helper.finish().map_err(ours(&keeper))?;
    } else {
        set_child_subreaper(Some(getpid())).map_err(ours(&keeper))?;
    }
    // Its memory and its descriptors are closed to others of its account.
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(ours(&keeper))?;
    // An isolated bot ends with its keeper, however that ends; of another the keeper must find what it has started.
    if end_with_parent(parent, if plan.isolated { Signal::KILL } else { Signal::TERM }).is_err() {
        return Ok(ExitCode::FAILURE);
    }
    guard.leave_out(init.as_ref().map(Init::pid));
    let ends = reports.receive().map_err(ours(&keeper))?;
    let own = getpid();
    let bot = match fork::fork().map_err(ours(&keeper))? {
        Fork::Child => {
            // Its own is not the keeper's.
            let _ = setpriority_process(None, plan.limits.nice.unwrap_or(niceness));
            let Err(failure) = become_bot(plan, own, ends, reports);
            reports.fail(&failure);
            process::exit(1)
        }
        Fork::Parent(bot) => Pid::from_raw(bot).expect("a child has a number"),
    };
    drop(ends);
    let reached = signals.wait(bot, &mut guard, if init.is_some() { Orphans::StayAway } else { Orphans::Come });
    guard.kill();
    // Before the bot is reaped, so that its number cannot have become that of another group.
    let _ = kill_process_group(bot, Signal::KILL);
    let status = match &init {
        Some(init) => {
            init.kill();
            // The init ends when all others have, and the bot only when it was waited for.
            let status = waitpid(Some(bot), WaitOptions::empty()).ok().flatten().map(|(_, status)| status);
            let _ = waitpid(Some(init.pid()), WaitOptions::empty());
            status
        }
        None => {
            if reached.is_some() {
                offspring::kill_all();
            }
            offspring::end_all(bot, Instant::now() + END_ALL_IN, || signals.rest())
        }
    };
    drop(guard);
    Ok(match reached {
        Some(signal) => end_by(signal),
        None => end_as(status),
    })
}

/// Becomes the bot.
fn become_bot(plan: ExecPlan, keeper: Pid, ends: Ends, reports: &Reports) -> Result<Infallible, ExecFailure> {
    let what = "the bot's process";
    setsid().map_err(ours(&what))?;
    if let Some(group) = &plan.group {
        super::cgroup::join(group).map_err(ours(&format_args!("cannot join the control group {}", group.display())))?;
    }
    if plan.isolated {
        isolation::settle(&plan).map_err(ours(&what))?;
    }
    rustix::stdio::dup2_stdin(&ends.stdin).map_err(ours(&what))?;
    rustix::stdio::dup2_stdout(&ends.stdout).map_err(ours(&what))?;
    rustix::stdio::dup2_stderr(&ends.stderr).map_err(ours(&what))?;
    if plan.isolated {
        isolation::hide_all(&plan).map_err(ours(&what))?;
        if plan.limits.sandbox {
            isolation::confine(plan.limits.dir.as_deref()).map_err(ours(&"sandbox"))?;
        }
        isolation::give_up_powers().map_err(ours(&what))?;
    } else if end_with_parent(Some(keeper), Signal::KILL).is_err() {
        return Err(ExecFailure::Ours("its keeper has gone".to_owned()));
    }
    if plan.trial {
        process::exit(0);
    }
    exec::restrict(&plan)?;
    reports.begun();
    exec::execute(&plan)
}

/// Closes what the arbiter's own parent has left open, so that no bot gets it.
pub(super) fn close_inherited() {
    let Ok(entries) = std::fs::read_dir("/proc/self/fd") else { return };
    let open: Vec<i32> = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for descriptor in open.into_iter().filter(|&descriptor| descriptor > 2) {
        // Nothing in this process has opened one yet; the one by which they were listed is closed already.
        let _ = nix::unistd::close(descriptor);
    }
}

/// Whether the orphans of a bot come to its keeper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Orphans {
    Come,
    /// They go to the init.
    StayAway,
}

/// Why a keeper does not sleep any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Woken {
    ToLook,
    ToStop,
    /// It cannot sleep.
    Blind,
}

/// What wakes the keeper: SIGTERM, and the end of a child. It survives all other signals that can be survived.
struct Signals(SignalFd);

impl Signals {
    /// Waits for both from now on.
    fn hear() -> io::Result<Self> {
        let heard = Self::heard();
        heard.thread_block()?;
        Ok(Self(SignalFd::with_flags(&heard, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?))
    }

    /// Blocks no others; they are caught.
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

    /// Waits until the bot has ended or reached a limit, or SIGTERM has come; reaps orphans meanwhile. Returns the
    /// signal that stands for the limit.
    fn wait(&self, bot: Pid, guard: &mut Guard, orphans: Orphans) -> Option<i32> {
        loop {
            if offspring::has_ended(bot) {
                return guard.at_end(bot);
            }
            if let Some(signal) = guard.look() {
                return Some(signal);
            }
            if orphans == Orphans::Come {
                offspring::reap_all_but(bot);
            }
            match self.sleep(guard) {
                Woken::ToLook => {}
                Woken::ToStop => return None,
                Woken::Blind => return Some(UNWATCHED_SIGNAL),
            }
        }
    }

    /// Sleeps for a moment, or until a child has ended.
    fn rest(&self) {
        let _ = poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&LOOK_AGAIN));
        while let Ok(Some(_)) = self.0.read_signal() {}
    }

    /// Sleeps until a signal has come or the guard wants to look.
    fn sleep(&self, guard: &Guard) -> Woken {
        let mut fds: ArrayVec<PollFd<'_>, 2> = ArrayVec::new();
        fds.push(PollFd::new(&self.0, PollFlags::IN));
        fds.extend(guard.refusals().map(|file| PollFd::new(file, PollFlags::PRI)));
        let due = guard.due().and_then(|due| Timespec::try_from(due).ok());
        match poll(&mut fds, due.as_ref()) {
            // An interruption is a reason to look again like any other.
            Ok(_) | Err(Errno::INTR) => {}
            // Somebody has taken its descriptors: it would spin, and see nothing.
            Err(_) => return Woken::Blind,
        }
        let mut woken = Woken::ToLook;
        while let Ok(Some(signal)) = self.0.read_signal() {
            match signal.ssi_signo {
                SIGTERM => return Woken::ToStop,
                // It has stood still, and has not looked meanwhile.
                SIGCONT if guard.due().is_some() => woken = Woken::Blind,
                _ => {}
            }
        }
        woken
    }
}

/// Ends this process as the bot ended.
fn end_as(status: Option<WaitStatus>) -> ExitCode {
    // A bot that cannot be killed, because it runs as another user, has no status: as if it had been.
    let signal = match status {
        Some(status) => match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => return ExitCode::from(code as u8),
            (None, signal) => signal.unwrap_or(signal_hook::consts::SIGKILL),
        },
        None => signal_hook::consts::SIGKILL,
    };
    end_by(signal)
}

/// Ends this process by a signal. It may not be dumped: one core file is enough, and the bot may write none.
fn end_by(signal: i32) -> ExitCode {
    let _ = SigSet::empty().thread_set_mask();
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    // A signal that signal-hook has no name for: it was not caught here either, so its action is the default.
    let _ = signal_hook::low_level::raise(signal);
    ExitCode::from(128u8.wrapping_add(signal as u8))
}
