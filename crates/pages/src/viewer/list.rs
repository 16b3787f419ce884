//! The list of moves: a row for each turn with the chance events before it, and rows for notes.

use maud::{Markup, html};
use uvi::{MoveList, MovePlace, MoveRow, RowPart};
use uvi_match::record::{FaultRecord, Log, Record};

use super::{outcome::outcome, players::Players, replay_steps::ReplayStep};

/// An event, or a note after the event with this number.
type ListEntry<'a> = (u32, &'a Record);

/// The list of moves, in the rows and cells of the board in the browser.
pub(super) fn list(log: &Log, players: &Players, steps: &[ReplayStep<'_>]) -> Markup {
    let rules = log.variant().map(|variant| variant.words().turn_rules()).unwrap_or_default();
    let mut list = MoveList::new(rules);
    for step in steps {
        let action = step.action();
        if let Some(event) = step.event {
            let text = action.map(|action| &*action.text).or_else(|| event.done()).unwrap_or_default();
            list.act(action.map(|action| action.seat), text, (step.n(), event));
        }
        step.notes.iter().for_each(|record| list.note((step.n(), record)));
    }
    let columns = log.head.seats.len();
    let heads = log.head.seats.iter().filter(|_| columns <= 3);
    let class = if columns > 3 { "moves flow".to_owned() } else { format!("moves columns-{columns}") };
    let number = |place: Option<MovePlace>| match place {
        Some(MovePlace { number: Some(number), .. }) => format!("{number}."),
        Some(MovePlace { row: 1, .. }) => "setup".to_owned(),
        Some(_) | None => String::new(),
    };
    html! {
        ol class=(class) {
            li { a href="#0" { "Start" } @for seat in heads { " " (players.tag(seat.seat)) } }
            @for MoveRow { place, parts } in list.rows() {
                li {
                    span.number { (number(place)) } " "
                    @for part in parts {
                        @match part {
                            RowPart::Cell { seat, items } => {
                                span class={ "turn of-" (seat.unwrap_or_default()) } {
                                    @if let Some(seat) = seat.filter(|_| columns > 3) { (players.tag(seat)) }
                                    @for item in items { (entry(log, players, seat, &item)) }
                                }
                            },
                            RowPart::Note(item) => (entry(log, players, None, &item)),
                        }
                    }
                }
            }
        }
    }
}

/// An entry in the cell of a seat. An action is written as people write it, with its word as a hint, a chance outcome
/// without its leading `@`. A player who acts in a turn of others is named.
fn entry(log: &Log, players: &Players, owner: Option<u32>, (n, record): &ListEntry<'_>) -> Markup {
    html! {
        @match record {
            Record::Action(action) => {
                " "
                @if owner != Some(action.seat) { (players.tag(action.seat)) " " }
                a href={ "#" (n) } title=(action.action) { (action.text) }
                @if action.forced { span.aside { " (forced)" } }
                @if action.random { span.aside { " (random)" } }
                (printed(action.printed.as_deref()))
            },
            Record::Chance(chance) => {
                " "
                a.chance href={ "#" (n) } title=(chance.action) { (chance.action.trim_start_matches('@')) }
                (printed(chance.printed.as_deref()))
            },
            record => (note(log, players, *n, record)),
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
                span.note data-n=(n) {
                    "turn " (score.turn) ": " (score.points) " points, " (score.total) " in all"
                    @if !score.chain.is_empty() { span.aside { " chain " (score.chain.join(" ")) } }
                }
            },
            Record::Fault(fault) => {
                span.note.wrong data-n=(n) {
                    (players.tag(fault.seat)) " is at fault: " strong { (fault.fault) } ": " (fault.text)
                }
            },
            Record::Try(again) => {
                span.note.wrong data-n=(n) {
                    (players.tag(again.seat)) " tries again: " strong { (again.fault) } ": " (again.text)
                    span.aside {
                        " " @if again.left == 1 { "1 try left" } @else { (again.left) " tries left" }
                    }
                }
            },
            Record::Vacated(vacated) => {
                span.note.wrong data-n=(n) { (players.tag(vacated.seat)) " is out of the game: " (vacated.reason) }
            },
            Record::Undo(undo) => {
                span.note data-n=(n) { (undo.plies) @if undo.plies == 1 { " ply was taken back" } @else { " plies were taken back" } }
            },
            Record::Result(_) => { span.note data-n=(n) { strong { "over: " (outcome(log, players)) } } },
            Record::Match(_) | Record::Chance(_) | Record::Action(_) => {},
        }
    }
}

/// All faults of a game, with all details in the log.
pub(super) fn faults(players: &Players, steps: &[ReplayStep<'_>]) -> Vec<Markup> {
    let notes = steps.iter().flat_map(|step| step.notes.iter().map(|note| (step.n(), *note)));
    let whole = |(n, note): (u32, &Record)| {
        if let Record::Fault(fault) = note { Some(whole_fault(players, n, fault)) } else { None }
    };
    notes.filter_map(whole).collect()
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
