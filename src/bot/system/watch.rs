//! Waits on many descriptors at once.

use std::{io, os::fd::BorrowedFd, time::Duration};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};

/// The event for which a descriptor is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interest {
    /// Readable, or the other end is closed.
    Read,
    /// Writable, or the other end is closed.
    Write,
    /// The other end is closed.
    Closed,
}

/// A descriptor to watch.
#[derive(Debug, Clone, Copy)]
pub struct WatchedDescriptor<'fd, T> {
    /// The caller's name for the descriptor.
    pub name: T,
    /// The descriptor.
    pub fd: BorrowedFd<'fd>,
    /// The event to wait for.
    pub interest: Interest,
}

/// Waits until a descriptor is ready or the time is over; `None` waits without an end. Appends the names of the ready
/// descriptors, in the order of `wanted`. A signal may end the wait early.
pub fn wait<T: Copy>(
    wanted: &[WatchedDescriptor<'_, T>],
    timeout: Option<Duration>,
    ready: &mut Vec<T>,
) -> io::Result<()> {
    let mut fds: Vec<PollFd<'_>> = wanted.iter().map(poll_fd).collect();
    // A time beyond all numbers is as good as for ever.
    let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
    match poll(&mut fds, timeout.as_ref()) {
        Ok(_) => {
            let is_ready = |(_, fd): &(&WatchedDescriptor<'_, T>, &PollFd<'_>)| !fd.revents().is_empty();
            ready.extend(wanted.iter().zip(&fds).filter(is_ready).map(|(wanted, _)| wanted.name));
            Ok(())
        }
        Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn poll_fd<'fd, T>(wanted: &WatchedDescriptor<'fd, T>) -> PollFd<'fd> {
    let flags = match wanted.interest {
        Interest::Read => PollFlags::IN,
        Interest::Write => PollFlags::OUT,
        // poll(2) always reports a closed end.
        Interest::Closed => PollFlags::empty(),
    };
    PollFd::from_borrowed_fd(wanted.fd, flags)
}

#[cfg(test)]
mod tests {
    use std::{io::Write, os::fd::AsFd};

    use super::*;

    fn ready(wanted: &[WatchedDescriptor<'_, u8>]) -> Vec<u8> {
        let mut ready = Vec::new();
        wait(wanted, Some(Duration::ZERO), &mut ready).unwrap();
        ready
    }

    #[test]
    fn what_is_ready_is_named() {
        let (first, mut to_first) = io::pipe().unwrap();
        let (second, to_second) = io::pipe().unwrap();
        let read = |name, fd| WatchedDescriptor { name, fd, interest: Interest::Read };
        let both = [read(1, first.as_fd()), read(2, second.as_fd())];
        assert!(ready(&both).is_empty());
        to_first.write_all(b"x").unwrap();
        assert_eq!(ready(&both), [1]);
        assert_eq!(ready(&both), [1], "it stays ready until it is read");
        drop(to_second);
        assert_eq!(ready(&both), [1, 2], "a closed end can be read");
        assert_eq!(ready(&[read(2, second.as_fd())]), [2]);
        let write = WatchedDescriptor { name: 3, fd: to_first.as_fd(), interest: Interest::Write };
        assert_eq!(ready(&[write]), [3]);
        let closed = WatchedDescriptor { interest: Interest::Closed, ..write };
        assert!(ready(&[closed]).is_empty());
        drop(first);
        assert_eq!(ready(&[closed]), [3]);
        assert!(ready(&[]).is_empty());
    }
}
