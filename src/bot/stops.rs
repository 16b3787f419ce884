//! Keepers that take samples, and that somebody has stopped: a guard that stands still guards nothing. Whoever starts them
//! has them go on, upon which they end their bots; those that are stopped again and again are killed.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use super::{plan::ExecPlan, tree};

/// How often is looked.
const LOOK: Duration = Duration::from_millis(20);

/// So often one may be found stopped before it is killed.
const MOST: u32 = 25;

/// The keepers that are looked at, and how often each was found stopped.
#[derive(Debug, Default)]
pub(crate) struct Stops {
    found: HashMap<Pid, u32>,
    look_at: Option<Instant>,
}

impl Stops {
    /// Looks at a keeper from now on, if it is to guard its bot.
    pub(crate) fn watch(&mut self, keeper: Pid, plan: &ExecPlan, now: Instant) {
        if plan.limits.memory.is_some() || plan.limits.processes.is_some() {
            self.found.insert(keeper, 0);
            self.look_at.get_or_insert(now + LOOK);
        }
    }

    /// It is not to be looked at any more: its number may be another's soon.
    pub(crate) fn forget(&mut self, keeper: Pid) {
        self.found.remove(&keeper);
        if self.found.is_empty() {
            self.look_at = None;
        }
    }

    /// When it wants to look.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.look_at
    }

    pub(crate) fn look(&mut self, now: Instant) {
        if self.look_at.is_none_or(|at| at > now) {
            return;
        }
        self.look_at = Some(now + LOOK);
        for (&keeper, times) in &mut self.found {
            if tree::is_stopped(keeper) {
                *times += 1;
                // It fails where the keeper has ended.
                let _ = kill_process(keeper, if *times > MOST { Signal::KILL } else { Signal::CONT });
            }
        }
    }
}
