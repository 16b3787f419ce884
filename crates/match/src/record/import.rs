//! Imports games of PGN as match logs, and as openings. This module opens no file.

mod fault;
mod letters;
mod replay;
mod source;

use std::{collections::BTreeMap, iter};

use uvi_games::game::{PgnReading, Seat, Variant};

use super::{
    Adjudication, Head, InfoSummary, PlayerKind, Record, SeatHead, Terms, TextPlace,
    pgn::{self, Note, PgnGame, PgnGames, PgnMove},
    verdict::ADJUDICATION,
};
pub use fault::{GameFaultError, MisreadGameError};
pub use replay::GameOpening;
use replay::Replay;
pub use source::PgnSource;

/// The reason for which no text can be imported.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum ImportError {
    #[error("no importer for games of {variant}; there are importers for {known}")]
    NoImporter { variant: &'static str, known: String },
}

/// A game of a text.
#[derive(Debug)]
pub struct ImportedGame {
    /// The match log, or the reason why the game cannot be read.
    pub log: Result<Vec<Record>, MisreadGameError>,
    /// The parts of the text that the log does not follow.
    pub remarks: Vec<MisreadGameError>,
    /// True if the game is over at the end of its log.
    pub over: bool,
    /// True if the log has all moves of the game.
    pub whole: bool,
}

/// Imports the games of a text, one by one.
pub fn import<'a>(
    source: &'a PgnSource<'a>,
    text: &'a str,
) -> Result<impl Iterator<Item = ImportedGame> + 'a, ImportError> {
    let reading = reading(source)?;
    let games = PgnGames::new(text);
    let several = games.clone().nth(1).is_some();
    Ok((1..).zip(games).map(move |(number, game): (u32, _)| {
        let name = if several { format!("{}-{number}", source.name) } else { source.name.to_string() };
        imported(source, reading, name, &game)
    }))
}

fn imported(source: &PgnSource<'_>, reading: &PgnReading, name: String, game: &PgnGame<'_>) -> ImportedGame {
    match Replay::of(source, reading, game) {
        Err(misread) => ImportedGame { log: Err(misread), remarks: Vec::new(), over: false, whole: false },
        Ok(mut replay) => {
            let remarks = std::mem::take(&mut replay.remarks);
            let (over, whole) = (replay.course.ending().is_some(), replay.has_all);
            ImportedGame { log: Ok(log(source, name, replay, game)), remarks, over, whole }
        }
    }
}

/// Finds the games of a text. Each item is a game that is not read yet: a function that returns the position which the
/// game reaches after `plies` moves, or at its end. A draw before the last of these moves does not end the game.
pub fn openings<'a>(
    source: &'a PgnSource<'a>,
    text: &'a str,
    plies: Option<u32>,
) -> Result<impl Iterator<Item = impl Fn() -> Result<GameOpening, MisreadGameError> + 'a> + 'a, ImportError> {
    let reading = reading(source)?;
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    let mut games = PgnGames::new(text);
    // Books have millions of moves, so the moves of a game are kept only while it is read.
    Ok(iter::from_fn(move || {
        let place = games.clone();
        games.next()?;
        Some(move || replay::opening(source, reading, &place.clone().next().expect("the game is there"), most))
    }))
}

fn reading<'a>(source: &PgnSource<'a>) -> Result<&'a PgnReading, ImportError> {
    let reading = |variant: &'static dyn Variant| variant.pgn().and_then(|form| form.reading.as_ref());
    reading(source.variant).ok_or_else(|| {
        let known = source.registry.iter().filter(|row| reading(*row).is_some()).map(|row| row.word());
        ImportError::NoImporter { variant: source.variant.word(), known: known.collect::<Vec<_>>().join(", ") }
    })
}

/// The records of a game, with the figures of its comments.
fn log(source: &PgnSource<'_>, name: String, mut replay: Replay<'_>, game: &PgnGame<'_>) -> Vec<Record> {
    let mut records = vec![Record::Match(Box::new(head(source, name, &replay, game)))];
    let times = times(&replay.moves, game.tag("TimeControl"));
    let mut figures = replay.moves.iter().zip(times);
    for mut record in replay.course.take_records() {
        if let Record::Action(action) = &mut record
            && let Some((found, ms)) = figures.next().filter(|_| action.is_decided())
        {
            let Note { score, mate, depth, nodes, .. } = found.note;
            let info = InfoSummary { score: score.map(Into::into), mate, depth, nodes, ..InfoSummary::default() };
            action.ms = ms.map(|ms| ms as f64);
            action.info = Some(info).filter(|info| *info != InfoSummary::default());
        }
        records.push(record);
    }
    records
}

/// The time of each move, in milliseconds. Without it, two readings of a player's clock tell it, if the increment is
/// known, and before the move that ends the first of several periods. Without a number of moves, a period has no end, so
/// `3:00+2` is one of three minutes.
fn times<'a>(moves: &'a [&PgnMove<'_>], control: Option<&str>) -> impl Iterator<Item = Option<u64>> + 'a {
    let period = control.and_then(|control| {
        let (moves, first) = match control.split_once('/') {
            Some((moves, periods)) => (moves.parse().ok()?, periods.split(':').next()?),
            None => (usize::MAX, control),
        };
        let (base, increment) = first.split_once('+').unwrap_or((first, "0"));
        let increment = increment.split(':').next()?;
        let has_base = base.split(':').all(|part| part.trim().parse::<f64>().is_ok());
        let seconds: f64 = increment.trim().parse().ok().filter(|_| has_base)?;
        (seconds >= 0.0).then_some((moves, (seconds * 1000.0) as u64))
    });
    moves.iter().enumerate().map(move |(number, found)| {
        let used = || {
            let before = moves.get(number.checked_sub(2)?)?.note.clock?;
            let (_, increment) = period.filter(|(moves, _)| number / 2 + 1 < *moves)?;
            before.checked_add(increment)?.checked_sub(found.note.clock?)
        };
        found.note.ms.or_else(used)
    })
}

fn head(source: &PgnSource<'_>, name: String, replay: &Replay<'_>, game: &PgnGame<'_>) -> Head {
    let mut tags: BTreeMap<String, String> = pgn::tags::known(&game.tags).collect();
    let mut names = pgn::tags::PLAYERS.iter().map(|name| tags.remove(*name)).collect::<Vec<_>>().into_iter();
    let seat = |seat: Seat| SeatHead {
        seat: seat.number(),
        player: PlayerKind::Host,
        name: names.next().flatten(),
        ..SeatHead::default()
    };
    let course = &replay.course;
    // The draw that the text states. A draw on the board needs no rule.
    let drawn = course
        .ending()
        .filter(|ending| ending.reason == ADJUDICATION)
        .map(|_| Adjudication { max_decisions: Some(course.decisions()), ..Adjudication::default() });
    Head {
        uvi: uvi::VERSION,
        arbiter: env!("CARGO_PKG_VERSION").to_owned(),
        name,
        variant: source.variant.word().to_owned(),
        options: replay.options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        seats: Seat::all(course.start().seats()).map(seat).collect(),
        terms: Terms { adjudication: drawn, ..Terms::default() },
        start: course.start().position().to_string(),
        setposition: replay.is_set,
        imported: Some(source.from.to_owned()),
        tags,
        ..Head::default()
    }
}
