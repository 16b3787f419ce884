//! The tree of processes, read from /proc.

use std::{collections::HashSet, fs, io, ops::ControlFlow, path::Path};

use rustix::process::{Pid, Uid, getpid};

/// The children of this process, which has one thread. Includes ended children that were not reaped.
pub(crate) fn children() -> io::Result<Vec<Pid>> {
    match fs::read_to_string("/proc/thread-self/children") {
        Ok(list) => Ok(pids(&list).collect()),
        // Some kernels lack that file.
        Err(_) => Ok(children_of(getpid(), &scan()?)),
    }
}

/// The children of all threads of a process. Empty if /proc cannot be read.
pub(crate) fn children_of_all_threads(process: Pid) -> Vec<Pid> {
    listed(process).map_or_else(|_| children_of(process, &scan().unwrap_or_default()), |process| process.children)
}

/// The last child that the first thread of a process has started. A keeper has only one thread.
pub(crate) fn last_child(parent: Pid) -> Option<Pid> {
    pids(&fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).ok()?).last()
}

pub(crate) fn is_stopped(process: Pid) -> bool {
    stat(process).and_then(|stat| stat.field(3)).is_some_and(|state| state == "T")
}

/// The name of a process, with control characters escaped. Empty if the process has ended.
pub(crate) fn name(process: Pid) -> String {
    let name = fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
    name.trim_end().escape_debug().to_string()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) pid: Pid,
    pub(crate) threads: u64,
}

/// Visits all processes below `root`, whatever their group or session, until the visitor breaks. May miss a process
/// whose parent ends in the meantime. A later visit finds that process, if `root` adopts orphans.
pub(crate) fn visit(root: Pid, visitor: impl FnMut(Member) -> ControlFlow<()>) {
    visit_all(children_of_all_threads(root), |_| {}, visitor);
}

/// Visits these processes, the last first, and all below each, every process once: where a parent ends in the meantime,
/// its children are in two lists, that of the parent and that of the process that adopts them. Calls `enter` before it
/// lists the children of a process, so a process that `enter` stops has no other children than those.
pub(crate) fn visit_all(
    mut next: Vec<Pid>,
    mut enter: impl FnMut(Pid),
    mut visitor: impl FnMut(Member) -> ControlFlow<()>,
) {
    let mut scanned = None;
    let mut visited = HashSet::new();
    while let Some(pid) = next.pop() {
        if !visited.insert(pid) {
            continue;
        }
        enter(pid);
        let TaskEntries { children, threads } = listed(pid).unwrap_or_else(|_| TaskEntries {
            children: children_of(pid, scanned.get_or_insert_with(|| scan().unwrap_or_default())),
            threads: 1,
        });
        if visitor(Member { pid, threads }).is_break() {
            return;
        }
        next.extend(children);
    }
}

/// The processes below `root` in the order of [`visit`], at most `most` (at least 1).
pub(crate) fn below(root: Pid, most: usize) -> Vec<Member> {
    let mut found = Vec::new();
    visit(root, |member| {
        found.push(member);
        if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

struct TaskEntries {
    children: Vec<Pid>,
    threads: u64,
}

/// Lists a process; one that has ended has no children. Returns an error if the kernel lacks lists of children.
fn listed(pid: Pid) -> io::Result<TaskEntries> {
    let mut listed = TaskEntries { children: Vec::new(), threads: 0 };
    for thread in fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(children) => listed.children.extend(pids(&children)),
            // The thread has ended.
            Err(_) if Path::new("/proc/thread-self/children").exists() => {}
            Err(error) => return Err(error),
        }
        listed.threads += 1;
    }
    Ok(listed)
}

fn scan() -> io::Result<Vec<(Pid, Pid)>> {
    let entries = fs::read_dir("/proc")?;
    let found = entries.flatten().filter_map(|entry| {
        let child = pid(entry.file_name().to_str()?)?;
        Some((child, pid(&stat(child)?.field(4)?)?))
    });
    Ok(found.collect())
}

pub(crate) fn threads_of(user: Uid) -> u64 {
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    let pids = entries.flatten().filter_map(|entry| pid(entry.file_name().to_str()?));
    let threads = pids.filter_map(|pid| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let value = |name: &str| status.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next();
        (value("Uid:")?.parse() == Ok(user.as_raw())).then(|| value("Threads:")?.parse::<u64>().ok())?
    });
    threads.sum()
}

fn children_of(parent: Pid, known: &[(Pid, Pid)]) -> Vec<Pid> {
    known.iter().filter(|(_, other)| *other == parent).map(|(child, _)| *child).collect()
}

pub(crate) struct Stat(Vec<u8>);

pub(crate) fn stat(pid: Pid) -> Option<Stat> {
    fs::read(format!("/proc/{pid}/stat")).ok().map(Stat)
}

impl Stat {
    /// A field, with its number in proc(5), from 3 on.
    pub(crate) fn field(&self, number: usize) -> Option<String> {
        // `1234 (name) S 1 …`: the name may have any characters, so fields are counted from its end.
        let end = self.0.iter().rposition(|&byte| byte == b')')?;
        let text = String::from_utf8_lossy(&self.0[end..]);
        text.split_whitespace().nth(number.checked_sub(2)?).map(str::to_owned)
    }
}

fn pids(list: &str) -> impl Iterator<Item = Pid> {
    list.split_whitespace().filter_map(pid)
}

fn pid(word: &str) -> Option<Pid> {
    word.parse().ok().and_then(Pid::from_raw)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn every_way_to_find_a_child_finds_it() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let pid = Pid::from_child(&child);
        assert!(children().unwrap().contains(&pid));
        assert!(children_of_all_threads(getpid()).contains(&pid));
        assert!(children_of(getpid(), &scan().unwrap()).contains(&pid));
        assert!(below(getpid(), usize::MAX).contains(&Member { pid, threads: 1 }));
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(!children_of(getpid(), &scan().unwrap()).contains(&pid));
    }

    #[test]
    fn a_process_in_two_lists_is_visited_once() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let mut visited = Vec::new();
        visit_all(
            vec![pid; 2],
            |_| {},
            |member| {
                visited.push(member.pid);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(visited, [pid]);
        drop(child.stdin.take());
        child.wait().unwrap();
    }
}
