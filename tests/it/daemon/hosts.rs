//! Hosts that do not read, hosts that write too much, and irregular files. The daemon's memory is bounded, no wait is
//! endless, and the daemon says why it ends.

use std::{
    fs,
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    process::{Child, Command, Stdio},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::ioctl_fionbio,
    process::{Pid, Signal, kill_process},
};
use testkit::{
    processes::{eventually, marker, scratch, survivors},
    session::{Session, verify},
};

use super::{bot, newmatch};

/// A daemon whose host is this test.
struct Daemon(Child);

impl Daemon {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        Self(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// The peak memory of the daemon, in bytes. `None` after it has ended.
    fn most_memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(kilobytes.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10)
    }

    /// Writes the text again and again, until the daemon has taken `most` bytes, takes nothing for 3 s, or has closed
    /// its input. Returns the number of bytes taken.
    fn pour(&mut self, text: &str, most: usize) -> usize {
        let input = self.0.stdin.as_mut().unwrap();
        ioctl_fionbio(&*input, true).unwrap();
        let (text, mut taken) = (text.repeat(65536 / text.len()), 0);
        while taken < most {
            match input.write(&text.as_bytes()[taken % text.len()..]) {
                Ok(count) => taken += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let limit = Timespec { tv_sec: 3, tv_nsec: 0 };
                    if poll(&mut [PollFd::new(&*input, PollFlags::OUT)], Some(&limit)).unwrap() == 0 {
                        break;
                    }
                }
                Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
                Err(error) => panic!("{error}"),
            }
        }
        taken
    }

    /// The exit code, and the text on stderr.
    #[track_caller]
    fn end(mut self) -> (Option<i32>, String) {
        let mut status = None;
        eventually("the daemon ends", || {
            status = self.0.try_wait().unwrap();
            status.is_some()
        });
        let mut err = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (status.unwrap().code(), err)
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const MEBIBYTE: u64 = 1 << 20;

#[test]
fn a_host_that_never_reads_costs_what_waits_for_it() {
    let mut daemon = Daemon::start();
    // Each `uvi` is answered by hundreds of lines. The daemon uses the most memory just before it ends.
    let mut most = 0;
    while let Some(now) = daemon.most_memory() {
        most = now;
        daemon.pour("uvi 1\n", 6 * 1024);
    }
    let (code, err) = daemon.end();
    assert_eq!(code, Some(4), "{err}");
    assert!(err.starts_with("arbiter: the host does not read: ") && err.ends_with(" bytes wait for it\n"), "{err}");
    assert!((64 * MEBIBYTE..200 * MEBIBYTE).contains(&most), "{most}");
}

#[test]
fn while_the_host_waits_lines_are_not_read_faster_than_they_are_handled() {
    for line in ["\n", "isready\n"] {
        let mut daemon = Daemon::start();
        let input = daemon.0.stdin.as_mut().unwrap();
        write!(input, "{}start m\nwait\n", newmatch("m", "", ["host", "host", "host"])).unwrap();
        let taken = daemon.pour(line, 24 << 20);
        assert!(taken < 20 << 20, "{taken} bytes of lines are held");
        let memory = daemon.most_memory().unwrap();
        assert!(memory < 64 * MEBIBYTE, "{memory}");
        kill_process(Pid::from_child(&daemon.0), Signal::TERM).unwrap();
        assert_eq!(daemon.end().0, Some(143));
    }
}

/// Nothing is written to a host while a seat thinks or the host waits.
#[test]
fn a_host_that_is_gone_ends_it() {
    let marker = marker("gone");
    let good = bot("good", &marker);
    for (first, wait, event) in [(good.as_str(), "", "started "), ("host", "wait m\n", "turn ")] {
        let log = scratch("gone").join("m.jsonl");
        let mut daemon = Daemon::start();
        let lines = newmatch("m", "seed 1", [first, &good, &good]);
        let mut input = daemon.0.stdin.take().unwrap();
        input
            .write_all(format!("{lines}clock m none\nlog m \"{}\"\nstart m\n{wait}", log.display()).as_bytes())
            .unwrap();
        let mut output = BufReader::new(daemon.0.stdout.take().unwrap()).lines();
        assert!(output.any(|line| line.unwrap().starts_with(event)));
        // A host that waits is known to be gone by its input alone.
        let open = wait.is_empty().then_some(input);
        drop(output);
        assert_eq!(daemon.end(), (Some(0), String::new()));
        drop(open);
        assert_eq!(survivors(&marker), Vec::<String>::new());
        assert!(fs::read_to_string(&log).unwrap().lines().last().unwrap().contains("\"abort\""));
        assert_eq!(verify(&[&log]).0, Some(0));
    }
}

#[test]
fn an_output_that_is_full_is_no_host_that_is_gone() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut daemon = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    daemon.stdin.take().unwrap().write_all(b"describe\n").unwrap();
    let done = daemon.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.code() == Some(4) && told.contains("cannot write to the host: no storage space"), "{told}");
}

#[test]
fn a_pipe_where_a_log_or_its_seed_is_to_stand_is_refused_at_once() {
    let dir = scratch("pipes");
    let mut session = Session::start();
    let log = |name: &str| dir.join(name).display().to_string();
    let pipes = [dir.join("a.jsonl.seed"), dir.join("b.jsonl")];
    assert!(Command::new("mkfifo").args(pipes).status().unwrap().success());
    let good = bot("good", "pipes");
    for name in ["a", "b"] {
        let lines = newmatch(name, "", [&good, &good, &good]);
        assert_eq!(session.ask(format!("{lines}log {name} {}.jsonl", log(name))), [format!("created {name}")]);
    }
    let refused = session.ask("start a");
    assert!(refused[0].ends_with("a.jsonl.seed: expected a regular file, found a pipe"), "{refused:?}");
    let refused = session.ask("start b");
    assert!(refused[0].ends_with("b.jsonl: the file already exists; choose another"), "{refused:?}");
    for (path, found) in [(log("b.jsonl"), "a pipe"), ("/dev/zero".to_owned(), "a device"), (log(""), "a directory")] {
        let refused = session.ask(format!("resume c {path}"));
        assert!(refused[0].ends_with(&format!("expected a regular file, found {found}")), "{refused:?}");
    }
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
}
