//! Prints the progress of a tournament, and writes its files at the end.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, IsTerminal},
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use anyhow::Context;
use itertools::Itertools as _;
use toml::Spanned;
use uvi::{Fault, InfoDetail};
use uvi_cup::{
    GameResult, News, Plan, Progress, Standings, TestNews, TimeBudget, counted,
    file::{File, OutputKeys},
};
use uvi_games::game::commitment;
use uvi_match::record;

use super::{
    args::TournamentArgs,
    game_pgn::{LiveEvent, game_pgn},
    manner::Manner,
    pace::Pace,
    screen::{ScreenMessage, screen},
    told_thread::ToldThread,
};
use crate::{
    bot::machine_share,
    cli::{
        engines,
        exit::{CommandResult, cannot, failed, usage},
        output::{append, check_writable, complain, must_be_no_inputs, print, reserve_outputs, text_there, write},
        seats,
    },
    cup,
    world::DISK,
};

/// The number of games of this run after which the first forecast is printed. Others follow when it has doubled.
const FIRST_FORECAST: usize = 4;

/// The advice if the games are copies of earlier ones.
pub(crate) const REPEATED: &str = "the bots repeat their games, so more games decide nothing; use more openings";

/// Prints a line for each result, and on a terminal a progress bar with the standings.
pub(crate) struct Teller<'a> {
    plan: &'a Plan,
    quiet: bool,
    screen: Option<ToldThread<ScreenMessage>>,
    pace: Pace,
    pub(super) live: Option<ToldThread<LiveEvent>>,
    /// The number of games played in this run at which the next forecast is printed; `None` if forecasts are off.
    forecast_at: Option<usize>,
    hinted: BTreeSet<String>,
    folder: PathBuf,
}

impl<'a> Teller<'a> {
    /// Starts to print. The folder and `progress` have the games of earlier runs.
    pub(crate) fn new(manner: &Manner, plan: &'a Plan, folder: &Path, progress: &Progress) -> io::Result<Self> {
        let concurrency = manner.games_at_once(plan);
        let on_terminal = !manner.quiet && io::stderr().is_terminal();
        Ok(Self {
            plan,
            quiet: manner.quiet,
            screen: on_terminal.then(|| screen(plan, folder, progress)).transpose()?,
            pace: Pace::new(progress, concurrency, manner.budget.map(TimeBudget::time)),
            live: None,
            forecast_at: manner.forecast.then_some(FIRST_FORECAST),
            hinted: BTreeSet::new(),
            folder: folder.to_owned(),
        })
    }

    /// Prints the size of the tournament, its remarks and a forecast, before the first game. If this is the first
    /// tournament of the command, also prints what the machine lacks, and the share of it that a bot may take.
    pub(crate) fn begin(&self, folder: &Path, progress: &Progress, is_first: bool) {
        if !self.quiet {
            let total = self.plan.total();
            let games = total.map_or_else(|| "as many games as it takes".to_owned(), |total| counted(total, "game"));
            let before = progress.held().results.len();
            let before = if before > 0 { format!(", {before} of them played before") } else { String::new() };
            self.say(&format!(
                "{}: {games}{before}; commitment {}, {} at once, kept in {}",
                self.plan.variant.word(),
                commitment(&self.plan.seed),
                self.pace.concurrency,
                folder.display()
            ));
        }
        if is_first {
            warn_of_shortages(self.plan, self.pace.concurrency);
            let bots = self.pace.concurrency.get() as u64 * u64::from(self.plan.seats);
            if let Some(share) = machine_share(bots).told().filter(|_| !self.quiet) {
                self.say(&share);
            }
        }
        remark(self.plan);
        if self.forecast_at.is_some() {
            self.say(&self.pace.forecast(self.plan, progress));
        }
    }

    pub(crate) fn hear(&mut self, news: News, progress: &Progress) {
        if let Some(screen) = &self.screen {
            screen.tell(ScreenMessage::Finished(progress.finished()));
        }
        match news {
            News::Started(game) => {
                if let Some(live) = &self.live {
                    live.tell(LiveEvent::Started(game.game));
                }
            }
            News::Result(result) => {
                if let Some(live) = &self.live {
                    live.tell(LiveEvent::Finished(result.game));
                }
                match &self.screen {
                    Some(screen) => screen.tell(ScreenMessage::Result(line(&result))),
                    None if self.quiet => {}
                    None => self.say(&line(&result)),
                }
                self.hint(&result);
                if self.plan.terms.warns() {
                    self.warn(&result);
                }
                if self.forecast_at.is_some_and(|games| games <= self.pace.played(progress)) {
                    self.say(&self.pace.forecast(self.plan, progress));
                    self.forecast_at = Some(2 * self.pace.played(progress));
                }
            }
            News::Test(_) if self.quiet => {}
            News::Test(TestNews { state, repeats, .. }) => {
                state.iter().for_each(|state| self.say(state));
                if repeats {
                    self.complain(format!("arbiter: {REPEATED}"));
                }
            }
            News::Status { running, paused } => {
                let paused = if paused { ", paused" } else { "" };
                let total = self.plan.total().map(|total| format!(" of {total}")).unwrap_or_default();
                self.say(&format!("{}{total} games finished, {running} running{paused}", progress.finished()));
                self.say(&self.pace.forecast(self.plan, progress));
                self.say(&Standings::of(self.plan, progress).table());
            }
        }
    }

