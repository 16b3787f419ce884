//! The output of `play --json`: facts of games, gathered from their records, and a line for each game.

use std::{
    collections::BTreeMap,
    fs::File,
    io::Write as _,
    path::{Path, PathBuf},
};

use uvi_cup::{
    GameLine, LogFacts, PlayLine, RatedGame, RatedGames, Standings,
    schedule::{BotIndex, Lineup},
};
use uvi_match::record::{Log, Record};

use crate::cli::{
    exit::{CommandResult, cannot},
    output::{must_be_no_log, print_text, unless_closed},
};

#[derive(Debug)]
pub(super) struct PlayNotes {
    is_timed: bool,
    facts: Option<Box<LogFacts>>,
}

impl PlayNotes {
    /// The notes of a game. `so_far` is the log of a resumed game. Times are dropped unless `is_timed`.
    pub(super) fn new(so_far: Option<&Log>, is_timed: bool) -> Self {
        Self { is_timed, facts: so_far.map(|log| Box::new(LogFacts::of(log))) }
    }

    pub(super) fn hear(&mut self, record: &Record) {
        let untimed = (!self.is_timed).then(|| record.clone().without_times());
        LogFacts::hear(&mut self.facts, untimed.as_ref().unwrap_or(record));
    }

    pub(super) fn line(&self, game: u32) -> Option<GameLine> {
        GameLine::of(game, self.facts.as_deref()?)
    }
}

#[derive(Debug)]
struct RatedSeries {
    games: RatedGames,
    tables: Vec<Lineup>,
    /// The name of each player of the command line, and true if a bot gave it. A bot that does not greet gives none.
    names: BTreeMap<BotIndex, (String, bool)>,
}

impl RatedSeries {
    fn add(&mut self, notes: &PlayNotes, table: &Lineup, block: usize) {
        let Some(facts) = notes.facts.as_deref() else { return };
        for (bot, head) in table.iter().zip(&facts.head().seats) {
            let (name, is_given) = self.names.entry(*bot).or_default();
            if !*is_given {
                (*name, *is_given) = (head.shown().to_owned(), head.name.is_some());
            }
        }
        if let Some(game) = RatedGame::of(facts, block) {
            self.games.games.push(game);
            self.tables.push(table.clone());
        }
    }

    /// The sums, with a row for each player of the command line. Players of the same name get the number of their place.
    fn sums(mut self) -> Standings {
        let name = |bot: &BotIndex| {
            let (name, _) = &self.names[bot];
            let is_shared = self.names.values().filter(|(other, _)| other == name).count() > 1;
            if is_shared { format!("{name} #{}", bot.0 + 1) } else { name.clone() }
        };
        for (game, table) in self.games.games.iter_mut().zip(&self.tables) {
            game.result.seats = table.iter().map(name).collect();
        }
        Standings::rate(&self.games, &Default::default())
    }
}

/// The file or stdout to which lines are written, and the games so far.
#[derive(Debug)]
pub(super) struct JsonLines {
    path: PathBuf,
    file: Option<File>,
    /// The games for the sums; `None` if no sums are wanted.
    series: Option<RatedSeries>,
}

impl JsonLines {
    /// Makes the file, which loses its old content; `-` is stdout.
    pub(super) fn create(path: &Path, games: Option<RatedGames>) -> CommandResult<Self> {
        let file = if path == Path::new("-") {
            None
        } else {
            must_be_no_log(path)?;
            Some(File::create(path).map_err(cannot("write", path))?)
        };
        let series = games.map(|games| RatedSeries { games, tables: Vec::new(), names: BTreeMap::new() });
        Ok(Self { path: path.to_owned(), file, series })
    }

    pub(super) fn fill_stdout(&self) -> bool {
        self.file.is_none()
    }

    /// Writes the line of a game that the players of this table played.
    pub(super) fn add(&mut self, line: GameLine, notes: &PlayNotes, table: &Lineup) -> CommandResult<()> {
        if let Some(series) = &mut self.series {
            series.add(notes, table, line.block.unwrap_or(1) as usize);
        }
        self.write(&PlayLine::Game(Box::new(line)))
    }

    pub(super) fn finish(mut self) -> CommandResult<()> {
        let Some(series) = self.series.take() else { return Ok(()) };
        self.write(&PlayLine::Sums(Box::new(series.sums())))
    }

    fn write(&mut self, line: &PlayLine) -> CommandResult<()> {
        let mut text = serde_json::to_string(line).expect("a line has only text keys");
        text.push('\n');
        match &mut self.file {
            None => print_text(text.as_bytes()),
            Some(file) => unless_closed(file.write_all(text.as_bytes())).map_err(cannot("write", &self.path)),
        }
    }
}
