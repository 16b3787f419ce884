//! The resource limits of processes: those of a bot, and the room of the arbiter for files and processes.

use std::sync::OnceLock;

use rustix::{
    io::Errno,
    process::{Resource, Rlimit, getrlimit, setpriority_process, setrlimit},
};

use crate::bot::terms::{ExecPlan, MachineShare};

#[derive(Debug, thiserror::Error)]
#[error("cannot set {name}: {source}")]
pub(crate) struct ResourceError {
    name: &'static str,
    source: Errno,
}

/// The processes of its account that a bot leaves to others: enough for the next keepers, and for the account's owner to
/// log in. Fewer if the account may have only few.
#[cfg(target_os = "linux")]
const LEFT_PROCESSES: u64 = 8;

/// The processes by which an isolated bot may exceed its limit until the guard sees it. If the system refused them at the
/// limit, a bot would fail by itself, and nobody would be told why.
#[cfg(target_os = "linux")]
const ABOVE_LIMIT: u64 = 128;

/// Sets limits of open files, processes of the account and processor time, and niceness; forbids core files.
pub(crate) fn apply(plan: &ExecPlan) -> Result<(), ResourceError> {
    set("its limit of core files", Resource::Core, 0, 0)?;
    match (plan.limits.files, plan.soft_files) {
        (Some(files), _) => set("its limit of open files", Resource::Nofile, files, files)?,
        (None, Some(soft)) => set("its limit of open files", Resource::Nofile, soft, u64::MAX)?,
        (None, None) => {}
    }
    #[cfg(target_os = "linux")]
    if let Some(most) = most_processes(plan) {
        set("its limit of processes", Resource::Nproc, most, most)?;
    }
    if let Some(seconds) = plan.limits.cpu {
        // The soft limit sends SIGXCPU, the hard limit SIGKILL.
        set("its limit of processor time", Resource::Cpu, seconds, seconds.saturating_add(1))?;
    }
    if let Some(nice) = plan.limits.nice {
        setpriority_process(None, nice).map_err(|source| ResourceError { name: "its niceness", source })?;
    }
    Ok(())
}

/// The number of processes that the system allows a bot, if it counts them: fewer than its account may have, and in a
/// namespace, whose processes are counted for themselves, some more than its limit. So a bot that starts processes without
/// end has no thousands that keep the guard from running.
#[cfg(target_os = "linux")]
fn most_processes(plan: &ExecPlan) -> Option<u64> {
    let account = getrlimit(Resource::Nproc).current.map(|most| most - LEFT_PROCESSES.min(most / LEFT_PROCESSES));
    let own = plan.limits.processes.set().or(plan.share.processes);
    let own = own.filter(|_| plan.isolated && counts_by_namespace()).map(|most| most.saturating_add(ABOVE_LIMIT));
    account.into_iter().chain(own).min()
}

/// True if this system counts the processes of a namespace of users for themselves, as Linux does from 5.14.
#[cfg(target_os = "linux")]
fn counts_by_namespace() -> bool {
    let system = rustix::system::uname();
    let mut numbers = system.release().to_str().unwrap_or("").split('.').map_while(|number| number.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(5), Some(14))
}

fn set(name: &'static str, resource: Resource, soft: u64, hard: u64) -> Result<(), ResourceError> {
    let maximum = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    // The greatest number means no limit, in rustix as in the system.
    let some = |limit: u64| (limit < u64::MAX).then_some(limit);
    let limit = Rlimit { current: some(soft.min(maximum)), maximum: some(hard.min(maximum)) };
    setrlimit(resource, limit).map_err(|source| ResourceError { name, source })
}

/// The soft limit of open files at the start of this process.
static SOFT_FILES: OnceLock<u64> = OnceLock::new();

/// The soft limit of open files at the start of this process. Relies on [`raise_file_limit`] being the only change.
pub(crate) fn soft_files() -> u64 {
    *SOFT_FILES.get_or_init(|| getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX))
}

