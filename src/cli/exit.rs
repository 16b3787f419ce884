//! Exit codes, the same for every command.

use std::{fmt, io, path::Path, process::ExitCode};

use clap::Command;

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

/// The exit codes of all commands, each with its meaning.
const CODES: [(Code, &str); 10] = [
    (Code::Yes, "yes"),
    (Code::No, "no (a log is wrong, or there was a fault and --forbid-faults)"),
    (Code::Usage, "usage"),
    (Code::Undecided, "not decided (a log was cut off)"),
    (Code::Failed, "input or output failed"),
    (Code::Changed, "a bot's program changed during the tournament"),
    (Code::TempFail, "try the shard again (tournament --tempfail)"),
    (Code::Signal(1), "ended by SIGHUP"),
    (Code::Signal(2), "ended by SIGINT"),
    (Code::Signal(15), "ended by SIGTERM"),
];

/// The codes that single commands return besides those of all, or with a meaning of their own.
const OWN_MEANINGS: [(&str, Code, &str); 47] = [
    ("play", Code::No, "a fault, with --forbid-faults"),
    ("play", Code::Undecided, "a match was aborted"),
    ("tournament", Code::Yes, "all games are played"),
    ("tournament", Code::Usage, "usage, or a folder of another tournament"),
    ("tournament", Code::Undecided, "stopped early, or --hours is over"),
    ("tournament", Code::Failed, "input or output failed, or a bot no longer starts"),
    ("tournament", Code::Changed, "a bot's program changed during the tournament"),
    ("tournament", Code::TempFail, "instead of 3 and 4, for a shard with --tempfail"),
    ("ladder", Code::Yes, "the rounds are played or merged, or the tables are shown"),
    ("ladder", Code::Usage, "usage, or a wrong ladder.toml"),
    ("ladder", Code::Undecided, "stopped on request"),
    ("merge", Code::Yes, "the tournament is over"),
    ("merge", Code::No, "a log is wrong, or with --strict two logs of a game differ"),
    ("merge", Code::Usage, "usage, or another plan"),
    ("merge", Code::Undecided, "there are games left to play"),
    ("openings", Code::Yes, "the openings are written"),
    ("openings", Code::No, "not enough openings were found"),
    ("gate", Code::Yes, "better, or not worse by more than the margin"),
    ("gate", Code::No, "worse, or too many faults"),
    ("gate", Code::Usage, "usage, or a folder of another gate"),
    ("gate", Code::Undecided, "not decided"),
    ("gate", Code::Failed, "input or output failed, or a bot no longer starts"),
    ("gate", Code::Changed, "a bot's program changed during the gate"),
    ("rate", Code::Yes, "rated"),
    ("rate", Code::Usage, "usage, or nothing to rate"),
    ("rate", Code::Failed, "input or output failed, or a log is missing or was changed"),
    ("report", Code::Yes, "the page is written"),
    ("report", Code::Usage, "usage, or a folder without a tournament or ladder"),
    ("replay", Code::Yes, "the page is written"),
    ("replay", Code::No, "the log is wrong, and the page shows as much as possible, or cannot be written"),
    ("check", Code::Yes, "the bot follows the protocol"),
    ("check", Code::No, "a step failed"),
    ("rerun", Code::Yes, "the same as then, or an answer where there was a fault"),
    ("rerun", Code::No, "the bot differs, or fails (again)"),
    ("rerun", Code::Undecided, "the log ends, the same as far as it goes"),
    ("rerun", Code::Failed, "input or output failed, the log is wrong or empty, or the bot cannot be started"),
    ("shrink", Code::Yes, "the bot fails again, and the script is written"),
    ("shrink", Code::No, "the bot did not fail again"),
    ("shrink", Code::Usage, "usage, or a log in which the seat was at no fault"),
    ("shrink", Code::Failed, "input or output failed, or the log is wrong"),
    ("show", Code::No, "the log is wrong"),
    ("verify", Code::No, "a log is wrong"),
    ("verify", Code::Undecided, "no log is wrong, and one was cut off"),
    ("import", Code::Yes, "all games are whole"),
    ("import", Code::No, "a game cannot be read, or there is none"),
    ("import", Code::Usage, "usage, or a variant without an importer"),
    (
        "import",
        Code::Undecided,
        "a game ends before its end on the board, and no result is stated, so its log is incomplete",
    ),
];

/// Adds the exit codes to the end of the program's help, and of each command's.
pub(crate) fn with_exit_codes(command: Command) -> Command {
    add_codes(command, &CODES).mut_subcommands(|part| {
        let own: Vec<_> = OWN_MEANINGS.iter().filter(|(known, ..)| *known == part.get_name()).collect();
        let is_common = |code| matches!(code, Code::Yes | Code::Usage | Code::Failed | Code::Signal(_));
        let codes = CODES.iter().filter_map(|&(code, meaning)| {
            let found = own.iter().find(|(_, known, _)| *known == code).map(|&&(_, code, meaning)| (code, meaning));
            found.or_else(|| is_common(code).then_some((code, meaning)))
        });
        let codes: Vec<_> = codes.collect();
        add_codes(part, &codes)
    })
}

fn add_codes(command: Command, codes: &[(Code, &str)]) -> Command {
    let before = command.get_after_help().map_or_else(String::new, |help| format!("{help}\n\n"));
    let rows: String = codes.iter().map(|(code, meaning)| format!("\n  {:<3}  {meaning}", code.code())).collect();
    command.after_help(format!("{before}Exit codes:{rows}"))
}

impl From<Code> for ExitCode {
    fn from(exit: Code) -> Self {
        Self::from(exit.code())
    }
}

/// A failed command: its exit code and its error.
#[derive(Debug)]
pub struct CliError {
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

pub(crate) type CommandResult<T = Code> = std::result::Result<T, CliError>;

/// An error of input or output, with exit code 4.
pub(crate) fn failed(error: impl Into<anyhow::Error>) -> CliError {
    CliError { exit: Code::Failed, error: error.into() }
}

/// An error of input or output that names the action that failed, such as `read`, and the path.
pub(crate) fn cannot(what: &str, path: &Path) -> impl FnOnce(io::Error) -> CliError {
    move |error| failed(anyhow::Error::new(error).context(format!("cannot {what} {}", path.display())))
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
