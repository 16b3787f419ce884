//! Bots held to a core, on systems other than Linux: there are none.

use rustix::process::Pid;

use crate::bot::terms::Core;

#[derive(Debug)]
pub(crate) enum HeldBot {}

impl HeldBot {
    pub(super) fn hold(_: Pid, _: &Core) -> Option<Self> {
        None
    }

    pub(crate) fn to(&mut self, _: &Core) -> bool {
        match *self {}
    }

    pub(crate) fn is_alone(&self) -> bool {
        match *self {}
    }

    pub(crate) fn let_go(self) {
        match self {}
    }
}
