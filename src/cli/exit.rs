//! Exit codes, the same for every command.

use std::{fmt, process::ExitCode};

use crate::cup::FolderError;

/// The exit code of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// 0: yes.
    Yes,
    /// 1: no, such as a log that does not verify, or a fault where faults are forbidden.
    No,
    /// 2: the command line, or a file or name in it, cannot be understood.
    Usage,
    /// 3: not decided, or not finished.
    Undecided,
    /// 4: input or output failed.
    Failed,
    /// 5: the program of a bot changed during the tournament.
    Changed,
    /// 75 (`EX_TEMPFAIL`): tells a scheduler to try again.
    TempFail,
    /// 128 plus the number of the signal that ended the command.
    Signal(i32),
}

impl Code {
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

/// A failed command: its exit code and its error.
#[derive(Debug)]
pub(crate) struct CliError {
    pub(crate) exit: Code,
    pub(crate) error: anyhow::Error,
}

impl fmt::Display for CliError {
    /// Writes the error with its causes, except a cause with which the text already ends.
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
            | FolderError::Unnamed(_)
            | FolderError::NotOurs(_) => Code::Usage,
            _ => Code::Failed,
        };
        Self { exit, error: error.into() }
    }
}

/// The result of a command.
pub(crate) type CommandResult<T = Code> = std::result::Result<T, CliError>;

/// An error of input or output, with exit code 4.
pub(crate) fn failed(error: impl Into<anyhow::Error>) -> CliError {
    CliError { exit: Code::Failed, error: error.into() }
}

/// An error of usage, with exit code 2.
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
