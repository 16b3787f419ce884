//! The standings as a table.

use maud::html;

use super::{
    report_table::ReportTable,
    section::{Page, Section},
};

/// The most columns. A table with more is wider than a window, so it omits the ranks, which text, CSV and JSON have.
const MOST_COLUMNS: usize = 14;

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let mut columns = page.standings.columns();
    if columns.len() > MOST_COLUMNS {
        columns.retain(|column| !["ranks", "group"].contains(&column.title));
    }
    let explained = columns.iter().filter_map(|column| Some((column.title, column.meaning()?)));
    let body = html! {
        (ReportTable::of(&page.standings.bots).columns(columns.iter().copied()))
        @for note in page.standings.notes() { p.note { (note) } }
        dl.legend { @for (title, meaning) in explained { div { dt { (title) } " " dd { (meaning) } } } }
    };
    let meaning = "The bots, best first. Only complete blocks count: all games of a table with the same luck.";
    Section::new("standings", "Standings", meaning, body)
}
