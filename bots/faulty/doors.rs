//! Doors out of isolation and sandbox. No attempt changes anything for good: it gives the machine the name that it has.

use std::{fs, io::Write as _, os::unix::fs::FileTypeExt, path::Path, process};

/// Tries the door of this name; `place` is a directory outside, with a file `luck` and a named socket `socket`. Returns
/// true if the door is open, and an error if there is no such door.
pub(crate) fn is_open(door: &str, place: Option<&Path>) -> Result<bool, String> {
    Ok(match door {
        "name" => is_name_set(),
        "clock" => runs("date -s \"@$(date +%s.%N)\""),
        "group" => runs(
            "unshare -UrmC sh -c 'mount -t cgroup2 none /tmp && for f in $(find /tmp -name cgroup.freeze); do echo 0 >$f && exit 0; done; exit 1' || \
             for f in $(find /sys/fs/cgroup -name cgroup.freeze 2>/dev/null); do echo 0 >$f && exit 0; done; exit 1",
        ),
        "screen" => {
            ["/dev/vcs", "/dev/vcs1", "/dev/vcsa1", "/dev/tty0"].iter().any(|screen| fs::File::open(screen).is_ok())
        }
        "disk" => reads_disk(),
        "device" => runs("f=${TMPDIR:-.}/device.$$; mknod $f b 1 0 && rm -f $f"),
        "datagram" => place.is_some_and(|place| sends_datagram(&place.join("socket"))),
        "file" => place.is_some_and(|place| fs::read(place.join("luck")).is_ok_and(|text| !text.is_empty())),
        "set-user" => {
            runs("f=set-user.$$; : >$f && chmod u+s $f 2>/dev/null; test -u $f; open=$?; rm -f $f; exit $open")
        }
        "performance" => runs("perl -e 'exit(syscall(298, pack(\"LLQx112\", 1, 128, 0), getppid, -1, -1, 0) < 0)'"),
        _ => return Err(format!("no door {door}")),
    })
}

/// Reports on stderr if the door is open.
pub(crate) fn tell(door: &str, place: Option<&str>) {
    let told = match is_open(door, place.map(Path::new)) {
        Ok(true) => format!("{door} is open\n"),
        Ok(false) => format!("{door} is shut\n"),
        Err(error) => format!("{error}\n"),
    };
    let _ = std::io::stderr().write_all(told.as_bytes());
}

fn runs(script: &str) -> bool {
    let mut shell = process::Command::new("/bin/sh");
    shell
        .args(["-c", script])
        .stdin(process::Stdio::null())
        .stdout(process::Stdio::null())
        .stderr(process::Stdio::null());
    shell.status().is_ok_and(|status| status.success())
}

/// Gives the machine the name that it already has. Returns true if the system permits that.
#[cfg(target_os = "linux")]
fn is_name_set() -> bool {
    rustix::system::sethostname(rustix::system::uname().nodename().to_bytes()).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn is_name_set() -> bool {
    false
}

fn reads_disk() -> bool {
    let entries = fs::read_dir("/dev").into_iter().flatten().flatten();
    let disks = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_block_device()));
    disks.map(|disk| disk.path()).any(|disk| fs::File::open(disk).is_ok())
}

/// Sends a datagram to a named socket from a pair of sockets, which needs no other socket.
fn sends_datagram(socket: &Path) -> bool {
    use rustix::net::{AddressFamily, SendFlags, SocketAddrUnix, SocketFlags, SocketType, sendto, socketpair};
    let pair = socketpair(AddressFamily::UNIX, SocketType::DGRAM, SocketFlags::empty(), None);
    let (Ok((one, _other)), Ok(address)) = (pair, SocketAddrUnix::new(socket)) else { return false };
    sendto(&one, b"x", SendFlags::empty(), &address).is_ok()
}
