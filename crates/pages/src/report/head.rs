//! The top of the report: terms of the tournament, and its progress.

use maud::{Markup, html};
use uvi_cup::{Plan, Progress, counted, schedule::Seatings, stats::TestVerdict};
use uvi_games::game::commitment;

use super::section::{Page, fact};

/// The maximum number of games without a valid log that are listed by number.
const MOST_NAMED: usize = 10;

/// The progress and the terms of the tournament.
pub(super) fn state(page: &Page<'_>) -> Markup {
    let Page { plan, progress, standings, facts } = page;
    html! {
        p.state { (how_far(plan, progress)) }
        @if !facts.unproved.is_empty() { p.state { (unproved(facts.unproved)) } }
        dl.facts {
            (fact("Format", plan.format.title(&plan.entrants[0].name)))
            (fact("Table", format!("{} seats, {}", plan.seats, seatings(plan))))
            (fact("Bots", plan.entrants.len().to_string()))
            (fact("Counted", format!("{} in {}", counted(standings.games, "game"), counted(standings.blocks, "block"))))
            @if let Some(copies) = standings.copies { (fact("Copies", copies.to_string())) }
            @if !plan.options.is_empty() { (fact("Rules", options(plan))) }
            @if !plan.openings.is_empty() { (fact("Openings", plan.openings.len().to_string())) }
            (fact("Clock", plan.clock.to_string()))
            @if let Some(rules) = plan.terms.adjudication { (fact("Adjudication", rules.to_string())) }
            // The seed of an unfinished tournament stays secret, because a bot in a later game could read this page.
            @if progress.is_over() { (fact("Seed", plan.seed.to_string())) }
            @else { (fact("Commitment to the seed", commitment(&plan.seed).to_string())) }
        }
    }
}

/// The progress in a sentence, with the reason of the end.
fn how_far(plan: &Plan, progress: &Progress) -> String {
    let played = progress.held().results.len() as u32;
    let verdict = progress.test().map(|test| test.verdict());
    if let Some(verdict @ (TestVerdict::H0 | TestVerdict::H1)) = verdict {
        return format!("Ended by its sequential test, which accepts {verdict} after {}.", counted(played, "game"));
    }
    if plan.gate.is_some_and(|gate| progress.gate_faults().new > gate.max_faults) {
        return format!("Ended by faults of the new bot after {}.", counted(played, "game"));
    }
    if progress.is_over() {
        return format!("Finished: {}.", counted(played, "game"));
    }
    match plan.total() {
        Some(total) => format!("Unfinished: {played} of {}.", counted(total, "game")),
        None => format!("Unfinished: {} so far.", counted(played, "game")),
    }
}

/// A warning that lists the games without a matching log.
fn unproved(numbers: &[u32]) -> String {
    let named: Vec<String> = numbers.iter().take(MOST_NAMED).map(u32::to_string).collect();
    let more = if numbers.len() > MOST_NAMED { " and more" } else { "" };
    format!(
        "Not checked against a log: {} (numbers {}{more}). The logs are missing or were changed, and only the chain vouches \
         for the results.",
        counted(numbers.len() as u32, "game"),
        named.join(", "),
    )
}

fn seatings(plan: &Plan) -> &'static str {
    match (plan.seatings, plan.match_play) {
        (_, true) => "match play",
        (Seatings::Single, _) => "as drawn",
        (Seatings::Balanced, _) if plan.seats == 2 => "both ways round",
        (Seatings::Balanced, _) => "each at every seat, in changing orders",
        (Seatings::All, _) => "in all orders",
    }
}

fn options(plan: &Plan) -> String {
    let options: Vec<String> = plan.options.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    options.join(", ")
}
