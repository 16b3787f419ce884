//! What a run costs: wall time, and processor time of this process and of all that it started. And where it runs.

use std::{
    fs, io,
    time::{Duration, Instant},
};

use super::program::Counts;
use rustix::time::{ClockId, clock_gettime};

/// What a number of decisions cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured {
    /// How many decisions there were.
    pub(crate) decisions: u64,
    /// By the clock on the wall.
    pub(crate) wall: Duration,
    /// Processor time of this process, with all its threads.
    pub(crate) own: Duration,
    /// Processor time of its children and theirs, living and reaped.
    pub(crate) children: Duration,
    /// What else was counted.
    pub(crate) counts: Option<Counts>,
}

/// A measurement that runs.
#[derive(Debug)]
pub(crate) struct Meter {
    wall: Instant,
    own: Duration,
    children: Duration,
}

impl Meter {
    /// Starts to measure. What a living child used before is not counted, so bots may have greeted.
    pub(crate) fn start() -> io::Result<Self> {
        let children = children()?;
        Ok(Self { children, own: own(), wall: Instant::now() })
    }

    /// Ends the measurement. Children may still live: then their time is known to the nanosecond. That of children
    /// that were reaped meanwhile is only known to about 10 ms, so such a run should be a long one.
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

/// Elsewhere than on Linux it is not known and left out.
fn children() -> io::Result<Duration> {
    if cfg!(target_os = "linux") { Ok(reaped()? + living("self")) } else { Ok(Duration::ZERO) }
}

/// The children that were waited for, with those that they had waited for, in ticks of the kernel's unit for users,
/// which is 100 a second on every machine.
fn reaped() -> io::Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name, in brackets, may hold anything; after the last bracket the first word is number 3 of proc(5).
    let words = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = words.skip(16 - 3).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    Ok(Duration::from_millis(10 * ticks))
}

/// All that lives below this process. One that ends while it is looked at counts when it is reaped.
fn living(process: &str) -> Duration {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let children: Vec<String> =
        children.flat_map(|line| line.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    children.iter().filter(|child| !child.is_empty()).map(|child| used(child) + living(child)).sum()
}

/// The time that the threads of a living process were on a processor.
fn used(process: &str) -> Duration {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let figures = threads.filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok());
    let nanoseconds = figures.filter_map(|figures| figures.split(' ').next()?.parse::<u64>().ok());
    Duration::from_nanos(nanoseconds.sum())
}

/// Where the processes of a run may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placement {
    /// All on one core.
    OneCore,
    /// Where the system puts them.
    Anywhere,
}

impl Placement {
    /// As it is printed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OneCore => "on one core",
            Self::Anywhere => "anywhere",
        }
    }
}

/// The cores that this process had when it began.
#[derive(Debug)]
pub(crate) struct Cores {
    #[cfg(target_os = "linux")]
    all: rustix::thread::CpuSet,
}

#[cfg(target_os = "linux")]
impl Cores {
    /// The cores that this process has.
    pub(crate) fn of_this_process() -> io::Result<Self> {
        Ok(Self { all: rustix::thread::sched_getaffinity(None)? })
    }

    /// The placements that this system can be told.
    pub(crate) fn placements(&self) -> &'static [Placement] {
        &[Placement::OneCore, Placement::Anywhere]
    }

    /// Places this thread, and what it starts from now on.
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
    /// The cores that this process has.
    pub(crate) fn of_this_process() -> io::Result<Self> {
        Ok(Self {})
    }

    /// The placements that this system can be told.
    pub(crate) fn placements(&self) -> &'static [Placement] {
        &[Placement::Anywhere]
    }

    /// Nothing can be placed here.
    pub(crate) fn place(&self, _: Placement) -> io::Result<()> {
        Ok(())
    }
}
