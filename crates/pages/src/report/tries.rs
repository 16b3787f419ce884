//! The section with refused answers, retries, causes of forfeits, and the tokens of language models.

use maud::html;
use uvi_cup::{Column, EFFORT, Effort};

use super::{
    report_table::ReportTable,
    section::{Page, Section},
};

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    // Sorted like the standings.
    let rows: Vec<(&str, &Effort)> =
        page.standings.bots.iter().filter_map(|row| Some((row.name.as_str(), row.effort.as_ref()?))).collect();
    if rows.is_empty() {
        return None;
    }
    let meaning = match page.plan.terms.retry {
        Some(retry) => format!(
            "How many answers were refused as illegal or unreadable, and how often the arbiter asked the bot again, up to \
             {retry} times in a game. The faults by which it forfeited are listed too. All finished games count."
        ),
        None => "The tokens that language models read and wrote, as reported by their bots. All finished games count."
            .to_owned(),
    };
    let mut table = ReportTable::of(&rows).name("bot", |(name, _)| name);
    // Columns for tokens and cost appear only if a bot reports a value for the column.
    let says = |column: &Column<Effort>| rows.iter().any(|(_, effort)| !column.shown(effort).is_empty());
    for column in EFFORT {
        table = match column.title {
            "forfeits" => table.list(column.title, |(_, effort)| column.shown(effort)),
            "tokens read" | "tokens written" | "cost" if !says(column) => table,
            title => table.number(title, |(_, effort)| column.shown(effort)),
        };
    }
    Section::new("tries", "Tries and tokens", meaning, html! { (table) })
}
