//! The documents are true: their commands run, their programs work, their conversations happen, and their names exist.
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod commands;
mod elsewhere;
mod features;
mod licences;
mod links;
mod map;
mod workflow;

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

use testkit::root;

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// A program in a folder, with the arbiter and its bots on the `PATH`.
pub(crate) fn command(program: &str, folder: &Path) -> Command {
    let programs = Path::new(env!("CARGO_BIN_EXE_arbiter")).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut command = Command::new(program);
    command.current_dir(folder).env("PATH", path).env_remove("ARBITER_LOG").stdin(Stdio::null());
    // Makes the Python package importable.
    command.env("PYTHONPATH", root().join("bots/python/src"));
    command
}

/// The documents whose commands readers type: the README and the pages in `docs`.
fn pages() -> Vec<String> {
    let docs =
        fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let pages = docs.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}"));
    ["README.md".to_owned()].into_iter().chain(pages).collect()
}

/// The texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
