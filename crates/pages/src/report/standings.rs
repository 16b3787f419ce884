//! The standings as a table.

use maud::html;

use super::page::{Page, Section};

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let columns = page.standings.columns();
    let explained = columns.iter().filter_map(|column| Some((column.title, column.meaning()?)));
    let body = html! {
        div.wide {
            table.sortable {
                thead { tr {
                    @for column in &columns {
                        th.number[column.is_number()] scope="col" title=[column.meaning()] { (column.title) }
                    }
                } }
                tbody {
                    @for row in &page.standings.bots {
                        tr {
                            @for column in &columns {
                                td.number[column.is_number()].name[!column.is_number()] { ((column.cell)(row)) }
                            }
                        }
                    }
                }
            }
        }
        @for note in page.standings.notes() { p.note { (note) } }
        dl.legend { @for (title, meaning) in explained { div { dt { (title) } " " dd { (meaning) } } } }
    };
    let meaning = "The bots, best first. Only complete blocks count: all games of a table with the same luck.";
    Some(Section { id: "standings", title: "Standings", meaning: meaning.to_owned(), body })
}
