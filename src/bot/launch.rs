//! What is started, and why it could not be.

use std::{
    ffi::OsString,
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    Core,
    limits::Limits,
    plan::{ExecPlan, SHARED_MEMORY},
    program,
    resources::soft_files,
};

/// A bot to start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments. A program with a `/` is a path relative to [`Limits::dir`]; one without is
    /// looked for on the `PATH` of the bot's own environment.
    pub command: Vec<String>,
    /// What it may use.
    pub limits: Limits,
    /// Files and directories that a bot may not read which is in the sandbox or isolated, as absolute paths without links.
    pub hidden: Arc<[PathBuf]>,
    /// The core that it is held to.
    pub core: Option<Arc<Core>>,
    /// What it writes into its directory is gone when it ends, where it is isolated and the system can do that.
    pub forgets: bool,
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
    /// A file that is to be hidden lies where the bot may write.
    #[error("the sandbox cannot hide {} in the bot's own directory {}", file.display(), dir.display())]
    NotHidden {
        /// What is to be hidden.
        file: PathBuf,
        /// The directory.
        dir: PathBuf,
    },
    /// An isolated bot would not see a file that it is made of, or its directory.
    #[error(
        "an isolated bot has a /dev/shm of its own, and does not see {}; put that elsewhere, or set isolation=off",
        .0.display()
    )]
    OutOfSight(PathBuf),
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
    /// The system is to keep its limits, and nobody but the keeper can.
    #[error(
        "strict: no control groups for memory and processes can be made here, so both limits would only be sampled"
    )]
    NotStrict,
    /// The bot must have namespaces of its own, and cannot.
    #[error("isolation on: {0}")]
    NoIsolation(String),
}

