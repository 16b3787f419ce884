//! The queue of messages to the host. Any thread adds messages, and one thread writes them, so no match ever waits for
//! the host.

use std::{
    collections::VecDeque,
    io::Write,
    mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use uvi::ToHost;

use crate::world::threads;

/// The number of unsent bytes above which `info` messages are dropped.
const DROP_INFO: usize = 64 * 1024 * 1024;
/// The number of unsent bytes above which the host counts as gone.
const GIVE_UP: usize = 128 * 1024 * 1024;
/// The capacity of a batch, in bytes.
const BATCH: usize = 64 * 1024;

/// The length at which a batch is full, in bytes. Less than the capacity, because a batch that outgrows its capacity
/// would be copied.
const FULL: usize = BATCH - 4096;

/// Adds messages to the host's queue.
#[derive(Debug, Clone)]
pub(super) struct HostOutbox {
    shared: Arc<SharedBatches>,
    /// Ends the writer when the last clone is dropped.
    _open: Arc<Open>,
}

struct SharedBatches {
    unsent: Mutex<Unsent>,
    more: Condvar,
    /// Called once when the host is gone.
    on_loss: Box<dyn Fn(OutboxError) + Send + Sync>,
}

/// The messages that are not written yet, stored as the bytes of the wire, so that counting the bytes counts the
/// memory.
#[derive(Debug, Default)]
struct Unsent {
    batches: VecDeque<String>,
    /// The bytes of all batches, including the batch that the writer is writing.
    bytes: usize,
    loss: Option<OutboxError>,
    closed: bool,
}

/// The reason why the host counts as gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum OutboxError {
    #[error("the host has closed the arbiter's output")]
    Closed,
    #[error("the host does not read: {0} bytes wait for it")]
    Unread(usize),
}

#[derive(Debug)]
struct Open(Arc<SharedBatches>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.more.notify_all();
    }
}

impl std::fmt::Debug for SharedBatches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("unsent", &self.unsent).finish_non_exhaustive()
    }
}

impl SharedBatches {
    /// Locks the queue. Ignores poison, because no holder of the lock can panic halfway.
    fn lock(&self) -> MutexGuard<'_, Unsent> {
        self.unsent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lose(&self, loss: OutboxError) {
        let first = {
            let mut unsent = self.lock();
            let held: usize = mem::take(&mut unsent.batches).iter().map(String::len).sum();
            unsent.bytes -= held;
            unsent.loss.replace(loss).is_none()
        };
        if first {
            (self.on_loss)(loss);
        }
    }
}

impl HostOutbox {
    /// Starts the thread that writes. `on_loss` is called once if the host is gone.
    pub(super) fn new(
        output: impl Write + Send + 'static,
        on_loss: impl Fn(OutboxError) + Send + Sync + 'static,
    ) -> std::io::Result<(Self, Writer)> {
        let (unsent, more) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(SharedBatches { unsent, more, on_loss: Box::new(on_loss) });
        let outbox = Self { _open: Arc::new(Open(Arc::clone(&shared))), shared: Arc::clone(&shared) };
        let writing = Arc::clone(&shared);
        let thread = threads::spawn("host-writer", move || write(output, &writing))?;
        Ok((outbox, Writer { thread, shared }))
    }

    pub(super) fn tell(&self, message: &ToHost) {
        let mut unsent = self.shared.lock();
        if unsent.loss.is_some() || unsent.bytes > DROP_INFO && matches!(message, ToHost::Info { .. }) {
            return;
        }
        if unsent.bytes > GIVE_UP {
            let loss = OutboxError::Unread(unsent.bytes);
            drop(unsent);
            self.shared.lose(loss);
            return;
        }
        if unsent.batches.back().is_none_or(|batch| batch.len() >= FULL) {
            unsent.batches.push_back(String::with_capacity(BATCH));
        }
        if let Some(batch) = unsent.batches.back_mut() {
            let before = batch.len();
            // Control characters of strangers are escaped. Nothing else is refused of what the arbiter says.
            if let Err(error) = message.write_escaped_line(batch) {
                log::error!("a message to the host is not sent: {error}");
            }
            let added = batch.len() - before;
            unsent.bytes += added;
        }
        drop(unsent);
        self.shared.more.notify_one();
    }
}

/// The thread that writes. Ends when all outboxes are dropped and no batch is left.
#[derive(Debug)]
pub(super) struct Writer {
    thread: thread::JoinHandle<()>,
    shared: Arc<SharedBatches>,
}

impl Writer {
    pub(super) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// The number of bytes that are not written yet.
    pub(super) fn unsent(&self) -> usize {
        self.shared.lock().bytes
    }

    /// The reason why the host counts as gone; `None` if it does not.
    pub(super) fn loss(&self) -> Option<OutboxError> {
        self.shared.lock().loss
    }
}

fn write(mut output: impl Write, shared: &SharedBatches) {
    loop {
        let mut unsent = shared.lock();
        let batch = loop {
            match unsent.batches.pop_front() {
                Some(batch) => break batch,
                None if unsent.closed => return,
                None => unsent = shared.more.wait(unsent).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(unsent);
        let written = output.write_all(batch.as_bytes()).and_then(|()| output.flush());
        shared.lock().bytes -= batch.len();
        if written.is_err() {
            shared.lose(OutboxError::Closed);
        }
    }
}
