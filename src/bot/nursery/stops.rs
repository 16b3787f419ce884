//! Detects sampling keepers that were stopped (SIGSTOP), and continues them so that they kill their bots. Kills keepers
//! that are stopped again and again.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

#[cfg(target_os = "linux")]
use crate::bot::system::tree::is_stopped;
use crate::bot::terms::ExecPlan;

const LOOK: Duration = Duration::from_millis(20);

/// The number of times that a keeper may be found stopped before it is killed.
const MOST: u32 = 25;

/// The watched keepers, with the number of times that each was found stopped.
#[derive(Debug, Default)]
pub(crate) struct Stops {
    found: HashMap<Pid, u32>,
    pub(crate) look_at: Option<Instant>,
}

impl Stops {
    /// Watches a keeper from now on, if a limit of memory or processes is set for its bot.
    pub(crate) fn watch(&mut self, keeper: Pid, plan: &ExecPlan, now: Instant) {
        if plan.limits.memory.set().is_some() || plan.limits.processes.set().is_some() {
            self.found.insert(keeper, 0);
            self.look_at.get_or_insert(now + LOOK);
        }
    }

    /// Stops watching a keeper, because another process may soon have its number.
    pub(crate) fn forget(&mut self, keeper: Pid) {
        self.found.remove(&keeper);
        if self.found.is_empty() {
            self.look_at = None;
        }
    }

    pub(crate) fn look(&mut self, now: Instant) {
        if self.look_at.is_none_or(|at| at > now) {
            return;
        }
        self.look_at = Some(now + LOOK);
        for (&keeper, times) in &mut self.found {
            if is_stopped(keeper) {
                *times += 1;
                // Fails if the keeper has ended.
                let _ = kill_process(keeper, if *times > MOST { Signal::KILL } else { Signal::CONT });
            }
        }
    }
}

/// Other systems have no keepers.
#[cfg(not(target_os = "linux"))]
fn is_stopped(_: Pid) -> bool {
    false
}
