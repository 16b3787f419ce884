//! Writes a log as PGN, for variants with a notation like that of chess. The format is that of Steven Edwards,
//! *Portable Game Notation Specification and Implementation Guide*, 1994; a turn of several parts has a move for each.
//! The tags and comments of annotated variants follow the custom of chess programs.

mod annotation;
mod comment;
mod pgn_result;
mod place;
mod reader;
pub(super) mod tags;
mod token;

use std::{collections::BTreeMap, fmt::Write as _};

pub use annotation::{PgnFigure, PgnStyle};
use annotation::{comment, duration, ending, later, termination, time_control};
pub(super) use comment::Note;
pub(super) use pgn_result::PgnResult;
pub use place::TextPlace;
pub use reader::decode;
pub(super) use reader::{PgnGame, PgnGames, PgnMove};
pub use tags::{OPENING_FIELDS, OPENING_TAGS};
use tags::{PLAYERS, Tags};
pub use token::is_blank;
pub(super) use token::{figured, is_unseen};
use uvi::ClockWords;
use uvi_games::game::{Actor, LeadIn, OptionValues, Pgn, Turn, Variant};

use super::{Log, RecordError, ResultRecord, verdict::ADJUDICATION};

/// The limit of export lines in bytes. Lines are shorter, unless a single word is as long.
const WIDTH: usize = 80;

/// The most characters of an illegal action in a comment.
const LONGEST_ACTION: usize = 20;

/// The reason for which a log cannot be written as PGN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum PgnError {
    #[error("{0} cannot be written as PGN")]
    Variant(String),
    #[error("line 1: {0}")]
    Head(RecordError),
}

/// Returns a game as PGN, with an empty line at its end. `tags` has tags that the log does not know, such as
/// [`OPENING_FIELDS`]. `figures` are added to the comments of moves.
pub fn pgn(log: &Log, tags: &[(&str, String)], figures: &[PgnFigure]) -> Result<String, PgnError> {
    styled_pgn(log, tags, &PgnStyle { figures, complete: false, end: None, quoted: &|_| Vec::new(), bare: false })
}

/// Returns the reason for the end of a game as the sentence that chess programs use, or else the word of the log.
pub fn ending_sentence(result: &ResultRecord) -> String {
    ending(result, None)
}

/// Returns a game as [`pgn`] does, in another style.
pub fn styled_pgn(log: &Log, tags: &[(&str, String)], style: &PgnStyle<'_>) -> Result<String, PgnError> {
    let variant = log.variant().map_err(PgnError::Head)?;
    let form = variant.pgn().ok_or_else(|| PgnError::Variant(variant.word().to_owned()))?;
    let start = || LeadIn { start: log.head.start.clone(), moves: Vec::new() };
    let lead = book(log, variant, form, tags).or_else(|| (form.lead)(&log.head.options, &log.head.start));
    let lead = lead.unwrap_or_else(start);
    let mut all = roster(log, variant.title(), tags);
    all.extend(if form.annotated { annotated(log, form, &lead, tags) } else { plain(log, form) });
    if style.bare {
        all.retain(|(name, _)| tags::is_bare(name));
    }
    let mut text = String::new();
    for (name, value) in all {
        let value: String = value.chars().filter(|character| !character.is_control()).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(text, "[{name} \"{value}\"]").expect("a String takes any text");
    }
    text.push('\n');
    text.push_str(&wrapped(movetext(log, form, &lead, style).into_iter().chain([outcome(log.result()).to_owned()])));
    text.push('\n');
    Ok(text)
}

