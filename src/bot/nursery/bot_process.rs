//! A bot as a match sees it, and the starter of bots. [`Process`](crate::bot::Process) and [`Nursery`](crate::bot::Nursery) are
//! the bots and the starter of this machine. A simulation has its own.

use std::{fmt, io, os::fd::BorrowedFd, sync::Arc};

use uvi_match::referee::Delivery;

use super::held_bot::HeldBot;
use crate::bot::{
    system::Interest,
    terms::{Affinity, Core, Exit, Launch, StartError},
};

/// The starter of bots.
pub trait Bots: fmt::Debug + Send + Sync {
    /// Starts a bot. Returns an error if the bot cannot be started. Errors that show later come as
    /// [`Exit::NotExecuted`] and [`Exit::NotStarted`].
    fn start(&self, launch: &Launch) -> Result<Box<dyn BotProcess>, StartError>;

    /// Checks that this many more files can be opened, for a match and its bots. Returns an error if there is no room.
    fn have_room_for(&self, files: usize) -> io::Result<()>;

    /// Returns true if the bots are processes of this machine. Only such bots have programs, cores and descriptors.
    fn are_processes(&self) -> bool;

    /// Takes the core with the fewest shares. `None` if the system does not list its cores, or the bots are simulated.
    fn take_core(&self) -> Option<Arc<Core>> {
        None
    }
}

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

    /// Returns true if the bot has namespaces of its own.
    fn is_isolated(&self) -> bool;

    /// Returns true if the bot is in the sandbox.
    fn is_in_sandbox(&self) -> bool {
        false
    }

    /// The affinity from the bot's limits.
    fn affinity(&self) -> Affinity;

    /// The core to which the bot is held from its start.
    fn core(&self) -> Option<&Arc<Core>>;

    /// Takes the core on which the calling thread runs, because the system has found room there. If another core has
    /// fewer shares, takes the first core with the fewest. `None` if the system tells neither, or the bot is simulated.
    fn near_core(&self) -> Option<Arc<Core>> {
        None
    }

    /// Holds the bot to a core from now on. `None` if the bot does not qualify; see [`HeldBot`].
    fn hold(&self, core: &Core) -> Option<HeldBot>;
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
