//! Signals that ask a long command to end.

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1},
    iterator::Signals,
};

use super::exit::{Code, CommandResult, failed};

/// The signals that end a command at once after a first signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignalPolicy {
    /// Any signal: the user has lost patience.
    Person,
    /// Only SIGINT. A scheduler sends SIGUSR1, which also asks for an end, and SIGTERM one after the other.
    Scheduler,
}

/// Calls `first` at the first signal that asks for an end. A later signal of the policy ends the arbiter at once, and
/// the keepers stop the bots.
pub(crate) fn watch(patience: SignalPolicy, first: impl FnOnce(i32) + Send + 'static) -> CommandResult<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(failed)?;
    if patience == SignalPolicy::Scheduler {
        signals.add_signal(SIGUSR1).map_err(failed)?;
    }
    let watch = move || {
        let mut seen = signals.forever();
        if let Some(signal) = seen.next() {
            first(signal);
        }
        if let Some(signal) = seen.find(|signal| patience == SignalPolicy::Person || *signal == SIGINT) {
            std::process::exit(128 + signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(watch).map_err(failed)?;
    Ok(())
}

/// The exit code of a shard that was stopped by this signal, or by its time budget if `signal` is 0. After a
/// scheduler's signal the job is to be resumed, so the code is 3.
pub(crate) fn patient_code(signal: i32) -> Code {
    match signal {
        SIGINT | SIGHUP => Code::Signal(signal),
        _ => Code::Undecided,
    }
}
