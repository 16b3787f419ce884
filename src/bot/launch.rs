//! A bot to start, and the reasons why a start fails.

use std::{
    ffi::{OsStr, OsString},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{Arc, Once},
};

use super::{
    Core,
    limits::Limits,
    plan::{ExecPlan, SHARED_MEMORY},
    program,
    resources::{MachineShare, machine_share, soft_files},
    shown::ShownProgram,
};

/// A bot to start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments. A program with a `/` is a path relative to [`Limits::dir`]. A program without a
    /// `/` is looked up on the `PATH` of the bot's own environment.
    pub command: Vec<String>,
    /// The limits of the bot.
    pub limits: Limits,
    /// Files and directories that the bot may not read, if it is in the sandbox or isolated. Absolute paths without
    /// links.
    pub hidden: Arc<[PathBuf]>,
    /// Entries of hidden directories that the bot sees all the same.
    pub kept: Arc<[PathBuf]>,
    /// The core to which the bot is held.
    pub core: Option<Arc<Core>>,
    /// True if the bot's writes into its directory are lost when the bot ends. Has an effect only for an isolated bot,
    /// and if the system can do this.
    pub forgets: bool,
}

/// The reason why a bot was not started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The command has no word, or an empty program name.
    #[error("the command names no program")]
    NoProgram,
    /// The file does not exist.
    #[error("there is no file {}", .0.display())]
    NoFile(PathBuf),
    /// No directory of the `PATH` has such a file.
    #[error("there is no program {program} on the PATH")]
    NotOnPath {
        /// The name of the program.
        program: String,
        /// The searched directories, as in `PATH`.
        path: String,
    },
    /// The program is a directory.
    #[error("{} is a directory", .0.display())]
    IsDirectory(PathBuf),
    /// The program is not executable.
    #[error("{} is not executable", .0.display())]
    NotExecutable(PathBuf),
    /// The first line of a script ends in a carriage return, which the system takes as a part of the last word.
    #[error(
        "{} has Windows line ends: its first line is `#!{line}`; remove the carriage returns, such as with \
         sed -i 's/\\r$//'",
        script.display()
    )]
    WindowsLineEnds {
        /// The script.
        script: PathBuf,
        /// The first line after `#!`, with the carriage return escaped.
        line: String,
    },
    /// The first line of a script names an interpreter that does not exist.
    #[error("{} names the interpreter {interpreter} in its first line, which does not exist", script.display())]
    NoInterpreter {
        /// The script.
        script: PathBuf,
        /// The interpreter.
        interpreter: String,
    },
    /// The working directory does not exist.
    #[error("there is no directory {}", .0.display())]
    NoDirectory(PathBuf),
    /// The working directory is a file.
    #[error("{} is not a directory", .0.display())]
    NotDirectory(PathBuf),
    /// The system does not give access to a file or directory.
    #[error("cannot look at {}: {source}", path.display())]
    Hidden {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// No variable can have this name.
    #[error("no variable can have the name {0:?}")]
    BadVariable(String),
    /// A file to be hidden is in the directory where the bot may write.
    #[error("the sandbox cannot hide {} in the bot's own directory {}", file.display(), dir.display())]
    NotHidden {
        /// The file to be hidden.
        file: PathBuf,
        /// The bot's directory.
        dir: PathBuf,
    },
    /// One of the bot's files, or its directory, is in the /dev/shm that isolation covers.
    #[error(
        "an isolated bot has a /dev/shm of its own, and does not see {}; put that elsewhere, or set isolation=off",
        .0.display()
    )]
    OutOfSight(PathBuf),
    /// A NUL character cannot be passed to a program.
    #[error("the command, its directory or its variables hold a NUL character")]
    Nul,
    /// The keeper could not be started.
    #[error("cannot start {}: {source}", executable.display())]
    NoKeeper {
        /// The arbiter's own program.
        executable: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The limits are strict, but there is no control group to enforce them.
    #[error(
        "strict: no control groups for memory and processes can be made here, so both limits would only be sampled; {}\
         accept sampled limits with strict=off (`--set 1:strict=off` for a seat of play, `--set strict=off` in gate and \
         check, or in a file `limits = {{ strict = \"off\" }}`)",
        advice()
    )]
    NotStrict,
    /// Isolation is required, but the system has no namespaces for it.
    #[error("isolation on: {0}")]
    NoIsolation(String),
}

