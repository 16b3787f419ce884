//! Asking the seats that are to decide, and what follows from their verdicts.

use std::time::{Duration, Instant};

use uvi::{ToBot, ToHost, Word, Words};
use uvi_games::game::{BySeat, Seat};

use super::{
    Match,
    chair::{Asked, BotStage, Failure, Question, Sitter},
    machine::Stage,
    refusal,
    telling::Telling,
};
use crate::record::Verdict;

/// How many decisions are made at a stretch where nobody has to be waited for, so that a game of absent bots leaves room
/// for what the host wants.
const STRETCH: u32 = 64;

impl Match {
    /// Notes what came of asking a seat and how long that took.
    pub(super) fn judge(&mut self, now: Instant, seat: Seat, verdict: Verdict) {
        let question = self.chairs[seat].question.as_mut();
        if question.is_some_and(|question| question.judge(now, verdict)) {
            self.advance(now);
        }
    }

    /// Decides what can be decided, and asks who is next, until somebody has to answer or much has been decided.
    pub(super) fn advance(&mut self, now: Instant) {
        let mut decided = 0;
        while let Stage::Playing(playing) = &mut self.stage {
            if decided == STRETCH {
                playing.resting = Some(now);
                return;
            }
            if self.chairs.asked().is_empty() {
                if let Some(seat) = (self.leaving - self.course.table().vacant()).first() {
                    self.leaving.remove(seat);
                    self.course.resign(seat);
                    self.emit(self.chairs.no_time());
                } else {
                    self.ask(now);
                }
                continue;
            }
            if self.chairs.any_asked() {
                return;
            }
            self.outbox.tell_all(std::mem::take(&mut playing.held));
            self.decide();
            decided += 1;
        }
    }

    fn decide(&mut self) {
        let (verdicts, used) = self.chairs.take_verdicts();
        for (seat, chair) in self.chairs.iter() {
            if let Some(score) = chair.bot().and_then(|bot| bot.talk.info.said()) {
                self.course.said(seat, score);
            }
        }
        let mut decided = self.course.decide(verdicts);
        if let Some(refused) = decided.refused.take() {
            let verdict = refusal::verdict(&refused, self.course.table(), &self.chairs[refused.seat]);
            decided = self.course.decide(vec![(refused.seat, verdict)]);
        }
        if !decided.unused.is_empty() {
            log::info!("{}: actions left over: {:?}", self.settings.name, decided.unused);
        }
        self.emit(used);
    }

    /// Turns what has happened into records and messages.
    pub(super) fn emit(&mut self, mut used: BySeat<Duration>) {
        for entry in self.course.take_entries() {
            let Self { settings, audience, course, chairs, outbox, .. } = self;
            Telling { settings, audience: *audience, course, chairs, outbox }.entry(entry, &mut used);
        }
        if self.course.ending().is_some() {
            self.stage = Stage::Over;
        }
    }

    /// Asks the seats that are to decide now.
    fn ask(&mut self, now: Instant) {
        let seats = self.course.to_decide();
        for seat in seats.iter() {
            self.chairs[seat].question = Some(Question::Held);
        }
        for seat in seats.iter() {
            let verdict = match self.chairs[seat].asked() {
                Asked::Pose => {
                    self.pose(seat);
                    continue;
                }
                Asked::Synchronise => {
                    if let Some(bot) = self.chairs[seat].bot_mut() {
                        bot.stage = BotStage::Synchronising { by: now + self.settings.terms.patience.ready() };
                        bot.talk.recount();
                    }
                    self.outbox.say(seat, ToBot::IsReady);
                    continue;
                }
                Asked::Failed(Failure { fault, complaint }) => {
                    Verdict::Fault(fault, complaint.in_position(self.course.table().view(seat)))
                }
                Asked::Absent => Verdict::Absent,
                Asked::Dismissed => {
                    self.chairs.dismiss(seat, &mut self.outbox);
                    Verdict::Absent
                }
            };
            if let Some(question) = &mut self.chairs[seat].question {
                question.judge(now, verdict);
            }
        }
    }

    /// Says to a seat what it must decide.
    pub(super) fn pose(&mut self, seat: Seat) {
        let go = self.chairs.go(seat, self.course.in_play());
        let table = self.course.table();
        let chair = &mut self.chairs[seat];
        let Some(question) = &mut chair.question else { return };
        question.pose();
        let Sitter::Bot(bot) = &mut chair.sitter else {
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
        if bot.profile.as_ref().is_some_and(|profile| profile.legal) {
            let legal = table.legal(seat).iter().map(Word::as_str).collect::<Vec<_>>().join(" ");
            let legal = Words::new(&legal).expect("actions are words");
            self.outbox.say(seat, ToBot::Legal(legal));
        }
        self.outbox.say(seat, ToBot::Go(go));
    }
}
