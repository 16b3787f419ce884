//! The command `play`: plays one or more matches from the command line.

pub(crate) mod args;
mod lines;

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
};

use indicatif::{ProgressBar, ProgressStyle};
use uvi::{Fault, LogWords, ToHost, Value, Word};
use uvi_cup::{
    RatedGames,
    schedule::{BotIndex, Lineup, Seatings},
};
use uvi_games::game::{BySeat, Digest, Registry, Seat, Seed, commitment, derive};
use uvi_match::record::Record;

use self::{
    args::PlayArgs,
    lines::{JsonLines, PlayNotes},
};
use super::{
    engines,
    exit::{CliError, Code, CommandResult, failed, usage},
    human::Human,
    output::{complain, must_differ, print, print_all},
    seats,
    series::Series,
    signals,
};
use crate::{
    bot::Nursery,
    driver::{self, KeptBot, Requests, Session, Setup, UnsyncedLog, Wish},
    world::{DISK, threads::lock},
};

/// The number of logs that are synced together. Each of them is an open file until then.
const UNSYNCED: usize = 32;

pub(crate) fn run(registry: Registry, args: &PlayArgs) -> CommandResult {
    let mut games = Games::prepare(registry, args)?;
    for number in 1..=games.count {
        games.play(number)?;
        if games.interrupt.signal().is_some() || games.log_failed || games.series.aborted() {
            break;
        }
    }
    games.finish()
}

struct Games<'a> {
    args: &'a PlayArgs,
    /// The seatings of a block, and the match of each. Without `--rotate` there is one seating.
    block: Vec<(Lineup, Setup)>,
    count: u32,
    /// The seed of a single game, or the seed from which the seeds of a series are derived.
    seed: Seed,
    nursery: Nursery,
    interrupt: PlaySignals,
    human: Option<Human>,
    bar: ProgressBar,
    sync_later: bool,
    unsynced: Vec<UnsyncedLog>,
    /// The thread that syncs earlier logs while the next games run. Returns true if all could be synced.
    syncing: Option<JoinHandle<bool>>,
    lines: Option<JsonLines>,
    series: Series,
    kept: BySeat<Option<KeptBot>>,
    log_failed: bool,
}

impl<'a> Games<'a> {
    fn prepare(registry: Registry, args: &'a PlayArgs) -> CommandResult<Self> {
        check_json(registry, args)?;
        let seed = args.seed.unwrap_or_else(|| Seed(rand::random()));
        let block = block(registry, args, seed)?;
        let first = &block[0].1;
        let count = args.games.saturating_mul(u32::try_from(block.len()).unwrap_or(u32::MAX));
        let seats = first.spec().seats();
        let mut games = Self {
            nursery: Nursery::of_this_program().map_err(failed)?,
            interrupt: PlaySignals::watch()?,
            human: first.has_host_seat().then(Human::start).transpose().map_err(failed)?,
            bar: progress(count),
            // A log is on the disk before its result is printed. Before a mere summary, logs may be synced later.
            sync_later: args.quiet && args.json.is_none() && count > 1,
            unsynced: Vec::new(),
            syncing: None,
            lines: None,
            series: Series::new(seats),
            kept: BySeat::new(seats, |_| None),
            log_failed: false,
            args,
            block,
            count,
            seed,
        };
        games.nursery.divide_machine(seats as u64);
        games.check_logs()?;
        check_bots(games.setup(), &games.nursery)?;
        engines::check_all(games.setup(), &games.nursery)?;
        // The file loses its old content, so nothing can be refused any more.
        let spec = games.setup().spec();
        let none = args.rotate.map(|_| RatedGames::new(spec.variant(), spec.options(), spec.seats()));
        let lines = args.json.as_deref().map(|path| JsonLines::create(path, none));
        games.lines = lines.transpose()?;
        Ok(games)
    }

    fn setup(&self) -> &Setup {
        &self.block[0].1
    }

