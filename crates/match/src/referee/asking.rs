//! The turns of a match: who is asked next, and what follows from the verdicts.

use std::time::{Duration, Instant};

use uvi_games::game::{BySeat, Seat};

use super::{Match, machine::Stage, posing::Posing, refusal, telling::Telling};
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
                    Posing::of(self).ask(now);
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
        for (seat, chair) in self.chairs.iter_mut() {
            if let Some(score) = chair.bot_mut().and_then(|bot| bot.talk.info().said()) {
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
            Telling::of(self).entry(entry, &mut used);
        }
        if self.course.ending().is_some() {
            self.stage = Stage::Over;
        }
    }
}
