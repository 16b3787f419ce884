//! Control groups on systems other than Linux: there are none.

use std::path::PathBuf;

use rustix::process::Pid;

use crate::bot::terms::{Limits, StartError};

#[derive(Debug, Default)]
pub(crate) struct BotGroups;

impl BotGroups {
    pub(crate) fn place(&self, _: &Limits, _: Option<usize>) -> Result<Option<PathBuf>, StartError> {
        Ok(None)
    }

    pub(crate) fn forget(&self, _: Pid) {}

    pub(crate) fn leave(&self) {}
}
