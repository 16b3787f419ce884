//! The script of a seat: what its bot is told, and what it did then. As text it is a file that people can read and
//! change: `>` marks a line to the bot, `<` a line of the bot, `!` a fault, `=` the full position behind a view.

use std::{fmt, time::Duration};

use uvi::{Fault, FromBot, Patience, ToBot, Words};
use uvi_games::game::{Seat, Seed};
use uvi_match::{
    record::{Log, LogError},
    referee::{BotDeed, Cue, TimeControl, retell},
};

/// The lines to a bot, with its reactions then.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatScript {
    /// Lines for people.
    pub notes: Vec<String>,
    /// The command line of the bot.
    pub bot: Option<String>,
    /// The `seatset` keys of the bot with their values, in order.
    pub set: Vec<(String, String)>,
    /// The times to wait for the bot.
    pub patience: Patience,
    /// The tolerance beyond a time limit.
    pub margin: Duration,
    /// The steps, each with its line in the log or the file.
    pub cues: Vec<(usize, Cue)>,
}

/// The reason why a text is no script.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected {expected}, found {found:?}")]
pub struct ScriptError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line that was expected.
    pub expected: &'static str,
    /// The line that was found.
    pub found: String,
}

/// Steps, each with its line in the log or the file.
pub(super) type Cues = Vec<(usize, Cue)>;

/// The text for an answer that the log does not have.
const ANY: &str = "*";

impl SeatScript {
    /// The script of a seat in a match, after the scripts of the games before it in the same process.
    ///
    /// # Errors
    /// Returns the first line of a log that is wrong, with the index of the log.
    pub fn of_logs(logs: &[(Log, Option<Seed>)], seat: Seat) -> Result<Self, (usize, LogError)> {
        let mut script = Self::default();
        let mut stays = false;
        for (index, (log, seed)) in logs.iter().enumerate() {
            let told = retell(log, seat, seed.as_ref()).map_err(|error| (index, error))?;
            let is_game = |(_, cue): &(usize, Cue)| matches!(cue, Cue::Say(ToBot::NewGame(_)));
            match told.cues.iter().position(is_game).filter(|_| stays) {
                Some(game) => script.cues.extend_from_slice(&told.cues[game..]),
                // A new process hears nothing of the games before it.
                None => script.cues = told.cues,
            }
            stays = told.stays;
            if let Some(head) = log.head.seats.get(seat.index()) {
                script.bot.clone_from(&head.command);
                script.set.clone_from(&head.set);
                script.margin = TimeControl::from(head.clock.unwrap_or_default()).margin;
            }
            script.patience = log.head.terms.patience;
        }
        Ok(script)
    }

    /// A script that says these lines, and ends with a fault. It omits lines that are no messages, and does not compare
    /// answers.
    pub fn of_lines(lines: &[String], fault: Fault, text: &str) -> Self {
        let mut said = lines.iter().filter_map(|line| line.parse::<ToBot>().ok()).peekable();
        let mut cues = Vec::new();
        while let Some(message) = said.next() {
            let reply = match (&message, said.peek()) {
                (_, None) => Some(BotDeed::Fault(fault, text.to_owned())),
                (ToBot::Uvi(_), _) => Some(BotDeed::Said(FromBot::UviOk)),
                (ToBot::IsReady, _) => Some(BotDeed::Said(FromBot::ReadyOk)),
                // The bot is interrupted while it thinks.
                (ToBot::Go(_), Some(ToBot::Stop | ToBot::GameOver(_) | ToBot::IsReady)) => None,
                (ToBot::Go(_), Some(_)) => Some(BotDeed::Unknown),
                (_, Some(_)) => None,
            };
            cues.push(Cue::Say(message));
            cues.extend(reply.map(Cue::Hear));
        }
        Self { cues: (1..).zip(cues).collect(), ..Self::default() }
    }

