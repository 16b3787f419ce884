//! Signals that ask a long command to end.

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};

use super::exit::{Result, failed};

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