impl NoStart {
    /// Whether it is for want of something that the system may have later.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::NoKeeper { .. } | Self::Hidden { .. }) && self.is_ours()
    }

    /// Whether it is the arbiter, or the system under it, that cannot start the bot. The bot is not to blame then.
    pub fn is_ours(&self) -> bool {
        match self {
            Self::NoKeeper { .. }
            | Self::NoIsolation(_)
            | Self::NotHidden { .. }
            | Self::OutOfSight(_)
            | Self::NotStrict => true,
            // Neither descriptors nor memory to look at it.
            Self::Hidden { source, .. } => source.kind() != io::ErrorKind::PermissionDenied,
            Self::NoProgram
            | Self::NoFile(_)
            | Self::NotOnPath { .. }
            | Self::IsDirectory(_)
            | Self::NotExecutable(_)
            | Self::NoDirectory(_)
            | Self::NotDirectory(_)
            | Self::BadVariable(_)
            | Self::Nul => false,
        }
    }
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

    /// The files that the bot is made of, each with the place of the word that names it: the program, and each file among
    /// the arguments, also behind `-name=`.
    ///
    /// # Errors
    /// As [`Launch::check`].
    pub fn files(&self) -> Result<Vec<(u32, PathBuf)>, NoStart> {
        let plan = self.plan()?;
        Ok(self.files_of(&plan).collect())
    }

    fn files_of(&self, plan: &ExecPlan) -> impl Iterator<Item = (u32, PathBuf)> {
        let place = |word: &String| {
            let option = word.strip_prefix('-').and_then(|rest| rest.split_once('='));
            let path = PathBuf::from(option.map_or(word.as_str(), |(_, path)| path));
            let path = plan.limits.dir.as_ref().map_or_else(|| path.clone(), |dir| dir.join(&path));
            path.is_file().then(|| std::path::absolute(&path).unwrap_or(path))
        };
        let named = (0u32..).zip(&self.command).skip(1);
        let named = named.filter_map(move |(number, word)| Some((number, place(word)?)));
        std::iter::once((0, plan.program.clone())).chain(named)
    }

    /// Whether the bot, isolated, sees its directory and what it is made of.
    ///
    /// # Errors
    /// If one of them lies where it has shared memory of its own.
    pub(crate) fn check_sight(&self, plan: &ExecPlan) -> Result<(), NoStart> {
        let shared = Path::new(SHARED_MEMORY);
        let Ok(device) = shared.metadata().map(|found| found.dev()) else { return Ok(()) };
        // What lies on another device is not there. Only for the rest all links are followed, its own among them.
        let lies_there = |path: &PathBuf| {
            path.metadata().is_ok_and(|found| found.dev() == device)
                && matches!((path.canonicalize(), shared.canonicalize()), (Ok(path), Ok(shared)) if path.starts_with(&shared))
        };
        let files = self.files_of(plan).map(|(_, file)| file);
        files.chain(plan.limits.dir.clone()).find(lies_there).map_or(Ok(()), |path| Err(NoStart::OutOfSight(path)))
    }

    /// How to become the bot, once all that can be known before has been looked at.
    pub(crate) fn plan(&self) -> Result<ExecPlan, NoStart> {
        let name = self.command.first().filter(|name| !name.is_empty()).ok_or(NoStart::NoProgram)?;
        self.check_words()?;
        let dir = self.limits.dir.as_deref().map(program::directory).transpose()?;
        self.check_hidden(&self.hidden)?;
        let path = match self.limits.env.iter().rev().find(|(name, _)| name == "PATH") {
            Some((_, path)) => Some(OsString::from(path)),
            None if self.limits.clear_env => None,
            None => std::env::var_os("PATH"),
        };
        Ok(ExecPlan {
            program: program::find(name, dir.as_deref(), path)?,
            arguments: self.command.iter().map(OsString::from).collect(),
            soft_files: Some(soft_files()),
            core: self.core.as_ref().map(|core| core.number()),
            hidden: self.hidden.to_vec(),
            // Variables stand in no command line.
            limits: Limits { dir, env: Vec::new(), ..self.limits.clone() },
            groups: self.groups()?,
            group: None,
            isolated: false,
            forgets: false,
            trial: false,
            variables: Vec::new(),
        })
    }

    /// Whether the sandbox can hide these files.
    ///
    /// # Errors
    /// If one of them lies in the bot's own directory.
    pub fn check_hidden(&self, hidden: &[PathBuf]) -> Result<(), NoStart> {
        let dir = self.limits.dir.as_ref().filter(|_| self.limits.sandbox);
        // One that is not there is another error.
        let Some(own) = dir.and_then(|dir| dir.canonicalize().ok()) else { return Ok(()) };
        match hidden.iter().find(|file| file.starts_with(&own)) {
            Some(file) => Err(NoStart::NotHidden { file: file.clone(), dir: own }),
            None => Ok(()),
        }
    }

    /// Where the bot's control group is to be made, if it needs one.
    #[cfg(target_os = "linux")]
    fn groups(&self) -> Result<Option<PathBuf>, NoStart> {
        if self.limits.memory.is_none() && self.limits.processes.is_none() {
            return Ok(self.core.as_ref().and_then(|_| super::cgroup::for_cores()).map(PathBuf::from));
        }
        match super::cgroup::for_limits() {
            Some(group) => Ok(Some(group.to_owned())),
            None if self.limits.strict => Err(NoStart::NotStrict),
            None => Ok(None),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn groups(&self) -> Result<Option<PathBuf>, NoStart> {
        Ok(None)
    }

    fn check_words(&self) -> Result<(), NoStart> {
        if let Some((name, _)) = self.limits.env.iter().find(|(name, _)| name.is_empty() || name.contains(['=', '\0']))
        {
            return Err(NoStart::BadVariable(name.clone()));
        }
        let dir = self.limits.dir.iter().map(|dir| dir.as_os_str().as_encoded_bytes());
        let words = self.command.iter().chain(self.limits.env.iter().map(|(_, value)| value)).map(String::as_bytes);
        if words.chain(dir).any(|word| word.contains(&0)) { Err(NoStart::Nul) } else { Ok(()) }
    }
}
