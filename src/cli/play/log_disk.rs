//! The thread that syncs the logs of a series while the next games run.

use std::{
    thread::{self, JoinHandle},
    time::Instant,
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use uvi_cup::{GATHER, SyncQueue};

use crate::{
    cli::output::complain,
    driver::{self, UnsyncedLog},
};

#[derive(Debug)]
pub(super) struct LogDisk {
    logs: Sender<UnsyncedLog>,
    thread: JoinHandle<bool>,
}

/// The capacity of the channel to the thread, and of the queue in the thread. Each waiting log is an open file.
const UNSYNCED: usize = 32;

impl LogDisk {
    pub(super) fn start() -> std::io::Result<Self> {
        let (logs, coming) = bounded(UNSYNCED);
        let thread = thread::Builder::new().name("disk".into()).spawn(move || sync_all(&coming))?;
        Ok(Self { logs, thread })
    }

    pub(super) fn sync(&self, log: UnsyncedLog) {
        // The thread runs until this sender is dropped.
        let _ = self.logs.send(log);
    }

    /// Waits until all logs are synced. Returns false if one could not be synced.
    pub(super) fn finish(self) -> bool {
        drop(self.logs);
        self.thread.join().unwrap_or_default()
    }
}

/// Syncs logs until the sender is dropped and all logs are handled. Returns true if all could be synced.
fn sync_all(coming: &Receiver<UnsyncedLog>) -> bool {
    let mut queue = SyncQueue::new(UNSYNCED, GATHER, Instant::now());
    let mut all = true;
    loop {
        let due = queue.due();
        let now = match due.map_or_else(|| Ok(coming.recv()?), |due| coming.recv_deadline(due)) {
            Ok(log) => {
                queue.add(log);
                while !queue.is_full()
                    && let Ok(more) = coming.try_recv()
                {
                    queue.add(more);
                }
                Instant::now()
            }
            Err(RecvTimeoutError::Timeout) => Instant::now(),
            Err(RecvTimeoutError::Disconnected) => match due {
                // The sender is dropped, so no more logs come. Sync the waiting logs now instead of when they are due.
                Some(due) => due,
                None => return all,
            },
        };
        let batch = queue.take(now).unwrap_or_default();
        driver::sync_together(batch.into_iter().map(|log| ((), Some(log))).collect(), |(), result| {
            queue.end_one();
            if let Err(error) = result {
                complain(&format!("arbiter: {error}"));
                all = false;
            }
        });
    }
}
