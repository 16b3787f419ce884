//! Control groups (version 2). With them the system limits the memory and processes of a bot and of all that it starts,
//! and holds it to its core.
//!
//! Groups are usable if this process may make groups with the controllers of memory and processes, below its own group
//! or one above. Root may, as may a systemd unit or scope with `Delegate=yes`, or a process below a user's own service
//! manager. Without groups, keepers take samples.
//!
//! Bots that have no such limit stay in the group of the arbiter.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use rustix::{
    fs::Access,
    process::{Pid, geteuid, getpid},
};

use super::{
    mounts::{Mount, mounts},
    tree,
};
use crate::bot::terms::{Limits, StartError};

/// The name of a group before the number of its process (a keeper or an arbiter).
const NAME: &str = "arbiter-";

/// The group in which keepers make the groups of bots. It is looked for when a bot first needs one.
#[derive(Debug, Default)]
pub(crate) struct BotGroups {
    /// `Err` has the reason if there is no such group.
    parent: OnceLock<Result<PathBuf, String>>,
    /// True once it was told that limits are sampled.
    told: AtomicBool,
}

impl BotGroups {
    /// The group in which a group for these limits and this core is made. `None` if the bot needs none, or there is
    /// none. The first call that needs one may move this process, with all that it has started, into a group of its
    /// own: a group with processes in it cannot have limited groups below. Returns [`StartError::NotStrict`] if the
    /// limits are strict, and no group can enforce them.
    pub(crate) fn place(&self, limits: &Limits, core: Option<usize>) -> Result<Option<PathBuf>, StartError> {
        let has_limits = limits.memory.set().is_some() || limits.processes.set().is_some();
        if !has_limits && core.is_none() {
            return Ok(None);
        }
        let parent = self.parent.get_or_init(find);
        if !has_limits {
            let has_cores = |dir: &&PathBuf| has(&dir.join("cgroup.subtree_control"), &["cpuset"]).is_ok_and(|has| has);
            return Ok(parent.as_ref().ok().filter(has_cores).cloned());
        }
        if let Err(reason) = parent
            && !self.told.swap(true, Ordering::Relaxed)
        {
            log::warn!(
                "limits of memory and processes are only sampled: a bot may exceed them for a moment, and shared \
                 memory, pipes and files in memory do not count; the arbiter cannot make control groups: {reason} (with \
                 systemd, run `systemd-run --user --scope -p Delegate=yes arbiter ...`)"
            );
        }
        match parent {
            Err(_) if limits.strict => Err(StartError::NotStrict { is_root: geteuid().is_root() }),
            parent => Ok(parent.as_ref().ok().cloned()),
        }
    }

    pub(crate) fn forget(&self, keeper: Pid) {
        if let Some(Ok(dir)) = self.parent.get() {
            let _ = fs::remove_dir(dir.join(format!("{NAME}{keeper}")));
        }
    }

    /// Restores the groups as the arbiter found them. Call this after the last bot. A group that is still there has
    /// processes, whose limits stay.
    pub(crate) fn leave(&self) {
        let Some(Ok(dir)) = self.parent.get() else { return };
        let apart = dir.join(own_name());
        if apart.exists() && groups_in(dir).count() == 1 {
            // If this fails, the next arbiter removes the group.
            let disable = |controllers| fs::write(dir.join("cgroup.subtree_control"), controllers);
            let _ = disable("-memory -pids").and_then(|()| {
                // Some systems lack this controller.
                let _ = disable("-cpuset");
                join(dir)?;
                fs::remove_dir(apart)
            });
        }
    }
}

/// The name of the group into which this process moves.
fn own_name() -> String {
    format!("{NAME}{}", getpid())
}

fn find() -> Result<PathBuf, String> {
    let own = own_group().ok_or("none of version 2 is mounted here")?;
    // Another nursery of this process has moved it already.
    let above = own.parent().filter(|_| own.ends_with(own_name()));
    prepare_any(above.unwrap_or(&own)).map_err(|error| error.to_string())
}

