//! Checks every citation of a rules page and of `UVI.md`, in sources, tests and documents: the heading must exist.
//!
//! A rules page is cited as `rules page, Heading`, in the heading's own words. Several headings are joined by commas
//! and `and`. In the folders and files of a game, this cites the page of that game, elsewhere the page of any game. The
//! protocol is cited as `UVI` and the number of a section, or by a link. Fixtures are texts of others, and are not
//! checked.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Folders that are not read: build output and fixtures.
const UNREAD: [&str; 6] = ["target", "golden", "logs", "node_modules", "__pycache__", "env"];

/// The extensions of files that may cite.
const TEXTS: [&str; 9] = ["c", "css", "js", "md", "py", "rs", "sh", "toml", "txt"];

/// Marks at the beginning of a comment's line.
const COMMENTS: [&str; 8] = ["///", "//!", "//", "/*", "*", "#", "\"\"\"", ">"];

/// The headings that can be cited.
#[derive(Default)]
struct Headings {
    /// The headings of each rules page, by the folder of the game.
    rules: BTreeMap<String, BTreeSet<String>>,
    /// The numbers of the sections of `UVI.md`, with their anchors in links.
    sections: BTreeMap<String, String>,
}

impl Headings {
    fn add_rules(&mut self, game: &str, page: &str) {
        let headings: Vec<String> = headings(page).map(|heading| heading.replace('`', "")).collect();
        let distinct: BTreeSet<String> = headings.iter().cloned().collect();
        assert_eq!(distinct.len(), headings.len(), "{game}: a heading stands twice: {headings:?}");
        self.rules.insert(game.to_owned(), distinct);
    }

    fn add_protocol(&mut self, document: &str) {
        for heading in headings(document) {
            if let Some((number, _)) = heading.split_once(' ')
                && number.starts_with(|c: char| c.is_ascii_digit())
            {
                self.sections.insert(number.trim_end_matches('.').to_owned(), anchor(heading));
            }
        }
    }

    /// The headings of rules pages that a file may cite: those of the game whose name is in the path, or else those of
    /// all games.
    fn of(&self, file: &str) -> BTreeSet<&str> {
        let names: BTreeSet<&str> = file.split(['/', '.']).collect();
        let own = self.rules.iter().filter(|(game, _)| names.contains(game.as_str()));
        let own: BTreeSet<&str> = own.flat_map(|(_, page)| page).map(String::as_str).collect();
        if own.is_empty() { self.rules.values().flatten().map(String::as_str).collect() } else { own }
    }
}

fn headings(document: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    document.lines().filter_map(move |line| {
        fenced ^= line.starts_with("```");
        let text = line.trim_start_matches('#');
        (!fenced && text.len() < line.len()).then(|| text.trim())
    })
}

/// The anchor of a heading in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).flat_map(char::to_lowercase).collect()
}

/// A text with joined lines, without the marks of comments, so that a citation may span two lines.
struct Joined {
    text: String,
    lines: Vec<usize>,
}

impl Joined {
    fn new(text: &str) -> Self {
        let mut joined = Self { text: String::new(), lines: Vec::new() };
        for line in text.lines() {
            joined.lines.push(joined.text.len());
            let line = line.trim();
            let sign = COMMENTS.iter().find(|sign| line.starts_with(**sign));
            joined.text.push_str(line[sign.map_or(0, |sign| sign.len())..].trim_start());
            joined.text.push(' ');
        }
        joined
    }

    /// The number of the line at an offset.
    fn line(&self, place: usize) -> usize {
        self.lines.partition_point(|&start| start <= place)
    }

    /// The offset and the text after each occurrence of these words.
    fn after<'a>(&'a self, words: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
        self.text.match_indices(words).map(|(place, found)| (place, &self.text[place + found.len()..]))
    }
}

/// The citations in a file: the number of each kind, and the errors with their lines.
#[derive(Default, Debug, PartialEq, Eq)]
struct Found {
    rules: usize,
    sections: usize,
    wrong: Vec<(usize, String)>,
}

