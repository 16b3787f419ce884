//! Bot output and its consequences: greetings, answers, and other messages.

use std::time::Instant;

use uvi::{Fault, FromBot, InfoDetail, Line, ParseError, Text, ToHost, Word};
use uvi_games::game::Seat;

use super::{
    Audience, MAX_BYTES, MAX_LINES, Match, Output, UnfitBot, chair::BotStage, chairs::Chairs, greeting::GreetingStep,
    profile::shown, refusal, stage::Stage,
};
use crate::record::{
    ChatterSpan, Complaint, GameCourse, IGNORED_BYTES, Lapse, RejectedAction, Ruling, SaidLine, flaws, ignored_text,
};

impl Match {
    /// Handles a line of a bot. No effect if the match is over, the bot is gone, or the host plays the seat.
    pub fn line(&mut self, now: Instant, seat: Seat, line: Line<'_>) {
        if self.is_over() {
            return;
        }
        let asked = self.chairs[seat].is_asked();
        let Some(bot) = self.chairs[seat].bot_mut().filter(|bot| !bot.stage.is_gone()) else { return };
        let length = match &line {
            Line::Text(text) => text.len(),
            Line::NotUtf8(bytes) => bytes.len(),
            Line::TooLong { start } => return self.flood(now, seat, Lapse::line_too_long(start)),
        };
        if !bot.talk.count(length) {
            let span = match &bot.stage {
                BotStage::Greeting(_) => ChatterSpan::Greeting,
                _ if asked => ChatterSpan::Answer,
                _ => ChatterSpan::Rest,
            };
            return self.flood(now, seat, Lapse::TooMuch { bytes: MAX_BYTES, lines: MAX_LINES, span });
        }
        let Line::Text(text) = line else { return self.ignore(seat, IGNORED_BYTES.to_owned()) };
        match text.parse::<FromBot>() {
            Ok(message) => {
                if let FromBot::BestMove(_) = message {
                    text.clone_into(&mut bot.talk.answer);
                }
                self.hear(now, seat, message);
            }
            Err(error) => self.no_message(now, seat, text, error),
        }
    }

    /// Handles a bot that has exceeded an output limit.
    fn flood(&mut self, now: Instant, seat: Seat, lapse: Lapse) {
        self.outbox.push(Output::Mute(seat));
        // What the bot still says is another flood only if it is one by itself.
        self.recount(seat);
        self.wrong(now, seat, Fault::Flood, lapse);
    }

    /// Handles a line that does not parse as a message. The line is a fault only if its verb is known and due now.
    fn no_message(&mut self, now: Instant, seat: Seat, line: &str, error: ParseError) {
        let chair = &self.chairs[seat];
        let verb = line.split_ascii_whitespace().next().unwrap_or_default();
        let at_fault = match (verb, chair.bot().map(|bot| &bot.stage)) {
            ("bestmove" | "resign", _) => chair.is_open(),
            (_, Some(BotStage::Greeting(greeting))) => greeting.must_read(verb),
            ("readyok", Some(BotStage::Synchronising { .. })) => true,
            (_, _) => false,
        };
        if at_fault {
            let said = SaidLine::new(line, error.column);
            let line = said.line.trim().to_owned();
            self.recount(seat);
            self.wrong(now, seat, Fault::Unreadable, Complaint::about(Lapse::Unreadable { error, line }, said));
        } else if !error.is_empty_line() {
            self.ignore(seat, ignored_text(line, &error));
        }
    }

    /// Notes a line without a meaning. If an answer is due, the bot may have meant the line as its answer.
    fn ignore(&mut self, seat: Seat, ignored: String) {
        self.outbox.note(seat, format!("ignored: {ignored}"));
        let asked = self.chairs[seat].is_asked();
        let bot = self.chairs[seat].bot_mut();
        if let Some(bot) = bot.filter(|bot| asked || matches!(bot.stage, BotStage::Greeting(_))) {
            bot.talk.ignored = Some(ignored);
        }
    }

    /// Keeps the unfinished line of a bot whose time is up, for the text of the fault.
    pub fn unfinished(&mut self, seat: Seat, line: &str) {
        if let Some(bot) = self.chairs[seat].bot_mut() {
            bot.talk.ignored = Some(format!("{} (without a line end)", SaidLine::new(line, 1).line));
        }
    }

    /// Counts what the bot says from now on apart from what it said before.
    fn recount(&mut self, seat: Seat) {
        self.chairs[seat].bot_mut().into_iter().for_each(|bot| bot.talk.recount());
    }

