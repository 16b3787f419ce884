//! Bot output and its consequences: greetings, answers, and other messages.

use std::time::Instant;

use uvi::{Fault, FromBot, Line, Word};
use uvi_games::game::Seat;

use super::{
    Match, Output, UnfitBot, chair::BotStage, chairs::Chairs, greeting::GreetingStep, reading::RefereeInput, refusal,
    stage::Stage,
};
use crate::record::{GameCourse, IgnoredMessage, RejectedAction, Ruling, SaidLine, flaws};

impl Match {
    /// Handles a line of a bot. No effect if the match is over.
    pub fn line(&mut self, now: Instant, seat: Seat, line: Line<'_>) {
        if self.is_over() {
            return;
        }
        match self.chairs[seat].read(line) {
            RefereeInput::Message(message) => self.hear(now, seat, message),
            RefereeInput::Info(text) => self.hear_info(seat, text),
            RefereeInput::Flood(lapse) => {
                self.outbox.push(Output::Mute(seat));
                // What the bot still says is another flood only if it is one by itself.
                self.recount(seat);
                self.wrong(now, seat, Fault::Flood, lapse);
            }
            RefereeInput::Unreadable(complaint) => {
                self.recount(seat);
                self.wrong(now, seat, Fault::Unreadable, complaint);
            }
            RefereeInput::Ignored(ignored) => self.outbox.note(seat, format!("ignored: {ignored}")),
            RefereeInput::Nothing => {}
        }
    }

    /// Keeps the unfinished line of a bot whose time is up, for the text of the fault.
    pub fn unfinished(&mut self, seat: Seat, line: &str) {
        if let Some(bot) = self.chairs[seat].bot_mut() {
            bot.talk.ignored = Some(IgnoredMessage::Unfinished { line: SaidLine::new(line, 1).line });
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
            (FromBot::Info(text), _) => self.hear_info(seat, text.as_str()),
            (message, BotStage::Greeting(_)) => match self.hear_greeting(now, seat, message) {
                Some(GreetingStep::Ready) => self.begin_when_ready(now),
                Some(GreetingStep::Unfit(unfit)) => self.cannot_start(unfit),
                Some(
                    GreetingStep::Ignored(_)
                    | GreetingStep::Noted
                    | GreetingStep::Introduced(_)
                    | GreetingStep::Configured,
                )
                | None => {}
            },
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
        return refusal::verdict(&refused, course.table(), &chairs[seat]);
    }
    Ruling::Actions(actions)
}
