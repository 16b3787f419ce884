//! Starts bots on systems other than Linux. There is no fork server, and no process adopts orphans.

use std::{collections::HashSet, io, path::PathBuf};

use rustix::process::Pid;

use super::{keeper::Keeper, pipes::Pipes};
use crate::bot::terms::ExecPlan;

#[derive(Debug)]
pub(crate) struct KeeperStarter(PathBuf);

impl KeeperStarter {
    pub(crate) fn new(program: PathBuf, _: bool) -> Self {
        Self(program)
    }

    pub(crate) fn kill_strays(&self, _: &HashSet<Pid>) -> bool {
        true
    }

    pub(crate) fn start(&mut self, plan: &ExecPlan) -> io::Result<(Keeper, Pipes)> {
        Keeper::start(&self.0, plan)
    }

    pub(crate) fn pid(&self) -> Option<Pid> {
        None
    }

    pub(crate) fn end(&mut self) {}
}
