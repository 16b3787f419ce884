//! The handling of signals in the arbiter and its helper processes.

use std::sync::{Arc, atomic::AtomicBool};

use signal_hook::consts::signal::*;

/// The signals to catch. Not in the list: signals of a fault in the process itself (SIGSEGV, SIGBUS, SIGFPE, SIGILL),
/// and on Linux SIGPWR, SIGSTKFLT and the realtime signals, which keep their actions.
const CAUGHT: &[i32] = &[
    SIGHUP, SIGINT, SIGQUIT, SIGTRAP, SIGABRT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGCONT, SIGTSTP,
    SIGTTIN, SIGTTOU, SIGURG, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGWINCH, SIGIO, SIGSYS,
];

/// Catches every signal of [`CAUGHT`] and does nothing. So this process survives signals, and the program that it
/// executes gets their default actions: an exec resets caught signals, but not ignored ones.
pub(crate) fn catch_all() {
    let nothing = Arc::new(AtomicBool::new(false));
    for &signal in CAUGHT {
        // The system refuses no signal of the list. If it did, that signal would keep its action, which does no harm.
        let _ = signal_hook::flag::register(signal, Arc::clone(&nothing));
    }
}

/// Makes a write beyond the limit of file sizes fail with an error instead of ending this process (SIGXFSZ).
pub fn survive_long_files() {
    // Caught, not ignored, because bots would inherit an ignored signal.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Ensures that this process can wait for its children. If its parent has ignored SIGCHLD, the system would reap the
/// children and lose their status.
pub(crate) fn let_children_be_waited_for() {
    let ignored = std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
            u64::from_str_radix(mask.trim(), 16).ok()
        })
        .is_some_and(|mask| mask & (1 << (SIGCHLD - 1)) != 0);
    if ignored {
        let _ = signal_hook::flag::register(SIGCHLD, Arc::new(AtomicBool::new(false)));
    }
}
