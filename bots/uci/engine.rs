//! The engine as a process, and the two threads that wait: one for what the arbiter says and one for what the engine says.
//! A wait for both at once would cost a call of the system more for each line.

use std::{
    borrow::Cow,
    io::{self, Write},
    os::fd::AsFd,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Mutex, MutexGuard, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use rustix::stdio::stdin;
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
        /// How its process ended; none if it goes on.
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
struct Engine(Child);

impl Engine {
    fn start(engine: &str, arguments: &[String]) -> Result<(Self, ChildStdin, ChildStdout), Failure> {
        let mut command = Command::new(find(engine));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().map_err(Failure::NoStart)?;
        let input = process.stdin.take().expect("its input was asked for");
        let output = process.stdout.take().expect("its output was asked for");
        Ok((Self(process), input, output))
    }

    /// How it ended, if it does so within the grace.
    fn ended(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + GRACE;
        loop {
            match self.0.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// It is killed. What has ended meanwhile cannot be, and is reaped all the same.
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if self.ended().is_none() {
            self.kill();
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

/// How a conversation ends.
#[derive(Debug)]
enum End {
    /// The arbiter has no more to say.
    Quit,
    /// The engine has closed its output, after this line.
    Silent {
        last: Option<String>,
    },
    Failed(Failure),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Plays as this engine until the arbiter has no more to say.
pub(crate) fn run(engine: &str, arguments: &[String], overhead: u64) -> Result<(), Failure> {
    let (mut engine, input, output) = Engine::start(engine, arguments)?;
    let adapter: &Mutex<Adapter> = Box::leak(Box::new(Mutex::new(Adapter::new(overhead))));
    let (over, end) = mpsc::channel();
    let over_too = over.clone();
    // Whoever ends first ends the program: the other one may wait for ever.
    thread::spawn(move || over.send(hear_arbiter(adapter, input)));
    thread::spawn(move || hear_engine(adapter, &output).map(|end| over_too.send(end)));
    match end.recv().expect("both threads tell how they ended") {
        End::Quit => Ok(()),
        End::Silent { last } => {
            let status = engine.ended();
            if status.is_none() {
                engine.kill();
            }
            Err(Failure::Ended { status, last })
        }
        End::Failed(failure) => Err(failure),
    }
}

/// Hears the arbiter until one of both has no more to say.
fn hear_arbiter(adapter: &Mutex<Adapter>, mut engine: ChildStdin) -> End {
    let mut lines = Framer::new(MAX_WRITTEN_LINE);
    let mut buffer = vec![0; CHUNK];
    let (mut to_arbiter, mut to_engine) = (String::new(), String::new());
    loop {
        let count = match read(stdin(), &mut buffer) {
            Ok(count) => count,
            Err(error) => return error.into(),
        };
        let mut next = if count == 0 { Next::Quit } else { Next::On };
        {
            let mut adapter = locked(adapter);
            lines.feed(&buffer[..count], |line| {
                if let (Next::On, Line::Text(line)) = (next, line) {
                    next = adapter.arbiter_said(line);
                }
            });
            if count == 0 || next == Next::NoChess960 {
                adapter.leave();
            }
            adapter.take_for_arbiter(&mut to_arbiter);
            adapter.take_for_engine(&mut to_engine);
        }
        // The engine first, since somebody waits for it to think. Who hears it notices where it has gone.
        let told = engine.write_all(to_engine.as_bytes());
        if let Err(error) = tell_arbiter(&to_arbiter) {
            return error.into();
        }
        match (next, told) {
            (Next::Quit, _) => return End::Quit,
            (Next::NoChess960, _) => return End::Failed(Failure::NoChess960),
            (Next::On, Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => return error.into(),
            (Next::On, _) => {}
        }
    }
}

/// Hears the engine until it has no more to say; `None` if it was told to leave, since who told it says why.
fn hear_engine(adapter: &Mutex<Adapter>, engine: &ChildStdout) -> Option<End> {
    let mut lines = Framer::new(MAX_WRITTEN_LINE);
    let mut buffer = vec![0; CHUNK];
    let (mut to_arbiter, mut last) = (String::new(), String::new());
    loop {
        let count = match read(engine, &mut buffer) {
            Ok(0) if locked(adapter).has_left() => return None,
            Ok(0) => return Some(End::Silent { last: Some(last).filter(|last| !last.is_empty()) }),
            Ok(count) => count,
            Err(error) => return Some(error.into()),
        };
        {
            let mut adapter = locked(adapter);
            lines.feed(&buffer[..count], |line| {
                let line = text(line);
                adapter.engine_said(&line);
                if !line.trim().is_empty() {
                    line.as_ref().clone_into(&mut last);
                }
            });
            adapter.take_for_arbiter(&mut to_arbiter);
        }
        if let Err(error) = tell_arbiter(&to_arbiter) {
            return Some(error.into());
        }
    }
}

/// What both threads talk about. A thread that panicked has ended the conversation, and it does not matter how.
fn locked(adapter: &Mutex<Adapter>) -> MutexGuard<'_, Adapter> {
    adapter.lock().unwrap_or_else(PoisonError::into_inner)
}

fn tell_arbiter(lines: &str) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(lines.as_bytes())?;
    stdout.flush()
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
