//! Waiting on many descriptors at once, in one place.

use std::{
    io,
    os::fd::{BorrowedFd, RawFd},
    time::Duration,
};

use rustix::event::Timespec;

/// What a descriptor is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interest {
    /// Until it can be read, or its other end is closed.
    Read,
    /// Until it can be written, or its other end is closed.
    Write,
    /// Until its other end is closed.
    Closed,
}

/// A descriptor to wait for, and the name by which it is reported.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'fd, T> {
    /// By which the caller knows it again.
    pub name: T,
    /// The descriptor.
    pub fd: BorrowedFd<'fd>,
    /// What it is waited for.
    pub interest: Interest,
}

/// Waits on descriptors.
///
/// On Linux the system remembers the set (epoll), since a match waits again and again on the same ten descriptors and
/// poll(2) looks at each of them every time: that was a tenth of what a decision costs the arbiter.
#[derive(Debug)]
pub struct Watch<T> {
    /// The set that the system knows, if it knows one; what is closed has left it by itself.
    known: Option<Vec<(T, RawFd, Interest)>>,
    system: system::Set,
}

impl<T: Copy + PartialEq> Watch<T> {
    /// Waits on nothing yet.
    ///
    /// # Errors
    /// If no descriptor is left.
    pub fn new() -> io::Result<Self> {
        Ok(Self { known: None, system: system::Set::new()? })
    }

    /// Waits until one of the descriptors is ready or the time is over, and adds the names of those that are ready.
    /// A signal may end the waiting early.
    ///
    /// # Errors
    /// If no descriptor or memory is left.
    pub fn wait(&mut self, wanted: &[Wanted<'_, T>], timeout: Option<Duration>, ready: &mut Vec<T>) -> io::Result<()> {
        use std::os::fd::AsRawFd;
        let named = |wanted: &Wanted<'_, T>| (wanted.name, wanted.fd.as_raw_fd(), wanted.interest);
        let known = match self.known.take() {
            Some(known) if known.iter().copied().eq(wanted.iter().map(named)) => known,
            Some(_) | None => {
                self.system.set(wanted.iter().map(|wanted| (wanted.fd, wanted.interest)))?;
                wanted.iter().map(named).collect()
            }
        };
        let timeout = timeout.map(timespec);
        let known = self.known.insert(known);
        let fds = wanted.iter().map(|wanted| (wanted.fd, wanted.interest));
        self.system.wait(fds, timeout.as_ref(), |place| ready.extend(known.get(place).map(|(name, _, _)| *name)))
    }
}

fn timespec(duration: Duration) -> Timespec {
    // A year is for ever.
    let duration = duration.min(Duration::from_secs(366 * 24 * 3600));
    Timespec { tv_sec: duration.as_secs() as i64, tv_nsec: i64::from(duration.subsec_nanos()) }
}

#[cfg(target_os = "linux")]
mod system {
    use std::{
        io,
        mem::MaybeUninit,
        os::fd::{BorrowedFd, OwnedFd},
    };

    use rustix::{
        event::{Timespec, epoll},
        io::Errno,
    };

    use super::Interest;

    /// How many descriptors are reported at once; the others are the next time.
    const AT_ONCE: usize = 32;

    /// Nothing, until something is wanted.
    #[derive(Debug)]
    pub(super) struct Set(Option<OwnedFd>);

    impl Set {
        pub(super) fn new() -> io::Result<Self> {
            Ok(Self(None))
        }

        /// Begins again: which of the old descriptors are still open is not known, and the set changes rarely.
        pub(super) fn set<'fd>(&mut self, fds: impl Iterator<Item = (BorrowedFd<'fd>, Interest)>) -> io::Result<()> {
            let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
            for (place, (fd, interest)) in (0..).zip(fds) {
                let flags = match interest {
                    Interest::Read => epoll::EventFlags::IN,
                    Interest::Write => epoll::EventFlags::OUT,
                    // A closed end is reported whatever is asked for.
                    Interest::Closed => epoll::EventFlags::empty(),
                };
                epoll::add(&epoll, fd, epoll::EventData::new_u64(place), flags)?;
            }
            self.0 = Some(epoll);
            Ok(())
        }

