//! The part of the sandbox that landlock and namespaces do not cover. Allows the [system calls](super::system_calls)
//! that programs need, and refuses all others with seccomp: a refused call fails with `EACCES`.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

use super::system_calls::{
    ALWAYS, FCNTL, IN_ITS_OWN_WORLD, IOCTL, MODES, NAMESPACES, OPENS, UNREADABLE, UNSEEN_MEMORY,
};

#[derive(Debug, thiserror::Error)]
pub(crate) enum FilterError {
    #[error("no seccomp filter for this processor")]
    Processor,
    #[error(transparent)]
    Refused(#[from] seccompiler::Error),
    /// The filter does not compile. A test rules this out.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

const ONE_PROCESS: u64 = 1;

/// The bits of a file's mode that give the kind of the file.
const KIND: u64 = libc::S_IFMT as u64;

/// The bits of a socket's type that give the kind of the socket. All other bits are flags.
const SOCKET_KIND: u64 = 0xf;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Filtered {
    /// True if the network and the processes that the bot can reach are those of its own namespaces.
    pub(crate) isolated: bool,
    pub(crate) held: bool,
    /// True if the memory limit of the bot is sampled.
    pub(crate) sampled: bool,
}

/// Restricts this process, and all processes that it starts, to the system calls that the bot needs.
pub(crate) fn enter(bot: Filtered) -> Result<(), FilterError> {
    // The filter of allowed calls comes last, because it allows no further filter.
    apply_filter(&absent()?)?;
    Ok(apply_filter(&program(bot)?)?)
}

fn program(bot: Filtered) -> Result<BpfProgram, FilterError> {
    let refuse = SeccompAction::Errno(libc::EACCES as u32);
    Ok(SeccompFilter::new(allowed(bot)?, refuse, SeccompAction::Allow, processor()?)?.try_into()?)
}

/// The filter that makes each call of [`UNREADABLE`] fail as an unknown call. The other filter allows these calls.
fn absent() -> Result<BpfProgram, FilterError> {
    let absent = SeccompAction::Errno(libc::ENOSYS as u32);
    let rules = UNREADABLE.map(|call| (call, Vec::new())).into();
    Ok(SeccompFilter::new(rules, SeccompAction::Allow, absent, processor()?)?.try_into()?)
}

fn processor() -> Result<TargetArch, FilterError> {
    TargetArch::try_from(std::env::consts::ARCH).map_err(|_| FilterError::Processor)
}

/// The allowed calls, each with the arguments for which it is allowed. An empty list allows all arguments.
fn allowed(bot: Filtered) -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let groups = ALWAYS.iter().chain(bot.isolated.then_some(IN_ITS_OWN_WORLD).into_iter().flatten());
    let calls = groups.flat_map(|group| group.calls).map(|(_, call)| *call);
    let calls = calls.chain((!bot.sampled).then_some(UNSEEN_MEMORY)).chain(UNREADABLE);
    Ok(calls
        .map(|call| (call, Vec::new()))
        .chain(conditional()?)
        .chain(modes()?)
        .chain(sockets(bot)?)
        .chain(schedules(bot)?)
        .collect())
}

type Rules = Vec<(i64, Vec<SeccompRule>)>;

/// A rule that holds if each of these arguments, read as 32 bits, has this value.
fn all<const N: usize>(arguments: [(u8, u64); N]) -> Result<SeccompRule, BackendError> {
    let is = |(argument, value)| SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value);
    SeccompRule::new(arguments.into_iter().map(is).collect::<Result<_, _>>()?)
}

/// A rule that holds if these bits of an argument have this value.
fn bits(argument: u8, mask: u64, value: u64) -> Result<SeccompRule, BackendError> {
    let masked = SeccompCmpOp::MaskedEq(mask);
    SeccompRule::new(vec![SeccompCondition::new(argument, SeccompCmpArgLen::Dword, masked, value)?])
}

