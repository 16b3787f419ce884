//! A bot as a match sees it, and its process on this machine: writes to it, reads from it, and reports its end. A
//! simulation has bots of its own. Callers wait on the bot's descriptors; no function here waits, except
//! [`Process::exit`] for the remains of a killed bot. The arbiter ignores SIGPIPE, as Rust programs do by default.

use std::{
    collections::VecDeque,
    fmt,
    mem::MaybeUninit,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    sync::Arc,
};

use rustix::{
    buffer::spare_capacity,
    io::{Errno, read, retry_on_intr, write},
};
use signal_hook::consts::{SIGKILL, SIGTERM};
use uvi_match::referee::Delivery;

use super::{
    desk::Desk,
    held_bot::HeldBot,
    keeper::{Keeper, KeeperEnd},
    pipes::Pipes,
    tail::Tail,
};
use crate::bot::{
    system::{Interest, affinity},
    terms::{Core, ExecFailure, Exit, Launch, Limits, MachineShare, StartStage},
};

/// The bytes per read of stderr, to which bots write little.
const READ_OF_STDERR: usize = 4096;

/// A bot that was started. No function waits for the bot. Dropping it before its end kills the bot.
pub trait BotProcess: fmt::Debug + Send {
    /// Writes bytes after the queue, and keeps the bytes that the pipe does not take in the queue.
    fn send_now(&mut self, bytes: &[u8]) -> Delivery;

    /// Writes the queue with one write.
    fn flush(&mut self) -> Delivery;

    /// Returns true if bytes wait for the pipe.
    fn is_queued(&self) -> bool;

    /// Closes the bot's input, so the bot reads its end. Drops the queue.
    fn close_input(&mut self);

    /// Replaces the buffer's contents by one read of stdout. The buffer's capacity, the limit, must not be 0.
    fn read_output(&mut self, buffer: &mut Vec<u8>) -> ReadResult;

    /// Reads stderr with one read. The last 64 KiB of all reads are kept.
    fn drain_stderr(&mut self) -> ReadResult;

    /// The last 64 KiB read from stderr, from the start of a line. Non-UTF-8 is replaced; control characters stay.
    fn stderr_tail(&self) -> String;

    /// The bytes read from stderr after the first `seen` ones, except dropped ones, and the number of all bytes.
    fn stderr_after(&self, seen: u64) -> (&[u8], u64);

    /// Starts to kill the bot and all processes that it has started. The bot's end is reported later, like any other.
    fn kill(&mut self);

    /// The end of the bot; `None` while the bot, or a process that it has started, still runs. The bot's output can
    /// still be read afterwards. If a keeper ended by a signal, waits up to 2 s for processes that it has left.
    fn exit(&mut self) -> Option<Exit>;

    /// The descriptor to wait on. `None` if there is nothing more to wait for, or the bot is simulated.
    fn fd(&self, source: BotSource) -> Option<BorrowedFd<'_>>;

    /// True if this source of a simulated bot is ready. For all other bots, the arbiter waits for the descriptors.
    fn is_ready(&self, source: BotSource, interest: Interest) -> bool;

    /// The process of the bot; `None` if the bot is simulated.
    fn process(&self) -> Option<&Process> {
        None
    }
}

/// The result of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadResult {
    /// The number of bytes read, at least 1.
    Bytes(usize),
    /// There is nothing to read now.
    Nothing,
    /// There will be nothing to read any more.
    End,
}

/// A part of a bot that is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BotSource {
    /// The bot's stdout.
    Output,
    /// The bot's stderr.
    Errors,
    /// The bot's stdin: room in the pipe if bytes are queued, else the end of the pipe.
    Input,
    /// The bot's end.
    Exit,
}

/// A bot's process. Dropping it before its end kills the bot.
#[derive(Debug)]
pub struct Process {
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    /// Bytes to send, which the pipe has not taken.
    queue: VecDeque<u8>,
    tail: Tail,
    /// `None` once the nursery has the keeper.
    keeper: Option<Keeper>,
    stopped: bool,
    exit: Option<Exit>,
    pub(crate) limits: Limits,
    /// The share that limits the bot, if its owner has set no limits.
    share: MachineShare,
    pub(crate) isolated: bool,
    /// The core to which the bot is held from its start until the drop.
    pub(crate) core: Option<Arc<Core>>,
    desk: Arc<Desk>,
}

