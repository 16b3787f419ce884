//! The view of the file system that an isolated bot in the sandbox has: a root of its own, with the system's programs
//! and libraries, the paths that the plan shows, the bot's directory, a few devices, and a private `/tmp`. Everything
//! else is missing. An isolated bot without the sandbox keeps the file system of the machine, but has a `/dev` of its
//! own.

use std::{
    ffi::CString,
    fs::{self, File, OpenOptions},
    io,
    os::{
        fd::AsRawFd,
        unix::fs::{OpenOptionsExt, symlink},
    },
    path::{Path, PathBuf},
};

use rustix::{
    fs::OFlags,
    mount::{MountFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive, unmount},
    process::{chdir, pivot_root},
};

use crate::bot::{
    system::{mounts::mounts, shown},
    terms::{ExecFailure, ExecPlan, SHARED_MEMORY},
};

/// The devices that programs need. They store nothing and drive nothing.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// Further devices of an isolated bot without the sandbox: terminals and graphics processors.
const MORE_DEVICES: [&str; 6] = ["tty", "ptmx", "pts", "dri", "kfd", "nvidia"];

const LINKS: [(&str, &str); 4] = [("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")];

/// The place of the former root, until the view is complete.
const FORMER: &str = "/former";

/// Makes a failure from the system's error in a step of isolation.
pub(super) fn cannot<E: Into<io::Error>>(what: &'static str) -> impl FnOnce(E) -> ExecFailure {
    move |error| ExecFailure::Ours(format!("no namespaces: cannot {what}: {}", error.into()))
}

struct Shown {
    /// The path in the plan or in the list of system paths, which may contain links.
    named: PathBuf,
    path: PathBuf,
    is_dir: bool,
}

impl Shown {
    fn find(named: PathBuf) -> Option<Self> {
        let path = named.canonicalize().ok()?;
        let is_dir = path.is_dir();
        Some(Self { named, path, is_dir })
    }

    /// Mounts the file or directory from the former root, at the same path.
    fn bind(&self) -> io::Result<()> {
        let below = Path::new(FORMER).join(self.path.strip_prefix("/").unwrap_or(&self.path));
        bind(&below, &self.path, self.is_dir)
    }

    /// Makes a link from `named` to `path`, if `named` does not exist in the view.
    fn link(&self) {
        if self.named != self.path && !self.named.exists() {
            let _ = self.named.parent().map(fs::create_dir_all);
            // Fails in a read-only directory. The bot then finds the file only by `path`.
            let _ = symlink(&self.path, &self.named);
        }
    }
}

/// Mounts a directory with all below it, or a file, at a place, which is made with the directories above it.
fn bind(from: &Path, place: &Path, is_dir: bool) -> io::Result<()> {
    if is_dir {
        fs::create_dir_all(place)?;
        return Ok(mount_bind_recursive(from, place)?);
    }
    place.parent().map_or(Ok(()), fs::create_dir_all)?;
    if !place.exists() {
        fs::write(place, "")?;
    }
    Ok(mount_bind(from, place)?)
}

/// Gives this process a root that has only its view. It must already have its own namespace of mounts and `/proc`.
pub(crate) fn enter(plan: &ExecPlan) -> Result<(), ExecFailure> {
    let what = "make its view of the file system";
    let here = std::env::current_dir();
    let dir =
        plan.limits.dir.as_ref().map(|dir| dir.canonicalize()).transpose().map_err(cannot("find its directory"))?;
    let mut all: Vec<Shown> = shown::system().into_iter().chain(plan.shown.clone()).filter_map(Shown::find).collect();
    // Puts directories before their contents.
    all.sort_by(|one, other| one.path.cmp(&other.path));
    let own = plan.limits.dir.clone().and_then(Shown::find);
    // The new root needs a mount point that every system has; `/proc` is one.
    mount(c"view", c"/proc", c"tmpfs", MountFlags::NOSUID | MountFlags::NODEV, c"mode=755").map_err(cannot(what))?;
    let swap = || -> io::Result<()> {
        fs::create_dir(Path::new("/proc").join(FORMER.trim_start_matches('/')))?;
        chdir("/proc")?;
        pivot_root(".", FORMER.trim_start_matches('/'))?;
        Ok(chdir("/")?)
    };
    swap().map_err(cannot(what))?;
    furnish(plan, &all, own.as_ref()).map_err(cannot(what))?;
    unmount(FORMER, UnmountFlags::DETACH).map_err(cannot(what))?;
    let _ = fs::remove_dir(FORMER);
    if let Ok(here) = &here {
        // Keeps the working directory, so that relative paths in the bot's command still lead to its files.
        let _ = fs::create_dir_all(here);
        let _ = std::env::set_current_dir(here);
    }
    protect(dir.as_deref())
}

