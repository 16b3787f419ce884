//! The sandbox on systems other than Linux: there is none.

use std::path::{Path, PathBuf};

#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("only an arbiter on Linux has a sandbox")]
pub(crate) struct SandboxError;

pub(crate) fn check() -> Result<(), SandboxError> {
    Err(SandboxError)
}

pub(crate) fn enter(_: Option<&Path>, _: &[PathBuf]) -> Result<(), SandboxError> {
    Err(SandboxError)
}
