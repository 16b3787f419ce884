//! The socket between the arbiter and a keeper. The arbiter sends the bot's three pipes, and the keeper reports the
//! stages of the bot's start. The socket is closed by the bot's exec, so the bot can neither read nor write it.

use std::{
    io::{self, IoSlice, IoSliceMut},
    mem::MaybeUninit,
    os::{
        fd::{BorrowedFd, OwnedFd},
        unix::net::UnixStream,
    },
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, fcntl_dupfd_cloexec, retry_on_intr},
    net::{
        RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
        recvmsg, sendmsg,
    },
    process::{Pid, getpid},
};

use super::exec::ExecFailure;

/// The most bytes of a reason; longer ones are cut.
const MOST_TOLD: usize = 4096;

/// First byte of a report: only the exec of the bot's own program is left.
const BEGUN: u8 = b'b';

/// First byte of a report: the bot cannot be executed; the reason follows.
const BOTS: u8 = b'x';

/// First byte of a report: a step on the arbiter's side has failed; the reason follows.
const OURS: u8 = b'o';

/// First byte of a report: a fork server has made this keeper; its process number follows.
const BORN: u8 = b'k';

/// First byte of a report: a fork server has made no keeper; the number of the system's error follows.
const REFUSED: u8 = b'n';

/// The bot's ends of its pipes.
#[derive(Debug)]
pub(crate) struct BotPipeEnds {
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

/// The keeper's end of the socket.
#[derive(Debug)]
pub(crate) struct StartReporter(UnixStream);

impl StartReporter {
    /// Takes the socket from the stdin of this process.
    pub(crate) fn take_over() -> io::Result<Self> {
        let socket = fcntl_dupfd_cloexec(io::stdin(), 3)?;
        // All other standard descriptors are /dev/null.
        rustix::stdio::dup2_stdin(io::stdout())?;
        Ok(Self(socket.into()))
    }

    /// Wraps a socket that was sent here.
    pub(crate) fn over(socket: OwnedFd) -> Self {
        Self(socket.into())
    }

    /// Reports that this process is the keeper.
    pub(crate) fn born(&self) {
        self.tell(BORN, &getpid().to_string());
    }

    /// Reports that there is no keeper.
    pub(crate) fn refuse(&self, error: &io::Error) {
        self.tell(REFUSED, &error.raw_os_error().unwrap_or(Errno::CHILD.raw_os_error()).to_string());
    }

    pub(crate) fn receive(&self) -> io::Result<BotPipeEnds> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        let flags = RecvFlags::CMSG_CLOEXEC;
        retry_on_intr(|| recvmsg(&self.0, &mut [IoSliceMut::new(&mut byte)], &mut control, flags))?;
        let mut fds = control.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(fds) => Some(fds),
            _ => None,
        });
        let mut fds = fds.next().into_iter().flatten();
        match (fds.next(), fds.next(), fds.next()) {
            (Some(stdin), Some(stdout), Some(stderr)) => Ok(BotPipeEnds { stdin, stdout, stderr }),
            _ => Err(io::Error::other("the bot's pipes did not arrive")),
        }
    }

    /// Closes this end, in a process that reports nothing.
    pub(crate) fn close(&mut self) {
        // Fails only if this process has no stdout.
        let Ok(nothing) = fcntl_dupfd_cloexec(io::stdout(), 3) else { return };
        self.0 = nothing.into();
    }

    /// Reports that the bot is about to be executed.
    pub(crate) fn begun(&self) {
        self.tell(BEGUN, "");
    }

    /// Reports that the bot is not executed.
    pub(crate) fn fail(&self, failure: &ExecFailure) {
        match failure {
            ExecFailure::Bots(reason) => self.tell(BOTS, reason),
            ExecFailure::Ours(reason) => self.tell(OURS, reason),
        }
    }

    fn tell(&self, kind: u8, reason: &str) {
        let mut told = vec![kind];
        told.extend(reason.bytes().take(MOST_TOLD).map(|byte| if byte == b'\n' { b' ' } else { byte }));
        told.push(b'\n');
        // Fails if the arbiter is gone, which then needs no report.
        let _ = retry_on_intr(|| rustix::net::send(&self.0, &told, SendFlags::NOSIGNAL));
    }
}

/// The arbiter's end of the socket.
#[derive(Debug)]
pub(crate) struct StartProgress {
    socket: UnixStream,
    told: Vec<u8>,
}

/// The stage of a bot's start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StartStage {
    /// The process still runs the arbiter's code.
    Ours,
    /// The process is the bot, or about to execute the bot's file.
    Begun,
    /// The start failed.
    Failed(ExecFailure),
}

/// The reply of a fork server to an order.
#[derive(Debug)]
pub(crate) enum Birth {
    /// A keeper, which is a child of this process.
    Born(Pid),
    Refused(io::Error),
}

impl StartProgress {
    /// Makes the socket and sends the bot's pipes into it. Returns the arbiter's end, and the end for the keeper's
    /// stdin.
    pub(crate) fn begin(ends: [BorrowedFd<'_>; 3]) -> io::Result<(Self, OwnedFd)> {
        let (socket, other) = UnixStream::pair()?;
        socket.set_nonblocking(true)?;
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&ends));
        retry_on_intr(|| sendmsg(&socket, &[IoSlice::new(&[0])], &mut control, SendFlags::NOSIGNAL))?;
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

    /// The stage of the start according to the reports so far.
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
