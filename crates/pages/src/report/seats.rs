//! The section with the advantage of each seat.

use maud::html;
use uvi_cup::stats::Estimate;

use super::{
    plot::{Ranges, Scale},
    section::{Page, Section, fact},
};

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let shares = (1..).zip(&page.standings.seat_shares);
    let shares: Vec<(String, Estimate)> =
        shares.filter_map(|(seat, share): (u32, _)| Some((format!("seat {seat}"), (*share)?))).collect();
    if shares.is_empty() {
        return None;
    }
    let rows = shares.iter().map(|(name, figure)| (name.as_str(), *figure)).collect();
    let even = 1.0 / f64::from(page.plan.seats);
    let plot =
        Ranges { what: "Share of each seat", x: "share of the points", rows, scale: Scale::Linear, middle: Some(even) };
    let body = html! {
        div.pair {
            (plot.svg())
            dl.figures { @for (name, share) in &shares { (fact(name, share.plus_minus(3))) } }
        }
    };
    let meaning = format!(
        "The share of the points that each seat got, whichever bot sat there, with the 95 % interval. The line is an equal \
         share, {even:.3}. Seat 1 moves first."
    );
    Section::new("seats", "Seat advantage", meaning, body)
}
