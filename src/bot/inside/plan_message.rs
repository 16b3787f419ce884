//! A message through a socket: an exec plan with its descriptors.

use std::{
    ffi::OsString,
    io::{self, Read, Write},
    os::{
        fd::{BorrowedFd, OwnedFd},
        unix::{
            ffi::{OsStrExt, OsStringExt},
            net::UnixStream,
        },
    },
};

use arrayvec::ArrayVec;

use crate::bot::{system::descriptors, terms::ExecPlan};

/// A plan as bytes: the number of variables, the variables and the words of the plan, separated by NUL.
#[derive(Debug)]
pub(crate) struct PlanMessage {
    words: Vec<u8>,
}

impl PlanMessage {
    pub(crate) fn new(plan: &ExecPlan) -> Self {
        let mut words = plan.variables.len().to_string().into_bytes();
        for word in plan.variables.iter().chain(&plan.words()) {
            words.push(0);
            words.extend_from_slice(word.as_bytes());
        }
        Self { words }
    }

    pub(crate) fn send(&self, mut socket: &UnixStream, fds: &[BorrowedFd<'_>]) -> io::Result<()> {
        let length = u32::try_from(self.words.len()).map_err(io::Error::other)?;
        descriptors::send(socket, &length.to_le_bytes(), fds)?;
        socket.write_all(&self.words)
    }

    /// Receives the next message with its descriptors. An error if the socket has ended or it has none.
    pub(crate) fn receive(mut socket: &UnixStream) -> io::Result<(Self, ArrayVec<OwnedFd, { descriptors::MOST }>)> {
        let mut length = [0; size_of::<u32>()];
        let fds = descriptors::receive(socket, &mut length)?;
        let mut words = vec![0; u32::from_le_bytes(length) as usize];
        socket.read_exact(&mut words)?;
        Ok((Self { words }, fds))
    }

    pub(crate) fn plan(&self) -> io::Result<ExecPlan> {
        let mut words = self.words.split(|&byte| byte == 0).map(|word| OsString::from_vec(word.to_vec()));
        let count = words.next().and_then(|count| count.to_str()?.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        let variables = words.by_ref().take(count).collect();
        Ok(ExecPlan { variables, ..ExecPlan::parse(words)? })
    }
}
