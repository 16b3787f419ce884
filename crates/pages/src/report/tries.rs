//! Answers that were refused and tried again, why bots forfeited, and what language models read and wrote.

use maud::html;
use uvi_cup::Effort;

use super::page::{Page, Section};

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    // In the order of the standings.
    let rows: Vec<(&str, &Effort)> =
        page.standings.bots.iter().filter_map(|row| Some((row.name.as_str(), row.effort.as_ref()?))).collect();
    if rows.is_empty() {
        return None;
    }
    let counts_tokens = rows.iter().any(|(_, effort)| effort.tokens.is_some());
    let counts_cost = rows.iter().any(|(_, effort)| effort.cost.is_some());
    let retry = page.plan.terms.retry;
    let meaning = match retry {
        Some(retry) => format!(
            "How many answers were refused as illegal or unreadable, and how often the arbiter asked the bot again, up to \
             {retry} times in a game. The faults by which it forfeited are listed too. All finished games count."
        ),
        None => "The tokens that language models read and wrote, as reported by their bots. All finished games count."
            .to_owned(),
    };
    let body = html! {
        div.wide {
            table.sortable {
                thead { tr {
                    th scope="col" { "bot" }
                    th.number scope="col" { "illegal" }
                    th.number scope="col" { "unreadable" }
                    th.number scope="col" { "asked again" }
                    th scope="col" { "forfeits" }
                    @if counts_tokens {
                        th.number scope="col" { "tokens read" }
                        th.number scope="col" { "tokens written" }
                    }
                    @if counts_cost { th.number scope="col" { "cost" } }
                } }
                tbody {
                    @for (name, effort) in rows {
                        tr {
                            td.name { (name) }
                            td.number { (effort.illegal) }
                            td.number { (effort.unreadable) }
                            td.number { (effort.retries) }
                            td.list { (forfeits(effort)) }
                            @if counts_tokens {
                                @if let Some(tokens) = effort.tokens {
                                    td.number { (tokens.read) }
                                    td.number { (tokens.written) }
                                } @else { td.number {} td.number {} }
                            }
                            @if counts_cost {
                                td.number { @if let Some(cost) = effort.cost { (format!("{cost:.4}")) } }
                            }
                        }
                    }
                }
            }
        }
    };
    Some(Section { id: "tries", title: "Tries and tokens", meaning, body })
}

fn forfeits(effort: &Effort) -> String {
    effort.forfeits.iter().map(|(why, times)| format!("{why} {times}")).collect::<Vec<_>>().join(", ")
}
