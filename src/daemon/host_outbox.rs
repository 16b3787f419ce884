//! The queue of messages to the host. Any thread adds messages, and one thread writes them, so no match ever waits for
//! the host.

use std::{
    collections::VecDeque,
    io::{self, Write},
    mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use uvi::ToHost;

/// The sizes of the queue, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct OutboxLimits {
    /// The number of unsent bytes above which `info` messages are dropped.
    pub drop_info: usize,
    /// The number of unsent bytes above which the host counts as gone.
    pub give_up: usize,
    /// The capacity of a batch. A batch counts as full a little earlier, because a batch that outgrows its capacity
    /// would be copied.
    pub batch: usize,
}

impl Default for OutboxLimits {
    fn default() -> Self {
        Self { drop_info: 64 * 1024 * 1024, give_up: 128 * 1024 * 1024, batch: 64 * 1024 }
    }
}

/// Adds messages to the host's queue.
#[derive(Debug, Clone)]
pub struct HostOutbox {
    shared: Arc<SharedBatches>,
    /// Ends the writer when the last clone is dropped.
    _open: Arc<Open>,
}

/// The other end of the host's queue, from which batches are written.
#[derive(Debug, Clone)]
pub struct UnsentBatches(Arc<SharedBatches>);

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
    limits: OutboxLimits,
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

    /// Tells once that the host is gone.
    fn lose(&self, loss: OutboxError) {
        if self.lock().lose(loss) {
            (self.on_loss)(loss);
        }
    }
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
    /// Creates a queue. `on_loss` is called once if the host is gone.
    pub fn new(limits: OutboxLimits, on_loss: impl Fn(OutboxError) + Send + Sync + 'static) -> (Self, UnsentBatches) {
        let unsent = Mutex::new(Unsent { limits, ..Unsent::default() });
        let shared = Arc::new(SharedBatches { unsent, more: Condvar::new(), on_loss: Box::new(on_loss) });
        (Self { _open: Arc::new(Open(Arc::clone(&shared))), shared: Arc::clone(&shared) }, UnsentBatches(shared))
    }

    pub(super) fn tell(&self, message: &ToHost) {
        let added = self.shared.lock().add(message);
        match added {
            Ok(()) => self.shared.more.notify_one(),
            Err(loss) => self.shared.lose(loss),
        }
    }
}

impl UnsentBatches {
    /// The number of bytes that are not written yet.
    pub fn bytes(&self) -> usize {
        self.0.lock().bytes
    }

    /// The reason why the host counts as gone; `None` if it does not.
    pub fn loss(&self) -> Option<OutboxError> {
        self.0.lock().loss
    }

    /// Takes the next batch to write; `None` if there is none now.
    pub fn take(&self) -> Option<String> {
        self.0.lock().batches.pop_front()
    }

    /// Takes in the end of writing a batch.
    pub fn written(&self, batch: &str, written: io::Result<()>) {
        self.0.lock().bytes -= batch.len();
        if written.is_err() {
            self.0.lose(OutboxError::Closed);
        }
    }

    /// Writes all batches, until all outboxes are dropped and no batch is left.
    pub(super) fn write_to(&self, mut output: impl Write) {
        while let Some(batch) = self.wait() {
            let written = output.write_all(batch.as_bytes()).and_then(|()| output.flush());
            self.written(&batch, written);
        }
    }

    /// Takes the next batch, and waits for one. `None` at the end.
    fn wait(&self) -> Option<String> {
        let mut unsent = self.0.lock();
        loop {
            match unsent.batches.pop_front() {
                None if !unsent.closed => unsent = self.0.more.wait(unsent).unwrap_or_else(PoisonError::into_inner),
                batch => return batch,
            }
        }
    }
}
