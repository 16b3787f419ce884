//! Checks, in the keeper, that a bot and all that it has started keep the limits of memory and processes. With control
//! groups, the system enforces the limits and reports; without them, the keeper takes samples. A bot without such
//! limits needs no samples.

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

/// The assumed speed at which a bot fills memory, in bytes per second. The next sample is due before a bot of this
/// speed can exceed its limit, but not earlier than the shortest time between samples.
const FILLED_A_SECOND: u64 = 2 << 30;

/// The shortest and the longest time between two samples of memory.
const MEMORY_SAMPLES: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(100)];

/// The most processes whose memory is summed, if their number is not limited.
const MOST_LOOKED_AT: u64 = 4096;

/// The time between two samples of processes. Short, because processes can multiply.
const PROCESS_SAMPLE: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(crate) struct Guard {
    limits: Limits,
    group: Option<Group>,
    /// The file by which the system reports that it refused a process.
    refusals: Option<File>,
    /// The time until the next sample, if samples are taken.
    next: Option<Duration>,
    /// A process below this one that is not the bot's (the init).
    left_out: Option<Pid>,
}

impl Guard {
    /// Makes a guard for a bot with these limits and this core, in a control group below `groups` if given.
    ///
    /// # Errors
    /// Returns an error if the limits are strict and the group cannot be made.
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

    /// Excludes a process below this one from the samples.
    pub(crate) fn leave_out(&mut self, process: Option<Pid>) {
        self.left_out = process;
    }

    pub(crate) fn group(&self) -> Option<PathBuf> {
        self.group.as_ref().map(|group| group.dir().to_owned())
    }

    /// The time until the next [`look`](Self::look). `None` if no samples are taken: then a look is due only when the
    /// system reports.
    pub(crate) fn due(&self) -> Option<Duration> {
        self.next
    }

    /// The file that reports, by an exceptional event (`PRI`), that a look is due. `None` without a group or a limit of
    /// processes.
    pub(crate) fn refusals(&self) -> Option<&File> {
        self.refusals.as_ref()
    }

    /// Checks the limits. Returns the signal for the limit that the bot has reached, if any. Without processes to look
    /// at, returns the signal of a keeper that cannot watch.
    pub(crate) fn look(&mut self) -> Option<i32> {
        match &self.group {
            Some(group) => {
                if let Some(mut file) = self.refusals.as_ref() {
                    // Reading the file clears the event.
                    let _ = file.rewind().and_then(|()| file.read_to_end(&mut Vec::new()));
                }
                told(group)
            }
            None if self.next.is_some() => self.sample(),
            None => None,
        }
    }

    fn sample(&mut self) -> Option<i32> {
        // Stops counting early, because processes that multiply may never be counted to the end.
        let most = self.limits.processes.unwrap_or(MOST_LOOKED_AT);
        let mut members = tree::below(getpid(), usize::try_from(most).unwrap_or(usize::MAX).saturating_add(2));
        members.retain(|member| Some(member.pid) != self.left_out);
        if members.is_empty() {
            // The bot itself must be there.
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

    /// Returns the signal for the limit at which the system has killed the bot. Call this after the bot's end and
    /// before it is reaped.
    pub(crate) fn at_end(&self, bot: Pid) -> Option<i32> {
        if let Some(signal) = self.group.as_ref().and_then(told) {
            return Some(signal);
        }
        let most = self.limits.cpu?;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(bot), options).ok()??;
        match status.terminating_signal()? {
            SIGXCPU => Some(SIGXCPU),
            // The bot caught SIGXCPU, and the system killed it a second later.
            SIGKILL => usage::processor_seconds(bot).filter(|used| *used >= most).map(|_| SIGXCPU),
            _ => None,
        }
    }

    /// Kills all processes in the control group at once, if the bot has a group.
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
