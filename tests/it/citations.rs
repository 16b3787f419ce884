//! Checks every citation of a rules page and of `UVI.md`, in sources, tests and documents: the heading must exist.
//!
//! A rules page is cited as `rules page, Heading`, in the heading's own words, and the protocol as `UVI` and the number of
//! a section. Several headings are joined by commas and `and`. Fixtures are texts of others, and are not checked.

use std::collections::{BTreeMap, BTreeSet};

use arbiter::game::{RuleOptionKind, Turn};
use testkit::root;
use uvi_pages::rules::{self, RulesFigure};

use crate::layers::files;

/// Folders of fixtures, which are not read.
const UNREAD: [&str; 2] = ["golden/", "logs/"];

/// The extensions of files that may cite.
const TEXTS: [&str; 9] = ["c", "css", "js", "md", "py", "rs", "sh", "toml", "txt"];

/// The words that join citations.
const JOINTS: [&str; 4] = [" and ", ", and ", " to ", ", "];

fn headings(document: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    document.lines().filter_map(move |line| {
        fenced ^= line.starts_with("```");
        let text = line.trim_start_matches('#');
        (!fenced && text.len() < line.len()).then(|| text.trim())
    })
}

/// The headings that can be cited.
struct Headings {
    rules: BTreeSet<String>,
    /// The numbers of the sections of `UVI.md`.
    sections: BTreeSet<String>,
}

impl Headings {
    fn new<'a>(rules: impl Iterator<Item = &'a str>, protocol: &str) -> Self {
        let numbers = headings(protocol).filter_map(|heading| Some(number(heading)).filter(|text| !text.is_empty()));
        Self {
            rules: rules.flat_map(headings).map(|heading| heading.replace('`', "")).collect(),
            sections: numbers.map(str::to_owned).collect(),
        }
    }

    /// The heading of a rules page that a text begins with. It must end where a citation ends.
    fn rule(&self, text: &str) -> Option<&str> {
        let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || " -".contains(next));
        let fits = |heading: &&String| {
            let rest = text.strip_prefix(heading.as_str());
            rest.is_some_and(|rest| ends(rest.strip_prefix(" and ").map_or(rest, |_| "")) || rest.trim().is_empty())
        };
        self.rules.iter().filter(fits).max_by_key(|heading| heading.len()).map(String::as_str)
    }

    /// The number of citations in a text, and those that name no heading.
    fn check(&self, text: &str) -> (usize, Vec<String>) {
        // Joined lines without the marks of comments, because a citation may span two lines.
        let marks = ['/', '!', '*', '#', '>', '"', ' '];
        let text: String = text.lines().map(|line| line.trim().trim_start_matches(marks).to_owned() + " ").collect();
        let (mut count, mut wrong) = (0, Vec::new());
        for (_, mut rest) in text.match_indices("ules page, ").map(|(at, words)| text.split_at(at + words.len())) {
            while rest.starts_with(char::is_uppercase) {
                count += 1;
                let Some(heading) = self.rule(rest) else {
                    wrong.push(format!("rules page, {}", rest.chars().take(40).collect::<String>()));
                    break;
                };
                rest = next(&rest[heading.len()..]);
            }
        }
        for (_, mut rest) in text.match_indices("UVI ").map(|(at, words)| text.split_at(at + words.len())) {
            while !number(rest).is_empty() {
                count += 1;
                let cited = number(rest);
                wrong.extend((!self.sections.contains(cited)).then(|| format!("UVI {cited}")));
                rest = next(&rest[cited.len()..]);
            }
        }
        (count, wrong)
    }
}

/// The text after the words that join two citations. Empty if there are none.
fn next(rest: &str) -> &str {
    JOINTS.iter().find_map(|joint| rest.strip_prefix(joint)).unwrap_or_default()
}

