//! Finds the file of a program's name before the launch, so that usual mistakes are reported early and in words.

use std::{
    ffi::OsString,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::LazyLock,
};

use rustix::fs::{Access, access};

use crate::bot::terms::StartError;

const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The bytes of a first line that are read. Linux reads as many.
const FIRST_LINE: u64 = 256;

/// The short names of the bots that come with the arbiter.
pub(crate) const OWN_BOTS: [&str; 5] = ["random", "greedy", "search", "chain", "prowler"];

/// The program `arbiter-NAME` of a bot that comes with the arbiter: beside the arbiter's own program or, for a known
/// name, on the `PATH`, because a program with games of one's own may lie elsewhere.
pub(crate) fn own(name: &str) -> Option<PathBuf> {
    if name.is_empty() || name.contains('/') {
        return None;
    }
    static PROGRAM: LazyLock<Option<PathBuf>> = LazyLock::new(|| std::env::current_exe().ok());
    let file = format!("arbiter-{name}");
    let beside = PROGRAM.as_ref().map(|program| program.with_file_name(&file));
    let is_known = OWN_BOTS.contains(&name) || name == "uci";
    let on_path = || find(&file, None, std::env::var_os("PATH")).ok();
    beside.filter(|path| path.is_file()).or_else(|| is_known.then(on_path)?)
}

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
            Err(
                error @ (StartError::NotExecutable(_)
                | StartError::WindowsLineEnds { .. }
                | StartError::ByteOrderMark(_)
                | StartError::BadInterpreter { .. }),
            ) => refused = refused.or(Some(error)),
            // Continues like a shell, which skips missing and unsuitable files.
            Err(_) => {}
        }
    }
    let missing = || StartError::NotOnPath { program: name.to_owned(), path: path.to_string_lossy().into_owned() };
    Err(refused.unwrap_or_else(missing))
}

fn check(file: &Path) -> Result<(), StartError> {
    match fs::metadata(file) {
        Ok(found) if found.is_dir() => Err(StartError::IsDirectory(file.to_owned())),
        Ok(found) if !found.is_file() => Err(StartError::NotExecutable(file.to_owned())),
        Ok(_) => {
            access(file, Access::EXEC_OK).map_err(|_| StartError::NotExecutable(file.to_owned()))?;
            check_interpreter(file)
        }
        Err(error) if is_absent(&error) => Err(StartError::NoFile(file.to_owned())),
        Err(source) => Err(StartError::Hidden { path: file.to_owned(), source }),
    }
}

/// Checks that the interpreter in the first line of a script can run. Programs that are no scripts, or unreadable, pass.
fn check_interpreter(file: &Path) -> Result<(), StartError> {
    let mut start = Vec::new();
    let read = fs::File::open(file).and_then(|opened| opened.take(FIRST_LINE).read_to_end(&mut start));
    if start.starts_with(b"\xef\xbb\xbf#!") {
        return Err(StartError::ByteOrderMark(file.to_owned()));
    }
    let Some(line) = start.strip_prefix(b"#!").filter(|_| read.is_ok()) else { return Ok(()) };
    let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let Some(interpreter) = words.next() else { return Ok(()) };
    // `env -S` cuts the line at any white space.
    if line.ends_with('\r') && words.next() != Some("-S") {
        return Err(StartError::WindowsLineEnds { script: file.to_owned(), line: line.escape_debug().to_string() });
    }
    // A path in the bot's directory is left to the system.
    if interpreter.starts_with('.') {
        return Ok(());
    }
    let program = interpreter.trim_end();
    let flaw = match fs::metadata(program) {
        Ok(found) if !found.is_file() => "is not a file",
        Ok(_) if access(program, Access::EXEC_OK).is_err() => "is not executable",
        Err(error) if is_absent(&error) => "does not exist",
        _ => return Ok(()),
    };
    Err(StartError::BadInterpreter { script: file.to_owned(), interpreter: interpreter.to_owned(), flaw })
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