/// Returns the seven tags that every PGN game has. The event of a game that the arbiter played is the title of its variant.
fn roster(log: &Log, title: &str, tags: &[(&str, String)]) -> Tags {
    let given = |tag: &str| tags.iter().find(|(name, _)| *name == tag).map(|(_, value)| value.clone());
    let said = |tag: &str| given(tag).or_else(|| log.head.tags.get(tag).cloned());
    let round = || log.head.tournament.as_ref().map(|place| place.round.to_string());
    let name = |seat: usize| Some(log.head.seats.get(seat)?.named()?.to_owned());
    let date = log.head.started.as_ref().and_then(|started| started.get(..10)).map(|date| date.replace('-', "."));
    let tag = |name: &str, text: Option<String>| (name.to_owned(), text.unwrap_or_else(|| "?".to_owned()));
    vec![
        tag("Event", said("Event").or_else(|| log.head.imported.is_none().then(|| title.to_owned()))),
        tag("Site", said("Site")),
        tag("Date", Some(date.or_else(|| said("Date")).unwrap_or_else(|| "????.??.??".to_owned()))),
        tag("Round", said("Round").or_else(round)),
        tag(PLAYERS[0], name(0)),
        tag(PLAYERS[1], name(1)),
        tag("Result", Some(outcome(log.result()).to_owned())),
    ]
}

/// Returns the tags after the roster for a variant that is not annotated.
fn plain(log: &Log, form: &Pgn) -> Tags {
    let fen = (form.fen)(&log.head.start);
    let tags = [
        ("Variant", (form.variant)(&log.head.options).map(str::to_owned)),
        ("SetUp", fen.as_ref().map(|_| "1".to_owned())),
        ("FEN", fen),
        ("TimeControl", Some(log.head.clock.to_string())),
        ("Termination", log.result().map(|result| result.reason.clone())),
    ];
    tags.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?))).collect()
}

/// Returns the tags after the roster for an annotated variant, in alphabetical order.
fn annotated(log: &Log, form: &Pgn, lead: &LeadIn, given: &[(&str, String)]) -> Tags {
    let fen = (form.fen)(&lead.start);
    let used = log.actions().filter_map(|action| action.ms).sum::<f64>();
    let started = log.head.started.as_ref();
    // Of an imported game, only its page knows how a draw was made, and which times the players had.
    let is_imported = is_imported(log);
    let termination = termination(log.result()).filter(|text| !is_imported || *text != ADJUDICATION);
    let clock = |seat: usize| log.head.seats.get(seat).and_then(|seat| seat.clock.as_ref()).unwrap_or(&log.head.clock);
    let is_unknown = is_imported && *clock(0) == ClockWords::default();
    let [white, black] = [clock(0), clock(1)].map(time_control);
    let common = (white == black).then(|| if is_unknown { "?".to_owned() } else { white.clone() });
    let [white, black] = [white, black].map(|own| Some(own).filter(|_| common.is_none()));
    let implied = [
        ("FEN", fen.clone()),
        ("SetUp", fen.map(|_| "1".to_owned())),
        ("GameDuration", started.map(|_| duration(used))),
        ("GameEndTime", started.and_then(|started| later(started, used))),
        // The end is known to the second, so the start is told to the second too.
        ("GameStartTime", started.map(|started| later(started, 0.0).unwrap_or_else(|| started.clone()))),
        ("PlyCount", Some((lead.moves.len() + log.actions().count()).to_string())),
        ("Termination", termination.map(str::to_owned)),
        ("TimeControl", common),
        ("WhiteTimeControl", white),
        ("BlackTimeControl", black),
        ("Variant", (form.variant)(&log.head.options).map(str::to_owned)),
    ];
    let implied = implied.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?)));
    let given = given.iter().map(|(name, text)| ((*name).to_owned(), text.clone()));
    // The tags of an imported page replace tags that the log implies.
    let more = log.head.tags.clone().into_iter().chain(given).filter(|(name, _)| !tags::follows(name));
    implied.chain(more).collect::<BTreeMap<_, _>>().into_iter().collect()
}

/// Returns true for the log of a page that tells a game of others.
fn is_imported(log: &Log) -> bool {
    log.head.imported.is_some() && log.head.started.is_none()
}

