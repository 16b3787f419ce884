//! Checks, in the keeper, that a bot and all that it has started keep the limits of memory and processes. With control
//! groups, the system enforces the limits and reports; without them, the keeper takes samples. The keeper also samples
//! the share of the machine that is the limit of other bots, rarely, because a share is large.

use std::{
    fs::File,
    io::{self, Read, Seek},
    time::Duration,
};

use rustix::process::{Pid, WaitId, WaitIdOptions, getpid, waitid};
use signal_hook::consts::{SIGKILL, SIGXCPU};

use crate::bot::{
    system::{cgroup::Group, tree, usage},
    terms::{ExecPlan, MEMORY_SIGNAL, PROCESSES_SIGNAL, ResourceLimit, UNWATCHED_SIGNAL},
};

/// The assumed speed at which a bot fills memory, in bytes per second. The next sample is due before a bot of this
/// speed can exceed its limit, but not earlier than the shortest time between samples.
const FILLED_A_SECOND: u64 = 2 << 30;

const MEMORY_SAMPLES: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(100)];

/// The longest time between two samples of a bot that has only a share of the machine, and the time before its first.
const SHARE_SAMPLE: Duration = Duration::from_millis(500);

/// The most processes whose memory is summed, if their number is not limited.
const MOST_LOOKED_AT: u64 = 4096;

/// The time between two samples of processes. Short, because processes can multiply.
const PROCESS_SAMPLE: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(crate) struct Guard {
    pub(crate) group: Option<Group>,
    /// The limits that samples check, because no group enforces them.
    memory: Option<u64>,
    processes: Option<u64>,
    longest: Duration,
    cpu: Option<u64>,
    /// The file that reports, by an exceptional event (`PRI`), that a look is due because the system refused a process.
    /// `None` without a group or a limit of processes.
    pub(crate) refusals: Option<File>,
    /// The time until the next [`look`](Self::look). `None` if no samples are taken: then a look is due only when the
    /// system reports.
    pub(crate) due: Option<Duration>,
    /// A process below this one that is not the bot's (the init).
    pub(crate) init: Option<Pid>,
}

impl Guard {
    /// Makes a guard for a bot, with a control group if the plan has a place for it. Returns an error if the limits are
    /// strict and the group cannot be made.
    pub(crate) fn new(plan: &ExecPlan) -> io::Result<Self> {
        let ExecPlan { limits, share, core, groups, .. } = plan;
        let group = match groups.as_deref().map(|parent| Group::make(parent, limits, *core)) {
            Some(Err(error)) if limits.strict => return Err(error),
            Some(Ok(group)) => Some(group),
            Some(Err(_)) | None => None,
        };
        let set = [limits.memory, limits.processes].map(ResourceLimit::set);
        let refusals = group.as_ref().filter(|_| set[1].is_some()).and_then(|group| group.refusals().ok());
        let [memory, processes] = if group.is_some() { [None; 2] } else { set };
        let (longest, due) = match (memory, processes) {
            (None, None) => (SHARE_SAMPLE, share.memory.or(share.processes).map(|_| SHARE_SAMPLE)),
            (_, None) => (MEMORY_SAMPLES[1], Some(Duration::ZERO)),
            (_, Some(_)) => (PROCESS_SAMPLE, Some(Duration::ZERO)),
        };
        let (memory, processes) = (memory.or(share.memory), processes.or(share.processes));
        Ok(Self { group, memory, processes, longest, cpu: limits.cpu, refusals, due, init: None })
    }

    /// True if samples check a limit that the bot's owner has set, so that the bot may not run unwatched.
    pub(crate) fn must_see(&self) -> bool {
        self.due.is_some() && self.longest < SHARE_SAMPLE
    }

    /// Checks the limits. Returns the signal for the limit that the bot has reached, if any. Without processes to look
    /// at, returns the signal of a keeper that cannot watch.
    pub(crate) fn look(&mut self) -> Option<i32> {
        if let Some(mut file) = self.refusals.as_ref() {
            // Reading the file clears the event.
            let _ = file.rewind().and_then(|()| file.read_to_end(&mut Vec::new()));
        }
        let told = self.group.as_ref().and_then(told);
        if told.is_none() && self.due.is_some() { self.sample() } else { told }
    }

    fn sample(&mut self) -> Option<i32> {
        // Stops counting early, because processes that multiply may never be counted to the end.
        let most = self.processes.unwrap_or(MOST_LOOKED_AT);
        let mut members = tree::below(getpid(), usize::try_from(most).unwrap_or(usize::MAX).saturating_add(2));
        members.retain(|member| Some(member.pid) != self.init);
        if members.is_empty() {
            // The bot itself must be there.
            return self.must_see().then_some(UNWATCHED_SIGNAL);
        }
        let mut next = self.longest;
        if self.processes.is_some() && members.iter().map(|member| member.threads).sum::<u64>() > most {
            return Some(PROCESSES_SIGNAL);
        }
        if let Some(most) = self.memory {
            let used = usage::memory(&members, most);
            if used > most {
                return Some(MEMORY_SIGNAL);
            }
            let until_full = Duration::from_secs_f64((most - used) as f64 / FILLED_A_SECOND as f64);
            next = next.min(until_full.max(MEMORY_SAMPLES[0]));
        }
        self.due = Some(next);
        None
    }

    /// The signal for the limit at which the system has killed the bot. Call it between the bot's end and reaping.
    pub(crate) fn at_end(&self, bot: Pid) -> Option<i32> {
        if let Some(signal) = self.group.as_ref().and_then(told) {
            return Some(signal);
        }
        let most = self.cpu?;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(bot), options).ok()??;
        match status.terminating_signal()? {
            SIGXCPU => Some(SIGXCPU),
            // The bot caught SIGXCPU, and the system killed it a second later.
            SIGKILL => usage::processor_seconds(bot).filter(|used| *used >= most).map(|_| SIGXCPU),
            _ => None,
        }
    }
}

fn told(group: &Group) -> Option<i32> {
    if group.count("memory.events", "oom_kill") > 0 {
        Some(MEMORY_SIGNAL)
    } else if group.count("pids.events", "max") > 0 {
        Some(PROCESSES_SIGNAL)
    } else {
        None
    }
}
