//! The signals of the arbiter's helper processes.

use std::sync::{Arc, atomic::AtomicBool};

use signal_hook::consts::signal::*;

/// Every signal that can be caught and that kills or stops a process, except those of a fault in the process itself.
const CAUGHT: &[i32] = &[
    SIGHUP, SIGINT, SIGQUIT, SIGTRAP, SIGABRT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGCONT, SIGTSTP,
    SIGTTIN, SIGTTOU, SIGURG, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGWINCH, SIGIO, SIGSYS,
];

/// Catches every signal and does nothing. So this process survives signals, and the program that it executes gets their
/// default actions: an exec resets caught signals, but not ignored ones.
pub(crate) fn catch_all() {
    let nothing = Arc::new(AtomicBool::new(false));
    for &signal in CAUGHT {
        // The system refuses none of these. If it did, the signal would keep its action, which does no harm.
        let _ = signal_hook::flag::register(signal, Arc::clone(&nothing));
    }
}

/// Makes a write beyond the limit of file sizes fail like any other write, instead of ending this process.
pub fn survive_long_files() {
    // Caught and not ignored, so that bots have the default action.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Ensures that this process can wait for its children. If it was started with SIGCHLD ignored, the system would reap
/// them, and their status would be lost.
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
