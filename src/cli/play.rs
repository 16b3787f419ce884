//! The command `play`: plays one or more matches from the command line.

use std::{
    collections::VecDeque,
    io::IsTerminal,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::Instant,
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use indicatif::{ProgressBar, ProgressStyle};
use uvi::{LogWords, ToHost, Value, Word};
use uvi_cup::{GATHER, SyncQueue};
use uvi_games::game::{BySeat, Registry, Seed, commitment, derive};
use uvi_match::record::FaultRecord;

use super::{
    args::PlayArgs,
    engines,
    exit::{CliError, Code, CommandResult, failed, usage},
    human::Human,
    output::{complain, print, print_all},
    seats,
    series::Series,
    signals,
};
use crate::{
    bot::{Nursery, StartError},
    driver::{self, KeptBot, Requests, Session, Setup, UnsyncedLog, Wish},
    world::DISK,
};

/// The hint after an error that a program was not found.
const OWN_BOTS: &str = "; the arbiter comes with bot:random, bot:greedy, bot:search, bot:chain and bot:prowler, and \
                        bot:uci:ENGINE plays a UCI engine";

pub(crate) fn run(registry: Registry, args: &PlayArgs) -> CommandResult {
    let mut games = Games::prepare(registry, args)?;
    for number in 1..=games.count {
        games.play(number)?;
        if games.is_cut_short() {
            break;
        }
    }
    games.finish()
}

/// The games of one command, and their common state.
struct Games<'a> {
    args: &'a PlayArgs,
    setup: Setup,
    count: u32,
    /// The seed of a single game, or the seed from which the seeds of a series are derived.
    seed: Seed,
    nursery: Nursery,
    interrupt: Interrupt,
    human: Option<Human>,
    bar: Option<ProgressBar>,
    disk: Option<Disk>,
    series: Series,
    kept: BySeat<Option<KeptBot>>,
    log_failed: bool,
}

impl<'a> Games<'a> {
    /// Resolves the arguments, and checks the bots and the logs.
    fn prepare(registry: Registry, args: &'a PlayArgs) -> CommandResult<Self> {
        let seed = args.seed.unwrap_or_else(|| Seed(rand::random()));
        let (setup, count) = match &args.resume {
            Some(log) => (Setup::resume(DISK, registry, name(1), log, None).map_err(cannot_start)?, 1),
            None => (seats::setup(registry, args, seed)?, args.games),
        };
        let seats = setup.spec().seats();
        let games = Self {
            nursery: Nursery::new(std::env::current_exe().map_err(failed)?).map_err(failed)?,
            interrupt: Interrupt::watch()?,
            human: setup.has_host_seat().then(Human::start).transpose().map_err(failed)?,
            bar: progress(args),
            // A log must be on the disk before its result is printed. If only the summary is printed, logs may be
            // synced later.
            disk: (args.quiet && count > 1).then(Disk::start).transpose().map_err(failed)?,
            series: Series::new(seats),
            kept: BySeat::new(seats, |_| None),
            log_failed: false,
            args,
            setup,
            count,
            seed,
        };
        check_logs(args, count)?;
        check_bots(&games.setup)?;
        engines::check_all(&games.setup, &games.nursery)?;
        Ok(games)
    }

    fn setup_of(&self, number: u32) -> CommandResult<Setup> {
        let mut setup = self.setup.clone();
        // Each game has its own seed, so that the log of one game does not reveal the luck of the others.
        if self.count > 1 {
            setup = setup.reseeded(name(number), derive(&self.seed, &format!("game {number}")));
        }
        if let Some(path) = &self.args.log {
            setup.set_log(Some(log_words(self.args, path, number)?));
        }
        Ok(setup)
    }