    /// Prints how to check a bot and how to name a UCI engine, once for each bot that did not greet.
    fn hint(&mut self, result: &GameResult) {
        for fault in result.faults.iter().filter(|fault| fault.fault == Fault::NoGreeting) {
            let Some(name) = result.bot_at(fault.seat) else { continue };
            let entrant = self.plan.entrants.iter().find(|entrant| entrant.name == name);
            let hint = entrant
                .and_then(|entrant| engines::greeting_hint(entrant.command.as_str(), entrant.found.as_str(), ""));
            if self.hinted.insert(name.to_owned())
                && !self.quiet
                && let Some(hint) = hint
            {
                self.say(&format!("{name}: {hint}"));
            }
        }
    }

    /// Prints the mistakes in what the bots of a game said of their play: each kind once for a bot, with its number.
    fn warn(&self, result: &GameResult) {
        let bytes = DISK.read(&self.folder.join(&result.log));
        let Some(log) = bytes.ok().and_then(|bytes| record::read(self.plan.registry, &bytes).ok()) else { return };
        let mut told: BTreeMap<_, (u32, String)> = BTreeMap::new();
        for action in log.actions() {
            let name = result.bot_at(action.seat);
            for flaw in &action.flaws {
                let text = || format!("at action {}, {flaw}", action.n);
                told.entry((name, flaw.flaw)).or_insert_with(|| (0, text())).0 += 1;
            }
        }
        for ((name, _), (times, text)) in told {
            let name = name.unwrap_or_default();
            let times = if times > 1 { format!(" ({times} times in this game)") } else { String::new() };
            self.complain(format!("arbiter: game {}, {name}: {text}{times}", result.game));
        }
    }

    fn complain(&self, text: String) {
        match &self.screen {
            Some(screen) => screen.tell(ScreenMessage::Complaint(text)),
            None => complain(&text),
        }
    }

    /// Removes the bar, after all lines were printed, and writes the running games a last time.
    pub(crate) fn end(&mut self) {
        self.screen = None;
        self.live = None;
    }

    /// Prints the seed. To be called only when no game is left, because the seed reveals all luck.
    pub(crate) fn reveal(&self) {
        if !self.quiet {
            self.say(&format!("seed {}", self.plan.seed));
        }
    }

    fn say(&self, text: &str) {
        match &self.screen {
            Some(screen) => screen.tell(ScreenMessage::Line(text.to_owned())),
            None => {
                print(text);
            }
        }
    }
}

/// Prints what this machine lacks for so many games at once, and which command lines are for a shell.
pub(super) fn warn_of_shortages(plan: &Plan, concurrency: NonZeroUsize) {
    let commands = plan.entrants.iter().filter_map(|entrant| shell_words::split(entrant.command.as_str()).ok());
    commands.filter_map(|command| seats::shell_warning(&command)).for_each(|text| complain(&text));
    cup::warnings(plan, concurrency).iter().for_each(|text| complain(&format!("arbiter: warning: {text}")));
}

pub(super) fn remark(plan: &Plan) {
    for remark in plan.remarks() {
        complain(&format!("arbiter: {remark}"));
    }
}

pub(super) fn line(result: &GameResult) -> String {
    let opening = result.opening.as_ref().map(|opening| format!(" from {opening}")).unwrap_or_default();
    let score = match (&result.score, result.shared) {
        (_, Some(shared)) => format!("{}: shared {shared}", result.seats.join(", ")),
        (score, None) => {
            let scores = result.seats.iter().zip(score.iter().flatten());
            scores.map(|(name, points)| format!("{name} {points}")).collect::<Vec<_>>().join(", ")
        }
    };
    let name = |seat| result.bot_at(seat).unwrap_or_default();
    let faults = result.faults.iter().map(|it| format!("; {} at fault: {}", name(it.seat), it.fault));
    format!(
        "game {} (block {}){opening}: {score}; {}, {}{}",
        result.game,
        result.block,
        result.reason,
        counted(result.decisions, "decision"),
        faults.collect::<String>()
    )
}

/// The files to write at the end. Existing files are overwritten; `-` is stdout.
pub(crate) struct Outputs {
    paths: OutputKeys,
    append: bool,
}

