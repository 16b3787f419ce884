//! Tournaments with real bots. The results are the same for any number of games at once, and after kills and stops.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod copies;
mod edges;
mod files;
mod formats;
mod gate;
mod keeping;
mod lots;
mod luck;
mod needs;
mod openings;
mod orders;
mod pipes;
mod programs;
mod rating;
mod replays;
mod report;
mod results;
mod tables;
mod terminal;
mod trust;
mod verdicts;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;
use testkit::processes;

#[derive(Debug)]
struct Cup {
    dir: PathBuf,
}

impl Cup {
    fn new(name: &str) -> Self {
        Self { dir: processes::scratch(name) }
    }

    fn with_file(name: &str, text: &str) -> Self {
        let cup = Self::new(name);
        fs::write(cup.dir.join("cup.toml"), text).unwrap();
        cup
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// The arbiter, as a command in the folder.
    fn arbiter(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.args(args).current_dir(&self.dir);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the arbiter. Returns its exit code and output.
    #[track_caller]
    fn run(&self, args: &[&str]) -> Said {
        said(self.arbiter(args).output().unwrap())
    }

    fn results(&self, folder: &str) -> Vec<Value> {
        let text = self.read(&format!("{folder}/results.jsonl"));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Checks that every log of a folder is whole and verifies. Returns the number of logs.
    #[track_caller]
    fn verifies(&self, folder: &str) -> usize {
        let games = self.path(folder).join("games");
        let mut logs: Vec<String> = Vec::new();
        for entry in fs::read_dir(&games).unwrap() {
            let path = entry.unwrap().path();
            assert!(path.extension().is_some_and(|ending| ending == "jsonl"), "{} was left", path.display());
            logs.push(path.to_str().unwrap().to_owned());
        }
        let mut args = vec!["verify", "--quiet"];
        args.extend(logs.iter().map(String::as_str));
        let said = self.run(&args);
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
        logs.len()
    }
}

#[derive(Debug)]
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

fn said(output: Output) -> Said {
    let said = Said {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!said.err.contains("panicked"), "{}", said.err);
    said
}

impl Said {
    #[track_caller]
    fn code(self, expected: i32) -> Self {
        assert_eq!(self.code, Some(expected), "{}\n{}", self.out, self.err);
        self
    }
}

/// The faulty bot. Without a mode it plays the first legal action.
fn faulty(args: &str) -> String {
    format!("{} {args}", testkit::program_word("arbiter-faulty"))
}

fn seats(result: &Value) -> Vec<&str> {
    result["seats"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}
