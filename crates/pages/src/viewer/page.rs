//! The whole page of the viewer.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use maud::{Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};
use uvi_games::game::{Picture, Registry};
use uvi_match::record::{Chance, Log, LogError, VerifiedLog, read, verify};

use super::{
    curve,
    data::Data,
    frames::Frames,
    list,
    outcome::outcome,
    players::Players,
    replay_steps::{ReplayStep, ReplaySteps, walk},
};
use crate::{document::document, report::THEME};

const STYLE: &str = include_str!("viewer.css");
const SCRIPT: &str = concat!(include_str!("chance.js"), include_str!("viewer.js"));

/// The speeds in steps per second, with their labels.
const SPEEDS: [(&str, &str); 5] = [
    ("0.5", "a step in 2 s"),
    ("1", "1 step a second"),
    ("2", "2 steps a second"),
    ("5", "5 steps a second"),
    ("20", "20 steps a second"),
];

/// A viewer page, and the error if its log is wrong.
#[derive(Debug)]
pub struct ReplayPage {
    /// The HTML.
    pub html: String,
    /// The number of seats.
    pub seats: usize,
    /// The reason why the log does not verify; `None` if it does. The page shows the reason too.
    pub wrong: Option<LogError>,
}

/// The page of a log. A log that is cut off or does not verify is shown as far as possible. `names` has the names of
/// the players in seat order, as far as the caller knows better names than the log.
///
/// # Errors
/// If the first line of the log names no known game.
pub fn html(registry: Registry, text: &[u8], names: &[String]) -> Result<ReplayPage, LogError> {
    let verified = verify(registry, text, None);
    let log = readable(registry, text)?;
    let walk = walk(&log)?;
    let data = Data::new(&log, &walk).to_json();
    let ReplaySteps { steps, frames, broken } = walk;
    let players = Players::new(&log, names);
    let faults = list::faults(&players, &steps);
    let curves = curve::curves(&players, &steps);
    let title = variant_title(&log);
    let style = [THEME, Picture::STYLE, STYLE].concat();
    let policy = format!("default-src 'none'; style-src {}; script-src {}", hash(&style), hash(SCRIPT));
    let body = html! {
        body {
            header {
                h1 { (title) }
                p.state { (outcome(&log, &players)) }
                (verdict(&log, &verified, broken.as_ref()))
                noscript { p.banner { "This page needs its script for the replay. Without it, you see the last board and the list of events." } }
            }
            main {
                div.game {
                    div.play {
                        (board(&frames, &steps))
                        (controls())
                    }
                    div.told {
                        (seats(&log, &players))
                        (list::list(&log, &players, &steps))
                    }
                }
                @if !curves.is_empty() {
                    section id="scores" { h2 { "Scores" } @for curve in curves { (curve) } }
                }
                @if !faults.is_empty() {
                    section id="faults" { h2 { "Faults" } div.all { @for fault in faults { (fault) } } }
                }
                (chance(&log, &steps))
                (conditions(&log, &players))
            }
            footer { p { "Made by arbiter " (env!("CARGO_PKG_VERSION")) "." } }
            script type="application/json" id="data" { (PreEscaped(data)) }
            script type="module" { (PreEscaped(SCRIPT)) }
        }
    };
    let html = document(&format!("{title}: {}", log.head.name), &policy, &style, &body);
    Ok(ReplayPage { html, seats: log.head.seats.len(), wrong: verified.err() })
}

/// The log up to its first unreadable line.
fn readable(registry: Registry, text: &[u8]) -> Result<Log, LogError> {
    read(registry, text).or_else(|error| {
        let lines = text.split_inclusive(|&byte| byte == b'\n').take(error.line.saturating_sub(1));
        let whole: usize = lines.map(<[u8]>::len).sum();
        if whole == 0 { Err(error) } else { read(registry, &text[..whole]) }
    })
}

/// A source hash for the Content-Security-Policy: the browser runs only scripts and styles with a known hash.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

fn variant_title(log: &Log) -> String {
    log.variant().map_or_else(|_| log.head.variant.clone(), |variant| variant.title().to_owned())
}

