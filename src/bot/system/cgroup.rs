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
    sync::{Once, OnceLock},
};

use rustix::{
    fs::Access,
    process::{Pid, getpid},
};

use super::tree;
use crate::bot::terms::Limits;

/// The name of a group before the number of its process (a keeper or an arbiter).
const NAME: &str = "arbiter-";

static PARENT: OnceLock<Result<PathBuf, String>> = OnceLock::new();

static TOLD: Once = Once::new();

/// The group in which groups of bots can be made. `Err` has the reason if there is none. The first call may move this
/// process, with all that it has started, into a group of its own. A group with processes in it cannot have limited
/// groups below.
fn parent() -> Result<&'static Path, &'static str> {
    let found = PARENT.get_or_init(|| {
        let own = own_group().ok_or_else(|| "none of version 2 is mounted here".to_owned())?;
        prepare_any(&own).map_err(|error| error.to_string())
    });
    found.as_deref().map_err(String::as_str)
}

/// The group for groups with limits of memory and processes. If there is none, the first call logs a warning.
pub(crate) fn for_limits() -> Option<&'static Path> {
    let found = parent();
    if let Err(reason) = found {
        TOLD.call_once(|| {
            log::warn!(
                "limits of memory and processes are only sampled: a bot may exceed them for a moment, and shared \
                 memory, pipes and files in memory do not count; the arbiter cannot make control groups: {reason} (with \
                 systemd, run `systemd-run --user --scope -p Delegate=yes arbiter ...`)"
            );
        });
    }
    found.ok()
}

/// The group for groups of bots that are held to a core.
pub(crate) fn for_cores() -> Option<&'static Path> {
    parent().ok().filter(|dir| has(&dir.join("cgroup.subtree_control"), &["cpuset"]).is_ok_and(|has| has))
}

/// The number of processes that the groups of this process can still start; `u64::MAX` if unlimited.
pub(crate) fn spare_processes() -> u64 {
    let Some(own) = own_group() else { return u64::MAX };
    let number = |path: PathBuf| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let spare = own.ancestors().filter_map(|dir| {
        // An unlimited group has the word `max` here, which is no number.
        Some(number(dir.join("pids.max"))?.saturating_sub(number(dir.join("pids.current"))?))
    });
    spare.min().unwrap_or(u64::MAX)
}

/// The least memory limit of the groups of this process, in bytes; `u64::MAX` without a limit.
pub(crate) fn memory() -> u64 {
    let Some(own) = own_group() else { return u64::MAX };
    let limits = own.ancestors().map(|dir| fs::read_to_string(dir.join("memory.max")));
    limits.filter_map(|limit| limit.ok()?.trim().parse().ok()).min().unwrap_or(u64::MAX)
}

/// Restores the groups as the arbiter found them. Call this at the end of the arbiter, after the last bot.
pub fn leave_groups() {
    let Some(Ok(dir)) = PARENT.get() else { return };
    let apart = dir.join(format!("{NAME}{}", getpid()));
    if apart.exists() {
        // If this fails, the next arbiter removes the group.
        let _ = fs::write(dir.join("cgroup.subtree_control"), "-memory -pids")
            .and_then(|()| disable_cores(dir))
            .and_then(|()| join(dir))
            .and_then(|()| fs::remove_dir(apart));
    }
}

/// Removes the group of a killed keeper.
pub(crate) fn forget(keeper: Pid) {
    if let Some(Ok(dir)) = PARENT.get() {
        let _ = fs::remove_dir(dir.join(format!("{NAME}{keeper}")));
    }
}

fn own_group() -> Option<PathBuf> {
    let read = |file| fs::read_to_string(file).ok();
    group_dir(&read("/proc/self/mountinfo")?, &read("/proc/self/cgroup")?)
}

/// Finds the directory of a group, from lines such as `36 25 0:31 <root> <mount point> … - cgroup2 …` and `0::<path>`.
fn group_dir(mounts: &str, groups: &str) -> Option<PathBuf> {
    let (root, mount) = mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut words = before.split(' ').skip(3);
        after.starts_with("cgroup2 ").then_some((words.next()?, words.next()?))
    })?;
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    // In a container, the mount may show only a part of the tree.
    let path = Path::new(path).strip_prefix(root).ok()?;
    Some(Path::new(mount).join(path))
}

/// The controllers that groups of bots need.
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
            let above = own.ancestors().skip(1).take_while(|dir| dir.join("cgroup.procs").exists());
            above.filter(|dir| can_hold(dir)).map(Path::to_owned).next().ok_or(error)
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
        return fs::create_dir(dir.join(format!("{NAME}try-{}", getpid())))
            .and_then(|()| fs::remove_dir(dir.join(format!("{NAME}try-{}", getpid()))));
    }
    let enable = || {
        fs::write(dir.join("cgroup.subtree_control"), "+memory +pids")?;
        // Optional: without `cpuset`, a bot that is held to a core can leave it.
        let _ = fs::write(dir.join("cgroup.subtree_control"), "+cpuset");
        Ok(())
    };
    enable().or_else(|_: io::Error| {
        let apart = dir.join(format!("{NAME}{}", getpid()));
        fs::create_dir(&apart)?;
        let moved = move_all(&apart).and_then(|()| enable());
        if moved.is_err() {
            let _ = move_all(dir);
            let _ = fs::remove_dir(&apart);
        }
        moved
    })
}

/// Disables `cpuset`. Ignores errors, because some systems lack this controller.
fn disable_cores(dir: &Path) -> io::Result<()> {
    let _ = fs::write(dir.join("cgroup.subtree_control"), "-cpuset");
    Ok(())
}

/// Moves this process and all that it has started.
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

/// Removes the groups of killed arbiters.
fn remove_stale(dir: &Path) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix(NAME)?.parse::<u32>().ok());
        if pid.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
            // Fails if a process is still in the group.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// The control group of one bot, made by its keeper and removed on drop.
#[derive(Debug)]
pub(crate) struct Group {
    dir: PathBuf,
}

impl Group {
    /// Makes a group with the limits of memory and processes, and the core, of a bot.
    pub(crate) fn make(parent: &Path, limits: &Limits, core: Option<usize>) -> io::Result<Self> {
        let dir = parent.join(format!("{NAME}{}", getpid()));
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

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// The number of processes of the group that the system has killed for memory.
    pub(crate) fn memory_kills(&self) -> u64 {
        self.count("memory.events", "oom_kill")
    }

    /// The number of times that the system has refused the group a process.
    pub(crate) fn refused_processes(&self) -> u64 {
        self.count("pids.events", "max")
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

    fn count(&self, file: &str, name: &str) -> u64 {
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

/// Moves this process into a group.
pub(crate) fn join(group: &Path) -> io::Result<()> {
    fs::write(group.join("cgroup.procs"), "0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::terms::ResourceLimit;

    #[track_caller]
    fn check(mounts: &str, groups: &str, expected: Option<&str>) {
        assert_eq!(group_dir(mounts, groups), expected.map(PathBuf::from));
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
    fn a_group_has_the_limits_and_the_core_of_its_bot() {
        let root = testkit::processes::scratch("group");
        let limits =
            Limits { memory: ResourceLimit::At(64 << 20), processes: ResourceLimit::At(8), ..Limits::default() };
        let group = Group::make(&root, &limits, Some(3)).unwrap();
        let read = |file: &str| fs::read_to_string(group.dir().join(file)).unwrap();
        assert_eq!([read("memory.max"), read("pids.max"), read("cpuset.cpus")], ["67108864", "8", "3"]);
        fs::remove_dir_all(&root).unwrap();
    }
}
