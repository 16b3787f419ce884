//! Plays the zoo: many matches at once in one daemon. Checks each match, and the daemon afterwards. No result depends on
//! how long something takes: the times of matches are checked with times that tests make up.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{
    boards::Board,
    footprint::Footprint,
    processes::{eventually, marker, scratch, survivors},
    session::{Session, faulty, verify},
    word,
    zoo::behaviours::{Behaviour, DEEDS, STAGES, zoo},
};

/// The limit in milliseconds of a decision for bots that are expected to be late.
const MOVETIME: u32 = 1500;

/// The patience in milliseconds for greeting and getting ready, if the bot is expected to miss it. The other bots of the
/// match must greet in this time.
const PATIENCE: u32 = 10_000;

/// The text that each bot writes to stderr before it misbehaves.
const LAST_WORDS: &str = "now-it-comes";

/// A behaviour at one stage on one board.
#[derive(Debug, Clone)]
pub struct Row {
    board: Board,
    mode: &'static str,
    stage: &'static str,
    /// True if the bot has namespaces, unless its mode is `bare`.
    namespaces: bool,
    /// The possible results.
    expected: Vec<&'static str>,
}

/// Returns the whole zoo on a board.
pub fn rows(board: Board) -> Vec<Row> {
    rows_of(board, zoo())
}

/// Returns part of the zoo on a board: each behaviour while the bot is asked and at one of the other stages, which take
/// turns, and each result at each stage.
pub fn rows_in_turn(board: Board) -> Vec<Row> {
    let all = rows(board);
    let asked: BTreeSet<&str> = all.iter().filter(|row| row.stage == "thinking").map(|row| row.mode).collect();
    let (mut turn, mut last, mut seen) = (0, "", BTreeSet::new());
    let is_due = |row: &Row| {
        if row.mode != last {
            (turn, last) = (turn + 1, row.mode);
        }
        let stages = ["thinking", ["over", "greeting", "ready", "idle"][turn % 4]];
        let is_new = seen.insert((row.stage, row.expected.clone()));
        is_new || stages.contains(&row.stage) || !asked.contains(row.mode)
    };
    all.into_iter().filter(is_due).collect()
}

/// Returns the behaviours that depend on the account and the namespaces: while the bot is asked, and after the game.
///
/// The other stages do not depend on them; the whole zoo tries every stage.
pub fn deeds(board: Board) -> Vec<Row> {
    let rows = rows_of(board, DEEDS.iter());
    rows.into_iter().filter(|row| ["thinking", "over"].contains(&row.stage)).collect()
}

fn rows_of<'a>(board: Board, behaviours: impl Iterator<Item = &'a Behaviour>) -> Vec<Row> {
    let cells = |(mode, words): &Behaviour| {
        let (mode, words) = (*mode, *words);
        STAGES.into_iter().zip(words).filter(|(_, word)| !word.is_empty()).map(move |(stage, word)| Row {
            board,
            mode,
            stage,
            namespaces: true,
            expected: word.split('|').collect(),
        })
    };
    behaviours.flat_map(cells).collect()
}

/// Returns the rows for bots without namespaces. A row that also exists as `bare` is omitted.
pub fn without_namespaces(rows: Vec<Row>) -> Vec<Row> {
    let is_bare = |row: &Row| row.mode.starts_with("bare ");
    let bare: Vec<(&str, &str)> =
        rows.iter().filter(|row| is_bare(row)).map(|row| (&row.mode[5..], row.stage)).collect();
    let others = |row: &Row| is_bare(row) || !bare.contains(&(row.mode, row.stage));
    rows.iter().filter(|row| others(row)).cloned().map(|row| Row { namespaces: false, ..row }).collect()
}

/// Plays all rows in one daemon, `at_once` at a time.
#[track_caller]
pub fn keep(rows: &[Row], at_once: usize) {
    let mut session = Session::start();
    assert_eq!(session.ask(""), Vec::<String>::new());
    let before = Footprint::by(&session.proc());
    let rows = &if session.isolates() { rows.to_vec() } else { without_namespaces(rows.to_vec()) };
    play(&mut session, rows, at_once);
    eventually("what the matches held is given back", || Footprint::by(&session.proc()).gave_back(before));
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
}

