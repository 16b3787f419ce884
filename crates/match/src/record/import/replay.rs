//! Replays a game of PGN from its start.

use std::{cmp::Reverse, collections::BTreeMap};

use uvi::{OnFault, Word, escape_controls};
use uvi_games::game::{Actor, OptionValues, Outcome, PgnReading, PgnStart, Points, Score, Seat, Table, Turn};

use super::{
    fault::{GameFaultError, MisreadGameError},
    letters,
    source::PgnSource,
};
use crate::record::{
    Adjudication, GameCourse, Luck, OPENING_TAGS, Ruling, TextPlace,
    pgn::{PgnGame, PgnMove, PgnResult, tags},
};

#[derive(Debug)]
pub(super) struct Replay<'g> {
    pub(super) options: OptionValues,
    /// True if the game does not begin at the usual start.
    pub(super) is_set: bool,
    pub(super) course: GameCourse,
    pub(super) moves: Vec<&'g PgnMove<'g>>,
    /// True if these are all moves of the game.
    pub(super) has_all: bool,
    pub(super) remarks: Vec<MisreadGameError>,
}

enum ImportStep {
    Play(Seat, Word),
    Null,
    /// The move is possible, but the game is over.
    AfterEnd(Outcome),
}

/// The claims of players who may end a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Claims {
    AsSet,
    Never,
    /// As `Never`, and the counter of the start position is 0.
    NeverFromZero,
}

impl<'g> Replay<'g> {
    /// Replays a game. A game that goes on after a draw which nobody claimed, or ends otherwise, is played without claims.
    ///
    /// A game that reaches a draw of younger rules, and is won by the text, keeps its result: its log ends one move before
    /// the draw, or counts from 0 if the game begins with the draw.
    pub(super) fn of(
        source: &PgnSource<'_>,
        reading: &PgnReading,
        game: &'g PgnGame<'g>,
    ) -> Result<Self, MisreadGameError> {
        let replay = Self::with(source, reading, game, Claims::AsSet, usize::MAX)?;
        let is_other =
            |fault: &GameFaultError| matches!(fault, GameFaultError::GoesOn { .. } | GameFaultError::Result(_));
        if !replay.remarks.iter().any(|remark| is_other(&remark.fault)) {
            return Ok(replay);
        }
        let unclaimed = Self::with(source, reading, game, Claims::Never, usize::MAX)?;
        let is_won = matches!(stated(game), Some(PgnResult::White | PgnResult::Black));
        let is_recent = |outcome: &Outcome| is_won && reading.recent.contains(&outcome.reason);
        if let (Turn::Over(outcome), []) = (unclaimed.course.table().turn(), &unclaimed.moves[..])
            && is_recent(&outcome)
        {
            let mut counted = Self::with(source, reading, game, Claims::NeverFromZero, usize::MAX)?;
            counted.remarks.insert(0, MisreadGameError::new(game.place, GameFaultError::Counter));
            return Ok(counted);
        }
        let follows = |one: &Self| (one.moves.len(), Reverse(one.remarks.len()));
        let (best, claims) =
            if follows(&unclaimed) > follows(&replay) { (unclaimed, Claims::Never) } else { (replay, Claims::AsSet) };
        let won_later = best.remarks.iter().find_map(|remark| {
            let fault = match remark.fault.clone() {
                GameFaultError::GoesOn { found, outcome } if is_recent(&outcome) => {
                    GameFaultError::GoesOnToWin { found, outcome }
                }
                GameFaultError::Result(outcome) if is_recent(&outcome) => GameFaultError::Won(outcome),
                _ => return None,
            };
            Some(MisreadGameError::new(remark.place, fault))
        });
        let (Some(remark), Some(before)) = (won_later, best.moves.len().checked_sub(1)) else { return Ok(best) };
        let mut shorter = Self::with(source, reading, game, claims, before)?;
        shorter.remarks.insert(0, remark);
        Ok(shorter)
    }

