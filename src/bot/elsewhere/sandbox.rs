//! The sandbox on systems other than Linux: there is none.

use crate::bot::terms::ExecPlan;

#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("only an arbiter on Linux has a sandbox")]
pub(crate) struct SandboxError;

pub(crate) fn check() -> Result<(), SandboxError> {
    Err(SandboxError)
}

pub(crate) fn enter(_: &ExecPlan) -> Result<(), SandboxError> {
    Err(SandboxError)
}
