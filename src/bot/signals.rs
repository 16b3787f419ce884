//! The signals of the arbiter's helper processes.

use std::sync::{Arc, atomic::AtomicBool};

use signal_hook::consts::signal::*;

/// Every signal that can be caught and that kills or stops a process, but for those of a fault in the process itself.
const CAUGHT: &[i32] = &[
    SIGHUP, SIGINT, SIGQUIT, SIGTRAP, SIGABRT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGCONT, SIGTSTP,
    SIGTTIN, SIGTTOU, SIGURG, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGWINCH, SIGIO, SIGSYS,
];

/// Catches every signal without doing anything. So this process survives them, and the program that it executes has
/// their default actions: a signal that is ignored stays so across an exec, one that is caught does not.
pub(crate) fn catch_all() {
    let nothing = Arc::new(AtomicBool::new(false));
    for &signal in CAUGHT {
        // The system refuses none of these; and if it did, the signal would keep its action, which is no harm.
        let _ = signal_hook::flag::register(signal, Arc::clone(&nothing));
    }
}

/// Has a write to a file that is as long as it may be fail as any other write, instead of ending this process.
pub fn survive_long_files() {
    // Caught and not ignored, so that bots have its default action.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Makes sure that this process can wait for its children: where it was started with SIGCHLD ignored, the system would
/// reap them, and how they ended would be lost.
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
