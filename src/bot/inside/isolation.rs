//! The namespaces of one bot. The bot has processes, shared memory and message queues of its own: it cannot see,
//! signal, trace or limit anything outside. All of it ends with the first process of its namespace, whatever the bot
//! has traced, stopped or forked. Users, files and devices stay the same.

use std::{
    convert::Infallible,
    ffi::{CStr, CString},
    fs, io,
    os::{
        fd::AsRawFd,
        unix::fs::{DirBuilderExt, MetadataExt},
    },
    path::{Path, PathBuf},
    process,
};

use fork::Fork;
use nix::{
    sched::{CloneFlags, unshare},
    sys::signal::{SigSet, Signal as Caught},
};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{Gid, Uid, chown},
    io::Errno,
    mount::{MountFlags, MountPropagationFlags, mount, mount_bind, mount_change, mount_remount},
    process::{
        DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, getegid, geteuid, getpid, pidfd_open,
        set_dumpable_behavior, set_parent_process_death_signal, wait, waitpid,
    },
    thread::{CapabilitySet, capabilities, remove_capability_from_bounding_set, set_capabilities},
};

use super::{
    start_report::StartReporter,
    view::{self, cannot, memory_options},
};
use crate::bot::{
    system::mounts::{mounts, other_paths},
    terms::{ExecFailure, ExecPlan, SHARED_MEMORY},
};

/// Moves this process, the keeper, into a user namespace. Its next child begins a namespace of processes. Call this
/// while the keeper can be dumped, because only then its files in /proc belong to its account. In its namespace root
/// has no power over devices, clocks, names and control groups of the machine.
pub(crate) fn enter() -> Result<Helper, ExecFailure> {
    let spaces = CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWIPC | CloneFlags::CLONE_NEWUSER;
    if geteuid().is_root() {
        return enter_as_root(spaces);
    }
    let (user, group) = (geteuid(), getegid());
    unshare(spaces).map_err(cannot("make them"))?;
    // Required before `gid_map` can be written. Otherwise an account could leave a group that is denied a file.
    fs::write("/proc/self/setgroups", "deny").map_err(cannot("keep the groups"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1")).map_err(cannot("keep the group"))?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1")).map_err(cannot("keep the user"))?;
    Ok(Helper(None))
}

/// A process outside the namespace that writes its user and group maps. Empty if the keeper has written them itself.
#[derive(Debug)]
#[must_use]
pub(crate) struct Helper(Option<Pid>);

impl Helper {
    /// Waits until the maps are written. Until then no process can be the bot, and the keeper stays dumpable.
    pub(crate) fn finish(self) -> Result<(), ExecFailure> {
        let Some(helper) = self.0 else { return Ok(()) };
        match waitpid(Some(helper), WaitOptions::empty()) {
            Ok(Some((_, status))) if status.exit_status() == Some(0) => Ok(()),
            Ok(_) | Err(_) => Err(cannot("keep users and groups")(io::Error::from(io::ErrorKind::PermissionDenied))),
        }
    }
}

/// Enters a user namespace in which users and groups keep their numbers. Only a process outside can write such maps.
fn enter_as_root(spaces: CloneFlags) -> Result<Helper, ExecFailure> {
    let keeper = getpid();
    let (unshared, tell) = io::pipe().map_err(cannot("make a pipe"))?;
    match fork::fork().map_err(cannot("fork"))? {
        Fork::Child => {
            drop(tell);
            let done = io::Read::read(&mut { unshared }, &mut [0]).is_ok_and(|count| count == 1)
                && ["uid_map", "gid_map"].iter().all(|map| {
                    let all = fs::read_to_string(format!("/proc/self/{map}")).map(|map| as_they_are(&map));
                    all.and_then(|all| fs::write(format!("/proc/{keeper}/{map}"), all)).is_ok()
                });
            process::exit(i32::from(!done));
        }
        Fork::Parent(helper) => {
            let helper = Helper(Pid::from_raw(helper));
            unshare(spaces).map_err(cannot("make them"))?;
            let _ = io::Write::write(&mut { tell }, &[1]);
            Ok(helper)
        }
    }
}

fn as_they_are(map: &str) -> String {
    let lines = map.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (inside, _, count) = (words.next()?, words.next()?, words.next()?);
        Some(format!("{inside} {inside} {count}\n"))
    });
    lines.collect()
}

/// Starts the init. It must be the first child since [`enter`].
pub(crate) fn start_init(reports: &mut StartReporter) -> Result<Pid, ExecFailure> {
    let keeper = pidfd_open(getpid(), PidfdFlags::empty()).map_err(cannot("watch the keeper"))?;
    match fork::fork().map_err(cannot("fork"))? {
        Fork::Child => {
            reports.close();
            let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
            let _ = rustix::thread::set_name(c"arbiter-init");
            let Err(_) = reap_for_ever(&keeper);
            process::exit(1);
        }
        Fork::Parent(init) => Pid::from_raw(init).ok_or_else(|| cannot("fork")(io::Error::from(io::ErrorKind::Other))),
    }
}

