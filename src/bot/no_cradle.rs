//! Where bots come from on systems other than Linux.

use std::io;

use rustix::process::Pid;

use super::{
    keeper::{Keeper, Program},
    plan::ExecPlan,
    process::Pipes,
};

/// What starts bots.
#[derive(Debug, Default)]
pub(crate) struct Cradle;

impl Cradle {
    /// Starts a bot with these variables.
    pub(crate) fn start(
        &mut self,
        program: &Program,
        plan: &ExecPlan,
        variables: &[(String, String)],
        _adopts: bool,
    ) -> io::Result<(Keeper, Pipes)> {
        Keeper::start(program, plan, variables)
    }

    /// There is no process of its own.
    pub(crate) fn pid(&self) -> Option<Pid> {
        None
    }

    /// Nothing is to end.
    pub(crate) fn end(&mut self) {}
}
