//! The keeper's end of its socket to the arbiter. The arbiter sends the bot's three pipes, and the keeper reports the
//! stages of the bot's start. The socket is closed by the bot's exec, so the bot can neither read nor write it.

use std::{
    io,
    os::{fd::OwnedFd, unix::net::UnixStream},
};

use rustix::{
    io::{Errno, fcntl_dupfd_cloexec, retry_on_intr},
    net::SendFlags,
    process::getpid,
};

use crate::bot::{system::descriptors, terms::ExecFailure};

const MOST_TOLD: usize = 4096;

/// The first bytes of reports. `BEGUN`: only the exec of the bot's own program is left. `BOTS`: the bot cannot be
/// executed; the reason follows. `OURS`: a step on the arbiter's side has failed; the reason follows. `BORN`: a fork
/// server has made this keeper; its process number follows. `REFUSED`: it has made none; the number of the system's
/// error follows.
pub(crate) const BEGUN: u8 = b'b';
pub(crate) const BOTS: u8 = b'x';
pub(crate) const OURS: u8 = b'o';
pub(crate) const BORN: u8 = b'k';
pub(crate) const REFUSED: u8 = b'n';

#[derive(Debug)]
pub(crate) struct StartReporter(UnixStream);

impl StartReporter {
    pub(crate) fn take_over() -> io::Result<Self> {
        let socket = fcntl_dupfd_cloexec(io::stdin(), 3)?;
        // All other standard descriptors are /dev/null.
        rustix::stdio::dup2_stdin(io::stdout())?;
        Ok(Self(socket.into()))
    }

    pub(crate) fn over(socket: OwnedFd) -> Self {
        Self(socket.into())
    }

    pub(crate) fn born(&self) {
        self.tell(BORN, &getpid().to_string());
    }

    pub(crate) fn refuse(&self, error: &io::Error) {
        self.tell(REFUSED, &error.raw_os_error().unwrap_or(Errno::CHILD.raw_os_error()).to_string());
    }

    /// Receives the bot's ends of its pipes: stdin, stdout and stderr.
    pub(crate) fn receive(&self) -> io::Result<[OwnedFd; descriptors::MOST]> {
        let pipes = descriptors::receive(&self.0, &mut [0])?;
        pipes.into_inner().map_err(|_| io::Error::other("the bot's pipes did not arrive"))
    }

    pub(crate) fn close(&mut self) {
        // Fails only if this process has no stdout.
        let Ok(nothing) = fcntl_dupfd_cloexec(io::stdout(), 3) else { return };
        self.0 = nothing.into();
    }

    pub(crate) fn begun(&self) {
        self.tell(BEGUN, "");
    }

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
