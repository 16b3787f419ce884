//! Bots held to a core, on systems other than Linux: there are none.

use rustix::process::Pid;

use crate::bot::terms::Core;

#[derive(Debug)]
pub enum HeldBot {}

impl HeldBot {
    pub(super) fn hold(_: Pid, _: &Core) -> Option<Self> {
        None
    }

    /// Never called.
    pub fn to(&mut self, _: &Core) -> bool {
        match *self {}
    }

    /// Never called.
    pub fn is_alone(&self) -> bool {
        match *self {}
    }

    /// Never called.
    pub fn let_go(self) {
        match self {}
    }
}