/// The number of processes that the groups of this process can still start; `u64::MAX` if unlimited.
pub(crate) fn spare_processes() -> u64 {
    least(|number| Some(number("pids.max")?.saturating_sub(number("pids.current")?)))
}

/// The least memory limit of the groups of this process, in bytes; `u64::MAX` without a limit.
pub(crate) fn memory() -> u64 {
    least(|number| number("memory.max"))
}

/// The least of the limits that this function makes of the numbers in the files of each group of this process.
fn least(limit: impl Fn(&dyn Fn(&str) -> Option<u64>) -> Option<u64>) -> u64 {
    let Some(own) = own_group() else { return u64::MAX };
    // An unlimited group has the word `max` in its files, which is no number.
    let limits =
        own.ancestors().filter_map(|dir| limit(&|file| fs::read_to_string(dir.join(file)).ok()?.trim().parse().ok()));
    limits.min().unwrap_or(u64::MAX)
}

fn own_group() -> Option<PathBuf> {
    group_dir(&mounts().ok()?, &fs::read_to_string("/proc/self/cgroup").ok()?)
}

/// Finds the directory of a group, from lines such as `0::<path>`.
fn group_dir(mounts: &[Mount], groups: &str) -> Option<PathBuf> {
    let mount = mounts.iter().find(|mount| mount.kind == "cgroup2")?;
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    // In a container, the mount may show only a part of the tree.
    Some(mount.place.join(Path::new(path).strip_prefix(&mount.root).ok()?))
}

const CONTROLLERS: [&str; 2] = ["memory", "pids"];

fn has(list: &Path, wanted: &[&str]) -> io::Result<bool> {
    let text = fs::read_to_string(list)?;
    Ok(wanted.iter().all(|wanted| text.split_whitespace().any(|word| word == *wanted)))
}

/// Prepares this group, or else the nearest group above that allows groups with these controllers. If processes of
/// others are in the own group, as in that of a terminal, no limited group can be below it.
fn prepare_any(own: &Path) -> io::Result<PathBuf> {
    match prepare(own) {
        Ok(()) => Ok(own.to_owned()),
        Err(error) => {
            let mut above = own.ancestors().skip(1).take_while(|dir| dir.join("cgroup.procs").exists());
            above.find(|dir| can_hold(dir)).map(Path::to_owned).ok_or(error)
        }
    }
}

/// Returns true if this process can make and enter groups with the controllers in this group above its own.
fn can_hold(dir: &Path) -> bool {
    let enabled = has(&dir.join("cgroup.subtree_control"), &CONTROLLERS).is_ok_and(|has| has);
    enabled && rustix::fs::access(dir.join("cgroup.procs"), Access::WRITE_OK).is_ok() && prepare(dir).is_ok()
}

fn prepare(dir: &Path) -> io::Result<()> {
    let has = |file: &str| has(&dir.join(file), &CONTROLLERS);
    if !has("cgroup.controllers")? {
        return Err(io::Error::other(format!("{} has no controllers of memory and processes", dir.display())));
    }
    remove_stale(dir);
    if has("cgroup.subtree_control")? {
        let attempt = dir.join(format!("{NAME}try-{}", getpid()));
        return fs::create_dir(&attempt).and_then(|()| fs::remove_dir(attempt));
    }
    let enable = || {
        fs::write(dir.join("cgroup.subtree_control"), "+memory +pids")?;
        // Optional: without `cpuset`, a bot that is held to a core can leave it.
        let _ = fs::write(dir.join("cgroup.subtree_control"), "+cpuset");
        Ok(())
    };
    enable().or_else(|_: io::Error| {
        let apart = dir.join(own_name());
        fs::create_dir(&apart)?;
        let moved = move_all(&apart).and_then(|()| enable());
        if moved.is_err() {
            let _ = move_all(dir);
            let _ = fs::remove_dir(&apart);
        }
        moved
    })
}

