//! The processes of a bot that this process has adopted: its keeper or, if the keeper was killed, the arbiter.
//!
//! An orphan goes to the nearest ancestor that adopts orphans, whatever its group or session. Killing a process makes
//! orphans of its children. So killing children until none is left kills the whole tree.

use std::{collections::HashSet, ops::ControlFlow, time::Instant};

use rustix::{
    io::Errno,
    process::{
        Pid, Signal, WaitId, WaitIdOptions, WaitOptions, WaitStatus, getpid, kill_process, wait, waitid, waitpid,
    },
};

use super::tree::{children, children_of_all_threads, visit};

/// Returns true if the child has ended or is not a child of this process. Does not reap it.
pub(crate) fn has_ended(child: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(child), options), Ok(None) | Err(Errno::INTR))
}

/// Reaps all children that have ended, except the bot.
pub(crate) fn reap_all_but(bot: Pid) {
    for child in children().unwrap_or_default().into_iter().filter(|&child| child != bot) {
        let _ = waitpid(Some(child), WaitOptions::NOHANG);
    }
}

/// Kills all processes below this one at once, so that processes that multiply stop. Does not reap them.
pub(crate) fn kill_all() {
    visit(getpid(), |member| {
        // Fails if the process has ended or belongs to another user. The number was just read, so no other process has
        // it yet.
        let _ = kill_process(member.pid, Signal::KILL);
        ControlFlow::Continue(())
    });
}

/// Kills and reaps all children, and the orphans that become children, until none is left or `by` has passed. The
/// arbiter adopts the remaining ones. `rest` pauses for a moment, or until a child ends. Returns the exit status of the
/// bot, or `None` if the bot was not reaped.
pub(crate) fn end_all(bot: Pid, by: Instant, mut rest: impl FnMut()) -> Option<WaitStatus> {
    let mut status = None;
    loop {
        // If /proc cannot be read, at least the bot is known.
        let listed = children();
        let blind = listed.is_err();
        let children = listed.unwrap_or_else(|_| if status.is_none() { vec![bot] } else { Vec::new() });
        // Only this thread reaps, so each number still belongs to that child.
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
        // The remaining children belong to other users, such as a setuid program, or cannot be listed.
        let helpless = killed == 0 && (blind || !children.is_empty());
        if helpless || Instant::now() >= by {
            return status;
        }
        rest();
    }
}

/// Kills the children of this process that are not in `known`, and reaps those that have ended. Returns true if none is
/// left, except those that this process may not kill. The arbiter calls this because a killed keeper leaves its bot's
/// processes to it.
pub(crate) fn kill_strays(known: &HashSet<Pid>) -> bool {
    loop {
        let mut ended = 0;
        let mut left = 0;
        for stray in children_of_all_threads().into_iter().filter(|child| !known.contains(child)) {
            // Killing fails for processes of other users, such as a setuid program.
            let killed = kill_process(stray, Signal::KILL).is_ok();
            match waitpid(Some(stray), WaitOptions::NOHANG) {
                Ok(Some(_)) => ended += 1,
                Ok(None) | Err(_) => left += usize::from(killed),
            }
        }
        // The processes that have ended may have left orphans.
        if ended == 0 {
            return left == 0;
        }
    }
}