    /// Replays the first moves of a game, at most this many.
    fn with(
        source: &PgnSource<'_>,
        reading: &PgnReading,
        game: &'g PgnGame<'g>,
        claims: Claims,
        most: usize,
    ) -> Result<Self, MisreadGameError> {
        let (options, mut is_set, start) = start(source, reading, game, claims)?;
        let (result, letters) = (stated(game), letters::of(game, reading));
        // A draw that the board does not show ends the game after its last move.
        let count = game.moves.iter().filter(|found| found.text.is_some()).count().min(most);
        let drawn = u32::try_from(count).ok().filter(|_| result == Some(PgnResult::Draw));
        let rules = drawn.map(|moves| Adjudication { max_decisions: Some(moves), ..Adjudication::default() });
        let begin = |start| {
            let mut course =
                GameCourse::new(start, Luck::Recorded([].into()), OnFault::Forfeit).adjudicated(rules, None);
            course.settle();
            course
        };
        let (mut course, mut moves, mut remarks) = (begin(start), Vec::new(), Vec::new());
        let (mut whole, mut has_all) = (true, game.open_variation.or(game.open_comment).is_none());
        for (at, found) in game.moves.iter().enumerate() {
            if moves.len() == most {
                has_all = false;
                break;
            }
            let fault = match step(reading, course.table(), found, letters) {
                Ok(ImportStep::Play(seat, action)) => {
                    course.decide(vec![(seat, Ruling::Actions(vec![action]))]);
                    moves.push(found);
                    continue;
                }
                // A null move before the first move is another start.
                Ok(ImportStep::Null) if moves.is_empty() => {
                    let passed = passed(source, reading, &options, course.table());
                    course = begin(passed.ok_or_else(|| MisreadGameError::new(found.place, GameFaultError::Null))?);
                    is_set = true;
                    continue;
                }
                Ok(ImportStep::Null) if ends(game, at) => break,
                Ok(ImportStep::Null) => GameFaultError::Null,
                Ok(ImportStep::AfterEnd(outcome)) => GameFaultError::GoesOn { found: shown(found), outcome },
                // The last move is the fault that ended the game.
                Err(_) if at + 1 == game.moves.len() && is_illegal(game) && loses(course.table(), result) => break,
                Err(_) if !moves.is_empty() && is_signalled(reading, game, at, letters) => {
                    let mut shorter = Self::with(source, reading, game, claims, moves.len())?;
                    shorter.remarks.insert(0, MisreadGameError::new(found.place, GameFaultError::Signal));
                    shorter.has_all = has_all;
                    return Ok(shorter);
                }
                Err(misread) => return Err(misread),
            };
            (whole, has_all) = (fault == GameFaultError::Null, false);
            remarks.push(MisreadGameError::new(found.place, fault));
            break;
        }
        let unclear = contradiction(game).or_else(|| unknown_result(game));
        remarks.extend(unclear.filter(|_| matches!(course.table().turn(), Turn::Seats(_))));
        remarks.extend(game.open_variation.map(|place| MisreadGameError::new(place, GameFaultError::OpenVariation)));
        remarks.extend(game.open_comment.map(|place| MisreadGameError::new(place, GameFaultError::OpenComment)));
        match (course.table().turn(), result) {
            (Turn::Over(outcome), Some(result)) if !is_of(&outcome, result) => {
                let place = game.result.map_or(game.place, |(place, _)| place);
                remarks.push(MisreadGameError::new(place, GameFaultError::Result(outcome)));
            }
            (Turn::Seats(_), Some(PgnResult::White)) if whole => course.resign(Seat::TWO),
            (Turn::Seats(_), Some(PgnResult::Black)) if whole => course.resign(Seat::ONE),
            _ => {}
        }
        Ok(Self { options, is_set, course, moves, has_all, remarks })
    }
}

/// A position that a game reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOpening {
    /// The place of the game in the text.
    pub place: TextPlace,
    /// The position.
    pub position: String,
    /// The number of moves before the position.
    pub moves: usize,
    /// The name of the opening and its moves: [`OPENING_FIELDS`](crate::record::OPENING_FIELDS).
    pub tags: BTreeMap<String, String>,
}

