//! Where bots come from on systems other than Linux.

use std::{io, time::Instant};

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

    /// Nothing follows from that.
    pub(crate) fn turns_over(&mut self) {}

    /// Nothing is made ready.
    pub(crate) fn make_ready(&mut self, _now: Instant) -> Option<Pid> {
        None
    }

    /// Nothing is due.
    pub(crate) fn due(&self) -> Option<Instant> {
        None
    }

    /// Nothing waits.
    pub(crate) fn let_rest(&mut self, _now: Instant) {}

    /// Nothing waits.
    pub(crate) fn discard_spares(&mut self) {}

    /// Nothing was made ready.
    pub(crate) fn discarded(&mut self) -> Vec<Keeper> {
        Vec::new()
    }

    /// There is no process of its own.
    pub(crate) fn has(&self, _process: Pid) -> bool {
        false
    }
}
