//! The keeper's end of its socket to the arbiter. The arbiter sends the bot's three pipes, and the keeper reports the
//! stages of the bot's start. The socket is closed by the bot's exec, so the bot can neither read nor write it.

use std::{
    io,
    os::{fd::OwnedFd, unix::net::UnixStream},
};

use rustix::{
    io::{fcntl_dupfd_cloexec, retry_on_intr},
    net::SendFlags,
};
use serde::{Deserialize, Serialize};

use crate::bot::{system::descriptors, terms::ExecFailure};

const MOST_TOLD: usize = 4096;

/// A report: a line of JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum StartReport {
    /// A fork server has made this keeper, a process with this number.
    Born(i32),
    /// A fork server has made no keeper, for the system's error of this number.
    Refused(i32),
    /// Only the exec of the bot's own program is left.
    Begun,
    Failed(ExecFailure),
}

#[derive(Debug)]
pub(crate) struct StartReporter(pub(super) UnixStream);

/// Takes over the socket that is this process's stdin. All its other standard descriptors are /dev/null.
pub(super) fn take_over() -> io::Result<UnixStream> {
    let socket = fcntl_dupfd_cloexec(io::stdin(), 3)?;
    rustix::stdio::dup2_stdin(io::stdout())?;
    Ok(socket.into())
}

impl StartReporter {
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

    pub(crate) fn fail(&self, mut failure: ExecFailure) {
        let (ExecFailure::Bots(reason) | ExecFailure::Ours(reason)) = &mut failure;
        *reason = reason.replace('\n', " ");
        reason.truncate(reason.floor_char_boundary(MOST_TOLD));
        self.tell(&StartReport::Failed(failure));
    }

    pub(crate) fn tell(&self, report: &StartReport) {
        let told = serde_json::to_string(report).expect("a report has a number or a text") + "\n";
        // Fails if the arbiter is gone, which then needs no report.
        let _ = retry_on_intr(|| rustix::net::send(&self.0, told.as_bytes(), SendFlags::NOSIGNAL));
    }
}
