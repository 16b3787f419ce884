//! Converts a rules page to a page of HTML.

use maud::{PreEscaped, html};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Tag, TagEnd, html::push_html};

use super::markdown::{Heading, headings, parse};
use crate::{document::document, report::THEME};

const STYLE: &str = include_str!("page.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The HTML page of the Markdown text `page`. Loads nothing.
pub fn html(title: &str, page: &str) -> String {
    let headings = headings(page);
    let mut text = String::new();
    push_html(&mut text, with_anchors(page, &headings).into_iter());
    let body = html! {
        body {
            nav aria-label="Sections" {
                @for heading in headings.iter().filter(|heading| heading.level == HeadingLevel::H2) {
                    a href={ "#" (heading.anchor) } { (heading.text) } " "
                }
            }
            main { (PreEscaped(text)) }
            footer { p { "Made by arbiter " (env!("CARGO_PKG_VERSION")) "." } }
        }
    };
    document(&format!("{title}: rules"), POLICY, &[THEME, STYLE].concat(), &body)
}

/// Parses the page, adds an anchor to each heading, and wraps tables so that wide ones scroll by themselves.
fn with_anchors<'a>(page: &'a str, headings: &'a [Heading]) -> Vec<Event<'a>> {
    let mut names = headings.iter().map(|heading| CowStr::from(heading.anchor.as_str()));
    let mut events = Vec::new();
    for event in parse(page) {
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                events.push(Event::Start(Tag::Heading { level, id: names.next(), classes, attrs }));
            }
            Event::Start(Tag::Table(alignments)) => {
                events.push(Event::Html("<div class=\"wide\">".into()));
                events.push(Event::Start(Tag::Table(alignments)));
            }
            Event::End(TagEnd::Table) => events.extend([Event::End(TagEnd::Table), Event::Html("</div>\n".into())]),
            event => events.push(event),
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_names_and_links_lead_to_them() {
        let page = html(
            "Toy",
            "# Toy (`toy`)\n\nSee [The end](#the-end).\n\n## The end\n\n| a | b |\n|---|---|\n| 1 | <2 |\n",
        );
        for part in [
            "<title>Toy: rules</title>",
            "<h1 id=\"toy-toy\">Toy (<code>toy</code>)</h1>",
            "<a href=\"#the-end\">The end</a>",
            "<h2 id=\"the-end\">The end</h2>",
            "<div class=\"wide\"><table>",
            "<td>&lt;2</td>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }

    #[test]
    fn the_style_cannot_end_early() {
        assert!(!THEME.contains("</") && !STYLE.contains("</"));
    }
}
