//! The arbiter's side of bots: starts, stops and reaps them, and carries their pipes.
//!
//! - The **nursery** is the thread that starts all bots. The kernel sends a death signal when the *thread* that forked
//!   ends, and the thread of a match may end before its bots do. The nursery keeps the arbiter's program open and starts
//!   keepers from the open file, so a moved or replaced file does no harm. After eight lost fork servers, or if the
//!   arbiter adopts no orphans, keepers are executed (`arbiter __keep`). A fork server ends after half a second without
//!   keepers.
//! - No thread waits for a bot's processes without a deadline. Killing is a state with a deadline and a next step
//!   (`KeeperSupervisor`). The nursery tells a keeper to stop, and kills it after 0.5 s (3 s without a namespace). After 2
//!   s more it gives up on the keeper. It also kills the arbiter's children that are not keepers: what a killed keeper
//!   leaves. After 2 s it names them in an error; the arbiter's own end waits for that. Ending a bot needs no further
//!   process, thread or descriptor: a bot may have taken the last.
//! - The nursery waits for the keeper's pidfd and not only for the pipes to close, so a grandchild that still holds a pipe
//!   hides no exit. If another process traces a keeper, the arbiter cannot reap it, but the pidfd still shows its end.
//! - It looks for stopped keepers every 20 ms (`stops`), continues them, so that they kill their bots, and kills a keeper
//!   that it has found stopped more than 25 times. It removes the control group of a killed keeper.
//! - All bots of a match are stopped together: `quit`, the end of input, and after the grace time the kill. A bot's stdin
//!   is non-blocking: a bot that does not read is *deaf*, and blocks no other. Its stderr is always drained, and the last
//!   64 KiB are kept.
//! - With `affinity auto`, the driver's `Placement` holds a match and its bots to a core from outside (`HeldBot`).
//!
//! A match of two bots holds ten descriptors: the log, the waker (not in a tournament), and four for each bot (stdin,
//! stdout, stderr, its keeper's pidfd). The start of a bot needs up to ten for a moment. The memory of a match is its
//! allocations and the stack of its thread, which never shrinks. So large parts of a match are boxed (`Job`,
//! `PreparedMatch`, `Wire`, `World`), and the steps of a game are functions that are not inlined into one. The allocator
//! keeps 13 KiB of freed memory for each thread. A buffer for output has room for 1 KiB until a bot writes more at once.

mod desk;
mod handle;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/held_bot.rs")]
mod held_bot;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/keeper.rs")]
mod keeper;
#[cfg_attr(not(target_os = "linux"), path = "elsewhere/keeper_starter.rs")]
mod keeper_starter;
mod keeper_supervisor;
mod pipes;
mod planning;
mod process;
#[cfg(target_os = "linux")]
mod start_progress;
mod stops;
mod tail;

pub use handle::{Bots, Nursery};
pub(crate) use held_bot::HeldBot;
pub use process::{BotProcess, BotSource, Process, ReadResult};
