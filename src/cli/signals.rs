//! Signals that ask a long command to end.

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1},
    iterator::Signals,
};

use super::exit::{Code, CommandResult, failed};

/// The signals after which a command ends at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignalPolicy {
    /// Any second signal: a person has lost patience.
    Person,
    /// A second SIGINT. A scheduler sends SIGUSR1, which asks for an end too, and SIGTERM one after the other.
    Scheduler,
}

/// Calls `first` at the first of the signals that ask for an end. A further one may end the arbiter at once; the keepers
/// stop the bots.
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

/// What a job exits with that was stopped by this signal, or by its budget where that is 0: a scheduler's signals mean
/// that it is to go on later.
pub(crate) fn patient_code(signal: i32) -> Code {
    match signal {
        SIGINT | SIGHUP => Code::Signal(signal),
        _ => Code::Undecided,
    }
}