fn move_all(group: &Path) -> io::Result<()> {
    let below = tree::below(getpid(), usize::MAX);
    for pid in [getpid()].into_iter().chain(below.into_iter().map(|member| member.pid)) {
        match fs::write(group.join("cgroup.procs"), pid.to_string()) {
            Err(error) if pid == getpid() => return Err(error),
            // That process has ended.
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

fn remove_stale(dir: &Path) {
    for (group, _) in groups_in(dir).filter(|(_, pid)| !Path::new(&format!("/proc/{pid}")).exists()) {
        // Fails if a process is still in the group.
        let _ = fs::remove_dir(group);
    }
}

/// The groups of keepers and arbiters in a group, each with the number of its process.
fn groups_in(dir: &Path) -> impl Iterator<Item = (PathBuf, u32)> {
    fs::read_dir(dir).into_iter().flatten().flatten().filter_map(|entry| {
        let pid = entry.file_name().to_str()?.strip_prefix(NAME)?.parse().ok()?;
        Some((entry.path(), pid))
    })
}

/// The control group of one bot, made by its keeper and removed on drop.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) dir: PathBuf,
}

impl Group {
    /// Makes a group with the limits of memory and processes, and the core, of a bot.
    pub(crate) fn make(parent: &Path, limits: &Limits, core: Option<usize>) -> io::Result<Self> {
        let dir = parent.join(own_name());
        fs::create_dir(&dir)?;
        let group = Self { dir };
        if let Some(bytes) = limits.memory.set() {
            group.write("memory.max", &bytes.to_string())?;
            // The kernel may lack swap or killing of whole groups. The memory limit works without both.
            let _ = group.write("memory.swap.max", "0");
            let _ = group.write("memory.oom.group", "1");
        }
        if let Some(count) = limits.processes.set() {
            group.write("pids.max", &count.to_string())?;
        }
        if let Some(core) = core {
            // Without this controller, only the affinity holds the bot, which the bot can change.
            let _ = group.write("cpuset.cpus", &core.to_string());
        }
        Ok(group)
    }

    /// A file that reports an exceptional event (`POLLPRI`) when the system refuses a process.
    pub(crate) fn refusals(&self) -> io::Result<fs::File> {
        fs::File::open(self.dir.join("pids.events"))
    }

    /// Kills all processes of the group at once. Does nothing if the kernel lacks `cgroup.kill`.
    pub(crate) fn kill(&self) {
        let _ = self.write("cgroup.kill", "1");
    }

    fn write(&self, file: &str, text: &str) -> io::Result<()> {
        fs::write(self.dir.join(file), text)
    }

    /// The number of events of this name.
    pub(crate) fn count(&self, file: &str, name: &str) -> u64 {
        let text = fs::read_to_string(self.dir.join(file)).unwrap_or_default();
        let words = text.lines().filter_map(|line| line.split_once(' '));
        words.filter(|(word, _)| *word == name).find_map(|(_, count)| count.parse().ok()).unwrap_or(0)
    }
}

/// Removes the group. Fails while a process is in it; the next arbiter removes it then.
impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.dir);
    }
}

