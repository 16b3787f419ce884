//! A daemon and its host: lines go in, lines come out.

use std::{
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread::{self, JoinHandle},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::{
    processes::{PATIENCE, eventually, survivors},
    program, program_word, programs,
};

/// A daemon with a test as its host.
#[derive(Debug)]
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    heard: Vec<String>,
    /// The number of lines that the host has sent.
    sent: usize,
    errors: Option<JoinHandle<String>>,
}

impl Session {
    pub fn start() -> Self {
        Self::of(Command::new(program("arbiter")))
    }

    /// Starts a daemon by this command.
    pub fn of(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut errors = child.stderr.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        Self { child, input, lines, heard: Vec::new(), sent: 0, errors: Some(errors) }
    }

    /// Sends lines. The last may lack its line end.
    #[track_caller]
    pub fn say(&mut self, text: impl AsRef<str>) {
        let text = &quoted(text.as_ref());
        self.send(text.as_bytes());
        if !text.ends_with('\n') {
            self.send(b"\n");
        }
    }

    /// Sends bytes unchanged.
    #[track_caller]
    pub fn send(&mut self, bytes: &[u8]) {
        self.sent += bytes.iter().filter(|&&byte| byte == b'\n').count();
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The number of the last line that was sent.
    pub fn sent(&self) -> usize {
        self.sent
    }

    /// Closes the input of the daemon.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Returns the next line, or `None` at the end of the output.
    #[track_caller]
    fn line_if_any(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.heard.push(line.clone());
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line came; before: {:#?}", self.tail()),
        }
    }

    /// Returns the next line. Panics at the end of the output.
    #[track_caller]
    pub fn line(&mut self) -> String {
        let line = self.line_if_any();
        line.unwrap_or_else(|| panic!("the output ended; before: {:#?}", self.tail()))
    }

    /// Returns the next line that starts with `start`. Earlier lines are kept.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Sends lines, and returns the replies and the events that come with them.
    #[track_caller]
    pub fn ask(&mut self, text: impl AsRef<str>) -> Vec<String> {
        self.say(text);
        self.say("isready");
        let mut answers = Vec::new();
        loop {
            let line = self.line();
            if line == "readyok" {
                return answers;
            }
            answers.push(line);
        }
    }

    /// Returns all lines up to the end of the output.
    #[track_caller]
    pub fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.line_if_any()).collect()
    }

    /// True if bots of this daemon can have namespaces of their own.
    pub fn isolates(&mut self) -> bool {
        let bot = faulty("good", "isolates");
        let seats = format!("seat isolates 1 bot {bot}\nseat isolates 2 bot {bot}\n");
        self.say(format!("newmatch isolates variant congress\n{seats}seatset isolates 1 isolation on\nstart isolates"));
        let starts = loop {
            let line = self.line();
            if line.starts_with("started isolates") || line.starts_with("error ") {
                break line.starts_with("started ");
            }
        };
        if starts {
            self.say("stop isolates");
            self.until("over isolates");
        }
        self.say("drop isolates");
        self.ask("");
        starts
    }

    /// The lines so far.
    pub fn heard(&self) -> &[String] {
        &self.heard
    }

    /// Forgets the lines so far, to save memory in a long session.
    pub fn forget(&mut self) {
        self.heard.clear();
    }

    fn tail(&self) -> Vec<&str> {
        let start = self.heard.len().saturating_sub(20);
        self.heard[start..].iter().map(String::as_str).collect()
    }

    /// The daemon's directory in /proc.
    pub fn proc(&self) -> PathBuf {
        PathBuf::from(format!("/proc/{}", self.child.id()))
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the end of the daemon, and returns its exit code. Checks that it has not panicked.
    #[track_caller]
    pub fn exit(&mut self) -> Option<i32> {
        let mut status = None;
        eventually("the daemon ends", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        // The daemon's helpers, mainly keepers, have its process number in their arguments. They may lack the markers
        // of bots.
        let own = self.child.id();
        eventually("its helpers end with it", || {
            let of_it =
                |line: &String| line.contains(&format!("__nurse {own} ")) || line.contains(&format!("__keep {own} "));
            !survivors("arbiter __").iter().any(of_it)
        });
        let errors = self.errors.take().map(|errors| errors.join().unwrap()).unwrap_or_default();
        assert!(!errors.contains("panicked"), "{errors}");
        status.unwrap().code()
    }
}

/// Quotes the paths of tests in a text if they have other characters than usual, as a host must.
fn quoted(text: &str) -> String {
    let target = programs().parent().unwrap().to_str().unwrap().to_owned();
    let is_plain = target.chars().all(|character| character.is_ascii_alphanumeric() || "/._-".contains(character));
    let mut parts = text.split(&target);
    let mut quoted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (rest, after) = part.split_at(part.find(char::is_whitespace).unwrap_or(part.len()));
        if !is_plain && !quoted.ends_with(['\'', '"']) {
            quoted.push_str(&format!("\"{target}{rest}\"{after}"));
        } else {
            quoted.push_str(&format!("{target}{part}"));
        }
    }
    quoted
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a command line for `arbiter-faulty` in a mode.
pub fn faulty(mode: &str, marker: &str) -> String {
    format!("{} --marker {marker} --mode {mode}", program_word("arbiter-faulty"))
}

/// Runs `arbiter verify` on logs. Returns its exit code and output.
pub fn verify(logs: &[impl AsRef<Path>]) -> (Option<i32>, String) {
    let output = Command::new(program("arbiter"))
        .arg("verify")
        .args(logs.iter().map(AsRef::as_ref))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code(), text)
}
