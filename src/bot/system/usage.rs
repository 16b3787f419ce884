//! The memory and time that processes use, read from /proc.

use std::fs;

use rustix::process::Pid;

use super::tree::{Member, stat};

/// The lines of `status` for a process's own memory, in use or swapped out. Pages mapped from files do not count,
/// because the system can drop them.
const STATUS: [&str; 3] = ["RssAnon:", "RssShmem:", "VmSwap:"];

/// The lines of `smaps_rollup` for a process's own memory, each page divided by the number of processes that share it.
const ROLLUP: [&str; 3] = ["Pss_Anon:", "Pss_Shmem:", "SwapPss:"];

/// The memory of processes in bytes. Each process counts the pages that it shares. Only if that sum exceeds `enough`,
/// it is worked out again with each shared page counted once, which takes longer.
pub(crate) fn memory(members: &[Member], enough: u64) -> u64 {
    let quick = members.iter().map(|member| sum(member.pid, "status", STATUS)).sum();
    if quick <= enough || members.len() < 2 {
        return quick;
    }
    let exact = members.iter().map(|member| match sum(member.pid, "smaps_rollup", ROLLUP) {
        // Unreadable if the process changed its user or is not dumpable.
        0 => sum(member.pid, "status", STATUS),
        bytes => bytes,
    });
    exact.sum()
}

/// The sum of these lines of a process's file, in bytes. 0 if the process has ended.
fn sum(pid: Pid, file: &str, names: [&str; 3]) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/{file}")).unwrap_or_default();
    let lines = text.lines().filter(|line| names.iter().any(|name| line.starts_with(name)));
    lines.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).sum::<u64>() * 1024
}

/// The processor time of a process, in whole seconds. `None` if the process was reaped.
pub(crate) fn processor_seconds(pid: Pid) -> Option<u64> {
    let stat = stat(pid)?;
    let ticks = |field| stat.field(field)?.parse::<u64>().ok();
    Some((ticks(14)? + ticks(15)?) / rustix::param::clock_ticks_per_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_uses_nothing() {
        let gone = Member { pid: Pid::from_raw(i32::MAX).unwrap(), threads: 1 };
        assert_eq!(memory(&[gone], 0), 0);
        assert_eq!(processor_seconds(gone.pid), None);
    }
}
