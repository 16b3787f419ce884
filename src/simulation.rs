//! A simulated world: a disk, bots and a clock in one thread. Everything that happens follows from one seed. The code
//! of a tournament runs in this world as in the real one.

mod bots;
mod clock;
mod disk;
mod disk_state;
mod ladder;
mod lone_match;
mod lots;
mod machine;
mod planted;
mod run;
mod schedule;
mod sharded;
mod world;

pub use ladder::SimulatedLadder;
pub use planted::PlantedBug;
pub use run::{BrokenPromise, RunFigures};
pub use schedule::{Fate, Schedule};
