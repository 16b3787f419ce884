//! The queue of messages to the host. Any thread adds messages, and one writes them, so no match ever waits for it.

use std::{
    collections::VecDeque,
    io::{self, Write},
    mem,
    sync::{Arc, Condvar, Mutex},
};

use crossbeam_channel::Sender;
use uvi::ToHost;

use super::daemon_event::{DaemonEvent, OutboxError};
use crate::world::threads::lock;

/// The number of bytes that are written at a time, so that a host that reads slowly is seen to read.
const PIECE: usize = 4096;

/// The sizes of the queue, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct OutboxLimits {
    /// The number of unsent bytes above which `info` messages are dropped.
    pub drop_info: usize,
    /// The number of unsent bytes above which the host counts as gone.
    pub give_up: usize,
    /// The capacity of a batch. A batch counts as full a little earlier, because to outgrow it costs a copy.
    pub batch: usize,
}

impl Default for OutboxLimits {
    fn default() -> Self {
        Self { drop_info: 64 * 1024 * 1024, give_up: 128 * 1024 * 1024, batch: 64 * 1024 }
    }
}

/// The host's queue.
#[derive(Debug, Clone)]
pub struct HostOutbox(Arc<SharedBatches>);

#[derive(Debug)]
struct SharedBatches {
    unsent: Mutex<Unsent>,
    more: Condvar,
    /// Receives the loss of the host, once.
    events: Sender<DaemonEvent>,
}

/// The messages that are not written yet, as the bytes of the wire, so that counting the bytes counts the memory.
#[derive(Debug, Default)]
struct Unsent {
    limits: OutboxLimits,
    batches: VecDeque<String>,
    /// The bytes of all batches, including the batch that the writer is writing.
    bytes: usize,
    loss: Option<OutboxError>,
}

impl Unsent {
    /// Adds a message. Fails if the host reads too little.
    fn add(&mut self, message: &ToHost) -> Result<(), OutboxError> {
        let OutboxLimits { drop_info, give_up, batch: capacity } = self.limits;
        if self.loss.is_some() || self.bytes > drop_info && matches!(message, ToHost::Info { .. }) {
            return Ok(());
        }
        if self.bytes > give_up {
            return Err(OutboxError::Unread(self.bytes));
        }
        if self.batches.back().is_none_or(|batch| batch.len() >= capacity - capacity / 16) {
            self.batches.push_back(String::with_capacity(capacity));
        }
        if let Some(batch) = self.batches.back_mut() {
            let before = batch.len();
            // Control characters of strangers are escaped. Nothing else is refused of what the arbiter says.
            if let Err(error) = message.write_escaped_line(batch) {
                log::error!("a message to the host is not sent: {error}");
            }
            self.bytes += batch.len() - before;
        }
        Ok(())
    }

    /// Drops what is not being written. Returns true for the first loss.
    fn lose(&mut self, loss: OutboxError) -> bool {
        let held: usize = mem::take(&mut self.batches).iter().map(String::len).sum();
        self.bytes -= held;
        self.loss.replace(loss).is_none()
    }
}

impl HostOutbox {
    /// Creates an empty queue. `events` receives the loss of the host.
    pub fn new(limits: OutboxLimits, events: Sender<DaemonEvent>) -> Self {
        let unsent = Mutex::new(Unsent { limits, ..Unsent::default() });
        Self(Arc::new(SharedBatches { unsent, more: Condvar::new(), events }))
    }

    pub(super) fn tell(&self, message: &ToHost) {
        let added = lock(&self.0.unsent).add(message);
        match added {
            Ok(()) => self.0.more.notify_one(),
            Err(loss) => self.lose(loss),
        }
    }

    /// The number of bytes that are not written yet.
    pub fn unsent(&self) -> usize {
        lock(&self.0.unsent).bytes
    }

    /// The reason why the host counts as gone; `None` if it does not.
    pub fn loss(&self) -> Option<OutboxError> {
        lock(&self.0.unsent).loss
    }

    /// Takes the next batch to write; `None` if there is none now.
    pub fn take(&self) -> Option<String> {
        lock(&self.0.unsent).batches.pop_front()
    }

    /// Takes in the end of writing so many bytes of a batch.
    pub fn written(&self, bytes: usize, written: io::Result<()>) {
        lock(&self.0.unsent).bytes -= bytes;
        match written.map_err(|error| error.kind()) {
            Ok(()) => {}
            Err(io::ErrorKind::BrokenPipe) => self.lose(OutboxError::Closed),
            Err(kind) => self.lose(OutboxError::Failed(kind)),
        }
    }

    /// Writes each batch. Never returns.
    pub(super) fn write_to(&self, mut output: impl Write) {
        loop {
            let waiting = self.0.more.wait_while(lock(&self.0.unsent), |unsent| unsent.batches.is_empty());
            drop(waiting);
            for piece in self.take().iter().flat_map(|batch| batch.as_bytes().chunks(PIECE)) {
                self.written(piece.len(), output.write_all(piece).and_then(|()| output.flush()));
            }
        }
    }

    pub(super) fn lose(&self, loss: OutboxError) {
        if lock(&self.0.unsent).lose(loss) {
            // Fails at the end of the daemon, when the receiver is gone.
            let _ = self.0.events.send(DaemonEvent::Lost(loss));
        }
    }
}
