//! Replay pages, and the check that they show what is in their logs.

use std::fs;

use serde_json::Value;
use uvi_games::games::REGISTRY;
use uvi_match::record;
use uvi_pages::viewer::{self, ReplayPage};

use crate::{
    html::{Page, text},
    root,
};

/// Reads a kept log of version 1.
pub fn kept(name: &str) -> Vec<u8> {
    fs::read(root().join(format!("tests/logs/v1/{name}.jsonl"))).unwrap()
}

/// Returns the page of a log, as a browser parses it. Checks that it loads nothing.
#[track_caller]
pub fn page(viewed: &ReplayPage) -> Page {
    let page = Page::new(&viewed.html);
    for name in ["img", "link", "iframe", "object", "embed", "base", "form", "image", "use"] {
        assert!(page.all(name).is_empty(), "{name}");
    }
    for (name, value) in page.attributes() {
        assert!(!name.starts_with("on") && name != "src" && name != "style", "{name}={value}");
    }
    assert_eq!((page.all("script").len(), page.all("style").len()), (2, 1));
    page
}

pub fn data(page: &Page) -> Value {
    serde_json::from_str(&text(&page.all("script")[0])).unwrap()
}

/// Returns the shapes of every step, rebuilt from the changes.
pub fn boards(data: &Value) -> Vec<Vec<String>> {
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let numbers = |value: &Value| value.as_array().unwrap().iter().map(number).collect::<Vec<_>>();
    let shape = |shape: &usize| {
        let lines = numbers(&data["shapes"][*shape]);
        lines.iter().map(|line| data["lines"][*line].as_str().unwrap()).collect::<Vec<_>>().join("\n")
    };
    let mut shown: Vec<usize> = Vec::new();
    let mut boards = Vec::new();
    for step in data["steps"].as_array().unwrap() {
        for change in step["changes"].as_array().into_iter().flatten().rev() {
            let (at, removed) = (number(&change[0]), number(&change[1]));
            shown.splice(at..at + removed, numbers(&change[2]));
        }
        boards.push(shown.iter().map(shape).collect());
    }
    boards
}

/// True if the rest of a log starts with a forced pass.
fn is_forced(rest: &[u8]) -> bool {
    let line = rest.split(|byte| *byte == b'\n').next().unwrap();
    line.starts_with(b"{") && serde_json::from_slice::<Value>(line).unwrap()["forced"] == true
}

/// Checks that the page shows at each step the board of `show --at`. `rest` is the part of the log after the cut.
/// (`show` plays a forced pass, whose record may be missing at the end of a log.)
#[track_caller]
pub fn check_boards(text: &[u8], rest: &[u8]) {
    let log = record::read(REGISTRY, text).unwrap();
    let viewed = viewer::html(REGISTRY, text, &[]).unwrap();
    assert_eq!(viewed.wrong, None);
    let data = data(&page(&viewed));
    let boards = boards(&data);
    let steps = data["steps"].as_array().unwrap();
    assert_eq!(steps.len(), boards.len());
    let passes: Vec<u32> = log
        .records
        .iter()
        .filter_map(|(_, record)| record.action())
        .filter(|action| action.forced)
        .map(|action| action.n)
        .collect();
    for (step, board) in steps.iter().zip(&boards) {
        let n = u32::try_from(step["n"].as_u64().unwrap()).unwrap();
        let passed = passes.contains(&(n + 1)) || (n as usize + 1 == steps.len() && is_forced(rest));
        assert!(passed || board == record::picture(&log, Some(n)).unwrap().shapes(), "step {n}");
    }
    if !is_forced(rest) {
        let last = record::picture(&log, None).unwrap();
        assert!(boards.last().unwrap() == last.shapes());
        // The picture for readers without scripts.
        assert!(viewed.html.contains(&last.shapes().concat()));
    }
}
