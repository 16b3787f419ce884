//! The output of `play --json`: facts of games, gathered from their records, and a line for each game.

use std::{
    fs::File,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use uvi_cup::{GameLine, LogFacts, PlayLine, RatedGame, RatedGames, Standings, schedule::Lineup};
use uvi_match::record::{FaultRecord, Head, Log, Record};

use crate::cli::{
    exit::{CommandResult, failed},
    output::print_text,
};

/// The facts of a game that its line needs.
#[derive(Debug)]
pub(super) struct PlayNotes {
    is_timed: bool,
    heard: Option<Box<LoggedGame>>,
}

#[derive(Debug)]
struct LoggedGame {
    head: Head,
    facts: LogFacts,
    faults: Vec<FaultRecord>,
}

impl PlayNotes {
    /// The notes of a game. `so_far` is the log of a resumed game. Times are dropped unless `is_timed`.
    pub(super) fn new(so_far: Option<&Log>, is_timed: bool) -> Self {
        let heard = so_far.map(|log| {
            let mut heard = LoggedGame::new(&log.head);
            log.records.iter().for_each(|(_, record)| heard.hear(record));
            Box::new(heard)
        });
        Self { is_timed, heard }
    }

    /// Adds the next record.
    pub(super) fn hear(&mut self, record: &Record) {
        let untimed = (!self.is_timed).then(|| record.clone().without_times());
        match (&mut self.heard, untimed.as_ref().unwrap_or(record)) {
            (None, Record::Match(head)) => self.heard = Some(Box::new(LoggedGame::new(head))),
            (heard, record) => heard.iter_mut().for_each(|heard| heard.hear(record)),
        }
    }

    /// The line of the game. `None` if the game is not over.
    pub(super) fn line(&self, game: u32) -> Option<GameLine> {
        let LoggedGame { head, facts, faults } = self.heard.as_deref()?;
        GameLine::of(game, head, facts, faults)
    }

    /// The game for standings. Players of the same name get the number of their place on the command line. `None` if
    /// the game has no score.
    fn rated(&self, table: &Lineup, block: usize) -> Option<RatedGame> {
        let LoggedGame { head, facts, .. } = self.heard.as_deref()?;
        let shown: Vec<&str> = head.seats.iter().map(|seat| seat.shown()).collect();
        let name = |(place, name): (usize, &&str)| match shown.iter().filter(|other| *other == name).count() {
            1 => (*name).to_owned(),
            _ => format!("{name} #{}", table[place].0 + 1),
        };
        let names = shown.iter().enumerate().map(name).collect();
        RatedGame::of_facts(names, facts, block)
    }
}

impl LoggedGame {
    fn new(head: &Head) -> Self {
        Self { head: head.clone(), facts: LogFacts::new(head), faults: Vec::new() }
    }

    fn hear(&mut self, record: &Record) {
        self.facts.add(record);
        if let Record::Fault(fault) = record {
            self.faults.push(fault.clone());
        }
    }
}

/// The file or stdout to which lines are written, and the games so far.
#[derive(Debug)]
pub(super) struct JsonLines {
    path: PathBuf,
    /// The open file; `None` for stdout.
    file: Option<File>,
    /// The games for the sums; `None` if no sums are wanted.
    games: Option<RatedGames>,
}

impl JsonLines {
    /// Makes the file, which loses its old content; `-` is stdout.
    pub(super) fn create(path: &Path, games: Option<RatedGames>) -> CommandResult<Self> {
        let file = match path == Path::new("-") {
            true => None,
            false => {
                let made = File::create(path).with_context(|| format!("cannot write {}", path.display()));
                Some(made.map_err(failed)?)
            }
        };
        Ok(Self { path: path.to_owned(), file, games })
    }

    /// True if the lines go to stdout, which then has nothing else.
    pub(super) fn fill_stdout(&self) -> bool {
        self.file.is_none()
    }

    /// Writes the line of a game that the players of this table played.
    pub(super) fn add(&mut self, line: GameLine, notes: &PlayNotes, table: &Lineup) -> CommandResult<()> {
        if let Some(games) = &mut self.games {
            games.games.extend(notes.rated(table, line.block.unwrap_or(1) as usize));
        }
        self.write(&PlayLine::Game(Box::new(line)))
    }

    /// Writes the sums of all games, if they are wanted.
    pub(super) fn finish(mut self) -> CommandResult<()> {
        let Some(games) = self.games.take() else { return Ok(()) };
        self.write(&PlayLine::Sums(Box::new(Standings::rate(&games, &Default::default()))))
    }

    fn write(&mut self, line: &PlayLine) -> CommandResult<()> {
        let mut text = serde_json::to_string(line).expect("a line has only text keys");
        text.push('\n');
        match &mut self.file {
            None => print_text(text.as_bytes()),
            Some(file) => {
                let written = file.write_all(text.as_bytes());
                written.with_context(|| format!("cannot write {}", self.path.display())).map_err(failed)
            }
        }
    }
}
