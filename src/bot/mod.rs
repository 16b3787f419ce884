//! Bots as processes: starts, limits, stops and reaps them, and carries their pipes. This module knows processes and
//! pipes, not games, not messages, not the referee.
//!
//! # Keeper and bot
//!
//! On Linux a bot has a keeper:
//!
//! ```text
//! arbiter ── thread "nursery" ─┬─ fork server: forks the keepers
//!                              └─ keeper ─┬─ init: the first process of the bot's namespace
//!                                         └─ the bot ── whatever it starts
//! ```
//!
//! - The **nursery** is the thread that starts all bots. The kernel sends a death signal when the *thread* that forked
//!   ends, and the thread of a match may end before its bots do. The nursery keeps the arbiter's program open and
//!   starts keepers from the open file, so a moved or replaced file does no harm.
//! - The **fork server** (`arbiter __nurse`) is a process of one thread that makes keepers by forking itself. The fork
//!   server forks twice, and the process in between ends. So the keeper becomes a child of the arbiter, which adopts
//!   orphans. As the parent, the arbiter can wait for the keeper, and the arbiter's end tells the keeper to stop.
//!   Killing the fork server kills no bot, and the next start makes a new fork server. After eight lost fork servers,
//!   or if the arbiter adopts no orphans, keepers are executed instead (`arbiter __keep`). The nursery ends a fork
//!   server after half a second without keepers (`KeeperSupervisor`).
//! - The **keeper** leads a session of its own. Other processes of its account can neither dump nor trace it. The
//!   keeper gets the bot's three pipes through a socket, and no game traffic passes through the keeper.
//! - For an **isolated** bot, the keeper enters a user namespace and a namespace of shared memory. Its first child
//!   begins a namespace of processes. This child is the **init**, which adopts orphans and does nothing else. Users and
//!   groups keep their numbers in the namespace. For root only a process outside can map the users, so a helper of the
//!   keeper does it.
//! - The second child becomes the bot. It first joins its control group and mounts the namespace's `/proc` and a
//!   `/dev/shm` of its own. If the bot plays several games with the same seed, an overlay in memory then makes its
//!   `dir` forget what the bot writes there. The hidden files (seeds and logs) are covered with empty ones. Last, the
//!   process enters the sandbox and sets its limits. The bot's parent is the keeper, whose number the bot cannot see
//!   (`getppid()` is 0). The bot is not the first process of the namespace, because signals have no default actions for
//!   that one.
//! - Failures before the bot's own exec are reported through the keeper's socket, which that exec closes. So the
//!   arbiter takes no output and no exit status of the bot for such a failure.
//!
//! Fork server, keeper, init and bot are forks of one process. The start of a bot has only one `execve`, that of its
//! own program. Each `execve` costs about a millisecond, half of which glibc spends asking the processor what it is.
//! The fork server is executed once, from the arbiter's own program. The crate `fork` has a safe call for forking; it
//! is sound because a fork server and a keeper have one thread each.
//!
//! # The end of a bot
//!
//! When the bot ends, or SIGTERM comes, the keeper kills the init. The kernel then ends everything in the namespace,
//! whatever it has traced, stopped or forked. When the keeper ends, for any reason, the init goes with it; when the
//! arbiter ends, the keeper does. Without a namespace, the keeper adopts all orphans below it. It stops its children with
//! all below them, and then kills them, until there are none, for at most 2.5 s. If processes are left then, or if the keeper itself is killed, the arbiter
//! takes over: it adopts orphans too, and kills its children that are not keepers (`adopt_orphans`). After the
//! clean-up, a keeper ends with the status or the signal of its bot. The arbiter waits for the keeper's pidfd and not
//! only for the pipes to close, so a grandchild that still holds a pipe hides no exit.
//!
//! No thread of the arbiter waits for a bot's processes without a deadline. Killing is a state with a deadline and a
//! next step, and the nursery looks after it (`KeeperSupervisor`). The nursery tells a keeper to stop, and kills it
//! after 0.5 s (3 s without a namespace). After 2 s more the nursery gives up on the keeper and logs an error. For
//! processes that a bot without a namespace has left, it gives up after 2 s and names them in an error; the arbiter's own
//! end waits for that. Ending a bot needs no further process, thread or descriptor: a bot may have taken the last. Each loop that kills looks at the time, because processes that start the next and end can do so
//! faster than they are reaped. If another process traces a keeper, the arbiter cannot reap the keeper, but the
//! keeper's pidfd still shows its end.
//!
//! # What a match keeps
//!
//! A match of two bots holds ten descriptors: the log, the waker, and four for each bot (stdin, stdout, stderr, its
//! keeper's pidfd). In a tournament a match has no waker, because it gets no requests (`no_requests`). The start of a
//! bot needs up to ten descriptors for a moment.
//!
//! The memory of a match is its allocations and the stack of its thread, which never shrinks. Large parts of a match
//! are therefore boxed (`Job`, `PreparedMatch`, `Wire`, the settings and chairs of a `Match`, the driver's `World`).
//! The steps of a game are functions that are not inlined into one (`Worker::prepare`, `drive`, `conclude`). The
//! allocator also keeps freed memory for each thread, 13 KiB as measured. Preparing all games on two threads saved only
//! 2 KiB of that, so each thread prepares its own games. The buffer into which a match reads its bots' output has room
//! for 1 KiB until a bot writes more at once. An empty stderr takes no memory.
//!
//! # Blame
//!
//! `Exit::NotExecuted` and most of `StartError` are the bot's fault `no-start`: its file does not exist, is not
//! executable, or has a wrong format. `Exit::NotStarted`, and the errors for which `StartError::is_ours` returns true,
//! are the arbiter's fault. Examples: the system has no process or descriptor left, or a required namespace or control
//! group cannot be made. Such a match does not start, and no bot is at fault. If the cause may pass (each
//! `Exit::NotStarted`, and `StartError::may_pass`), a tournament keeps the game, and from then on plays no more games
//! at once than are running. It tries the game again after a pause, and fails if a shortage outlasts 8 pauses (0.1 s to
//! 4 s each).
//!
//! Other systems have no keeper; the arbiter kills only the bot's process group.
//!
//! # Limits
//!
//! One type, [`Limits`], holds the limits of a bot. `Limits::set` fills it from the keys and values of `seatset`, of
//! the command line and of tournament files. The enforcement of each limit:
//!
//! - `files`, `cpu` and `nice` are limits of the system, set by the process that becomes the bot. This process sets the
//!   affinity too. `Core` counts the users of each core. With `affinity match`, the thread of the match stays on the
//!   core of its bots while the match lasts. With `affinity auto`, the driver's `Placement` holds the match and its
//!   bots to a core from outside when the game begins. It takes the core on which the match's thread runs, unless
//!   another core has fewer users. It looks at the bots' threads while the bots think, in pauses that double up to 20
//!   ms. It releases the match and its bots for good if a bot has several busy threads (`HeldBot`), if answers take
//!   more than 1 ms on average, or if other processes want the core. A bot that is kept for the next game stays held in
//!   between. If all bots of a match are such bots, the match looks at them every 20 ms from the start.
//! - A control group enforces `memory` and `processes`, if the arbiter can make one. `cgroup` finds that out at the
//!   first launch that needs a group, for such a limit or to hold a bot to a core. A group with processes in it can
//!   have no groups with limits below, so the arbiter moves into a group of its own if it must. If that fails because
//!   processes of others are in the group, the arbiter takes the nearest group above that has the controllers. An
//!   isolated bot sees groups read-only and cannot mount them; `cpuset` holds its group to its core. The keeper makes
//!   the group of its bot and removes it. The nursery removes the group of a killed keeper, and the next arbiter
//!   removes the groups of a killed arbiter. At its end, an arbiter that has moved returns to its former group.
//! - Without control groups the keeper takes samples (`guard`, `tree`, `usage`). It counts processes every 10 ms, and
//!   measures memory every 10 to 100 ms, more often near the limit. The keeper walks the tree of its processes by
//!   parents, so no session or group lets a bot escape. A keeper that cannot watch any more kills its bot and ends by
//!   signal 50. The nursery looks for stopped keepers every 20 ms (`stops`). It continues a stopped keeper, which then
//!   kills its bot. It kills a keeper that it has found stopped more than 25 times. With `strict` a bot does not start
//!   if its limits would be sampled; otherwise the arbiter warns once.
//! - The sandbox uses landlock (`sandbox`), which allows what is shown to the bot (`shown`). An isolated bot also has an
//!   empty network namespace, and a file system that has nothing else (`view`). Seccomp (`filter`) allows the system
//!   calls that programs need (`system_calls`).
//!
//! A keeper that has killed its bot at a limit ends by a signal that stands for the limit: 48 for memory, 49 for
//! processes, SIGXCPU for processor time. If that limit was set, `Process::exit` turns the signal into `Exit::AtLimit`.
//! A bot for which neither limit is set has a share of the machine (`MachineShare`): three quarters, divided by the
//! number of bots at once. The share guards against accidents, so its samples are 500 ms apart, and closer near the
//! limit. With `memory=off` and `processes=off` the keeper takes no samples; it sleeps.
//!
//! # Stopping
//!
//! To stop a bot, the arbiter sends `quit`, closes the bot's input, and kills the bot after the grace time. It stops
//! all bots of a match together. The bot's stdin is non-blocking: a bot that does not read is *deaf*, and blocks no
//! other bot. Its stderr is always drained, and the last 64 KiB are kept. Their end goes into the record of a fault, at
//! most 8 KiB. If they are longer, all that is kept goes into a file beside the log (`driver::stderr`).
//!
//! A bot that was kept for the next game may end with status 0 before its `readyok` for that game. This is no fault:
//! the driver restarts the bot (`Match::start_anew`). If the arbiter itself is 2 ms or more late for a deadline, the
//! machine had no time for the bot either. The arbiter then extends the deadline by that delay (`driver::excuse`),
//! repeatedly if need be, each deadline by at most five seconds in all.

