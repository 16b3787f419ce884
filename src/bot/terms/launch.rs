//! A bot to start, and the reasons why a start fails.

use std::{io, path::PathBuf, sync::Arc};

use super::{cores::Core, limits::Limits};

/// A bot to start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments. A program with a `/` is a path relative to [`Limits::dir`]. A program without a
    /// `/` is looked up on the `PATH` of the bot's own environment.
    pub command: Vec<String>,
    /// The limits of the bot.
    pub limits: Limits,
    /// Files and directories that the bot may not read, if in the sandbox or isolated. Absolute paths without links.
    pub hidden: Arc<[PathBuf]>,
    /// Entries of hidden directories that the bot sees all the same.
    pub kept: Arc<[PathBuf]>,
    /// The core to which the bot is held.
    pub core: Option<Arc<Core>>,
    /// True if the bot's writes into its directory are lost when the bot ends. Has an effect only for an isolated bot,
    /// and if the system can do this.
    pub forgets: bool,
}

/// The ways in which another account could have control groups.
const OTHER_ACCOUNT: &str =
    "run the arbiter as root or, with systemd, by `systemd-run --user --scope -p Delegate=yes arbiter ...`, or ";

/// The reason why a bot was not started.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum StartError {
    #[error("the command names no program")]
    NoProgram,
    #[error("there is no file {}", .0.display())]
    NoFile(PathBuf),
    #[error("there is no program {program} on the PATH")]
    NotOnPath { program: String, path: String },
    #[error("{} is a directory", .0.display())]
    IsDirectory(PathBuf),
    #[error("{} is not executable", .0.display())]
    NotExecutable(PathBuf),
    /// The first line of a script ends in a carriage return, which the system takes as a part of the last word.
    #[error(
        "{} has Windows line ends: its first line is `#!{line}`; remove the carriage returns, such as with \
         sed -i 's/\\r$//'",
        script.display()
    )]
    WindowsLineEnds { script: PathBuf, line: String },
    #[error(
        "{} begins with a byte order mark, so its #! is not seen; remove it, such as with \
         sed -i '1s/^\\xef\\xbb\\xbf//'",
        .0.display()
    )]
    ByteOrderMark(PathBuf),
    #[error("{} names the interpreter {interpreter} in its first line, which {flaw}", script.display())]
    BadInterpreter { script: PathBuf, interpreter: String, flaw: &'static str },
    #[error("there is no directory {}", .0.display())]
    NoDirectory(PathBuf),
    #[error("{} is not a directory", .0.display())]
    NotDirectory(PathBuf),
    #[error("cannot look at {}: {source}", path.display())]
    Hidden { path: PathBuf, source: io::Error },
    #[error("no variable can have the name {0:?}")]
    BadVariable(String),
    #[error("the sandbox cannot hide {} in the bot's own directory {}", file.display(), dir.display())]
    NotHidden { file: PathBuf, dir: PathBuf },
    #[error(
        "an isolated bot has a /dev/shm of its own, and does not see {}; put that elsewhere, or set isolation=off",
        .0.display()
    )]
    OutOfSight(PathBuf),
    #[error("the command, its directory or its variables hold a NUL character")]
    Nul,
    #[error("cannot start {}: {source}", executable.display())]
    NoKeeper { executable: PathBuf, source: io::Error },
    /// `is_root`: no other account could have control groups here.
    #[error(
        "strict: no control groups for memory and processes can be made here, so both limits would only be sampled; {}\
         accept sampled limits with strict=off (`--set 1:strict=off` for a seat of play, `--set strict=off` in gate and \
         check, or in a file `limits = {{ strict = \"off\" }}`)",
        if *is_root { "" } else { OTHER_ACCOUNT }
    )]
    NotStrict { is_root: bool },
    #[error("isolation on: {0}")]
    NoIsolation(String),
}

impl StartError {
    /// Returns true if a later try may succeed, because the system was short of something.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::NoKeeper { .. } | Self::Hidden { .. }) && self.is_ours()
    }

    /// Returns true if other settings of the bot are needed, on every machine.
    pub fn is_of_settings(&self) -> bool {
        matches!(self, Self::NotHidden { .. } | Self::OutOfSight(_))
    }

    /// Returns true if another machine may start the bot, or this one later.
    pub fn is_of_machine(&self) -> bool {
        self.is_ours() && !self.is_of_settings()
    }

    /// Returns true if the arbiter or the system is the cause, so the bot is not to blame.
    pub fn is_ours(&self) -> bool {
        match self {
            Self::NoKeeper { .. }
            | Self::NoIsolation(_)
            | Self::NotHidden { .. }
            | Self::OutOfSight(_)
            | Self::NotStrict { .. } => true,
            // The system was short of descriptors or memory.
            Self::Hidden { source, .. } => source.kind() != io::ErrorKind::PermissionDenied,
            Self::NoProgram
            | Self::NoFile(_)
            | Self::NotOnPath { .. }
            | Self::IsDirectory(_)
            | Self::NotExecutable(_)
            | Self::WindowsLineEnds { .. }
            | Self::ByteOrderMark(_)
            | Self::BadInterpreter { .. }
            | Self::NoDirectory(_)
            | Self::NotDirectory(_)
            | Self::BadVariable(_)
            | Self::Nul => false,
        }
    }
}

impl Launch {
    /// Creates a launch of this command, with defaults for all the rest.
    pub fn new(command: Vec<String>) -> Self {
        Self { command, ..Self::default() }
    }
}
