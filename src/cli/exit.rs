//! Exit codes, the same for every command.

use std::{fmt, process::ExitCode};

use crate::cup::FolderError;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// 0: yes.
    Yes,
    /// 1: no; verification failed, or a fault where that was forbidden.
    No,
    /// 2: the command line, or something it names, cannot be understood.
    Usage,
    /// 3: not decided.
    Undecided,
    /// 4: input or output failed.
    Failed,
    /// 5: the program of a bot has changed while it played.
    Changed,
    /// 75: try again, in the code that schedulers know.
    TempFail,
    /// 128 and the number: a signal ended it.
    Signal(i32),
}

impl Code {
    /// What the process exits with.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Usage => 2,
            Self::Undecided => 3,
            Self::Failed => 4,
            Self::Changed => 5,
            Self::TempFail => 75,
            Self::Signal(signal) => 128 + u8::try_from(signal).unwrap_or(0),
        }
    }
}

impl From<Code> for ExitCode {
    fn from(exit: Code) -> Self {
        Self::from(exit.code())
    }
}

/// Why a command could not do its work, and the code that says so.
#[derive(Debug)]
pub(crate) struct CliError {
    pub(crate) exit: Code,
    pub(crate) error: anyhow::Error,
}

impl fmt::Display for CliError {
    /// The error with its causes, but for those that it has said itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = self.error.to_string();
        for cause in self.error.chain().skip(1).map(ToString::to_string) {
            if !said.ends_with(&cause) {
                said = format!("{said}: {cause}");
            }
        }
        f.write_str(&said)
    }
}

impl From<FolderError> for CliError {
    fn from(error: FolderError) -> Self {
        let exit = match error {
            FolderError::OtherPlan { .. }
            | FolderError::Smaller { .. }
            | FolderError::NoGrowth { .. }
            | FolderError::OtherPrograms { .. }
            | FolderError::OtherSource { .. }
            | FolderError::Unmerged { .. }
            | FolderError::OtherShard(_)
            | FolderError::Unnamed(_)
            | FolderError::NotOurs(_) => Code::Usage,
            _ => Code::Failed,
        };
        Self { exit, error: error.into() }
    }
}

/// What a command comes to.
pub(crate) type CommandResult<T = Code> = std::result::Result<T, CliError>;

/// Input or output failed.
pub(crate) fn failed(error: impl Into<anyhow::Error>) -> CliError {
    CliError { exit: Code::Failed, error: error.into() }
}

/// What was asked for cannot be understood.
pub(crate) fn usage(text: impl std::fmt::Display) -> CliError {
    CliError { exit: Code::Usage, error: anyhow::anyhow!("{text}") }
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        let cause = || std::io::Error::other("no such file");
        let told = |error: anyhow::Error| failed(error).to_string();
        assert_eq!(told(anyhow::Error::new(cause()).context("cannot read x")), "cannot read x: no such file");
        assert_eq!(
            told(anyhow::Error::new(cause()).context("cannot read x: no such file")),
            "cannot read x: no such file"
        );
        let nested: anyhow::Result<()> = Err(anyhow::Error::new(cause())).context("x: no such file").context("reading");
        assert_eq!(told(nested.unwrap_err()), "reading: x: no such file");
    }
}
