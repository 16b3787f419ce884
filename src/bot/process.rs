//! One bot: what is written to it, what is read from it, and how it ended. Nothing here waits; whoever does asks for
//! the descriptors. As any Rust program does unless told otherwise, the arbiter ignores SIGPIPE.

use std::{
    io,
    mem::MaybeUninit,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    sync::Arc,
};

use rustix::{
    buffer::spare_capacity,
    io::{Errno, ioctl_fionbio, read, retry_on_intr, write},
};
use signal_hook::consts::{SIGKILL, SIGTERM};
use uvi_match::referee::Delivery;

use super::{
    Affinity, Core, Exit, HeldBot, Launch, Limits, Nursery,
    exec::ExecFailure,
    keeper::{Ended, Keeper},
    progress::Stage,
    tail::Tail,
};

/// How much is read at once of what a bot writes to stderr, which is little or nothing.
const READ_OF_STDERR: usize = 4096;

/// What a read gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received {
    /// How many bytes were read, at least one.
    Bytes(usize),
    /// Nothing now.
    Nothing,
    /// Nothing ever again.
    End,
}

/// The arbiter's ends of a bot's pipes.
#[derive(Debug)]
pub(crate) struct Pipes {
    stdin: OwnedFd,
    stdout: OwnedFd,
    stderr: OwnedFd,
}

impl Pipes {
    /// Three pipes: the bot's ends, and these, which are non-blocking.
    pub(crate) fn new() -> io::Result<([OwnedFd; 3], Self)> {
        let (bot_in, stdin) = io::pipe()?;
        let (stdout, bot_out) = io::pipe()?;
        let (stderr, bot_err) = io::pipe()?;
        let pipes = Self { stdin: stdin.into(), stdout: stdout.into(), stderr: stderr.into() };
        for end in [&pipes.stdin, &pipes.stdout, &pipes.stderr] {
            ioctl_fionbio(end, true)?;
        }
        Ok(([bot_in.into(), bot_out.into(), bot_err.into()], pipes))
    }
}

/// A bot's process. Where it is dropped before it has ended, it is killed.
#[derive(Debug)]
pub struct Process {
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    /// What the pipe has not taken yet begins at `written`.
    queue: Vec<u8>,
    written: usize,
    tail: Tail,
    /// Taken when it is left to the nursery.
    keeper: Option<Keeper>,
    /// It was told to stop.
    stopped: bool,
    exit: Option<Exit>,
    limits: Limits,
    isolated: bool,
    /// The core that it is held to is not another's meanwhile.
    core: Option<Arc<Core>>,
    nursery: Nursery,
}

impl Process {
    pub(crate) fn new(launch: &Launch, isolated: bool, keeper: Keeper, pipes: Pipes, nursery: Nursery) -> Self {
        Self {
            stdin: Some(pipes.stdin),
            stdout: Some(pipes.stdout),
            stderr: Some(pipes.stderr),
            queue: Vec::new(),
            written: 0,
            tail: Tail::default(),
            keeper: Some(keeper),
            stopped: false,
            exit: None,
            limits: launch.limits.clone(),
            isolated,
            core: launch.core.clone(),
            nursery,
        }
    }

    /// Queues bytes; [`Process::flush`] writes them.
    pub fn send(&mut self, bytes: &[u8]) {
        if self.stdin.is_some() {
            // So that a queue that is never quite empty does not grow for ever.
            if self.written > self.queue.len() / 2 {
                self.queue.drain(..self.written);
                self.written = 0;
            }
            self.queue.extend_from_slice(bytes);
        }
    }

    /// Writes what is queued, by one write if the pipe takes it.
    pub fn flush(&mut self) -> Delivery {
        match self.write(&self.queue[self.written..]) {
            Ok(count) => self.written += count,
            Err(Shut) => return self.shut(),
        }
        if self.written < self.queue.len() {
            return Delivery::Blocked;
        }
        self.queue.clear();
        self.written = 0;
        Delivery::Done
    }

    /// Writes bytes, after what is queued: directly if nothing is. Only what the pipe does not take is copied.
    pub fn send_now(&mut self, bytes: &[u8]) -> Delivery {
        if self.is_queued() {
            self.send(bytes);
            return self.flush();
        }
        match self.write(bytes) {
            Ok(count) if count == bytes.len() => Delivery::Done,
            Ok(count) => {
                self.queue.extend_from_slice(&bytes[count..]);
                Delivery::Blocked
            }
            Err(Shut) => self.shut(),
        }
    }