fn check(file: &str, text: &str, headings: &Headings) -> Found {
    let joined = Joined::new(text);
    let mut found = Found::default();
    rules_pages(&joined, &headings.of(file), &mut found);
    numbers(&joined, headings, &mut found);
    spelt_out(&joined, headings, &mut found);
    found.wrong.sort();
    found
}

/// Checks `rules page, Heading`. `Rules page:` and `Rules page,` without a heading are errors, and so is `rule page`.
fn rules_pages(joined: &Joined, headings: &BTreeSet<&str>, found: &mut Found) {
    for (place, _) in ["rule page", "Rule page"].iter().flat_map(|words| joined.after(words)) {
        found.wrong.push((joined.line(place), "a rules page is called so".to_owned()));
    }
    for (place, rest) in ["rules page", "Rules page"].iter().flat_map(|words| joined.after(words)) {
        let mut rest = match rest.strip_prefix(", ") {
            Some(rest) if rest.starts_with(|c: char| c.is_uppercase()) => rest,
            _ if joined.text[place..].starts_with("Rules page:") || joined.text[place..].starts_with("Rules page,") => {
                found.wrong.push((joined.line(place), "no heading is cited".to_owned()));
                continue;
            }
            _ => continue,
        };
        loop {
            found.rules += 1;
            let Some(heading) = begins_with(rest, headings) else {
                let cited: String = rest.chars().take_while(|c| !matches!(c, ':' | '.' | ';' | ')')).take(60).collect();
                found.wrong.push((joined.line(place), format!("no heading of the rules page: {cited}")));
                break;
            };
            let after = &rest[heading.len()..];
            match [" and ", ", and ", ", "].iter().find_map(|sign| after.strip_prefix(sign)) {
                Some(next) if next.starts_with(|c: char| c.is_uppercase()) => rest = next,
                _ => break,
            }
        }
    }
}

/// The longest heading that a text begins with, if the heading ends at a sign or at `and`.
fn begins_with<'a>(text: &str, headings: &BTreeSet<&'a str>) -> Option<&'a str> {
    let ends = |rest: &str| {
        let rest = rest.strip_prefix(" and ").map_or(rest, |_| ".");
        rest.trim_end().is_empty() || rest.starts_with(['.', ':', ';', ',', ')', ']', '`', '"', '\''])
    };
    let fits = |heading: &&&str| text.strip_prefix(**heading).is_some_and(ends);
    headings.iter().filter(fits).max_by_key(|heading| heading.len()).copied()
}

/// The section number that a text begins with.
fn number(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

/// Checks `UVI 3.3`, perhaps with more numbers after it.
fn numbers(joined: &Joined, headings: &Headings, found: &mut Found) {
    for (place, mut rest) in joined.after("UVI ") {
        while !number(rest).is_empty() {
            let cited = number(rest);
            found.sections += 1;
            if !headings.sections.contains_key(cited) {
                found.wrong.push((joined.line(place), format!("no section of UVI.md: {cited}")));
            }
            let after = &rest[cited.len()..];
            let next = [", ", " and ", " to "].iter().find_map(|sign| after.strip_prefix(sign));
            rest = next.unwrap_or_default();
        }
    }
}

/// Checks that a spelt-out section is a link. Papers of others have titles in `*` and sections of their own.
fn spelt_out(joined: &Joined, headings: &Headings, found: &mut Found) {
    let words = ["section ", "sections ", "Section ", "Sections "];
    for (place, rest) in words.iter().flat_map(|words| joined.after(words)) {
        let cited = number(rest);
        let before = &joined.text[..place];
        if cited.is_empty() || before.ends_with("*, ") || before.ends_with(char::is_alphanumeric) {
            continue;
        }
        let target = before.ends_with('[').then(|| rest.split_once("](")?.1.split_once(')')).flatten();
        let target = target.and_then(|(link, _)| link.split_once('#'));
        match (target, headings.sections.get(cited)) {
            (Some((_, linked)), Some(section)) if linked == section => found.sections += 1,
            (Some(_), _) => {
                found.wrong.push((joined.line(place), format!("the link of section {cited} leads elsewhere")))
            }
            (None, _) => found.wrong.push((joined.line(place), format!("section {cited} is cited as UVI {cited}"))),
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All texts of the tree, by file name.
fn texts() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_symlink() || name.starts_with('.') || UNREAD.contains(&name) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| TEXTS.iter().any(|text| ending == *text)) {
                texts.insert(relative(&path), fs::read_to_string(&path).unwrap());
            }
        }
    }
    // This file is omitted, because it has wrong citations on purpose.
    texts.retain(|file, _| !file.ends_with("citations.rs"));
    texts
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned()
}

