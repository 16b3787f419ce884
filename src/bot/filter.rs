//! The part of the sandbox that landlock and namespaces do not cover. Refuses system calls with seccomp: a refused call
//! fails with `EACCES`.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, apply_filter,
};

#[derive(Debug, thiserror::Error)]
pub(crate) enum FilterError {
    /// seccompiler does not support this processor.
    #[error("no seccomp filter for this processor")]
    Processor,
    /// The kernel lacks seccomp or refuses the filter.
    #[error(transparent)]
    Refused(#[from] seccompiler::Error),
    /// The filter does not compile. A test rules this out.
    #[error(transparent)]
    Backend(#[from] seccompiler::BackendError),
}

/// `TIOCSTI`: the `ioctl` that types a character into a terminal.
const TYPE: u64 = 0x5412;

/// `TIOCLINUX`: the `ioctl` that pastes into a terminal.
const PASTE: u64 = 0x541c;

/// `F_SETLEASE`: the `fcntl` command that delays other processes when they open the file.
const LEASE: u64 = 1024;

/// `IOPRIO_WHO_PROCESS`.
const ONE_PROCESS: u64 = 1;

/// The network and the processes that a bot can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum World {
    /// Those of the bot's own namespaces, with nothing else in them.
    Own,
    /// Those of the whole machine.
    Shared,
}

/// Makes the system refuse these calls to this process and all that it starts. If `held`, the process cannot leave its
/// core.
pub(crate) fn enter(world: World, held: bool) -> Result<(), FilterError> {
    Ok(apply_filter(&program(world, held)?)?)
}

fn program(world: World, held: bool) -> Result<BpfProgram, FilterError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|_| FilterError::Processor)?;
    let refuse = SeccompAction::Errno(libc::EACCES as u32);
    Ok(SeccompFilter::new(rules(world, held)?, SeccompAction::Allow, refuse, arch)?.try_into()?)
}

/// The refused calls, each with the arguments for which it is refused. An empty list refuses every call.
fn rules(world: World, held: bool) -> Result<BTreeMap<i64, Vec<SeccompRule>>, seccompiler::BackendError> {
    use SeccompCmpArgLen::{Dword, Qword};
    use SeccompCmpOp::{Eq, Ne};
    let is = |argument, len, operator, value| SeccompCondition::new(argument, len, operator, value);
    let always = Vec::new;
    // Sockets other than those of the internet reach processes outside, for example by a name in the file system.
    // `socketpair` stays allowed, because its sockets reach only each other.
    let sockets = match world {
        World::Own => {
            let other = [libc::AF_INET, libc::AF_INET6].map(|family| is(0, Dword, Ne, family as u64));
            let [four, six] = other;
            vec![SeccompRule::new(vec![four?, six?])?]
        }
        World::Shared => always(),
    };
    let [typing, pasting] = [TYPE, PASTE].map(|request| is(1, Dword, Eq, request));
    // The limits and priorities of other processes. A process names itself by 0.
    let others = |argument| SeccompRule::new(vec![is(argument, Dword, Ne, 0)?]);
    // The schedules of other processes in a shared world. A process names itself by 0 or by its number. Its other
    // threads are refused too, because the filter cannot tell them from other processes.
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
        // `io_uring` can open sockets without the call `socket`.
        (libc::SYS_io_uring_setup, always()),
        (libc::SYS_ioctl, vec![SeccompRule::new(vec![typing?])?, SeccompRule::new(vec![pasting?])?]),
        (libc::SYS_prlimit64, vec![SeccompRule::new(vec![is(0, Dword, Ne, 0)?, is(2, Qword, Ne, 0)?])?]),
        (libc::SYS_setpriority, vec![others(0)?, others(1)?]),
        // `IOPRIO_WHO_USER` with 0 means all processes of the account.
        (libc::SYS_ioprio_set, vec![others(1)?, SeccompRule::new(vec![is(0, Dword, Ne, ONE_PROCESS)?])?]),
        // A process that may only read a file can lock it with `flock`, and so delay others. Exclusive locks of
        // `fcntl`, which databases use, need write access.
        (libc::SYS_flock, always()),
        (libc::SYS_fcntl, vec![SeccompRule::new(vec![is(1, Dword, Eq, LEASE)?])?]),
        // The keyrings of an account outlive the processes of a bot.
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