/// The first moves of a game as an opening. Only the last move can end the game: players need not claim a draw. A null move
/// begins anew.
pub(super) fn opening(
    source: &PgnSource<'_>,
    reading: &PgnReading,
    game: &PgnGame<'_>,
    most: usize,
) -> Result<GameOpening, MisreadGameError> {
    let letters = letters::of(game, reading);
    let (options, is_set, mut table) = start(source, reading, game, Claims::Never)?;
    // The position before the moves; none for the usual start.
    let (mut before, mut actions) = (is_set.then(|| table.position().to_string()), Vec::new());
    for (at, found) in game.moves.iter().enumerate().take(most) {
        let misread = |fault| MisreadGameError::new(found.place, fault);
        let read = match step(reading, &*table, found, letters) {
            Ok(ImportStep::Null) if ends(game, at) => break,
            Err(_) if !actions.is_empty() && is_signalled(reading, game, at, letters) => break,
            read => read?,
        };
        match read {
            ImportStep::Play(seat, action) => {
                let played = table.play(Actor::Seat(seat), action.as_str());
                actions.push(played.expect("the action is one of the legal ones").action.into_string());
            }
            ImportStep::Null => {
                table = passed(source, reading, &options, &*table).ok_or_else(|| misread(GameFaultError::Null))?;
                (before, actions) = (Some(table.position().to_string()), Vec::new());
            }
            ImportStep::AfterEnd(outcome) => {
                return Err(misread(GameFaultError::AfterEnd { found: shown(found), outcome }));
            }
        }
    }
    let names = tags::known(&game.tags).filter(|(name, _)| OPENING_TAGS.contains(&name.as_str()));
    let moves = Some((tags::MOVES.to_owned(), actions.join(" "))).filter(|(_, moves)| !moves.is_empty());
    let start = before.filter(|_| moves.is_some()).map(|start| (tags::FEN.to_owned(), start));
    let tags = names.chain(start).chain(moves).collect();
    let position = table.position().to_string();
    Ok(GameOpening { place: game.place, position, moves: game.moves.len().min(most), tags })
}

/// The rule options of a game, true if its start is not the usual one, and its table at the start.
fn start(
    source: &PgnSource<'_>,
    reading: &PgnReading,
    game: &PgnGame<'_>,
    claims: Claims,
) -> Result<(OptionValues, bool, Box<dyn Table>), MisreadGameError> {
    let misread = |text: String, tags: &[&str]| {
        MisreadGameError::new(game.place_of(tags), GameFaultError::Start(escape_controls(&text).into_owned()))
    };
    if let Some(place) = game.open_comment.filter(|_| game.moves.is_empty()) {
        return Err(MisreadGameError::new(place, GameFaultError::OpenComment));
    }
    let fen = game.tag("FEN").map(|fen| {
        let mut words = fen.split_whitespace().collect::<Vec<_>>();
        if let (Claims::NeverFromZero, Some(counter)) = (claims, words.get_mut(4)) {
            *counter = "0";
        }
        words.join(" ")
    });
    let fen = fen.filter(|fen| !["", "?", "-", "startpos"].contains(&fen.as_str()));
    // Games of bughouse often have no other mark than their four players.
    let bughouse = game.tag("WhiteA").map(|_| "bughouse");
    let variant = game.tag("Variant").filter(|variant| *variant != "?").or(bughouse);
    let begin = |fen| (reading.start)(variant, fen);
    let PgnStart { options: implied, position } = begin(fen.as_deref()).map_err(|error| {
        let is_of_variant = begin(None).is_err();
        misread(error, if is_of_variant { &["Variant", "WhiteA"] } else { &["FEN"] })
    })?;
    let mut options = source.options.clone();
    for (name, value) in implied.into_iter().chain((claims != Claims::AsSet).then_some(reading.unclaimed)) {
        options.set(name, value).map_err(|error| misread(error.to_string(), &["Variant"]))?;
    }
    let table = read(source, &options, position.as_deref().unwrap_or(reading.usual));
    Ok((options, position.is_some(), table.map_err(|error| misread(error, &["FEN"]))?))
}

fn read(source: &PgnSource<'_>, options: &OptionValues, position: &str) -> Result<Box<dyn Table>, String> {
    let seats = *source.variant.seats().first().expect("a variant has a number of seats");
    source.variant.read(options, seats, position).map_err(|error| error.to_string())
}

fn passed(
    source: &PgnSource<'_>,
    reading: &PgnReading,
    options: &OptionValues,
    table: &dyn Table,
) -> Option<Box<dyn Table>> {
    read(source, options, &(reading.null)(table)?).ok()
}

