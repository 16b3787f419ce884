//! What is said to the host: put in from any thread, written by one. No match ever waits for the host.

use std::{
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use uvi::ToHost;

/// With more than this unsent, what bots say while thinking is dropped.
const DROP_INFO: usize = 64 * 1024 * 1024;
/// With more than this unsent, the host counts as gone.
const GIVE_UP: usize = 128 * 1024 * 1024;
/// How much is gathered for one write.
const BATCH: usize = 64 * 1024;

/// Where messages to the host are put.
#[derive(Debug, Clone)]
pub(super) struct Outbox {
    lines: Sender<String>,
    state: Arc<State>,
}

struct State {
    unsent: AtomicUsize,
    lost: AtomicBool,
    /// Called once, where the host is gone.
    on_loss: Box<dyn Fn() + Send + Sync>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("unsent", &self.unsent).field("lost", &self.lost).finish_non_exhaustive()
    }
}

impl State {
    fn lose(&self) {
        if !self.lost.swap(true, Ordering::Relaxed) {
            (self.on_loss)();
        }
    }
}

impl Outbox {
    /// Starts the thread that writes. `on_loss` is called once where the host is gone.
    pub(super) fn new(
        output: impl Write + Send + 'static,
        on_loss: impl Fn() + Send + Sync + 'static,
    ) -> std::io::Result<(Self, Writer)> {
        let (lines, received) = unbounded();
        let state =
            Arc::new(State { unsent: AtomicUsize::new(0), lost: AtomicBool::new(false), on_loss: Box::new(on_loss) });
        let outbox = Self { lines, state: Arc::clone(&state) };
        let shared = Arc::clone(&state);
        let thread =
            thread::Builder::new().name("host-writer".to_owned()).spawn(move || write(output, &received, &state))?;
        Ok((outbox, Writer { thread, state: shared }))
    }

    /// Puts a message in.
    pub(super) fn tell(&self, message: &ToHost) {
        let unsent = self.state.unsent.load(Ordering::Relaxed);
        if unsent > DROP_INFO && matches!(message, ToHost::Info { .. }) {
            return;
        }
        if unsent > GIVE_UP {
            self.state.lose();
        }
        if self.state.lost.load(Ordering::Relaxed) {
            return;
        }
        let line = format!("{message}\n");
        self.state.unsent.fetch_add(line.len(), Ordering::Relaxed);
        // The writer ends only when all outboxes are gone.
        let _ = self.lines.send(line);
    }
}

/// The thread that writes; it ends when all outboxes are gone and everything is written.
#[derive(Debug)]
pub(super) struct Writer {
    thread: thread::JoinHandle<()>,
    state: Arc<State>,
}

impl Writer {
    pub(super) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// How many bytes are not written yet.
    pub(super) fn unsent(&self) -> usize {
        self.state.unsent.load(Ordering::Relaxed)
    }
}

fn write(mut output: impl Write, lines: &Receiver<String>, state: &State) {
    let mut batch = String::new();
    while let Ok(line) = lines.recv() {
        batch.clear();
        batch.push_str(&line);
        while batch.len() < BATCH {
            let Ok(line) = lines.try_recv() else { break };
            batch.push_str(&line);
        }
        let was_lost = state.lost.load(Ordering::Relaxed);
        if !was_lost && output.write_all(batch.as_bytes()).and_then(|()| output.flush()).is_err() {
            state.lose();
        }
        state.unsent.fetch_sub(batch.len(), Ordering::Relaxed);
    }
}
