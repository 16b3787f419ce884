//! Performs a rerun with a bot: the loop that starts the bot, waits for it and stops it.

use std::{
    io,
    time::{Duration, Instant},
};

use uvi::{Fault, OwnedLine, escape_controls};
use uvi_match::record::Lapse;

use super::{Cues, Moment, Rerun, RerunStep, RerunVerdict};
use crate::{
    bot::{Launch, Nursery},
    driver::{BotDialogue, BotEvent, LinkEnd},
    world::{RealClock, WorldClock as _},
};

/// The wait for a bot without a limit, after which the loop waits again.
const LONG: Duration = Duration::from_secs(3600);

/// The result of a rerun with a bot.
#[derive(Debug)]
pub struct Performance {
    /// The result of the rerun.
    pub verdict: RerunVerdict,
    /// The first fault; else the difference, or the answer to the last question of a log that ends with a question.
    pub moment: Option<Moment>,
    /// The lines that the bot was told, with its reactions.
    pub told: Cues,
    /// The end of the bot's stderr, its control characters escaped.
    pub stderr: String,
}

struct Performer<'a, 'b> {
    rerun: Rerun<'a>,
    dialogue: BotDialogue,
    tell: &'b mut dyn FnMut(char, &str),
}

/// Performs a rerun. Tells each line with its mark: `>` to the bot, `<` from it, `|` from it and no message. The bot is
/// gone when this returns. Fails if the arbiter cannot start any bot.
pub fn perform(
    mut rerun: Rerun<'_>,
    launch: &Launch,
    nursery: &Nursery,
    tell: &mut dyn FnMut(char, &str),
) -> io::Result<Performance> {
    let process = match nursery.launch(launch) {
        Ok(process) => process,
        Err(error) if error.is_ours() => return Err(io::Error::other(error)),
        Err(error) => loop {
            match rerun.step() {
                RerunStep::End(verdict) => return Ok(ended(rerun, verdict, String::new())),
                RerunStep::Wait(_) => rerun.fails(Fault::NoStart, error.to_string()),
                RerunStep::Say(_) | RerunStep::SayUnknown(_) => {}
            }
        },
    };
    let mut performer = Performer { rerun, dialogue: BotDialogue::new(process), tell };
    let verdict = performer.talk();
    let Performer { rerun, mut dialogue, .. } = performer;
    dialogue.flush();
    let stderr = dialogue.stderr().lines().map(shown).collect::<Vec<_>>().join("\n");
    dialogue.stop(rerun.patience().quit());
    Ok(ended(rerun, verdict?, stderr))
}

/// A line of the bot or of its debugger. Tabs, with which gdb sets off lines of the source, become spaces.
fn shown(line: &str) -> String {
    escape_controls(&line.replace('\t', "    ")).into_owned()
}

fn ended(rerun: Rerun<'_>, verdict: RerunVerdict, stderr: String) -> Performance {
    Performance { verdict, moment: rerun.moment, told: rerun.told, stderr }
}

impl Performer<'_, '_> {
    fn talk(&mut self) -> io::Result<RerunVerdict> {
        loop {
            match self.rerun.step() {
                RerunStep::End(verdict) => return Ok(verdict),
                RerunStep::Say(message) => {
                    (self.tell)('>', &message.to_string());
                    self.dialogue.say(&message);
                }
                RerunStep::SayUnknown(line) => {
                    (self.tell)('>', &line);
                    self.dialogue.say_unknown(&line);
                }
                RerunStep::Wait(limit) => {
                    self.dialogue.flush();
                    let by = limit.and_then(|limit| RealClock.now().checked_add(limit));
                    // The next reaction has a limit of its own.
                    let reactions = self.rerun.told.len();
                    while self.rerun.waits() && self.rerun.told.len() == reactions {
                        self.hear(by)?;
                    }
                }
            }
        }
    }

    fn hear(&mut self, by: Option<Instant>) -> io::Result<()> {
        // Without a limit, only a bot that leaves its input unread is late.
        let blocked = self.dialogue.is_blocked();
        let wait = if blocked { self.rerun.patience().ready() } else { LONG };
        match self.dialogue.hear(by.unwrap_or_else(|| RealClock.now() + wait))? {
            BotEvent::Line(line) => {
                self.pass(&line);
                // Lines that came together are no answers to the next question.
                while !self.rerun.is_greeting()
                    && let Some(line) = self.dialogue.read_already()
                {
                    self.pass(&line);
                }
            }
            BotEvent::End(LinkEnd::NotExecuted(text) | LinkEnd::NotStarted(text)) => {
                self.rerun.fails(Fault::NoStart, text);
            }
            BotEvent::End(LinkEnd::Left(text) | LinkEnd::Ended(text)) => self.rerun.fails(Fault::Crash, text),
            BotEvent::Deaf => self.rerun.fails(Fault::Deaf, Lapse::InputClosed.to_string()),
            BotEvent::Nothing if blocked && self.dialogue.is_blocked() => {
                self.rerun.fails(Fault::Deaf, Lapse::PipeFull.to_string());
            }
            BotEvent::Nothing if by.is_some() => self.rerun.late(),
            BotEvent::Nothing => {}
        }
        Ok(())
    }

    fn pass(&mut self, line: &OwnedLine) {
        let text = match line {
            OwnedLine::Text(text) => shown(text),
            OwnedLine::NotUtf8(_) => "(a line that is not UTF-8)".to_owned(),
            OwnedLine::TooLong { .. } => "(a line that is too long)".to_owned(),
        };
        (self.tell)(if self.rerun.line(line) { '<' } else { '|' }, &text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_of_a_debugger_become_spaces() {
        assert_eq!(shown("5\tx = 1;\u{1b}"), "5    x = 1;\\u{1b}");
    }
}
