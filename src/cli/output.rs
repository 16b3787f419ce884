//! Output to stdout, stderr and files. A closed pipe ends the printing, but not the command.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, IsTerminal as _, Read as _, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::Context;
use itertools::Itertools;

use super::exit::{CommandResult, cannot, failed, usage};
use crate::{bot::named_path, cup};

/// True if stdout is for the data of an output `-`, and stderr for the text for people.
static STDOUT_IS_DATA: AtomicBool = AtomicBool::new(false);

/// The files in the folder of a tournament that no output may overwrite.
pub(crate) const OF_TOURNAMENT: [&str; 4] = [cup::PLAN, cup::RESULTS, cup::TIMES, cup::CHAIN];

const LOG: [u8; 15] = *br#"{"type":"match""#;

/// The status with which a shell ends if there is no such command.
const NO_COMMAND: i32 = 127;

/// Gives stdout to the output whose path is `-`, if there is one. From now on, the text for people goes to stderr. Refuses
/// outputs that would overwrite each other or the index of a tournament.
pub(crate) fn reserve_outputs<'a>(outputs: impl IntoIterator<Item = &'a PathBuf>) -> CommandResult<()> {
    let (on_stdout, paths): (Vec<_>, Vec<_>) = outputs.into_iter().partition(|path| *path == Path::new("-"));
    STDOUT_IS_DATA.store(!on_stdout.is_empty(), Ordering::Relaxed);
    if on_stdout.len() > 1 {
        return Err(usage("expected one output on stdout, found several of -; give the others files"));
    }
    let mut files = BTreeSet::new();
    for path in paths {
        let file = target(path);
        let is_of_tournament = OF_TOURNAMENT.iter().any(|name| file.ends_with(name));
        if is_of_tournament && file.with_file_name(cup::PLAN).is_file() {
            return Err(usage(format!("{} is a tournament's own file; choose another output", path.display())));
        }
        if fs::metadata(&file).map_or(true, |found| found.is_file()) && !files.insert(file) {
            return Err(usage(format!("{} is given for two outputs; choose another file for one", path.display())));
        }
    }
    Ok(())
}

pub(crate) fn print(line: &str) -> bool {
    if STDOUT_IS_DATA.load(Ordering::Relaxed) {
        return writeln!(std::io::stderr().lock(), "{line}").is_ok();
    }
    writeln!(std::io::stdout().lock(), "{line}").is_ok()
}

/// Prints lines for people. A closed pipe is not an error.
pub(crate) fn print_all<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> CommandResult<()> {
    let mut text = String::new();
    for line in lines {
        text.push_str(line.as_ref());
        text.push('\n');
    }
    if STDOUT_IS_DATA.load(Ordering::Relaxed) {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
        return Ok(());
    }
    print_text(text.as_bytes())
}

/// Prints a text to stdout. A closed pipe is not an error.
pub(crate) fn print_text(text: &[u8]) -> CommandResult<()> {
    let mut out = std::io::stdout().lock();
    unless_closed(out.write_all(text).and_then(|()| out.flush())).context("cannot write to stdout").map_err(failed)
}

/// The result of a write to what may be a pipe, such as `/dev/stdout`: its reader may leave early.
pub(crate) fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// Prints a text through the pager, if a person reads and there is one: `$PAGER`, or else `less`.
pub(crate) fn print_paged(text: &str) -> CommandResult<()> {
    let pager = std::env::var("PAGER").ok().filter(|pager| !pager.is_empty()).unwrap_or_else(|| "less".to_owned());
    let is_paged = std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && {
        let mut command = Command::new("sh");
        // As git sets it: less ends by itself after a short text, and leaves the text on the screen.
        command.args(["-c", &pager]).env("LESS", std::env::var_os("LESS").unwrap_or_else(|| "FRX".into()));
        command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().is_ok_and(|mut child| {
            // A pager that is left early closes its input.
            let _ = child.stdin.take().map(|mut input| input.write_all(text.as_bytes()));
            child.wait().is_ok_and(|status| status.code() != Some(NO_COMMAND))
        })
    };
    if is_paged { Ok(()) } else { print_text(text.as_bytes()) }
}

/// Writes a text to a file, and overwrites it; `-` is stdout.
pub(crate) fn write(path: &Path, text: &str) -> CommandResult<()> {
    if path == Path::new("-") { print_text(text.as_bytes()) } else { write_whole(path, text.as_bytes()) }
}

/// Removes a file, if there is one, as a text that is not written any more.
pub(crate) fn remove(path: &Path) -> CommandResult<()> {
    let is_file = path != Path::new("-") && path.is_file();
    let removed = if is_file { fs::remove_file(path) } else { Ok(()) };
    removed.map_err(cannot("remove", path))
}

/// The text that a file has; empty if there is no such file.
pub(crate) fn text_there(path: &Path) -> CommandResult<String> {
    let bytes = path.is_file().then(|| fs::read(path)).transpose().map_err(cannot("read", path))?;
    Ok(String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned())
}

/// Adds a text to the end of a file, which is made if it is missing; `-` is stdout.
pub(crate) fn append(path: &Path, text: &str) -> CommandResult<()> {
    if path == Path::new("-") {
        return print_text(text.as_bytes());
    }
    must_be_no_log(path)?;
    let opened = fs::OpenOptions::new().append(true).create(true).open(path);
    unless_closed(opened.and_then(|mut file| file.write_all(text.as_bytes()))).map_err(cannot("write", path))
}

