//! The cores on which threads and processes may run.

use std::{io, sync::Arc, time::Duration};

pub(crate) use self::system::{here, hold};
use crate::bot::terms::{Core, CoreShares};

/// The cores that this process may use. Empty if the system does not list them.
pub(crate) fn cores() -> Arc<CoreShares> {
    CoreShares::new(system::allowed().unwrap_or_default())
}

impl Core {
    /// Holds the calling thread to this core. Drop the result in the same thread: the drop gives the dropping thread
    /// the cores that the calling thread had before.
    pub fn hold(self: Arc<Self>) -> io::Result<HeldCore> {
        let before = system::allowed()?;
        hold(&[self.number()])?;
        Ok(HeldCore { before, _core: self })
    }
}

/// A thread that is held to a core until this value is dropped.
#[derive(Debug)]
pub struct HeldCore {
    before: Vec<usize>,
    _core: Arc<Core>,
}

impl Drop for HeldCore {
    fn drop(&mut self) {
        // Fails if the machine has lost the earlier cores. The thread then stays on its core.
        let _ = hold(&self.before);
    }
}

/// The total time for which a thread was ready to run but had to wait for a core.
#[derive(Debug, Clone, Copy)]
pub struct CoreWait(Duration);

impl CoreWait {
    /// The total of the calling thread; `None` if the system does not report it.
    pub fn of_this_thread() -> Option<Self> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(Self(Duration::from_nanos(text.split(' ').nth(1)?.parse().ok()?)))
    }

    /// The time waited from `before` to `self`.
    pub fn since(self, before: Self) -> Duration {
        self.0.saturating_sub(before.0)
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::io;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// The core on which the calling thread runs. `None` if the system does not tell.
    pub(crate) fn here() -> Option<usize> {
        Some(rustix::thread::sched_getcpu())
    }

    pub(super) fn allowed() -> io::Result<Vec<usize>> {
        let set = sched_getaffinity(None)?;
        Ok((0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect())
    }

    /// Holds the calling thread. The process that becomes a bot has no other.
    pub(crate) fn hold(cores: &[usize]) -> io::Result<()> {
        let mut set = CpuSet::new();
        for &core in cores {
            set.set(core);
        }
        Ok(sched_setaffinity(None, &set)?)
    }
}

/// On other systems `Limits::set` refuses to hold anything to a core, so these functions only fail.
#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;

    pub(crate) fn here() -> Option<usize> {
        None
    }

    pub(super) fn allowed() -> io::Result<Vec<usize>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn hold(_: &[usize]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_held_to_a_core_and_let_go() {
        let allowed = system::allowed().unwrap();
        let core = cores().take(None).unwrap();
        let held = core.hold().unwrap();
        assert_eq!(system::allowed().unwrap(), [allowed[0]]);
        assert_eq!(here(), Some(allowed[0]));
        drop(held);
        assert_eq!(system::allowed().unwrap(), allowed);
    }
}
