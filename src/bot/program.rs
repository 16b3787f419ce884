//! Finds the file of a program's name before the launch, so that usual mistakes are reported early and in words.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use rustix::fs::{Access, access};

use super::StartError;

/// The path to search if there is no `PATH`.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The absolute path of a directory. Returns an error if it is no directory or cannot be entered.
pub(crate) fn directory(dir: &Path) -> Result<PathBuf, StartError> {
    let hidden = |source| StartError::Hidden { path: dir.to_owned(), source };
    let path = std::path::absolute(dir).map_err(hidden)?;
    match fs::metadata(&path) {
        Ok(found) if !found.is_dir() => Err(StartError::NotDirectory(path)),
        Ok(_) => access(&path, Access::EXEC_OK).map(|()| path).map_err(|errno| hidden(errno.into())),
        Err(error) if is_absent(&error) => Err(StartError::NoDirectory(path)),
        Err(error) => Err(hidden(error)),
    }
}

/// The absolute path of a program, for a bot in this directory and with this `PATH`.
pub(crate) fn find(name: &str, dir: Option<&Path>, path: Option<OsString>) -> Result<PathBuf, StartError> {
    let place = |file: &Path| {
        let file = dir.map_or_else(|| file.to_owned(), |dir| dir.join(file));
        std::path::absolute(&file).map_err(|source| StartError::Hidden { path: file, source })
    };
    if name.contains('/') {
        let file = place(Path::new(name))?;
        return check(&file).map(|()| file);
    }
    let path = path.unwrap_or_else(|| DEFAULT_PATH.into());
    let mut refused = None;
    for entry in std::env::split_paths(&path) {
        let file = place(&entry.join(name))?;
        match check(&file) {
            Ok(()) => return Ok(file),
            Err(error @ StartError::NotExecutable(_)) => refused = refused.or(Some(error)),
            // Continues like a shell, which skips missing and unsuitable files.
            Err(_) => {}
        }
    }
    let missing = || StartError::NotOnPath { program: name.to_owned(), path: path.to_string_lossy().into_owned() };
    Err(refused.unwrap_or_else(missing))
}

/// Checks that the type and the permissions of the file allow executing it.
fn check(file: &Path) -> Result<(), StartError> {
    match fs::metadata(file) {
        Ok(found) if found.is_dir() => Err(StartError::IsDirectory(file.to_owned())),
        Ok(found) if !found.is_file() => Err(StartError::NotExecutable(file.to_owned())),
        Ok(_) => access(file, Access::EXEC_OK).map_err(|_| StartError::NotExecutable(file.to_owned())),
        Err(error) if is_absent(&error) => Err(StartError::NoFile(file.to_owned())),
        Err(source) => Err(StartError::Hidden { path: file.to_owned(), source }),
    }
}

/// Returns true if the error means that the file does not exist.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
