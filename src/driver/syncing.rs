//! Logs of finished matches on their way to the disk, beside the next matches: all that have come meanwhile go together,
//! since the first that is synced takes the others with it.

use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use super::{JournalError, Unsynced};

/// A pause between two syncs in which logs gather where nobody waits for a result: what the disk does costs nearly as much
/// for one as for ten.
pub const GATHER: Duration = Duration::from_millis(20);

/// Syncs what comes until nobody can send any more, with such a pause at least between two syncs, and tells of each when
/// it is on the disk.
pub fn sync_together<T>(
    coming: &Receiver<(T, Option<Unsynced>)>,
    pause: Duration,
    told: impl FnMut(T, Result<(), JournalError>),
) {
    sync_all(
        coming,
        pause,
        |log| log.iter().for_each(Unsynced::begin),
        |log| log.map_or(Ok(()), Unsynced::finish),
        told,
    );
}

fn sync_all<T, L, E>(
    coming: &Receiver<(T, L)>,
    pause: Duration,
    begin: impl Fn(&L),
    finish: impl Fn(L) -> Result<(), E>,
    mut told: impl FnMut(T, Result<(), E>),
) {
    let mut next = Instant::now();
    while let Ok(first) = coming.recv() {
        let mut all = vec![first];
        // Each is an open file, of which no more are held than were asked for.
        while all.len() < coming.capacity().unwrap_or(usize::MAX)
            && let Ok(more) = coming.recv_deadline(next)
        {
            all.push(more);
        }
        next = Instant::now() + pause;
        all.iter().for_each(|(_, log)| begin(log));
        for (matched, log) in all {
            told(matched, finish(log));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn what_is_told_is_on_the_disk_and_what_came_together_goes_together() {
        let (send, coming) = crossbeam_channel::unbounded();
        for log in [1, 2, 3] {
            send.send((log, log)).unwrap();
        }
        let steps = RefCell::new(Vec::new());
        let step = |what: &str, log: i32| steps.borrow_mut().push(format!("{what} {log}"));
        let told = |log: i32, result: Result<(), i32>| {
            step("told", log);
            assert_eq!(result, if log == 2 { Err(2) } else { Ok(()) });
            if log == 1 {
                send.send((4, 4)).unwrap();
            }
        };
        let finish = |log: i32| {
            step("finish", log);
            if log == 2 { Err(log) } else { Ok(()) }
        };
        // It ends with the last sender, which the closure has: a second channel would hide that.
        std::thread::scope(|_| {
            let (more, ended) = crossbeam_channel::unbounded();
            coming.try_iter().for_each(|log| more.send(log).unwrap());
            drop(more);
            sync_all(&ended, Duration::ZERO, |log| step("begin", *log), finish, told);
        });
        let expected = "begin 1, begin 2, begin 3, finish 1, told 1, finish 2, told 2, finish 3, told 3";
        assert_eq!(steps.borrow().join(", "), expected);
        assert_eq!(coming.try_iter().collect::<Vec<_>>(), [(4, 4)], "what came meanwhile has its turn later");
    }

    #[test]
    fn the_first_log_goes_at_once_and_what_comes_in_the_pause_goes_together() {
        let (send, coming) = crossbeam_channel::unbounded();
        let (first_is_told, wait) = crossbeam_channel::bounded(1);
        let steps = RefCell::new(Vec::new());
        std::thread::scope(|scope| {
            send.send((1, 1)).unwrap();
            scope.spawn(move || {
                wait.recv().unwrap();
                for log in [2, 3] {
                    std::thread::sleep(Duration::from_millis(5));
                    send.send((log, log)).unwrap();
                }
            });
            let finish = |log: i32| {
                steps.borrow_mut().push(format!("finish {log}"));
                Ok::<(), ()>(())
            };
            let begin = |log: &i32| steps.borrow_mut().push(format!("begin {log}"));
            sync_all(&coming, Duration::from_secs(3600), begin, finish, |log, _| {
                if log == 1 {
                    first_is_told.send(()).unwrap();
                }
            });
        });
        assert_eq!(steps.borrow().join(", "), "begin 1, finish 1, begin 2, begin 3, finish 2, finish 3");
    }
}
