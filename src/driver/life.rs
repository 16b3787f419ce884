//! The life of one bot, from its start to its end, as a state machine. It takes in events with their times, and says
//! which stage the bot has reached and when something is due. It knows no process, pipe or clock.

use std::time::{Duration, Instant};

use uvi::{Framer, Line};
use uvi_match::referee::{BotEnd, Delivery};

use crate::bot::{Exit, ReadResult};

/// The time for which the driver waits for an exit after the bot's output or input has closed. Without an exit in that
/// time, only the pipe counts as closed. On a busy machine, a keeper needs a while to end.
const EXIT_FOLLOWS: Duration = Duration::from_secs(1);

/// The time for which the driver waits for a killed bot. A process that the system cannot kill is left to the system.
const KILL_FOLLOWS: Duration = Duration::from_secs(5);

/// The words between the end of a bot and the last line of its stderr, in the text of its end.
pub(crate) const LAST_WORDS: &str = "; the last line of its stderr: ";

/// The stage that a bot has reached.
#[derive(Debug)]
pub(super) enum Life {
    /// The bot is there and has not been told to leave. Boxed to keep a life small when it is moved.
    Playing(Box<PlayingBot>),
    /// The bot has been told to leave. If it is still there at `by`, it is killed. The `said` bytes that it has written
    /// since are discarded.
    Leaving { by: Instant, said: usize },
    /// The bot has been killed. If it is still there at `by`, it is given up.
    Killed { by: Instant, said: usize },
    /// The bot is gone, with everything that it started.
    Gone,
}

/// The state of a bot that has not been told to leave.
#[derive(Debug)]
pub(super) struct PlayingBot {
    /// Splits the bot's output into lines, and holds an unfinished line.
    framer: Framer,
    /// True if the loop does not wait for the bot's output until the next message to the bot.
    muted: bool,
    /// Set at the end of the output: the time until which the driver waits for an exit.
    closing: Option<Instant>,
    /// Set at the end of the input: the time until which the driver waits for an exit.
    deaf: Option<Instant>,
}

/// The way in which a bot ended, with the reason as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkEnd {
    /// The bot was never executed.
    NotExecuted(String),
    /// The bot was never executed, and the cause is not the bot.
    NotStarted(String),
    /// The bot exited with status 0. The text has the last line of its stderr.
    Left(String),
    /// The bot ended otherwise, or closed its output. The text has the last line of its stderr, often the reason.
    Ended(String),
}

impl From<LinkEnd> for BotEnd {
    fn from(end: LinkEnd) -> Self {
        match end {
            LinkEnd::NotExecuted(text) | LinkEnd::NotStarted(text) => Self::NotStarted(text),
            LinkEnd::Left(text) | LinkEnd::Ended(text) => Self::Ended(text),
        }
    }
}

impl Life {
    /// The life of a bot that was just started.
    pub(super) fn new() -> Self {
        let framer = Framer::new(uvi::MAX_LINE);
        Self::Playing(Box::new(PlayingBot { framer, muted: false, closing: None, deaf: None }))
    }

    /// Listens to the bot again, because it was sent a message.
    pub(super) fn hear(&mut self) {
        if let Self::Playing(playing) = self {
            playing.muted = false;
        }
    }

    /// Ignores the bot's output until the next [`Life::hear`].
    pub(super) fn mute(&mut self) {
        if let Self::Playing(playing) = self {
            playing.muted = true;
        }
    }

    /// Returns true if the loop should wait for the bot's output.
    pub(super) fn listens(&self) -> bool {
        match self {
            Self::Playing(playing) => !playing.muted,
            // A bot that writes more could keep the loop busy until the kill.
            Self::Leaving { said, .. } | Self::Killed { said, .. } => *said <= uvi::MAX_WRITTEN_LINE,
            Self::Gone => false,
        }
    }