/// The rules pages among the texts, by the folder of the game.
fn pages(texts: &BTreeMap<String, String>) -> impl Iterator<Item = (&str, &str)> {
    texts.iter().filter_map(|(file, text)| {
        let folder = file.strip_suffix("/RULES.md")?;
        Some((folder.rsplit('/').next().unwrap_or(folder), text.as_str()))
    })
}

#[test]
fn every_citation_names_a_heading() {
    let texts = texts();
    let mut headings = Headings::default();
    pages(&texts).for_each(|(game, page)| headings.add_rules(game, page));
    headings.add_protocol(&texts["protocol/UVI.md"]);
    assert!(headings.rules.len() >= 5 && headings.sections.len() > 20, "the headings were read");
    let mut wrong = Vec::new();
    let (mut rules, mut sections) = (0, 0);
    for (file, text) in &texts {
        let found = check(file, text, &headings);
        rules += found.rules;
        sections += found.sections;
        wrong.extend(found.wrong.iter().map(|(line, what)| format!("{file}:{line}: {what}")));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(rules > 100 && sections > 40, "{rules} and {sections} citations were found, fewer than there are");
}

#[test]
fn every_link_of_a_rules_page_leads_to_a_heading_and_every_path_to_a_file() {
    let texts = texts();
    assert!(pages(&texts).count() >= 5);
    for (game, page) in pages(&texts) {
        let anchors: BTreeSet<String> = headings(page).map(anchor).collect();
        for link in page.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            assert!(link.strip_prefix('#').is_some_and(|name| anchors.contains(name)), "{game}: {link}");
        }
        for path in page.split('`').skip(1).step_by(2).filter(|word| word.starts_with("tests/")) {
            assert!(root().join(path).is_file(), "{game}: {path}");
        }
    }
}

/// A player meets the aim, a picture and a sample turn first. What only programmers need comes last.
#[test]
fn a_rules_page_begins_with_the_game_and_ends_with_programmers_matters() {
    for variant in arbiter::games::REGISTRY {
        let (word, page) = (variant.word(), variant.rules());
        let (players, programmers) = page.split_once("\n## For programmers\n").expect("a part for programmers");
        let (opening, rules) = players.split_once("\n## ").expect("rules");
        assert!(opening.contains("\n```text\n"), "{word} has no picture");
        assert!(rules.starts_with("Sample turn"), "{word} has no sample turn");
        assert!(!players.contains("setposition"), "{word}");
        let last: BTreeSet<&str> = headings(programmers).collect();
        assert!(["Position", "Rulings", "Test numbers"].iter().all(|heading| last.contains(heading)), "{word}");
    }
}

/// The three games on Katarenga's board have a page each. All three pages describe the deal of the board in the same
/// words.
#[test]
fn pages_of_one_board_tell_its_deal_in_the_same_words() {
    let deal = |game: &str| {
        let page = arbiter::games::REGISTRY.iter().find(|variant| variant.word() == game).unwrap().rules();
        let start = page.find("## Deal").unwrap();
        &page[start..page.find("### Option board").unwrap()]
    };
    assert_eq!(deal("congress"), deal("katarenga"));
    assert_eq!(deal("isolation"), deal("katarenga"));
}