/// Raises the soft limit of open files to the hard limit, for a process with many bots. Returns the earlier soft limit,
/// which every bot gets back. If the system refuses, nothing changes.
pub fn raise_file_limit() -> u64 {
    let before = soft_files();
    let maximum = getrlimit(Resource::Nofile).maximum;
    // macOS reports no hard limit, and refuses soft limits above this.
    let target =
        if cfg!(target_os = "macos") { Some(maximum.map_or(10_240, |most| most.min(10_240))) } else { maximum };
    if target.is_none_or(|target| target > before) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: target, maximum });
    }
    before
}

/// The number of files that this process may open besides those already open; unlimited if unknown.
pub fn spare_files() -> u64 {
    let count = || std::fs::read_dir("/proc/self/fd").map_or(0, |open| open.count() as u64);
    most_files().saturating_sub(told_files().unwrap_or_else(count))
}

fn most_files() -> u64 {
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// The number of open files of this process. `None` before Linux 6.2: only since then is it the size of
/// `/proc/self/fd`.
fn told_files() -> Option<u64> {
    let told = std::fs::metadata("/proc/self/fd").map_or(0, |open| open.len());
    (told > 0).then_some(told)
}

/// The number of processes and threads that this account may start besides those already running; unlimited if unknown.
#[cfg(target_os = "linux")]
pub fn spare_processes() -> u64 {
    use super::{cgroup, tree};
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let number = |path: &str| read(path).trim().parse().unwrap_or(u64::MAX);
    // `0.1 0.2 0.3 2/345 678`: the number after the slash counts all processes and threads.
    let all: u64 = read("/proc/loadavg").split(['/', ' ']).nth(4).and_then(|all| all.parse().ok()).unwrap_or(0);
    let system = number("/proc/sys/kernel/threads-max").min(number("/proc/sys/kernel/pid_max")).saturating_sub(all);
    // Root has no such limit.
    let limit = getrlimit(Resource::Nproc).current.filter(|_| !rustix::process::geteuid().is_root());
    let account = limit.map_or(u64::MAX, |most| most.saturating_sub(tree::threads_of(rustix::process::getuid())));
    system.min(account).min(cgroup::spare_processes())
}

/// Unlimited: the number is unknown on this system.
#[cfg(not(target_os = "linux"))]
pub fn spare_processes() -> u64 {
    u64::MAX
}

/// The share of each of this many bots that run at once: of memory three quarters of the machine, divided by their number,
/// and of processes as many as programs need, whatever the machine has.
pub fn machine_share(bots: u64) -> MachineShare {
    static WHOLE: OnceLock<MachineShare> = OnceLock::new();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    WHOLE.get_or_init(whole_machine).divided(bots.max(1), cores)
}

/// The memory and the processes that this arbiter and all its bots can have.
#[cfg(target_os = "linux")]
fn whole_machine() -> MachineShare {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let number = |path: &str| read(path).trim().parse().ok();
    let total = read("/proc/meminfo").lines().find_map(|line| {
        let kib = line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?;
        kib.parse::<u64>().ok()
    });
    let memory = total.map(|kib| (kib * 1024).min(super::cgroup::memory()));
    let system = [number("/proc/sys/kernel/threads-max"), number("/proc/sys/kernel/pid_max")];
    MachineShare { memory, processes: system.into_iter().flatten().min() }
}

/// Unknown on this system, whose keepers take no samples.
#[cfg(not(target_os = "linux"))]
fn whole_machine() -> MachineShare {
    MachineShare::default()
}

/// Checks that this process may open this many more files. Fails if the limit of this process is too low, or the system
/// itself has no more files.
pub fn have_room_for(files: usize) -> std::io::Result<()> {
    // Opens two files, because the total limit of the system shows only in an attempt.
    let (one, _other) = std::io::pipe()?;
    if let Some(open) = told_files() {
        let room = most_files().saturating_sub(open) >= (files as u64).saturating_sub(2);
        return if room { Ok(()) } else { Err(Errno::MFILE.into()) };
    }
    // Copies a descriptor, because making a pipe takes ten times as long.
    let copies: std::io::Result<Vec<_>> = (2..files).map(|_| one.try_clone()).collect();
    copies.map(drop)
}