        pub(super) fn wait<'fd>(
            &mut self,
            _: impl Iterator<Item = (BorrowedFd<'fd>, Interest)>,
            timeout: Option<&Timespec>,
            mut ready: impl FnMut(usize),
        ) -> io::Result<()> {
            let Some(epoll) = &self.0 else { return Ok(()) };
            let mut events = [MaybeUninit::uninit(); AT_ONCE];
            match epoll::wait(epoll, &mut events, timeout) {
                Ok((events, _)) => {
                    for event in events {
                        let data = event.data;
                        ready(data.u64() as usize);
                    }
                }
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            Ok(())
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::{io, os::fd::BorrowedFd};

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::Errno,
    };

    use super::Interest;

    #[derive(Debug)]
    pub(super) struct Set;

    impl Set {
        pub(super) fn new() -> io::Result<Self> {
            Ok(Self)
        }

        pub(super) fn set<'fd>(&mut self, _: impl Iterator<Item = (BorrowedFd<'fd>, Interest)>) -> io::Result<()> {
            Ok(())
        }

        pub(super) fn wait<'fd>(
            &mut self,
            fds: impl Iterator<Item = (BorrowedFd<'fd>, Interest)>,
            timeout: Option<&Timespec>,
            mut ready: impl FnMut(usize),
        ) -> io::Result<()> {
            let mut fds: Vec<PollFd<'fd>> = fds
                .map(|(fd, interest)| {
                    let flags = match interest {
                        Interest::Read => PollFlags::IN,
                        Interest::Write => PollFlags::OUT,
                        Interest::Closed => PollFlags::empty(),
                    };
                    PollFd::from_borrowed_fd(fd, flags)
                })
                .collect();
            match poll(&mut fds, timeout) {
                Ok(_) => {}
                Err(Errno::INTR) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
            for (place, fd) in fds.iter().enumerate() {
                if !fd.revents().is_empty() {
                    ready(place);
                }
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Write, os::fd::AsFd};

    use super::*;

    fn wait(watch: &mut Watch<u8>, wanted: &[Wanted<'_, u8>]) -> Vec<u8> {
        let mut ready = Vec::new();
        watch.wait(wanted, Some(Duration::ZERO), &mut ready).unwrap();
        ready
    }

    #[test]
    fn what_is_ready_is_named_and_the_set_may_change() {
        let (first, mut to_first) = io::pipe().unwrap();
        let (second, to_second) = io::pipe().unwrap();
        let mut watch = Watch::new().unwrap();
        let read = |name, fd| Wanted { name, fd, interest: Interest::Read };
        let both = [read(1, first.as_fd()), read(2, second.as_fd())];
        assert!(wait(&mut watch, &both).is_empty());
        to_first.write_all(b"x").unwrap();
        assert_eq!(wait(&mut watch, &both), [1]);
        assert_eq!(wait(&mut watch, &both), [1], "it stays ready until it is read");
        drop(to_second);
        assert_eq!(wait(&mut watch, &both), [1, 2], "a closed end can be read");
        assert_eq!(wait(&mut watch, &[read(2, second.as_fd())]), [2]);
        let write = Wanted { name: 3, fd: to_first.as_fd(), interest: Interest::Write };
        assert_eq!(wait(&mut watch, &[write]), [3]);
        let closed = Wanted { interest: Interest::Closed, ..write };
        assert!(wait(&mut watch, &[closed]).is_empty());
        drop(first);
        assert_eq!(wait(&mut watch, &[closed]), [3]);
        assert!(wait(&mut watch, &[]).is_empty());
    }
}
