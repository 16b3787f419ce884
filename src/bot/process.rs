//! One bot: what is written to it, what is read from it, and how it ended. Nothing here waits; whoever does asks for
//! the descriptors. As any Rust program does unless told otherwise, the arbiter ignores SIGPIPE.

use std::{
    io,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    process::Child,
    sync::Arc,
};

use rustix::{
    buffer::spare_capacity,
    io::{Errno, ioctl_fionbio, ioctl_fionread, read, retry_on_intr, write},
};
use signal_hook::consts::{SIGKILL, SIGTERM};

use super::{Core, Exit, Launch, Limits, Nursery, exit::NOT_EXECUTED_STATUS, keeper::Keeper, tail::Tail};

/// What became of what was to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// All of it is in the pipe.
    Done,
    /// The pipe is full; the rest is queued.
    Blocked,
    /// Nobody can read it any more; it is gone.
    Closed,
}

/// What a read gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// So many bytes, at least one.
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
    /// Takes them from a child that was started with three pipes, and makes them non-blocking; the bot's ends are not.
    pub(crate) fn take(child: &mut Child) -> io::Result<Self> {
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        let pipes = Self {
            stdin: child.stdin.take().ok_or_else(closed)?.into(),
            stdout: child.stdout.take().ok_or_else(closed)?.into(),
            stderr: child.stderr.take().ok_or_else(closed)?.into(),
        };
        for end in [&pipes.stdin, &pipes.stdout, &pipes.stderr] {
            ioctl_fionbio(end, true)?;
        }
        Ok(pipes)
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
    /// Something came on stdout.
    spoke: bool,
    tail: Tail,
    /// Taken by the drop alone.
    keeper: Option<Keeper>,
    /// It was told to stop.
    stopped: bool,
    exit: Option<Exit>,
    limits: Limits,
    /// The core that it is held to is not another's meanwhile.
    core: Option<Arc<Core>>,
    nursery: Nursery,
}

impl Process {
    pub(crate) fn new(launch: &Launch, keeper: Keeper, pipes: Pipes, nursery: Nursery) -> Self {
        Self {
            stdin: Some(pipes.stdin),
            stdout: Some(pipes.stdout),
            stderr: Some(pipes.stderr),
            queue: Vec::new(),
            written: 0,
            spoke: false,
            tail: Tail::default(),
            keeper: Some(keeper),
            stopped: false,
            exit: None,
            limits: launch.limits.clone(),
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

    /// Reads what the bot has written to stdout, by one read. The buffer must not be empty.
    pub fn read_output(&mut self, buffer: &mut [u8]) -> Output {
        assert!(!buffer.is_empty(), "an empty buffer would look like the end of output");
        let output = read_from(&mut self.stdout, |end| read(end, &mut *buffer));
        self.spoke |= matches!(output, Output::Bytes(_));
        output
    }

    /// Reads what the bot has written to stderr, by one read, and keeps the last 64 KiB of all.
    pub fn drain_stderr(&mut self) -> Output {
        let Self { stderr, tail, .. } = self;
        read_from(stderr, |end| read(end, spare_capacity(tail.room())))
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
        if let (Some(keeper), None) = (&self.keeper, &self.exit) {
            keeper.stop();
            self.stopped = true;
        }
    }

    /// How the bot ended, if it has, with all that it has started. What it wrote before can still be read then.
    pub fn exit(&mut self) -> Option<Exit> {
        if self.exit.is_none() {
            let status = self.keeper.as_mut()?.status();
            let exit = match status {
                Ok(status) => match Exit::from_status(status?) {
                    // The signal came before the keeper could catch it: there was no bot yet.
                    Exit::Signal(SIGTERM) if self.stopped => Exit::Signal(SIGKILL),
                    Exit::Signal(signal) => match self.limits.reached(signal) {
                        Some(reached) => Exit::AtLimit(reached),
                        None => Exit::Signal(signal),
                    },
                    exit => exit,
                },
                // Somebody else has reaped it; that it has ended is certain, and how is lost.
                Err(_) => Exit::Signal(SIGKILL),
            };
            // A keeper that was killed itself looks like one whose bot was.
            match &self.keeper {
                Some(keeper) if exit == Exit::Signal(signal_hook::consts::SIGKILL) => {
                    self.nursery.killed(keeper.pid());
                }
                Some(keeper) => self.nursery.ended(keeper.pid()),
                None => {}
            }
            self.exit = Some(self.look_for_reason(exit));
        }
        self.exit.clone()
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

    /// Tells a bot that was never executed from one that ended with the same status.
    fn look_for_reason(&mut self, exit: Exit) -> Exit {
        let unread = self.stdout.as_ref().is_some_and(|end| ioctl_fionread(end).is_ok_and(|count| count > 0));
        if exit != Exit::Code(NOT_EXECUTED_STATUS.into()) || self.spoke || unread {
            return exit;
        }
        // All who could write are gone, so this ends.
        while let Output::Bytes(_) = self.drain_stderr() {}
        Exit::not_executed(&self.stderr_tail()).unwrap_or(exit)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let (Some(keeper), None) = (self.keeper.take(), &self.exit) {
            keeper.stop();
            self.nursery.bury(keeper);
        }
    }
}

/// The bot's input is closed, on its side or on ours.
struct Shut;

/// Reads once; at the end, or where it cannot be read, the descriptor is let go, so that no poll wakes for it again.
fn read_from(end: &mut Option<OwnedFd>, mut read: impl FnMut(&OwnedFd) -> rustix::io::Result<usize>) -> Output {
    let Some(open) = end else { return Output::End };
    match retry_on_intr(|| read(open)) {
        Ok(count) if count > 0 => Output::Bytes(count),
        Err(Errno::AGAIN) => Output::Nothing,
        Ok(_) | Err(_) => {
            *end = None;
            Output::End
        }
    }
}