    fn play(&mut self, number: u32) -> CommandResult<()> {
        let prepared = self.setup_of(number)?.prepare().map_err(cannot_start)?;
        let (requests, inbox) = driver::requests().map_err(failed)?;
        self.interrupt.reach(Some(requests.clone()));
        if let Some(human) = &self.human {
            human.play(requests);
        }
        let (seed, variant) = (prepared.settings.seed, prepared.settings.variant.word());
        let no_bots = BySeat::new(self.setup.spec().seats(), |_| None);
        let session = Session {
            links: std::mem::replace(&mut self.kept, no_bots),
            keep_bots: number < self.count && self.interrupt.signal().is_none(),
            events: !self.args.quiet,
            may_hold: true,
            sync_later: self.disk.is_some(),
            ..Session::new(prepared, self.nursery.clone(), inbox)
        };
        let mut teller = Teller {
            quiet: self.args.quiet,
            human: self.human.as_ref(),
            series: &mut self.series,
            bar: self.bar.as_ref(),
            shown: VecDeque::new(),
        };
        teller.chat(&format!("game {number} of {}: {variant}, commitment {}", self.count, commitment(&seed)));
        let finished = driver::run(session, &mut teller);
        self.interrupt.reach(None);
        if let Some(unfit) = finished.not_started {
            let exit = if unfit.may_pass() { Code::Failed } else { Code::Usage };
            return Err(CliError { exit, error: anyhow::anyhow!("the match cannot start: {unfit}") });
        }
        teller.chat(&format!("seed {seed}"));
        if let (Some(disk), Some(log)) = (&self.disk, finished.unsynced) {
            disk.sync(log);
        }
        self.log_failed |= finished.log_failed.is_some();
        self.kept = finished.links;
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        Ok(())
    }

    fn is_cut_short(&self) -> bool {
        self.interrupt.signal().is_some() || self.log_failed || self.series.aborted()
    }

    /// Stops the bots, prints the summary, and returns the exit code.
    fn finish(self) -> CommandResult {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        let log_failed = self.disk.is_some_and(|disk| !disk.finish()) || self.log_failed;
        let bots = self.kept.into_iter().flatten().map(|(link, _)| link).collect();
        driver::dismiss(bots, self.setup.spec().terms().patience.quit());
        print_all(self.series.summary())?;
        Ok(match self.interrupt.signal() {
            Some(signal) => Code::Signal(signal),
            None if log_failed => Code::Failed,
            None if self.series.aborted() => Code::Undecided,
            None if self.args.forbid_faults && self.series.faults() > 0 => Code::No,
            None => Code::Yes,
        })
    }
}

fn name(number: u32) -> Word {
    Word::new(format!("game-{number}")).expect("this is a word")
}

fn check_bots(setup: &Setup) -> CommandResult<()> {
    setup.check_bots().map_err(|(seat, error)| {
        let own = match error {
            StartError::NoProgram | StartError::NoFile(_) | StartError::NotOnPath { .. } => OWN_BOTS,
            _ => "",
        };
        let exit = if error.may_pass() { Code::Failed } else { Code::Usage };
        CliError { exit, error: anyhow::anyhow!("seat {seat}: {error}{own}") }
    })
}

/// The thread that syncs the logs of a series while the next games run.
struct Disk {
    logs: Sender<UnsyncedLog>,
    thread: JoinHandle<bool>,
}

/// The capacity of the channel to the thread, and of the queue in the thread. Each waiting log is an open file.
const UNSYNCED: usize = 32;

impl Disk {
    fn start() -> std::io::Result<Self> {
        let (logs, coming) = bounded(UNSYNCED);
        let thread = thread::Builder::new().name("disk".into()).spawn(move || sync_all(&coming))?;
        Ok(Self { logs, thread })
    }

    fn sync(&self, log: UnsyncedLog) {
        // The thread runs until this sender is dropped.
        let _ = self.logs.send(log);
    }

    /// Waits until all logs are synced. Returns false if one could not be synced.
    fn finish(self) -> bool {
        drop(self.logs);
        self.thread.join().unwrap_or_default()
    }
}

/// Syncs logs until the sender is dropped and all logs are handled. Returns true if all could be synced.
fn sync_all(coming: &Receiver<UnsyncedLog>) -> bool {
    let mut queue = SyncQueue::new(UNSYNCED, GATHER, Instant::now());
    let mut all = true;
    loop {
        let due = queue.due();
        let now = match due.map_or_else(|| Ok(coming.recv()?), |due| coming.recv_deadline(due)) {
            Ok(log) => {
                queue.add(log);
                while !queue.is_full()
                    && let Ok(more) = coming.try_recv()
                {
                    queue.add(more);
                }
                Instant::now()
            }
            Err(RecvTimeoutError::Timeout) => Instant::now(),
            Err(RecvTimeoutError::Disconnected) => match due {
                // The sender is dropped, so no more logs come. Sync the waiting logs now instead of when they are due.
                Some(due) => due,
                None => return all,
            },
        };
        let batch = queue.take(now).unwrap_or_default();
        driver::sync_together(batch.into_iter().map(|log| ((), Some(log))).collect(), |(), result| {
            queue.end_one();
            if let Err(error) = result {
                complain(&format!("arbiter: {error}"));
                all = false;
            }
        });
    }
}

