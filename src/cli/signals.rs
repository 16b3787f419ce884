//! Signals that ask a long command to end.

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1},
    iterator::Signals,
};

use super::exit::{Code, Result, failed};

/// Calls `first` at the first of the signals that ask for an end. The second ends the arbiter at once; the keepers stop
/// the bots.
pub(crate) fn watch(first: impl FnOnce(i32) + Send + 'static) -> Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(failed)?;
    let watch = move || {
        let mut seen = signals.forever();
        if let Some(signal) = seen.next() {
            first(signal);
        }
        if let Some(signal) = seen.next() {
            std::process::exit(128 + signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(watch).map_err(failed)?;
    Ok(())
}

/// As [`watch`], for a job on a cluster: SIGUSR1 asks for an end too, and of SIGUSR1 and SIGTERM, which a scheduler sends
/// one after the other, none ends the arbiter at once. Only a second SIGINT does.
pub(crate) fn watch_patiently(first: impl FnOnce(i32) + Send + 'static) -> Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGUSR1]).map_err(failed)?;
    let watch = move || {
        let mut seen = signals.forever();
        if let Some(signal) = seen.next() {
            first(signal);
        }
        if seen.any(|signal| signal == SIGINT) {
            std::process::exit(128 + SIGINT);
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
