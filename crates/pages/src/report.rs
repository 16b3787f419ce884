//! The report of a tournament, and the page of a ladder: a single page of HTML that loads nothing; its plots are SVG inside the page.
//!
//! The module knows the plan and the results, but no files and no clock; [`PageLinks`] has the URLs of logs and replays.
//! The same tournament always gives the same page, byte for byte.

mod calendar_day;
mod course;
mod duel;
mod faults;
mod games;
mod head;
mod ladder;
mod lengths;
mod links;
mod meetings;
mod openings;
mod page;
mod pairs;
mod plot;
mod ratings;
mod report_table;
mod seats;
mod section;
mod standings;
mod strengths;
mod times;
mod tries;

pub use course::TestCourse;
pub use ladder::{LadderFacts, ladder_html};
pub use links::PageLinks;
pub use page::{THEME, html};
pub use section::ReportFacts;
pub use strengths::{StrengthCourse, StrengthLine};
