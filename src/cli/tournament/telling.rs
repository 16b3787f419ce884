//! What people are told of a tournament while it runs, and the files that are written at its end.

use std::{
    fs,
    io::IsTerminal,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use uvi_cup::{GameResult, Plan, Progress, Standings, file};
use uvi_games::game::commitment;
use uvi_match::record;

use super::args::TournamentArgs;
use crate::{
    cli::{
        exit::{Result, failed, usage},
        output::{complain, print, write},
    },
    cup::Event,
};

/// So many lines of the standings stand below the bar.
const SHOWN: usize = 10;

/// Tells people what happens: a line for each result, and on a terminal a bar with the standings.
pub(crate) struct Teller<'a> {
    plan: &'a Plan,
    quiet: bool,
    bar: Option<ProgressBar>,
    total: Option<u32>,
    before: usize,
}

impl<'a> Teller<'a> {
    /// A teller of a tournament of which so many results are there already.
    pub(crate) fn new(quiet: bool, plan: &'a Plan, before: usize) -> Self {
        let total = Progress::total(plan);
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(total.map(u64::from), ProgressDrawTarget::stderr());
            let template = match total {
                Some(_) => "{bar:30} {pos}/{len} games, {eta} left\n{msg}",
                None => "{spinner} {pos} games in {elapsed}\n{msg}",
            };
            bar.with_style(ProgressStyle::with_template(template).expect("the template is well formed"))
        });
        if let Some(bar) = &bar {
            bar.set_position(before as u64);
            bar.reset_eta();
        }
        Self { plan, quiet, bar, total, before }
    }

    /// Says what is about to be played.
    pub(crate) fn begin(&self, folder: &Path, concurrency: NonZeroUsize) {
        if self.quiet {
            return;
        }
        let games = self.total.map_or_else(|| "games".to_owned(), |total| format!("{total} games"));
        let before = if self.before > 0 { format!(", {} of them played before", self.before) } else { String::new() };
        self.say(&format!(
            "{}: {games}{before}; commitment {}, {concurrency} at once, kept in {}",
            self.plan.variant.word(),
            commitment(&self.plan.seed),
            folder.display()
        ));
    }

    /// Something has happened.
    pub(crate) fn hear(&mut self, event: Event<'_>, progress: &Progress) {
        match event {
            Event::Started(_) => {}
            Event::Result(result) => {
                if !self.quiet {
                    self.say(&line(result));
                }
                if let Some(bar) = &self.bar {
                    bar.set_position(progress.held().results.len() as u64);
                    bar.set_message(self.standings(progress));
                }
            }
            Event::Status { running, paused } => {
                let paused = if paused { ", paused" } else { "" };
                let total = self.total.map(|total| format!(" of {total}")).unwrap_or_default();
                self.say(&format!("{}{total} games finished, {running} running{paused}", progress.finished()));
                self.say(&Standings::of(self.plan, progress).table());
            }
        }
    }

    fn standings(&self, progress: &Progress) -> String {
        let table = Standings::of(self.plan, progress).table();
        table.lines().take(SHOWN).collect::<Vec<_>>().join("\n")
    }

    /// It is over.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// All is played: nothing is given away any more.
    pub(crate) fn reveal(&self) {
        if !self.quiet {
            self.say(&format!("seed {}", self.plan.seed));
        }
    }

    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| print(text)),
            None => print(text),
        };
    }
}

/// A result in a line.
fn line(result: &GameResult) -> String {
    let opening = result.opening.as_ref().map(|opening| format!(" from {opening}")).unwrap_or_default();
    let score = match (&result.score, result.shared) {
        (_, Some(shared)) => format!("{}: shared {shared}", result.seats.join(", ")),
        (score, None) => {
            let scores = result.seats.iter().zip(score.iter().flatten());
            scores.map(|(name, points)| format!("{name} {points}")).collect::<Vec<_>>().join(", ")
        }
    };
    let faults: Vec<String> = result
        .faults
        .iter()
        .map(|fault| {
            let name = result.seats.get(fault.seat as usize - 1).map_or("", String::as_str);
            format!("; {name} at fault: {}", fault.fault)
        })
        .collect();
    format!(
        "game {} (block {}){opening}: {score}; {}, {} decisions{}",
        result.game,
        result.block,
        result.reason,
        result.decisions,
        faults.concat()
    )
}

/// The files that are written at the end, over what is there; `-` is stdout.
pub(crate) struct Outputs {
    text: Option<PathBuf>,
    csv: Option<PathBuf>,
    json: Option<PathBuf>,
    pgn: Option<PathBuf>,
}

impl Outputs {
    /// Those of the flags, else those of the file.
    pub(crate) fn new(args: &TournamentArgs, file: &file::OutputKeys) -> Self {
        let or = |flag: &Option<PathBuf>, file: &Option<PathBuf>| flag.as_ref().or(file.as_ref()).cloned();
        Self {
            text: file.text.clone(),
            csv: or(&args.csv, &file.csv),
            json: or(&args.json, &file.json),
            pgn: or(&args.pgn, &file.pgn),
        }
    }

    /// Whether all can be written, before anything is played.
    pub(crate) fn check(&self, plan: &Plan) -> Result<()> {
        if self.pgn.is_some() && plan.variant.pgn().is_none() {
            return Err(usage(format!("pgn: {} cannot be written as PGN", plan.variant.word())));
        }
        Ok(())
    }

    /// Writes them.
    pub(crate) fn write(&self, plan: &Plan, folder: &Path, progress: &Progress, standings: &Standings) -> Result<()> {
        if let Some(path) = &self.text {
            write(path, &format!("{}\n", standings.to_text()))?;
        }
        if let Some(path) = &self.csv {
            write(path, &standings.to_csv().map_err(failed)?)?;
        }
        if let Some(path) = &self.json {
            let json = serde_json::to_string_pretty(standings).map_err(failed)?;
            write(path, &format!("{json}\n"))?;
        }
        if let Some(path) = &self.pgn {
            write(path, &pgn(plan, folder, progress)?)?;
        }
        Ok(())
    }
}

/// All games as PGN, in the order of the plan. A log that cannot be written so is named and left out.
pub(crate) fn pgn(plan: &Plan, folder: &Path, progress: &Progress) -> Result<String> {
    let mut text = String::new();
    for result in &progress.held().results {
        let path = folder.join(&result.log);
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display())).map_err(failed)?;
        let log = record::read(plan.registry, &bytes).with_context(|| path.display().to_string()).map_err(failed)?;
        let tags = [("Event", plan.variant.title().to_owned()), ("Round", result.round.to_string())];
        match record::pgn(&log, &result.seats, &tags) {
            Ok(game) => text.push_str(&game),
            Err(error) => complain(&format!("arbiter: {}: {error}", path.display())),
        }
    }
    Ok(text)
}