    /// Closes the bot's input; it reads the end of it. What is queued is dropped.
    pub fn close_input(&mut self) {
        self.shut();
    }

    /// Reads what the bot has written to stdout, by one read of at most what the buffer has room for, instead of what is
    /// in it. It must have room.
    pub fn read_output(&mut self, buffer: &mut Vec<u8>) -> Received {
        assert!(buffer.capacity() > 0, "no room would look like the end of output");
        buffer.clear();
        let output = read_from(&mut self.stdout, |end| read(end, spare_capacity(buffer)));
        if let (Received::Bytes(_), Some(keeper)) = (output, &mut self.keeper) {
            keeper.has_begun();
        }
        output
    }

    /// Reads what the bot has written to stderr, by one read, and keeps the last 64 KiB of all.
    // Apart, since its buffer would stand on the stack of every thread that only may read from stderr.
    #[inline(never)]
    pub fn drain_stderr(&mut self) -> Received {
        let Self { stderr, tail, .. } = self;
        let mut space = [MaybeUninit::uninit(); READ_OF_STDERR];
        read_from(stderr, |end| {
            let (bytes, _) = read(end, &mut space)?;
            tail.add(bytes);
            Ok(bytes.len())
        })
    }

    /// The last 64 KiB of what was drained from stderr, from the start of a line. What is not UTF-8 is replaced;
    /// control characters are left.
    pub fn stderr_tail(&self) -> String {
        self.tail.text()
    }

    /// What was drained from stderr after its first `seen` bytes, as far as it is kept, and how many there were in all.
    pub fn stderr_after(&self, seen: u64) -> (&[u8], u64) {
        self.tail.after(seen)
    }

    /// Has the bot and all that it has started killed, at once. Its end comes a little later, as any other end.
    pub fn kill(&mut self) {
        if let (Some(keeper), None, false) = (&self.keeper, &self.exit, self.stopped) {
            self.nursery.press(keeper);
            self.stopped = true;
        }
    }

    /// How the bot ended, if it has, with all that it has started. What it wrote before can still be read then.
    pub fn exit(&mut self) -> Option<Exit> {
        if self.exit.is_none() {
            let keeper = self.keeper.as_mut()?;
            // Where somebody else has reaped it, it has ended, and how is lost.
            let ended = keeper.ended().unwrap_or(Some(Ended::Unknown))?;
            let stage = keeper.stage();
            let pid = keeper.pid();
            let exit = match ended {
                Ended::Status(status) => Exit::from_status(status),
                Ended::Unknown => Exit::Signal(SIGKILL),
            };
            // A keeper that was killed itself looks like one whose bot was.
            match (ended, &exit) {
                (Ended::Unknown, _) => {
                    if let Some(keeper) = self.keeper.take() {
                        self.nursery.bury(keeper);
                    }
                    self.nursery.killed(pid);
                }
                (Ended::Status(_), Exit::Signal(_)) => self.nursery.killed(pid),
                (Ended::Status(_), _) => self.nursery.ended(pid, self.isolated),
            }
            #[cfg(not(target_os = "linux"))]
            let stage = self.stage_by_stderr(stage, &exit);
            self.exit = Some(self.told(stage, exit));
        }
        self.exit.clone()
    }

    /// How the bot ended, given how far its start had come and how its keeper ended.
    fn told(&self, stage: Stage, exit: Exit) -> Exit {
        match (stage, exit) {
            (Stage::Failed(ExecFailure::Bots(reason)), _) => Exit::NotExecuted(reason),
            // Killed before it could be executed.
            (Stage::Ours | Stage::Failed(ExecFailure::Ours(_)), _) if self.stopped => Exit::Signal(SIGKILL),
            (Stage::Failed(ExecFailure::Ours(reason)), _) => Exit::NotStarted(reason),
            (Stage::Ours, exit) => Exit::NotStarted(format!("its keeper {exit} before it was started")),
            // The keeper was told to stop, and had no time to catch the signal.
            (Stage::Begun, Exit::Signal(SIGTERM)) if self.stopped => Exit::Signal(SIGKILL),
            (Stage::Begun, Exit::Signal(signal)) => match self.limits.reached(signal) {
                Some(reached) => Exit::AtLimit(reached),
                None => Exit::Signal(signal),
            },
            (Stage::Begun, exit) => exit,
        }
    }

