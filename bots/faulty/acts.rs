//! The actions of the modes: signals, descriptors, sessions, and large output.

use std::{
    fs::{self, File},
    io::{self, Write},
    os::unix::fs::FileExt,
    path::Path,
    process,
};

use rustix::{
    process::{Pid, Signal, getpid, kill_process, setsid},
    stdio::{dup2_stderr, dup2_stdin, dup2_stdout},
};

use crate::{FollowUp, say, sleep_for_ever};

pub(crate) fn reply(text: impl AsRef<[u8]>) -> FollowUp {
    say(text);
    FollowUp::Handled
}

/// Writes many lines, until the reader is gone.
pub(crate) fn pour(mut out: impl Write, line: &str, bytes: u64) {
    let block = line.repeat(1024);
    let mut left = bytes as usize;
    while left > 0 {
        let part = &block.as_bytes()[..block.len().min(left)];
        if out.write_all(part).is_err() {
            break;
        }
        left -= part.len();
    }
    let _ = out.write_all(b"\n").and_then(|()| out.flush());
}

fn nothing() -> io::Result<File> {
    File::options().read(true).write(true).open("/dev/null")
}

pub(crate) fn close_stdin() {
    let _ = nothing().map(dup2_stdin);
}

pub(crate) fn close_output() {
    let _ = nothing().map(|nothing| dup2_stdout(&nothing).and_then(|()| dup2_stderr(&nothing)));
}

pub(crate) fn end_by(name: &str) {
    match name {
        "kill" => send_self(Signal::KILL),
        "abrt" => process::abort(),
        "term" => send_self(Signal::TERM),
        "stop" => send_self(Signal::STOP),
        "int" => send_self(Signal::INT),
        // A signal without a real fault is sent twice: Rust's handler takes the first and restores the default, under
        // which the second ends the process.
        _ => {
            for _ in 0..2 {
                send_self(Signal::SEGV);
            }
            sleep_for_ever()
        }
    }
}

pub(crate) fn send_self(signal: Signal) {
    let _ = kill_process(getpid(), signal);
}

/// Signals another process, if given.
pub(crate) fn send(process: Option<Pid>, signal: Signal) {
    if let Some(process) = process {
        let _ = kill_process(process, signal);
    }
}

/// Kills all processes that it may signal, except itself.
pub(crate) fn kill_all() {
    // Uses the number -1 for all processes, which no safe call of rustix takes.
    let _ = nix::sys::signal::kill(nix::unistd::Pid::from_raw(-1), nix::sys::signal::Signal::SIGKILL);
}

/// Attaches to another process as a tracer if permitted, and lets it run on.
pub(crate) fn trace(process: Option<Pid>) {
    #[cfg(target_os = "linux")]
    if let Some(process) = process {
        use nix::{sys::ptrace, sys::wait::waitpid, unistd};
        let process = unistd::Pid::from_raw(process.as_raw_nonzero().get());
        if ptrace::attach(process).is_ok() {
            let _ = waitpid(process, None);
            let _ = ptrace::cont(process, None);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = process;
}

/// Lowers the resource limits of another process if permitted.
pub(crate) fn starve(process: Option<Pid>) {
    #[cfg(target_os = "linux")]
    if process.is_some() {
        use rustix::process::{Resource, Rlimit, prlimit};
        for resource in [Resource::Nofile, Resource::Data, Resource::Nproc] {
            let _ = prlimit(process, resource, Rlimit { current: Some(0), maximum: Some(0) });
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = process;
}

pub(crate) fn take_all_cores() {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_setaffinity};
        let mut all = CpuSet::new();
        (0..CpuSet::MAX_CPU).for_each(|core| all.set(core));
        let _ = sched_setaffinity(None, &all);
    }
}

pub(crate) fn parent_of(process: Pid) -> Option<Pid> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The fields after the name, which is in brackets and may hold any text: the state, then the parent.
    let parent = stat.rsplit(") ").next()?.split(' ').nth(1)?;
    Pid::from_raw(parent.parse().ok()?)
}

/// Types a line into the terminal of this process and into the terminal with this path. No safe call of Rust types into
/// a terminal, but perl can, and is available nearly everywhere.
pub(crate) fn type_into(line: &str, terminal: Option<&str>) {
    let script = "for my $place (@ARGV) { open(my $file, '+<', $place) or next; \
                  ioctl($file, 0x5412, my $typed = $_) for split //, \"$ENV{LINE}\\n\"; }";
    let own = ["/dev/fd/0", "/dev/fd/1", "/dev/fd/2", "/dev/tty"];
    let mut command = process::Command::new("perl");
    command.env("LINE", line).args(["-e", script]).args(own.into_iter().chain(terminal));
    drop(command.status());
}

/// Gives the points of seat 1 to seat 2 in the results of all files below a directory. The length of each file stays
/// the same, so a program that appends to it notices nothing. Returns true if `results.jsonl` had one to turn.
pub(crate) fn turn_results(dir: &Path) -> bool {
    let Ok(entries) = fs::read_dir(dir) else { return false };
    let mut turned = false;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            turned |= turn_results(&path);
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let Ok(file) = File::options().write(true).open(&path) else { continue };
        for (won, lost) in [("[\"1\",\"0\"]", "[\"0\",\"1\"]"), ("[\"1/2\",\"1/2\"]", "[\"0\",\"1\"]    ")] {
            for (place, _) in text.match_indices(won) {
                turned |= file.write_all_at(lost.as_bytes(), place as u64).is_ok() && path.ends_with("results.jsonl");
            }
        }
    }
    turned
}

pub(crate) fn leave_session() {
    // The process does not lead its group, so this is permitted.
    let _ = setsid();
}

/// Catches SIGTERM, SIGINT and SIGHUP, and ignores them.
pub(crate) fn ignore_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        let _ = signal_hook::flag::register(signal, std::sync::Arc::default());
    }
}
