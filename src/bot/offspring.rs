//! All that a bot has started and that has come to its keeper: the children of this process.
//!
//! An orphan is handed to the nearest ancestor that has asked for orphans, whatever group or session it has joined, and
//! each process is the orphan of one that was killed. So killing children until there are none kills all.

use std::{collections::HashSet, ops::ControlFlow};

use rustix::{
    io::Errno,
    process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, wait, waitpid},
};

use super::tree::{children, children_of_all_threads, visit};

/// Reaps the children that have ended, but for one.
pub(crate) fn reap_all_but(bot: Pid) {
    for child in children().unwrap_or_default().into_iter().filter(|&child| child != bot) {
        let _ = waitpid(Some(child), WaitOptions::NOHANG);
    }
}

/// Kills all that is below this process, so that whatever multiplies there stops before it is reaped piece by piece.
pub(crate) fn kill_all() {
    visit(getpid(), |member| {
        // It fails where the process has ended, or is another user's. Its number was read a moment ago: it could mean
        // another process only if the system had used up all other numbers since.
        let _ = kill_process(member.pid, Signal::KILL);
        ControlFlow::Continue(())
    });
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
