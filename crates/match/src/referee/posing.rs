//! Asks the seats that are to decide.

use std::time::Instant;

use uvi::{ToBot, ToHost};
use uvi_games::game::Seat;

use super::{
    Settings,
    chair::{BotFailure, BotStage, Question, QuestionStep},
    chairs::Chairs,
    outbox::Outbox,
};
use crate::record::{GameCourse, Ruling};

/// Borrows the parts of a match that are needed to ask seats.
pub(super) struct Posing<'a> {
    pub(super) settings: &'a Settings,
    pub(super) course: &'a GameCourse,
    pub(super) chairs: &'a mut Chairs,
    pub(super) outbox: &'a mut Outbox,
}

impl Posing<'_> {
    /// Asks the seats that must decide now. A seat that cannot be asked gets its verdict at once.
    pub(super) fn ask(&mut self, now: Instant) {
        let seats = self.course.to_decide();
        for seat in seats.iter() {
            let chair = &mut self.chairs[seat];
            chair.question = Some(Question::Held);
            chair.clock_when_asked = chair.clock;
        }
        for seat in seats.iter() {
            let verdict = match self.chairs[seat].asked() {
                QuestionStep::Pose => {
                    self.pose(seat);
                    continue;
                }
                QuestionStep::Synchronise { at_fault } => {
                    if let Some(bot) = self.chairs[seat].bot_mut() {
                        let by = now + self.settings.terms.patience.ready();
                        bot.stage = BotStage::Synchronising { by, at_fault };
                        bot.talk.recount();
                    }
                    self.outbox.say(seat, ToBot::IsReady);
                    continue;
                }
                QuestionStep::Failed(BotFailure { fault, complaint }) => {
                    Ruling::Fault(fault, Box::new(complaint.in_position(self.course.table().view(seat))))
                }
                QuestionStep::Absent => {
                    self.chairs.dismiss(seat, self.outbox);
                    Ruling::Absent
                }
            };
            if let Some(question) = &mut self.chairs[seat].question {
                question.judge(now, verdict);
            }
        }
    }

    /// Sends a seat its question: `turn` to the host, or the position and `go` to a bot.
    pub(super) fn pose(&mut self, seat: Seat) {
        let go = self.chairs.go(seat, self.course.in_play());
        let table = self.course.table();
        let chair = &mut self.chairs[seat];
        let Some(question) = &mut chair.question else { return };
        if let Question::Held = question {
            *question = Question::Posed;
        }
        let Some(bot) = &mut chair.bot else {
            let name = self.settings.name.clone();
            self.outbox.tell(ToHost::Turn { name, seat: seat.number(), go });
            return;
        };
        bot.talk.asked();
        self.outbox.say(seat, ToBot::Position(table.view(seat)));
        if bot.profile.as_ref().is_some_and(|profile| profile.history) {
            let (start, moves) = self.course.history(Some(seat));
            self.outbox.say(seat, ToBot::History { start, moves });
        }
        if chair.tells_legal && bot.profile.as_ref().is_some_and(|profile| profile.legal) {
            self.outbox.say(seat, ToBot::Legal(table.legal_words(seat)));
        }
        self.outbox.say(seat, ToBot::Go(go));
    }
}
