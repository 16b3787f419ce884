//! Bots as processes: starts, limits, stops and reaps them, and carries their pipes. This module knows processes and
//! pipes, not games, not messages, not the referee.
//!
//! On Linux a bot has a keeper:
//!
//! 1. The arbiter's [`Nursery`] has the **nurse** fork a **keeper**, or executes one, and sends it the bot's pipes
//!    through a socket. The nursery's thread does this, because it lives as long as any bot: a death signal is sent
//!    when the *thread* that forked ends.
//! 2. The keeper takes a session of its own. For an isolated bot it enters a user namespace and forks the **init**, the
//!    first process of a namespace of processes.
//! 3. The keeper forks again. That process mounts the namespace's /proc, sets limits, and becomes the bot. Failures
//!    before that are reported through the socket, which the bot does not have.
//!
//! If the bot has a limit of memory or processes, the keeper watches it.
//!
//! When the bot ends, or SIGTERM comes, the keeper ends the namespace, or else kills all that the bot has started. Then
//! it ends with the status of the bot. So a bot has ended when its keeper has, even if another process still holds a
//! pipe. A keeper that does not end in time is killed. Other systems have no keeper, and only the bot's process group
//! is killed.

#[cfg(target_os = "linux")]
mod cgroup;
mod command;
mod cores;
#[cfg_attr(not(target_os = "linux"), path = "no_cradle.rs")]
mod cradle;
mod exec;
mod exit;
#[cfg(target_os = "linux")]
mod filter;
#[cfg(target_os = "linux")]
mod guard;
mod hidden;
mod hold;
#[cfg(target_os = "linux")]
mod isolation;
#[cfg(target_os = "linux")]
mod keep;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere.rs")]
mod keeper;
mod launch;
mod limits;
#[cfg(target_os = "linux")]
mod nurse;
mod nursery;
#[cfg(target_os = "linux")]
mod offspring;
#[cfg(target_os = "linux")]
mod order;
mod plan;
mod process;
mod program;
#[cfg_attr(not(target_os = "linux"), path = "no_progress.rs")]
mod progress;
mod resources;
#[cfg_attr(not(target_os = "linux"), path = "no_sandbox.rs")]
mod sandbox;
mod signals;
#[cfg_attr(not(target_os = "linux"), path = "no_stops.rs")]
mod stops;
mod tail;
mod terminals;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod usage;
mod waker;
mod ward;
mod watch;

#[cfg(target_os = "linux")]
pub use cgroup::leave_groups;
pub use command::{CommandError, split_command};
pub use cores::{Core, HeldCore, Waits};
pub use exit::Exit;
pub use hidden::hidden_command;
pub use hold::HeldBot;
pub use launch::{Launch, NoStart};
pub use limits::{Affinity, Isolation, LimitError, Limits, Reached};
pub use nursery::Nursery;
pub use process::{Process, Received};
pub(crate) use program::find as find_program;
pub use resources::{have_room_for, raise_file_limit, spare_files, spare_processes};
pub use signals::survive_long_files;
pub use waker::Waker;
pub use ward::adopt_orphans;
pub use watch::{Interest, Wanted, wait};
