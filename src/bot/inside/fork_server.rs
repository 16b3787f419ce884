//! `arbiter __nurse PARENT`: a process of one thread that makes keepers by forking itself. It stores nothing of its
//! orders, and waits for no keeper.

use std::{ffi::OsString, io, os::fd::OwnedFd, process::ExitCode};

use fork::Fork;
use nix::sys::signal::SigSet;
use rustix::{
    event::{PollFd, PollFlags, poll},
    io::{Errno, retry_on_intr},
    process::{
        DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, getpid, getppid, pidfd_open, set_dumpable_behavior,
        setsid, waitpid,
    },
};
use signal_hook::low_level::exit;

use super::{
    keep,
    parent::{end_with_parent, process},
    plan_message::PlanMessage,
    start_report::{StartReport, StartReporter, take_over},
};
use crate::bot::system::signals;

pub(crate) const COMMAND: &str = "__nurse";

/// Makes a keeper for each order, until the socket ends.
pub(crate) fn run(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    keep::close_inherited();
    let _ = rustix::thread::set_name(c"arbiter-nurse");
    let Ok(orders) = take_over() else { return ExitCode::FAILURE };
    // A session of its own, so that no key of a terminal sends it a signal.
    let alone = setsid().and_then(|_| set_dumpable_behavior(DumpableBehavior::NotDumpable));
    let parent = process(words.next());
    if alone.is_err() || !end_with_parent(parent, Signal::KILL) {
        return ExitCode::FAILURE;
    }
    // Keepers inherit the handlers and the empty mask.
    signals::catch_all();
    let _ = SigSet::empty().thread_set_mask();
    loop {
        let Ok((order, mut fds)) = PlanMessage::receive(&orders) else { return ExitCode::SUCCESS };
        // An order without the socket of its keeper ends the fork server too.
        let Some(socket) = fds.pop() else { return ExitCode::SUCCESS };
        let reports = StartReporter(socket.into());
        if let Some(between) = fork_twice(&reports) {
            drop(orders);
            return match await_adoption(parent, between) {
                Ok(()) => keep::run_forked(parent, order.plan(), reports),
                Err(error) => refuse(&reports, &error),
            };
        }
    }
}

/// Forks twice. Returns the pidfd of the process in between in the keeper, and `None` in the fork server. If a fork
/// fails, reports that, and there is no keeper.
fn fork_twice(reports: &StartReporter) -> Option<OwnedFd> {
    match fork::fork() {
        Ok(Fork::Child) => {}
        Ok(Fork::Parent(between)) => {
            let _ = waitpid(Pid::from_raw(between), WaitOptions::empty());
            return None;
        }
        Err(error) => {
            refuse(reports, &error);
            return None;
        }
    }
    let forked =
        pidfd_open(getpid(), PidfdFlags::empty()).map_err(io::Error::from).and_then(|own| Ok((own, fork::fork()?)));
    match forked {
        Ok((between, Fork::Child)) => Some(between),
        // Exits without cleanup: there is none to do, and each page that it touches would be copied.
        Ok((_, Fork::Parent(_))) => exit(0),
        Err(error) => {
            refuse(reports, &error);
            exit(1)
        }
    }
}

/// Waits until the process between the fork server and this one has ended. Returns an error if the arbiter is not the
/// parent of this process then.
fn await_adoption(arbiter: Option<Pid>, between: OwnedFd) -> io::Result<()> {
    retry_on_intr(|| poll(&mut [PollFd::new(&between, PollFlags::IN)], None))?;
    if getppid() == arbiter { Ok(()) } else { Err(io::Error::other("the arbiter adopts no orphans")) }
}

fn refuse(reports: &StartReporter, error: &io::Error) -> ExitCode {
    let number = error.raw_os_error().unwrap_or(Errno::CHILD.raw_os_error());
    reports.tell(&StartReport::Refused(number));
    ExitCode::FAILURE
}
