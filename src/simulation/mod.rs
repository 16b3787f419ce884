//! A simulated world: a disk, bots and a clock in one thread, all that happens from one seed. The code of a tournament
//! plays in it as in the real one.

mod disk;
mod lots;
