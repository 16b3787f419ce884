//! The script of a seat: what its bot is told, and what it did then. As text it is a file that people can read and
//! change: `>` marks a line to the bot, `<` a line of the bot, `!` a fault, `=` the full position behind a view.

use std::{fmt, ops::Range, time::Duration};

use uvi::{Fault, Patience, ToBot, Words};
use uvi_games::game::{Seat, Seed};
use uvi_match::{
    record::{Log, LogError},
    referee::{BotDeed, Cue, retell},
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

/// The number of the first line that is no line of a script, and its text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {0}: expected `> MESSAGE`, `< MESSAGE`, `! FAULT: TEXT`, `= POSITION`, `bot`, `set`, `patience`, `margin` \
         or `#`, found {1:?}"
)]
pub struct ScriptError(usize, String);

/// Steps, each with its line in the log or the file.
pub type Cues = Vec<(usize, Cue)>;

/// The text for an answer that the log does not have.
const ANY: &str = "*";

impl SeatScript {
    /// The script of a seat in a match, after the scripts of the games before it in the same process. Fails with the
    /// first line of a log that is wrong, and the index of the log.
    pub fn of_logs(logs: &[(Log, Option<Seed>)], seat: Seat) -> Result<Self, (usize, LogError)> {
        let mut script = Self::default();
        let mut stays = false;
        for (index, (log, seed)) in logs.iter().enumerate() {
            let told = retell(log, seat, seed.as_ref()).map_err(|error| (index, error))?;
            match told.cues.iter().position(|(_, cue)| is_game(cue)).filter(|_| stays) {
                Some(game) => script.cues.extend_from_slice(&told.cues[game..]),
                // A new process hears nothing of the games before it.
                None => script.cues = told.cues,
            }
            stays = told.stays;
            if let Some(head) = log.head.seats.get(seat.index()) {
                script.bot.clone_from(&head.command);
                script.set.clone_from(&head.set);
                script.margin = head.clock.unwrap_or_default().margin();
            }
            script.patience = log.head.terms.patience;
        }
        Ok(script)
    }

    /// Parses the text of a script. Fails with the first line that is not a line of a script.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut script = Self::default();
        for (line, text) in (1..).zip(text.lines()) {
            script.add(line, text.trim_end()).ok_or_else(|| ScriptError(line, text.chars().take(80).collect()))?;
        }
        Ok(script)
    }

    fn add(&mut self, line: usize, text: &str) -> Option<()> {
        let (mark, rest) = text.split_once(' ').unwrap_or((text, ""));
        let cue = match mark {
            "=" => Cue::Hidden(Words::new(rest)?),
            ">" => match rest.parse::<ToBot>() {
                Ok(message) => Cue::Say(message),
                Err(error) if error.is_unknown_verb() || error.is_empty_line() => Cue::SayUnknown(rest.to_owned()),
                Err(_) => return None,
            },
            "<" if rest == ANY => Cue::Hear(BotDeed::Unknown),
            "<" => Cue::Hear(BotDeed::Said(rest.parse().ok()?)),
            "!" => {
                let (word, text) = rest.split_once(": ").unwrap_or((rest, ""));
                Cue::Hear(BotDeed::Fault(word.parse().ok()?, text.to_owned()))
            }
            _ => {
                match mark {
                    "" => {}
                    "#" => self.notes.push(rest.to_owned()),
                    "bot" => self.bot = Some(rest.to_owned()),
                    "set" => {
                        let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
                        self.set.push((key.to_owned(), value.to_owned()));
                    }
                    "patience" => self.patience = rest.parse().ok()?,
                    "margin" => self.margin = Duration::from_millis(rest.parse().ok()?),
                    _ => return None,
                }
                return Some(());
            }
        };
        self.cues.push((line, cue));
        Some(())
    }

    /// Skips the questions whose reactions stand before this line. Each has its position, so a bot needs none before.
    #[must_use]
    pub fn from_line(mut self, line: usize) -> Self {
        let heard = |(at, cue): &(usize, Cue)| matches!(cue, Cue::Hear(_)) && *at >= line;
        let mut skipped = turns(&self.cues);
        skipped.retain(|turn| !self.cues[turn.clone()].iter().any(heard));
        skipped.extend(games(&self.cues));
        self.cues = without(&self.cues, &skipped);
        self
    }

    /// The line of the last reaction.
    pub fn last_line(&self) -> Option<usize> {
        self.cues.iter().rev().find_map(|(line, cue)| matches!(cue, Cue::Hear(_)).then_some(*line))
    }

    /// The first fault, or refused answer, that the bot was at.
    pub fn fault(&self) -> Option<(usize, Fault, &str)> {
        self.cues.iter().find_map(|(line, cue)| match cue {
            Cue::Hear(BotDeed::Fault(fault, text)) => Some((*line, *fault, text.as_str())),
            Cue::Hear(_) | Cue::Say(_) | Cue::SayUnknown(_) | Cue::Hidden(_) => None,
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

pub(super) fn games(cues: &[(usize, Cue)]) -> Vec<Range<usize>> {
    let starts: Vec<usize> = (0..cues.len()).filter(|&place| is_game(&cues[place].1)).collect();
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// The questions before the last, each from its position to the next or to the end of its game.
pub(super) fn turns(cues: &[(usize, Cue)]) -> Vec<Range<usize>> {
    let begins = |place: &usize| match &cues[*place].1 {
        Cue::Hidden(_) => true,
        Cue::Say(ToBot::Position(_)) => !matches!(cues[place.saturating_sub(1)].1, Cue::Hidden(_)),
        Cue::Say(_) | Cue::SayUnknown(_) | Cue::Hear(_) => false,
    };
    let bounds: Vec<usize> = (0..cues.len()).filter(|place| begins(place) || is_game(&cues[*place].1)).collect();
    bounds.windows(2).filter(|pair| begins(&pair[0])).map(|pair| pair[0]..pair[1]).collect()
}

pub(super) fn without(cues: &[(usize, Cue)], parts: &[Range<usize>]) -> Cues {
    let kept = cues.iter().enumerate().filter(|(place, _)| !parts.iter().any(|part| part.contains(place)));
    kept.map(|(_, cue)| cue.clone()).collect()
}

fn is_game(cue: &Cue) -> bool {
    matches!(cue, Cue::Say(ToBot::NewGame(_)))
}

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
            Cue::SayUnknown(line) => writeln!(f, "> {line}"),
            Cue::Hear(BotDeed::Unknown) => writeln!(f, "< {ANY}"),
            Cue::Hear(deed @ BotDeed::Fault(..)) => writeln!(f, "! {deed}"),
            Cue::Hear(deed) => writeln!(f, "< {deed}"),
        })
    }
}
