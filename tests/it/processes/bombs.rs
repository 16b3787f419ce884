//! Bots that start processes without end, in an account that may have few. The arbiter runs in this account too.

use std::{
    fs,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use testkit::{
    account::{OpenFolder, become_account},
    need,
    processes::eventually,
};

/// The number of processes that the account may have.
const MOST: &str = "150";

/// The seconds after which a bomb ends by itself.
const BOMB_ENDS_IN: u64 = 20;

/// A bot that starts processes when it has to move, each in a session of its own, and each of which starts more. With an
/// argument it then kills its keeper.
const BOMB: &str = r#"
use POSIX;
$| = 1;
$SIG{CHLD} = 'IGNORE';
while (<STDIN>) {
    print "uviok\n" if /^uvi/;
    print "readyok\n" if /^isready/;
    exit if /^quit/;
    next unless /^go/;
    my ($keeper, $begin) = (getppid, time);
    while (time < $begin + SECONDS) {
        my $child = fork;
        POSIX::setsid() if defined $child && $child == 0;
        kill 'KILL', $keeper if @ARGV && $keeper > 1 && !defined $child;
    }
    exit;
}
"#;

/// The number of processes of an account.
fn processes(account: u32) -> usize {
    let uid = format!("\nUid:\t{account}\t");
    let statuses =
        fs::read_dir("/proc").unwrap().flatten().map(|entry| fs::read_to_string(entry.path().join("status")));
    statuses.filter(|status| status.as_ref().is_ok_and(|status| status.contains(&uid))).count()
}

/// Plays a match against the bomb, and checks that the arbiter, and all that the bomb has started, end before the bomb
/// would by itself.
#[track_caller]
fn ends(isolation: &str, argument: &str) {
    let open = OpenFolder::new("bomb");
    let bomb = open.path().join("bomb.pl");
    fs::write(&bomb, BOMB.replace("SECONDS", &BOMB_ENDS_IN.to_string())).unwrap();
    // No other process has this account, whose processes the system counts.
    let account = 1_000_000 + std::process::id();
    let words = become_account(account);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).args(["prlimit", &format!("--nproc={MOST}")]).arg(open.program("arbiter"));
    command.args(["play", "isolation", &format!("bot:perl {} {argument}", testkit::word(&bomb)), "random", "--quiet"]);
    command.args(["--clock", "movetime 500", "--set", &format!("1:isolation={isolation}")]);
    let start = Instant::now();
    let output = command.current_dir(open.path()).stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    // On a busy machine the first process of a namespace may end a moment after the arbiter.
    eventually("no process is left", || processes(account) == 0);
    let time = start.elapsed();
    assert!(time < Duration::from_secs(BOMB_ENDS_IN), "isolation={isolation} {argument}: {time:?}: {told}");
}

#[test]
fn a_bomb_ends_with_its_match() {
    let what = "a bot that starts processes without end";
    if !need::is_root(what) || !need::has("perl", "perl", what) {
        return;
    }
    for isolation in ["auto", "off"] {
        ends(isolation, "");
        ends(isolation, "and-its-keeper");
    }
}
