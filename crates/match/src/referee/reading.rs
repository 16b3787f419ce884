//! The first reading of a bot's line: a message, a fault, or nothing. The consequences are decided elsewhere.

use uvi::{FromBot, Line, ParseError};
use uvi_games::game::meant;

use super::{
    chair::{BotStage, Chair},
    chatter::{MAX_BYTES, MAX_LINES},
};
use crate::record::{ChatterSpan, Complaint, IGNORED_BYTES, Lapse, SaidLine, ignored_text};

#[derive(Debug)]
pub(super) enum RefereeInput {
    Message(FromBot),
    /// The bot has exceeded an output limit.
    Flood(Lapse),
    /// A known verb with bad arguments, at a time when the verb is due.
    Unreadable(Complaint),
    /// A line without meaning for the referee. If an answer is due, the bot may have meant the line as its answer.
    Ignored(String),
    /// An empty line, or a line of a bot that is gone. Always for a host seat.
    Nothing,
}

impl Chair {
    /// Reads a line of the chair's bot.
    pub(super) fn read(&mut self, line: Line<'_>) -> RefereeInput {
        let asked = self.is_asked();
        let Some(bot) = self.bot_mut().filter(|bot| !bot.stage.is_gone()) else { return RefereeInput::Nothing };
        let length = match &line {
            Line::Text(text) => text.len(),
            Line::NotUtf8(bytes) => bytes.len(),
            Line::TooLong { start } => {
                return RefereeInput::Flood(Lapse::line_too_long(start));
            }
        };
        if !bot.talk.count(length) {
            let span = match &bot.stage {
                BotStage::Greeting(_) => ChatterSpan::Greeting,
                _ if asked => ChatterSpan::Answer,
                _ => ChatterSpan::Rest,
            };
            return RefereeInput::Flood(Lapse::TooMuch { bytes: MAX_BYTES, lines: MAX_LINES, span });
        }
        let Line::Text(text) = line else { return self.ignore(IGNORED_BYTES.to_owned()) };
        match text.parse::<FromBot>() {
            Ok(message) => {
                if let FromBot::BestMove(_) = message {
                    text.clone_into(&mut bot.talk.answer);
                }
                RefereeInput::Message(message)
            }
            Err(error) => self.no_message(text, error),
        }
    }

    /// Reads a line that does not parse as a message. The line is a fault only if its verb is known and due now.
    fn no_message(&mut self, line: &str, error: ParseError) -> RefereeInput {
        let verb = line.split_ascii_whitespace().next().unwrap_or_default();
        let at_fault = match (verb, self.bot().map(|bot| &bot.stage)) {
            ("bestmove" | "resign", _) => self.is_open(),
            (_, Some(BotStage::Greeting(greeting))) => greeting.must_read(verb),
            ("readyok", Some(BotStage::Synchronising { .. })) => true,
            (_, _) => false,
        };
        let said = SaidLine::new(line, error.column);
        let shown = said.line.trim().to_owned();
        if at_fault {
            return RefereeInput::Unreadable(Complaint::about(Lapse::Unreadable { error, line: shown }, said));
        }
        if error.is_empty_line() {
            return RefereeInput::Nothing;
        }
        let meant = meant(verb, FromBot::VERBS).filter(|_| error.is_unknown_verb());
        self.ignore(ignored_text(&shown, &error, meant))
    }

    fn ignore(&mut self, ignored: String) -> RefereeInput {
        let asked = self.is_asked();
        if let Some(bot) = self.bot_mut().filter(|bot| asked || matches!(bot.stage, BotStage::Greeting(_))) {
            bot.talk.ignored = Some(ignored.clone());
        }
        RefereeInput::Ignored(ignored)
    }
}
