//! All that a bot has started and that has come to its keeper: the children of this process.
//!
//! An orphan is handed to the nearest ancestor that has asked for orphans, whatever group or session it has joined, and
//! each process is the orphan of one that was killed. So killing children until there are none kills all.

use std::{collections::HashSet, ops::ControlFlow, time::Instant};

use rustix::{
    io::Errno,
    process::{
        Pid, Signal, WaitId, WaitIdOptions, WaitOptions, WaitStatus, getpid, kill_process, wait, waitid, waitpid,
    },
};

use super::tree::{children, children_of_all_threads, visit};

/// Whether a child has ended; it is not reaped by this.
pub(crate) fn has_ended(child: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(child), options), Ok(None) | Err(Errno::INTR))
}

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

/// Kills and reaps all children, and those that come in their place, until there is none or the time is over: what is
/// left then comes to the arbiter. `rest` waits for a moment, or until a child has ended. Returns the status of the bot.
pub(crate) fn end_all(bot: Pid, by: Instant, mut rest: impl FnMut()) -> Option<WaitStatus> {
    let mut status = None;
    loop {
        // Without /proc there is at least the bot.
        let listed = children();
        let blind = listed.is_err();
        let children = listed.unwrap_or_else(|_| if status.is_none() { vec![bot] } else { Vec::new() });
        // None is reaped but by this thread, so each number is still that of the child.
        let killed = children.iter().filter(|&&child| kill_process(child, Signal::KILL).is_ok()).count();
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((child, ended))) => {
                    if child == bot {
                        status = Some(ended);
                    }
                }
                Ok(None) => break,
                Err(Errno::INTR) => {}
                Err(_) => return status,
            }
        }
        // Those that are left are another user's, such as a setuid program, or cannot be seen.
        let helpless = killed == 0 && (blind || !children.is_empty());
        if helpless || Instant::now() >= by {
            return status;
        }
        rest();
    }
}

/// Kills the children of this process that are none of `known`, and reaps those that have ended. Whether none is left
/// but other users'. For the arbiter, to whom the offspring of a bot comes that has killed its keeper.
pub(crate) fn kill_strays(known: &HashSet<Pid>) -> bool {
    loop {
        let mut ended = 0;
        let mut left = 0;
        for stray in children_of_all_threads().into_iter().filter(|child| !known.contains(child)) {
            // A stray is another user's where it cannot be killed, such as a setuid program.
            let killed = kill_process(stray, Signal::KILL).is_ok();
            match waitpid(Some(stray), WaitOptions::NOHANG) {
                Ok(Some(_)) => ended += 1,
                Ok(None) | Err(_) => left += usize::from(killed),
            }
        }
        // Those that have ended may have left others.
        if ended == 0 {
            return left == 0;
        }
    }
}
