//! The world outside the arbiter, as arguments: the disk, and what it does with files. [`RealFiles`] is the disk of this
//! machine. A simulation has one of its own.
//!
//! Apart from this module, `bot` and `main`, nothing of the arbiter asks the system for a file or the time.

mod claim;
mod files;
mod real_files;
pub(crate) mod regular;

pub use files::{Disk, FileKind, Files, OpenMode, WritableFile};
pub use real_files::{DISK, RealFiles};
