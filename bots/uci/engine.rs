//! The engine as a process, and the one place that waits: for what the arbiter says and for what the engine says.

use std::{
    borrow::Cow,
    io::{self, Write},
    os::fd::AsFd,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, poll},
    stdio::stdin,
};
use uvi::{Framer, Line, MAX_WRITTEN_LINE};

use super::adapter::{Adapter, Next};

/// Where distributions put engines, which is not on everybody's `PATH`.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// How long an engine may take to leave after `quit`.
const GRACE: Duration = Duration::from_millis(500);

const CHUNK: usize = 16 * 1024;

/// Why the conversation cannot go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// There is no such program, or it is none.
    #[error("the engine cannot be started: {0}")]
    NoStart(io::Error),
    /// The engine has closed its output.
    #[error("{}{}", how(.status.as_ref()), heard(.last.as_deref()))]
    Ended {
        /// How its process ended; none where it goes on.
        status: Option<ExitStatus>,
        /// The last line that it said.
        last: Option<String>,
    },
    /// It does not know shuffled starts.
    #[error("the engine has no option UCI_Chess960, which a shuffled start needs")]
    NoChess960,
    /// A pipe broke.
    #[error(transparent)]
    Pipe(#[from] io::Error),
}

fn how(status: Option<&ExitStatus>) -> String {
    status.map_or_else(|| "the engine closed its output".to_owned(), |status| format!("the engine ended, {status}"))
}

fn heard(line: Option<&str>) -> String {
    line.map_or_else(|| "; it had said nothing".to_owned(), |line| format!("; the last that it said: {line}"))
}

/// An engine, which does not outlive this value.
#[derive(Debug)]
struct Engine {
    process: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Engine {
    fn start(engine: &str, arguments: &[String]) -> Result<Self, Failure> {
        let mut command = Command::new(find(engine));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().map_err(Failure::NoStart)?;
        let input = process.stdin.take().expect("its input was asked for");
        let output = process.stdout.take().expect("its output was asked for");
        Ok(Self { process, input, output })
    }

    /// How it ended, if it does so within the grace.
    fn ended(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + GRACE;
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // One that has ended hears nothing, and needs not to.
        let _ = self.input.write_all(b"quit\n");
        if self.ended().is_none() {
            // What has ended meanwhile cannot be killed, and is reaped all the same.
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

/// Where the engine is: a name without a folder is looked for on the `PATH`, then where games are.
fn find(engine: &str) -> PathBuf {
    let plain = PathBuf::from(engine);
    let is_there = |folder: &Path| folder.join(engine).is_file();
    let path = std::env::var_os("PATH").unwrap_or_default();
    if engine.contains('/') || std::env::split_paths(&path).any(|folder| is_there(&folder)) {
        return plain;
    }
    GAMES.iter().map(Path::new).find(|folder| is_there(folder)).map_or(plain, |folder| folder.join(engine))
}

/// Plays as this engine until the arbiter has no more to say.
pub(crate) fn run(engine: &str, arguments: &[String], overhead: u64) -> Result<(), Failure> {
    let mut engine = Engine::start(engine, arguments)?;
    let mut adapter = Adapter::new(overhead);
    let (mut arbiters, mut engines) = (Framer::new(MAX_WRITTEN_LINE), Framer::new(MAX_WRITTEN_LINE));
    let mut stdout = io::stdout().lock();
    let mut buffer = vec![0; CHUNK];
    let mut last: Option<String> = None;
    loop {
        let [arbiter_spoke, engine_spoke] = wait(&engine.output)?;
        let mut next = Next::On;
        if engine_spoke {
            let count = read(&engine.output, &mut buffer)?;
            if count == 0 {
                return Err(Failure::Ended { status: engine.ended(), last });
            }
            engines.feed(&buffer[..count], |line| {
                let line = text(line);
                adapter.engine_said(&line);
                if !line.trim().is_empty() {
                    last = Some(line.into_owned());
                }
            });
        }
        if arbiter_spoke {
            let count = read(stdin(), &mut buffer)?;
            if count == 0 {
                return Ok(());
            }
            arbiters.feed(&buffer[..count], |line| {
                if let (Next::On, Line::Text(line)) = (next, line) {
                    next = adapter.arbiter_said(line);
                }
            });
        }
        let (to_arbiter, to_engine) = adapter.take();
        // The engine first, since somebody waits for it to think. One that has gone is noticed when it is read.
        let told = engine.input.write_all(to_engine.as_bytes());
        if !to_arbiter.is_empty() {
            stdout.write_all(to_arbiter.as_bytes())?;
            stdout.flush()?;
        }
        match (next, told) {
            (Next::Quit, _) => return Ok(()),
            (Next::NoChess960, _) => return Err(Failure::NoChess960),
            (Next::On, Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.into()),
            (Next::On, _) => {}
        }
    }
}

/// Waits until one of both has said something or is gone.
fn wait(output: &ChildStdout) -> io::Result<[bool; 2]> {
    let (stdin, output) = (stdin(), output.as_fd());
    let mut both = [PollFd::new(&stdin, PollFlags::IN), PollFd::new(&output, PollFlags::IN)];
    loop {
        match poll(&mut both, None) {
            Ok(_) => return Ok([0, 1].map(|which: usize| !both[which].revents().is_empty())),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Reads what is there; nothing is left in a buffer that the wait does not know of.
fn read(from: impl AsFd, buffer: &mut [u8]) -> io::Result<usize> {
    Ok(rustix::io::retry_on_intr(|| rustix::io::read(&from, &mut *buffer))?)
}

/// A line of the engine as text; one that is too long keeps its beginning.
fn text(line: Line<'_>) -> Cow<'_, str> {
    match line {
        Line::Text(line) => line.into(),
        Line::NotUtf8(bytes) | Line::TooLong { start: bytes } => String::from_utf8_lossy(bytes),
    }
}