pub(crate) fn join(group: &Path) -> io::Result<()> {
    fs::write(group.join("cgroup.procs"), "0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::terms::ResourceLimit;

    #[track_caller]
    fn check(mounts: &str, groups: &str, expected: Option<&str>) {
        let mounts: Vec<_> = mounts.lines().filter_map(Mount::parse).collect();
        assert_eq!(group_dir(&mounts, groups), expected.map(PathBuf::from));
    }

    #[test]
    fn the_own_group_is_found_where_it_is_mounted() {
        let plain =
            "25 30 0:23 / /sys rw shared:7 - sysfs sysfs rw\n35 25 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        check(plain, "0::/user.slice/a.scope\n", Some("/sys/fs/cgroup/user.slice/a.scope"));
        check(plain, "0::/\n", Some("/sys/fs/cgroup/"));
        let both = "35 25 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
                    36 25 0:31 / /sys/fs/cgroup/unified rw shared:5 master:1 - cgroup2 cgroup2 rw\n";
        check(both, "4:memory:/x\n0::/y\n", Some("/sys/fs/cgroup/unified/y"));
        let container = "35 25 0:30 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup rw\n";
        check(container, "0::/docker/1/x\n", Some("/sys/fs/cgroup/x"));
        check(container, "0::/elsewhere\n", None);
        check("25 30 0:23 / /sys rw - sysfs sysfs rw\n", "0::/\n", None);
        check(plain, "4:memory:/x\n", None);
    }

    fn group(dir: &Path, controllers: &str, enabled: &str) -> PathBuf {
        fs::create_dir_all(dir).unwrap();
        fs::write(dir.join("cgroup.controllers"), controllers).unwrap();
        fs::write(dir.join("cgroup.subtree_control"), enabled).unwrap();
        fs::write(dir.join("cgroup.procs"), "").unwrap();
        dir.to_owned()
    }

    #[test]
    fn the_own_group_is_taken_and_else_the_nearest_above_that_has_the_controllers() {
        let root = testkit::processes::scratch("groups");
        let top = group(&root, "cpuset memory pids", "cpuset memory pids");
        let slice = group(&top.join("slice"), "memory pids", "memory pids");
        let bare = group(&slice.join("bare"), "memory", "");
        assert_eq!(prepare_any(&bare).unwrap(), slice);
        let own = group(&slice.join("own"), "memory pids", "");
        assert_eq!(prepare_any(&own).unwrap(), own);
        assert!(fs::read_to_string(own.join("cgroup.subtree_control")).unwrap().starts_with('+'));
        let none = group(&root.join("none"), "cpu", "");
        fs::write(top.join("cgroup.subtree_control"), "cpu").unwrap();
        let error = prepare_any(&none).unwrap_err().to_string();
        assert!(error.ends_with("none has no controllers of memory and processes"), "{error}");
        let left = |dir: &Path| {
            fs::read_dir(dir).unwrap().flatten().any(|entry| entry.file_name().to_string_lossy().starts_with(NAME))
        };
        assert!(!left(&slice) && !left(&own), "what is tried is taken away");
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn an_arbiter_that_has_moved_goes_back_unless_a_bot_is_left() {
        let root = group(&testkit::processes::scratch("moved"), "memory pids", "memory pids");
        let groups = BotGroups { parent: Ok(root.clone()).into(), ..BotGroups::default() };
        let (apart, keeper) = (root.join(own_name()), Pid::from_raw(i32::MAX).unwrap());
        let left = root.join(format!("{NAME}{keeper}"));
        fs::create_dir(&apart).unwrap();
        fs::create_dir(&left).unwrap();
        groups.leave();
        assert!(apart.exists(), "the limits of a bot stay");
        groups.forget(keeper);
        assert!(!left.exists());
        groups.leave();
        assert!(!apart.exists());
        assert_eq!(fs::read_to_string(root.join("cgroup.procs")).unwrap(), "0");
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_group_has_the_limits_and_the_core_of_its_bot() {
        let root = testkit::processes::scratch("group");
        let limits =
            Limits { memory: ResourceLimit::At(64 << 20), processes: ResourceLimit::At(8), ..Limits::default() };
        let group = Group::make(&root, &limits, Some(3)).unwrap();
        let read = |file: &str| fs::read_to_string(group.dir.join(file)).unwrap();
        assert_eq!([read("memory.max"), read("pids.max"), read("cpuset.cpus")], ["67108864", "8", "3"]);
        fs::remove_dir_all(&root).unwrap();
    }
}
