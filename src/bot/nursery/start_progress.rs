//! The arbiter's end of the socket to a keeper.

use std::{
    io,
    os::{
        fd::{BorrowedFd, OwnedFd},
        unix::net::UnixStream,
    },
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::Pid,
};

use crate::bot::{inside::start_report::StartReport, system::descriptors, terms::StartStage};

#[derive(Debug)]
pub(crate) struct StartProgress {
    socket: UnixStream,
    told: Vec<u8>,
}

impl StartProgress {
    /// Makes the socket and sends the bot's pipes into it. Returns the arbiter's end, and that for the keeper's stdin.
    pub(crate) fn begin(ends: [BorrowedFd<'_>; 3]) -> io::Result<(Self, OwnedFd)> {
        let (socket, other) = UnixStream::pair()?;
        socket.set_nonblocking(true)?;
        descriptors::send(&socket, &[0], &ends)?;
        Ok((Self { socket, told: Vec::new() }, other.into()))
    }

    /// Waits for a fork server's reply, at most `within`. Returns the keeper, which is a child of this process, or the
    /// reason why there is none. The outer error tells that the fork server does not reply in time, has closed the
    /// socket, or sends something else.
    pub(crate) fn birth(&mut self, within: Duration) -> io::Result<io::Result<Pid>> {
        let by = Instant::now() + within;
        loop {
            let open = self.read();
            if let Some(end) = self.told.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.told.drain(..=end).collect();
                return match serde_json::from_slice(&line)? {
                    StartReport::Born(pid) => {
                        Pid::from_raw(pid).map(Ok).ok_or_else(|| io::ErrorKind::InvalidData.into())
                    }
                    StartReport::Refused(error) => Ok(Err(io::Error::from_raw_os_error(error))),
                    StartReport::Begun | StartReport::Failed(_) => Err(io::ErrorKind::InvalidData.into()),
                };
            }
            let left = by.saturating_duration_since(Instant::now());
            if !open || left.is_zero() {
                return Err(if open { io::ErrorKind::TimedOut } else { io::ErrorKind::UnexpectedEof }.into());
            }
            // Fails only if a signal interrupts it.
            let _ = poll(&mut [PollFd::new(&self.socket, PollFlags::IN)], Timespec::try_from(left).ok().as_ref());
        }
    }

    /// Reads all that has come. Returns false if no more will come.
    fn read(&mut self) -> bool {
        // Small, because the buffer is on the stack of every match, and most reports are a word or a number.
        let mut buffer = [0; 64];
        loop {
            match rustix::io::read(&self.socket, &mut buffer) {
                Ok(0) => return false,
                Ok(count) => self.told.extend_from_slice(&buffer[..count]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return true,
                Err(_) => return false,
            }
        }
    }

    pub(crate) fn stage(&mut self) -> StartStage {
        self.read();
        let mut latest =
            self.told.rsplit(|&byte| byte == b'\n').filter_map(|line| match serde_json::from_slice(line).ok()? {
                StartReport::Begun => Some(StartStage::Begun),
                StartReport::Failed(failure) => Some(StartStage::Failed(failure)),
                StartReport::Born(_) | StartReport::Refused(_) => None,
            });
        latest.next().unwrap_or(StartStage::Ours)
    }
}