#[track_caller]
fn play(session: &mut Session, rows: &[Row], at_once: usize) {
    let marker = marker("zoo");
    let dir = scratch("zoo");
    // A match that waits for a deadline begins before those that need a processor.
    let (patient, prompt): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.waits());
    let rows = [patient, prompt].concat();
    let names: Vec<String> = (1..=rows.len()).map(|number| format!("m{number}")).collect();
    let log = |name: &str| dir.join(format!("{name}.jsonl"));
    let first = session.heard().len();
    for (number, (name, row)) in names.iter().zip(&rows).enumerate() {
        if number >= at_once {
            session.until("over ");
        }
        let victim = dir.join(name).join("victim");
        fs::create_dir_all(&victim).unwrap();
        fs::write(victim.join("file"), "").unwrap();
        let setup = row.setup(name, &dir.join(name), &log(name), &marker);
        session.say(setup);
    }
    for _ in names.iter().take(at_once) {
        session.until("over ");
    }
    // The daemon still answers, and its output has no control characters.
    assert_eq!(session.ask(""), Vec::<String>::new());
    let heard = &session.heard()[first..];
    let obeyed = heard.iter().find(|line| line.contains(char::is_control));
    assert_eq!(obeyed, None);
    let mut told: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in heard {
        told.entry(line.split(' ').nth(1).unwrap_or_default()).or_default().push(line);
    }
    let told_of = |name: &str| told.get(name).map(Vec::as_slice).unwrap_or_default();
    let wrong: String =
        names.iter().zip(&rows).filter_map(|(name, row)| row.wrong(told_of(name), &log(name))).collect();
    assert!(wrong.is_empty(), "{wrong}");
    let mut left = Vec::new();
    eventually("no process is left", || {
        left = survivors(&marker);
        left.is_empty()
    });
    // Shared memory that a bot without namespaces leaves behind is not the daemon's task.
    let _ = fs::remove_file(Path::new("/dev/shm").join(&marker));
    let logs: Vec<PathBuf> = names.iter().map(|name| log(name)).collect();
    let (code, text) = verify(&logs);
    assert_eq!(code, Some(0), "{text}");
    let drops: String = names.iter().map(|name| format!("drop {name}\n")).collect();
    assert_eq!(session.ask(drops), Vec::<String>::new());
}

/// Returns the words of a line without the name of the match.
fn nameless(line: &str) -> Vec<&str> {
    let mut words: Vec<&str> = line.split(' ').collect();
    words.remove(1);
    words
}