    /// The block of a game, from 1, and the index of its seating.
    fn place(&self, number: u32) -> (u32, usize) {
        let seatings = u32::try_from(self.block.len()).unwrap_or(u32::MAX);
        ((number - 1) / seatings + 1, ((number - 1) % seatings) as usize)
    }

    fn setup_of(&self, number: u32) -> CommandResult<Setup> {
        let (block, seating) = self.place(number);
        let mut setup = self.block[seating].1.clone();
        // Each block has its own seed, so that the log of one game does not reveal the luck of the others.
        if self.count > 1 {
            let seed = if self.args.games > 1 { derive(&self.seed, &format!("game {block}")) } else { self.seed };
            setup = setup.reseeded(name(number), seed);
        }
        if self.args.rotate.is_some() {
            setup.forgets = true;
        }
        if let Some(path) = self.log(number) {
            let PlayArgs { times, info, sync, .. } = *self.args;
            let path = Value::new(path.to_str().ok_or_else(|| usage("--log: expected UTF-8"))?);
            setup.set_log(Some(LogWords { path, times: Some(times), info: Some(info), sync: Some(sync) }));
        }
        Ok(setup)
    }

    /// The path of the log of a game that is not resumed.
    fn log(&self, number: u32) -> Option<PathBuf> {
        let path = self.args.log.as_deref()?;
        Some(if self.count == 1 { path.to_owned() } else { numbered(path, number) })
    }

    fn check_logs(&self) -> CommandResult<()> {
        if self.args.log.as_deref() == Some(Path::new("-")) {
            return Err(usage("--log: expected a new file, found -; --json prints a line for each game to stdout"));
        }
        match (1..=self.count).map_while(|number| self.log(number)).find(|path| path.symlink_metadata().is_ok()) {
            Some(path) => Err(failed(anyhow::anyhow!("{} already exists; choose another --log", path.display()))),
            None => Ok(()),
        }
    }

    fn play(&mut self, number: u32) -> CommandResult<()> {
        let setup = self.setup_of(number)?;
        let prepared = setup.prepare().map_err(cannot_start)?;
        let (requests, inbox) = driver::requests().map_err(failed)?;
        self.interrupt.reach(Some(requests.clone()));
        if let Some(human) = &self.human {
            human.play(requests, prepared.settings.variant);
        }
        let (seed, variant) = (prepared.settings.seed, prepared.settings.variant.word());
        let no_bots = BySeat::new(setup.spec().seats(), |_| None);
        let session = Session {
            links: std::mem::replace(&mut self.kept, no_bots),
            // A bot must not remember the luck of its block.
            keep_bots: number < self.count && self.args.rotate.is_none() && self.interrupt.signal().is_none(),
            events: !self.args.quiet,
            records: self.lines.is_some() || !self.args.quiet,
            may_hold: true,
            sync_later: self.sync_later,
            ..Session::new(prepared, self.nursery.clone(), inbox)
        };
        if self.args.rotate.is_some() {
            let (_, seating) = self.place(number);
            self.series.seat(&self.args.seats, &self.block[seating].0);
        }
        let is_timed = self.args.times.is_on();
        let mut notes = self.lines.is_some().then(|| PlayNotes::new(setup.log_so_far(), is_timed));
        let mut teller = PlayTeller {
            voice: match &self.lines {
                Some(lines) if lines.fill_stdout() => Voice::Silent,
                Some(_) | None if self.args.quiet => Voice::Quiet,
                Some(_) | None => Voice::Full,
            },
            human: self.human.as_ref(),
            series: &mut self.series,
            notes: notes.as_mut(),
            bar: &self.bar,
            setup: &setup,
            shown: VecDeque::new(),
        };
        teller.chat(&format!("game {number} of {}: {variant}, commitment {}", self.count, commitment(&seed)));
        let finished = driver::run(session, &mut teller);
        self.interrupt.reach(None);
        if let Some(unfit) = finished.not_started {
            let exit = if unfit.may_pass() || unfit.reason.is_of_machine() { Code::Failed } else { Code::Usage };
            return Err(CliError { exit, error: anyhow::anyhow!("the match cannot start: {unfit}") });
        }
        teller.chat(&format!("seed {seed}"));
        self.log_failed |= finished.log_failed.is_some();
        self.unsynced.extend(finished.unsynced);
        if self.unsynced.len() >= UNSYNCED {
            self.sync()?;
        }
        self.kept = finished.links;
        if let Some(notes) = &notes {
            self.write_line(number, notes, finished.sha256)?;
        }
        self.bar.inc(1);
        Ok(())
    }

