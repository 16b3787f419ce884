//! Signals that ask a long command to end.

use std::time::{Duration, Instant};

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1},
    iterator::Signals,
};

use super::exit::{CommandResult, failed};

/// A second SIGTERM within this time is the first one again: `timeout` sends it to its program and to its group.
const ECHO: Duration = Duration::from_millis(200);

/// The signals that end a command at once if they follow a first signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignalPolicy {
    /// Any signal: the user has lost patience.
    Person,
    /// Only SIGINT. SIGUSR1 also counts as a first signal. A scheduler may send SIGUSR1 and then SIGTERM, and both ask
    /// for the same slow end.
    Scheduler,
}

/// Starts a thread that calls `first` at the first signal that asks for an end. A later signal that the policy names
/// ends the arbiter at once, and the keepers stop the bots.
pub(crate) fn watch(patience: SignalPolicy, first: impl FnOnce(i32) + Send + 'static) -> CommandResult<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(failed)?;
    if patience == SignalPolicy::Scheduler {
        signals.add_signal(SIGUSR1).map_err(failed)?;
    }
    let watch = move || {
        let mut seen = signals.forever();
        let Some(asked) = seen.next() else { return };
        let since = Instant::now();
        first(asked);
        let is_echo = |signal: i32| (asked, signal) == (SIGTERM, SIGTERM) && since.elapsed() < ECHO;
        let is_second = |signal: &i32| (patience == SignalPolicy::Person || *signal == SIGINT) && !is_echo(*signal);
        if let Some(signal) = seen.find(is_second) {
            std::process::exit(128 + signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(watch).map_err(failed)?;
    Ok(())
}
