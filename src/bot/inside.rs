//! The processes around a bot that run the arbiter's code: fork server, keeper, init, and what becomes the bot. They know
//! the plan of one bot and the system, and nothing of the arbiter.
//!
//! - The **fork server** (`arbiter __nurse`) is a process of one thread that makes keepers by forking itself. It forks
//!   twice, and the process in between ends. So the keeper becomes a child of the arbiter, which adopts orphans: the
//!   arbiter can wait for the keeper, and its end tells the keeper to stop. Killing the fork server kills no bot.
//! - The **keeper** leads a session of its own. Other processes of its account can neither dump nor trace it. It gets the
//!   bot's three pipes through a socket, and no game traffic passes through it.
//! - For an **isolated** bot, the keeper enters a user namespace and a namespace of shared memory. Its first child, the
//!   **init**, begins a namespace of processes, adopts orphans and does nothing else. Users and groups keep their numbers
//!   in the namespace. For root only a process outside can map the users, so a helper of the keeper does it.
//! - The second child becomes the **bot**. It joins its control group, mounts the namespace's `/proc` and a `/dev/shm` of
//!   its own, and covers hidden files (seeds and logs) with empty ones. An overlay in memory makes its `dir` forget what a
//!   bot of several games with one seed writes there. Last, it enters the sandbox and sets its limits. The bot is not the
//!   first process of the namespace, because signals have no default actions for that one.
//!
//! All are forks of one process, so a start has one `execve`, that of the bot: each costs about a millisecond. The crate
//! `fork` has a safe call for forking, sound because a fork server and a keeper have one thread each. Failures before the
//! exec are reported through the keeper's socket, which the exec closes. So no output and no exit status of the bot is
//! taken for such a failure.
//!
//! When the bot ends, or SIGTERM comes, the keeper kills the init, and the kernel ends everything in the namespace,
//! whatever it has traced, stopped or forked. When the keeper ends, for any reason, the init goes with it; when the
//! arbiter ends, the keeper does. Without a namespace the keeper adopts all orphans below it. It stops its children with
//! all below them, and then kills them, until there are none, for at most 2.5 s. Afterwards it ends with the status or
//! the signal of its bot.
//!
//! A keeper that samples limits (`guard`) counts processes every 10 ms, and measures memory every 10 to 100 ms, more
//! often near the limit; a share of the machine every 500 ms. A keeper that cannot watch any more kills its bot and ends
//! by signal 50. Without limits the keeper sleeps.

pub(super) mod exec;
#[cfg(target_os = "linux")]
pub(super) mod fork_server;
#[cfg(target_os = "linux")]
mod guard;
mod hidden;
#[cfg(target_os = "linux")]
mod isolation;
#[cfg(target_os = "linux")]
pub(super) mod keep;
mod parent;
#[cfg(target_os = "linux")]
pub(super) mod plan_message;
#[cfg(target_os = "linux")]
pub(super) mod start_report;
#[cfg(target_os = "linux")]
mod view;

pub use hidden::hidden_command;