    fn write_line(&mut self, number: u32, notes: &PlayNotes, sha256: Option<Digest>) -> CommandResult<()> {
        let (block, seating) = self.place(number);
        let log = self.args.resume.clone().or_else(|| self.log(number));
        let (Some(lines), Some(mut line)) = (&mut self.lines, notes.line(number)) else { return Ok(()) };
        if self.args.rotate.is_some() {
            line.block = Some(block);
            for (seat, player) in line.seats.iter_mut().zip(self.block[seating].0.iter()) {
                seat.place = Some(player.0 + 1);
            }
        }
        line.log = log.map(|log| log.display().to_string());
        line.sha256 = sha256;
        lines.add(line, notes, &self.block[seating].0)
    }

    /// Waits for the logs that are being synced, and begins to sync those that wait.
    fn sync(&mut self) -> CommandResult<()> {
        self.log_failed |= self.syncing.take().is_some_and(|thread| !thread.join().unwrap_or_default());
        if !self.unsynced.is_empty() {
            let logs = std::mem::take(&mut self.unsynced);
            let sync = thread::Builder::new().name("disk".into()).spawn(|| sync_all(logs));
            self.syncing = Some(sync.map_err(failed)?);
        }
        Ok(())
    }

    /// Stops the bots, prints the summary, and returns the exit code.
    fn finish(mut self) -> CommandResult {
        self.sync()?;
        self.sync()?;
        self.bar.finish_and_clear();
        let patience = self.setup().spec().terms().patience;
        let bots = self.kept.into_iter().flatten().map(|(link, _)| link).collect();
        driver::dismiss(bots, patience.quit());
        let is_silent = self.lines.as_ref().is_some_and(JsonLines::fill_stdout);
        self.lines.map_or(Ok(()), JsonLines::finish)?;
        if !is_silent {
            print_all(self.series.summary())?;
        }
        Ok(match self.interrupt.signal() {
            Some(signal) => Code::Signal(signal),
            None if self.log_failed => Code::Failed,
            None if self.series.aborted() => Code::Undecided,
            None if self.args.forbid_faults && self.series.faults() > 0 => Code::No,
            None => Code::Yes,
        })
    }
}

fn sync_all(logs: Vec<UnsyncedLog>) -> bool {
    let mut all = true;
    driver::sync_together(logs.into_iter().map(|log| ((), Some(log))).collect(), |(), result| {
        if let Err(error) = result {
            complain(&format!("arbiter: {error}"));
            all = false;
        }
    });
    all
}

/// The seatings that are played over the same luck, and the match of each.
fn block(registry: Registry, args: &PlayArgs, seed: Seed) -> CommandResult<Vec<(Lineup, Setup)>> {
    let table = Lineup::new(BotIndex::all(args.seats.len()));
    if let Some(log) = &args.resume {
        let mut setup = Setup::resume(DISK, registry, name(1), log, None).map_err(cannot_start)?;
        setup.set_sync(args.sync);
        return Ok(vec![(table, setup)]);
    }
    // The first seating shows if the number of players is right.
    let first = seats::setup(registry, args, seed, &table)?;
    let others = args.rotate.unwrap_or(Seatings::Single).tables(&table).into_iter().skip(1);
    let others = others.map(|table| Ok((table.clone(), seats::setup(registry, args, seed, &table)?)));
    std::iter::once(Ok((table.clone(), first))).chain(others).collect()
}

