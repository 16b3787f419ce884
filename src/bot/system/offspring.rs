//! The processes of a bot that this process has adopted: its keeper or, if the keeper was killed, the arbiter.
//!
//! An orphan goes to the nearest ancestor that adopts orphans, whatever its group or session. Killing a process makes
//! orphans of its children. So killing children, with what is below them, until none is left kills the whole tree.

use std::{
    collections::{BTreeMap, HashSet},
    ops::ControlFlow,
    time::Instant,
};

use itertools::Itertools;
use rustix::{
    io::Errno,
    process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions, WaitStatus, getpid, kill_process, waitid, waitpid},
};

use super::tree::{Member, children, children_of_all_threads, name, visit_all};

/// The most processes of one name that are told by number.
const MOST_NAMED: usize = 8;

/// Returns true if the child has ended or is not a child of this process. Does not reap it.
pub(crate) fn has_ended(child: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(child), options), Ok(None) | Err(Errno::INTR))
}

pub(crate) fn reap_all_but(bot: Pid) {
    for child in children().unwrap_or_default().into_iter().filter(|&child| child != bot) {
        let _ = waitpid(Some(child), WaitOptions::NOHANG);
    }
}

/// Kills and reaps all children and what is below them, and the orphans that become children, until none is left or
/// `by` has passed. The arbiter adopts the remaining ones. `rest` pauses for a moment, or until a child ends. Returns
/// the exit status of the bot, or `None` if the bot was not reaped.
pub(crate) fn end_all(bot: Pid, by: Instant, mut rest: impl FnMut()) -> Option<WaitStatus> {
    let mut status = None;
    loop {
        // If /proc cannot be read, at least the bot is known.
        let known = || children().unwrap_or_else(|_| vec![bot]);
        let found = if status.is_none() { known() } else { children().unwrap_or_default() };
        let living = reap(&found, by, |child, ended| {
            if child == bot {
                status = Some(ended);
            }
        });
        if found.is_empty() || Instant::now() >= by {
            return status;
        }
        if living {
            if kill_below(found, known, by) == 0 || Instant::now() >= by {
                // The remaining children belong to other users, such as a setuid program.
                return status;
            }
            rest();
        }
    }
}

/// Kills the children of this process that are not in `known`, and what is below them, and reaps those that have ended,
/// until none ends any more or `by` has passed. Returns true if none is left, except those that this process may not
/// kill. The arbiter calls this because a killed keeper leaves its bot's processes to it.
pub(crate) fn kill_strays(known: &HashSet<Pid>, by: Instant) -> bool {
    loop {
        let found = strays(known);
        let living = reap(&found, by, |_, _| {});
        if found.is_empty() {
            return true;
        }
        if living || Instant::now() >= by {
            // Without those that were just reaped: after the deadline, only one process is looked at.
            let left = strays(known);
            return left.is_empty() || kill_below(left, || strays(known), by) == 0;
        }
        // The processes that have ended may have left orphans.
    }
}

fn strays(known: &HashSet<Pid>) -> Vec<Pid> {
    let mut children = children_of_all_threads(getpid());
    children.retain(|child| !known.contains(child));
    children
}

/// Reaps those of these children that have ended, or only some of them if `by` has passed. Returns true if others live.
fn reap(children: &[Pid], by: Instant, mut ended: impl FnMut(Pid, WaitStatus)) -> bool {
    let mut living = false;
    for &child in children.iter().rev() {
        match waitpid(Some(child), WaitOptions::NOHANG) {
            Ok(Some((_, status))) => {
                ended(child, status);
                if Instant::now() >= by {
                    break;
                }
            }
            Ok(None) | Err(Errno::INTR) => living = true,
            // Another thread has reaped it.
            Err(_) => {}
        }
    }
    living
}

/// Kills these children and all below them, or those that it finds until `by`, and returns the number of the killed
/// ones. Does not reap them. `list` lists the children again.
///
/// Stops all before it kills one. A killed process gives its place in the system's table to the next fork, so processes
/// that have filled the table would multiply as fast as they are killed; a stopped one keeps its place. The newest come
/// first: where processes start the next and end, only the last ones live.
fn kill_below(mut children: Vec<Pid>, list: impl Fn() -> Vec<Pid>, by: Instant) -> usize {
    let go_on = || if Instant::now() < by { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    // Fails if the process belongs to another user. Its number was just read, so no other process has it yet.
    let send = |process, signal| kill_process(process, signal).is_ok();
    let mut found = HashSet::new();
    loop {
        let before = found.len();
        let stop = |process| _ = send(process, Signal::STOP);
        let add = |member: Member| {
            found.insert(member.pid);
            go_on()
        };
        visit_all(children.clone(), stop, add);
        // A process that is not stopped yet may have started others.
        if found.len() == before || Instant::now() >= by {
            break;
        }
        children = list();
    }
    let mut killed = 0;
    let kill = |member: Member| {
        killed += usize::from(send(member.pid, Signal::KILL));
        go_on()
    };
    visit_all(children, |_| {}, kill);
    killed
}

/// Names the children of this process that are not in `known`, and what is below them, as far as it finds them until
/// `by`: `bot (12, 13), sh (14)`.
pub(crate) fn name_strays(known: &HashSet<Pid>, by: Instant) -> String {
    let mut names = BTreeMap::<String, Vec<Pid>>::new();
    let add = |member: Member| {
        names.entry(name(member.pid)).or_default().push(member.pid);
        if Instant::now() < by { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    visit_all(strays(known), |_| {}, add);
    let told = names.iter().map(|(name, pids)| {
        let more = pids.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{name} ({}{more})", pids.iter().take(MOST_NAMED).join(", "))
    });
    told.collect::<Vec<_>>().join(", ")
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
            alone.args(["--exact", "bot::system::offspring::tests::no_loop_outlasts_its_deadline"]).env(ALONE, "");
            let output = alone.output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && said.contains("1 passed"), "{said}");
            return;
        }
        let (none, later) = (HashSet::new(), Instant::now() + Duration::from_secs(600));
        let left = || children_of_all_threads(getpid()).len();

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
