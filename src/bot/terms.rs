//! Values: the command, the limits and the launch of a bot, the plan of its process, its end. They make no system call.
//!
//! [`Limits`] holds all limits of a bot, from the keys and values of `seatset`, of the command line and of tournament
//! files. A limit of memory or processes that nobody has set is the bot's [`MachineShare`], which guards against
//! accidents. A keeper that has killed its bot at a limit ends by a signal that stands for the limit: 48 for memory, 49
//! for processes, SIGXCPU for processor time. If that limit was set, the signal becomes [`Exit::AtLimit`].
//!
//! [`Exit::NotExecuted`] and most of [`StartError`] are the bot's fault `no-start`. [`Exit::NotStarted`], and the errors
//! for which [`StartError::is_ours`] returns true, are the arbiter's fault, such as a system without a free process. If
//! the cause may pass, a tournament tries the game again after a pause, with fewer games at once.

mod command;
mod cores;
mod exit;
mod launch;
mod limits;
mod machine_share;
mod plan;

pub(crate) use command::named_path;
pub use command::{CommandError, split_command};
pub use cores::Core;
pub(super) use cores::CoreShares;
pub use exit::Exit;
pub(super) use exit::{ExecFailure, StartStage, ours};
#[cfg(not(target_os = "linux"))]
pub(super) use exit::{NOT_EXECUTED, NOT_EXECUTED_STATUS};
pub use launch::{Launch, StartError};
pub use limits::{Affinity, Isolation, LimitError, Limits, ReachedLimit, ResourceLimit};
#[cfg(target_os = "linux")]
pub(super) use limits::{MEMORY_SIGNAL, PROCESSES_SIGNAL, UNWATCHED_SIGNAL};
pub use machine_share::{ByteSize, MachineShare};
pub(super) use plan::{ExecPlan, SHARED_MEMORY, wrap_variables};
