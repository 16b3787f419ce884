//! The events for the daemon's loop, and the ends of a daemon.

use std::{io, time::Instant};

use uvi::{OwnedLine, Word};

/// An event for the daemon.
#[derive(Debug)]
pub enum DaemonEvent {
    /// A line of the host, with the time of its arrival.
    Line(Instant, OwnedLine),
    /// The input has ended.
    InputEnded,
    /// The match of this name is over, or could not start.
    Settled(Word),
    /// A signal came.
    Signal(i32),
    /// The host is gone.
    Lost(OutboxError),
    /// The time of [`Serving::due`](super::Serving::due) has come.
    TimeCame,
}

/// The reason why the daemon ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// The host said `quit`, or closed one of the two pipes.
    Quit,
    /// This signal came.
    Signal(i32),
    /// The host does not read any more.
    OutputLost(OutboxError),
}

/// The reason why the host counts as gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum OutboxError {
    #[error("the host has closed the arbiter's output")]
    Closed,
    #[error("cannot write to the host: {0}")]
    Failed(io::ErrorKind),
    #[error("the host does not read: {0} bytes wait for it")]
    Unread(usize),
}
