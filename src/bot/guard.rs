//! What a keeper looks for while its bot runs: whether the bot, with all that it has started, is within its limits of
//! memory and processes. Where there are control groups the system keeps them and tells; elsewhere the keeper takes
//! samples. A bot with no such limit costs nothing.

use std::{
    fs::File,
    io::{self, Read, Seek},
    path::{Path, PathBuf},
    time::Duration,
};

use rustix::process::{Pid, WaitId, WaitIdOptions, getpid, waitid};
use signal_hook::consts::{SIGKILL, SIGXCPU};

use super::{
    cgroup::Group,
    limits::{Limits, MEMORY_SIGNAL, PROCESSES_SIGNAL, UNWATCHED_SIGNAL},
    tree, usage,
};

/// How fast a bot is taken to fill memory, in bytes a second: a sample is due before it can be over its limit.
const FILLED_A_SECOND: u64 = 2 << 30;

/// The time between two samples of memory.
const MEMORY_SAMPLES: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(100)];

/// The memory of so many processes is looked at, where their number is not limited.
const MOST_LOOKED_AT: u64 = 4096;

/// The time between two samples of processes, which may multiply by themselves.
const PROCESS_SAMPLE: Duration = Duration::from_millis(10);

/// What watches over one bot.
#[derive(Debug)]
pub(crate) struct Guard {
    limits: Limits,
    group: Option<Group>,
    /// Tells that a process was refused.
    refusals: Option<File>,
    /// When the next sample is due, where samples are taken.
    next: Option<Duration>,
    /// A process below this one that is none of the bot's.
    left_out: Option<Pid>,
}

impl Guard {
    /// For a bot with these limits, held to this core, in a group below this one if there is one.
    ///
    /// # Errors
    /// If there must be a group and cannot be.
    pub(crate) fn new(limits: Limits, core: Option<usize>, groups: Option<&Path>) -> io::Result<Self> {
        let limited = limits.memory.is_some() || limits.processes.is_some();
        let group = match groups.map(|parent| Group::make(parent, &limits, core)) {
            Some(Err(error)) if limits.strict => return Err(error),
            Some(Ok(group)) => Some(group),
            Some(Err(_)) | None => None,
        };
        let refusals = group.as_ref().filter(|_| limits.processes.is_some()).and_then(|group| group.refusals().ok());
        let next = (limited && group.is_none()).then_some(Duration::ZERO);
        Ok(Self { limits, group, refusals, next, left_out: None })
    }

    /// Does not count a process below this one.
    pub(crate) fn leave_out(&mut self, process: Option<Pid>) {
        self.left_out = process;
    }

    /// The group that the bot is to join.
    pub(crate) fn group(&self) -> Option<PathBuf> {
        self.group.as_ref().map(|group| group.dir().to_owned())
    }

    /// How long until it wants to look again; for ever where the system tells.
    pub(crate) fn due(&self) -> Option<Duration> {
        self.next
    }

    /// What tells, by an exceptional event, that it wants to look.
    pub(crate) fn refusals(&self) -> Option<&File> {
        self.refusals.as_ref()
    }

    /// Looks. Where the bot has reached a limit, the signal that stands for it.
    pub(crate) fn look(&mut self) -> Option<i32> {
        match &self.group {
            Some(group) => {
                if let Some(mut file) = self.refusals.as_ref() {
                    // The event is over when the file has been read.
                    let _ = file.rewind().and_then(|()| file.read_to_end(&mut Vec::new()));
                }
                told(group)
            }
            None if self.next.is_some() => self.sample(),
            None => None,
        }
    }

    fn sample(&mut self) -> Option<i32> {
        // What multiplies is not counted to its end, which might never come.
        let most = self.limits.processes.unwrap_or(MOST_LOOKED_AT);
        let mut members = tree::below(getpid(), usize::try_from(most).unwrap_or(usize::MAX).saturating_add(2));
        members.retain(|member| Some(member.pid) != self.left_out);
        if members.is_empty() {
            // There is the bot at least.
            return Some(UNWATCHED_SIGNAL);
        }
        let mut next = MEMORY_SAMPLES[1];
        if self.limits.processes.is_some() {
            if members.iter().map(|member| member.threads).sum::<u64>() > most {
                return Some(PROCESSES_SIGNAL);
            }
            next = PROCESS_SAMPLE;
        }
        if let Some(most) = self.limits.memory {
            let used = usage::memory(&members, most);
            if used > most {
                return Some(MEMORY_SIGNAL);
            }
            let [shortest, longest] = MEMORY_SAMPLES;
            let until_full = Duration::from_secs_f64((most - used) as f64 / FILLED_A_SECOND as f64);
            next = next.min(until_full.clamp(shortest, longest));
        }
        self.next = Some(next);
        None
    }

    /// The bot has ended, and is not reaped yet: the signal that stands for the limit at which the system has killed
    /// it, if it has.
    pub(crate) fn at_end(&self, bot: Pid) -> Option<i32> {
        if let Some(signal) = self.group.as_ref().and_then(told) {
            return Some(signal);
        }
        let most = self.limits.cpu?;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(bot), options).ok()??;
        match status.terminating_signal()? {
            SIGXCPU => Some(SIGXCPU),
            // It has caught the signal, and was killed a second later.
            SIGKILL => usage::processor_seconds(bot).filter(|used| *used >= most).map(|_| SIGXCPU),
            _ => None,
        }
    }

    /// Kills all at once, where there is a group.
    pub(crate) fn kill(&self) {
        if let Some(group) = &self.group {
            group.kill();
        }
    }
}

fn told(group: &Group) -> Option<i32> {
    if group.memory_kills() > 0 {
        Some(MEMORY_SIGNAL)
    } else if group.refused_processes() > 0 {
        Some(PROCESSES_SIGNAL)
    } else {
        None
    }
}
