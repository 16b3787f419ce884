//! All that a bot has started and that has come to its keeper: the children of this process.
//!
//! An orphan is handed to the nearest ancestor that has asked for orphans, whatever group or session it has joined, and
//! each process is the orphan of one that was killed. So killing children until there are none kills all.

use std::{collections::HashSet, fs, io};

use rustix::{
    io::Errno,
    process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, wait, waitpid},
};

/// Reaps the children that have ended, but for one.
pub(crate) fn reap_all_but(bot: Pid) {
    for child in children().unwrap_or_default().into_iter().filter(|&child| child != bot) {
        let _ = waitpid(Some(child), WaitOptions::NOHANG);
    }
}

/// Kills and reaps all children, and those that come in their place, until there is none. Returns the status of one of
/// them.
pub(crate) fn end_all(bot: Pid) -> Option<WaitStatus> {
    let mut status = None;
    loop {
        // Without /proc there is at least the bot.
        let children = children().unwrap_or_else(|_| if status.is_none() { vec![bot] } else { Vec::new() });
        // None is reaped but by this thread, so each number is still that of the child.
        let killed = children.iter().filter(|&&child| kill_process(child, Signal::KILL).is_ok()).count();
        let mut options = if killed > 0 { WaitOptions::empty() } else { WaitOptions::NOHANG };
        loop {
            match wait(options) {
                Ok(Some((child, ended))) => {
                    if child == bot {
                        status = Some(ended);
                    }
                    options = WaitOptions::NOHANG;
                }
                Ok(None) if killed == 0 && !children.is_empty() => {
                    // They are another user's, such as a setuid program.
                    return status;
                }
                Ok(None) => break,
                Err(Errno::INTR) => {}
                Err(_) => return status,
            }
        }
        if killed == 0 && children.is_empty() && !std::path::Path::new("/proc/self").exists() {
            return status;
        }
    }
}

/// Kills and reaps the children of this process that are none of `known`, and those that come in their place, until
/// there is none. For the arbiter, to whom the offspring of a bot comes that has killed its keeper.
pub(crate) fn end_strays(known: &HashSet<Pid>) {
    loop {
        let strays = children_of_all_threads().into_iter().filter(|child| !known.contains(child));
        let mut ended = 0;
        for stray in strays {
            // A stray is another user's where it cannot be killed, such as a setuid program.
            let options = match kill_process(stray, Signal::KILL) {
                Ok(()) => WaitOptions::empty(),
                Err(_) => WaitOptions::NOHANG,
            };
            ended += usize::from(matches!(waitpid(Some(stray), options), Ok(Some(_))));
        }
        if ended == 0 {
            return;
        }
    }
}

/// The children of this process, whichever of its threads they are listed under.
fn children_of_all_threads() -> Vec<Pid> {
    let Ok(threads) = fs::read_dir("/proc/self/task") else { return Vec::new() };
    let lists: io::Result<Vec<String>> =
        threads.flatten().map(|thread| fs::read_to_string(thread.path().join("children"))).collect();
    match lists {
        Ok(lists) => lists.iter().flat_map(|list| list.split_whitespace().filter_map(pid)).collect(),
        // A thread has ended, or the system is built without that file.
        Err(_) => scan().unwrap_or_default(),
    }
}

/// The children of this process, which has one thread; those that have ended are among them until they are reaped.
fn children() -> io::Result<Vec<Pid>> {
    match fs::read_to_string("/proc/thread-self/children") {
        Ok(list) => Ok(list.split_whitespace().filter_map(pid).collect()),
        // A system may be built without that file.
        Err(_) => scan(),
    }
}

/// The children of this process by the parent that each process on the system names.
fn scan() -> io::Result<Vec<Pid>> {
    let parent = getpid().to_string();
    let is_child = |pid: &Pid| {
        let stat = fs::read(format!("/proc/{pid}/stat")).unwrap_or_default();
        // `1234 (name) S 1 …`: the name may hold anything, so what follows is counted from its end.
        let end = stat.iter().rposition(|&byte| byte == b')').unwrap_or(0);
        String::from_utf8_lossy(&stat[end..]).split_whitespace().nth(2) == Some(&parent)
    };
    let entries = fs::read_dir("/proc")?;
    Ok(entries.flatten().filter_map(|entry| pid(entry.file_name().to_str()?)).filter(is_child).collect())
}

fn pid(word: &str) -> Option<Pid> {
    word.parse().ok().and_then(Pid::from_raw)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn both_ways_to_find_a_child_find_it() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let pid = Pid::from_child(&child);
        assert!(children().unwrap().contains(&pid));
        assert!(scan().unwrap().contains(&pid));
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(!scan().unwrap().contains(&pid));
    }
}
