//! Converts a rules page to a page of HTML.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Tag, TagEnd, html::push_html};
use uvi_games::game::{Picture, Variant};

use super::{
    figure::{LANGUAGE, RulesFigure},
    markdown::{Heading, headings, parse},
};
use crate::{document::document, report::THEME};

const STYLE: &str = concat!(include_str!("page.css"), include_str!("figure.css"));
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The HTML page of a variant's rules. Loads nothing.
pub fn html(variant: &dyn Variant) -> String {
    let page = variant.rules();
    let headings = headings(page);
    let mut text = String::new();
    push_html(&mut text, events(variant, page, &headings).into_iter());
    // Without a mouse only what has the focus scrolls.
    let text = text.replace("<pre>", "<pre tabindex=\"0\">");
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
    document(&format!("{}: rules", variant.title()), POLICY, &[THEME, Picture::STYLE, STYLE].concat(), &body)
}

/// Parses the page, adds an anchor to each heading, draws its figures, and wraps tables so that wide ones scroll.
fn events<'a>(variant: &dyn Variant, page: &'a str, headings: &'a [Heading]) -> Vec<Event<'a>> {
    let mut names = headings.iter().map(|heading| CowStr::from(heading.anchor.as_str()));
    let mut events = Vec::new();
    let mut figures = Vec::new();
    // The place of each row of figures among the events, and its figures.
    let mut rows: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
    let mut open: Option<String> = None;
    for event in parse(page) {
        match (event, &mut open) {
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))), _) if &*language == LANGUAGE => {
                open = Some(String::new());
            }
            (Event::Text(text), Some(block)) => block.push_str(&text),
            (Event::End(TagEnd::CodeBlock), Some(block)) => {
                match RulesFigure::read(variant, block) {
                    Ok(figure) => {
                        let next = figures.len();
                        match rows.last_mut() {
                            Some((place, row)) if *place + 1 == events.len() => row.end = next + 1,
                            _ => {
                                rows.push((events.len(), next..next + 1));
                                events.push(Event::Html("".into()));
                            }
                        }
                        figures.push(figure);
                    }
                    Err(error) => events.push(Event::Text(error.to_string().into())),
                }
                open = None;
            }
            (Event::Start(Tag::Heading { level, classes, attrs, .. }), _) => {
                events.push(Event::Start(Tag::Heading { level, id: names.next(), classes, attrs }));
            }
            (Event::Start(Tag::Table(alignments)), _) => {
                events.push(Event::Html("<div class=\"wide\" tabindex=\"0\">".into()));
                events.push(Event::Start(Tag::Table(alignments)));
            }
            (Event::End(TagEnd::Table), _) => {
                events.extend([Event::End(TagEnd::Table), Event::Html("</div>\n".into())]);
            }
            (event, _) => events.push(event),
        }
    }
    let drawn = drawn(&figures);
    for (place, row) in rows {
        let row = html! { div class="figures" { @for figure in &drawn[row] { (figure) } } };
        events[place] = Event::Html(row.into_string().into());
    }
    events
}

/// The figures as HTML. A shape that stands in several of them is stored once, in the first one, within an element of the
/// class that its style needs: the style of a used shape does not see what is around the use.
fn drawn(figures: &[RulesFigure]) -> Vec<Markup> {
    let pictures: Vec<Picture> = figures.iter().map(RulesFigure::picture).collect();
    // Nobody clicks here.
    let shapes = |picture: &Picture| {
        let shown = picture.shapes().iter().filter(|shape| !shape.starts_with("<g class=\"places\""));
        shown.cloned().collect::<Vec<_>>()
    };
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    pictures.iter().flat_map(shapes).for_each(|shape| *uses.entry(shape).or_default() += 1);
    let shared: BTreeMap<String, usize> =
        uses.into_iter().filter(|(_, uses)| *uses > 1).map(|(it, _)| it).zip(0..).collect();
    let shape = |shape: String| match shared.get(&shape) {
        Some(number) => html! { use href={ "#shape-" (number) } {} },
        None => PreEscaped(shape),
    };
    let figure = |(number, (figure, picture)): (usize, (&RulesFigure, &Picture))| {
        html! {
            figure {
                svg class="picture" role="img" viewBox={ "0 0 " (picture.width()) " " (picture.height()) } {
                    title { (picture.title()) }
                    @if number == 0 {
                        defs { @for (shape, number) in &shared { g.picture id={ "shape-" (number) } { (PreEscaped(shape)) } } }
                    }
                    @for part in shapes(picture) { (shape(part)) }
                }
                @if !figure.caption.is_empty() { figcaption { (figure.caption) } }
            }
        }
    };
    figures.iter().zip(&pictures).enumerate().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use uvi_games::games::REGISTRY;

    use super::*;

    fn chess(page: &str) -> String {
        let mut text = String::new();
        let headings = headings(page);
        push_html(&mut text, events(REGISTRY.find("chess").unwrap(), page, &headings).into_iter());
        text
    }

    #[track_caller]
    fn has(page: &str, parts: &[&str]) {
        for part in parts {
            assert!(page.contains(part), "{part} in {page}");
        }
    }

    #[test]
    fn headings_have_names_and_links_lead_to_them() {
        let page = html(REGISTRY.find("chess").unwrap());
        has(
            &page,
            &[
                "<title>Chess: rules</title>",
                "<h1 id=\"chess-chess\">Chess (<code>chess</code>)</h1>",
                "<a href=\"#sample-turns\">Sample turns</a>",
                "<h2 id=\"sample-turns\">Sample turns</h2>",
            ],
        );
        has(
            &chess("| a | b |\n|---|---|\n| 1 | <2 |\n"),
            &["<div class=\"wide\" tabindex=\"0\"><table>", "<td>&lt;2</td>"],
        );
    }

    #[test]
    fn figures_are_drawn_side_by_side_and_share_their_shapes() {
        let block = "```board\nA move.\nplay: e2e4\n```\n\n```board\nmoves: g1\n```\n";
        let page = chess(&format!("{block}\nText.\n\n```board\nplay: e2e5\n```\n"));
        assert_eq!(page.matches("<div class=\"figures\"><figure>").count(), 1, "{page}");
        assert_eq!(page.matches("<figure>").count(), 2, "{page}");
        has(
            &page,
            &["<figcaption>A move.</figcaption>", "class=\"mark\"", "class=\"goals\"", "<use href=\"#shape-0\">"],
        );
        has(&page, &["e2e5: the pawn on e2 cannot go to e5"]);
    }

    #[test]
    fn the_style_cannot_end_early() {
        assert!(!THEME.contains("</") && !STYLE.contains("</"));
    }
}
