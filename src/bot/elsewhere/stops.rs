//! A substitute for the watch over stopped keepers, on systems without keepers.

use std::time::Instant;

use rustix::process::Pid;

use crate::bot::terms::ExecPlan;

#[derive(Debug, Default)]
pub(crate) struct Stops;

impl Stops {
    pub(crate) fn watch(&mut self, _: Pid, _: &ExecPlan, _: Instant) {}

    pub(crate) fn forget(&mut self, _: Pid) {}

    pub(crate) fn due(&self) -> Option<Instant> {
        None
    }

    pub(crate) fn look(&mut self, _: Instant) {}
}
