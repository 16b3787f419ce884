//! The hidden commands of the binary, with which the arbiter starts itself as a helper of a bot.

use std::process::ExitCode;

#[cfg(not(target_os = "linux"))]
use super::exec;
#[cfg(target_os = "linux")]
use super::{fork_server, keep};

/// Runs a hidden command (`arbiter __keep …`, `arbiter __nurse …`; on systems other than Linux `arbiter __exec …`) and
/// returns its status. `None` if the command line has none. `main` must call this first: before it parses arguments,
/// sets up a logger or starts a thread.
pub fn hidden_command() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    match words.next()?.to_str()? {
        #[cfg(target_os = "linux")]
        keep::COMMAND => Some(keep::run(words)),
        #[cfg(target_os = "linux")]
        fork_server::COMMAND => Some(fork_server::run(words)),
        #[cfg(not(target_os = "linux"))]
        exec::COMMAND => Some(exec::run(words)),
        _ => None,
    }
}
