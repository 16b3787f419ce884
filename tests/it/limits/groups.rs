//! The view of an isolated bot on control groups. The test starts the keeper itself, so that it works wherever groups
//! of version 2 can be made, even without controllers.

use std::{
    fs,
    io::{IoSlice, Read, pipe},
    mem::MaybeUninit,
    os::{
        fd::AsFd,
        unix::{fs::chown, net::UnixStream},
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use testkit::{
    account::{NOBODY, OpenFolder, become_account},
    need,
};

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

/// Checks that an isolated bot stays in its control group below this one. `words` start the keeper, and its arguments
/// follow them.
#[track_caller]
fn stays(group: &Path, words: &[String]) {
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
    let mut keeper = Command::new(&words[0]);
    let plan = serde_json::json!({ "groups": [{ "Unix": group.to_string().as_bytes() }], "isolated": true });
    keeper.args(&words[1..]).arg("__keep").arg(std::process::id().to_string()).arg(plan.to_string());
    keeper.args(["/bin/sh", "sh", "-c", &script]);
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

#[test]
fn an_isolated_bot_stays_in_its_control_group() {
    let Some(group) = own_group() else {
        return need::not_tried("groups", "a bot in a control group", "no control group can be made here");
    };
    stays(&group, &[env!("CARGO_BIN_EXE_arbiter").to_owned()]);
}

/// The account owns the group, as with systemd. So only the mount is in the way of its bot.
#[test]
fn an_isolated_bot_of_an_ordinary_account_stays_in_its_control_group() {
    if !need::is_root("a control group of another account") {
        return;
    }
    let Some(own) = own_group() else {
        return need::not_tried(
            "groups",
            "a bot in a control group of another account",
            "no control group can be made here",
        );
    };
    let group = own.join(format!("delegated-{}", std::process::id()));
    fs::create_dir(&group).unwrap();
    for name in ["", "cgroup.procs", "cgroup.subtree_control"] {
        chown(group.join(name), Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let folder = OpenFolder::new("delegated");
    let enter = "echo $$ >\"$0/cgroup.procs\" && exec \"$@\"";
    let words = ["sh", "-c", enter, group.to_str().unwrap()].map(str::to_owned).into_iter();
    let program = folder.program("arbiter").to_str().unwrap().to_owned();
    stays(&group, &words.chain(become_account(NOBODY)).chain([program]).collect::<Vec<_>>());
    fs::remove_dir(&group).unwrap();
}
