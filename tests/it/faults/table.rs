//! Tables of matches that are played at once in one daemon, each with its expected outcome.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use testkit::{
    processes::{eventually, marker, scratch, survivors},
    session::{Session, faulty, verify},
};

pub(crate) const ALL: &[u32] = &[1, 2, 3];

/// A match with a bot that misbehaves.
pub(crate) struct Row {
    mode: &'static str,
    seats: &'static [u32],
    lines: Vec<String>,
    expected: Vec<String>,
    says: Vec<&'static str>,
    stderr: Option<&'static str>,
}

/// A row in which seat 1 plays in this mode, or by this command line, and the others are good.
pub(crate) fn row(mode: &'static str) -> Row {
    Row { mode, seats: &[1], lines: Vec::new(), expected: Vec::new(), says: Vec::new(), stderr: None }
}

impl Row {
    /// Expects these `fault`, `vacated` and `over` lines, without the name of the match. The beginning of a fault's
    /// text is enough.
    pub(crate) fn expect<S: ToString>(mut self, lines: &[S]) -> Self {
        self.expected = lines.iter().map(ToString::to_string).collect();
        self
    }

    /// Adds a line of the host before the start. `{m}` is the match, `{dir}` a directory.
    pub(crate) fn with(mut self, line: &str) -> Self {
        self.lines.push(line.to_owned());
        self
    }

    pub(crate) fn seats(mut self, seats: &'static [u32]) -> Self {
        self.seats = seats;
        self
    }

    /// Expects one more line with this beginning.
    pub(crate) fn says(mut self, line: &'static str) -> Self {
        self.says.push(line);
        self
    }

    /// Expects that the stderr in the log ends with this text.
    pub(crate) fn stderr(mut self, text: &'static str) -> Self {
        self.stderr = Some(text);
        self
    }

    fn setup(&self, name: &str, dir: &Path, marker: &str) -> String {
        let mut lines = vec![
            format!("newmatch {name} variant orwell seed 1 maxrounds 1"),
            format!("clock {name} movetime 20000"),
            format!("log {name} {}", log(dir, name).display()),
        ];
        for seat in ALL {
            let mode = if self.seats.contains(seat) { self.mode } else { "good" };
            let is_command = mode.starts_with(['/', '.', '{', '\'']);
            let command = if is_command { format!("{mode} {marker}") } else { faulty(mode, marker) };
            lines.push(format!("seat {name} {seat} bot {command}"));
        }
        lines.extend(self.lines.iter().cloned());
        lines.push(format!("start {name}\n"));
        lines.join("\n").replace("{m}", name).replace("{dir}", dir.to_str().unwrap())
    }

    #[track_caller]
    fn check(&self, name: &str, dir: &Path, heard: &[String]) {
        let mine: Vec<String> = heard.iter().filter_map(|line| of(name, line)).collect();
        let told = mine.iter().map(String::as_str);
        let told: Vec<&str> =
            told.filter(|line| ["fault ", "vacated ", "over "].iter().any(|verb| line.starts_with(verb))).collect();
        let fits = told.len() == self.expected.len()
            && told.iter().zip(&self.expected).all(|(line, expected)| {
                let expected = expected.replace("{dir}", dir.to_str().unwrap());
                if line.starts_with("fault ") { line.starts_with(&expected) } else { **line == expected }
            });
        assert!(fits, "{}: expected {:#?}, found {told:#?}; all: {mine:#?}", self.mode, self.expected);
        for says in &self.says {
            assert!(mine.iter().any(|line| line.starts_with(says)), "{}: {says} in {mine:#?}", self.mode);
        }
        self.check_log(&log(dir, name), &told);
    }

    /// Checks that the log has the same faults, in the same order.
    #[track_caller]
    fn check_log(&self, path: &Path, told: &[&str]) {
        let text = fs::read_to_string(path).unwrap();
        let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let faults: Vec<String> = records
            .iter()
            .filter(|record| record["type"] == "fault")
            .map(|record| {
                let text = |key: &str| record[key].as_str().unwrap();
                format!("fault {} {} {}", record["seat"], text("fault"), text("text"))
            })
            .collect();
        let told: Vec<&str> = told.iter().copied().filter(|line| line.starts_with("fault ")).collect();
        assert_eq!(faults, told, "{}", self.mode);
        if let Some(stderr) = self.stderr {
            let fault = records.iter().find(|record| record["type"] == "fault").unwrap();
            let found = fault["stderr"].as_str().unwrap();
            assert!(found.trim_end().ends_with(stderr), "{}: {found}", self.mode);
        }
        let seed = format!("{}.seed", path.display());
        eventually("the seed is removed", || !Path::new(&seed).exists());
    }
}

fn log(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{name}.jsonl"))
}

/// The line without the name, if it is about this match.
fn of(name: &str, line: &str) -> Option<String> {
    let (verb, rest) = line.split_once(' ')?;
    let (other, rest) = rest.split_once(' ')?;
    (other == name).then(|| format!("{verb} {rest}"))
}

#[track_caller]
pub(crate) fn check(rows: Vec<Row>) {
    check_in(&scratch("faults"), rows);
}

/// Plays all rows at once with bots that need files in `dir`.
#[track_caller]
pub(crate) fn check_in(dir: &Path, rows: Vec<Row>) {
    let marker = marker("fault");
    let mut session = Session::start();
    let names: Vec<String> = (1..=rows.len()).map(|number| format!("m{number}")).collect();
    for (name, row) in names.iter().zip(&rows) {
        session.say(row.setup(name, dir, &marker));
    }
    for _ in &names {
        session.until("over ");
    }
    assert_eq!(session.ask(""), Vec::<String>::new());
    for (name, row) in names.iter().zip(&rows) {
        row.check(name, dir, session.heard());
    }
    let mut left = Vec::new();
    eventually("no process is left", || {
        left = survivors(&marker);
        left.is_empty()
    });
    let logs: Vec<PathBuf> = names.iter().map(|name| log(dir, name)).collect();
    let (code, text) = verify(&logs);
    assert_eq!(code, Some(0), "{text}");
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
}