    /// Takes in a read of the bot's output, and calls `line` for each complete line. The output of a bot that was told
    /// to leave is discarded.
    pub(super) fn received(
        &mut self,
        now: Instant,
        received: ReadResult,
        mut bytes: &[u8],
        mut line: impl FnMut(Line<'_>),
    ) {
        match (self, received) {
            (Self::Playing(playing), ReadResult::Bytes(_)) => {
                while let Some(found) = playing.framer.next(&mut bytes) {
                    line(found);
                }
            }
            // An unfinished line at the end of the output is no message: the bot was cut off in the middle of the line.
            (Self::Playing(playing), ReadResult::End) => {
                playing.closing.get_or_insert(now + EXIT_FOLLOWS);
            }
            (Self::Leaving { said, .. } | Self::Killed { said, .. }, ReadResult::Bytes(count)) => *said += count,
            (_, ReadResult::Bytes(_) | ReadResult::Nothing | ReadResult::End) => {}
        }
    }

    /// Takes in the result of a write, and returns the result for the match. A closed input counts as blocked for now,
    /// because it is most often the first sign of an exit. For a bot that was told to leave, any result counts as done.
    pub(super) fn delivered(&mut self, now: Instant, delivery: Delivery) -> Delivery {
        match (self, delivery) {
            (Self::Playing(playing), Delivery::Closed) => {
                playing.deaf.get_or_insert(now + EXIT_FOLLOWS);
                Delivery::Blocked
            }
            (Self::Playing(_), Delivery::Done | Delivery::Blocked) => delivery,
            (Self::Leaving { .. } | Self::Killed { .. } | Self::Gone, _) => Delivery::Done,
        }
    }

    /// The line that the bot has begun and not ended.
    pub(super) fn unfinished(&self) -> Option<String> {
        let Self::Playing(playing) = self else { return None };
        let begun = playing.framer.unfinished();
        (!begun.is_empty()).then(|| String::from_utf8_lossy(begun).into_owned())
    }

    /// Takes in a look at the process: its exit, or `None` if it still runs. Returns the end of the bot once, as soon
    /// as the end is certain. `words` returns the last line of the bot's stderr.
    pub(super) fn looked(
        &mut self,
        now: Instant,
        exit: Option<Exit>,
        words: impl FnOnce() -> Option<String>,
    ) -> Option<LinkEnd> {
        let with_words = |text: String| match words() {
            Some(words) => format!("{text}{LAST_WORDS}{words}"),
            None => text,
        };
        if self.is_gone() {
            return None;
        }
        if let Some(exit) = exit {
            *self = Self::Gone;
            return Some(match exit {
                Exit::NotExecuted(text) => LinkEnd::NotExecuted(text),
                Exit::NotStarted(text) => LinkEnd::NotStarted(text),
                Exit::Code(0) => LinkEnd::Left(with_words(format!("the bot {exit}"))),
                Exit::Code(_) | Exit::Signal(_) | Exit::AtLimit(_) => {
                    LinkEnd::Ended(with_words(format!("the bot {exit}")))
                }
            });
        }
        let Self::Playing(playing) = self else { return None };
        playing.closing.take_if(|by| *by <= now)?;
        Some(LinkEnd::Ended(with_words("the bot closed its output".to_owned())))
    }

    /// Returns true, once, if the bot closed its input [`EXIT_FOLLOWS`] ago and has neither closed its output nor
    /// exited. A bot that closes both pipes, in any order, counts as gone.
    pub(super) fn turned_deaf(&mut self, now: Instant) -> bool {
        let Self::Playing(playing) = self else { return false };
        playing.deaf.take_if(|by| *by <= now).is_some() && playing.closing.is_none()
    }

    /// Ends the waits for an exit now, because the deadline of the bot's answer has passed.
    pub(super) fn hurry(&mut self, now: Instant) {
        if let Self::Playing(playing) = self {
            [&mut playing.closing, &mut playing.deaf].into_iter().flatten().for_each(|by| *by = now);
        }
    }

    /// Notes that the bot was told to leave, and must be killed after the grace. A second call changes nothing.
    pub(super) fn dismissed(&mut self, now: Instant, grace: Duration) {
        if self.is_playing() {
            *self = Self::Leaving { by: now + grace, said: 0 };
        }
    }

    /// Returns true, once, if the bot must be killed now because its grace is over. Gives up a bot that does not end
    /// within [`KILL_FOLLOWS`] of the kill.
    pub(super) fn must_be_killed(&mut self, now: Instant) -> bool {
        match *self {
            Self::Leaving { by, said } if by <= now => {
                *self = Self::Killed { by: now + KILL_FOLLOWS, said };
                true
            }
            Self::Killed { by, .. } if by <= now => {
                log::error!("a killed bot does not end; leaving it to the system");
                *self = Self::Gone;
                false
            }
            Self::Playing(_) | Self::Leaving { .. } | Self::Killed { .. } | Self::Gone => false,
        }
    }

    /// The time at which the bot must be looked at next; `None` if nothing is due.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self {
            Self::Playing(playing) => playing.closing.into_iter().chain(playing.deaf).min(),
            Self::Leaving { by, .. } | Self::Killed { by, .. } => Some(*by),
            Self::Gone => None,
        }
    }

    /// Returns true if the bot and everything that it started are gone, or were given up.
    pub(super) fn is_gone(&self) -> bool {
        matches!(self, Self::Gone)
    }

    /// Returns true if the bot is there and has not been told to leave.
    pub(super) fn is_playing(&self) -> bool {
        matches!(self, Self::Playing(_))
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "some time to count from")]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn look(life: &mut Life, now: Instant, exit: Option<Exit>) -> Option<LinkEnd> {
        life.looked(now, exit, || Some("ouch".to_owned()))
    }

    #[test]
    fn a_line_without_its_end_is_unfinished_and_no_answer() {
        let (mut life, now) = (Life::new(), Instant::now());
        let mut lines = Vec::new();
        life.received(now, ReadResult::Bytes(12), b"readyok\nbest", |line| lines.push(format!("{line:?}")));
        assert_eq!((lines, life.unfinished().as_deref()), (vec!["Text(\"readyok\")".to_owned()], Some("best")));
        life.received(now, ReadResult::End, b"", |line| panic!("{line:?} is no answer"));
    }

    #[test]
    fn an_exit_that_follows_the_end_of_output_is_the_end() {
        let (mut life, now) = (Life::new(), Instant::now());
        life.received(now, ReadResult::End, b"", |_| {});
        assert_eq!(life.deadline(), Some(now + SECOND));
        assert_eq!(look(&mut life, now + SECOND / 2, None), None);
        let text = "the bot exited with status 3; the last line of its stderr: ouch".to_owned();
        assert_eq!(look(&mut life, now + SECOND / 2, Some(Exit::Code(3))), Some(LinkEnd::Ended(text)));
        assert!(life.is_gone() && life.deadline().is_none() && !life.listens());
    }

    #[test]
    fn output_that_ends_without_an_exit_is_the_end_after_a_second_or_at_a_deadline() {
        let now = Instant::now();
        let text = "the bot closed its output; the last line of its stderr: ouch";
        for hurried in [false, true] {
            let mut life = Life::new();
            life.received(now, ReadResult::End, b"", |_| {});
            life.received(now + SECOND / 2, ReadResult::End, b"", |_| {});
            let then = if hurried { now + SECOND / 4 } else { now + SECOND };
            if hurried {
                life.hurry(then);
            }
            assert_eq!(look(&mut life, then, None), Some(LinkEnd::Ended(text.to_owned())), "hurried: {hurried}");
            assert_eq!(look(&mut life, then, None), None, "it is told once");
            assert!(life.is_playing(), "it has not been told to leave");
        }
    }

    #[test]
    fn a_closed_input_is_deaf_after_a_second_unless_the_output_has_ended_too() {
        let now = Instant::now();
        let mut life = Life::new();
        assert_eq!(life.delivered(now, Delivery::Done), Delivery::Done);
        assert_eq!(life.delivered(now, Delivery::Closed), Delivery::Blocked, "its exit may follow");
        assert!(!life.turned_deaf(now + SECOND / 2));
        assert!(life.turned_deaf(now + SECOND));
        assert!(!life.turned_deaf(now + SECOND), "it is told once");

        let mut life = Life::new();
        life.delivered(now, Delivery::Closed);
        life.received(now, ReadResult::End, b"", |_| {});
        assert!(!life.turned_deaf(now + SECOND), "what closes both is gone");
    }

    #[test]
    fn a_muted_bot_is_not_listened_to_until_it_is_spoken_to() {
        let mut life = Life::new();
        life.mute();
        assert!(!life.listens());
        life.hear();
        assert!(life.listens());
    }

    #[test]
    fn who_leaves_with_much_noise_is_not_listened_to() {
        let (mut life, now) = (Life::new(), Instant::now());
        life.dismissed(now, SECOND);
        life.received(now, ReadResult::Bytes(uvi::MAX_WRITTEN_LINE), b"", |_| {});
        assert!(life.listens());
        life.received(now, ReadResult::Bytes(1), b"", |_| {});
        assert!(!life.listens());
        assert_eq!(life.delivered(now, Delivery::Closed), Delivery::Done, "it has been told all");
    }

    #[test]
    fn who_leaves_by_itself_is_told_from_who_crashes_and_who_never_ran() {
        let now = Instant::now();
        let rows = [
            (Exit::Code(0), LinkEnd::Left("the bot exited with status 0; the last line of its stderr: ouch".into())),
            (Exit::Code(1), LinkEnd::Ended("the bot exited with status 1; the last line of its stderr: ouch".into())),
            (
                Exit::Signal(9),
                LinkEnd::Ended("the bot was ended by signal 9 (SIGKILL); the last line of its stderr: ouch".into()),
            ),
            (
                Exit::Signal(40),
                LinkEnd::Ended("the bot was ended by signal 40; the last line of its stderr: ouch".into()),
            ),
            (Exit::NotExecuted("no such file".into()), LinkEnd::NotExecuted("no such file".into())),
            (Exit::NotStarted("no memory".into()), LinkEnd::NotStarted("no memory".into())),
        ];
        for (exit, end) in rows {
            assert_eq!(look(&mut Life::new(), now, Some(exit)), Some(end));
        }
    }
}
