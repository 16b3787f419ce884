//! Bots that start processes without end, in an account that may have few. The arbiter runs in this account too.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    process::{Command, Stdio},
};

use super::bench::isolates;
use testkit::{
    account::{OpenFolder, become_account},
    need,
    processes::eventually,
};

/// The number of processes that the account may have. Each has a session of its own, for which Linux may share the cores
/// out, so the more there are, the longer the arbiter waits for a core.
const MOST: u32 = 30;

/// The seconds after which a bomb ends by itself, so that a failure of this test leaves nothing.
const BOMB_ENDS_IN: u64 = 100;

/// A bot that starts processes when it has to move, each in a session of its own, and each of which starts more. With an
/// argument it then kills its keeper. If it ends by itself, it says so in a file.
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
    open(my $file, '>', 'survived');
    exit;
}
"#;

/// A bot that starts processes when it has to move, and writes a byte for each into a file.
const CROWD: &str = r#"
$| = 1;
open(my $file, '>', $ARGV[0]);
while (<STDIN>) {
    print "uviok\n" if /^uvi/;
    print "readyok\n" if /^isready/;
    exit if /^quit/;
    next unless /^go/;
    while (defined(my $child = fork)) {
        if (!$child) { sleep 600; exit }
        syswrite $file, '.';
    }
}
"#;

/// The number of processes of an account.
fn processes(account: u32) -> usize {
    let uid = format!("\nUid:\t{account}\t");
    let statuses =
        fs::read_dir("/proc").unwrap().flatten().map(|entry| fs::read_to_string(entry.path().join("status")));
    statuses.filter(|status| status.as_ref().is_ok_and(|status| status.contains(&uid))).count()
}

/// Plays a match against a program in Perl, in an account that may have this many processes. Returns what the arbiter told,
/// when no process of the account is left.
#[track_caller]
fn plays(open: &OpenFolder, program: &str, argument: &str, isolation: &str, most: u32) -> String {
    let file = open.path().join("bot.pl");
    fs::write(&file, program).unwrap();
    // No other process has this account, whose processes the system counts.
    let account = 1_000_000 + std::process::id();
    let words = become_account(account);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).args(["prlimit", &format!("--nproc={most}")]).arg(open.program("arbiter"));
    command.args(["play", "isolation", &format!("bot:perl {} {argument}", testkit::word(&file)), "random", "--quiet"]);
    // The bomb burns a core for as long as the arbiter has patience with it.
    let impatient = ["--clock", "movetime 500", "--patience", "quit 100"];
    command.args(impatient).args(["--set", &format!("1:isolation={isolation}")]);
    let output = command.current_dir(open.path()).stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    // On a busy machine the first process of a namespace may end a moment after the arbiter.
    eventually("no process is left", || processes(account) == 0);
    told
}

/// Plays a match against the bomb, and checks that the arbiter ends, and all that the bomb has started before it would by
/// itself.
#[track_caller]
fn ends(isolation: &str, argument: &str) {
    let open = OpenFolder::new("bomb");
    fs::set_permissions(open.path(), PermissionsExt::from_mode(0o777)).unwrap();
    let told = plays(&open, &BOMB.replace("SECONDS", &BOMB_ENDS_IN.to_string()), argument, isolation, MOST);
    assert!(!open.path().join("survived").exists(), "isolation={isolation} {argument}: {told}");
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

/// Not many more than its share.
#[test]
fn the_system_counts_the_processes_of_an_isolated_bot() {
    let what = "a bot that starts many processes";
    if !need::is_root(what) || !need::has("perl", "perl", what) || !isolates() {
        return;
    }
    let open = OpenFolder::new("crowd");
    let file = open.path().join("crowd");
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, PermissionsExt::from_mode(0o666)).unwrap();
    let share = arbiter::bot::machine_share(2).processes.unwrap();
    plays(&open, CROWD, "crowd", "auto", 20_000);
    let started = fs::metadata(&file).unwrap().len();
    assert!((1..share + 150).contains(&started), "{started}");
}