fn furnish(plan: &ExecPlan, all: &[Shown], own: Option<&Shown>) -> io::Result<()> {
    fs::create_dir("/proc")?;
    mount_bind_recursive(Path::new(FORMER).join("proc"), "/proc")?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    fs::create_dir("/tmp")?;
    mount(c"tmp", c"/tmp", c"tmpfs", flags, &*memory_options(plan)("1777"))?;
    furnish_devices(&DEVICES.map(|name| Path::new(FORMER).join("dev").join(name)), &Path::new(FORMER).join("dev/shm"))?;
    let mut last: Option<&Shown> = None;
    for shown in all {
        // A path inside a directory that is already mounted needs no mount of its own.
        if !last.is_some_and(|last| last.is_dir && shown.path.starts_with(&last.path)) {
            shown.bind()?;
            last = Some(shown);
        }
    }
    if let Some(own) = own {
        own.bind()?;
    }
    all.iter().chain(own).for_each(Shown::link);
    Ok(())
}

/// Fills the empty `/dev` with these devices and with shared memory.
fn furnish_devices(devices: &[PathBuf], memory: &Path) -> io::Result<()> {
    fs::create_dir_all("/dev")?;
    for device in devices.iter().filter(|device| device.exists()) {
        let Some(place) = device.file_name().map(|name| Path::new("/dev").join(name)) else { continue };
        bind(device, &place, device.is_dir())?;
    }
    if memory.is_dir() {
        fs::create_dir(SHARED_MEMORY)?;
        mount_bind(memory, SHARED_MEMORY)?;
    }
    LINKS.into_iter().try_for_each(|(name, target)| symlink(target, Path::new("/dev").join(name)))
}

/// Makes all mounts read-only, except the bot's directory and file systems in memory. Makes device files unusable
/// outside of `/dev`.
fn protect(dir: Option<&Path>) -> Result<(), ExecFailure> {
    for mount in mounts().map_err(cannot("list what is mounted"))? {
        let own = dir.is_some_and(|dir| mount.place.starts_with(dir));
        let private = ["/tmp", SHARED_MEMORY, "/proc"].iter().any(|place| mount.place.starts_with(place));
        let read_only = if own || private { MountFlags::empty() } else { MountFlags::RDONLY };
        let no_device = if mount.place.starts_with("/dev") { MountFlags::empty() } else { MountFlags::NODEV };
        // A failure is ignored, because landlock forbids writing there too.
        let _ = mount.restrict(read_only | no_device);
    }
    Ok(())
}

/// The mount options of files in memory with this mode, limited to the bot's memory.
pub(crate) fn memory_options(plan: &ExecPlan) -> impl Fn(&str) -> CString {
    // A control group counts such files itself.
    let most = plan.limits.memory.set().filter(|_| plan.group.is_none());
    let size = most.map_or_else(String::new, |bytes| format!(",size={bytes}"));
    move |mode| CString::new(format!("mode={mode}{size}")).expect("digits hold no NUL")
}

/// Replaces `/dev` by a directory with only the devices that programs need.
pub(crate) fn replace_devices() -> Result<(), ExecFailure> {
    let named = |name: &str| {
        DEVICES.contains(&name)
            || MORE_DEVICES.iter().any(|more| name == *more || *more == "nvidia" && name.starts_with(more))
            || Path::new("/dev").join(name) == Path::new(SHARED_MEMORY)
    };
    let Ok(entries) = fs::read_dir("/dev") else { return Ok(()) };
    let wanted = entries.flatten().map(|entry| entry.path());
    let wanted = wanted.filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(named));
    let furnish = || -> io::Result<()> {
        keep_only(Path::new("/dev"), wanted, MountFlags::NOSUID)?;
        LINKS.into_iter().try_for_each(|(name, target)| symlink(target, Path::new("/dev").join(name)))
    };
    furnish().map_err(cannot("give it the devices that it needs"))
}

/// Covers a directory with one that has only these of its entries. Entries made in the directory later do not appear.
pub(crate) fn keep_only(dir: &Path, wanted: impl Iterator<Item = PathBuf>, flags: MountFlags) -> io::Result<()> {
    let handle = |path: PathBuf| -> io::Result<(PathBuf, File)> {
        let flags = i32::try_from((OFlags::PATH | OFlags::CLOEXEC).bits()).map_err(io::Error::other)?;
        Ok((path.clone(), OpenOptions::new().read(true).custom_flags(flags).open(path)?))
    };
    // An entry may be gone in the meantime.
    let wanted: Vec<_> = wanted.filter_map(|path| handle(path).ok()).collect();
    mount(c"view", dir, c"tmpfs", flags, c"mode=755,size=64k")?;
    for (place, file) in &wanted {
        let opened = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
        bind(&opened, place, file.metadata()?.is_dir())?;
    }
    Ok(())
}
