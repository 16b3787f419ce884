//! A tournament on a terminal: its lines, and below them a bar with the standings. A thread of its own draws it all a few
//! times a second, so that no game waits for it.

use std::{
    io, thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use uvi_cup::{GameResult, GameTimes, Plan, Progress, Standings};

use crate::cli::output::print;

/// How many lines of the standings stand below the bar.
const SHOWN: usize = 10;

/// How long it stays as it is at least.
const PAUSE: Duration = Duration::from_millis(100);

/// The standings take no more than this part of the time.
const SHARE: u32 = 20;

/// What is told to the thread that draws.
#[derive(Debug)]
enum Told {
    Result { line: String, result: Box<GameResult>, times: Option<GameTimes> },
    Line(String),
}

/// A terminal with a bar. It is drawn to its end when this is dropped.
#[derive(Debug)]
pub(super) struct Screen {
    told: Option<Sender<Told>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Screen {
    /// A screen for a tournament that has come so far.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub(super) fn new(plan: &Plan, progress: &Progress) -> io::Result<Self> {
        let (told, tells) = unbounded();
        let drawing = Drawing::new(plan.clone(), progress.clone());
        let thread = thread::Builder::new().name("screen".to_owned()).spawn(move || drawing.draw_all(&tells))?;
        Ok(Self { told: Some(told), thread: Some(thread) })
    }

    /// A result stands, and a line says so.
    pub(super) fn result(&self, line: String, result: Box<GameResult>, times: Option<GameTimes>) {
        self.tell(Told::Result { line, result, times });
    }

    /// A line for people.
    pub(super) fn line(&self, text: &str) {
        self.tell(Told::Line(text.to_owned()));
    }

    fn tell(&self, told: Told) {
        if let Some(thread) = &self.told {
            // It listens until this end is dropped.
            let _ = thread.send(told);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.told = None;
        if let Some(Err(_)) = self.thread.take().map(thread::JoinHandle::join) {
            log::error!("the thread that draws the bar has panicked");
        }
    }
}

/// What is drawn.
struct Drawing {
    plan: Plan,
    /// The tournament as far as it has been told of.
    progress: Progress,
    bar: ProgressBar,
    /// Lines that are not printed yet.
    lines: Vec<String>,
    /// Whether there are results that the standings do not show.
    stale: bool,
    /// When the standings may be worked out again: they take the longer the more games there are.
    standings_from: Instant,
}

impl Drawing {
    fn new(plan: Plan, progress: Progress) -> Self {
        let total = Progress::total(&plan);
        let bar = ProgressBar::with_draw_target(total.map(u64::from), ProgressDrawTarget::stderr());
        let template = match total {
            Some(_) => "{bar:30} {pos}/{len} games, {eta} left\n{msg}",
            None => "{spinner} {pos} games in {elapsed}\n{msg}",
        };
        let bar = bar.with_style(ProgressStyle::with_template(template).expect("the template is well formed"));
        bar.set_position(progress.held().results.len() as u64);
        bar.reset_eta();
        Self { plan, progress, bar, lines: Vec::new(), stale: false, standings_from: Instant::now() }
    }

    /// Draws what it is told until nobody tells anything any more.
    fn draw_all(mut self, tells: &Receiver<Told>) {
        let mut due = Instant::now();
        loop {
            let told = match self.lines.is_empty() && !self.stale {
                true => tells.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => tells.recv_deadline(due),
            };
            match told {
                Ok(told) => self.hear(told),
                Err(RecvTimeoutError::Timeout) => {
                    self.draw();
                    due = Instant::now() + PAUSE;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.bar.finish_and_clear();
        print_lines(&mut self.lines);
    }

    fn hear(&mut self, told: Told) {
        match told {
            Told::Line(line) => self.lines.push(line),
            Told::Result { line, result, times } => {
                self.lines.push(line);
                self.stale = true;
                if let Err(error) = self.progress.follow(*result, times) {
                    log::error!("the bar follows another plan: {error}");
                }
            }
        }
    }

    fn draw(&mut self) {
        if !self.lines.is_empty() {
            self.bar.suspend(|| print_lines(&mut self.lines));
        }
        self.bar.set_position(self.progress.held().results.len() as u64);
        let begun = Instant::now();
        if self.stale && begun >= self.standings_from {
            let table = Standings::of(&self.plan, &self.progress).table();
            self.bar.set_message(table.lines().take(SHOWN).collect::<Vec<_>>().join("\n"));
            self.stale = false;
            let ended = Instant::now();
            self.standings_from = ended + (ended - begun) * SHARE;
        }
    }
}

/// Prints lines, all in one.
fn print_lines(lines: &mut Vec<String>) {
    if !lines.is_empty() {
        print(&lines.join("\n"));
        lines.clear();
    }
}
