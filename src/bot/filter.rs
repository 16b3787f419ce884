//! What the sandbox takes away that landlock and namespaces leave: system calls, by seccomp. A call that is refused
//! fails as one that is not permitted.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, apply_filter,
};

/// Why the filter is not there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoFilter {
    /// No filter can be written for this kind of processor.
    #[error("no seccomp filter for this processor")]
    Processor,
    /// The kernel has no seccomp, or refuses it.
    #[error(transparent)]
    Refused(#[from] seccompiler::Error),
    /// It cannot be compiled, which the test below rules out.
    #[error(transparent)]
    Backend(#[from] seccompiler::BackendError),
}

/// TIOCSTI types a character into a terminal.
const TYPE: u64 = 0x5412;

/// TIOCLINUX pastes into one.
const PASTE: u64 = 0x541c;

/// F_SETLEASE holds up whoever opens a file to write it.
const LEASE: u64 = 1024;

/// IOPRIO_WHO_PROCESS.
const ONE_PROCESS: u64 = 1;

/// How far the network and the processes reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum World {
    /// They are namespaces with nothing else in them.
    Own,
    /// They are those of the machine.
    Shared,
}

/// Refuses this process, and all that it will start, what the sandbox forbids. Where it is held to a core, it stays there.
pub(crate) fn enter(world: World, held: bool) -> Result<(), NoFilter> {
    Ok(apply_filter(&program(world, held)?)?)
}

fn program(world: World, held: bool) -> Result<BpfProgram, NoFilter> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|_| NoFilter::Processor)?;
    let refuse = SeccompAction::Errno(libc::EACCES as u32);
    Ok(SeccompFilter::new(rules(world, held)?, SeccompAction::Allow, refuse, arch)?.try_into()?)
}

/// The calls that are refused, each in these cases; without a case always.
fn rules(world: World, held: bool) -> Result<BTreeMap<i64, Vec<SeccompRule>>, seccompiler::BackendError> {
    use SeccompCmpArgLen::{Dword, Qword};
    use SeccompCmpOp::{Eq, Ne};
    let is = |argument, len, operator, value| SeccompCondition::new(argument, len, operator, value);
    let always = Vec::new;
    // Sockets of other kinds reach processes outside, by a name in the file system for one. A pair of them stays
    // allowed: it is connected to itself.
    let sockets = match world {
        World::Own => {
            let other = [libc::AF_INET, libc::AF_INET6].map(|family| is(0, Dword, Ne, family as u64));
            let [four, six] = other;
            vec![SeccompRule::new(vec![four?, six?])?]
        }
        World::Shared => always(),
    };
    let [typing, pasting] = [TYPE, PASTE].map(|request| is(1, Dword, Eq, request));
    // Limits, priorities and cores of other processes. A process may name itself by 0.
    let others = |argument| SeccompRule::new(vec![is(argument, Dword, Ne, 0)?]);
    // Where others are in reach, it names itself by 0 or by its number: threads of others cannot be told from its own.
    let own = u64::from(std::process::id());
    let schedules = || SeccompRule::new(vec![is(0, Dword, Ne, 0)?, is(0, Dword, Ne, own)?]);
    let scheduling = [libc::SYS_sched_setscheduler, libc::SYS_sched_setparam, libc::SYS_sched_setattr];
    let scheduling = scheduling.into_iter().chain((!held).then_some(libc::SYS_sched_setaffinity));
    let scheduling: Vec<_> = match world {
        World::Own => Vec::new(),
        World::Shared => scheduling.map(|call| Ok((call, vec![schedules()?]))).collect::<Result<_, _>>()?,
    };
    let affinity = held.then(|| (libc::SYS_sched_setaffinity, always()));
    let refused = [
        (libc::SYS_socket, sockets),
        // It makes sockets by another way.
        (libc::SYS_io_uring_setup, always()),
        (libc::SYS_ioctl, vec![SeccompRule::new(vec![typing?])?, SeccompRule::new(vec![pasting?])?]),
        (libc::SYS_prlimit64, vec![SeccompRule::new(vec![is(0, Dword, Ne, 0)?, is(2, Qword, Ne, 0)?])?]),
        (libc::SYS_setpriority, vec![others(0)?, others(1)?]),
        // For a user, 0 means all processes of its own account.
        (libc::SYS_ioprio_set, vec![others(1)?, SeccompRule::new(vec![is(0, Dword, Ne, ONE_PROCESS)?])?]),
        // Whoever may only read a file can lock it, and hold up others who do. Locks of `fcntl` that nobody else may hold
        // need a file that may be written; databases use those.
        (libc::SYS_flock, always()),
        (libc::SYS_fcntl, vec![SeccompRule::new(vec![is(1, Dword, Eq, LEASE)?])?]),
        // The keyrings of an account outlive what is started in its name.
        (libc::SYS_add_key, always()),
        (libc::SYS_request_key, always()),
        (libc::SYS_keyctl, always()),
    ];
    Ok(refused.into_iter().chain(scheduling).chain(affinity).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filter_can_be_compiled() {
        for (world, held) in [(World::Own, true), (World::Shared, false), (World::Shared, true)] {
            let program = program(world, held).unwrap();
            assert!(program.len() > 10 && program.len() < 4096, "{}", program.len());
        }
    }
}
