//! The standings as a table.

use maud::html;

use super::{
    ratings::OF_RATINGS,
    report_table::{ReportTable, legend},
    section::{Page, Section},
};

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let mut columns = page.standings.columns();
    // They stand beside the ratings, of which they are made. Here the table would be wider than a window.
    columns.retain(|column| !OF_RATINGS.contains(&column.title));
    let body = html! {
        (ReportTable::of(&page.standings.bots).columns(columns.iter().copied()))
        @for note in page.standings.notes() { p.note { (note) } }
        (legend(&columns))
    };
    let meaning = "The bots, best first. Only complete blocks count: all games of a table with the same luck.";
    Section::new("standings", "Standings", meaning, body)
}
