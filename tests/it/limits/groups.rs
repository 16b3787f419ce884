//! The view of an isolated bot on control groups. The test starts the keeper itself, so that it works wherever groups
//! of version 2 can be made, even without controllers.

use std::{
    fs,
    io::{IoSlice, Read, pipe},
    mem::MaybeUninit,
    os::{fd::AsFd, unix::net::UnixStream},
    path::PathBuf,
    process::{Command, Stdio},
};

use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};

/// The control group of this process; `None` if no group can be made below it.
fn own_group() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let place = mounts.lines().find(|line| line.contains(" - cgroup2 "))?.split(' ').nth(4)?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let group = PathBuf::from(place).join(own);
    let tried = group.join(format!("try-{}", std::process::id()));
    fs::create_dir(&tried).and_then(|()| fs::remove_dir(&tried)).ok()?;
    Some(group)
}

#[test]
fn an_isolated_bot_stays_in_its_control_group() {
    let Some(group) = own_group() else {
        return testkit::need::not_tried("groups", "a bot in a control group", "none can be made here");
    };
    let group = group.display();
    let script = format!(
        "grep -q /arbiter- /proc/self/cgroup && echo inside; (echo 0 >{group}/cgroup.procs) 2>/dev/null && echo left; \
         mkdir {group}/of-a-bot 2>/dev/null && echo made; unshare -UmC true 2>/dev/null && echo another; echo end"
    );
    let (stdin, _) = pipe().unwrap();
    let (mut said, stdout) = pipe().unwrap();
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let ends = [stdin.as_fd(), stdout.as_fd(), stdout.as_fd()];
    control.push(SendAncillaryMessage::ScmRights(&ends));
    sendmsg(&ours, &[IoSlice::new(&[0])], &mut control, SendFlags::empty()).unwrap();
    let mut keeper = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    keeper.arg("__keep").arg(std::process::id().to_string()).arg(format!("groups={group}"));
    keeper.args(["isolated", "--", "/bin/sh", "sh", "-c", &script]);
    let mut keeper = keeper.stdin(Stdio::from(std::os::fd::OwnedFd::from(theirs))).spawn().unwrap();
    drop(stdout);
    let mut text = String::new();
    said.read_to_string(&mut text).unwrap();
    assert!(keeper.wait().unwrap().success());
    let mut told = Vec::new();
    ours.set_nonblocking(true).unwrap();
    let _ = (&ours).read_to_end(&mut told);
    let told = String::from_utf8_lossy(&told);
    assert_eq!(text, "inside\nend\n", "{told}");
    let name = format!("arbiter-{}", keeper.id());
    assert!(!fs::exists(format!("{group}/{name}")).unwrap(), "its group ends with it");
}