/// The result of verifying the log when the page was made.
fn verdict(log: &Log, verified: &Result<VerifiedLog, LogError>, broken: Option<&LogError>) -> Markup {
    html! {
        @match verified {
            Err(error) => {
                p.banner.wrong role="alert" {
                    strong { "This log is wrong. " }
                    (uvi::escape_controls(&error.to_string())) "."
                    @if broken.is_some() { " The board does not change after that." }
                }
            },
            Ok(verified) if verified.result.is_none() => {
                p.banner {
                    strong { "This log is not finished. " }
                    "It is correct so far"
                    @if verified.torn { "; its last line is incomplete" }
                    "."
                }
            },
            Ok(verified) => {
                p.verified {
                    "The log is verified: every action is legal, and the score and the end follow from the actions. "
                    (chance_words(verified.chance))
                }
            },
        }
        @if let Some(source) = &log.head.imported {
            p.aside { "Imported from " (uvi::escape_controls(source)) "." }
        }
    }
}

fn chance_words(chance: Chance) -> &'static str {
    match chance {
        Chance::Proven => "The start and all chance follow from the seed.",
        Chance::SeedUnknown => "Its seed is not published, so chance is only checked to be possible.",
        Chance::Imported => "It has no seed, so chance is only checked to be possible.",
    }
}

/// The last board. The script replaces it with others.
fn board(frames: &Frames, steps: &[ReplayStep<'_>]) -> Markup {
    let title = steps.iter().rev().find_map(|step| step.board.as_ref()).map(|board| &frames.lines[board.title]);
    html! {
        svg.picture #board viewBox={ "0 0 " (frames.width) " " (frames.height) } role="img" aria-label=[title] {
            @for shape in frames.last() { (PreEscaped(shape)) }
        }
    }
}

fn controls() -> Markup {
    let button = |id: &str, label: &str, key: &str, signs: &[(&str, &str)]| {
        html! {
            button type="button" id=(id) aria-label=(label) title={ (label) " (" (key) ")" } aria-keyshortcuts=(key) {
                svg viewBox="0 0 20 20" aria-hidden="true" {
                    @for (class, outline) in signs { path class=(class) d=(outline) {} }
                }
            }
        }
    };
    html! {
        div.controls hidden role="group" aria-label="Steps" {
            (button("first", "To the start", "Home", &[("", "M3 3h2.5v14H3zM15 3l2 2-5 5 5 5-2 2-7-7z")]))
            (button("back", "One step back", "ArrowLeft", &[("", "M13 3l2 2-5 5 5 5-2 2-7-7z")]))
            (button("play", "Play", "Space", &[("go", "M5 2v16l12-8z"), ("halt", "M4 3h4v14H4zM12 3h4v14h-4z")]))
            (button("forward", "One step forward", "ArrowRight", &[("", "M7 3l-2 2 5 5-5 5 2 2 7-7z")]))
            (button("last", "To the end", "End", &[("", "M14.5 3H17v14h-2.5zM5 3L3 5l5 5-5 5 2 2 7-7z")]))
            label { "Speed " select id="speed" {
                @for (rate, words) in SPEEDS { option value=(rate) selected[rate == "2"] { (words) } }
            } }
            input type="range" id="place" min="0" value="0" aria-label="Step";
        }
        p.told-now #now aria-live="polite" {}
    }
}

