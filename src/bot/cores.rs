//! Processor cores for matches and bots that stay on one core.

use std::{
    io,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Each core that this process could use at the first call, with the number of [`Core`] values that share it.
static CORES: LazyLock<Mutex<Vec<(usize, usize)>>> = LazyLock::new(|| {
    let cores = system::allowed().unwrap_or_default();
    Mutex::new(cores.into_iter().map(|core| (core, 0)).collect())
});

fn cores() -> MutexGuard<'static, Vec<(usize, usize)>> {
    CORES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A share in a core. Dropping it ends the share.
#[derive(Debug, PartialEq, Eq)]
pub struct Core(usize);

impl Core {
    /// Takes the core with the fewest shares, and the lowest number among equals: so cores are taken in turn. `None` if
    /// the system does not list its cores.
    pub fn take() -> Option<Arc<Self>> {
        let mut cores = cores();
        let (core, taken) = cores.iter_mut().min_by_key(|(_, taken)| *taken)?;
        *taken += 1;
        Some(Arc::new(Self(*core)))
    }

    /// Takes the core on which the calling thread runs, because the system has found room there. If another core has
    /// fewer shares, takes the first core with the fewest. `None` if the system tells neither this core nor its list of
    /// cores.
    pub fn near() -> Option<Arc<Self>> {
        let here = system::here()?;
        let mut cores = cores();
        let (core, taken) = cores.iter_mut().min_by_key(|(core, taken)| (*taken, *core != here))?;
        *taken += 1;
        Some(Arc::new(Self(*core)))
    }

    /// The system's number for this core, from 0.
    pub(crate) fn number(&self) -> usize {
        self.0
    }

    /// Holds the calling thread to this core. Drop the result in the same thread: the drop gives the dropping thread
    /// the cores that the calling thread had before.
    ///
    /// # Errors
    /// Returns an error if the system refuses.
    pub fn hold(self: Arc<Self>) -> io::Result<HeldCore> {
        let before = system::allowed()?;
        system::hold(&[self.0])?;
        Ok(HeldCore { before, _core: self })
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        if let Some((_, taken)) = cores().iter_mut().find(|(core, _)| *core == self.0) {
            *taken -= 1;
        }
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
        let _ = system::hold(&self.before);
    }
}

/// The cores that this process could use at the first call.
#[cfg(target_os = "linux")]
pub(crate) fn all() -> Vec<usize> {
    cores().iter().map(|(core, _)| *core).collect()
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

/// Holds this process, which has one thread, to a core.
pub(crate) fn hold_process(core: usize) -> io::Result<()> {
    system::hold(&[core])
}

#[cfg(target_os = "linux")]
mod system {
    use std::io;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    pub(super) fn here() -> Option<usize> {
        Some(rustix::thread::sched_getcpu())
    }

    pub(super) fn allowed() -> io::Result<Vec<usize>> {
        let set = sched_getaffinity(None)?;
        Ok((0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect())
    }

    pub(super) fn hold(cores: &[usize]) -> io::Result<()> {
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

    pub(super) fn here() -> Option<usize> {
        None
    }

    pub(super) fn allowed() -> io::Result<Vec<usize>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn hold(_: &[usize]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn cores_are_taken_in_turn_and_given_back() {
        let allowed = system::allowed().unwrap();
        let take = || Core::take().unwrap();
        let first: Vec<_> = allowed.iter().map(|_| take()).collect();
        assert_eq!(first.iter().map(|core| core.number()).collect::<Vec<_>>(), allowed);
        let again = take();
        assert_eq!(again.number(), allowed[0]);
        drop(again);
        drop(first);
        let last = take();
        assert_eq!(last.number(), allowed[0]);

        let held = Arc::clone(&last).hold().unwrap();
        assert_eq!(system::allowed().unwrap(), [allowed[0]]);
        drop(held);
        assert_eq!(system::allowed().unwrap(), allowed);

        drop(last);
        let here = *allowed.last().unwrap();
        system::hold(&[here]).unwrap();
        let near = Core::near().unwrap();
        assert_eq!(near.number(), here);
        let other = Core::near().unwrap();
        assert_eq!(other.number() == here, allowed.len() == 1, "the one where it runs is taken oftener");
        system::hold(&allowed).unwrap();
    }
}
