//! The plan of a bot's process, made from its launch and the facts of this machine.

use std::{
    ffi::{OsStr, OsString},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use crate::bot::{
    system::{program, resources::soft_files, shown::ShownProgram},
    terms::{ExecPlan, Launch, Limits, MachineShare, SHARED_MEMORY, StartError, named_path, wrap_variables},
};

impl Launch {
    /// Checks the program and the directory, if this is possible before the start. Fails as
    /// [`Nursery::launch`](crate::bot::Nursery::launch), but not for control groups, isolation or the keeper's start.
    pub fn check(&self) -> Result<(), StartError> {
        self.plan(MachineShare::default()).map(drop)
    }

    /// The files of the bot, each with the index of the word that names it. These are the program and each file among
    /// the arguments, also after `-name=`. Fails as [`Launch::check`].
    pub fn files(&self) -> Result<Vec<(u32, PathBuf)>, StartError> {
        let plan = self.plan(MachineShare::default())?;
        Ok(self.files_of(&plan).collect())
    }

    fn files_of(&self, plan: &ExecPlan) -> impl Iterator<Item = (u32, PathBuf)> {
        let place = |word: &String| {
            let path = plan.limits.dir.as_deref().unwrap_or_else(|| Path::new("")).join(named_path(word));
            path.is_file().then(|| std::path::absolute(&path).unwrap_or(path))
        };
        let named = (0u32..).zip(&self.command).skip(1);
        let named = named.filter_map(move |(number, word)| Some((number, place(word)?)));
        std::iter::once((0, plan.program.clone())).chain(named)
    }

    /// Checks that an isolated bot sees its directory and its files. Returns [`StartError::OutOfSight`] if the
    /// directory or a file is in the /dev/shm that isolation covers.
    pub(crate) fn check_sight(&self, plan: &ExecPlan) -> Result<(), StartError> {
        let shared = Path::new(SHARED_MEMORY);
        let Ok(device) = shared.metadata().map(|found| found.dev()) else { return Ok(()) };
        // The cheap check first: a file on another device is not in /dev/shm. Links are followed only on its device.
        let lies_there = |path: &PathBuf| {
            path.metadata().is_ok_and(|found| found.dev() == device)
                && matches!((path.canonicalize(), shared.canonicalize()), (Ok(path), Ok(shared)) if path.starts_with(&shared))
        };
        let files = self.files_of(plan).map(|(_, file)| file);
        files.chain(plan.limits.dir.clone()).find(lies_there).map_or(Ok(()), |path| Err(StartError::OutOfSight(path)))
    }

    /// Makes the plan for the process that becomes a bot with this share of the machine, after all checks that are
    /// possible before the start.
    pub(crate) fn plan(&self, share: MachineShare) -> Result<ExecPlan, StartError> {
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
            share: MachineShare {
                memory: self.limits.memory.or_share(share.memory),
                processes: self.limits.processes.or_share(share.processes),
            },
            variables: wrap_variables(&self.limits.env),
            ..ExecPlan::default()
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

    /// Checks that the sandbox can hide these files. Fails if one is in the bot's own directory.
    pub fn check_hidden(&self, hidden: &[PathBuf]) -> Result<(), StartError> {
        let dir = self.limits.dir.as_ref().filter(|_| self.limits.sandbox);
        // A missing directory is reported elsewhere.
        let Some(own) = dir.and_then(|dir| dir.canonicalize().ok()) else { return Ok(()) };
        match hidden.iter().find(|file| file.starts_with(&own)) {
            Some(file) => Err(StartError::NotHidden { file: file.clone(), dir: own }),
            None => Ok(()),
        }
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
