//! What is started, and why it could not be.

use std::{ffi::OsString, io, path::PathBuf};

use super::{
    limits::{Limits, soft_files},
    plan::Plan,
    program,
};

/// A bot to start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments. A program with a `/` is a path relative to `dir`; one without is looked for on
    /// the `PATH` of the bot's own environment.
    pub command: Vec<String>,
    /// The directory in which it runs; without it, that of the arbiter.
    pub dir: Option<PathBuf>,
    /// Variables that it gets besides the arbiter's; the last one of a name holds.
    pub env: Vec<(String, String)>,
    /// The arbiter's variables are kept from it.
    pub clear_env: bool,
    /// The number of files that it may have open. Without it, what the arbiter had before
    /// [`raise_file_limit`](super::raise_file_limit).
    pub files: Option<u64>,
    /// Seconds of processor time, for each of its processes.
    pub cpu: Option<u64>,
    /// Its niceness, -20 to 19; below 0 needs a privilege.
    pub nice: Option<i32>,
}

/// Why a bot was not started.
#[derive(Debug, thiserror::Error)]
pub enum NoStart {
    /// The command has no word, or an empty one as its program.
    #[error("the command names no program")]
    NoProgram,
    /// There is no such file.
    #[error("there is no file {}", .0.display())]
    NoFile(PathBuf),
    /// No directory of the path has such a file.
    #[error("there is no program {program} on the path {path}")]
    NotOnPath {
        /// What was looked for.
        program: String,
        /// Where.
        path: String,
    },
    /// The program is a directory.
    #[error("{} is a directory", .0.display())]
    IsDirectory(PathBuf),
    /// The program is not executable.
    #[error("{} is not executable", .0.display())]
    NotExecutable(PathBuf),
    /// The directory to run in does not exist.
    #[error("there is no directory {}", .0.display())]
    NoDirectory(PathBuf),
    /// The directory to run in is a file.
    #[error("{} is not a directory", .0.display())]
    NotDirectory(PathBuf),
    /// The system does not let us look at a file.
    #[error("cannot look at {}: {source}", path.display())]
    Hidden {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// No variable can have this name.
    #[error("no variable can have the name {0:?}")]
    BadVariable(String),
    /// A character of code 0 cannot be passed to a program.
    #[error("the command, its directory or its variables hold a NUL character")]
    Nul,
    /// The keeper could not be started.
    #[error("cannot start {}: {source}", executable.display())]
    NoKeeper {
        /// The arbiter's own program.
        executable: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Launch {
    /// A bot to start by this command, with nothing else said.
    pub fn new(command: Vec<String>) -> Self {
        Self { command, ..Self::default() }
    }

    /// Whether the program and the directory can be used, as far as that can be known before.
    ///
    /// # Errors
    /// As [`Nursery::launch`](super::Nursery::launch).
    pub fn check(&self) -> Result<(), NoStart> {
        self.plan().map(drop)
    }

    /// How to become the bot, once all that can be known before has been looked at.
    pub(crate) fn plan(&self) -> Result<Plan, NoStart> {
        let name = self.command.first().filter(|name| !name.is_empty()).ok_or(NoStart::NoProgram)?;
        self.check_words()?;
        let dir = self.dir.as_deref().map(program::directory).transpose()?;
        let path = match self.env.iter().rev().find(|(name, _)| name == "PATH") {
            Some((_, path)) => Some(OsString::from(path)),
            None if self.clear_env => None,
            None => std::env::var_os("PATH"),
        };
        Ok(Plan {
            program: program::find(name, dir.as_deref(), path)?,
            arguments: self.command.iter().map(OsString::from).collect(),
            dir,
            clear_env: self.clear_env,
            limits: Limits { soft_files: Some(soft_files()), files: self.files, cpu: self.cpu, nice: self.nice },
        })
    }

    fn check_words(&self) -> Result<(), NoStart> {
        if let Some((name, _)) = self.env.iter().find(|(name, _)| name.is_empty() || name.contains(['=', '\0'])) {
            return Err(NoStart::BadVariable(name.clone()));
        }
        let dir = self.dir.iter().map(|dir| dir.as_os_str().as_encoded_bytes());
        let words = self.command.iter().chain(self.env.iter().map(|(_, value)| value)).map(String::as_bytes);
        if words.chain(dir).any(|word| word.contains(&0)) { Err(NoStart::Nul) } else { Ok(()) }
    }
}
