//! Links of the documents, and the pages of the book.

use std::fs;

use super::{pages, read, root};
use crate::layers::files;

/// The targets of a document's links, including those in HTML, except in fences and between backticks.
fn links(document: &str) -> Vec<String> {
    let prose: String = document.split("```").step_by(2).collect();
    let prose: String = prose.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let ends = [("](", ')'), ("src=\"", '"'), ("href=\"", '"')];
    let targets = ends.into_iter().flat_map(|(start, end)| {
        prose.split(start).skip(1).filter_map(move |rest| rest.split_once(end)).map(|(target, _)| target.to_owned())
    });
    targets.collect()
}

/// The anchor of a heading in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// Returns true if a document has a heading with this anchor. Lines of a fence are not headings.
fn has_heading(document: &str, wanted: &str) -> bool {
    let prose = document.split("\n```").step_by(2);
    prose.flat_map(str::lines).filter(|line| line.starts_with('#')).any(|line| anchor(line) == wanted)
}

/// The links of a document that lead nowhere.
fn dead_links(page: &str, text: &str) -> Vec<String> {
    let file = root().join(page);
    let leads = |link: &str| {
        let (path, wanted) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
        if path.is_empty() {
            return wanted.is_none_or(|wanted| has_heading(text, wanted));
        }
        let target = file.parent().unwrap().join(path);
        let heading = |wanted: &str| fs::read_to_string(&target).is_ok_and(|text| has_heading(&text, wanted));
        target.exists() && wanted.is_none_or(heading)
    };
    let inside = links(text).into_iter().filter(|link| !link.starts_with("https://") && !link.starts_with("http://"));
    inside.filter(|link| !leads(link)).map(|link| format!("{page}: {link}")).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let documents = files(&[""], "md");
    assert!(documents.len() > 30, "{}", documents.len());
    let dead: Vec<String> = documents.iter().flat_map(|(page, text)| dead_links(page, text)).collect();
    assert!(dead.is_empty(), "{dead:#?}");
}

#[test]
fn a_dead_link_is_seen() {
    for (link, leads) in [
        ("[a](../README.md)", true),
        ("[a](../README.md#licence)", true),
        ("[a](../README.md#no-such-heading)", false),
        ("[a](no-such-page.md)", false),
        ("[a](#here)", true),
        ("[a](#there)", false),
        ("<img src=\"pictures/chess.svg\">", true),
        ("<img src=\"pictures/checkers.svg\">", false),
        ("`[a](no-such-page.md)`", true),
        ("[a](https://example.org/no-such-page)", true),
    ] {
        let page = format!("# Here\n\n{link}\n\n```bash\n# There\n```\n");
        assert_eq!(dead_links("docs/page.md", &page).is_empty(), leads, "{link}");
    }
    assert_eq!(anchor("### 8.1 Orwell Chess (`orwell`)"), "81-orwell-chess-orwell");
}

#[test]
fn every_page_is_in_the_book() {
    let contents = read("docs/SUMMARY.md");
    for page in pages().iter().filter(|page| *page != "docs/SUMMARY.md") {
        let link = page.strip_prefix("docs/").map_or_else(|| format!("../{page}"), str::to_owned);
        assert!(contents.contains(&format!("]({link})")), "{page} is not in docs/SUMMARY.md");
    }
}
