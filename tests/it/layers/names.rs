//! Names of types: the files that define each, read from the text. Unit tests and macros do not count.

use std::collections::{BTreeMap, BTreeSet};

const KINDS: [&str; 5] = ["struct", "enum", "trait", "type", "union"];

/// The names of the types that a file defines, for itself or for others. Types of traits are indented.
fn types(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    code.lines().filter_map(type_name)
}

fn type_name(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub").unwrap_or(line);
    let rest = if let Some(inside) = rest.strip_prefix('(') { inside.split_once(')')?.1 } else { rest };
    let (kind, rest) = rest.strip_prefix(' ').unwrap_or(rest).split_once(' ')?;
    let end = rest.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(rest.len());
    KINDS.contains(&kind).then(|| &rest[..end])
}

/// The names that several files define, each with its files. A file may define a name twice, once for each system.
pub(crate) fn shared<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let mut places: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, text) in files {
        for name in types(text) {
            places.entry(name).or_default().insert(file);
        }
    }
    let lines = places.iter().filter(|(_, places)| places.len() > 1);
    lines.map(|(name, places)| format!("{name}: {}", Vec::from_iter(places.iter().copied()).join(", "))).collect()
}

#[test]
fn a_shared_name_is_found() {
    let found = shared([
        ("a.rs", "pub struct Seat;\npub(crate) enum Fault {}\nstruct Own;\nimpl Has for Own {\n    type Item = u8;\n}"),
        ("b.rs", "pub(super) type Seat = u8;\nenum Own {}\nimpl Has for Seat {\n    type Item = u8;\n}"),
    ]);
    assert_eq!(found, ["Own: a.rs, b.rs", "Seat: a.rs, b.rs"]);
    assert!(
        shared([("a.rs", "pub struct A;"), ("b.rs", "\n#[cfg(test)]\nmod tests {\n    pub struct A;\n}")]).is_empty()
    );
}
