//! The map and the pages for contributors name files and tests that exist.

use std::{collections::BTreeSet, fs};

use super::{quoted, read, root};
use crate::layers::files;

const ARCHITECTURE: &str = include_str!("../../../ARCHITECTURE.md");

#[test]
fn the_map_names_what_is_there() {
    names_what_is_there(ARCHITECTURE);
}

/// The words between backticks that name a type, or a function or variant of a type.
#[test]
fn the_map_names_types_and_functions_that_are_there() {
    let sources = files(&["src", "crates", "protocol/src", "bots", "frontends", "testkit/src", "tests/it"], "rs");
    for name in quoted(ARCHITECTURE).filter(|name| name.starts_with(|first: char| first.is_ascii_uppercase())) {
        if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == ':') {
            continue;
        }
        let (kind, member) = name.split_once("::").unwrap_or((name, ""));
        let declares = ["struct", "enum", "trait", "type", "const", "static"].map(|word| format!("{word} {kind}"));
        let defines = |text: &str| {
            if !text.contains(kind) {
                return false;
            }
            let is_type = has_word(text, &format!("impl {kind}")) || declares.iter().any(|word| has_word(text, word));
            // A type of another crate is known by what implements it.
            let is_kind = is_type || text.contains(&format!("{kind} for "));
            is_kind
                && (member.is_empty()
                    || has_word(text, &format!("fn {member}"))
                    || has_word(text, &format!(" {member}")))
        };
        assert!(sources.iter().any(|(_, text)| defines(text)), "{name}");
    }
}

/// True if a text has these words, and no letter follows them.
fn has_word(text: &str, words: &str) -> bool {
    let follows = |(place, _): (usize, &str)| text[place + words.len()..].chars().next();
    text.match_indices(words).any(|found| !follows(found).is_some_and(|next| next.is_alphanumeric() || next == '_'))
}

#[test]
fn the_pages_for_contributors_name_what_is_there() {
    for name in ["CONTRIBUTING.md", "docs/style.md", "docs/versions.md", "tests/README.md", "benches/README.md"] {
        names_what_is_there(&read(name));
    }
}

#[test]
fn decisions_are_dated_and_name_what_is_there() {
    let notes = fs::read_dir(root().join("docs/decisions")).unwrap().map(|note| note.unwrap().file_name());
    let notes: Vec<String> = notes.map(|name| name.into_string().unwrap()).collect();
    assert!(notes.len() > 10, "{notes:?}");
    for name in notes {
        let note = read(&format!("docs/decisions/{name}"));
        let date = note.lines().nth(2).unwrap();
        assert!(name.starts_with(&format!("{date}-")), "{name}: {date}");
        for part in ["**Context.** ", "**Decision.** ", "**Consequence.** "] {
            assert!(note.contains(part), "{name} has no {part}");
        }
        assert!(note.split_whitespace().count() <= 250, "{name} is longer than 250 words");
        names_what_is_there(&note);
    }
}

#[track_caller]
fn names_what_is_there(document: &str) {
    let plain: String = document.split("```").step_by(2).collect();
    for name in quoted(&plain) {
        let is_path = name.contains('/') && name.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
        if is_path
            && ["src/", "crates/", "tests/", "testkit/", "bots/", "benches/", "protocol/", "scripts/", ".ci/"]
                .iter()
                .any(|top| name.starts_with(top))
        {
            assert!(root().join(name).exists(), "{name}");
        }
    }
}

#[test]
fn every_invariant_has_its_test() {
    let more = read("tests/README.md");
    let mut all = rows(ARCHITECTURE, "\n## Invariants\n");
    assert_eq!(all.len(), 25);
    all.extend(rows(&more, "\n## More invariants\n"));
    all.extend(rows(&more, "\n## Promises\n"));
    assert!(all.len() > 110, "{}", all.len());
    for row in all {
        let held_by = row.rsplit('|').nth(1).unwrap();
        let (files, tests): (Vec<&str>, Vec<&str>) = quoted(held_by).partition(|name| name.contains('.'));
        assert!(!files.is_empty() && !tests.is_empty(), "{row}");
        let texts: String = files.iter().map(|file| fs::read_to_string(root().join(file)).expect(file)).collect();
        for test in tests {
            let named = ["fn", "def"]
                .iter()
                .any(|word| ['(', '<'].iter().any(|end| texts.contains(&format!("{word} {test}{end}"))));
            assert!(named, "{test}, {files:?}");
        }
    }
}

#[test]
fn every_promise_has_its_tests() {
    let (page, tests) = (read("docs/security.md"), read("tests/README.md"));
    let cells = |head: &str| {
        let (_, table) = page.split_once(head).expect("there is such a table");
        table.lines().skip(2).map_while(|line| line.strip_prefix("| ")?.split_once(" | "))
    };
    let bots = cells("| a bot … |").map(|(what, _)| format!("a bot {what}"));
    let others = cells("| who | what is promised |");
    let promised: BTreeSet<String> =
        bots.chain(others.map(|(who, what)| format!("{who} {}", what.trim_end_matches(" |")))).collect();
    let held = rows(&tests, "\n## Promises\n").into_iter().filter_map(|row| row.strip_prefix("| ")?.split_once(" | "));
    // The tables lie in different folders.
    assert_eq!(promised, held.map(|(what, _)| what.replace("](../docs/", "](")).collect());
}

/// The rows of the table below a heading.
fn rows<'a>(document: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, section) = document.split_once(heading).expect("there is such a heading");
    let (section, _) = section.split_once("\n## ").unwrap();
    section.lines().filter(|line| line.starts_with('|')).skip(2).collect()
}
