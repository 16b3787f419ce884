//! The whole page: head, sections and style.

use maud::{PreEscaped, html};
use uvi_cup::{Plan, Progress, Standings};

use super::{
    course, duel, faults, games, head, lengths, meetings, openings, pairs, ratings, seats,
    section::{Page, ReportFacts, Section},
    standings, times, tries,
};
use crate::document::document;

/// The CSS with colours and fonts of all pages.
pub const THEME: &str = include_str!("theme.css");

pub(super) const STYLE: &str = concat!(include_str!("theme.css"), include_str!("style.css"));
pub(super) const SCRIPT: &str = include_str!("sort.js");
pub(super) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// Functions that build the sections, in page order. `None`: this tournament has nothing to show in the section.
const SECTIONS: [fn(&Page<'_>) -> Option<Section>; 15] = [
    standings::section,
    duel::section,
    ratings::section,
    meetings::section,
    meetings::superiority,
    pairs::section,
    course::score,
    course::test,
    seats::section,
    openings::section,
    lengths::section,
    times::section,
    faults::section,
    tries::section,
    games::section,
];

/// The report of a tournament in its current state.
pub fn html(plan: &Plan, progress: &Progress, facts: &ReportFacts<'_>) -> String {
    let page = Page { plan, progress, standings: Standings::of(plan, progress), facts };
    let sections: Vec<Section> = SECTIONS.iter().filter_map(|section| section(&page)).collect();
    let title = format!("{}: tournament report", plan.variant.title());
    let body = html! {
        body {
            header {
                h1 { (plan.variant.title()) }
                (head::state(&page))
                nav aria-label="Sections" {
                    @for section in &sections { a href={ "#" (section.id) } { (section.title) } " " }
                    a href="#plan" { "Plan" }
                }
            }
            main {
                @for section in &sections {
                    section id=(section.id) {
                        h2 { (section.title) }
                        p.meaning { (section.meaning) }
                        (section.body)
                    }
                }
                section id="plan" {
                    h2 { "Plan" }
                    p.meaning {
                        "Everything that determines the games. Save it as a file to play the tournament again with "
                        code { "arbiter tournament" } "."
                    }
                    details {
                        summary { "The tournament file" }
                        pre { (if progress.is_over() { plan.to_toml() } else { plan.to_sealed_toml() }) }
                    }
                }
            }
            footer { p { "Made by arbiter " (env!("CARGO_PKG_VERSION")) "." } }
            script { (PreEscaped(SCRIPT)) }
        }
    };
    document(&title, POLICY, STYLE, &body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot;

    #[test]
    fn style_and_script_cannot_end_early() {
        assert!(!STYLE.contains("</") && !SCRIPT.contains("</"));
    }

    #[test]
    fn every_colour_of_the_plots_has_its_style() {
        for (number, colour) in (1..).zip(plot::SERIES) {
            let colour = plot::hex(colour);
            assert!(
                STYLE.contains(&format!("svg [stroke=\"{colour}\"] {{ stroke: var(--series-{number}); }}")),
                "{colour}"
            );
            assert!(
                STYLE.contains(&format!("svg [fill=\"{colour}\"] {{ fill: var(--series-{number}); }}")),
                "{colour}"
            );
        }
    }
}