fn conditional() -> Result<Rules, BackendError> {
    let no_limit = SeccompCondition::new(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, 0)?;
    // Pipes and plain files, no devices.
    let plain = |argument| -> Result<Vec<_>, _> {
        let kinds = [0, libc::S_IFREG, libc::S_IFIFO].into_iter();
        kinds.map(|kind| bits(argument, KIND | SET_USER_OR_GROUP, kind.into())).collect()
    };
    Ok(vec![
        (libc::SYS_clone, vec![bits(0, NAMESPACES as u32 as u64, 0)?]),
        (libc::SYS_fcntl, FCNTL.iter().map(|&command| all([(1, command as u64)])).collect::<Result<_, _>>()?),
        (libc::SYS_ioctl, IOCTL.iter().map(|&request| all([(1, request)])).collect::<Result<_, _>>()?),
        (libc::SYS_mknodat, plain(2)?),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_mknod, plain(1)?),
        // Reading the personality, and setting the usual one.
        (libc::SYS_personality, vec![all([(0, 0)])?, all([(0, u32::MAX.into())])?]),
        // A process may set its own limits and priorities, if it names itself by 0. It may read the limits of others.
        (libc::SYS_prlimit64, vec![all([(0, 0)])?, SeccompRule::new(vec![no_limit])?]),
        (libc::SYS_setpriority, vec![all([(0, 0), (1, 0)])?]),
        (libc::SYS_ioprio_set, vec![all([(0, ONE_PROCESS), (1, 0)])?]),
    ])
}

/// The bits of a mode that make a program run with the user or the group of its file.
const SET_USER_OR_GROUP: u64 = 0o6000;

/// The flags with which an open makes a file, so that the mode counts.
const MAKES: u64 = libc::O_CREAT as u64 | (libc::O_TMPFILE & !libc::O_DIRECTORY) as u64;

/// The calls that set the mode of a file, or make a file with a mode.
fn modes() -> Result<Rules, BackendError> {
    let plain = |mode| bits(mode, SET_USER_OR_GROUP, 0);
    let set = MODES.iter().map(|&(call, mode)| Ok((call, vec![plain(mode)?])));
    let open = OPENS.iter().map(|&(call, flags, mode)| Ok((call, vec![bits(flags, MAKES, 0)?, plain(mode)?])));
    set.chain(open).collect()
}

/// The calls that make sockets. Sockets other than those of the internet reach processes outside, for example by a name
/// in the file system.
fn sockets(bot: Filtered) -> Result<Rules, BackendError> {
    // A pair that carries datagrams can send them to any name.
    let pairs = [libc::SOCK_STREAM, libc::SOCK_SEQPACKET].into_iter().map(|kind| {
        let family = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, libc::AF_UNIX as u64)?;
        let masked = SeccompCmpOp::MaskedEq(SOCKET_KIND);
        SeccompRule::new(vec![family, SeccompCondition::new(1, SeccompCmpArgLen::Dword, masked, kind as u64)?])
    });
    let pairs = (libc::SYS_socketpair, pairs.collect::<Result<_, _>>()?);
    let internet = [libc::AF_INET, libc::AF_INET6].into_iter().map(|family| all([(0, family as u64)]));
    let internet = (libc::SYS_socket, internet.collect::<Result<_, _>>()?);
    Ok(if bot.isolated { vec![pairs, internet] } else { vec![pairs] })
}

/// The calls that set schedules and cores. Without isolation a process names itself by 0 or by its number. Its
/// other threads are refused too, because the filter cannot tell them from other processes.
fn schedules(bot: Filtered) -> Result<Rules, BackendError> {
    let who = || match bot.isolated {
        true => Ok(Vec::new()),
        false => [0, u64::from(std::process::id())].into_iter().map(|who| all([(0, who)])).collect(),
    };
    let calls = [libc::SYS_sched_setscheduler, libc::SYS_sched_setparam, libc::SYS_sched_setattr];
    let cores = (!bot.held).then_some(libc::SYS_sched_setaffinity);
    calls.into_iter().chain(cores).map(|call| Ok((call, who()?))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_filter_can_be_compiled() {
        for (isolated, held, sampled) in [(true, true, false), (false, false, true)] {
            let program = program(Filtered { isolated, held, sampled }).unwrap();
            assert!(program.len() > 10 && program.len() < 4096, "{}", program.len());
        }
        assert!(absent().unwrap().len() < 20);
    }

    #[test]
    fn no_call_is_in_two_groups() {
        let calls = || ALWAYS.iter().chain(IN_ITS_OWN_WORLD).flat_map(|group| group.calls).map(|(_, call)| *call);
        let isolated = Filtered { isolated: true, held: false, sampled: false };
        let special: BTreeSet<i64> = [conditional().unwrap(), modes().unwrap(), sockets(isolated).unwrap()]
            .into_iter()
            .flatten()
            .map(|(call, _)| call)
            .collect();
        let all: BTreeSet<i64> = calls().collect();
        assert_eq!(all.len(), calls().count());
        assert!(all.is_disjoint(&special));
    }
}
