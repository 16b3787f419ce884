//! Facts and powers of the operating system, one a file. They know limits and plans, and no bot.
//!
//! - The process that becomes the bot sets limits of files, processor time and niceness on itself (`resources`). It also
//!   leaves some of its account's processes to others.
//! - A control group enforces `memory` and `processes`, if the arbiter can make one (`cgroup`). A group with processes in
//!   it can have no groups with limits below, so the arbiter moves into a group of its own, and back at its end. If
//!   processes of others are in the group, it takes the nearest group above that has the controllers.
//! - Without control groups the keeper takes samples (`tree`, `usage`). It walks the tree of its processes by parents, so
//!   no session or group lets a bot escape.
//! - The sandbox allows what is shown to the bot (`sandbox`, `shown`), and the system calls that programs need (`filter`,
//!   `system_calls`).

pub(super) mod affinity;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/cgroup.rs")]
pub(super) mod cgroup;
#[cfg(target_os = "linux")]
pub(super) mod descriptors;
#[cfg(target_os = "linux")]
pub(super) mod filter;
#[cfg(target_os = "linux")]
pub(super) mod mounts;
#[cfg(target_os = "linux")]
pub(super) mod offspring;
pub(super) mod program;
pub(super) mod resources;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/sandbox.rs")]
pub(super) mod sandbox;
mod settings;
pub(super) mod shown;
pub(super) mod signals;
#[cfg(target_os = "linux")]
mod system_calls;
#[cfg(target_os = "linux")]
pub(super) mod tree;
#[cfg(target_os = "linux")]
pub(super) mod usage;
mod waker;
mod watch;

pub use waker::Waker;
pub use watch::{Interest, WatchedDescriptor, wait};
