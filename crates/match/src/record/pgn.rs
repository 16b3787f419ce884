//! A log as PGN, for variants that people write like chess. The format is that of Steven Edwards, *Portable Game Notation
//! Specification and Implementation Guide*, 1994; a turn of several parts has a move for each.

use std::fmt::Write as _;

use super::{Log, ResultRecord, Wrong};

/// Export lines are shorter than this.
const WIDTH: usize = 80;

/// Why a log cannot be written as PGN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPgn {
    /// The variant is not written like chess.
    Variant(String),
    /// The head of the log cannot be used.
    Head(Wrong),
}

/// A game as PGN, with an empty line at its end. `names` are the players in seat order, where the names that bots give
/// themselves are not wanted; `tags` stand first, as `Event` and `Round`.
///
/// # Errors
/// Where the variant is not written like chess.
pub fn pgn(log: &Log, names: &[String], tags: &[(&str, String)]) -> Result<String, NoPgn> {
    let variant = log.variant().map_err(NoPgn::Head)?;
    let title = variant.pgn().ok_or_else(|| NoPgn::Variant(variant.word().to_owned()))?;
    let result = log.result();
    let outcome = outcome(result);
    let name = |seat: usize| {
        let own = || log.head.seats.get(seat).and_then(|head| head.name.clone());
        names.get(seat).cloned().or_else(own).unwrap_or_else(|| "?".to_owned())
    };
    let date = log.head.started.as_ref().and_then(|started| started.get(..10)).map(|date| date.replace('-', "."));
    let given = |tag: &str| tags.iter().find(|(name, _)| *name == tag).map(|(_, value)| value.clone());
    let unknown = || "?".to_owned();
    let mut all = vec![
        ("Event", given("Event").unwrap_or_else(unknown)),
        ("Site", given("Site").unwrap_or_else(unknown)),
        ("Date", date.unwrap_or_else(|| "????.??.??".to_owned())),
        ("Round", given("Round").unwrap_or_else(unknown)),
        ("White", name(0)),
        ("Black", name(1)),
        ("Result", outcome.to_owned()),
        ("Variant", title.to_owned()),
        ("SetUp", "1".to_owned()),
        ("FEN", log.head.start.clone()),
        ("TimeControl", log.head.clock.to_string()),
    ];
    all.extend(result.map(|result| ("Termination", result.reason.clone())));
    let mut text = String::new();
    for (name, value) in all {
        let value: String = value.chars().filter(|character| !character.is_control()).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(text, "[{name} \"{value}\"]").expect("a String takes any text");
    }
    text.push('\n');
    text.push_str(&wrapped(movetext(log).into_iter().chain([outcome.to_owned()])));
    text.push('\n');
    Ok(text)
}

/// The result as PGN has it.
fn outcome(result: Option<&ResultRecord>) -> &'static str {
    match result.and_then(ResultRecord::points).as_deref() {
        Some("1 0") => "1-0",
        Some("0 1") => "0-1",
        Some("1/2 1/2") => "1/2-1/2",
        Some(_) | None => "*",
    }
}

/// The moves, each turn of White with its number before it.
fn movetext(log: &Log) -> Vec<String> {
    let mut words = Vec::new();
    let mut number = 0;
    let mut last = None;
    for action in log.actions() {
        if last != Some(action.seat) {
            if action.seat == 1 || number == 0 {
                number += 1;
                words.push(format!("{number}.{}", if action.seat == 1 { "" } else { ".." }));
            }
            last = Some(action.seat);
        }
        words.push(action.text.clone());
    }
    words
}

/// Words in lines.
fn wrapped(words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() >= WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.len();
        text.push_str(&word);
    }
    text.push('\n');
    text
}
