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

/// Kills all processes below this one at once, so that processes that multiply stop, or those that it finds until `by`.
/// Does not reap them.
pub(crate) fn kill_all(by: Instant) {
    visit(getpid(), |member| {
        // Fails if the process has ended or belongs to another user. The number was just read, so no other process has
        // it yet.
        let _ = kill_process(member.pid, Signal::KILL);
        if Instant::now() < by { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
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
        // Only this thread reaps, so each number still belongs to that child. The newest comes first: where processes
        // start the next and end, thousands of children have ended, and only the last ones live.
        let killed = children.iter().rev().filter(|&&child| kill_process(child, Signal::KILL).is_ok()).count();
        // Not until none is left: processes that start the next and end can end faster than they are reaped.
        for _ in 0..=children.len() {
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
            if Instant::now() >= by {
                break;
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

/// Kills the children of this process that are not in `known`, the newest first, and reaps those that have ended, until
/// none ends any more or `by` has passed. Returns true if none is left, except those that this process may not kill. The
/// arbiter calls this because a killed keeper leaves its bot's processes to it.
pub(crate) fn kill_strays(known: &HashSet<Pid>, by: Instant) -> bool {
    loop {
        let mut ended = 0;
        let mut left = 0;
        for stray in children_of_all_threads().into_iter().rev().filter(|child| !known.contains(child)) {
            // Killing fails for processes of other users, such as a setuid program.
            let killed = kill_process(stray, Signal::KILL).is_ok();
            match waitpid(Some(stray), WaitOptions::NOHANG) {
                Ok(Some(_)) => ended += 1,
                Ok(None) | Err(_) => left += usize::from(killed),
            }
            if Instant::now() >= by {
                return false;
            }
        }
        // The processes that have ended may have left orphans.
        if ended == 0 {
            return left == 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        env,
        process::{Command, Stdio},
        time::Duration,
    };

    use super::*;

    const ALONE: &str = "ARBITER_TEST_ALONE";

    /// Starts processes that have ended and are not reaped.
    #[expect(clippy::zombie_processes, reason = "the functions under test reap them")]
    fn start_ended(count: usize) {
        for _ in 0..count {
            let child = Command::new("true").spawn().unwrap();
            let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            waitid(WaitId::Pid(Pid::from_child(&child)), ended).unwrap();
        }
    }

    /// Bots that start the next and end can end faster than they are reaped, so no loop may wait for the last.
    #[test]
    #[expect(clippy::zombie_processes, reason = "the function under test reaps it")]
    fn no_loop_outlasts_its_deadline() {
        // In a process of its own, whose only children are these.
        if env::var_os(ALONE).is_none() {
            let mut alone = Command::new(env::current_exe().unwrap());
            alone.args(["--exact", "bot::offspring::tests::no_loop_outlasts_its_deadline"]).env(ALONE, "");
            let output = alone.output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
            return;
        }
        let (none, later) = (HashSet::new(), Instant::now() + Duration::from_secs(600));
        let left = || children_of_all_threads().len();

        start_ended(3);
        assert!(!kill_strays(&none, Instant::now()));
        assert_eq!(left(), 2, "one look at the time after each child");
        assert!(kill_strays(&none, later));
        assert_eq!(left(), 0);

        start_ended(3);
        let bot = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        end_all(Pid::from_child(&bot), Instant::now(), || panic!("no pause after the deadline"));
        assert_eq!(left(), 3);
        end_all(Pid::from_child(&bot), later, std::thread::yield_now);
        assert_eq!(left(), 0);
    }
}
