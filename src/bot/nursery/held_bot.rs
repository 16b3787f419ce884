//! Holds a bot to a core from outside, as long as only one of the bot's threads has work at a time. The arbiter judges
//! this by the bot's threads, so a bot of several threads is not slowed, whatever it says of itself.
//!
//! Two kinds of bots qualify. The first is one process with one thread. The second is the adapter for UCI engines, with
//! an engine of one thread: the threads of the adapter wait for each other and for the engine.

use std::{ffi::OsStr, fs, ops::ControlFlow, os::unix::fs::MetadataExt};

use rustix::{
    process::Pid,
    thread::{CpuSet, sched_getaffinity, sched_setaffinity},
};

use crate::bot::{system::tree, terms::Core};

/// The number of rounds through all threads, at most. Threads that begin during one round are found in the next.
const ROUNDS: usize = 8;

/// The number of processes to look at in all rounds, at most.
const MOST_MOVED: usize = 64;

/// A directory of threads has two links, plus one for each thread.
const LINKS_OF_ONE_THREAD: u64 = 3;

const ADAPTER: &str = "arbiter-uci";

/// Three threads: one reads what the arbiter says, one what the engine says, and one waits for the end of both.
const LINKS_OF_ADAPTER: u64 = LINKS_OF_ONE_THREAD + 2;

/// A bot held to a core until it is released. Dropping this releases nothing, because the bot may have ended and its
/// number may belong to another process.
#[derive(Debug)]
pub(crate) struct HeldBot {
    bot: Pid,
    core: usize,
    before: CpuSet,
    threads: String,
    children: String,
    is_adapter: bool,
}

impl HeldBot {
    /// Holds the bot of this keeper to a core. `None` if the bot has several busy threads, has fewer cores than the
    /// arbiter, or if the system refuses.
    pub(super) fn hold(keeper: Pid, core: &Core) -> Option<Self> {
        // The init of a keeper is an older child.
        let bot = tree::last_child(keeper)?;
        let before = sched_getaffinity(Some(bot)).ok()?;
        let threads = format!("/proc/{bot}/task");
        let children = format!("{threads}/{bot}/children");
        // A bot that may not use all cores has chosen its cores or was given them, and keeps them.
        let all = core.all();
        let is_free = !all.is_empty() && all.iter().all(|&core| before.is_set(core));
        let program = fs::read_link(format!("/proc/{bot}/exe"));
        let is_adapter = program.is_ok_and(|program| program.file_name() == Some(OsStr::new(ADAPTER)));
        let held = Self { bot, core: core.number(), before, threads, children, is_adapter };
        (is_free && held.is_alone() && held.move_to(core)).then_some(held)
    }

    /// Moves the bot to this core, if it is another. Returns false if the system refuses, as after the bot's end.
    pub(crate) fn to(&mut self, core: &Core) -> bool {
        let held = self.core == core.number() || self.move_to(core);
        self.core = core.number();
        held
    }

    /// Moves the bot. An engine that the adapter starts in the meantime starts on this core too.
    fn move_to(&self, core: &Core) -> bool {
        let mut one = CpuSet::new();
        one.set(core.number());
        sched_setaffinity(Some(self.bot), &one).is_ok() && (!self.is_adapter || move_all(self.bot, &one))
    }

    /// Returns true if the bot still has only one busy thread.
    pub(crate) fn is_alone(&self) -> bool {
        let Ok(threads) = fs::metadata(&self.threads) else { return false };
        if self.is_adapter {
            let below = tree::below(self.bot, 2);
            return threads.nlink() <= LINKS_OF_ADAPTER
                && below.len() < 2
                && below.iter().all(|engine| engine.threads == 1);
        }
        threads.nlink() == LINKS_OF_ONE_THREAD && fs::read(&self.children).is_ok_and(|children| children.is_empty())
    }

    /// Restores the cores that the bot had before, for all threads of the bot and of its children, because they have
    /// begun on its core. The bot must not have been reaped.
    pub(crate) fn let_go(self) {
        let is_single = || !self.is_adapter && self.is_alone();
        if !(is_single() && sched_setaffinity(Some(self.bot), &self.before).is_ok() && is_single()) {
            move_all(self.bot, &self.before);
        }
    }
}

/// Moves all threads of a process and of its children to these cores, but of no more than [`MOST_MOVED`] processes:
/// a bot may start them faster than they are moved. Returns true once a round finds nothing left to move.
fn move_all(root: Pid, to: &CpuSet) -> bool {
    let mut looks = 0;
    (0..ROUNDS).any(|_| {
        let mut moved = move_threads(root, to);
        tree::visit(root, |member| {
            moved |= move_threads(member.pid, to);
            looks += 1;
            if looks < MOST_MOVED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        !moved || looks >= MOST_MOVED
    })
}

fn move_threads(process: Pid, to: &CpuSet) -> bool {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let threads = threads.filter_map(|thread| Pid::from_raw(thread.file_name().to_str()?.parse().ok()?));
    let mut moved = false;
    for thread in threads {
        // Fails if the thread has ended.
        if sched_getaffinity(Some(thread)).is_ok_and(|now| now != *to) {
            moved |= sched_setaffinity(Some(thread), to).is_ok();
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};

    use super::*;
    use crate::bot::system::affinity;

    /// A mark in the command line of the mock keeper. Its fork has the mark too, until it executes another program.
    const COMMENT: &str = "# keeper";

    /// Starts a shell as a mock keeper, and returns it with its only child.
    fn keeper_of(bot: &str) -> (Child, Pid) {
        let mut keeper =
            Command::new("sh").args(["-c", &format!("{bot}; true {COMMENT}")]).stdin(Stdio::piped()).spawn().unwrap();
        let pid = Pid::from_child(&keeper);
        loop {
            if let Some(bot) = tree::last_child(pid)
                && std::fs::read_to_string(format!("/proc/{bot}/cmdline")).is_ok_and(|line| !line.contains(COMMENT))
            {
                return (keeper, bot);
            }
            assert!(keeper.try_wait().unwrap().is_none());
            std::thread::yield_now();
        }
    }

    fn cores_of(process: Pid) -> u32 {
        sched_getaffinity(Some(process)).unwrap().count()
    }

    #[test]
    fn a_bot_is_held_alone_or_as_an_adapter_with_its_engine_until_it_is_let_go() {
        // A shell with the name of the adapter, with another program as its engine.
        let adapter = testkit::processes::scratch("held-adapter").join("arbiter-uci");
        std::fs::copy("/bin/sh", &adapter).unwrap();
        let adapter = format!("{} -c 'cat; true'", testkit::word(adapter));
        for (command, has_child, is_held) in
            [("cat", false, true), (&*adapter, true, true), ("sh -c 'cat; true'", true, false)]
        {
            let (mut keeper, bot) = keeper_of(command);
            let mut all = vec![bot];
            while has_child && all.len() < 2 {
                all.extend(tree::last_child(bot));
                std::thread::yield_now();
            }
            let cores = || all.iter().map(|process| cores_of(*process)).collect::<Vec<_>>();
            let before = cores();
            let held = HeldBot::hold(Pid::from_child(&keeper), &affinity::cores().take(None).unwrap());
            assert_eq!(held.as_ref().map(HeldBot::is_alone), is_held.then_some(true), "{command}");
            if let Some(held) = held {
                assert_eq!(cores(), vec![1; all.len()], "{command}");
                held.let_go();
            }
            assert_eq!(cores(), before, "{command}");
            drop(keeper.stdin.take());
            keeper.wait().unwrap();
        }
    }
}
