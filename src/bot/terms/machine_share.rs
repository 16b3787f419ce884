//! The part of a machine that a bot without limits of its own may use.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The part of the machine that a bot may use by default. `None` if the size of the machine is unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineShare {
    /// Bytes of memory, a whole number of MiB.
    pub memory: Option<u64>,
    /// A number of processes and threads.
    pub processes: Option<u64>,
}

/// The smallest share of memory. A machine too small for its bots is the owner's affair; a bot needs some room to run.
const SMALLEST_MEMORY: u64 = 1 << 30;

/// The processes of a bot on a machine with few cores, and for each core of a machine with many. More than programs
/// start that use all cores, and so few that the arbiter still gets its turn.
const SHARE_OF_PROCESSES: [u64; 2] = [256, 8];

impl MachineShare {
    /// Returns a sentence for the owners of bots. `None` if nothing is limited.
    pub fn told(&self) -> Option<String> {
        let (memory, processes) = (self.memory?, self.processes?);
        Some(format!(
            "a bot without limits of its own may take {} of memory and {processes} processes: its share of this machine",
            ByteSize(memory)
        ))
    }

    /// The share of one of this many bots, if `self` is a whole machine with this many cores.
    pub(crate) fn divided(self, bots: u64, cores: u64) -> Self {
        let whole = |whole: u64| whole / 4 * 3;
        let memory = self.memory.map(whole).map(|all| (all / bots).max(SMALLEST_MEMORY.min(all)) >> 20 << 20);
        let [least, per_core] = SHARE_OF_PROCESSES;
        Self { memory, processes: self.processes.map(whole).map(|all| all.min(least.max(per_core * cores))) }
    }
}

const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/// A number of bytes, written with its largest whole unit.
#[derive(Debug, Clone, Copy)]
pub struct ByteSize(pub u64);

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = (self.0.trailing_zeros() / 10).min(4);
        write!(f, "{} {}", self.0 >> (10 * power), UNITS[power as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_divided_among_its_bots() {
        let machine = |gib: u64, processes| MachineShare { memory: Some(gib << 30), processes: Some(processes) };
        assert_eq!(machine(24, 32768).divided(2, 4), machine(9, 256));
        assert_eq!(machine(24, 32768).divided(18, 4), machine(1, 256));
        assert_eq!(machine(24, 32768).divided(1000, 128), machine(1, 1024));
        let small = MachineShare { memory: Some(768 << 20), processes: Some(75) };
        assert_eq!(machine(1, 100).divided(2, 4), small);
        assert_eq!(MachineShare::default().divided(2, 4), MachineShare::default());
    }
}