fn seats(log: &Log, players: &Players) -> Markup {
    let clocks = log.records.iter().any(|(_, record)| record.action().is_some_and(|action| action.clock.is_some()));
    let times = log.records.iter().any(|(_, record)| record.action().is_some_and(|action| action.ms.is_some()));
    let scores = log.result().is_some_and(|result| result.score.is_some());
    let points = |index: usize| log.result().and_then(|result| result.score.as_ref()?.get(index));
    html! {
        table.seats {
            thead { tr {
                th scope="col" { "seat" }
                @if clocks { th.figure scope="col" { "clock" } }
                @if times { th.figure scope="col" { "last took" } th.figure scope="col" { "in all" } }
                @if scores { th.figure scope="col" { "score" } }
            } }
            tbody { @for (index, seat) in log.head.seats.iter().enumerate() {
                tr data-seat=(seat.seat) {
                    th scope="row" {
                        (players.tag(seat.seat))
                        @if let Some(more) = players.more(seat.seat) { span.aside.men { " " (more) } }
                        @if let Some(author) = seat.author.as_deref().filter(|author| !author.is_empty()) {
                            span.aside { " by " bdi { (author) } }
                        }
                    }
                    @if clocks { td.figure.clock { "–" } }
                    @if times { td.figure.took { "–" } td.figure.all { "–" } }
                    @if scores { td.figure { (points(index).map_or_else(|| "–".to_owned(), ToString::to_string)) } }
                }
            } }
        }
    }
}

/// The section on chance: the facts to check, and texts for the script's result.
fn chance(log: &Log, steps: &[ReplayStep<'_>]) -> Markup {
    let draws = steps.iter().filter(|step| step.draw.is_some()).count();
    let published = log.seed();
    html! {
        section id="chance" {
            h2 { "Chance" }
            p.meaning {
                "All chance in a game comes from its seed: each draw is SHA-256 of the seed, the key of the event \
                 and a counter. The hash of the seed and the word commitment is published before the game, the seed after it."
            }
            dl.facts {
                div { dt { "commitment" } dd { code { (log.head.commitment.map_or_else(|| "none".to_owned(), |found| found.to_string())) } } }
                div { dt { "seed" } dd { code { (published.map_or_else(|| "not published".to_owned(), |seed| seed.to_string())) } } }
                div { dt { "draws" } dd { (draws) } }
            }
            ul #checks {
                @if log.head.commitment.is_none() {
                    li { "There is no commitment, because the game was imported. Nothing can be checked." }
                } @else if published.is_none() {
                    li { "The seed is published when the game is over. Nothing can be checked before." }
                } @else {
                    noscript { li { "Nothing was checked, because this page's script does not run." } }
                }
            }
            @if draws > 0 { details #draws { summary { "Every draw" } } }
        }
    }
}

/// The clock of each seat, said once if all have the same. Seats without limits have none.
fn clocks(log: &Log, players: &Players) -> Markup {
    let clocks: Vec<_> = log.head.seats.iter().map(|seat| seat.clock.unwrap_or_default()).collect();
    let common = clocks.first().filter(|first| clocks.iter().all(|clock| clock == *first));
    html! {
        @if let Some(common) = common { (common) } @else {
            @for (index, (name, clock)) in players.names().zip(&clocks).enumerate() {
                @if index > 0 { "; " }
                bdi { (name) } ": " (clock)
            }
        }
    }
}

fn conditions(log: &Log, players: &Players) -> Markup {
    let head = &log.head;
    let options = head.options.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ");
    html! {
        section id="match" {
            h2 { "Match" }
            dl.facts {
                div { dt { "name" } dd { (head.name) } }
                @if let Some(place) = &head.tournament {
                    div { dt { "tournament" } dd { "block " (place.block) ", round " (place.round) } }
                    @if let Some(opening) = &place.opening { div { dt { "opening" } dd { bdi { (opening) } } } }
                }
                @if let Some(started) = &head.started { div { dt { "started" } dd { (started) } } }
                div { dt { "clock" } dd { (clocks(log, players)) } }
                div { dt { "after a fault" } dd { (head.terms.fault_words()) } }
                @if !options.is_empty() { div { dt { "options" } dd { (options) } } }
                @if let Some(rules) = head.terms.adjudication { div { dt { "adjudication" } dd { (rules) } } }
                @if let Some(result) = log.result() { div { dt { "decisions" } dd { (result.decisions) } } }
                div { dt { "arbiter" } dd { (head.arbiter) } }
            }
            details {
                summary { "Positions at the start and the end" }
                dl {
                    dt { @if head.setposition { "set to start from" } @else { "start" } }
                    dd { code { (head.start) } }
                    @if let Some(result) = log.result() { dt { "end" } dd { code { (result.position) } } }
                }
            }
        }
    }
}
