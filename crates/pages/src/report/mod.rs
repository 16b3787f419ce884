//! The report of a tournament: one page of HTML that says by itself what the results say. Nothing is loaded from
//! anywhere; plots are SVG within it.
//!
//! It knows the plan and what was played, and neither files nor clocks: where a game's log and replay are is told by
//! [`Links`]. The same tournament gives the same page, to the byte.

mod course;
mod duel;
mod faults;
mod games;
mod head;
mod lengths;
mod links;
mod meetings;
mod page;
mod pairs;
mod plot;
mod ratings;
mod seats;
mod section;
mod standings;
mod table;
mod times;
mod tries;

pub use links::Links;
pub use page::{THEME, html};
pub use section::Facts;
