//! A section of the report, and the data that sections are made from.

use maud::{Markup, Render, html};
use uvi_cup::{Plan, Progress, Standings};

use super::links::PageLinks;

/// Data that the page needs besides plan and results.
#[derive(Debug)]
pub struct ReportFacts<'a> {
    /// The numbers of games whose logs are missing or changed.
    pub unproved: &'a [u32],
    /// The links to logs and replays.
    pub links: &'a dyn PageLinks,
}

#[derive(Debug)]
pub(super) struct Page<'a> {
    pub(super) plan: &'a Plan,
    pub(super) progress: &'a Progress,
    pub(super) standings: Standings,
    pub(super) facts: &'a ReportFacts<'a>,
}

#[derive(Debug)]
pub(super) struct Section {
    /// The anchor for links to the section.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// An explanation of the figures, in a sentence or two.
    pub(super) meaning: String,
    pub(super) body: Markup,
}

impl Section {
    pub(super) fn new(id: &'static str, title: &'static str, meaning: impl Into<String>, body: Markup) -> Option<Self> {
        Some(Self { id, title, meaning: meaning.into(), body })
    }
}

/// An entry in a list of figures.
pub(super) fn fact(what: impl Render, value: impl Render) -> Markup {
    html! { div { dt { (what) } dd { (value) } } }
}

/// A note that the plot shows only the first bots; empty if it shows all.
pub(super) fn left_out(bots: usize, plotted: usize) -> String {
    if bots > plotted { format!(" The plot shows the first {plotted} bots.") } else { String::new() }
}
