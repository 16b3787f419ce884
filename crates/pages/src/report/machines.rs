//! Where the games were played, and whether that made a difference.

use maud::{Markup, html};
use uvi_cup::{Condition, MachineRow, Unevenness};

use super::{
    section::{Page, Section},
    table::Table,
};

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let cluster = page.facts.cluster?;
    let machines = &cluster.machines;
    let is_over = page.progress.is_over();
    let shards = Table::of(&cluster.shards)
        .name("shard", |row| &row.shard)
        .words("state", |row| row.condition.to_string())
        .words("host", |row| &row.host)
        .number("games", |row| row.games)
        .number("games an hour", |row| shown(row.an_hour.filter(|_| row.condition == Condition::Running), 0));
    let body = html! {
        @if !is_over { p { (cluster) "." } }
        @if !is_over && !cluster.shards.is_empty() { (shards) }
        (table("host", &machines.hosts.iter().collect::<Vec<_>>(), machines.between_hosts()))
        (table("shard", &machines.shards.iter().collect::<Vec<_>>(), machines.between_shards()))
    };
    let meaning = "Where the games were played, as of the last merge. The share is the first bot's. The chi-square value \
                   sums how far each machine's share is from the overall share, in squared standard errors. A small p \
                   means that the machines differ by more than chance.";
    Section::new("machines", "Machines", meaning, body)
}

fn table(what: &str, rows: &[(&String, &MachineRow)], between: Option<Unevenness>) -> Markup {
    let table = Table::of(rows)
        .name(what, |(name, _)| name)
        .number("games", |(_, row)| row.games)
        .number("share %", |(_, row)| shown(row.share().map(|share| 100.0 * share), 1))
        .number("ms a decision", |(_, row)| shown(row.mean_ms(), 2))
        .number("longest ms", |(_, row)| shown(row.mean_ms().map(|_| row.longest), 1))
        .number("timeouts", |(_, row)| row.timeouts)
        .number("other faults", |(_, row)| row.faults);
    html! {
        @if !rows.is_empty() { (table) }
        @if let Some(Unevenness { chi_square, degrees, p }) = between {
            p { "Between " (what) "s: chi-square " (format!("{chi_square:.1}")) " of " (degrees) ", p " (format!("{p:.3}")) "." }
        }
    }
}

fn shown(value: Option<f64>, digits: usize) -> String {
    value.map(|value| format!("{value:.digits$}")).unwrap_or_default()
}
