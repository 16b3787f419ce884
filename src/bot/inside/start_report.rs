//! The keeper's end of its socket to the arbiter. The arbiter sends the bot's three pipes, and the keeper reports the
//! stages of the bot's start. The socket is closed by the bot's exec, so the bot can neither read nor write it.

use std::{
    io::{self, IoSliceMut},
    mem::MaybeUninit,
    os::{fd::OwnedFd, unix::net::UnixStream},
};

use rustix::{
    io::{Errno, fcntl_dupfd_cloexec, retry_on_intr},
    net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendFlags, recvmsg},
    process::getpid,
};

use crate::bot::terms::ExecFailure;

/// The most bytes of a reason; longer ones are cut.
const MOST_TOLD: usize = 4096;

/// First byte of a report: only the exec of the bot's own program is left.
pub(crate) const BEGUN: u8 = b'b';

/// First byte of a report: the bot cannot be executed; the reason follows.
pub(crate) const BOTS: u8 = b'x';

/// First byte of a report: a step on the arbiter's side has failed; the reason follows.
pub(crate) const OURS: u8 = b'o';

/// First byte of a report: a fork server has made this keeper; its process number follows.
pub(crate) const BORN: u8 = b'k';

/// First byte of a report: a fork server has made no keeper; the number of the system's error follows.
pub(crate) const REFUSED: u8 = b'n';

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
