//! Performs a rerun with a bot: the loop that starts the bot, waits for it and stops it.

use std::{
    io,
    time::{Duration, Instant},
};

use uvi::{Fault, OwnedLine, escape_controls};
use uvi_match::record::Lapse;

use super::{Rerun, RerunStep, RerunVerdict};
use crate::{
    bot::{Launch, Nursery},
    driver::{BotDialogue, BotEvent},
    world::{RealClock, WorldClock as _},
};

/// The wait for a bot without a limit, after which the loop waits again.
const LONG: Duration = Duration::from_secs(3600);

/// The result of a rerun with a bot.
#[derive(Debug)]
pub struct Performance {
    /// The result of the rerun.
    pub verdict: RerunVerdict,
    /// The end of the bot's stderr, its control characters escaped.
    pub stderr: String,
}

/// Performs a rerun. Tells each line with its mark: `>` to the bot, `<` from it, `|` from it and no message. The bot is
/// gone when this returns.
///
/// # Errors
/// If the arbiter cannot start any bot, or the system call that waits fails.
pub fn perform(
    rerun: &mut Rerun<'_>,
    launch: &Launch,
    nursery: &Nursery,
    tell: &mut dyn FnMut(char, &str),
) -> io::Result<Performance> {
    let mut dialogue = match nursery.launch(launch) {
        Ok(process) => BotDialogue::new(process),
        Err(error) if error.is_ours() => return Err(io::Error::other(error)),
        Err(error) => loop {
            match rerun.step() {
                RerunStep::End(verdict) => return Ok(Performance { verdict, stderr: String::new() }),
                RerunStep::Wait(_) => rerun.fails(Fault::NoStart, error.to_string()),
                RerunStep::Say(_) => {}
            }
        },
    };
    let performed = talk(rerun, &mut dialogue, tell);
    dialogue.flush();
    let stderr = dialogue.stderr().lines().map(escape_controls).collect::<Vec<_>>().join("\n");
    dialogue.stop(rerun.patience().quit());
    performed.map(|verdict| Performance { verdict, stderr })
}

fn talk(
    rerun: &mut Rerun<'_>,
    dialogue: &mut BotDialogue,
    tell: &mut dyn FnMut(char, &str),
) -> io::Result<RerunVerdict> {
    loop {
        match rerun.step() {
            RerunStep::End(verdict) => return Ok(verdict),
            RerunStep::Say(line) => {
                tell('>', &line);
                dialogue.say(&line);
            }
            RerunStep::Wait(limit) => {
                dialogue.flush();
                let by = limit.map(|limit| RealClock.now() + limit);
                while rerun.waits() {
                    hear(rerun, dialogue, by, tell)?;
                }
            }
        }
    }
}

/// Waits for the next event of the bot.
fn hear(
    rerun: &mut Rerun<'_>,
    dialogue: &mut BotDialogue,
    by: Option<Instant>,
    tell: &mut dyn FnMut(char, &str),
) -> io::Result<()> {
    // Without a limit, only a bot that leaves its input unread is late.
    let blocked = dialogue.is_blocked();
    let wait = if blocked { rerun.patience().ready() } else { LONG };
    match dialogue.hear(by.unwrap_or_else(|| RealClock.now() + wait))? {
        BotEvent::Line(line) => {
            pass(rerun, &line, tell);
            // Lines that came together are no answers to the next question.
            while let Some(line) = dialogue.read_already() {
                pass(rerun, &line, tell);
            }
        }
        BotEvent::NotExecuted(text) => rerun.fails(Fault::NoStart, text),
        BotEvent::Ended(text) => rerun.fails(Fault::Crash, text),
        BotEvent::Deaf => rerun.fails(Fault::Deaf, Lapse::InputClosed.to_string()),
        BotEvent::Nothing if blocked && dialogue.is_blocked() => {
            rerun.fails(Fault::Deaf, Lapse::PipeFull.to_string());
        }
        BotEvent::Nothing if by.is_some() => rerun.late(),
        BotEvent::Nothing => {}
    }
    Ok(())
}

fn pass(rerun: &mut Rerun<'_>, line: &OwnedLine, tell: &mut dyn FnMut(char, &str)) {
    let text = match line {
        OwnedLine::Text(text) => escape_controls(text).into_owned(),
        OwnedLine::NotUtf8(bytes) => format!("({} bytes that are not UTF-8)", bytes.len()),
        OwnedLine::TooLong { .. } => "(a line that is too long)".to_owned(),
    };
    tell(if rerun.line(line) { '<' } else { '|' }, &text);
}
