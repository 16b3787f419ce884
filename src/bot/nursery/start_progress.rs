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

use crate::bot::{
    inside::start_report::{BEGUN, BORN, BOTS, OURS, REFUSED},
    system::descriptors,
    terms::{ExecFailure, StartStage},
};

#[derive(Debug)]
pub(crate) struct StartProgress {
    socket: UnixStream,
    told: Vec<u8>,
}

#[derive(Debug)]
pub(crate) enum Birth {
    /// A keeper, which is a child of this process.
    Born(Pid),
    Refused(io::Error),
}

impl StartProgress {
    /// Makes the socket and sends the bot's pipes into it. Returns the arbiter's end, and that for the keeper's stdin.
    pub(crate) fn begin(ends: [BorrowedFd<'_>; 3]) -> io::Result<(Self, OwnedFd)> {
        let (socket, other) = UnixStream::pair()?;
        socket.set_nonblocking(true)?;
        descriptors::send(&socket, &[0], &ends)?;
        Ok((Self { socket, told: Vec::new() }, other.into()))
    }

    /// Waits for a fork server's reply, at most `within`.
    ///
    /// Returns an error if the fork server does not reply in time, closes the socket, or sends something else.
    pub(crate) fn birth(&mut self, within: Duration) -> io::Result<Birth> {
        let by = Instant::now() + within;
        loop {
            let open = self.read();
            if let Some(end) = self.told.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.told.drain(..=end).collect();
                let number = str::from_utf8(&line[1..end]).ok().and_then(|number| number.parse().ok());
                return match (line[0], number) {
                    (BORN, Some(pid)) => {
                        Pid::from_raw(pid).map(Birth::Born).ok_or_else(|| io::ErrorKind::InvalidData.into())
                    }
                    (REFUSED, Some(error)) => Ok(Birth::Refused(io::Error::from_raw_os_error(error))),
                    _ => Err(io::ErrorKind::InvalidData.into()),
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
        // Small, because the buffer is on the stack of every match, and most reports are a byte or a number.
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
        let text = String::from_utf8_lossy(&self.told);
        let mut stage = StartStage::Ours;
        for line in text.lines() {
            stage = match (line.as_bytes().first(), line.get(1..)) {
                (Some(&BEGUN), _) => StartStage::Begun,
                (Some(&BOTS), Some(reason)) => StartStage::Failed(ExecFailure::Bots(reason.to_owned())),
                (Some(&OURS), Some(reason)) => StartStage::Failed(ExecFailure::Ours(reason.to_owned())),
                _ => stage,
            };
        }
        stage
    }
}