pub(crate) fn must_differ(output: &Path, input: &Path) -> CommandResult<()> {
    match (fs::canonicalize(output), fs::canonicalize(input)) {
        (Ok(one), Ok(other)) if one == other => Err(usage(format!(
            "{} is read by this command, so it cannot be the output; choose another file",
            output.display()
        ))),
        _ => Ok(()),
    }
}

/// Refuses outputs that are a file of the command lines of these bots, each with the folder in which it starts, or one of
/// these inputs.
pub(crate) fn must_be_no_inputs<'a>(
    outputs: &[&PathBuf],
    bots: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> CommandResult<()> {
    let named = bots.into_iter().flat_map(|(command, folder)| {
        let words = shell_words::split(command).unwrap_or_default();
        words.into_iter().map(move |word| Path::new(folder.unwrap_or_default()).join(named_path(&word)))
    });
    let all: Vec<_> = inputs.into_iter().map(Path::to_owned).chain(named).collect();
    // Any number of programs may write to a device.
    let mut files = outputs.iter().filter(|output| fs::metadata(output).is_ok_and(|found| found.is_file()));
    files.try_for_each(|output| all.iter().try_for_each(|input| must_differ(output, input)))
}

/// Refuses to write over the log of a match, of which there may be no copy.
pub(crate) fn must_be_no_log(path: &Path) -> CommandResult<()> {
    let mut begin = [0; LOG.len()];
    let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
    let read = is_file && fs::File::open(path).and_then(|mut file| file.read_exact(&mut begin)).is_ok();
    if read && begin == LOG {
        return Err(usage(format!("{} is the log of a match; choose another output", path.display())));
    }
    Ok(())
}

/// Checks that a file can be written, before the work that produces its content.
pub(crate) fn check_writable(path: &Path) -> CommandResult<()> {
    if path == Path::new("-") {
        return Ok(());
    }
    let target = target(path);
    must_be_no_log(&target)?;
    let tried = match fs::metadata(&target) {
        Ok(found) if found.is_dir() => Err(std::io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(()),
        Ok(_) | Err(_) => {
            let draft = draft(&target);
            fs::write(&draft, "").and_then(|()| fs::remove_file(&draft))
        }
    };
    tried.map_err(cannot("write", path))
}

/// Replaces a file in one step: it always has its old or its new content. Pipes and devices are written directly.
fn write_whole(path: &Path, bytes: &[u8]) -> CommandResult<()> {
    let target = target(path);
    must_be_no_log(&target)?;
    let written = if fs::metadata(&target).is_ok_and(|found| !found.is_file()) {
        unless_closed(fs::write(&target, bytes))
    } else {
        let draft = draft(&target);
        fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, &target)).inspect_err(|_| {
            let _ = fs::remove_file(&draft);
        })
    };
    written.map_err(cannot("write", path))
}

/// The file behind a path. A link at the path stays, because its target is replaced.
fn target(path: &Path) -> PathBuf {
    let new = || Some(fs::canonicalize(std::path::absolute(path).ok()?.parent()?).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(new).unwrap_or_else(|| path.to_owned())
}

fn draft(target: &Path) -> PathBuf {
    let mut draft = target.as_os_str().to_owned();
    draft.push(format!(".{}.draft", std::process::id()));
    draft.into()
}

/// Prints one or more lines to stderr, and ignores errors. Control characters are escaped, not to steer the terminal.
pub(crate) fn complain(text: &str) {
    let escaped = text.split('\n').map(uvi::escape_controls).join("\n");
    let _ = writeln!(std::io::stderr().lock(), "{escaped}");
}

pub(crate) fn prompt(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use testkit::processes::scratch;

    use super::*;

    #[test]
    fn no_output_is_written_over_a_log_or_behind_it() {
        let log = scratch("log-as-output").join("game.jsonl");
        fs::write(&log, r#"{"type":"match","game":"chess"}"#).unwrap();
        for refused in [write(&log, "new"), append(&log, "new"), check_writable(&log)] {
            assert!(refused.unwrap_err().to_string().ends_with("is the log of a match; choose another output"));
        }
        assert!(fs::read_to_string(&log).unwrap().starts_with(r#"{"type":"match""#));
    }

    #[test]
    fn outputs_overwrite_neither_each_other_nor_a_tournament() {
        let folder = scratch("outputs");
        fs::create_dir(folder.join("cup.games")).unwrap();
        fs::write(folder.join("cup.games/plan.toml"), "").unwrap();
        fs::write(folder.join("there"), "").unwrap();
        std::os::unix::fs::symlink("there", folder.join("link")).unwrap();
        for (outputs, expected) in [
            (&["one", "two", "results.jsonl"][..], None),
            (&["one", "./one"], Some("is given for two outputs")),
            (&["there", "link"], Some("is given for two outputs")),
            (&["/dev/null", "/dev/null"], None),
            (&["cup.games/standings.csv"], None),
            (&["cup.games/results.jsonl"], Some("is a tournament's own file")),
            (&["cup.games/plan.toml"], Some("is a tournament's own file")),
        ] {
            let paths: Vec<PathBuf> = outputs.iter().map(|output| folder.join(output)).collect();
            let told = reserve_outputs(&paths).err().map(|error| error.to_string());
            assert_eq!(told.is_some(), expected.is_some(), "{outputs:?}: {told:?}");
            assert!(told.unwrap_or_default().contains(expected.unwrap_or_default()), "{outputs:?}");
        }
    }
}
