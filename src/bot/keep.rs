//! `arbiter __keep PARENT PLAN`: the keeper of one bot, a process with one thread that carries no game traffic. It
//! outlives the bot and all that the bot has started, and ends as the bot ended.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, PipeReader},
    os::unix::process::CommandExt,
    process::{Command, ExitCode},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use arrayvec::ArrayVec;
use nix::sys::signal::SigSet;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{
        DumpableBehavior, Pid, Signal, WaitId, WaitIdOptions, WaitStatus, getpid, kill_process_group,
        set_child_subreaper, set_dumpable_behavior, setpriority_process, waitid,
    },
};
use signal_hook::consts::{SIGCHLD, SIGTERM};

use super::{
    exec,
    guard::Guard,
    hidden::{end_with_parent, not_executed},
    offspring,
    plan::Plan,
    signals,
};

/// The first word of its command line.
pub(crate) const COMMAND: &str = "__keep";

/// The niceness of a keeper that takes samples, where it may have it.
const KEEPER_NICENESS: i32 = -10;

/// Keeps a bot until it has ended.
pub(crate) fn run(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    close_inherited();
    // Only how it is shown by ps and top.
    let _ = rustix::thread::set_name(c"arbiter-keep");
    let signals = match Signals::catch() {
        Ok(signals) => signals,
        Err(error) => return not_executed("the keeper", error),
    };
    if end_with_parent(words.next(), Signal::TERM).is_err() {
        return ExitCode::FAILURE;
    }
    let mut plan = match Plan::parse(words) {
        Ok(plan) => plan,
        Err(error) => return not_executed("the keeper", error),
    };
    let mut guard = Guard::new(plan.limits.clone(), plan.groups.as_deref());
    plan.group = guard.group();
    let bot = match start(&plan) {
        Ok(bot) => bot,
        Err(error) => return not_executed("the keeper", error),
    };
    if guard.due().is_some() {
        // So that what multiplies does not keep it from looking. It fails without a privilege.
        let _ = setpriority_process(None, KEEPER_NICENESS);
    }
    let reached = signals.wait(bot, &mut guard);
    guard.kill();
    // Before the bot is reaped, so that its number cannot have become that of another group.
    let _ = kill_process_group(bot, Signal::KILL);
    if reached.is_some() {
        offspring::kill_all();
    }
    let status = offspring::end_all(bot);
    drop(guard);
    match reached {
        Some(signal) => end_by(signal),
        None => end_as(status),
    }
}

/// Closes what the arbiter's own parent has left open, so that no bot gets it.
fn close_inherited() {
    let Ok(entries) = std::fs::read_dir("/proc/self/fd") else { return };
    let open: Vec<i32> = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for descriptor in open.into_iter().filter(|&descriptor| descriptor > 2) {
        // Nothing in this process has opened one yet; the one by which they were listed is closed already.
        let _ = nix::unistd::close(descriptor);
    }
}

/// Starts the bot and lets go of its pipes.
fn start(plan: &Plan) -> io::Result<Pid> {
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    set_child_subreaper(Some(getpid()))?;
    let bot = Command::new("/proc/self/exe")
        .arg0("arbiter")
        .arg(exec::COMMAND)
        .arg(getpid().to_string())
        .args(plan.words())
        .process_group(0)
        .spawn()?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(Pid::from_child(&bot))
}

/// What wakes the keeper.
struct Signals {
    /// SIGTERM has come.
    stop: Arc<AtomicBool>,
    /// A byte comes with each SIGTERM and SIGCHLD.
    wake: PipeReader,
}

impl Signals {
    fn catch() -> io::Result<Self> {
        let (wake, write) = io::pipe()?;
        let stop = Arc::new(AtomicBool::new(false));
        // Held back until all actions are there: for a moment signal-hook has its handler in place and does not know
        // yet what to do, and a SIGTERM would be lost then. `catch_all` lets it through.
        SigSet::all().thread_block()?;
        signal_hook::flag::register(SIGTERM, Arc::clone(&stop))?;
        signal_hook::low_level::pipe::register(SIGTERM, write.try_clone()?)?;
        signal_hook::low_level::pipe::register(SIGCHLD, write)?;
        signals::catch_all();
        Ok(Self { stop, wake })
    }

    /// Waits until the bot has ended or reached a limit, or SIGTERM has come; reaps orphans meanwhile. Returns the
    /// signal that stands for the limit.
    fn wait(&self, bot: Pid, guard: &mut Guard) -> Option<i32> {
        while !self.stop.load(Ordering::SeqCst) {
            if has_ended(bot) {
                return guard.at_end(bot);
            }
            if let Some(signal) = guard.look() {
                return Some(signal);
            }
            offspring::reap_all_but(bot);
            self.sleep(guard);
        }
        None
    }

    /// Sleeps until a signal has come or the guard wants to look.
    fn sleep(&self, guard: &Guard) {
        let mut fds: ArrayVec<PollFd<'_>, 2> = ArrayVec::new();
        fds.push(PollFd::new(&self.wake, PollFlags::IN));
        fds.extend(guard.refusals().map(|file| PollFd::new(file, PollFlags::PRI)));
        let due = guard.due().and_then(|due| Timespec::try_from(due).ok());
        // It fails only when a signal interrupts it, which is a reason to look again like any other.
        if poll(&mut fds, due.as_ref()).is_ok() && fds[0].revents().contains(PollFlags::IN) {
            let _ = rustix::io::read(&self.wake, &mut [0; 64]);
        }
    }
}

/// Whether the bot has ended; it is not reaped by this.
fn has_ended(bot: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(bot), options), Ok(None) | Err(rustix::io::Errno::INTR))
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

/// Ends this process by a signal.
fn end_by(signal: i32) -> ExitCode {
    // One core file is enough, and the bot may write none.
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    // A signal that signal-hook has no name for: it was not caught here either, so its action is the default.
    let _ = signal_hook::low_level::raise(signal);
    ExitCode::from(128u8.wrapping_add(signal as u8))
}
