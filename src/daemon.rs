//! The daemon: the host link over stdin and stdout, many matches at once.
//!
//! `Serving` is the loop's decisions as a value, with the `MatchTable`; `HostOutbox` is the queue to the host. `serve` is
//! the ring of threads around them. A simulation (`simulation/src/daemon.rs`) drives the same values in one thread.
//!
//! # Threads
//!
//! - Each match has **one thread**, and only that thread touches its bots. A channel has no descriptor to wait for, so
//!   each match has a waker (an eventfd on Linux, elsewhere a pipe). To reach a match, put a `Wish` into the channel
//!   and wake it.
//! - The daemon's main thread waits, in one `select!`, for lines of the host, the end of a match, signals, and the loss
//!   of the host. **host-reader** only reads lines. **host-writer** is the only thread that writes to stdout: matches
//!   put messages into its queue and never wait for the host. The queue holds the bytes that will be written. With 64
//!   MiB unsent, `info` is dropped. With 128 MiB the host counts as gone, and the daemon ends with 4 and the reason.
//!   While the host `wait`s, at most 16 MiB of its lines are held, counted as memory; then nothing more is read.
//! - The daemon answers a host's question to a match before it handles the next line. So answers come in the order of
//!   the questions.
//! - Stdin and stdout of the arbiter are never made non-blocking, because a terminal has one flag for both, and for the
//!   shell.

mod daemon_event;
mod host_outbox;
mod match_reporter;
mod match_table;
mod serve;
mod serving;
mod started_match;
mod watched;

pub use daemon_event::{Closing, DaemonEvent, OutboxError};
pub use host_outbox::{HostOutbox, OutboxLimits};
pub use match_reporter::MatchReporter;
pub use serve::serve;
pub use serving::{Farewell, Serving};
pub use started_match::{DaemonWorld, MatchStarter, StartedMatch};