impl Outputs {
    /// Takes each path from the flags, or else from the file. Checks before the first game that all files can be written.
    pub(crate) fn new(args: &TournamentArgs, file: &File, plan: &Plan) -> CommandResult<Self> {
        let book = file.openings.as_ref().and_then(|openings| openings.file.as_ref());
        let inputs = args.file.iter().chain(book.map(Spanned::get_ref)).map(PathBuf::as_path);
        let file = &file.outputs;
        let or = |flag: &Option<PathBuf>, file: &Option<PathBuf>| flag.as_ref().or(file.as_ref()).cloned();
        let [text, csv, json, pairs, pgn] = [
            file.text.clone(),
            or(&args.csv, &file.csv),
            or(&args.json, &file.json),
            or(&args.pairs, &file.pairs),
            or(&args.pgn, &file.pgn),
        ];
        if args.append && pgn.is_none() {
            return Err(usage("--append: expected --pgn FILE, to which the games are added"));
        }
        if (pgn.is_some() || args.live_pgn.is_some()) && plan.variant.pgn().is_none() {
            return Err(usage(format!("pgn: {} cannot be written as PGN", plan.variant.word())));
        }
        let outputs: Vec<_> = [&text, &csv, &json, &pairs, &pgn, &args.live_pgn].into_iter().flatten().collect();
        reserve_outputs(outputs.iter().copied())?;
        let bots = plan.entrants.iter().map(|bot| (bot.command.as_str(), bot.setting("dir")));
        must_be_no_inputs(&outputs, bots, inputs)?;
        outputs.into_iter().try_for_each(|path| check_writable(path))?;
        let logs_all = plan.terms.info() == InfoDetail::All;
        if let Some(figure) = file.figures.iter().find(|figure| figure.needs_all_info())
            && !logs_all
        {
            return Err(usage(format!("figures: {figure} needs log = {{ info = \"all\" }}")));
        }
        Ok(Self { paths: OutputKeys { text, csv, json, pairs, pgn, ..file.clone() }, append: args.append })
    }

    /// Writes all files. Games are added to a file only when the tournament is over, and only those that it lacks.
    pub(crate) fn write(
        &self,
        (plan, folder, progress): (&Plan, &Path, &Progress),
        standings: &Standings,
    ) -> CommandResult<()> {
        if let Some(path) = &self.paths.text {
            write(path, &format!("{}\n", standings.to_text()))?;
        }
        if let Some(path) = &self.paths.csv {
            write(path, &standings.to_csv())?;
        }
        if let Some(path) = &self.paths.json {
            let json = serde_json::to_string_pretty(standings).map_err(failed)?;
            write(path, &format!("{json}\n"))?;
        }
        if let Some(path) = &self.paths.pairs {
            write(path, &standings.pairs_to_csv())?;
        }
        if let Some(path) = self.paths.pgn.as_ref().filter(|_| !self.append || progress.is_over()) {
            let mut games = pgn(plan, folder, progress, &self.paths)?;
            if self.append {
                // An earlier run may have added some of them.
                let all = games.len();
                remove_known(&mut games, &text_there(path)?);
                if games.len() < all {
                    let known = counted((all - games.len()) as u32, "game");
                    complain(&format!("arbiter: --append: {known} of {all} stand in {} already", path.display()));
                }
                append(path, &games.concat())?;
            } else {
                write(path, &games.concat())?;
            }
        }
        Ok(())
    }
}

/// Removes the games that are in a PGN text already, each as often as it is there.
fn remove_known(games: &mut Vec<String>, there: &str) {
    let there = format!("\n\n{}", there.replace('\r', ""));
    let mut known = there.split("\n\n[").map(|game| played(&format!("[{game}"))).counts();
    games.retain(|game| match known.get_mut(&played(game)) {
        Some(times @ 1..) => {
            *times -= 1;
            false
        }
        _ => true,
    });
}

/// The tags and the moves of a game in PGN, without what another run may write otherwise: comments, line ends, and the
/// name and the place of the tournament.
fn played(game: &str) -> String {
    let is_kept = |line: &&str| !["[Event ", "[Site "].iter().any(|tag| line.starts_with(tag));
    let mut is_outside = true;
    let mut keeps = |letter: &char| {
        is_outside = if is_outside { *letter != '{' } else { *letter == '}' };
        is_outside && *letter != '}' && !letter.is_whitespace()
    };
    game.lines().filter(is_kept).flat_map(str::chars).filter(|letter| keeps(letter)).collect()
}

/// All games as PGN, in the order of the plan. Games that PGN cannot express are named on stderr and left out.
fn pgn(plan: &Plan, folder: &Path, progress: &Progress, outputs: &OutputKeys) -> CommandResult<Vec<String>> {
    let mut games = Vec::new();
    for result in &progress.held().results {
        let path = folder.join(&result.log);
        let bytes = DISK.read(&path).map_err(cannot("read", &path))?;
        let log = record::read(plan.registry, &bytes).with_context(|| path.display().to_string()).map_err(failed)?;
        match game_pgn(plan, &log, outputs) {
            Ok(game) => games.push(game),
            Err(error) => complain(&format!("arbiter: {}: {error}", path.display())),
        }
    }
    Ok(games)
}