    /// Tells a bot that was never executed from one that ended with the same status.
    #[cfg(not(target_os = "linux"))]
    fn stage_by_stderr(&mut self, stage: Stage, exit: &Exit) -> Stage {
        use super::exit::{NOT_EXECUTED, NOT_EXECUTED_STATUS};
        if *exit != Exit::Code(NOT_EXECUTED_STATUS.into()) {
            return stage;
        }
        // All who could write are gone, so this ends.
        while let Received::Bytes(_) = self.drain_stderr() {}
        let text = self.stderr_tail();
        match text.lines().next_back().and_then(|line| line.strip_prefix(NOT_EXECUTED)) {
            Some(reason) => Stage::Failed(ExecFailure::Bots(reason.to_owned())),
            None => stage,
        }
    }

    /// Whether it has namespaces of its own.
    pub fn is_isolated(&self) -> bool {
        self.isolated
    }

    /// Which cores it may use, as it was said.
    pub fn affinity(&self) -> Affinity {
        self.limits.affinity
    }

    /// Holds it to a core from now on, where it has one thread and no child and may use all cores.
    pub fn hold(&self, core: &Core) -> Option<HeldBot> {
        HeldBot::hold(self.keeper.as_ref()?.pid(), core)
    }

    /// The core that it is held to.
    pub fn core(&self) -> Option<&Arc<Core>> {
        self.core.as_ref()
    }

    /// The bot's input, until it is closed: wait for it to be writable while there is something to write, else for the
    /// bot to close it.
    pub fn stdin_fd(&self) -> Option<BorrowedFd<'_>> {
        self.stdin.as_ref().map(AsFd::as_fd)
    }

    /// The bot's output, until its end: wait for it to be readable.
    pub fn stdout_fd(&self) -> Option<BorrowedFd<'_>> {
        self.stdout.as_ref().map(AsFd::as_fd)
    }

    /// The bot's stderr, until its end: wait for it to be readable.
    pub fn stderr_fd(&self) -> Option<BorrowedFd<'_>> {
        self.stderr.as_ref().map(AsFd::as_fd)
    }

    /// Readable when the bot has ended, until [`Process::exit`] has told how.
    pub fn exit_fd(&self) -> Option<BorrowedFd<'_>> {
        self.keeper.as_ref().filter(|_| self.exit.is_none()).map(AsFd::as_fd)
    }

    /// Whether there is something to write that the pipe has not taken yet.
    pub fn is_queued(&self) -> bool {
        self.written < self.queue.len()
    }

    /// Writes some of the bytes, by one write.
    fn write(&self, bytes: &[u8]) -> Result<usize, Shut> {
        let stdin = self.stdin.as_ref().ok_or(Shut)?;
        if bytes.is_empty() {
            return Ok(0);
        }
        match retry_on_intr(|| write(stdin, bytes)) {
            Ok(count) => Ok(count),
            Err(Errno::AGAIN) => Ok(0),
            Err(_) => Err(Shut),
        }
    }

    fn shut(&mut self) -> Delivery {
        self.stdin = None;
        self.queue = Vec::new();
        self.written = 0;
        Delivery::Closed
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let (Some(keeper), None) = (self.keeper.take(), &self.exit) {
            self.nursery.bury(keeper);
        }
    }
}

/// The bot's input is closed, on its side or on ours.
struct Shut;

/// Reads once; at the end, or where it cannot be read, the descriptor is released, so that no poll wakes for it again.
fn read_from(end: &mut Option<OwnedFd>, mut read: impl FnMut(&OwnedFd) -> rustix::io::Result<usize>) -> Received {
    let Some(open) = end else { return Received::End };
    match retry_on_intr(|| read(open)) {
        Ok(count) if count > 0 => Received::Bytes(count),
        Err(Errno::AGAIN) => Received::Nothing,
        Ok(_) | Err(_) => {
            *end = None;
            Received::End
        }
    }
}
