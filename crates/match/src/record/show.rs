//! A log as text for people: the players, the moves in their printed form, the board.

use uvi::{MoveList, RowPart, Word};
use uvi_games::game::{Actor, Picture, Seat, Style};

use super::{
    ActionRecord, Log, LogError, Record, ResultRecord, Walk,
    course::last_of,
    log::{self, LogLines},
};

/// The lines of a log for people: its head, moves, board and result. With `at`, the log ends after record number `at`.
pub fn show(log: &Log, at: Option<u32>, style: Style) -> Result<Vec<String>, LogError> {
    let records = until(log, at);
    let course = Walk::through(log, records, None)?.to_end()?;
    // A log that somebody made by hand may have control characters anywhere.
    let plain = |line: String| uvi::escape_controls(&line).into_owned();
    let mut lines: Vec<String> = head(log).into_iter().chain(moves(log, records)).map(plain).collect();
    lines.extend(course.table().board(style));
    lines.extend(log::result(records).map(over).map(plain));
    Ok(lines)
}

/// Returns a picture of the board at the end of the log, or after record number `at`. It marks the actions of [`last`].
pub fn picture(log: &Log, at: Option<u32>) -> Result<Picture, LogError> {
    let records = until(log, at);
    let course = Walk::through(log, records, None)?.to_end()?;
    Ok(course.table().picture(&last(records)))
}

/// Returns the events that a picture marks: the last actions of the seat that acted last, and the chance events around
/// them. Events that were taken back do not count.
pub fn last(records: &[(usize, Record)]) -> Vec<(Actor, Word)> {
    last_of(log::standing(records).rev().filter_map(|record| {
        let word = Word::new(record.done()?)?;
        let Some(action) = record.action() else { return Some((Actor::Chance, word)) };
        Some((Actor::Seat(Seat::new(action.seat)?), word))
    }))
}

/// The records up to number `at`. If takebacks let the game reach `at` several times, the last time counts.
fn until(log: &Log, at: Option<u32>) -> &LogLines {
    let Some(at) = at else { return &log.records };
    let mut beyond = None;
    for (place, (_, record)) in log.records.iter().enumerate() {
        // The takeback returned the game to `at` or to an earlier record.
        if matches!(record, Record::Undo(undo) if undo.to <= at) {
            beyond = None;
        }
        if matches!(record, Record::Result(_)) || record.number().is_some_and(|number| number > at) {
            beyond.get_or_insert(place);
        }
    }
    &log.records[..beyond.unwrap_or(log.records.len())]
}

fn head(log: &Log) -> Vec<String> {
    let head = &log.head;
    let mut lines = vec![format!("match {} of {}, arbiter {}", head.name, head.variant, head.arbiter)];
    for seat in &head.seats {
        lines.push(format!("seat {}: {}", seat.seat, seat.shown()));
    }
    if let Some(source) = &head.imported {
        lines.push(format!("imported from {source}"));
    }
    if let Some(place) = &head.tournament {
        let opening = place.opening.as_ref().map(|name| format!(", from {name}"));
        lines.push(format!(
            "game {} of its tournament, block {}, round {}{}",
            place.game,
            place.block,
            place.round,
            opening.unwrap_or_default()
        ));
    }
    if let Some(started) = &head.started {
        lines.push(format!("started {started}"));
    }
    if head.setposition {
        lines.push(format!("from {}", head.start));
    }
    lines
}

/// An event in words. An action has its seat.
struct ShownEvent {
    n: u32,
    seat: Option<u32>,
    text: String,
}

/// Returns one line for each cell of the list of moves, and the lines of other events.
fn moves(log: &Log, records: &LogLines) -> Vec<String> {
    let rules = log.variant().map(|variant| variant.words().turn_rules()).unwrap_or_default();
    let mut list = MoveList::new(rules);
    for (_, record) in records {
        if let Record::Action(action) = record {
            let text = format!("{}{}", action.text, note(action));
            list.act(Some(action.seat), &action.text, ShownEvent { n: action.n, seat: Some(action.seat), text });
        } else if let Record::Chance(chance) = record {
            let text = format!("{}{}", chance.action, misprint(chance.printed.as_deref()));
            list.act(None, &chance.action, ShownEvent { n: chance.n, seat: None, text });
        }
        event(record).into_iter().for_each(|text| list.note(ShownEvent { n: 0, seat: None, text }));
        if let Record::Undo(undo) = record {
            list.take_back(undo.to as usize);
        }
    }
    let line = |part| match part {
        RowPart::Cell { seat, items } => cell(seat, &items),
        RowPart::Note(ShownEvent { text, .. }) => format!("       {text}"),
    };
    list.rows().into_iter().flat_map(|row| row.parts).map(line).collect()
}

/// Formats a cell with the number of its first action, and the chance events before that. A seat that acts in a turn of
/// others is named.
fn cell(owner: Option<u32>, items: &[ShownEvent]) -> String {
    let first = items.iter().position(|item| item.seat.is_some()).unwrap_or(items.len());
    let (chance, actions) = items.split_at(first);
    let number = actions.first().or_else(|| chance.last()).map_or(0, |item| item.n);
    let owned = |item: &ShownEvent| match item.seat.filter(|_| item.seat != owner) {
        Some(seat) => format!("seat {seat} {}", item.text),
        None => item.text.clone(),
    };
    let chance: String = chance.iter().map(|item| format!(" {}", item.text)).collect();
    let actions: Vec<String> = actions.iter().map(owned).collect();
    if actions.is_empty() {
        return format!("{number:>5}.{chance}");
    }
    let owner = owner.map_or_else(|| "all".to_owned(), |seat| format!("seat {seat}"));
    format!("{number:>5}. {owner}{chance}: {}", actions.join(", "))
}

fn event(record: &Record) -> Vec<String> {
    let below = |line: String| format!("  {line}");
    match record {
        Record::Score(score) => vec![format!("turn {}: {} points, {} in all", score.turn, score.points, score.total)],
        Record::Fault(fault) => {
            let first = format!("seat {} is at fault: {}: {}", fault.seat, fault.fault, fault.text);
            [first].into_iter().chain(fault.shown().into_iter().map(below)).collect()
        }
        Record::Try(again) => {
            let first = format!("seat {} tries again: {}: {}", again.seat, again.fault, again.text);
            let [line, mark] = again.shown().map(below);
            vec![first, line, mark, format!("  tries left: {}", again.left)]
        }
        Record::Vacated(vacated) => vec![format!("seat {} is vacated: {}", vacated.seat, vacated.reason)],
        Record::Undo(undo) => vec![format!("taken back: {} plies, to {}", undo.plies, undo.to)],
        Record::Match(_) | Record::Chance(_) | Record::Action(_) | Record::Result(_) => Vec::new(),
    }
}

fn note(action: &ActionRecord) -> String {
    let random = if action.random { " (random)" } else { "" };
    format!("{random}{}", misprint(action.printed.as_deref()))
}

fn misprint(printed: Option<&str>) -> String {
    printed.map(|printed| format!(" (printed {printed})")).unwrap_or_default()
}

fn over(result: &ResultRecord) -> String {
    let score = result.told_score();
    let seat = result.seat.map_or_else(String::new, |seat| format!(" of seat {seat}"));
    format!("over: {}{seat}{score}, {} decisions", result.reason, result.decisions)
}
