//! What bots say, and what follows from it: greetings, answers, and talk that is neither.

use std::time::Instant;

use uvi::{Fault, FromBot, Line, ParseError, Text, ToHost, Word};
use uvi_games::game::{Seat, meant};

use super::{
    Match, Output,
    chair::{BotStage, Sitter},
    greeting::Heard,
    machine::Stage,
    profile::shown,
    refusal,
    talk::{MAX_BYTES, MAX_LINES},
};
use crate::record::{Complaint, Refused, Said, Verdict};

impl Match {
    /// A line that a bot said.
    pub fn line(&mut self, now: Instant, seat: Seat, line: Line<'_>) {
        if self.is_over() {
            return;
        }
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        if bot.stage.is_gone() {
            return;
        }
        let length = match &line {
            Line::Text(text) => text.len(),
            Line::NotUtf8(bytes) => bytes.len(),
            Line::TooLong { start } => {
                let start = uvi::escape_controls(&String::from_utf8_lossy(&start[..start.len().min(60)])).into_owned();
                let text = format!("expected lines of at most {} bytes, found a longer one: {start}…", uvi::MAX_LINE);
                return self.flood(now, seat, text);
            }
        };
        if !bot.talk.count(length) {
            let text = format!(
                "expected at most {MAX_BYTES} bytes and {MAX_LINES} lines between a go and its bestmove, found more"
            );
            return self.flood(now, seat, text);
        }
        let Line::Text(text) = line else {
            return self.ignore(seat, "a line that is not UTF-8".to_owned());
        };
        match text.parse::<FromBot>() {
            Ok(message) => {
                if let FromBot::BestMove(_) = message {
                    text.clone_into(&mut bot.talk.answer);
                }
                self.hear(now, seat, message);
            }
            Err(error) => self.unreadable(now, seat, text, &error),
        }
    }

    /// The time of a bot is up while it was in the middle of a line.
    pub fn unfinished(&mut self, seat: Seat, line: &str) {
        if let Some(bot) = self.chairs[seat].bot_mut() {
            bot.talk.ignored = Some(format!("{}, which has no line end", Said::new(line, 1).line));
        }
    }

    /// A line that is no message: only a known verb with bad arguments, at its time, is a fault.
    fn unreadable(&mut self, now: Instant, seat: Seat, line: &str, error: &ParseError) {
        let verb = line.split_ascii_whitespace().next().unwrap_or_default();
        let Some(bot) = self.chairs[seat].bot() else { return };
        let at_fault = match (verb, &bot.stage) {
            ("bestmove" | "resign", _) => self.chairs[seat].is_open(),
            (_, BotStage::Greeting(greeting)) => greeting.must_read(verb),
            ("readyok", BotStage::Synchronising { .. }) => true,
            (
                _,
                BotStage::Fresh | BotStage::Playing { .. } | BotStage::Synchronising { .. } | BotStage::Gone { .. },
            ) => false,
        };
        let said = Said::new(line, error.column);
        if at_fault {
            let complaint = Complaint::about(format!("{error} in the line: {}", said.line.trim()), said);
            return self.wrong(now, seat, Fault::Unreadable, complaint);
        }
        if error.is_empty_line() {
            return;
        }
        let meant = meant(verb, FromBot::VERBS).filter(|_| error.is_unknown_verb());
        let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
        self.ignore(seat, format!("{} ({error}{meant})", said.line.trim()));
    }

    /// A line that says nothing to the referee. Where an answer is waited for, it may have been meant as one.
    fn ignore(&mut self, seat: Seat, line: String) {
        let chair = &mut self.chairs[seat];
        if chair.is_asked()
            && let Some(bot) = chair.bot_mut()
        {
            bot.talk.ignored = Some(line.clone());
        }
        self.outbox.note(seat, format!("ignored: {line}"));
    }

    fn flood(&mut self, now: Instant, seat: Seat, text: String) {
        self.outbox.push(Output::Mute(seat));
        self.wrong(now, seat, Fault::Flood, text);
    }