/// Reaps orphans for ever. All signals that would wake the init are blocked.
fn reap_for_ever(keeper: impl std::os::fd::AsFd) -> io::Result<Infallible> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The keeper may have ended before the death signal was set.
    if poll(&mut [PollFd::new(&keeper, PollFlags::IN)], Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))? > 0 {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut child = SigSet::empty();
    child.add(Caught::SIGCHLD);
    loop {
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        child.wait()?;
    }
}

/// The powers that a bot keeps if it runs as root: those over files, users and its own processes. Others would let it
/// take the namespaces apart, or open by its handle a file that is covered by a mount.
const KEPT: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID)
    .union(CapabilitySet::KILL)
    .union(CapabilitySet::SETGID)
    .union(CapabilitySet::SETUID)
    .union(CapabilitySet::SETPCAP)
    .union(CapabilitySet::NET_BIND_SERVICE);

/// Gives this process, which will become a bot, a /proc of its namespace and shared memory of its own.
pub(crate) fn settle(plan: &ExecPlan) -> Result<(), ExecFailure> {
    unshare(CloneFlags::CLONE_NEWNS).map_err(cannot("make them"))?;
    // Mounts from here stay here. Mounts from outside still appear here.
    let follow = MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC;
    mount_change(c"/", follow).map_err(cannot("keep mounts apart"))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount(c"proc", c"/proc", c"proc", flags, None).map_err(cannot("mount /proc"))?;
    let options = memory_options(plan);
    match mount(c"shm", SHARED_MEMORY, c"tmpfs", MountFlags::NOSUID | MountFlags::NODEV, &*options("1777")) {
        // This system has no /dev/shm.
        Ok(()) | Err(Errno::NOENT) => {}
        Err(error) => return Err(cannot("give it shared memory of its own")(error)),
    }
    Ok(())
}

/// Hides files from the bot, takes its control group and most devices out of its reach, and makes its directory forget
/// what the bot writes, if the plan says so.
pub(crate) fn hide_all(plan: &ExecPlan) -> Result<(), ExecFailure> {
    let options = memory_options(plan);
    if plan.forgets
        && let Some(dir) = &plan.limits.dir
    {
        cover(dir, &options("700"))?;
    }
    keep_in_group()?;
    keep_settings()?;
    let mounts = mounts().map_err(cannot("list what is mounted"))?;
    let again = plan.hidden.iter().flat_map(|place| other_paths(place, &mounts));
    // Last: a mount over a directory would undo hides inside it.
    plan.hidden.iter().cloned().chain(again).try_for_each(|place| hide(&place, &plan.kept))?;
    if plan.limits.sandbox { Ok(()) } else { view::replace_devices() }
}

/// Sends all that is written into a directory from now on to memory, which ends with the namespace.
fn cover(dir: &Path, options: &CStr) -> Result<(), ExecFailure> {
    let what = "have its directory forget what is written";
    let dir = dir.canonicalize().map_err(cannot("find its directory"))?;
    let mounts = mounts().map_err(cannot("list what is mounted"))?;
    if mounts.iter().any(|mount| mount.place != dir && mount.place.starts_with(&dir)) {
        return Err(cannot(what)(io::Error::other("other file systems are mounted in it")));
    }
    let below = fs::File::open(&dir).map_err(cannot("find its directory"))?;
    let found = below.metadata().map_err(cannot("find its directory"))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount(c"forgotten", &dir, c"tmpfs", flags, options).map_err(cannot(what))?;
    let parts = ["written", "work"].map(|part| dir.join(part));
    let [upper, work] = &parts;
    let make = |part: &PathBuf| fs::DirBuilder::new().mode(found.mode() & 0o7777).create(part);
    parts.iter().try_for_each(make).map_err(cannot(what))?;
    chown(upper, Some(Uid::from_raw(found.uid())), Some(Gid::from_raw(found.gid()))).map_err(cannot(what))?;
    let opened = |part: &Path| fs::File::open(part).map_err(cannot(what));
    let (upper, work) = (opened(upper)?, opened(work)?);
    // The directories are named by descriptors, because a path may contain the separators of options.
    let [below, upper, work] = [&below, &upper, &work].map(|file| format!("/proc/self/fd/{}", file.as_raw_fd()));
    let options = format!("lowerdir={below},upperdir={upper},workdir={work},userxattr");
    let options = CString::new(options).expect("digits hold no NUL");
    mount(c"forgotten", &dir, c"overlay", flags, &*options).map_err(cannot(what))
}

