//! A thread that is told messages, so that no game waits for its work.

use std::{io, thread::JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::world::threads;

/// A thread that hears messages until this value is dropped, which waits for the thread.
#[derive(Debug)]
pub(super) struct ToldThread<T> {
    told: Option<Sender<T>>,
    thread: Option<JoinHandle<()>>,
    work: &'static str,
}

impl<T: Send + 'static> ToldThread<T> {
    pub(super) fn start(
        name: &str,
        work: &'static str,
        hear: impl FnOnce(&Receiver<T>) + Send + 'static,
    ) -> io::Result<Self> {
        let (told, messages) = unbounded();
        let thread = threads::spawn(name, move || hear(&messages))?;
        Ok(Self { told: Some(told), thread: Some(thread), work })
    }

    pub(super) fn tell(&self, message: T) {
        if let Some(told) = &self.told {
            // The thread runs until this sender is dropped.
            let _ = told.send(message);
        }
    }
}

impl<T> Drop for ToldThread<T> {
    fn drop(&mut self) {
        self.told = None;
        if let Some(Err(_)) = self.thread.take().map(JoinHandle::join) {
            log::error!("the thread that {} has panicked", self.work);
        }
    }
}
