//! The turns of a match: asks the next seats, and applies their verdicts.

use std::time::{Duration, Instant};

use uvi::{Fault, ToBot, Word};
use uvi_games::game::{BySeat, Seat};

use super::{
    Match,
    chairs::{Chairs, SeatVerdicts},
    refusal,
    stage::Stage,
};
use crate::record::{Complaint, GameCourse, Ruling};

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
    fn ask_again(&mut self, seat: Seat, fault: Fault, complaint: Box<Complaint>, used: Duration) {
        let told = complaint.told(fault);
        self.limit_info(seat);
        self.chairs[seat].refuse(seat, fault, *complaint, used);
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
            let Decision { used, refused } = decide(&self.settings.name, &mut self.course, &mut self.chairs);
            let in_vain = refused.map(|(seat, fault, complaint)| {
                // If earlier actions of the answer were played, the first of their records has the time of the answer.
                let used = if self.course.has_records() { Duration::ZERO } else { used[seat] };
                (seat, fault, complaint, used)
            });
            self.tell_records(Some(used));
            if let Some((seat, fault, complaint, used)) = in_vain {
                self.ask_again(seat, fault, complaint, used);
            }
            decided += 1;
        }
    }
}

#[derive(Debug)]
struct Decision {
    /// The time that each seat used.
    used: BySeat<Duration>,
    /// The seat to ask again because an action of its answer was refused; then the fault, the details and the time
    /// used.
    refused: Option<(Seat, Fault, Box<Complaint>)>,
}

/// Plays the verdicts of the seats that were asked, and charges their clocks.
fn decide(name: &Word, course: &mut GameCourse, chairs: &mut Chairs) -> Decision {
    let SeatVerdicts { verdicts, used, earns } = chairs.take_verdicts();
    for (seat, chair) in chairs.iter() {
        if let Some(score) = chair.bot().and_then(|bot| bot.talk.info.said()) {
            course.said(seat, score);
        }
    }
    let mut decided = course.decide(verdicts);
    if let Some(refused) = decided.refused.take() {
        let (fault, complaint) = refusal::verdict(&refused, course.table(), &chairs[refused.seat]);
        if course.tries_left(refused.seat) > 0 {
            return Decision { used, refused: Some((refused.seat, fault, complaint)) };
        }
        chairs[refused.seat].note_fault(fault, &complaint);
        decided = course.decide(vec![(refused.seat, Ruling::Fault(fault, complaint))]);
    }
    earns.iter().for_each(|seat| chairs[seat].earn());
    chairs.iter_mut().for_each(|(_, chair)| chair.spent = Duration::ZERO);
    if !decided.unused.is_empty() {
        log::info!("{name}: actions left over: {:?}", decided.unused);
    }
    Decision { used, refused: None }
}
