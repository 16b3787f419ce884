//! Where the games were played, and whether that made a difference.

use maud::{Markup, html};
use uvi_cup::{Condition, MachineRow, Unevenness};

use super::page::{Page, Section};

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let cluster = page.cluster?;
    let machines = &cluster.machines;
    let is_over = page.progress.is_over();
    let body = html! {
        @if !is_over { p { (cluster) "." } }
        @if !is_over && !cluster.shards.is_empty() {
            div.wide { table.sortable {
                thead { tr {
                    th scope="col" { "shard" } th scope="col" { "state" } th scope="col" { "host" }
                    th.number scope="col" { "games" } th.number scope="col" { "games an hour" }
                } }
                tbody { @for row in &cluster.shards { tr {
                    td.name { (row.shard) } td { (row.condition) } td { (row.host) } td.number { (row.games) }
                    td.number { @if let Some(pace) = row.an_hour.filter(|_| row.condition == Condition::Running) { (format!("{pace:.0}")) } }
                } } }
            } }
        }
        (table("host", machines.hosts.iter().collect(), machines.between_hosts()))
        (table("shard", machines.shards.iter().collect(), machines.between_shards()))
    };
    let meaning =
        "Where the games were played, as of the last merge. The share is the first bot's. The chi-square value \
                   sums how far each machine's share is from the overall share, in squared standard errors. A small p \
                   means that the machines differ by more than chance."
            .to_owned();
    Some(Section { id: "machines", title: "Machines", meaning, body })
}

fn table(what: &str, rows: Vec<(&String, &MachineRow)>, between: Option<Unevenness>) -> Markup {
    let shown = |value: Option<f64>, digits: usize| value.map(|value| format!("{value:.digits$}")).unwrap_or_default();
    html! {
        @if !rows.is_empty() {
            div.wide { table.sortable {
                thead { tr {
                    th scope="col" { (what) } th.number scope="col" { "games" } th.number scope="col" { "share %" }
                    th.number scope="col" { "ms a decision" } th.number scope="col" { "longest ms" }
                    th.number scope="col" { "timeouts" } th.number scope="col" { "other faults" }
                } }
                tbody { @for (name, row) in rows { tr {
                    td.name { (name) } td.number { (row.games) }
                    td.number { (shown(row.share().map(|share| 100.0 * share), 1)) }
                    td.number { (shown(row.mean_ms(), 2)) }
                    td.number { (shown(row.mean_ms().map(|_| row.longest), 1)) }
                    td.number { (row.timeouts) } td.number { (row.faults) }
                } } }
            } }
        }
        @if let Some(Unevenness { chi_square, degrees, p }) = between {
            p { "Between " (what) "s: chi-square " (format!("{chi_square:.1}")) " of " (degrees) ", p " (format!("{p:.3}")) "." }
        }
    }
}
