//! A part of the page, and what it is made of.

use maud::{Markup, Render, html};
use uvi_cup::{Plan, Progress, Standings};

use super::links::Links;

/// What a page needs to know beside plan and results.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The games whose logs are missing or changed.
    pub unproved: &'a [u32],
    /// Where logs and replays are.
    pub links: &'a dyn Links,
}

/// All that sections are made of.
#[derive(Debug)]
pub(super) struct Page<'a> {
    pub(super) plan: &'a Plan,
    pub(super) progress: &'a Progress,
    pub(super) standings: Standings,
    pub(super) facts: &'a Facts<'a>,
}

/// A part of the page.
#[derive(Debug)]
pub(super) struct Section {
    /// By what it is linked to.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// What its figures mean, in a sentence or two.
    pub(super) meaning: String,
    pub(super) body: Markup,
}

impl Section {
    pub(super) fn new(id: &'static str, title: &'static str, meaning: impl Into<String>, body: Markup) -> Option<Self> {
        Some(Self { id, title, meaning: meaning.into(), body })
    }
}

/// A figure of a list of figures.
pub(super) fn fact(what: impl Render, value: impl Render) -> Markup {
    html! { div { dt { (what) } dd { (value) } } }
}

/// Says that a plot has only the first bots; empty if it has all.
pub(super) fn left_out(bots: usize, plotted: usize) -> String {
    if bots > plotted { format!(" The plot shows the first {plotted} bots.") } else { String::new() }
}
