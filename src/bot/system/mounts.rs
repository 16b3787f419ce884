//! The mounted file systems of this process, as `/proc/self/mountinfo` lists them.

use std::{
    ffi::OsString,
    fs, io,
    os::unix::ffi::OsStringExt,
    path::{Path, PathBuf},
};

use rustix::{
    io::Errno,
    mount::{MountFlags, mount_remount},
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mount {
    pub(crate) place: PathBuf,
    pub(crate) flags: MountFlags,
    pub(crate) kind: String,
    /// The device, as `major:minor`.
    device: String,
    /// The directory of the file system that is mounted at the place.
    pub(crate) root: PathBuf,
}

pub(crate) fn mounts() -> io::Result<Vec<Mount>> {
    Ok(fs::read_to_string("/proc/self/mountinfo")?.lines().filter_map(Mount::parse).collect())
}

impl Mount {
    /// Parses a line of `mountinfo`: `36 25 8:1 <root> <place> <options> … - <kind> …`.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let (before, after) = line.split_once(" - ")?;
        let mut words = before.split(' ').skip(2);
        let (device, root, place, options) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let flags = options.split(',').map(|option| match option {
            "ro" => MountFlags::RDONLY,
            "nosuid" => MountFlags::NOSUID,
            "nodev" => MountFlags::NODEV,
            "noexec" => MountFlags::NOEXEC,
            "noatime" => MountFlags::NOATIME,
            "nodiratime" => MountFlags::NODIRATIME,
            "relatime" => MountFlags::RELATIME,
            _ => MountFlags::empty(),
        });
        Some(Self {
            place: unescape(place),
            flags: flags.collect(),
            kind: after.split(' ').next()?.to_owned(),
            device: device.to_owned(),
            root: unescape(root),
        })
    }

    /// Adds flags to the mount. Does nothing if another mount covers this one, because no process can reach it then.
    pub(crate) fn restrict(&self, flags: MountFlags) -> rustix::io::Result<()> {
        match mount_remount(&self.place, self.flags | MountFlags::BIND | flags, c"") {
            Err(Errno::INVAL | Errno::NOENT) => Ok(()),
            done => done,
        }
    }
}

/// The other paths of a file: its paths through further mounts of the same file system.
pub(crate) fn other_paths(file: &Path, mounts: &[Mount]) -> Vec<PathBuf> {
    let holders = mounts.iter().filter(|mount| file.starts_with(&mount.place));
    // Of several mounts at one place, the last covers the others.
    let Some(holder) = holders.max_by_key(|mount| mount.place.as_os_str().len()) else { return Vec::new() };
    let Ok(rest) = file.strip_prefix(&holder.place) else { return Vec::new() };
    let within = holder.root.join(rest);
    let others = mounts.iter().filter(|mount| mount.device == holder.device && mount.place != holder.place);
    others.filter_map(|mount| Some(mount.place.join(within.strip_prefix(&mount.root).ok()?))).collect()
}

/// Decodes a path of `mountinfo`, which has blanks and the like as a backslash and three octal digits.
fn unescape(path: &str) -> PathBuf {
    let mut parts = path.split('\\');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(code) => bytes.extend([code].iter().chain(&part.as_bytes()[3..])),
            None => bytes.extend(b"\\".iter().chain(part.as_bytes())),
        }
    }
    OsString::from_vec(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mounted_is_read_with_how() {
        let line = "36 25 0:31 / /a\\040b rw,nosuid,relatime shared:5 - tmpfs tmpfs rw";
        let mount = Mount::parse(line).unwrap();
        assert_eq!((&*mount.place, &*mount.kind), (Path::new("/a b"), "tmpfs"));
        assert_eq!(mount.flags, MountFlags::NOSUID | MountFlags::RELATIME);
        assert_eq!(unescape("/a\\b\\134"), PathBuf::from("/a\\b\\"));
    }

    #[test]
    fn a_file_is_found_wherever_its_disk_is_mounted() {
        let lines = [
            "1 0 8:1 / / rw - ext4 /dev/sda rw",
            "2 1 8:2 / /data rw - ext4 /dev/sdb rw",
            "3 1 8:2 / /mnt/again ro - ext4 /dev/sdb rw",
            "4 1 8:2 /cups /cups rw - ext4 /dev/sdb rw",
            "5 1 8:2 /other /other rw - ext4 /dev/sdb rw",
        ];
        let mounts: Vec<Mount> = lines.into_iter().filter_map(Mount::parse).collect();
        let found = |file: &str| other_paths(Path::new(file), &mounts);
        assert_eq!(found("/data/cups/a/seed"), [Path::new("/mnt/again/cups/a/seed"), Path::new("/cups/a/seed")]);
        assert_eq!(found("/cups/a"), [Path::new("/data/cups/a"), Path::new("/mnt/again/cups/a")]);
        assert_eq!(found("/home/a"), [] as [&Path; 0]);
    }
}