/// Returns the result token of PGN.
fn outcome(result: Option<&ResultRecord>) -> &'static str {
    match result.and_then(ResultRecord::points).as_deref() {
        Some("1 0") => "1-0",
        Some("0 1") => "0-1",
        Some("1/2 1/2") => "1/2-1/2",
        Some(_) | None => "*",
    }
}

/// The moves of the opening that `tags` name, if they lead to the start of the log.
fn book(log: &Log, variant: &dyn Variant, form: &Pgn, tags: &[(&str, String)]) -> Option<LeadIn> {
    let given = |name: &str| tags.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value.as_str());
    let (reading, actions) = (form.reading?, given(tags::MOVES)?);
    // A draw on the way did not end the opening.
    let unclaimed = (reading.unclaimed.0.to_owned(), reading.unclaimed.1.to_owned());
    let set: Vec<_> = log.head.options.clone().into_iter().chain([unclaimed]).collect();
    let options = OptionValues::with(variant.options(), &set).ok()?;
    let seats = u8::try_from(log.head.seats.len()).ok()?;
    let mut table = variant.read(&options, seats, given(tags::FEN).unwrap_or(reading.usual)).ok()?;
    let mut lead = LeadIn { start: table.position().to_string(), moves: Vec::new() };
    for action in actions.split_whitespace() {
        let Turn::Seats(seats) = table.turn() else { return None };
        let seat = seats.single()?;
        let played = table.play(Actor::Seat(seat), action).ok()?;
        lead.moves.push((seat.number(), played.text));
    }
    (table.position().as_str() == log.head.start).then_some(lead)
}

/// Returns the moves, with a number before each turn of White. The moves that lead to the start position carry the
/// comment `{book}`.
fn movetext(log: &Log, form: &Pgn, lead: &LeadIn, style: &PgnStyle<'_>) -> Vec<String> {
    let mut words =
        NumberedMoves { words: Vec::new(), number: (form.first)(&lead.start).saturating_sub(1), last: None };
    for (seat, text) in &lead.moves {
        words.push(*seat, text);
        words.words.extend((!style.bare).then(|| "{book}".to_owned()));
    }
    let is_annotated = form.annotated && !style.bare;
    let is_told = |result: &&ResultRecord| is_annotated && !(is_imported(log) && result.reason == ADJUDICATION);
    let end = log.result().filter(is_told).map(|result| match style.end {
        Some(end) => end.to_owned(),
        None => ending(result, illegal(log)),
    });
    let count = log.actions().count();
    if count == 0 {
        words.words.extend(end.as_ref().map(|end| format!("{{{end}}}")));
    }
    for (place, action) in (1..).zip(log.actions()) {
        words.push(action.seat, &action.text);
        if is_annotated {
            words.words.extend(comment(action, style, end.as_deref().filter(|_| place == count)));
        }
    }
    words.words
}

/// Returns the action of the last fault, if a line of its bot was wrong. A comment must not end in it.
fn illegal(log: &Log) -> Option<String> {
    let fault = log.faults().last()?;
    let column = usize::try_from(fault.column?).ok()?;
    let word = fault.line.as_ref()?.chars().skip(column.checked_sub(1)?).take_while(|letter| !letter.is_whitespace());
    let word = word.map(|letter| if matches!(letter, '{' | '}') { '?' } else { letter });
    Some(word.take(LONGEST_ACTION).collect::<String>()).filter(|action| !action.is_empty())
}

struct NumberedMoves {
    words: Vec<String>,
    number: u32,
    /// The seat that moved last.
    last: Option<u32>,
}

impl NumberedMoves {
    fn push(&mut self, seat: u32, text: &str) {
        if self.last != Some(seat) {
            if seat == 1 || self.last.is_none() {
                self.number += 1;
                self.words.push(format!("{}.{}", self.number, if seat == 1 { "" } else { ".." }));
            }
            self.last = Some(seat);
        }
        self.words.push(text.to_owned());
    }
}

/// Joins words into lines shorter than [`WIDTH`].
fn wrapped(words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() >= WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.len();
        text.push_str(&word);
    }
    text.push('\n');
    text
}
