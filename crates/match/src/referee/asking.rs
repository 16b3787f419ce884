//! The turns of a match: asks the next seats, and applies their verdicts.

use std::time::{Duration, Instant};

use uvi::{Fault, ToBot};
use uvi_games::game::Seat;

use super::{Match, chairs::SeatVerdicts, refusal, stage::Stage};
use crate::record::{Complaint, Ruling};

/// The number of decisions without a wait after which the match pauses. A game of absent bots would otherwise delay the
/// requests of the host.
const STRETCH: u32 = 64;

impl Match {
    /// Records the verdict on an asked seat and the time for which its question was open, then continues the game. No
    /// effect if the seat is not asked or already has a verdict.
    pub(super) fn judge(&mut self, now: Instant, seat: Seat, verdict: Ruling) {
        let question = self.chairs[seat].question.as_mut();
        if !question.is_some_and(|question| question.judge(now, verdict)) {
            return;
        }
        // In a simultaneous decision, a refused seat is asked again at once, before the others have answered.
        if let Some((fault, complaint, used)) = self.chairs[seat].take_refused(self.course.tries_left(seat)) {
            self.ask_again(seat, fault, complaint, used);
        }
        self.advance(now);
    }

    /// Tells a seat the reason for its refused answer, and asks it again. In a simultaneous decision, the refused
    /// answer is reported to the host and the log after all seats have decided.
    fn ask_again(&mut self, seat: Seat, fault: Fault, complaint: Complaint, used: Duration) {
        let told = complaint.told(fault);
        self.limit_info(seat);
        self.chairs[seat].refuse(seat, fault, complaint, used);
        if self.chairs.asked().len() == 1 {
            self.tell_tries();
        }
        self.outbox.say(seat, ToBot::Error(told));
        self.posing().pose(seat);
    }

    /// Applies complete decisions and asks the next seats, until one must answer, the end, or [`STRETCH`] decisions.
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
                    self.tell_tries();
                    self.course.resign(seat);
                    self.tell_records(None);
                } else {
                    self.posing().ask(now);
                }
                continue;
            }
            if self.chairs.any_asked() {
                return;
            }
            self.outbox.tell_all(std::mem::take(&mut playing.held));
            self.tell_tries();
            self.decide();
            decided += 1;
        }
    }

    /// Plays the verdicts of the seats that were asked, charges their clocks, and tells what has happened. A seat is
    /// asked again if an action of its answer was refused and it has tries left.
    fn decide(&mut self) {
        let SeatVerdicts { verdicts, used, earns } = self.chairs.take_verdicts();
        for (seat, chair) in self.chairs.iter() {
            if let Some(score) = chair.bot().and_then(|bot| bot.talk.info.said()) {
                self.course.said(seat, score);
            }
        }
        let mut decided = self.course.decide(verdicts);
        if let Some(refused) = decided.refused.take() {
            let seat = refused.seat;
            let (fault, complaint) = refusal::verdict(&refused, self.course.table(), &self.chairs[seat]);
            if self.course.tries_left(seat) > 0 {
                // If earlier actions of the answer were played, the first of their records has the time of the answer.
                let took = if self.course.has_records() { Duration::ZERO } else { used[seat] };
                self.tell_records(Some(used));
                return self.ask_again(seat, fault, complaint, took);
            }
            self.chairs[seat].note_fault(fault, &complaint);
            decided = self.course.decide(vec![(seat, Ruling::Fault(fault, Box::new(complaint)))]);
        }
        earns.iter().for_each(|seat| self.chairs[seat].earn());
        self.chairs.iter_mut().for_each(|(_, chair)| chair.spent = Duration::ZERO);
        if !decided.unused.is_empty() {
            log::info!("{}: actions left over: {:?}", self.settings.name, decided.unused);
        }
        self.tell_records(Some(used));
    }
}