impl Row {
    /// The possible results of a bot that misbehaves while it is asked. `None` at other stages.
    pub fn of_asked(&self) -> Option<Vec<&'static str>> {
        (self.stage == "thinking").then(|| self.expected.clone())
    }

    /// True if the match waits for a deadline that its bot misses.
    fn waits(&self) -> bool {
        self.expected.iter().any(|word| ["timeout", "no-greeting"].contains(word))
    }

    /// Returns the lines that set up the match. In a mode, `{dir}` is a directory of the match, and `{others}` is
    /// shared by the bots that attack each other.
    fn setup(&self, name: &str, dir: &Path, log: &Path, marker: &str) -> String {
        let Self { board, mode, stage, namespaces, expected } = self;
        let may = |word: &str| expected.contains(&word);
        let (isolation, mode) = match mode.strip_prefix("bare ") {
            Some(mode) => ("off", mode),
            None if !*namespaces => ("off", *mode),
            None => ("auto", *mode),
        };
        let good = faulty("good --pick any", marker);
        let at = if mode.contains("--at ") { String::new() } else { format!("--at {stage} ") };
        let mut lines = vec![
            format!("newmatch {name} {}", board.words(1)),
            format!("log {name} {}", log.display()),
            format!("clock {name} movetime 30000"),
            format!("seat {name} 1 bot {} --pick any {at}--last-words {LAST_WORDS}", faulty(mode, marker)),
        ];
        lines.push(format!("seatset {name} 1 isolation {isolation}"));
        lines.extend((2..=board.seats).map(|seat| format!("seat {name} {seat} bot {good}")));
        if may("timeout") {
            lines.push(format!("clock {name} seat 1 movetime {MOVETIME}"));
        }
        if self.waits() {
            lines.push(format!("patience {name} greet {PATIENCE} ready {PATIENCE}"));
        }
        lines.push(format!("start {name}"));
        lines.join("\n").replace("{dir}", &word(dir)).replace("{others}", &format!("{marker}-others"))
    }

    /// Returns the description of an unexpected result, with all messages about the match.
    fn wrong(&self, heard: &[&str], log: &Path) -> Option<String> {
        let wrong = self.check(heard, log).err()?;
        let told: String = heard.iter().map(|line| format!("  {line}\n")).collect();
        Some(format!("{} at {}, {} seats: {wrong}\n{told}", self.mode, self.stage, self.board.seats))
    }

    /// Checks that the result is among the expected results, and in the log.
    fn check(&self, heard: &[&str], log: &Path) -> Result<(), String> {
        let verbs = ["fault ", "vacated ", "over "];
        let told = heard.iter().filter(|line| verbs.iter().any(|verb| line.starts_with(verb)));
        let told: Vec<Vec<&str>> = told.map(|line| nameless(line)).collect();
        let word = self.ending(&told)?;
        if !self.expected.contains(&word) {
            return Err(format!("it is {word}"));
        }
        let fault = told.iter().find(|line| line[0] == "fault");
        check_log(log, word, fault.map(|line| line[3..].join(" ")))
    }

    /// Returns the result, and checks that it led to the right end (UVI 3.3).
    fn ending<'a>(&self, told: &[Vec<&'a str>]) -> Result<&'a str, String> {
        let Self { board, .. } = self;
        let (over, before) = told.split_last().ok_or("it is not over")?;
        let (["over", "reason", reason, kind, points @ ..], before) = (&over[..], before) else {
            return Err(format!("its end is {over:?}"));
        };
        let (word, before) = match before {
            [fault, rest @ ..] if fault.starts_with(&["fault", "1"]) => (fault[2], rest),
            [vacated, ..] if **vacated == ["vacated", "1", "reason", "resign"] => ("resign", before),
            [] if *reason == "resign" => ("resign", before),
            [] => ("ok", before),
            other => return Err(format!("expected a fault of seat 1, found {other:?}")),
        };
        let vacated = !matches!(word, "ok") && !board.variant.cooperative() && board.seats > 2;
        let fits = match before {
            [] => !vacated,
            [line] => vacated && **line == ["vacated", "1", "reason", word],
            _ => false,
        };
        let score_fits = match (word, board.variant.cooperative()) {
            (_, true) => *kind == "shared" && points.len() == 1,
            ("ok", false) => *kind == "score" && points.len() == usize::from(board.seats),
            (_, false) if vacated => *kind == "score" && points.len() == usize::from(board.seats) && points[0] == "0",
            (_, false) => *kind == "score" && *points == ["0", "1"],
        };
        let reason_fits = match word {
            "ok" => !FORFEITS.contains(reason),
            _ if vacated => !FORFEITS.contains(reason),
            word => *reason == word,
        };
        if fits && score_fits && reason_fits { Ok(word) } else { Err(format!("{word} leads to {told:?}")) }
    }
}

/// The reasons for an end outside the rules of the game.
const FORFEITS: [&str; 10] =
    ["timeout", "illegal", "unreadable", "flood", "crash", "deaf", "no-start", "no-greeting", "resign", "abort"];

/// Checks that the log has one fault of seat 1, with this word, the text that the host was told, and the bot's last
/// words. For `ok` and `resign`, checks that the log has no fault.
fn check_log(path: &Path, word: &str, told: Option<String>) -> Result<(), String> {
    let text = fs::read_to_string(path).unwrap();
    if text.contains(|character: char| character.is_control() && character != '\n') {
        return Err("its log holds control characters".to_owned());
    }
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let faults: Vec<&Value> = records.iter().filter(|record| record["type"] == "fault").collect();
    let is_wrong =
        |fault: &&Value| fault["fault"] != word || fault["seat"] != 1 || fault["text"].as_str() != told.as_deref();
    if faults.len() != usize::from(told.is_some()) || faults.iter().any(is_wrong) {
        return Err(format!("its log has the faults {faults:?}"));
    }
    if faults.iter().any(|fault| !fault["stderr"].as_str().unwrap_or_default().contains(LAST_WORDS)) {
        return Err(format!("its last words are not in {faults:?}"));
    }
    if path.with_extension("jsonl.seed").exists() {
        return Err("its seed is left".to_owned());
    }
    Ok(())
}
