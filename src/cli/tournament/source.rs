//! The tournament file of a command: from a path, from a folder, or from flags.

use std::path::PathBuf;

use uvi_cup::{Difference, Plan, file::File};

use super::args::TournamentArgs;
use crate::{
    cli::{
        exit::{CommandResult, usage},
        planning::{plan_in, read_file},
    },
    cup::FolderError,
};

#[derive(Debug)]
pub(super) struct Source {
    pub(super) file: File,
    /// The path and text of the file; `None` if only flags make it.
    pub(super) text: Option<(String, String)>,
    pub(super) folder: Option<PathBuf>,
}

impl Source {
    /// Reads the given file or the plan in the given folder, or else makes a file. The flags override it.
    pub(super) fn read(args: &TournamentArgs) -> CommandResult<Self> {
        args.test.check()?;
        let mut source = match args.file.as_deref() {
            None => Self { file: args.plan.file()?, text: None, folder: None },
            Some(path) => {
                let folder = path.is_dir().then(|| path.to_owned());
                let path = if folder.is_some() { plan_in(path)? } else { path.to_owned() };
                let (file, text) = read_file(&path)?;
                Self { file, text: Some(text), folder }
            }
        };
        args.plan.change(&mut source.file)?;
        args.test.change(&mut source.file)?;
        Ok(source)
    }

    pub(super) fn folder(&self, args: &TournamentArgs) -> CommandResult<PathBuf> {
        let given = self.folder.as_ref().or(args.folder.as_ref()).or(self.file.folder.as_ref());
        if given.is_some_and(|folder| folder.as_os_str().is_empty()) {
            return Err(usage("expected the name of a folder, found an empty name; the current folder is ."));
        }
        Ok(given.cloned().unwrap_or_else(|| match &args.file {
            Some(file) => file.with_extension("games"),
            None => PathBuf::from(format!("{}.games", self.file.variant.get_ref())),
        }))
    }

    /// Checks that bots' files have the SHA-256 that a tournament file gives for them. Does nothing if a folder was
    /// given, because its hashes are compared when the folder is opened.
    pub(super) fn check_pins(&self, plan: &Plan) -> CommandResult<()> {
        if self.folder.is_some() {
            return Ok(());
        }
        if let Some(missing) = plan.missing(&self.file) {
            return Err(FolderError::Missing(missing).into());
        }
        match plan.differences(&self.file).into_iter().find(Difference::is_content) {
            Some(difference) => Err(usage(difference)),
            None => Ok(()),
        }
    }
}
