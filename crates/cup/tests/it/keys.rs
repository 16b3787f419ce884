//! The page of the keys of a tournament file, which is generated from their comments.

/// The types of a file, in the order of the page, each with its heading and its source.
const TABLES: [(&str, &str, &str); 10] = [
    ("File", "The file", FILE),
    ("Openings", "`[openings]`", FILE),
    ("BalanceKeys", "`balance` of `[openings]`", include_str!("../../src/terms/opening.rs")),
    ("SprtKeys", "`[sprt]`", TEST_KEYS),
    ("LeadKeys", "`[lead]`", TEST_KEYS),
    ("GateKeys", "`[gate]`", TEST_KEYS),
    ("LogKeys", "`[log]`", FILE),
    ("OutputKeys", "`[outputs]`", FILE),
    ("BotDefaults", "`[each]`", FILE),
    ("BotEntry", "`[[bot]]`", FILE),
];

const FILE: &str = include_str!("../../src/plan/file.rs");
const TEST_KEYS: &str = include_str!("../../src/terms/test_keys.rs");

const HEAD: &str = "\
# Keys of a tournament file

<!-- Made of the comments in crates/cup/src/plan/file.rs by `UPDATE_GOLDENS=1 cargo test -p uvi-cup keys`. -->

A tournament file is TOML. [Tournaments](tournaments.md) shows how to write one. An unknown key is an error, shown with \
its line.
";

#[test]
#[expect(clippy::disallowed_methods, reason = "the page is written anew on demand")]
fn the_page_has_every_key() {
    let mut page = HEAD.to_owned();
    for (name, heading, source) in TABLES {
        page.push_str(&format!("\n## {heading}\n\n| key | meaning |\n|---|---|\n"));
        for (key, meaning) in keys(name, source) {
            page.push_str(&format!("| `{key}` | {meaning} |\n"));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tournament-keys.md");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::write(path, page).unwrap();
    } else {
        assert_eq!(
            std::fs::read_to_string(path).unwrap(),
            page,
            "UPDATE_GOLDENS=1 writes docs/tournament-keys.md anew"
        );
    }
}

#[test]
fn the_comments_are_of_the_keys_that_are_read() {
    let unknown = uvi_cup::file::read("variant = \"orwell\"\nno-key = 1\n").unwrap_err().flaw;
    let known = unknown.split_once("expected one of ").unwrap().1;
    let written: Vec<String> = keys("File", FILE).into_iter().map(|(key, _)| format!("`{key}`")).collect();
    assert_eq!(written.join(", "), known);
}

/// The keys of a type, each with the comment above it.
fn keys(name: &str, source: &str) -> Vec<(String, String)> {
    let (_, body) = source.split_once(&format!("pub struct {name} {{\n")).unwrap();
    let (body, _) = body.split_once("\n}\n").unwrap();
    let (mut keys, mut comment, mut renamed) = (Vec::new(), Vec::new(), None);
    for line in body.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("/// ") {
            comment.push(text);
        } else if let Some((_, name)) = line.split_once("rename = \"") {
            renamed = name.split_once('"').map(|(name, _)| name.to_owned());
        } else if let Some((field, _)) = line.strip_prefix("pub ").and_then(|field| field.split_once(':')) {
            let key = renamed.take().unwrap_or_else(|| field.replace('_', "-"));
            keys.push((key, comment.join(" ").replace('|', "\\|")));
            comment.clear();
        }
    }
    keys
}
