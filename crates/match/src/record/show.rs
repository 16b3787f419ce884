//! A log for people: who played, the moves as people write them, the board.

use uvi::Word;
use uvi_games::game::{Actor, Picture, Seat, Style};

use super::{
    ActionRecord, ChanceRecord, Log, LogError, Record, ResultRecord, Walk,
    log::{self, Lines},
};

/// The lines of a log for people: its head, its moves, the board where it ends (or after record `at`), its result.
///
/// # Errors
/// Names the first line that does not follow from what was before.
pub fn show(log: &Log, at: Option<u32>, style: Style) -> Result<Vec<String>, LogError> {
    let records = until(log, at);
    let course = Walk::through(log, records, None)?.to_end()?;
    let mut lines = head(log);
    lines.extend(moves(records));
    lines.extend(course.table().board(style));
    lines.extend(log::result(records).map(over));
    Ok(lines)
}

/// A picture of the board where the log ends (or after record `at`), in which what [`last`] names is marked.
///
/// # Errors
/// Names the first line that does not follow from what was before.
pub fn picture(log: &Log, at: Option<u32>) -> Result<Picture, LogError> {
    let records = until(log, at);
    let course = Walk::through(log, records, None)?.to_end()?;
    Ok(course.table().picture(&last(records)))
}

/// What happened last, as `last_of` has it.
pub fn last(records: &[(usize, Record)]) -> Vec<(Actor, Word)> {
    last_of(log::standing(records).rev().filter_map(|record| match record {
        Record::Chance(chance) => Some((Actor::Chance, Word::new(chance.action.clone())?)),
        Record::Action(action) => Some((Actor::Seat(Seat::new(action.seat)?), Word::new(action.action.clone())?)),
        Record::Match(_)
        | Record::Score(_)
        | Record::Fault(_)
        | Record::Try(_)
        | Record::Vacated(_)
        | Record::Undo(_)
        | Record::Result(_) => None,
    }))
}

/// What happened last, of all that was done, the latest first: the actions of the seat that acted last for as long as it
/// was alone, with the chance events from just before it to the end.
pub(super) fn last_of(done: impl Iterator<Item = (Actor, Word)>) -> Vec<(Actor, Word)> {
    let mut last = Vec::new();
    let mut acted = None;
    for (actor, action) in done {
        if let Actor::Seat(seat) = actor
            && *acted.get_or_insert(seat) != seat
        {
            break;
        }
        last.push((actor, action));
    }
    last.reverse();
    last
}

/// The records up to number `at`, as it stands at last where things were taken back.
fn until(log: &Log, at: Option<u32>) -> &Lines {
    let Some(at) = at else { return &log.records };
    let mut beyond = None;
    for (place, (_, record)) in log.records.iter().enumerate() {
        match record {
            Record::Chance(ChanceRecord { n, .. }) | Record::Action(ActionRecord { n, .. }) if *n > at => {
                beyond.get_or_insert(place);
            }
            // The game is before that number again.
            Record::Undo(undo) if undo.to <= at => beyond = None,
            Record::Result(_) => {
                beyond.get_or_insert(place);
            }
            Record::Match(_)
            | Record::Chance(_)
            | Record::Action(_)
            | Record::Score(_)
            | Record::Fault(_)
            | Record::Try(_)
            | Record::Vacated(_)
            | Record::Undo(_) => {}
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
        lines.push(format!("imported from {}", uvi::escape_controls(source)));
    }
    if let Some(started) = &head.started {
        lines.push(format!("started {started}"));
    }
    if head.setposition {
        lines.push(format!("from {}", head.start));
    }
    lines
}

/// One line for each run of actions of a seat, with the chance event before it.
fn moves(records: &Lines) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut chance = String::new();
    let mut seat = None;
    for (_, record) in records {
        match record {
            Record::Chance(event) => {
                chance = format!(" {}{}", event.action, misprint(event.printed.as_deref()));
                seat = None;
            }
            Record::Action(action) => {
                let text = &action.text;
                let note = note(action);
                match lines.last_mut() {
                    Some(line) if seat == Some(action.seat) => line.push_str(&format!(", {text}{note}")),
                    _ => lines.push(format!("{:>5}. seat {}{chance}: {text}{note}", action.n, action.seat)),
                }
                seat = Some(action.seat);
                chance.clear();
            }
            Record::Score(score) => {
                lines.push(format!("       turn {}: {} points, {} in all", score.turn, score.points, score.total));
                seat = None;
            }
            Record::Fault(fault) => {
                lines.push(format!("       seat {} is at fault: {}: {}", fault.seat, fault.fault, fault.text));
                lines.extend(fault.shown().into_iter().map(|line| format!("         {line}")));
                seat = None;
            }
            Record::Try(again) => {
                let left = again.left;
                lines.push(format!("       seat {} tries again: {}: {}", again.seat, again.fault, again.text));
                lines.extend(again.shown().into_iter().map(|line| format!("         {line}")));
                lines.push(format!("         tries left: {left}"));
                seat = None;
            }
            Record::Vacated(vacated) => {
                lines.push(format!("       seat {} is vacated: {}", vacated.seat, vacated.reason));
                seat = None;
            }
            Record::Undo(undo) => {
                lines.push(format!("       taken back: {} plies, to {}", undo.plies, undo.to));
                seat = None;
            }
            Record::Match(_) | Record::Result(_) => {}
        }
    }
    lines
}

fn note(action: &ActionRecord) -> String {
    let random = if action.random { " (random)" } else { "" };
    format!("{random}{}", misprint(action.printed.as_deref()))
}

fn misprint(printed: Option<&str>) -> String {
    printed.map(|printed| format!(" (printed {})", uvi::escape_controls(printed))).unwrap_or_default()
}

fn over(result: &ResultRecord) -> String {
    let score = match (result.points(), result.shared) {
        (Some(points), _) => format!(", score {points}"),
        (None, Some(shared)) => format!(", shared score {shared}"),
        (None, None) => String::new(),
    };
    let seat = result.seat.map_or_else(String::new, |seat| format!(" of seat {seat}"));
    format!("over: {}{seat}{score}, {} decisions", result.reason, result.decisions)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is last of these records, each `@` and what chance did, or a seat's number and its action, or neither.
    #[track_caller]
    fn check(records: &str, expected: &str) {
        let record = |text: &str| {
            let (seat, action) = text.split_at(1);
            match seat {
                "@" => format!(r#"{{"type":"chance","n":1,"action":"{text}"}}"#),
                "!" => r#"{"type":"vacated","seat":1,"reason":"resign"}"#.to_owned(),
                _ => format!(r#"{{"type":"action","n":1,"seat":{seat},"action":"{action}","text":"x"}}"#),
            }
        };
        let read = |text: &str| (1, serde_json::from_str(&record(text)).expect("it is a record"));
        let records: Vec<(usize, Record)> = records.split_whitespace().map(read).collect();
        let found = last(&records).into_iter().map(|(actor, action)| match actor {
            Actor::Chance => action.to_string(),
            Actor::Seat(seat) => format!("{seat}{action}"),
        });
        assert_eq!(found.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn the_last_is_what_one_seat_did_with_chance_around_it() {
        check("", "");
        check("@13", "@13");
        check("1a1b2", "1a1b2");
        check("1a1b2 2c3d4", "2c3d4");
        check("@13 1a1b2 1c3d4", "@13 1a1b2 1c3d4");
        check("1a1b2 @13 2c3d4 ! @25", "@13 2c3d4 @25");
        check("1a1b2 2c3d4 @6 2e5f6", "2c3d4 @6 2e5f6");
    }
}