#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "this is the outside")]

mod bot_process;
#[cfg(target_os = "linux")]
mod cgroup;
mod command;
mod cores;
mod exec;
mod exit;
#[cfg(target_os = "linux")]
mod filter;
#[cfg(target_os = "linux")]
mod fork_server;
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
#[cfg_attr(not(target_os = "linux"), path = "no_keeper_starter.rs")]
mod keeper_starter;
mod keeper_supervisor;
mod launch;
mod limits;
#[cfg(target_os = "linux")]
mod mounts;
mod nursery;
#[cfg(target_os = "linux")]
mod offspring;
mod plan;
#[cfg(target_os = "linux")]
mod plan_message;
mod process;
mod program;
mod resources;
#[cfg_attr(not(target_os = "linux"), path = "no_sandbox.rs")]
mod sandbox;
mod shown;
mod signals;
#[cfg_attr(not(target_os = "linux"), path = "no_start_progress.rs")]
mod start_progress;
#[cfg_attr(not(target_os = "linux"), path = "no_stops.rs")]
mod stops;
#[cfg(target_os = "linux")]
mod system_calls;
mod tail;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod usage;
#[cfg(target_os = "linux")]
mod view;
mod waker;
mod watch;

pub use bot_process::{BotProcess, BotSource, Bots};
#[cfg(target_os = "linux")]
pub use cgroup::leave_groups;
pub use command::{CommandError, split_command};
pub use cores::{Core, CoreWait, HeldCore};
pub use exit::Exit;
pub use hidden::hidden_command;
pub use hold::HeldBot;
pub use keeper_supervisor::adopt_orphans;
pub use launch::{Launch, StartError};
pub use limits::{Affinity, ByteSize, Isolation, LimitError, Limits, ReachedLimit, ResourceLimit};
pub use nursery::Nursery;
pub use process::{Process, ReadResult};
pub(crate) use program::find as find_program;
pub use resources::{
    MachineShare, divide_machine, have_room_for, machine_share, raise_file_limit, spare_files, spare_processes,
};
pub use signals::survive_long_files;
pub use waker::Waker;
pub use watch::{Interest, WatchedDescriptor, wait};
