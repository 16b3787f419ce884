//! The turns of a match: who is asked next, and what follows from the verdicts.

use std::time::{Duration, Instant};

use uvi::Word;
use uvi_games::game::{BySeat, Seat};

use super::{Match, chairs::Chairs, machine::Stage, posing::Posing, refusal, telling::Telling};
use crate::record::{Course, Verdict};

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
                    Telling::of(self).entries(None);
                } else {
                    Posing::of(self).ask(now);
                }
                continue;
            }
            if self.chairs.any_asked() {
                return;
            }
            self.outbox.tell_all(std::mem::take(&mut playing.held));
            let used = decide(&self.settings.name, &mut self.course, &mut self.chairs);
            Telling::of(self).entries(Some(used));
            decided += 1;
        }
    }
}

/// Plays what the seats that were asked have come to, and takes from their clocks what that took.
fn decide(name: &Word, course: &mut Course, chairs: &mut Chairs) -> BySeat<Duration> {
    let (verdicts, used) = chairs.take_verdicts();
    for (seat, chair) in chairs.iter_mut() {
        if let Some(score) = chair.bot_mut().and_then(|bot| bot.talk.info().said()) {
            course.said(seat, score);
        }
    }
    let mut decided = course.decide(verdicts);
    if let Some(refused) = decided.refused.take() {
        let verdict = refusal::verdict(&refused, course.table(), &chairs[refused.seat]);
        decided = course.decide(vec![(refused.seat, verdict)]);
    }
    if !decided.unused.is_empty() {
        log::info!("{name}: actions left over: {:?}", decided.unused);
    }
    used
}
