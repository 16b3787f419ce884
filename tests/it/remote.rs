//! Bots behind `socat` and `ssh`, as `docs/remote-bots.md` shows them. Both run on this machine: `ssh` reaches an `sshd`
//! of the test through a pipe, without a port.

#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    env, fs,
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::Value;
use testkit::{
    need,
    processes::{marker, scratch, survivors},
    program_word, programs, word,
};

const ARBITER: &str = env!("CARGO_BIN_EXE_arbiter");

/// The arbiter, whose bots are found by name: `socat` reads quotes in a way of its own, so no path is put into its words.
fn arbiter() -> Command {
    let mut command = Command::new(ARBITER);
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = [programs()].into_iter().chain(env::split_paths(&path));
    command.env("PATH", env::join_paths(folders).unwrap()).stdin(Stdio::null());
    command
}

/// The actions of a game that this bot plays in both seats. It was not at fault.
#[track_caller]
fn actions(folder: &Path, bot: &str) -> Vec<Value> {
    let log = folder.join("game.jsonl");
    let _ = fs::remove_file(&log);
    let seat = format!("bot:{bot}");
    let mut command = arbiter();
    command.args(["play", "congress", &seat, &seat, "--seed", "1", "--quiet", "--forbid-faults", "--log"]).arg(&log);
    // An sshd of root cannot change its account in a namespace of users.
    command.args(["--set", "1:isolation=off", "--set", "2:isolation=off"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{bot}: {output:?}");
    let text = fs::read_to_string(&log).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    records.filter(|record| record["type"] == "action").map(|record| record["action"].clone()).collect()
}

/// A listener that the test ends.
struct Listener(Child);

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_bot_behind_socat_plays_the_same_game() {
    if !need::has_program("socat", "socat", "-V", "bots behind socat") {
        return;
    }
    let (folder, bot) = (scratch("socat"), "arbiter-random");
    let expected = actions(&folder, bot);
    assert!(expected.len() > 5);
    assert_eq!(actions(&folder, &format!("socat - EXEC:{bot}")), expected);
    // A port that was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = Command::new("socat");
    command.arg(format!("TCP-LISTEN:{port},bind=127.0.0.1,reuseaddr,fork,nodelay")).arg(format!("EXEC:./{bot}"));
    command.current_dir(programs());
    let _listener = Listener(command.spawn().unwrap());
    // The listener may need a moment to begin.
    assert_eq!(actions(&folder, &format!("socat - TCP:127.0.0.1:{port},nodelay,retry=50,interval=0.1")), expected);
}

#[test]
fn a_bot_that_hangs_behind_socat_is_gone_with_it() {
    if !need::has_program("socat", "socat", "-V", "bots behind socat") {
        return;
    }
    let marker = marker("behind-socat");
    let seat = format!("bot:socat - 'EXEC:arbiter-faulty --marker {marker} --mode stall'");
    let mut command = arbiter();
    command.args(["play", "congress", &seat, "random", "--clock", "movetime 300", "--patience", "quit 100", "--json"]);
    let output = command.output().unwrap();
    let line: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    assert_eq!(line["reason"], "timeout", "{line}");
    assert_eq!(survivors(&marker), Vec::<String>::new());
}

#[test]
fn a_bot_behind_ssh_plays_the_same_game() {
    let what = "bots behind ssh";
    if !need::has_program("ssh", "ssh", "-V", what) || !need::has_program("ssh", "/usr/sbin/sshd", "-V", what) {
        return;
    }
    let (folder, bot) = (scratch("ssh"), program_word("arbiter-random"));
    for key in ["host", "own"] {
        let mut command = Command::new("ssh-keygen");
        command.args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(folder.join(key));
        assert!(command.status().unwrap().success());
    }
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(
        folder.join("sshd_config"),
        format!(
            "HostKey \"{}\"\nAuthorizedKeysFile \"{}\"\nStrictModes no\nUsePAM no\nPidFile none\n",
            at("host"),
            at("own.pub")
        ),
    )
    .unwrap();
    fs::write(
        folder.join("config"),
        format!(
            "Host node\n  ProxyCommand /usr/sbin/sshd -i -f {}\n  IdentityFile \"{}\"\n  UserKnownHostsFile \"{}\"\n  \
             StrictHostKeyChecking no\n  BatchMode yes\n  LogLevel ERROR\n",
            word(at("sshd_config")),
            at("own"),
            at("known")
        ),
    )
    .unwrap();
    let ssh = format!("ssh -F {}", word(folder.join("config")));
    let tried = Command::new("sh").args(["-c", &format!("{ssh} node true")]).output().unwrap();
    if !tried.status.success() {
        return need::not_tried("ssh", what, &String::from_utf8_lossy(&tried.stderr));
    }
    let expected = actions(&folder, &bot);
    for command in [
        // The words of a command at the other end are read by a shell there.
        format!("{ssh} node {}", word(&bot)),
        format!("{ssh} node {}", word(format!("cd {} && socat -t 0.2 - EXEC:./arbiter-random", word(programs())))),
        format!("{ssh} -tt node {}", word(format!("stty raw -echo; exec {bot}"))),
    ] {
        if command.contains("socat") && !need::has_program("socat", "socat", "-V", what) {
            continue;
        }
        assert_eq!(actions(&folder, &command), expected, "{command}");
    }
}