fn cannot_start(error: driver::DenialError) -> CliError {
    let exit = if error.code() == uvi::ErrorCode::CannotStart { Code::Failed } else { Code::Usage };
    CliError { exit, error: anyhow::anyhow!("{error}") }
}

/// A progress bar, if this is a series and stderr is a terminal.
fn progress(args: &PlayArgs) -> Option<ProgressBar> {
    if args.games < 2 || !std::io::stderr().is_terminal() {
        return None;
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left {msg}");
    Some(ProgressBar::new(args.games.into()).with_style(style.expect("the template is well formed")))
}

fn log_words(args: &PlayArgs, path: &Path, number: u32) -> CommandResult<LogWords> {
    let path = if args.games == 1 { path.to_owned() } else { numbered(path, number) };
    let text = path.to_str().ok_or_else(|| usage("--log: expected UTF-8"))?;
    Ok(LogWords { path: Value::new(text), times: Some(args.times), info: Some(args.info), sync: Some(args.sync) })
}

/// Refuses a series if the log of one of its games exists already.
fn check_logs(args: &PlayArgs, games: u32) -> CommandResult<()> {
    let Some(path) = args.log.as_deref().filter(|_| games > 1) else { return Ok(()) };
    match (1..=games).map(|number| numbered(path, number)).find(|path| path.symlink_metadata().is_ok()) {
        Some(path) => Err(failed(anyhow::anyhow!("{} already exists; choose another --log", path.display()))),
        None => Ok(()),
    }
}

/// `game.jsonl` becomes `game-2.jsonl`.
pub(crate) fn numbered(path: &Path, number: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{number}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{number}"),
    };
    path.with_file_name(name)
}

/// Prints the events of a match for people.
struct Teller<'a> {
    quiet: bool,
    human: Option<&'a Human>,
    series: &'a mut Series,
    bar: Option<&'a ProgressBar>,
    /// The details of faults, one entry for each fault whose message is still to come. They are printed below the
    /// message.
    shown: VecDeque<Vec<String>>,
}

impl driver::Host for Teller<'_> {
    fn tell(&mut self, message: ToHost) {
        self.hear(&message);
    }

    fn record_fault(&mut self, fault: &FaultRecord) {
        self.shown.push_back(fault.shown());
    }
}

impl Teller<'_> {
    /// Prints a line, above the progress bar if there is one.
    fn say(&self, line: &str) {
        match self.bar {
            Some(bar) => bar.suspend(|| print(line)),
            None => print(line),
        };
    }

    fn hear(&mut self, message: &ToHost) {
        self.series.hear(message);
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
            }
            ToHost::Try { seat, fault, left, text, .. } => {
                let tries = if *left == 1 { "try" } else { "tries" };
                self.chat(&format!("seat {seat} tries again, {left} {tries} left: {}: {text}", fault.word()));
            }
            ToHost::Vacated { seat, reason, .. } => self.chat(&format!("seat {seat} is vacated: {reason}")),
            ToHost::Over { over, .. } => self.chat(&format!("over: {over}")),
            ToHost::Board { line, .. } => self.say(line),
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
                    human.ask(*seat);
                }
            }
            // The other messages are for programs.
            _ => {}
        }
    }

    fn chat(&self, line: &str) {
        if !self.quiet {
            self.say(line);
        }
    }
}

/// Handles signals. The first one aborts the running match, so that its log is closed and its bots are stopped. The
/// second one ends the arbiter, and the keepers stop the bots.
#[derive(Debug, Clone, Default)]
struct Interrupt(Arc<Mutex<Interrupted>>);

#[derive(Debug, Default)]
struct Interrupted {
    signal: Option<i32>,
    /// The requests of the running match.
    requests: Option<Requests>,
}

impl Interrupt {
    fn watch() -> CommandResult<Self> {
        let interrupt = Self::default();
        let seen = interrupt.clone();
        signals::watch(signals::SignalPolicy::Person, move |signal| {
            let mut state = seen.lock();
            state.signal = Some(signal);
            if let Some(requests) = &state.requests {
                requests.put_quietly(Wish::Stop);
            }
        })?;
        Ok(interrupt)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Interrupted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the match that a signal aborts, and aborts it if the signal has already come.
    fn reach(&self, requests: Option<Requests>) {
        let mut state = self.lock();
        if let (Some(requests), Some(_)) = (&requests, state.signal) {
            requests.put_quietly(Wish::Stop);
        }
        state.requests = requests;
    }

    fn signal(&self) -> Option<i32> {
        self.lock().signal
    }
}
