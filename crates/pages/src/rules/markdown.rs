//! Parses the Markdown of rules pages: CommonMark with tables.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use uvi_games::game::suggestion;

/// A heading with its anchor for links.
pub(super) struct Heading {
    pub(super) level: HeadingLevel,
    pub(super) text: String,
    pub(super) anchor: String,
    /// The place of the heading in the page.
    start: usize,
}

/// The heading of the part that players do not need.
const PROGRAMMERS: &str = "For programmers";

pub(super) fn parse(page: &str) -> Parser<'_> {
    Parser::new_ext(page, Options::ENABLE_TABLES)
}

pub(super) fn headings(page: &str) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut open: Option<(HeadingLevel, String)> = None;
    for (event, Range { start, .. }) in parse(page).into_offset_iter() {
        match (event, &mut open) {
            (Event::Start(Tag::Heading { level, .. }), _) => open = Some((level, String::new())),
            (Event::Text(part) | Event::Code(part), Some((_, text))) => text.push_str(&part),
            (Event::End(TagEnd::Heading(_)), _) => {
                headings.extend(open.take().map(|(level, text)| Heading { level, anchor: anchor(&text), text, start }))
            }
            _ => {}
        }
    }
    headings
}

/// The anchor of a heading, in the form that GitHub uses.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).flat_map(char::to_lowercase).collect()
}

/// The part of a page that players read.
pub fn for_players(page: &str) -> &str {
    let end = headings(page).into_iter().find(|heading| heading.text == PROGRAMMERS);
    &page[..end.map_or(page.len(), |heading| heading.start)]
}

/// The section of a page whose heading has, or alone begins with, this text in any letter case.
///
/// # Errors
/// If there is no such section, the reason with the headings that there are.
pub fn section<'a>(page: &'a str, name: &str) -> Result<&'a str, String> {
    let headings = headings(page);
    let small = name.to_lowercase();
    let all = || headings.iter().enumerate().skip(1).map(|(place, heading)| (place, heading.text.to_lowercase()));
    let exact = all().find(|(_, text)| *text == small);
    let mut begun = all().filter(|(_, text)| text.starts_with(&small));
    let Some((place, _)) = exact.or_else(|| begun.next().filter(|_| begun.next().is_none())) else {
        let names = || headings.iter().skip(1).filter(|heading| heading.level == HeadingLevel::H2);
        let known = || format!("expected one of {}", names().map(|it| &*it.text).collect::<Vec<_>>().join(", "));
        let known = suggestion(name, headings.iter().map(|heading| heading.text.as_str()), known);
        return Err(format!("no section {name}; {known}"));
    };
    let next = headings[place + 1..].iter().find(|heading| heading.level <= headings[place].level);
    Ok(&page[headings[place].start..next.map_or(page.len(), |heading| heading.start)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_found_by_their_headings() {
        let page = "# Toy\n\nAim.\n\n## Turn\n\nGo.\n\n### Tie\n\nA coin.\n\n## For programmers\n\nx\n";
        assert_eq!(for_players(page), &page[..page.find("## For").unwrap()]);
        for (name, expected) in [
            ("turn", Ok("## Turn\n\nGo.\n\n### Tie\n\nA coin.\n\n")),
            ("ti", Ok("### Tie\n\nA coin.\n\n")),
            ("t", Err("no section t; expected one of Turn, For programmers")),
            ("Trun", Err("no section Trun; did you mean Turn?")),
        ] {
            assert_eq!(section(page, name), expected.map_err(str::to_owned), "{name}");
        }
    }
}
