//! The list of moves: a row for each turn with the chance events before it, and rows for notes.

use maud::{Markup, html};
use uvi_match::record::{FaultRecord, Log, Record};

use super::{
    outcome::outcome,
    players::Players,
    replay_steps::{ReplayStep, StepEvent},
};

enum ListRow<'a> {
    /// The successive actions of one seat, with the chance events before them. No seat: only chance events so far.
    Turn { seat: Option<u32>, events: Vec<StepEvent<'a>> },
    /// A note after step `n`.
    Note { n: u32, record: &'a Record },
}

pub(super) fn list(log: &Log, players: &Players, steps: &[ReplayStep<'_>]) -> Markup {
    html! {
        ol.moves {
            li { a href="#0" { "Start" } }
            @for row in rows(steps) {
                @match row {
                    ListRow::Turn { seat, events } => (turn(players, seat, &events)),
                    ListRow::Note { n, record } => (note(log, players, n, record)),
                }
            }
        }
    }
}

fn rows<'a>(steps: &[ReplayStep<'a>]) -> Vec<ListRow<'a>> {
    let mut rows: Vec<ListRow<'a>> = Vec::new();
    for step in steps {
        let acting = step.event.action().map(|action| action.seat);
        match (step.event, rows.last_mut()) {
            (StepEvent::Start, _) => {}
            (StepEvent::Chance(_), Some(ListRow::Turn { seat: None, events })) => events.push(step.event),
            (StepEvent::Action(_), Some(ListRow::Turn { seat, events })) if seat.is_none() || *seat == acting => {
                *seat = acting;
                events.push(step.event);
            }
            (StepEvent::Chance(_) | StepEvent::Action(_), _) => {
                rows.push(ListRow::Turn { seat: acting, events: vec![step.event] });
            }
        }
        rows.extend(step.notes.iter().map(|record| ListRow::Note { n: step.event.n(), record }));
    }
    rows
}

fn turn(players: &Players, seat: Option<u32>, events: &[StepEvent<'_>]) -> Markup {
    html! {
        li {
            span.number { (events.first().map_or(0, |event| event.n())) "." }
            " "
            @if let Some(seat) = seat { (players.tag(seat)) } @else { span.who { "chance" } }
            @for event in events { " " (link(*event)) }
        }
    }
}

/// An action as people write it, with its word as a hint. A chance outcome is written without its leading `@`.
fn link(event: StepEvent<'_>) -> Markup {
    let word = event.word();
    html! {
        @match event {
            StepEvent::Start => {},
            StepEvent::Chance(chance) => {
                a.chance href={ "#" (chance.n) } title=(word) { (word.trim_start_matches('@')) }
                (printed(chance.printed.as_deref()))
            },
            StepEvent::Action(action) => {
                a href={ "#" (action.n) } title=(word) { (action.text) }
                @if action.forced { span.aside { " (forced)" } }
                @if action.random { span.aside { " (random)" } }
                (printed(action.printed.as_deref()))
            },
        }
    }
}

fn printed(printed: Option<&str>) -> Markup {
    html! { @if let Some(printed) = printed { span.aside { " (printed " (uvi::escape_controls(printed)) ")" } } }
}

fn note(log: &Log, players: &Players, n: u32, record: &Record) -> Markup {
    html! {
        @match record {
            Record::Score(score) => {
                li.note data-n=(n) {
                    "turn " (score.turn) ": " (score.points) " points, " (score.total) " in all"
                    @if !score.chain.is_empty() { span.aside { " chain " (score.chain.join(" ")) } }
                }
            },
            Record::Fault(fault) => {
                li.note.wrong data-n=(n) {
                    (players.tag(fault.seat)) " is at fault: " strong { (fault.fault) } ": " (fault.text)
                }
            },
            Record::Try(again) => {
                li.note.wrong data-n=(n) {
                    (players.tag(again.seat)) " tries again: " strong { (again.fault) } ": " (again.text)
                    span.aside {
                        " " @if again.left == 1 { "1 try left" } @else { (again.left) " tries left" }
                    }
                }
            },
            Record::Vacated(vacated) => {
                li.note.wrong data-n=(n) { (players.tag(vacated.seat)) " is out of the game: " (vacated.reason) }
            },
            Record::Undo(undo) => {
                li.note data-n=(n) { (undo.plies) @if undo.plies == 1 { " ply was taken back" } @else { " plies were taken back" } }
            },
            Record::Result(_) => { li.note data-n=(n) { strong { "over: " (outcome(log, players)) } } },
            Record::Match(_) | Record::Chance(_) | Record::Action(_) => {},
        }
    }
}

/// All faults of a game, with all details in the log.
pub(super) fn faults(players: &Players, steps: &[ReplayStep<'_>]) -> Vec<Markup> {
    let mut all = Vec::new();
    for step in steps {
        for note in &step.notes {
            if let Record::Fault(fault) = note {
                all.push(whole_fault(players, step.event.n(), fault));
            }
        }
    }
    all
}

fn whole_fault(players: &Players, n: u32, fault: &FaultRecord) -> Markup {
    let shown = fault.shown();
    html! {
        article.fault {
            p {
                a href={ "#" (n) } { @if n == 0 { "At the start" } @else { "After " (n) } } ": "
                (players.tag(fault.seat)) " is at fault: " strong { (fault.fault) } ". " (fault.text)
            }
            @if !shown.is_empty() { pre { @for line in shown { (line) "\n" } } }
            @if let (Some(_), Some(position)) = (&fault.line, fault.position.as_ref().filter(|told| !fault.text.contains(*told))) {
                p.aside { "in position " code { (position) } }
            }
            @if let Some(stderr) = fault.stderr.as_deref().filter(|stderr| !stderr.is_empty()) {
                details { summary { "The end of its stderr" } pre { (stderr) } }
            }
        }
    }
}
