//! A daemon and its host: lines go in, lines come out.

use std::{
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread::{self, JoinHandle},
    time::Instant,
};

use rustix::process::{Pid, Signal, kill_process};

use crate::{
    account::{NOBODY, OpenFolder, become_account},
    processes::{PATIENCE, eventually, scratch, survivors},
    program, program_word, programs, word,
};

/// A daemon with a test as its host.
#[derive(Debug)]
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    heard: Vec<(Instant, String)>,
    /// How many lines the host has sent.
    sent: usize,
    errors: Option<JoinHandle<String>>,
    /// Where another account has its programs and its files.
    open: Option<OpenFolder>,
}

impl Session {
    pub fn start() -> Self {
        Self::start_by(Command::new(program("arbiter")))
    }

    /// The same under an account that is not root's. Only root may ask for it.
    pub fn start_as_nobody() -> Self {
        let open = OpenFolder::new("nobody");
        let words = become_account(NOBODY);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(open.program("arbiter")).current_dir(open.path());
        let mut session = Self::start_by(command);
        session.open = Some(open);
        session
    }

    /// `arbiter-faulty` in a mode, as a command line that the account of this daemon can run.
    pub fn faulty(&self, mode: &str, marker: &str) -> String {
        let program =
            self.open.as_ref().map_or_else(|| program("arbiter-faulty"), |open| open.program("arbiter-faulty"));
        format!("{} --marker {marker} --mode {mode}", word(program))
    }

    /// An empty folder in which the account of this daemon can write.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.open.as_ref().map_or_else(|| scratch(name), |open| open.folder_of(NOBODY, name))
    }

    fn start_by(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut errors = child.stderr.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        Self { child, input, lines, heard: Vec::new(), sent: 0, errors: Some(errors), open: None }
    }

    /// Sends lines; the last may lack its end.
    #[track_caller]
    pub fn say(&mut self, text: impl AsRef<str>) {
        let text = &quoted(text.as_ref());
        self.send(text.as_bytes());
        if !text.ends_with('\n') {
            self.send(b"\n");
        }
    }

    /// Sends bytes as they are.
    #[track_caller]
    pub fn send(&mut self, bytes: &[u8]) {
        self.sent += bytes.iter().filter(|&&byte| byte == b'\n').count();
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The number of the line that was sent last.
    pub fn sent(&self) -> usize {
        self.sent
    }

    /// The host's end of its own input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// The next line, none at the end.
    #[track_caller]
    pub fn line_if_any(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(heard) => {
                self.heard.push(heard.clone());
                Some(heard.1)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line came; before: {:#?}", self.tail()),
        }
    }

    /// The next line.
    #[track_caller]
    pub fn line(&mut self) -> String {
        let line = self.line_if_any();
        line.unwrap_or_else(|| panic!("the output ended; before: {:#?}", self.tail()))
    }

    /// The next line that begins so; those before it are only kept.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// What is answered to these lines, events that come meanwhile included.
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

    /// All lines up to the end of the output.
    #[track_caller]
    pub fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.line_if_any()).collect()
    }

    /// Whether bots of this daemon can have namespaces of their own.
    pub fn isolates(&mut self) -> bool {
        let bot = self.faulty("good", "isolates");
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

    /// Every line so far, with when it came.
    pub fn heard(&self) -> &[(Instant, String)] {
        &self.heard
    }

    /// Forgets what was heard, in a session that hears much.
    pub fn forget(&mut self) {
        self.heard.clear();
    }

    fn tail(&self) -> Vec<&str> {
        let start = self.heard.len().saturating_sub(20);
        self.heard[start..].iter().map(|(_, line)| line.as_str()).collect()
    }

    /// The daemon's directory in /proc.
    pub fn proc(&self) -> PathBuf {
        PathBuf::from(format!("/proc/{}", self.child.id()))
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for its end and gives its exit code. It has not panicked.
    #[track_caller]
    pub fn exit(&mut self) -> Option<i32> {
        let mut status = None;
        eventually("the daemon ends", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        // Its helpers, keepers above all, have its number among their arguments, and bots' markers need not.
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

/// A text in which the paths of tests are quoted if they must be. A host quotes whatever has a space.
fn quoted(text: &str) -> String {
    let target = programs().parent().unwrap().to_str().unwrap().to_owned();
    let mut parts = text.split(&target);
    let mut quoted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (rest, after) = part.split_at(part.find(char::is_whitespace).unwrap_or(part.len()));
        if target.contains(' ') && !quoted.ends_with(['\'', '"']) {
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

/// `arbiter-faulty` in a mode, as a command line.
pub fn faulty(mode: &str, marker: &str) -> String {
    format!("{} --marker {marker} --mode {mode}", program_word("arbiter-faulty"))
}

/// What `arbiter verify` says of logs, and its exit code.
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
