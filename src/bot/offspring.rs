//! The processes of a bot that have become children of this process, its keeper.
//!
//! An orphan goes to the nearest ancestor that adopts orphans, whatever its group or session. Killing a process makes
//! its children orphans. So killing children until none is left kills all.

use std::{collections::HashSet, ops::ControlFlow, time::Instant};

use rustix::{
    io::Errno,
    process::{
        Pid, Signal, WaitId, WaitIdOptions, WaitOptions, WaitStatus, getpid, kill_process, wait, waitid, waitpid,
    },
};

use super::tree::{children, children_of_all_threads, visit};

/// Returns true if a child has ended. Does not reap it.
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

/// Kills all processes below this one at once. Processes that multiply so stop before they are reaped one by one.
pub(crate) fn kill_all() {
    visit(getpid(), |member| {
        // Fails if the process has ended or belongs to another user. Its number was just read; another process could
        // have it only if the system had used all other numbers since.
        let _ = kill_process(member.pid, Signal::KILL);
        ControlFlow::Continue(())
    });
}

/// Kills and reaps all children and the orphans that follow, until none is left or the time is over. The arbiter adopts
/// the rest. `rest` waits for a moment, or until a child has ended. Returns the status of the bot.
pub(crate) fn end_all(bot: Pid, by: Instant, mut rest: impl FnMut()) -> Option<WaitStatus> {
    let mut status = None;
    loop {
        // Without /proc, at least the bot is known.
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
        // The rest belongs to other users, such as a setuid program, or cannot be seen.
        let helpless = killed == 0 && (blind || !children.is_empty());
        if helpless || Instant::now() >= by {
            return status;
        }
        rest();
    }
}

/// Kills the children of this process that are not in `known`, and reaps those that have ended. Returns true if only
/// processes of other users are left. The arbiter, which adopts the processes of a bot that has killed its keeper,
/// calls this.
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
        // The ended processes may have left orphans.
        if ended == 0 {
            return left == 0;
        }
    }
}