    /// Parses the text of a script.
    ///
    /// # Errors
    /// Returns the first line that is not a line of a script.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut script = Self::default();
        for (line, text) in (1..).zip(text.lines()) {
            let wrong = |expected| ScriptError { line, expected, found: text.chars().take(80).collect() };
            let text = text.trim_end();
            let (mark, rest) = text.split_once(' ').unwrap_or((text, ""));
            match mark {
                "" => {}
                "#" => script.notes.push(rest.to_owned()),
                "bot" => script.bot = Some(rest.to_owned()),
                "set" => {
                    let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
                    script.set.push((key.to_owned(), value.to_owned()));
                }
                "patience" => script.patience = rest.parse().map_err(|_| wrong("waiting times"))?,
                "margin" => {
                    script.margin = Duration::from_millis(rest.parse().map_err(|_| wrong("milliseconds"))?);
                }
                "=" => {
                    script.cues.push((line, Cue::Hidden(Words::new(rest).ok_or_else(|| wrong("a position"))?)));
                }
                ">" => script.cues.push((line, Cue::Say(rest.parse().map_err(|_| wrong("a message to a bot"))?))),
                "<" => {
                    let said = || rest.parse().map(BotDeed::Said).map_err(|_| wrong("a message of a bot, or *"));
                    let deed = if rest == ANY { BotDeed::Unknown } else { said()? };
                    script.cues.push((line, Cue::Hear(deed)));
                }
                "!" => {
                    let (word, text) = rest.split_once(": ").unwrap_or((rest, ""));
                    let fault: Fault = word.parse().map_err(|_| wrong("a fault and its text"))?;
                    script.cues.push((line, Cue::Hear(BotDeed::Fault(fault, text.to_owned()))));
                }
                _ => return Err(wrong("#, bot, set, patience, margin, =, >, < or !")),
            }
        }
        Ok(script)
    }

    /// Skips the questions whose reactions stand before this line. Each question has its position, so a bot needs none
    /// of those before.
    #[must_use]
    pub fn from_line(mut self, line: usize) -> Self {
        let (opening, turns) = self.last_game();
        let heard = |(at, cue): &(usize, Cue)| matches!(cue, Cue::Hear(_)) && *at >= line;
        let kept = turns.into_iter().filter(|turn| turn.iter().any(heard));
        self.cues = opening.into_iter().chain(kept.flatten()).collect();
        self
    }

    /// The parts of the script: all before the first question of the last game, without the games before; then the turns,
    /// each from its position to the next.
    pub(super) fn last_game(&self) -> (Cues, Vec<Cues>) {
        let is_game = |(_, cue): &(usize, Cue)| matches!(cue, Cue::Say(ToBot::NewGame(_)));
        let first = self.cues.iter().position(is_game).unwrap_or(0);
        let last = self.cues.iter().rposition(is_game).unwrap_or(0);
        let mut opening = self.cues[..first].to_vec();
        let mut turns = Vec::<Vec<_>>::new();
        let mut is_hidden = false;
        for cue in &self.cues[last..] {
            let begins = match &cue.1 {
                Cue::Hidden(_) => true,
                Cue::Say(ToBot::Position(_)) => !is_hidden,
                Cue::Say(_) | Cue::Hear(_) => false,
            };
            is_hidden = matches!(cue.1, Cue::Hidden(_));
            match turns.last_mut() {
                _ if begins => turns.push(vec![cue.clone()]),
                Some(turn) => turn.push(cue.clone()),
                None => opening.push(cue.clone()),
            }
        }
        (opening, turns)
    }

    /// The first fault, or refused answer, that the bot was at.
    pub fn fault(&self) -> Option<(usize, Fault, &str)> {
        self.cues.iter().find_map(|(line, cue)| match cue {
            Cue::Hear(BotDeed::Fault(fault, text)) => Some((*line, *fault, text.as_str())),
            Cue::Hear(_) | Cue::Say(_) | Cue::Hidden(_) => None,
        })
    }

    /// The numbers of games, questions and lines to the bot.
    pub fn size(&self) -> String {
        let count = |is_it: fn(&ToBot) -> bool| {
            self.cues.iter().filter(|(_, cue)| matches!(cue, Cue::Say(message) if is_it(message))).count()
        };
        let games = count(|message| matches!(message, ToBot::NewGame(_)));
        let questions = count(|message| matches!(message, ToBot::Go(_)));
        format!("games {games}, questions {questions}, lines {}", count(|_| true))
    }
}

/// Writes the text of the script.
impl fmt::Display for SeatScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { notes, bot, set, patience, margin, cues } = self;
        notes.iter().try_for_each(|note| writeln!(f, "# {note}"))?;
        bot.iter().try_for_each(|bot| writeln!(f, "bot {bot}"))?;
        set.iter().try_for_each(|(key, value)| writeln!(f, "{}", format!("set {key} {value}").trim_end()))?;
        let patience = patience.to_string();
        if !patience.is_empty() {
            writeln!(f, "patience {patience}")?;
        }
        writeln!(f, "margin {}", margin.as_millis())?;
        cues.iter().try_for_each(|(_, cue)| match cue {
            Cue::Hidden(position) => writeln!(f, "= {position}"),
            Cue::Say(message) => writeln!(f, "> {message}"),
            Cue::Hear(BotDeed::Unknown) => writeln!(f, "< {ANY}"),
            Cue::Hear(deed @ BotDeed::Fault(..)) => writeln!(f, "! {deed}"),
            Cue::Hear(deed) => writeln!(f, "< {deed}"),
        })
    }
}
