//! Wakes a thread that waits in poll(2). A channel has no descriptor, so its sender uses a waker.

use std::{
    io,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
};

/// Wakes a poll(2) on its descriptor. Share it in an [`Arc`](std::sync::Arc).
#[derive(Debug)]
pub struct Waker {
    read: OwnedFd,
    /// `None` for an eventfd, because `read` is then also written.
    write: Option<OwnedFd>,
}

impl Waker {
    /// Creates a waker from an eventfd, not woken.
    #[cfg(target_os = "linux")]
    pub fn new() -> io::Result<Self> {
        use rustix::event::{EventfdFlags, eventfd};
        Ok(Self { read: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?, write: None })
    }

    /// Creates a waker from a pipe, not woken.
    #[cfg(not(target_os = "linux"))]
    pub fn new() -> io::Result<Self> {
        let (read, write) = io::pipe()?;
        let (read, write) = (OwnedFd::from(read), OwnedFd::from(write));
        rustix::io::ioctl_fionbio(&read, true)?;
        rustix::io::ioctl_fionbio(&write, true)?;
        Ok(Self { read, write: Some(write) })
    }

    /// Makes the descriptor readable.
    pub fn wake(&self) {
        let end = self.write.as_ref().unwrap_or(&self.read);
        // Fails only if the descriptor is full, and so readable already.
        let _ = rustix::io::retry_on_intr(|| rustix::io::write(end, &1u64.to_ne_bytes()));
    }

    /// Makes the descriptor unreadable until the next wake. Call it before you look into the channel, to lose no wake.
    pub fn clear(&self) {
        let mut bytes = [0; 64];
        loop {
            match rustix::io::read(&self.read, &mut bytes) {
                Ok(count) if count == bytes.len() => {}
                Err(rustix::io::Errno::INTR) => {}
                Ok(_) | Err(_) => return,
            }
        }
    }
}

impl AsFd for Waker {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.read.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    use super::*;

    fn woken(waker: &Waker) -> bool {
        let mut fds = [PollFd::new(waker, PollFlags::IN)];
        poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).unwrap() == 1
    }

    #[test]
    fn a_wake_lasts_until_it_is_cleared() {
        let waker = Waker::new().unwrap();
        assert!(!woken(&waker));
        for _ in 0..100_000 {
            waker.wake();
        }
        assert!(woken(&waker));
        waker.clear();
        assert!(!woken(&waker));
        waker.wake();
        assert!(woken(&waker));
    }
}
