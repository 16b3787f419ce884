//! The engine as a process, and two threads that wait: one for the arbiter and one for the engine. Waiting for both in
//! one thread would cost another system call for each line.

use std::{
    borrow::Cow,
    io::{self, Write},
    os::fd::AsFd,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        Mutex, MutexGuard, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    stdio::stdin,
};
use uvi::{Framer, Line, MAX_WRITTEN_LINE};

use super::adapter::{Adapter, AdapterStep};

/// The folders in which distributions keep games. They may not be on the `PATH`.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The time that an engine may take to leave after `quit`.
const GRACE: Duration = Duration::from_millis(500);

const CHUNK: usize = 16 * 1024;

/// The reason for which the conversation cannot continue.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EngineError {
    /// The program does not exist, or cannot be executed.
    #[error("the engine cannot be started: {0}{hint}", hint = unstarted(.0))]
    NoStart(io::Error),
    #[error("{}{}", how(.status.as_ref()), heard(.last.as_deref()))]
    Ended {
        /// The exit status; `None` if the process still runs, or nobody has waited for it yet.
        status: Option<ExitStatus>,
        last: Option<String>,
    },
    /// The engine does not know shuffled starts.
    #[error("the engine has no option UCI_Chess960, which a shuffled start needs")]
    NoChess960,
    /// The engine hangs after an answer.
    #[error("expected readyok within {} ms after an answer, none came", .0.as_millis())]
    Stalls(Duration),
    #[error(transparent)]
    Pipe(#[from] io::Error),
}

fn unstarted(error: &io::Error) -> &'static str {
    match Errno::from_io_error(error) {
        Some(Errno::NOEXEC) => ": expected a program, or a script whose first line is #! and its interpreter",
        _ => "",
    }
}

fn how(status: Option<&ExitStatus>) -> String {
    status.map_or_else(|| "the engine closed its output".to_owned(), |status| format!("the engine ended, {status}"))
}

fn heard(line: Option<&str>) -> String {
    line.map_or_else(|| "; it had said nothing".to_owned(), |line| format!("; the last that it said: {line}"))
}

/// The engine process. It is stopped when the value is dropped.
#[derive(Debug)]
struct Engine(Child);

impl Engine {
    fn start(engine: &str, arguments: &[String]) -> Result<(Self, ChildStdin, ChildStdout), EngineError> {
        let mut command = Command::new(find(engine));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().map_err(EngineError::NoStart)?;
        let input = process.stdin.take().expect("its input was asked for");
        let output = process.stdout.take().expect("its output was asked for");
        Ok((Self(process), input, output))
    }

    /// Waits for the end of the process during the grace. Returns its exit status, or `None`.
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