fn step(
    reading: &PgnReading,
    table: &dyn Table,
    found: &PgnMove<'_>,
    letters: Option<&str>,
) -> Result<ImportStep, MisreadGameError> {
    let Some(text) = found.text else { return Ok(ImportStep::Null) };
    let misread = |fault| MisreadGameError::new(found.place, fault);
    match ((reading.action)(table, &letters::english(text, letters)), table.turn()) {
        (Ok(action), Turn::Seats(seats)) => {
            let seat = seats.single().expect("one seat moves at a time");
            Ok(ImportStep::Play(seat, action))
        }
        (Ok(_), Turn::Over(outcome)) => Ok(ImportStep::AfterEnd(outcome)),
        (Err(_), Turn::Over(outcome)) => Err(misread(GameFaultError::AfterEnd { found: shown(found), outcome })),
        (Ok(_) | Err(_), Turn::Chance) => unreachable!("a game of PGN has no chance"),
        (Err(why), Turn::Seats(_)) => {
            Err(misread(GameFaultError::Move { found: shown(found), why, position: table.position().to_string() }))
        }
    }
}

fn shown(found: &PgnMove<'_>) -> String {
    escape_controls(found.text.unwrap_or("--")).chars().take(LONGEST).collect()
}

/// The most characters of a move that an error shows.
const LONGEST: usize = 40;

/// The result of the tag, and that at the end of the moves with its place, as far as they are known.
fn results(game: &PgnGame<'_>) -> (Option<PgnResult>, Option<(TextPlace, PgnResult)>) {
    let known = |result: &PgnResult| *result != PgnResult::Unknown;
    let tag = game.tag("Result").and_then(PgnResult::of).filter(known);
    (tag, game.result.filter(|(_, result)| known(result)))
}

/// The stated result. As in other readers, the tag comes before the end of the moves.
fn stated(game: &PgnGame<'_>) -> Option<PgnResult> {
    let (tag, end) = results(game);
    tag.or_else(|| end.map(|(_, result)| result))
}

/// True if a null move here is a sign that the game is over: it is the last move, and the result is known.
fn ends(game: &PgnGame<'_>, at: usize) -> bool {
    at + 1 == game.moves.len() && matches!(stated(game), Some(PgnResult::White | PgnResult::Black | PgnResult::Draw))
}

/// The two results of a game whose tag and last word differ.
fn contradiction(game: &PgnGame<'_>) -> Option<MisreadGameError> {
    let (tag, end) = results(game);
    let (place, _) = end.filter(|(_, result)| tag.is_some_and(|tag| tag != *result))?;
    let tag = escape_controls(game.tag("Result")?).into_owned();
    Some(MisreadGameError::new(place, GameFaultError::Results(tag)))
}

/// The tag Result of a game, if it is no result and the moves end without one.
fn unknown_result(game: &PgnGame<'_>) -> Option<MisreadGameError> {
    let tag = game.tag("Result").filter(|tag| !["", "?"].contains(&tag.trim()) && !tag.trim().starts_with('*'))?;
    let fault = GameFaultError::UnknownResult(escape_controls(tag).into_owned());
    stated(game).is_none().then(|| MisreadGameError::new(game.place_of(&["Result"]), fault))
}

/// Returns true if the game ended with an illegal move, which some programs write down.
fn is_illegal(game: &PgnGame<'_>) -> bool {
    game.tag("Termination")
        .is_some_and(|text| ["illegal", "infraction"].iter().any(|word| text.to_lowercase().contains(word)))
}

/// Returns true if the moves from this one on are no moves, but the signs of an electronic board that the game is over.
fn is_signalled(reading: &PgnReading, game: &PgnGame<'_>, at: usize, letters: Option<&str>) -> bool {
    let last = &game.moves[at..];
    let is_signal =
        |text: &str| reading.signals.contains(&letters::english(text, letters).trim_end_matches(['+', '#']));
    stated(game).is_some() && last.len() <= 2 && last.iter().all(|found| found.text.is_some_and(is_signal))
}

fn loses(table: &dyn Table, result: Option<PgnResult>) -> bool {
    let Turn::Seats(seats) = table.turn() else { return false };
    match result {
        Some(PgnResult::White) => seats.single() == Some(Seat::TWO),
        Some(PgnResult::Black) => seats.single() == Some(Seat::ONE),
        Some(PgnResult::Draw | PgnResult::Unknown) | None => false,
    }
}

fn is_of(outcome: &Outcome, result: PgnResult) -> bool {
    let Score::Each(points) = &outcome.score else { return true };
    let first = points.get(Seat::ONE).copied();
    match result {
        PgnResult::White => first == Some(Points::ONE),
        PgnResult::Black => first == Some(Points::ZERO),
        PgnResult::Draw => first != Some(Points::ONE) && first != Some(Points::ZERO),
        PgnResult::Unknown => true,
    }
}
