//! Measures a run: wall time, and processor time of this process and its descendants. Also places processes on cores.

use std::{
    fs, io,
    time::{Duration, Instant},
};

use super::program::Counts;
use rustix::time::{ClockId, clock_gettime};

/// The cost of a number of decisions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) decisions: u64,
    pub(crate) wall: Duration,
    /// The processor time of this process, all threads.
    pub(crate) own: Duration,
    /// The processor time of all descendants, living and reaped.
    pub(crate) children: Duration,
    /// Further counts, if the row has any.
    pub(crate) counts: Option<Counts>,
}

#[derive(Debug)]
pub(crate) struct Meter {
    wall: Instant,
    own: Duration,
    children: Duration,
}

impl Meter {
    /// Starts to measure. Time that living children used earlier does not count, so the bots may greet before the
    /// start.
    pub(crate) fn start() -> io::Result<Self> {
        let children = children()?;
        Ok(Self { children, own: own(), wall: Instant::now() })
    }

    /// Ends the measurement. The time of living children is exact to the nanosecond; the time of children reaped during
    /// the run only to about 10 ms, so such a run should be long.
    pub(crate) fn stop(self, decisions: u64) -> io::Result<Measured> {
        let wall = self.wall.elapsed();
        let own = own().saturating_sub(self.own);
        let children = children()?.saturating_sub(self.children);
        Ok(Measured { decisions, wall, own, children, counts: None })
    }
}

fn own() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or_default(), time.tv_nsec.try_into().unwrap_or_default())
}

/// The processor time of all descendants. Zero on other systems than Linux, where it is unknown.
fn children() -> io::Result<Duration> {
    if cfg!(target_os = "linux") { Ok(reaped()? + living("self")) } else { Ok(Duration::ZERO) }
}

/// The processor time of children that were waited for, and of their reaped children. The kernel counts in ticks of
/// 1/100 s on every machine.
fn reaped() -> io::Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The process name, in brackets, may contain anything. The first word after the last bracket is field 3 of proc(5).
    let words = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = words.skip(16 - 3).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    Ok(Duration::from_millis(10 * ticks))
}

/// The processor time of all living descendants. The time of a process that ends during the reading of `/proc` is
/// missing until the process is reaped.
fn living(process: &str) -> Duration {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let children: Vec<String> =
        children.flat_map(|line| line.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    children.iter().filter(|child| !child.is_empty()).map(|child| used(child) + living(child)).sum()
}

/// The processor time of all threads of a living process.
fn used(process: &str) -> Duration {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let figures = threads.filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok());
    let nanoseconds = figures.filter_map(|figures| figures.split(' ').next()?.parse::<u64>().ok());
    Duration::from_nanos(nanoseconds.sum())
}

/// The cores on which the processes of a run may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placement {
    OneCore,
    /// Chosen by the system.
    Anywhere,
}

impl Placement {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OneCore => "on one core",
            Self::Anywhere => "anywhere",
        }
    }
}

/// The cores that this process had at its start.
#[derive(Debug)]
pub(crate) struct Cores {
    #[cfg(target_os = "linux")]
    all: rustix::thread::CpuSet,
}

#[cfg(target_os = "linux")]
impl Cores {
    pub(crate) fn of_this_process() -> io::Result<Self> {
        Ok(Self { all: rustix::thread::sched_getaffinity(None)? })
    }

    /// The placements available on this system.
    pub(crate) fn placements(&self) -> &'static [Placement] {
        &[Placement::OneCore, Placement::Anywhere]
    }

    /// Places this thread and all processes that it starts later.
    pub(crate) fn place(&self, placement: Placement) -> io::Result<()> {
        let cores = match placement {
            Placement::Anywhere => self.all,
            Placement::OneCore => {
                let mut one = rustix::thread::CpuSet::new();
                let first = (0..rustix::thread::CpuSet::MAX_CPU).find(|core| self.all.is_set(*core));
                one.set(first.unwrap_or_default());
                one
            }
        };
        Ok(rustix::thread::sched_setaffinity(None, &cores)?)
    }
}

#[cfg(not(target_os = "linux"))]
impl Cores {
    pub(crate) fn of_this_process() -> io::Result<Self> {
        Ok(Self {})
    }

    /// The placements available on this system.
    pub(crate) fn placements(&self) -> &'static [Placement] {
        &[Placement::Anywhere]
    }

    /// Does nothing; placement is not supported on this system.
    pub(crate) fn place(&self, _: Placement) -> io::Result<()> {
        Ok(())
    }
}