    /// Kills and reaps the process. A process that has just ended is only reaped.
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

/// Returns the path of the engine. A name without a folder is searched on the `PATH`, then in the folders of games.
fn find(engine: &str) -> PathBuf {
    let plain = PathBuf::from(engine);
    let is_there = |folder: &Path| folder.join(engine).is_file();
    let path = std::env::var_os("PATH").unwrap_or_default();
    if engine.contains('/') || std::env::split_paths(&path).any(|folder| is_there(&folder)) {
        return plain;
    }
    GAMES.iter().map(Path::new).find(|folder| is_there(folder)).map_or(plain, |folder| folder.join(engine))
}

/// Translates between the arbiter and the engine until the arbiter has no more messages.
pub(crate) fn run(engine: &str, arguments: &[String], adapter: Adapter) -> Result<(), EngineError> {
    let (mut engine, input, output) = Engine::start(engine, arguments)?;
    let adapter: &Mutex<Adapter> = Box::leak(Box::new(Mutex::new(adapter)));
    let (over, end) = mpsc::channel();
    let over_too = over.clone();
    // The first thread to end also ends this program, because the other may wait for ever.
    let input: &Mutex<ChildStdin> = Box::leak(Box::new(Mutex::new(input)));
    thread::spawn(move || over.send(hear_arbiter(adapter, input)));
    thread::spawn(move || hear_engine(adapter, input, &output).or_else(|error| over_too.send(Err(error))));
    let mut ended = end.recv().expect("both threads tell how they ended");
    if ended.is_ok() {
        // The last lines of the engine.
        match end.recv_timeout(GRACE) {
            Ok(other) => ended = other,
            Err(RecvTimeoutError::Timeout) => engine.kill(),
            Err(RecvTimeoutError::Disconnected) => {}
        }
    }
    if let Err(EngineError::Ended { status, .. }) = &mut ended {
        *status = engine.ended();
        if status.is_none() {
            engine.kill();
        }
    }
    ended
}

/// Handles lines of the arbiter until either side has no more messages.
fn hear_arbiter(adapter: &Mutex<Adapter>, input: &Mutex<ChildStdin>) -> Result<(), EngineError> {
    let mut lines = Framer::new(MAX_WRITTEN_LINE);
    let mut buffer = vec![0; CHUNK];
    loop {
        let count = read(stdin(), &mut buffer)?;
        let mut next = AdapterStep::On;
        let answers = {
            let mut adapter = locked(adapter);
            let waiting = adapter.to_arbiter.len();
            // The last line of a script may lack its line feed.
            let bytes = if count == 0 { b"\n" } else { &buffer[..count] };
            lines.feed(bytes, |line| {
                if let (AdapterStep::On, Line::Text(line)) = (next, line) {
                    next = adapter.arbiter_said(line);
                }
            });
            if count == 0 && next == AdapterStep::On {
                next = AdapterStep::Quit;
                adapter.leave();
            } else if next == AdapterStep::NoChess960 {
                adapter.leave();
            }
            adapter.to_arbiter.len() > waiting
        };
        // The engine is told first, because the game waits for it to think. If the engine is gone, the other thread
        // notices.
        let told = tell_engine(adapter, input);
        // Lines of the engine are for the other thread: this one would hear no end while the arbiter does not read them.
        if answers {
            tell_arbiter(adapter)?;
        }
        match next {
            AdapterStep::Quit => return Ok(()),
            AdapterStep::NoChess960 => return Err(EngineError::NoChess960),
            AdapterStep::On => told?,
        }
    }
}

/// Handles lines of the engine until its output ends, which is no error if it was told to leave: the other thread then
/// knows the reason.
fn hear_engine(adapter: &Mutex<Adapter>, input: &Mutex<ChildStdin>, engine: &ChildStdout) -> Result<(), EngineError> {
    let mut lines = Framer::new(MAX_WRITTEN_LINE);
    let mut buffer = vec![0; CHUNK];
    let (mut last, mut due) = (String::new(), None);
    loop {
        let ping = locked(adapter).answers.pinged();
        due = ping.and_then(|ping| due.or_else(|| Some(Instant::now() + ping)));
        if let (Some(due), Some(ping)) = (due, ping)
            && !is_readable_by(engine, due)
        {
            return Err(EngineError::Stalls(ping));
        }
        let count = read(engine, &mut buffer)?;
        if count == 0 && locked(adapter).left {
            return Ok(());
        }
        if count == 0 {
            let unfinished = String::from_utf8_lossy(lines.unfinished());
            if !unfinished.trim().is_empty() {
                last = format!("{} (without a line end)", unfinished.trim());
            }
            return Err(EngineError::Ended { status: None, last: Some(last).filter(|last| !last.is_empty()) });
        }
        let answers = {
            let mut adapter = locked(adapter);
            lines.feed(&buffer[..count], |line| {
                let line = text(line);
                adapter.engine_said(&line);
                if !line.trim().is_empty() {
                    line.as_ref().clone_into(&mut last);
                }
            });
            if let Ok(line) = str::from_utf8(lines.unfinished()) {
                adapter.engine_began(line);
            }
            !adapter.to_engine.is_empty()
        };
        if answers {
            tell_engine(adapter, input)?;
        }
        tell_arbiter(adapter)?;
    }
}

/// Sends the waiting lines to the engine. Both threads send lines; the lock of `input` keeps them in order. A closed pipe
/// is no error, because an engine that is gone has closed its output too.
fn tell_engine(adapter: &Mutex<Adapter>, input: &Mutex<ChildStdin>) -> io::Result<()> {
    let mut input = locked(input);
    let lines = std::mem::take(&mut locked(adapter).to_engine);
    match input.write_all(lines.as_bytes()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        told => told,
    }
}

/// Locks the adapter. Ignores poisoning, because a thread that panicked has ended the conversation.
fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends the waiting lines to the arbiter. Both threads send lines; the lock of stdout keeps them in order.
fn tell_arbiter(adapter: &Mutex<Adapter>) -> io::Result<()> {
    // The other thread holds the lock for as long as the arbiter does not read, and an end must be heard meanwhile.
    if locked(adapter).to_arbiter.is_empty() {
        return Ok(());
    }
    let mut stdout = io::stdout().lock();
    let lines = std::mem::take(&mut locked(adapter).to_arbiter);
    stdout.write_all(lines.as_bytes())?;
    stdout.flush()
}

/// Waits until there is something to read; false if there is nothing by then.
fn is_readable_by(from: impl AsFd, due: Instant) -> bool {
    let left = Timespec::try_from(due.saturating_duration_since(Instant::now())).ok();
    let mut pipes = [PollFd::new(&from, PollFlags::IN)];
    // An error is that of the read that follows.
    !matches!(rustix::io::retry_on_intr(|| poll(&mut pipes, left.as_ref())), Ok(0))
}

/// Reads the available bytes. Not buffered: a line in a buffer would stay unseen while the thread waits.
fn read(from: impl AsFd, buffer: &mut [u8]) -> io::Result<usize> {
    Ok(rustix::io::retry_on_intr(|| rustix::io::read(&from, &mut *buffer))?)
}

/// Converts a line of the engine to text. Of a line that is too long, only the beginning remains.
fn text(line: Line<'_>) -> Cow<'_, str> {
    match line {
        Line::Text(line) => line.into(),
        Line::NotUtf8(bytes) | Line::TooLong { start: bytes } => String::from_utf8_lossy(bytes),
    }
}