impl Process {
    pub(crate) fn new(
        launch: &Launch,
        share: MachineShare,
        isolated: bool,
        (keeper, pipes): (Keeper, Pipes),
        desk: Arc<Desk>,
    ) -> Self {
        Self {
            stdin: Some(pipes.stdin),
            stdout: Some(pipes.stdout),
            stderr: Some(pipes.stderr),
            queue: VecDeque::new(),
            tail: Tail::default(),
            keeper: Some(keeper),
            stopped: false,
            exit: None,
            limits: launch.limits.clone(),
            share,
            isolated,
            core: launch.core.clone(),
            desk,
        }
    }

    /// Takes the core on which the calling thread runs, because the system has found room there. If another core has
    /// fewer shares, takes the first core with the fewest. `None` if the system tells neither.
    pub(crate) fn near_core(&self) -> Option<Arc<Core>> {
        self.desk.cores.take(Some(affinity::here()?))
    }

    /// Holds the bot to a core from now on. `None` if the bot does not qualify; see [`HeldBot`].
    pub(crate) fn hold(&self, core: &Core) -> Option<HeldBot> {
        HeldBot::hold(self.keeper.as_ref()?.pid(), core)
    }

    /// Works out the bot's end from the stage of its start and the end of its keeper.
    fn told(&self, stage: StartStage, exit: Exit) -> Exit {
        match (stage, exit) {
            (StartStage::Failed(ExecFailure::Bots(reason)), _) => Exit::NotExecuted(reason),
            // Stopped before the exec.
            (StartStage::Ours | StartStage::Failed(ExecFailure::Ours(_)), _) if self.stopped => Exit::Signal(SIGKILL),
            (StartStage::Failed(ExecFailure::Ours(reason)), _) => Exit::NotStarted(reason),
            (StartStage::Ours, exit) => Exit::NotStarted(format!("its keeper {exit} before it was started")),
            // Stopped before the keeper caught the signal.
            (StartStage::Begun, Exit::Signal(SIGTERM)) if self.stopped => Exit::Signal(SIGKILL),
            (StartStage::Begun, Exit::Signal(signal)) => match self.limits.reached(signal, self.share) {
                Some(reached) => Exit::AtLimit(reached),
                None => Exit::Signal(signal),
            },
            (StartStage::Begun, exit) => exit,
        }
    }

    /// Distinguishes a bot that was never executed from a bot that itself ended with status 127. A bot that was never
    /// executed has the arbiter's line at the end of its stderr.
    #[cfg(not(target_os = "linux"))]
    fn stage_by_stderr(&mut self, stage: StartStage, exit: &Exit) -> StartStage {
        use crate::bot::terms::{NOT_EXECUTED, NOT_EXECUTED_STATUS};
        if *exit != Exit::Code(NOT_EXECUTED_STATUS.into()) {
            return stage;
        }
        // All writers have ended, so this loop ends.
        while let ReadResult::Bytes(_) = self.drain_stderr() {}
        let text = self.stderr_tail();
        match text.lines().next_back().and_then(|line| line.strip_prefix(NOT_EXECUTED)) {
            Some(reason) => StartStage::Failed(ExecFailure::Bots(reason.to_owned())),
            None => stage,
        }
    }

    /// Writes some of the bytes with one write. Returns their number, 0 if the pipe is full.
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
        self.queue = VecDeque::new();
        Delivery::Closed
    }
}

impl BotProcess for Process {
    fn send_now(&mut self, bytes: &[u8]) -> Delivery {
        if self.is_queued() {
            self.queue.extend(bytes);
            return self.flush();
        }
        match self.write(bytes) {
            Ok(count) if count == bytes.len() => Delivery::Done,
            Ok(count) => {
                self.queue.extend(&bytes[count..]);
                Delivery::Blocked
            }
            Err(Shut) => self.shut(),
        }
    }

    fn flush(&mut self) -> Delivery {
        self.queue.make_contiguous();
        match self.write(self.queue.as_slices().0) {
            Ok(count) => drop(self.queue.drain(..count)),
            Err(Shut) => return self.shut(),
        }
        if self.queue.is_empty() { Delivery::Done } else { Delivery::Blocked }
    }

