//! Shared helpers of the tests of several crates. They use the games and the built programs. Only the feature `pages`
//! uses the layers between.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]
#![expect(missing_docs, reason = "it is for the tests beside it alone")]

pub mod boards;
pub mod cats;
pub mod golden;
pub mod need;
pub mod schema;
pub mod specimens;
pub mod toy;
pub mod typed;
pub mod walk;

#[cfg(feature = "processes")]
pub mod account;
#[cfg(feature = "processes")]
pub mod footprint;
#[cfg(feature = "pages")]
pub mod html;
#[cfg(feature = "processes")]
pub mod load;
#[cfg(feature = "processes")]
pub mod processes;
#[cfg(feature = "pages")]
pub mod replays;
#[cfg(feature = "processes")]
pub mod run;
#[cfg(feature = "processes")]
pub mod session;
#[cfg(feature = "processes")]
pub mod terminal;
#[cfg(feature = "processes")]
pub mod zoo;

use std::{
    fs,
    path::{Path, PathBuf},
};

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Returns the kept logs of all versions, sorted.
pub fn kept_logs() -> Vec<PathBuf> {
    let mut logs: Vec<_> = fs::read_dir(root().join("tests/logs"))
        .unwrap()
        .map(|version| version.unwrap().path())
        .filter(|path| path.is_dir())
        .flat_map(|version| fs::read_dir(version).unwrap().map(|file| file.unwrap().path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .collect();
    logs.sort();
    logs
}

/// Returns the folder of the programs that were built for the tests, one level above the test programs.
pub fn programs() -> PathBuf {
    let this = std::env::current_exe().unwrap();
    this.ancestors().nth(2).unwrap().to_owned()
}

/// Returns the path of a program that was built for the tests.
pub fn program(name: &str) -> PathBuf {
    programs().join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

/// Quotes a path as a word of a shell or bot command line. The repository may lie below a folder with a space in its
/// name.
pub fn word(path: impl AsRef<Path>) -> String {
    shell_words::quote(path.as_ref().to_str().unwrap()).into_owned()
}

/// Returns the path of a program that was built for the tests, quoted as a word of a command line.
pub fn program_word(name: &str) -> String {
    word(program(name))
}