/// Refuses a file of `--json` that was meant as the variant or as a player, and stdout that a person needs.
fn check_json(registry: Registry, args: &PlayArgs) -> CommandResult<()> {
    let Some(file) = &args.json else { return Ok(()) };
    let word = file.to_str().unwrap_or_default();
    if registry.find(word).is_some() || seats::is_player(word) {
        return Err(usage(format!(
            "--json: expected a file, but {word} is a variant or a player; write --json last, or --json=FILE"
        )));
    }
    if word == "-" && args.seats.iter().any(|player| player == seats::HUMAN) {
        return Err(usage("--json: a person needs stdout; write --json=FILE"));
    }
    if args.log.as_ref() == Some(file) {
        return Err(usage(format!("--json: {word} is the log; choose another file")));
    }
    if let Some(log) = &args.resume {
        must_differ(file, log)?;
    }
    Ok(())
}

fn name(number: u32) -> Word {
    Word::new(format!("game-{number}")).expect("this is a word")
}

fn check_bots(setup: &Setup, nursery: &Nursery) -> CommandResult<()> {
    let launches = Seat::all(setup.spec().seats()).filter_map(|seat| setup.launch(seat));
    launches.filter_map(|launch| seats::shell_warning(&launch.command)).for_each(|text| complain(&text));
    setup.check_bots(nursery).map_err(|(seat, error)| {
        let exit = if error.is_of_machine() { Code::Failed } else { Code::Usage };
        let words = setup.launch(seat).map(|launch| &launch.command[..]);
        CliError { exit, error: anyhow::anyhow!("seat {seat}: {}", seats::hinted(&error, words)) }
    })
}

fn cannot_start(error: driver::DenialError) -> CliError {
    let exit = if error.code() == uvi::ErrorCode::CannotStart { Code::Failed } else { Code::Usage };
    CliError { exit, error: anyhow::anyhow!("{error}") }
}

/// A progress bar on stderr, which shows if this is a series and stderr is a terminal.
fn progress(games: u32) -> ProgressBar {
    if games < 2 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left {msg}");
    ProgressBar::new(games.into()).with_style(style.expect("the template is well formed"))
}

/// `game.jsonl` becomes `game-2.jsonl`.
pub(crate) fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Voice {
    Full,
    /// Faults, and what a person asks for.
    Quiet,
    /// Nothing, because stdout has only lines of JSON.
    Silent,
}

struct PlayTeller<'a> {
    voice: Voice,
    human: Option<&'a Human>,
    series: &'a mut Series,
    /// The notes for the line of the game; `None` if no lines are wanted.
    notes: Option<&'a mut PlayNotes>,
    bar: &'a ProgressBar,
    /// The match, with the commands of its bots.
    setup: &'a Setup,
    /// The details of faults, one entry for each fault whose message is still to come, to be printed below it.
    shown: VecDeque<Vec<String>>,
}