    fn hear(&mut self, now: Instant, seat: Seat, message: FromBot) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        match (message, &bot.stage) {
            (message @ (FromBot::BestMove(_) | FromBot::Resign), _) => self.answer(now, seat, message),
            (FromBot::Info(text), _) => self.hear_info(seat, &text),
            (message, BotStage::Greeting(_)) => self.hear_greeting(now, seat, message),
            (FromBot::ReadyOk, BotStage::Synchronising { .. }) => {
                bot.stage = BotStage::PLAYING;
                self.pose(seat);
            }
            (
                message,
                BotStage::Fresh | BotStage::Playing { .. } | BotStage::Synchronising { .. } | BotStage::Gone { .. },
            ) => self.outbox.note(seat, format!("ignored: {message}")),
        }
    }

    /// What a bot says that gets ready.
    fn hear_greeting(&mut self, now: Instant, seat: Seat, message: FromBot) {
        let Sitter::Bot(bot) = &mut self.chairs[seat].sitter else { return };
        let BotStage::Greeting(greeting) = &mut bot.stage else { return };
        let (heard, say) = greeting.hear(now, message);
        match &heard {
            Heard::Ignored(message) => self.outbox.note(seat, format!("ignored: {message}")),
            Heard::Introduced(profile) => bot.profile = Some(profile.clone()),
            Heard::Configured => {
                let bot = bot.profile.as_ref().and_then(|profile| profile.name.clone()).unwrap_or_default();
                let name = self.settings.name.clone();
                self.outbox.tell(ToHost::Ready { name, seat: seat.number(), bot: Text::new(bot) });
            }
            Heard::Ready => {
                bot.stage = BotStage::PLAYING;
                bot.talk.recount();
            }
            Heard::Noted | Heard::Unfit(_) => {}
        }
        self.outbox.say_all(seat, say);
        match heard {
            Heard::Ready => self.begin_when_ready(now),
            Heard::Unfit(text) => self.cannot_start(text),
            Heard::Ignored(_) | Heard::Noted | Heard::Introduced(_) | Heard::Configured => {}
        }
    }

    /// The match does not start, for this reason; no seat is at fault.
    pub fn cannot_start(&mut self, text: String) {
        self.stage = Stage::Over;
        self.outbox.push(Output::CannotStart(text));
    }

    fn hear_info(&mut self, seat: Seat, text: &Text) {
        let several = self.chairs.asked().len() > 1;
        let chair = &mut self.chairs[seat];
        if !chair.is_open() {
            return;
        }
        let Some(bot) = chair.bot_mut() else { return };
        let text = shown(text);
        match self.settings.terms.info() {
            uvi::InfoDetail::Off => {}
            uvi::InfoDetail::Last => bot.talk.hear_info(&text),
            uvi::InfoDetail::All => {
                bot.talk.hear_info(&text);
                bot.talk.infos.push(text.clone());
            }
        }
        if self.audience.debug {
            let info = ToHost::Info { name: self.settings.name.clone(), seat: seat.number(), text: Text::new(text) };
            match &mut self.stage {
                Stage::Playing(playing) if several => playing.held.push(info),
                Stage::Playing(_) | Stage::New(_) | Stage::Preparing(_) | Stage::Over => self.outbox.tell(info),
            }
        }
    }

    fn answer(&mut self, now: Instant, seat: Seat, message: FromBot) {
        if !self.chairs[seat].is_open() {
            return self.outbox.note(seat, format!("ignored, no go is open: {message}"));
        }
        let FromBot::BestMove(actions) = message else {
            return self.judge(now, seat, Verdict::Resign);
        };
        let actions: Vec<Word> = actions.iter().filter_map(Word::new).collect();
        // A seat that decides alone is judged by playing; of several, each before any is played.
        if self.chairs.asked().len() > 1
            && let Some(action) = actions.first().cloned()
            && let Err(refusal) = self.course.check(seat, action.as_str())
        {
            let refused = Refused { seat, action, refusal, place: 0 };
            let verdict = refusal::verdict(&refused, self.course.table(), &self.chairs[seat]);
            return self.judge(now, seat, verdict);
        }
        self.judge(now, seat, Verdict::Actions(actions));
    }
}