    fn is_queued(&self) -> bool {
        !self.queue.is_empty()
    }

    fn close_input(&mut self) {
        self.shut();
    }

    fn read_output(&mut self, buffer: &mut Vec<u8>) -> ReadResult {
        assert!(buffer.capacity() > 0, "no room would look like the end of output");
        buffer.clear();
        let output = read_from(&mut self.stdout, |end| read(end, spare_capacity(buffer)));
        if let (ReadResult::Bytes(_), Some(keeper)) = (output, &mut self.keeper) {
            keeper.has_begun();
        }
        output
    }

    // Not inlined: its buffer would be on the stack of every thread that may read stderr.
    #[inline(never)]
    fn drain_stderr(&mut self) -> ReadResult {
        let Self { stderr, tail, .. } = self;
        let mut space = [MaybeUninit::uninit(); READ_OF_STDERR];
        read_from(stderr, |end| {
            let (bytes, _) = read(end, &mut space)?;
            tail.add(bytes);
            Ok(bytes.len())
        })
    }

    fn stderr_tail(&self) -> String {
        self.tail.text()
    }

    fn stderr_after(&self, seen: u64) -> (&[u8], u64) {
        self.tail.after(seen)
    }

    fn kill(&mut self) {
        if let (Some(keeper), None, false) = (&self.keeper, &self.exit, self.stopped) {
            self.desk.press(keeper);
            self.stopped = true;
        }
    }

    fn exit(&mut self) -> Option<Exit> {
        if self.exit.is_none() {
            let keeper = self.keeper.as_mut()?;
            // An error means that another part of the program has reaped the keeper, so its status is unknown.
            let ended = keeper.ended().unwrap_or(Some(KeeperEnd::Unknown))?;
            let stage = keeper.stage();
            let pid = keeper.pid();
            let exit = match ended {
                KeeperEnd::Status(status) => Exit::from_status(status),
                KeeperEnd::Unknown => Exit::Signal(SIGKILL),
            };
            // The status does not tell if the keeper itself was killed or its bot.
            match (ended, &exit) {
                (KeeperEnd::Unknown, _) => {
                    if let Some(keeper) = self.keeper.take() {
                        self.desk.bury(keeper);
                    }
                    self.desk.killed(pid);
                }
                (KeeperEnd::Status(_), Exit::Signal(_)) => self.desk.killed(pid),
                (KeeperEnd::Status(_), _) => self.desk.ended(pid, self.isolated),
            }
            #[cfg(not(target_os = "linux"))]
            let stage = self.stage_by_stderr(stage, &exit);
            self.exit = Some(self.told(stage, exit));
        }
        self.exit.clone()
    }

    fn process(&self) -> Option<&Process> {
        Some(self)
    }

    fn fd(&self, source: BotSource) -> Option<BorrowedFd<'_>> {
        match source {
            BotSource::Output => self.stdout.as_ref().map(AsFd::as_fd),
            BotSource::Errors => self.stderr.as_ref().map(AsFd::as_fd),
            BotSource::Input => self.stdin.as_ref().map(AsFd::as_fd),
            BotSource::Exit => {
                self.keeper.as_ref().filter(|_| self.exit.is_none()).map(|keeper| keeper.stopper.as_fd())
            }
        }
    }

    fn is_ready(&self, _: BotSource, _: Interest) -> bool {
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let (Some(keeper), None) = (self.keeper.take(), &self.exit) {
            self.desk.bury(keeper);
        }
    }
}

struct Shut;

/// Reads once. At the end or on an error, closes the descriptor, so that no poll wakes for it again.
fn read_from(end: &mut Option<OwnedFd>, mut read: impl FnMut(&OwnedFd) -> rustix::io::Result<usize>) -> ReadResult {
    let Some(open) = end else { return ReadResult::End };
    match retry_on_intr(|| read(open)) {
        Ok(count) if count > 0 => ReadResult::Bytes(count),
        Err(Errno::AGAIN) => ReadResult::Nothing,
        Ok(_) | Err(_) => {
            *end = None;
            ReadResult::End
        }
    }
}
