//! What is told between the arbiter and a keeper: the bot's three pipes on the way down, and on the way up how far the
//! start of the bot has come. It goes over a socket that is closed when the bot is executed, so that the bot can
//! neither read it nor write to it.

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

/// No reason is longer.
const MOST_TOLD: usize = 4096;

/// The first byte of what is told: all that is ours is done, and only the bot's own program is missing.
const BEGUN: u8 = b'b';

/// The bot cannot be executed, and the reason follows.
const BOTS: u8 = b'x';

/// Something on the arbiter's side has failed, and the reason follows.
const OURS: u8 = b'o';

/// A nurse has made this keeper, whose number follows.
const BORN: u8 = b'k';

/// A nurse has made no keeper, and the number of the system's error follows.
const REFUSED: u8 = b'n';

/// The bot's ends of its pipes.
#[derive(Debug)]
pub(crate) struct Ends {
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

/// The keeper's end.
#[derive(Debug)]
pub(crate) struct Reports(UnixStream);

impl Reports {
    /// Takes the socket over that is the stdin of this process.
    pub(crate) fn take_over() -> io::Result<Self> {
        let socket = fcntl_dupfd_cloexec(io::stdin(), 3)?;
        // What is at the other places is /dev/null.
        rustix::stdio::dup2_stdin(io::stdout())?;
        Ok(Self(socket.into()))
    }

    /// One that was handed over.
    pub(crate) fn over(socket: OwnedFd) -> Self {
        Self(socket.into())
    }

    /// This process is the keeper.
    pub(crate) fn born(&self) {
        self.tell(BORN, &getpid().to_string());
    }

    /// There is no keeper.
    pub(crate) fn refuse(&self, error: &io::Error) {
        self.tell(REFUSED, &error.raw_os_error().unwrap_or(Errno::CHILD.raw_os_error()).to_string());
    }

    /// The bot's pipes.
    pub(crate) fn receive(&self) -> io::Result<Ends> {
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
            (Some(stdin), Some(stdout), Some(stderr)) => Ok(Ends { stdin, stdout, stderr }),
            _ => Err(io::Error::other("the bot's pipes did not arrive")),
        }
    }

    /// Lets go of it, in a process that has nothing to tell.
    pub(crate) fn close(&mut self) {
        // It fails only where this process has no stdout.
        let Ok(nothing) = fcntl_dupfd_cloexec(io::stdout(), 3) else { return };
        self.0 = nothing.into();
    }

    /// The bot is about to be executed.
    pub(crate) fn begun(&self) {
        self.tell(BEGUN, "");
    }

    /// The bot is not executed.
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
        // Without an arbiter nobody is there to be told.
        let _ = retry_on_intr(|| rustix::net::send(&self.0, &told, SendFlags::NOSIGNAL));
    }
}

/// The arbiter's end.
#[derive(Debug)]
pub(crate) struct Progress {
    socket: UnixStream,
    told: Vec<u8>,
}

/// How far a start has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The bot is not there yet.
    Ours,
    /// It is there, or its file is about to be executed.
    Begun,
    /// It will never be the bot.
    Failed(ExecFailure),
}

/// What a nurse has made of an order.
#[derive(Debug)]
pub(crate) enum Birth {
    /// A keeper, which is a child of this process.
    Born(Pid),
    /// Nothing.
    Refused(io::Error),
}

impl Progress {
    /// Both ends: the arbiter's, through which the bot's pipes have been sent, and what is to be the keeper's stdin.
    pub(crate) fn begin(ends: [BorrowedFd<'_>; 3]) -> io::Result<(Self, OwnedFd)> {
        let (socket, other) = UnixStream::pair()?;
        socket.set_nonblocking(true)?;
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&ends));
        retry_on_intr(|| sendmsg(&socket, &[IoSlice::new(&[0])], &mut control, SendFlags::NOSIGNAL))?;
        Ok((Self { socket, told: Vec::new() }, other.into()))
    }

    /// What a nurse has made of an order.
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
            // It fails only when a signal interrupts it.
            let _ = poll(&mut [PollFd::new(&self.socket, PollFlags::IN)], Timespec::try_from(left).ok().as_ref());
        }
    }

    /// Reads all that is there. False where no more will come.
    fn read(&mut self) -> bool {
        // Most of it is a byte or a number, and the buffer stands on the stack of every match.
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

    /// How far it has come, as far as is known by now.
    pub(crate) fn stage(&mut self) -> Stage {
        self.read();
        let text = String::from_utf8_lossy(&self.told);
        let mut stage = Stage::Ours;
        for line in text.lines() {
            stage = match (line.as_bytes().first(), line.get(1..)) {
                (Some(&BEGUN), _) => Stage::Begun,
                (Some(&BOTS), Some(reason)) => Stage::Failed(ExecFailure::Bots(reason.to_owned())),
                (Some(&OURS), Some(reason)) => Stage::Failed(ExecFailure::Ours(reason.to_owned())),
                _ => stage,
            };
        }
        stage
    }
}
