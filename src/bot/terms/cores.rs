//! Shares in processor cores, for matches and bots that stay on one core.

use std::sync::{Arc, Mutex};

use crate::world::threads::lock;

/// The cores of a machine, each with the number of [`Core`] values that share it.
#[derive(Debug)]
pub(crate) struct CoreShares(Mutex<Vec<(usize, usize)>>);

impl CoreShares {
    pub(crate) fn new(cores: Vec<usize>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(cores.into_iter().map(|core| (core, 0)).collect())))
    }

    /// Takes the core with the fewest shares. Among equals takes the preferred one, else that with the lowest number:
    /// so cores are taken in turn. `None` if there is no core.
    pub(crate) fn take(self: &Arc<Self>, preferred: Option<usize>) -> Option<Arc<Core>> {
        let mut shares = lock(&self.0);
        let is_other = |core| preferred.is_some_and(|preferred| preferred != core);
        let (core, taken) = shares.iter_mut().min_by_key(|(core, taken)| (*taken, is_other(*core)))?;
        *taken += 1;
        Some(Arc::new(Core { number: *core, all: Arc::clone(self) }))
    }
}

/// A share in a core. Dropping it ends the share.
#[derive(Debug)]
pub struct Core {
    number: usize,
    all: Arc<CoreShares>,
}

impl Core {
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn all(&self) -> Vec<usize> {
        lock(&self.all.0).iter().map(|(core, _)| *core).collect()
    }
}

impl PartialEq for Core {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Core {}

impl Drop for Core {
    fn drop(&mut self) {
        if let Some((_, taken)) = lock(&self.all.0).iter_mut().find(|(core, _)| *core == self.number) {
            *taken -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_taken_in_turn_and_given_back() {
        let cores = CoreShares::new(vec![2, 5]);
        let take = |preferred| cores.take(preferred).unwrap();
        let taken = [take(None), take(None), take(None)];
        assert_eq!(taken.each_ref().map(|core| core.number()), [2, 5, 2]);
        drop(taken);
        let near = take(Some(5));
        assert_eq!(near.number(), 5);
        assert_eq!(take(Some(5)).number(), 2, "the one where it runs is taken oftener");
        assert_eq!(CoreShares::new(Vec::new()).take(None), None);
    }
}