/// A reader of the page alone finds its variant, and all options.
#[test]
fn a_rules_page_names_its_variants_and_their_options() {
    for variant in arbiter::games::REGISTRY {
        let (word, page) = (variant.word(), variant.rules());
        let title = headings(page).next().unwrap();
        assert!(title.contains(variant.title()) && title.contains(&format!("`{word}`")), "{word}: {title}");
        for option in variant.options() {
            let row = page.lines().find(|line| line.starts_with(&format!("| `{}` |", option.name)));
            let row = row.unwrap_or_else(|| panic!("{word} has no row of {}", option.name));
            assert!(row.contains(&option.kind.default_text()), "{word}: {row}");
        }
    }
}

fn few() -> Headings {
    let mut headings = Headings::default();
    headings.add_rules(
        "draughts",
        "# Draughts (`draughts`)\n## Men\n## End\n### End of a turn\n```text\n# no heading\n```\n",
    );
    headings.add_rules("go", "# Go\n## Stones\n");
    headings.add_protocol("# UVI\n## 1. Lines\n## 2. The seat link\n### 2.1 A conversation\n");
    headings
}

#[track_caller]
fn finds(file: &str, text: &str, rules: usize, sections: usize, wrong: &[(usize, &str)]) {
    let wrong = wrong.iter().map(|(line, what)| (*line, (*what).to_owned())).collect();
    assert_eq!(check(file, text, &few()), Found { rules, sections, wrong }, "{text}");
}

#[test]
fn headings_that_are_there_are_found() {
    finds("src/draughts/men.rs", "/// Rules page, Men: how they go.", 1, 0, &[]);
    finds("src/draughts/men.rs", "a\n    /// What is over. Rules\n    /// page, End of\n    /// a turn.", 1, 0, &[]);
    finds("src/draughts/men.rs", "// Rules page, Men, End and End of a turn: so.", 3, 0, &[]);
    finds("tests/draughts.rs", "(rules page, End)", 1, 0, &[]);
    finds("src/lib.rs", "Rules page, Stones. Rules page, Men.", 2, 0, &[]);
    finds("src/lib.rs", "the rules page refuses it; rules pages, and rules page, so", 0, 0, &[]);
    finds("src/lib.rs", "(UVI 2.1), UVI 1, 2 and 2.1; UVI 2.", 0, 5, &[]);
    finds("README.md", "[section 2.1](../UVI.md#21-a-conversation), [Section 1 of UVI.md](#1-lines)", 0, 2, &[]);
    finds("src/lib.rs", "*A paper*, section 4.1, a section of 3 lines, an intersection 3", 0, 0, &[]);
}

#[test]
fn headings_that_are_not_there_are_told_with_their_line() {
    let absent = "no heading of the rules page: ";
    finds("src/lib.rs", "\n// Rules page, Kings: so.", 1, 0, &[(2, &format!("{absent}Kings"))]);
    finds("src/draughts/men.rs", "// Rules page, Stones: so.", 1, 0, &[(1, &format!("{absent}Stones"))]);
    finds("src/lib.rs", "// Rules page, End of it: so.", 1, 0, &[(1, &format!("{absent}End of it"))]);
    finds("src/lib.rs", "// Rules page, Men and Kings: so.", 2, 0, &[(1, &format!("{absent}Kings"))]);
    finds("src/lib.rs", "// Rules page, no heading: so.", 0, 0, &[(1, "no heading is cited")]);
    finds("src/lib.rs", "// Rules page: so.", 0, 0, &[(1, "no heading is cited")]);
    finds("src/lib.rs", "// the rule page", 0, 0, &[(1, "a rules page is called so")]);
    finds("src/lib.rs", "a\n(UVI 2.7)", 0, 1, &[(2, "no section of UVI.md: 2.7")]);
    finds("src/lib.rs", "UVI 2.1 and 9", 0, 2, &[(1, "no section of UVI.md: 9")]);
    finds("src/lib.rs", "(UVI section 2.1)", 0, 0, &[(1, "section 2.1 is cited as UVI 2.1")]);
    finds("README.md", "[section 2](#1-lines)", 0, 0, &[(1, "the link of section 2 leads elsewhere")]);
}

#[test]
#[should_panic(expected = "a heading stands twice")]
fn a_heading_stands_once_in_a_page() {
    few().add_rules("chess", "## End\n## End\n");
}
