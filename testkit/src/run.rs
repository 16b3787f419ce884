//! Runs of the arbiter, each with its exit code and what it printed.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;

use crate::{processes::scratch, program};

/// The exit code of a run, and its text.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Checks that the program has not panicked.
#[track_caller]
pub fn said(output: Output) -> Said {
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(!err.contains("panicked"), "{err}");
    Said { code: output.status.code(), out, err }
}

impl Said {
    #[track_caller]
    pub fn code(self, expected: i32) -> Self {
        assert_eq!(self.code, Some(expected), "{}\n{}", self.out, self.err);
        self
    }

    /// Returns what was printed to both outputs.
    pub fn all(self) -> String {
        self.out + &self.err
    }
}

/// Runs the arbiter with this text as its input.
#[track_caller]
pub fn arbiter_reads(args: &[&str], input: impl AsRef<[u8]>) -> Said {
    let mut command = Command::new(program("arbiter"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that does not read its input may end before all is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    said(child.wait_with_output().unwrap())
}

/// A folder of its own, in which a test runs the arbiter.
#[derive(Debug)]
pub struct RunFolder {
    pub dir: PathBuf,
}

impl RunFolder {
    pub fn new(name: &str) -> Self {
        Self { dir: scratch(name) }
    }

    /// A folder with the file of a tournament.
    pub fn with_file(name: &str, text: &str) -> Self {
        let folder = Self::new(name);
        fs::write(folder.path("cup.toml"), text).unwrap();
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// The arbiter, as a command in the folder.
    pub fn arbiter(&self, args: &[&str]) -> Command {
        let mut command = Command::new(program("arbiter"));
        command.args(args).current_dir(&self.dir);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    #[track_caller]
    pub fn run(&self, args: &[&str]) -> Said {
        said(self.arbiter(args).output().unwrap())
    }

    /// The results in the folder of a tournament.
    pub fn results(&self, folder: &str) -> Vec<Value> {
        let text = self.read(&format!("{folder}/results.jsonl"));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The files of a folder with their texts, except shards.
    pub fn tree(&self, folder: &str) -> BTreeMap<PathBuf, String> {
        let folder = self.path(folder);
        let mut found = BTreeMap::new();
        let mut folders = vec![folder.clone()];
        while let Some(place) = folders.pop() {
            for entry in fs::read_dir(&place).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(&folder).unwrap();
                if path.is_file() {
                    found.insert(name.to_owned(), fs::read_to_string(&path).unwrap());
                } else if name != Path::new("shards") {
                    folders.push(path);
                }
            }
        }
        found
    }

    /// Checks that every log of a tournament is whole and verifies. Returns the number of logs.
    #[track_caller]
    pub fn verifies(&self, folder: &str) -> usize {
        let games = self.path(folder).join("games");
        let mut logs: Vec<String> = Vec::new();
        for entry in fs::read_dir(&games).unwrap() {
            let path = entry.unwrap().path();
            assert!(path.extension().is_some_and(|ending| ending == "jsonl"), "{} was left", path.display());
            logs.push(path.to_str().unwrap().to_owned());
        }
        let mut args = vec!["verify", "--quiet"];
        args.extend(logs.iter().map(String::as_str));
        self.run(&args).code(0);
        logs.len()
    }
}
