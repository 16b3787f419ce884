//! Finds the first faults of a gate's new bot in the logs, so that a verdict of too many faults says what to mend.

use std::path::Path;

use itertools::Itertools as _;
use uvi::{Fault, escape_controls};
use uvi_cup::{Progress, counted};
use uvi_games::game::Registry;
use uvi_match::record::{self, FaultRecord, Record};

use crate::cli::verify::read;

const SHOWN: usize = 200;

/// The first fault of each kind of this bot, with its text and its log.
pub(super) fn first_faults(registry: Registry, folder: &Path, progress: &Progress, bot: &str) -> Vec<String> {
    let mut kinds: Vec<(Fault, u32, String)> = Vec::new();
    for result in &progress.held().results {
        for found in result.faults.iter().filter(|fault| result.bot_at(fault.seat) == Some(bot)) {
            match kinds.iter_mut().find(|(kind, ..)| *kind == found.fault) {
                Some((_, times, _)) => *times += 1,
                None => {
                    let log = folder.join(&result.log);
                    let told = record_of(registry, &log, found.seat, found.fault);
                    let told = told.map_or_else(String::new, |record| format!(": {}", said(&record)));
                    let path = log.display().to_string();
                    let again = format!("again: arbiter rerun {} {}", shell_words::quote(&path), found.seat);
                    let text = format!("game {}, seat {}{told}; log {path}; {again}", result.game, found.seat);
                    kinds.push((found.fault, 1, text));
                }
            }
        }
    }
    let shown = |(kind, times, text)| {
        let times = if times > 1 { format!(" of {}", counted(times, "fault")) } else { String::new() };
        format!("the new bot's first {kind}{times}: {text}", kind = Fault::word(kind))
    };
    kinds.into_iter().map(shown).collect()
}

/// The record of the first fault of this kind and seat; `None` if the log cannot be read or has no such fault.
fn record_of(registry: Registry, log: &Path, seat: u32, kind: Fault) -> Option<FaultRecord> {
    let text = read(log).ok()?;
    let log = record::read(registry, &text).ok()?;
    log.records.into_iter().find_map(|(_, record)| match record {
        Record::Fault(found) if found.seat == seat && found.fault == kind => Some(found),
        _ => None,
    })
}

/// The text of a fault, and the last line that the bot wrote to stderr.
fn said(record: &FaultRecord) -> String {
    let last = record.stderr.as_deref().and_then(|text| text.lines().rfind(|line| !line.trim().is_empty()));
    let text = short(&record.text);
    // The texts of some faults end with this line already.
    let last = last.map(short).filter(|line| !text.contains(line.as_str()));
    last.map_or_else(|| text.clone(), |line| format!("{text}; stderr: {line}"))
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().join(" ");
    let whole = escape_controls(&line);
    let shown: String = whole.chars().take(SHOWN).collect();
    if shown.len() < whole.len() { format!("{shown}…") } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_bot_said_is_one_short_line() {
        assert_eq!(short("boom:\n no\tmodel"), "boom: no model");
        assert_eq!(short("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(short(&"x".repeat(300)), format!("{}…", "x".repeat(SHOWN)));
    }
}
