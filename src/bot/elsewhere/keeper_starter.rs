//! Starts bots on systems other than Linux.

use std::io;

use rustix::process::Pid;

use super::{
    keeper::{Keeper, Program},
    pipes::Pipes,
};
use crate::bot::terms::ExecPlan;

#[derive(Debug, Default)]
pub(crate) struct KeeperStarter;

impl KeeperStarter {
    pub(crate) fn start(
        &mut self,
        program: &Program,
        plan: &ExecPlan,
        variables: &[(String, String)],
        _adopts: bool,
    ) -> io::Result<(Keeper, Pipes)> {
        Keeper::start(program, plan, variables)
    }

    /// `None`: there is no fork server.
    pub(crate) fn pid(&self) -> Option<Pid> {
        None
    }

    /// Does nothing: there is no fork server.
    pub(crate) fn end(&mut self) {}
}