/// The section number that a text begins with.
fn number(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

/// All texts of the tree, by file name. This file is omitted, because it has wrong citations on purpose.
fn texts() -> BTreeMap<String, String> {
    let is_read = |file: &str| !file.ends_with("citations.rs") && !UNREAD.iter().any(|part| file.contains(part));
    let texts = TEXTS.iter().flat_map(|ending| files(&[""], ending));
    texts.filter(|(file, _)| is_read(file)).collect()
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
    let known = Headings::new(pages(&texts).map(|(_, page)| page), &texts["protocol/UVI.md"]);
    assert!(known.rules.len() > 50 && known.sections.len() > 20, "the headings were read");
    let (mut count, mut wrong) = (0, Vec::new());
    for (file, text) in &texts {
        let found = known.check(text);
        count += found.0;
        wrong.extend(found.1.iter().map(|cited| format!("{file}: there is no {cited}")));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(count > 140, "{count} citations were found, fewer than there are");
}

#[test]
fn a_rules_page_links_to_no_file_and_names_files_that_are_there() {
    let texts = texts();
    assert!(pages(&texts).count() >= 5);
    for (game, page) in pages(&texts) {
        for link in page.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            assert!(["#", "https://", "http://"].iter().any(|start| link.starts_with(start)), "{game}: {link}");
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
        assert!(opening.contains("\n```board\n"), "{word} has no picture");
        assert!(rules.starts_with("Sample turn"), "{word} has no sample turn");
        assert!(!players.contains("setposition"), "{word}");
        let last: BTreeSet<&str> = headings(programmers).collect();
        assert!(["Position", "Rulings", "Test numbers"].iter().all(|heading| last.contains(heading)), "{word}");
    }
}

/// Figures are drawn from the rules, so they read, and show what they say.
#[test]
fn a_rules_page_shows_the_start_a_turn_the_moves_and_an_end() {
    for variant in arbiter::games::REGISTRY {
        let word = variant.word();
        let figures = rules::figures(variant).into_iter();
        let figures: Vec<RulesFigure> =
            figures.map(|read| read.unwrap_or_else(|error| panic!("{word}: {error}"))).collect();
        let shows =
            |what: &str, is_shown: fn(&RulesFigure) -> bool| assert!(figures.iter().any(is_shown), "{word}: {what}");
        shows("the start", |figure| figure.is_start);
        shows("a turn", |figure| !figure.last.is_empty());
        shows("an end", |figure| matches!(figure.table.turn(), Turn::Over(_)));
        if !["isolation", "cornered", "troika"].contains(&word) {
            shows("moves", |figure| !figure.goals().is_empty());
        }
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
            if let RuleOptionKind::Spin { min, max, .. } = option.kind {
                assert!(row.contains(&format!("{min} to {max}")), "{word}: {row}");
            }
        }
    }
}

#[test]
fn a_wrong_citation_is_seen() {
    let page = "# Draughts\n## Men\n## End\n### End of a turn\n```text\n# no heading\n```\n";
    let known = Headings::new([page].into_iter(), "# UVI\n## 1. Lines\n## 2. The seat link\n### 2.1 A conversation\n");
    for (text, count, wrong) in [
        ("/// Rules page, Men: how they go.", 1, None),
        ("a\n    /// What is over. Rules\n    /// page, End of\n    /// a turn.", 1, None),
        ("// Rules page, Men, End and End of a turn: so.", 3, None),
        ("the rules page refuses it; rules pages, and rules page, so", 0, None),
        ("(UVI 2.1), UVI 1, 2 and 2.1; UVI 2.", 5, None),
        ("// Rules page, Kings", 1, Some("rules page, Kings ")),
        ("// Rules page, End of it", 1, Some("rules page, End of it ")),
        ("// Rules page, Men and Kings", 2, Some("rules page, Kings ")),
        ("UVI 2.1 and 9", 2, Some("UVI 9")),
    ] {
        let wrong: Vec<String> = wrong.map(str::to_owned).into_iter().collect();
        assert_eq!(known.check(text), (count, wrong), "{text}");
    }
}
