//! What processes use, as /proc says.

use std::fs;

use rustix::process::Pid;

use super::tree::{Member, stat};

/// Memory of a process's own in bytes, in use or swapped out: what it has mapped from files does not count, since the
/// system can drop it.
const STATUS: [&str; 3] = ["RssAnon:", "RssShmem:", "VmSwap:"];

/// The same, each page divided by the number of processes that share it.
const ROLLUP: [&str; 3] = ["Pss_Anon:", "Pss_Shmem:", "SwapPss:"];

/// How much memory of their own processes have, in bytes. What several of them share counts for each, until that is
/// more than `enough`; then it counts once, which is costlier to find out.
pub(crate) fn memory(members: &[Member], enough: u64) -> u64 {
    let quick = members.iter().map(|member| sum(member.pid, "status", STATUS)).sum();
    if quick <= enough || members.len() < 2 {
        return quick;
    }
    let exact = members.iter().map(|member| match sum(member.pid, "smaps_rollup", ROLLUP) {
        // It may not be read where the process has become another user's, or a secret one.
        0 => sum(member.pid, "status", STATUS),
        bytes => bytes,
    });
    exact.sum()
}

/// The sum of these lines of a file of a process, in bytes; 0 for one that has ended.
fn sum(pid: Pid, file: &str, names: [&str; 3]) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/{file}")).unwrap_or_default();
    let lines = text.lines().filter(|line| names.iter().any(|name| line.starts_with(name)));
    lines.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).sum::<u64>() * 1024
}

/// The processor time that a process has used, in whole seconds.
pub(crate) fn processor_seconds(pid: Pid) -> Option<u64> {
    let stat = stat(pid)?;
    let ticks = |field| stat.field(field)?.parse::<u64>().ok();
    Some((ticks(14)? + ticks(15)?) / rustix::param::clock_ticks_per_second())
}

#[cfg(test)]
mod tests {
    use rustix::process::getpid;

    use super::*;

    #[test]
    fn memory_of_this_process_is_seen() {
        let me = [Member { pid: getpid(), threads: 1 }];
        let before = memory(&me, u64::MAX);
        let filled = vec![1u8; 64 << 20];
        let after = memory(&me, u64::MAX);
        let exact = memory(&[me[0], me[0]], 0);
        std::hint::black_box(&filled);
        assert!(after >= before + (60 << 20), "{before} {after}");
        assert!(exact >= 2 * (before + (60 << 20)), "{before} {exact}");
    }

    #[test]
    fn what_is_gone_uses_nothing() {
        let gone = Member { pid: Pid::from_raw(i32::MAX).unwrap(), threads: 1 };
        assert_eq!(memory(&[gone], 0), 0);
        assert_eq!(processor_seconds(gone.pid), None);
    }
}
