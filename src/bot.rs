//! Bots as processes: starts, limits, stops and reaps them, and carries their pipes. This module knows processes and
//! pipes, not games, not messages, not the referee.
//!
//! On Linux a bot has a keeper. Fork server, keeper, init and bot are forks of one process:
//!
//! ```text
//! arbiter ── thread "nursery" ─┬─ fork server: forks the keepers
//!                              └─ keeper ─┬─ init: the first process of the bot's namespace
//!                                         └─ the bot ── whatever it starts
//! ```
//!
//! The module has four floors, each of which uses only those before it: `terms` (values), `system` (facts of the operating
//! system), `inside` (what runs between the arbiter and the bot's own program) and `nursery` (the arbiter's side). The
//! folder `elsewhere` replaces files of other floors on systems without keepers, where the arbiter kills only the bot's
//! process group.

#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "this is the outside")]

mod inside;
mod nursery;
mod system;
mod terms;

pub use inside::hidden_command;
pub(crate) use nursery::HeldBot;
pub use nursery::{BotProcess, BotSource, Bots, Nursery, Process, ReadResult};
pub(crate) use system::program::{OWN_BOTS, find as find_program, own as own_bot};
pub use system::{
    Interest, Waker, WatchedDescriptor,
    affinity::{CoreWait, HeldCore},
    resources::{have_room_for, machine_share, raise_file_limit, spare_files, spare_processes},
    signals::survive_long_files,
    wait,
};
pub(crate) use terms::named_path;
pub use terms::{
    Affinity, ByteSize, CommandError, Core, Exit, Isolation, Launch, LimitError, Limits, MachineShare, ReachedLimit,
    ResourceLimit, StartError, split_command,
};
