//! Threads of this machine, and work on several cores.

use std::{
    io,
    num::NonZeroUsize,
    sync::{Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle, Scope, ScopedJoinHandle},
};

/// The number of cores that the arbiter may use. 1 if the system does not tell.
pub(crate) fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Locks a value. A thread that panicked leaves it as it was between two changes.
pub(crate) fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn spawn<R: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> R + Send + 'static,
) -> io::Result<JoinHandle<R>> {
    thread::Builder::new().name(name.to_owned()).spawn(work)
}

pub(crate) fn spawn_scoped<'scope, 'env, R: Send + 'scope>(
    scope: &'scope Scope<'scope, 'env>,
    name: String,
    work: impl FnOnce() -> R + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, R>> {
    thread::Builder::new().name(name).spawn_scoped(scope, work)
}

pub(crate) fn scope<'env, R>(work: impl for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> R) -> R {
    thread::scope(work)
}

/// Runs `aside` on another thread while `work` runs here; afterwards, if the system has no room for a thread.
pub(crate) fn at_once<A: Send, W>(mut aside: impl FnMut() -> A + Send, work: impl FnOnce() -> W) -> (A, W) {
    let mut done = None;
    let worked = thread::scope(|scope| {
        _ = thread::Builder::new().spawn_scoped(scope, || done = Some(aside()));
        work()
    });
    (done.unwrap_or_else(aside), worked)
}

/// Applies a function to each item, on so many threads. Results are in the order of the items. If the system has no room for
/// a thread, the caller's thread handles its part.
pub(crate) fn map_all<T: Sync, R: Send>(threads: usize, all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let work = |part: &[T]| part.iter().map(&work).collect::<Vec<R>>();
    let size = all.len().div_ceil(threads).max(1);
    if size >= all.len() {
        return work(all);
    }
    let work = &work;
    thread::scope(|scope| {
        let begin = |part| thread::Builder::new().spawn_scoped(scope, move || work(part)).map_err(|_| work(part));
        let parts: Vec<_> = all.chunks(size).map(begin).collect();
        let end = |thread: ScopedJoinHandle<'_, Vec<R>>| thread.join().expect("work on a part does not panic");
        parts.into_iter().flat_map(|part| part.map_or_else(|done| done, end)).collect()
    })
}
