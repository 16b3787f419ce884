//! The pipes of a bot.

use std::{io, os::fd::OwnedFd};

use rustix::io::ioctl_fionbio;

#[derive(Debug)]
pub(crate) struct Pipes {
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

impl Pipes {
    /// Makes three pipes. Returns the bot's ends, and the arbiter's, which are non-blocking.
    pub(crate) fn new() -> io::Result<([OwnedFd; 3], Self)> {
        let (bot_in, stdin) = io::pipe()?;
        let (stdout, bot_out) = io::pipe()?;
        let (stderr, bot_err) = io::pipe()?;
        let pipes = Self { stdin: stdin.into(), stdout: stdout.into(), stderr: stderr.into() };
        for end in [&pipes.stdin, &pipes.stdout, &pipes.stderr] {
            ioctl_fionbio(end, true)?;
        }
        Ok(([bot_in.into(), bot_out.into(), bot_err.into()], pipes))
    }
}