/// Says how this account can have control groups. What root cannot have, no account has.
fn advice() -> &'static str {
    if rustix::process::geteuid().is_root() {
        ""
    } else {
        "run the arbiter as root or, with systemd, by `systemd-run --user --scope -p Delegate=yes arbiter ...`, or "
    }
}

impl StartError {
    /// Returns true if a later try may succeed, because the system was short of something.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::NoKeeper { .. } | Self::Hidden { .. }) && self.is_ours()
    }

    /// Returns true if the arbiter or the system is the cause, so the bot is not to blame.
    pub fn is_ours(&self) -> bool {
        match self {
            Self::NoKeeper { .. }
            | Self::NoIsolation(_)
            | Self::NotHidden { .. }
            | Self::OutOfSight(_)
            | Self::NotStrict => true,
            // The system was short of descriptors or memory.
            Self::Hidden { source, .. } => source.kind() != io::ErrorKind::PermissionDenied,
            Self::NoProgram
            | Self::NoFile(_)
            | Self::NotOnPath { .. }
            | Self::IsDirectory(_)
            | Self::NotExecutable(_)
            | Self::WindowsLineEnds { .. }
            | Self::NoInterpreter { .. }
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

    /// Checks the program and the directory, if this is possible before the start.
    ///
    /// # Errors
    /// Returns the errors of [`Nursery::launch`](super::Nursery::launch), except those of isolation and of the keeper's
    /// start.
    pub fn check(&self) -> Result<(), StartError> {
        self.plan().map(drop)
    }

    /// The files of the bot, each with the index of the word that names it. These are the program and each file among
    /// the arguments, also after `-name=`.
    ///
    /// # Errors
    /// Returns the errors of [`Launch::check`].
    pub fn files(&self) -> Result<Vec<(u32, PathBuf)>, StartError> {
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

    /// Checks that an isolated bot sees its directory and its files.
    ///
    /// # Errors
    /// Returns [`StartError::OutOfSight`] if the directory or a file is in the /dev/shm that isolation covers.
    pub(crate) fn check_sight(&self, plan: &ExecPlan) -> Result<(), StartError> {
        let shared = Path::new(SHARED_MEMORY);
        let Ok(device) = shared.metadata().map(|found| found.dev()) else { return Ok(()) };
        // The cheap check first: a file on another device is not in /dev/shm. Only for files on its device, links are
        // followed.
        let lies_there = |path: &PathBuf| {
            path.metadata().is_ok_and(|found| found.dev() == device)
                && matches!((path.canonicalize(), shared.canonicalize()), (Ok(path), Ok(shared)) if path.starts_with(&shared))
        };
        let files = self.files_of(plan).map(|(_, file)| file);
        files.chain(plan.limits.dir.clone()).find(lies_there).map_or(Ok(()), |path| Err(StartError::OutOfSight(path)))
    }

    /// Makes the plan for the process that becomes the bot, after all checks that are possible before the start.
    pub(crate) fn plan(&self) -> Result<ExecPlan, StartError> {
        let name = self.command.first().filter(|name| !name.is_empty()).ok_or(StartError::NoProgram)?;
        self.check_words()?;
        let dir = self.limits.dir.as_deref().map(program::directory).transpose()?;
        self.check_hidden(&self.hidden)?;
        let path = match self.limits.env.iter().rev().find(|(name, _)| name == "PATH") {
            Some((_, path)) => Some(OsString::from(path)),
            None if self.limits.clear_env => None,
            None => std::env::var_os("PATH"),
        };
        let program = program::find(name, dir.as_deref(), path.clone())?;
        let mut plan = ExecPlan {
            program,
            arguments: self.command.iter().map(OsString::from).collect(),
            soft_files: Some(soft_files()),
            core: self.core.as_ref().map(|core| core.number()),
            hidden: self.hidden.to_vec(),
            kept: self.kept.to_vec(),
            // The command line of the keeper omits variables.
            limits: Limits { dir, env: Vec::new(), ..self.limits.clone() },
            groups: self.groups()?,
            share: self.share(),
            group: None,
            isolated: false,
            forgets: false,
            trial: false,
            variables: Vec::new(),
            shown: Vec::new(),
        };
        if plan.limits.sandbox {
            plan.shown = self.shown(&plan, path.as_deref());
        }
        Ok(plan)
    }

    /// The paths that the bot may read in the sandbox besides those of the system.
    fn shown(&self, plan: &ExecPlan, path: Option<&OsStr>) -> Vec<PathBuf> {
        let set = |name: &str| self.limits.env.iter().rev().find(|(set, _)| set == name).map(|(_, value)| value.into());
        let inherited = |name: &str| if self.limits.clear_env { None } else { std::env::var_os(name) };
        let variable = |name: &str| set(name).or_else(|| inherited(name));
        let dir = plan.limits.dir.as_deref();
        let program = ShownProgram { program: &plan.program, dir, path, variable: &variable };
        let named = self.files_of(plan).map(|(_, file)| file);
        let mut shown: Vec<PathBuf> = program.paths().into_iter().chain(named).collect();
        shown.sort();
        shown.dedup();
        shown
    }

    /// Checks that the sandbox can hide these files.
    ///
    /// # Errors
    /// Returns [`StartError::NotHidden`] if a hidden file is in the bot's own directory.
    pub fn check_hidden(&self, hidden: &[PathBuf]) -> Result<(), StartError> {
        let dir = self.limits.dir.as_ref().filter(|_| self.limits.sandbox);
        // A missing directory is reported elsewhere.
        let Some(own) = dir.and_then(|dir| dir.canonicalize().ok()) else { return Ok(()) };
        match hidden.iter().find(|file| file.starts_with(&own)) {
            Some(file) => Err(StartError::NotHidden { file: file.clone(), dir: own }),
            None => Ok(()),
        }
    }

    /// The parts of the machine's share that limit the bot. The first call that finds one logs it.
    fn share(&self) -> MachineShare {
        static TOLD: Once = Once::new();
        let whole = machine_share();
        let memory = self.limits.memory.or_share(whole.memory);
        let processes = self.limits.processes.or_share(whole.processes);
        if memory.or(processes).is_some() {
            TOLD.call_once(|| whole.told().iter().for_each(|text| log::info!("{text}")));
        }
        MachineShare { memory, processes }
    }

    /// The group in which the bot's control group is made, if the bot needs one.
    #[cfg(target_os = "linux")]
    fn groups(&self) -> Result<Option<PathBuf>, StartError> {
        if self.limits.memory.set().is_none() && self.limits.processes.set().is_none() {
            return Ok(self.core.as_ref().and_then(|_| super::cgroup::for_cores()).map(PathBuf::from));
        }
        match super::cgroup::for_limits() {
            Some(group) => Ok(Some(group.to_owned())),
            None if self.limits.strict => Err(StartError::NotStrict),
            None => Ok(None),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn groups(&self) -> Result<Option<PathBuf>, StartError> {
        Ok(None)
    }

    fn check_words(&self) -> Result<(), StartError> {
        if let Some((name, _)) = self.limits.env.iter().find(|(name, _)| name.is_empty() || name.contains(['=', '\0']))
        {
            return Err(StartError::BadVariable(name.clone()));
        }
        let dir = self.limits.dir.iter().map(|dir| dir.as_os_str().as_encoded_bytes());
        let words = self.command.iter().chain(self.limits.env.iter().map(|(_, value)| value)).map(String::as_bytes);
        if words.chain(dir).any(|word| word.contains(&0)) { Err(StartError::Nul) } else { Ok(()) }
    }
}
