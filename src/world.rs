//! The world outside the arbiter, as arguments: the clock and the disk. [`RealClock`] and [`RealFiles`] are the clock
//! and the disk of this machine. A simulation has its own.
//!
//! The files of matches and tournaments, and the time of matches, are reached only through these arguments. Other
//! parts, such as the command line and the check of a bot, also ask this machine directly.

#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "this is the outside")]

mod claim;
mod clock;
mod files;
mod real_files;
pub(crate) mod regular;
pub mod tablebases;
pub(crate) mod threads;

pub use clock::{RealClock, WorldClock};
pub use files::{Disk, FileKind, Files, OpenMode, WritableFile};
pub use real_files::{DISK, RealFiles};