    fn hear(&mut self, now: Instant, seat: Seat, message: FromBot) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        match (message, &bot.stage) {
            (message @ (FromBot::BestMove(_) | FromBot::Resign), _) => {
                if self.chairs[seat].is_open() {
                    self.recount(seat);
                    if self.settings.terms.warns() {
                        self.note_flaws(seat, &message);
                    }
                    let verdict = verdict(&self.course, &self.chairs, seat, message);
                    self.judge(now, seat, verdict);
                } else {
                    self.outbox.note(seat, format!("ignored, no go is open: {message}"));
                }
            }
            (FromBot::Info(text), _) => self.hear_info(seat, &text),
            (message, BotStage::Greeting(_)) => self.hear_greeting(now, seat, message),
            (FromBot::ReadyOk, BotStage::Synchronising { .. }) => {
                bot.stage = BotStage::PLAYING;
                self.posing().pose(seat);
            }
            (
                message,
                BotStage::Fresh | BotStage::Playing { .. } | BotStage::Synchronising { .. } | BotStage::Gone { .. },
            ) => self.outbox.note(seat, format!("ignored: {message}")),
        }
    }

    /// Handles a message of a bot that gets ready.
    fn hear_greeting(&mut self, now: Instant, seat: Seat, message: FromBot) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        let BotStage::Greeting(greeting) = &mut bot.stage else { return };
        let (heard, say) = greeting.hear(now, message);
        if matches!(heard, GreetingStep::Introduced(_) | GreetingStep::Configured) {
            // What was ignored before says nothing about the next `readyok`.
            bot.talk.ignored = None;
        }
        match heard {
            GreetingStep::Ignored(message) => self.outbox.note(seat, format!("ignored: {message}")),
            GreetingStep::Introduced(profile) => {
                for word in &profile.unknown_features {
                    self.outbox.note(seat, format!("ignored: there is no feature {word}"));
                }
                bot.profile = Some(profile);
            }
            GreetingStep::Configured => {
                let bot = bot.profile.as_ref().and_then(|profile| profile.name.clone()).unwrap_or_default();
                let name = self.settings.name.clone();
                self.outbox.tell(ToHost::Ready { name, seat: seat.number(), bot: Text::new(bot) });
            }
            GreetingStep::Ready => {
                bot.stage = BotStage::PLAYING;
                bot.talk.recount();
                return self.begin_when_ready(now);
            }
            GreetingStep::Unfit(unfit) => {
                self.outbox.say_all(seat, say);
                return self.cannot_start(unfit);
            }
            GreetingStep::Noted => {}
        }
        self.outbox.say_all(seat, say);
    }

    /// Handles an `info` line, which counts only while the bot's question is open. The line is kept as the terms say,
    /// and sent to the host if `debug` is on or the match is an analysis.
    fn hear_info(&mut self, seat: Seat, text: &Text) {
        let several = self.chairs.asked().len() > 1;
        let chair = &mut self.chairs[seat];
        if !chair.is_open() {
            return;
        }
        let Some(bot) = chair.bot_mut() else { return };
        let shown = || shown(text);
        let (detail, warns) = (self.settings.terms.info(), self.settings.terms.warns());
        if detail != InfoDetail::Off {
            bot.talk.info.hear(&shown());
        }
        if detail == InfoDetail::All || warns {
            bot.talk.infos.push(shown());
        }
        let Audience { debug, analyses, .. } = self.audience;
        if debug || analyses {
            let told = ToHost::Info { name: self.settings.name.clone(), seat: seat.number(), text: Text::new(shown()) };
            match &mut self.stage {
                Stage::Playing(playing) if several && !analyses => playing.held.push(told),
                Stage::Playing(_) | Stage::New(_) | Stage::Preparing(_) | Stage::Over => self.outbox.tell(told),
            }
        }
    }

    /// Keeps the mistakes in what a bot said before this answer.
    fn note_flaws(&mut self, seat: Seat, answer: &FromBot) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        let first = if let FromBot::BestMove(actions) = answer { actions.iter().next() } else { None };
        bot.talk.flaws = flaws(self.course.table(), seat, &bot.talk.infos, first);
    }

    /// Ends a match that cannot start, without fault of a seat. No effect if it is over, as may be while a bot starts.
    pub fn cannot_start(&mut self, why: UnfitBot) {
        if self.is_over() {
            return;
        }
        self.stage = Stage::Over;
        self.outbox.push(Output::CannotStart(why));
    }
}

/// Returns the verdict on an answer. If one seat decides, its actions are checked when they are played. If several
/// seats decide, the first action of each is checked here, before any is played.
fn verdict(course: &GameCourse, chairs: &Chairs, seat: Seat, answer: FromBot) -> Ruling {
    let FromBot::BestMove(actions) = answer else { return Ruling::Resign };
    let actions: Vec<Word> = actions.iter().filter_map(Word::new).collect();
    if chairs.asked().len() > 1
        && let Some(action) = actions.first().cloned()
        && let Err(refusal) = course.check(seat, action.as_str())
    {
        let refused = RejectedAction { seat, action, refusal, place: 0 };
        let (fault, complaint) = refusal::verdict(&refused, course.table(), &chairs[seat]);
        return Ruling::Fault(fault, Box::new(complaint));
    }
    Ruling::Actions(actions)
}
