//! The outcome of a game as text.

use maud::{Markup, html};
use uvi_match::record::{Log, Record, ResultRecord};

/// The result record; `None` if the game is not finished.
pub(super) fn result(log: &Log) -> Option<&ResultRecord> {
    match log.records.last() {
        Some((_, Record::Result(result))) => Some(result),
        Some(_) | None => None,
    }
}

/// The reason of the end and the scores.
pub(super) fn outcome(log: &Log) -> Markup {
    let Some(result) = result(log) else {
        return html! { "The log ends before the game." };
    };
    let scored = |index: usize| result.score.as_ref().and_then(|score| score.get(index));
    html! {
        (result.reason)
        @if let Some(seat) = result.seat { " of " (player(log, seat)) }
        @for (index, seat) in log.head.seats.iter().enumerate() {
            @if let Some(points) = scored(index) {
                @if index == 0 { ": " } @else { ", " }
                bdi { (seat.shown()) } " " strong { (points) }
            }
        }
        @if let Some(shared) = result.shared { ": shared score " strong { (shared) } }
    }
}

pub(super) fn player(log: &Log, seat: u32) -> Markup {
    let head = log.head.seats.iter().find(|head| head.seat == seat);
    html! {
        span class={ "who seat-" (seat) } title={ "seat " (seat) } {
            (seat) @if let Some(head) = head { " " bdi { (head.shown()) } }
        }
    }
}
