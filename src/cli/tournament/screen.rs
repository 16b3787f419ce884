//! A tournament on a terminal: lines, and below them a bar with the standings. A thread redraws a few times a second,
//! so that no game waits for the terminal.

use std::{
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use uvi_cup::{Plan, Progress, Standings};

use super::told_thread::ToldThread;
use crate::{
    cli::output::{complain, print},
    cup::FolderView,
    world::DISK,
};

const SHOWN: usize = 10;

const PAUSE: Duration = Duration::from_millis(100);

/// The pause after computing the standings, as a multiple of the time that it took.
const SHARE: u32 = 20;

#[derive(Debug)]
pub(super) enum ScreenMessage {
    /// A line for a result, which also moves the standings.
    Result(String),
    /// The number of finished games, of which some may wait for earlier ones of the plan.
    Finished(usize),
    Line(String),
    Complaint(String),
}

/// Draws a tournament with this progress on a terminal with a bar. The standings follow from the folder. When the thread
/// is dropped, the remaining lines are printed and the bar is removed.
pub(super) fn screen(plan: &Plan, folder: &Path, progress: &Progress) -> io::Result<ToldThread<ScreenMessage>> {
    let (total, finished) = (plan.total(), progress.finished());
    let bar = ProgressBar::with_draw_target(total.map(u64::from), ProgressDrawTarget::stderr());
    let template = match total {
        Some(_) => "{bar:30} {pos}/{len} games, {eta} left\n{msg}",
        None => "{spinner} {pos} games in {elapsed}\n{msg}",
    };
    let bar = bar.with_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    bar.set_position(finished as u64);
    bar.reset_eta();
    let drawing = Drawing {
        plan: plan.clone(),
        folder: folder.to_owned(),
        bar,
        finished,
        lines: Vec::new(),
        stale: false,
        standings_from: Instant::now(),
    };
    ToldThread::start("screen", "draws the bar", |messages| drawing.draw_all(messages))
}

struct Drawing {
    plan: Plan,
    folder: PathBuf,
    bar: ProgressBar,
    /// The number of finished games. Results come in the order of the plan, so they may lag behind.
    finished: usize,
    lines: Vec<String>,
    stale: bool,
    /// The earliest time to compute the standings again, because the computation takes longer the more games there are.
    standings_from: Instant,
}

impl Drawing {
    fn draw_all(mut self, tells: &Receiver<ScreenMessage>) {
        let mut due = Instant::now();
        loop {
            let is_drawn = self.lines.is_empty() && !self.stale && self.bar.position() == self.finished as u64;
            let told = match is_drawn {
                true => tells.recv().map_err(|_| RecvTimeoutError::Disconnected),
                // On a busy machine there is always another message.
                false if due <= Instant::now() => Err(RecvTimeoutError::Timeout),
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

    fn hear(&mut self, told: ScreenMessage) {
        match told {
            ScreenMessage::Line(line) => self.lines.push(line),
            ScreenMessage::Complaint(text) => self.bar.suspend(|| complain(&text)),
            ScreenMessage::Finished(games) => self.finished = games,
            ScreenMessage::Result(line) => {
                self.lines.push(line);
                self.stale = true;
            }
        }
    }

    fn draw(&mut self) {
        if !self.lines.is_empty() {
            self.bar.suspend(|| print_lines(&mut self.lines));
        }
        self.bar.set_position(self.finished as u64);
        let begun = Instant::now();
        if self.stale && begun >= self.standings_from {
            // The results that were told are in the folder already.
            if let Ok(progress) = FolderView::new(DISK, &self.folder).progress(&self.plan) {
                let table = Standings::of(&self.plan, &progress).table();
                self.bar.set_message(table.lines().take(SHOWN).collect::<Vec<_>>().join("\n"));
            }
            self.stale = false;
            let ended = Instant::now();
            self.standings_from = ended + (ended - begun) * SHARE;
        }
    }
}

fn print_lines(lines: &mut Vec<String>) {
    if !lines.is_empty() {
        print(&lines.join("\n"));
        lines.clear();
    }
}