impl driver::Host for PlayTeller<'_> {
    fn tell(&mut self, message: ToHost) {
        self.series.hear(&message);
        match message {
            ToHost::Ready { seat, bot, .. } if !bot.as_str().is_empty() => self.chat(&format!("seat {seat}: {bot}")),
            ToHost::Chance { action, .. } => self.chat(&format!("  {action}")),
            ToHost::Played { seat, text, .. } => self.chat(&format!("  {seat} {text}")),
            ToHost::Score { turn, points, total, .. } => {
                self.chat(&format!("  turn {turn}: {points} points, {total} in all"));
            }
            ToHost::Fault { seat, fault, text, .. } => {
                self.say(&format!("seat {seat} is at fault: {}: {text}", fault.word()));
                for line in self.shown.pop_front().into_iter().flatten() {
                    self.say(&format!("  {line}"));
                }
                if fault == Fault::NoGreeting
                    && let Some(hint) = self.greeting_hint(seat, text.as_str())
                {
                    self.say(&format!("  {hint}"));
                }
            }
            ToHost::Try { seat, fault, left, text, .. } => {
                let tries = if left == 1 { "try" } else { "tries" };
                self.chat(&format!("seat {seat} tries again, {left} {tries} left: {}: {text}", fault.word()));
            }
            ToHost::Vacated { seat, reason, .. } => self.chat(&format!("seat {seat} is vacated: {reason}")),
            ToHost::Over { over, .. } => self.chat(&format!("over: {over}")),
            ToHost::Board { line, .. } => self.say(&line),
            ToHost::Legal { actions, .. } => self.say(actions.as_str()),
            ToHost::Error { text, .. } => {
                // If a person plays, the person most often caused the error, so it is shown on stdout. Otherwise stdout
                // has only results.
                match self.human {
                    Some(human) => {
                        self.say(&format!("error: {text}"));
                        human.refused();
                    }
                    None => complain(&format!("arbiter: {text}")),
                }
            }
            ToHost::Turn { seat, .. } => {
                if let Some(human) = self.human {
                    human.ask(seat);
                }
            }
            // The other messages are for programs.
            _ => {}
        }
    }

    fn recorded(&mut self, record: &Record) {
        if let Some(notes) = &mut self.notes {
            notes.hear(record);
        }
        if let Record::Fault(fault) = record {
            let mut shown = fault.shown();
            // The text of a crash has this line already.
            if fault.fault == Fault::Timeout
                && let Some(words) = fault.stderr.as_deref().and_then(|text| driver::last_words(text, false))
            {
                shown.push(format!("the last line of its stderr: {words}"));
            }
            self.shown.push_back(shown);
        }
        // The message `over` names nobody.
        if let Record::Result(result) = record {
            let alone = result.seat.filter(|_| result.reason == "resign");
            for seat in alone.into_iter().chain(result.resigned.iter().map(|resigned| resigned.seat)) {
                self.chat(&format!("seat {seat} resigns"));
            }
        }
    }
}

impl PlayTeller<'_> {
    fn say(&self, line: &str) {
        if self.voice != Voice::Silent {
            self.bar.suspend(|| print(line));
        }
    }

    fn greeting_hint(&self, seat: u32, fault: &str) -> Option<String> {
        let launch = self.setup.launch(Seat::new(seat)?)?;
        let command = shell_words::join(&launch.command);
        engines::greeting_hint(&command, &command, fault)
    }

    fn chat(&self, line: &str) {
        if self.voice == Voice::Full {
            self.say(line);
        }
    }
}

/// Handles signals. The first one aborts the running match, so that its log is closed and its bots are stopped. The
/// second one ends the arbiter, and the keepers stop the bots.
#[derive(Debug, Clone, Default)]
struct PlaySignals(Arc<Mutex<InterruptState>>);

#[derive(Debug, Default)]
struct InterruptState {
    signal: Option<i32>,
    requests: Option<Requests>,
}

impl PlaySignals {
    fn watch() -> CommandResult<Self> {
        let interrupt = Self::default();
        let seen = interrupt.clone();
        signals::watch(signals::SignalPolicy::Person, move |signal| {
            let mut state = lock(&seen.0);
            state.signal = Some(signal);
            if let Some(requests) = &state.requests {
                requests.put_quietly(Wish::Stop);
            }
        })?;
        Ok(interrupt)
    }

    /// Sets the match that a signal aborts, and aborts it if the signal has already come.
    fn reach(&self, requests: Option<Requests>) {
        let mut state = lock(&self.0);
        if let (Some(requests), Some(_)) = (&requests, state.signal) {
            requests.put_quietly(Wish::Stop);
        }
        state.requests = requests;
    }

    fn signal(&self) -> Option<i32> {
        lock(&self.0).signal
    }
}
