//! The world outside the arbiter, as arguments: the clock, and the disk with what it does with files. [`RealClock`] and
//! [`RealFiles`] are those of this machine. A simulation has its own.
//!
//! Apart from this module, `bot` and `main`, nothing of the arbiter asks the system for a file or the time.

mod claim;
mod clock;
mod files;
mod real_files;
pub(crate) mod regular;

pub use clock::{RealClock, WorldClock};
pub use files::{Disk, FileKind, Files, OpenMode, WritableFile};
pub use real_files::{DISK, RealFiles};