/// Makes control groups read-only for the bot, so that it changes no group and cannot leave its own.
fn keep_in_group() -> Result<(), ExecFailure> {
    let what = "keep it in its control group";
    let mounts = mounts().map_err(cannot("list what is mounted"))?;
    for mount in mounts.iter().filter(|mount| mount.kind.starts_with("cgroup")) {
        mount.restrict(MountFlags::RDONLY).map_err(cannot(what))?;
    }
    // In a new namespace of groups the bot could mount them again.
    fs::write("/proc/sys/user/max_cgroup_namespaces", "0").map_err(cannot(what))
}

/// The parts of /proc with which root changes the whole system.
const SETTINGS: [&str; 7] = ["acpi", "bus", "fs", "irq", "scsi", "sys", "sysrq-trigger"];

/// Stops a bot that runs as root from changing settings of the system, and from using devices outside of `/dev`. Other
/// accounts cannot do that anyway.
fn keep_settings() -> Result<(), ExecFailure> {
    if !geteuid().is_root() {
        return Ok(());
    }
    let what = "keep the system's settings";
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    for part in SETTINGS {
        let place = Path::new("/proc").join(part);
        match mount_bind(&place, &place) {
            Ok(()) => {
                mount_remount(&place, flags | MountFlags::BIND | MountFlags::RDONLY, c"").map_err(cannot(what))?
            }
            // This system lacks the part.
            Err(Errno::NOENT) => {}
            Err(error) => return Err(cannot(what)(error)),
        }
    }
    for mount in mounts().map_err(cannot("list what is mounted"))? {
        let flags = match mount.place {
            ref place if place.starts_with("/dev") => continue,
            ref place if place.starts_with("/sys") => MountFlags::NODEV | MountFlags::RDONLY,
            _ => MountFlags::NODEV,
        };
        mount.restrict(flags).map_err(cannot(what))?;
    }
    Ok(())
}

/// Covers a file or a directory with an empty one. A directory keeps these of its entries, as they are now. A missing
/// file is no error, because a match that ends in the meantime removes its seed.
fn hide(place: &Path, kept: &[PathBuf]) -> Result<(), ExecFailure> {
    let done = match fs::metadata(place) {
        Ok(found) if found.is_dir() && kept.iter().any(|entry| entry.parent() == Some(place)) => {
            let here = std::env::current_dir().ok().filter(|here| here.starts_with(place));
            let entries = kept.iter().filter(|entry| entry.parent() == Some(place)).cloned();
            view::keep_only(place, entries, MountFlags::NOSUID | MountFlags::NODEV).map_err(cannot("hide the luck"))?;
            // The directory as it was would still be the current one.
            let enter = |here| std::env::set_current_dir(here).or_else(|_| std::env::set_current_dir(place));
            return here.map_or(Ok(()), enter).map_err(cannot("hide the luck"));
        }
        Ok(found) if found.is_dir() => {
            let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC | MountFlags::RDONLY;
            mount(c"none", place, c"tmpfs", flags, c"size=4k,mode=0")
        }
        Ok(_) => mount_bind(c"/dev/null", place),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => return Err(cannot("look at what is to be hidden")(error)),
    };
    match done {
        Err(Errno::NOENT) if !place.exists() => Ok(()),
        done => done.map_err(cannot("hide the luck")),
    }
}

/// Gives the bot an empty network, and a root with nothing but its view of the file system.
pub(crate) fn confine(plan: &ExecPlan) -> Result<(), ExecFailure> {
    unshare(CloneFlags::CLONE_NEWNET).map_err(cannot("make an empty network"))?;
    view::enter(plan)
}

pub(crate) fn give_up_powers() -> Result<(), ExecFailure> {
    if geteuid().is_root() {
        // Inherited powers would come back with the exec.
        let what = "give up a power of root";
        let mut powers = capabilities(None).map_err(cannot(what))?;
        powers.inheritable = CapabilitySet::empty();
        set_capabilities(None, powers).map_err(cannot(what))?;
        for power in CapabilitySet::all().difference(KEPT).iter() {
            match remove_capability_from_bounding_set(power) {
                // This kernel does not know the power.
                Ok(()) | Err(Errno::INVAL) => {}
                Err(error) => return Err(cannot("give up a power of root")(error)),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_keeps_who_there_is() {
        assert_eq!(as_they_are("         0          0 4294967295\n"), "0 0 4294967295\n");
        assert_eq!(as_they_are("0 100000 1000\n1000 5000 1\n"), "0 0 1000\n1000 1000 1\n");
    }
}
