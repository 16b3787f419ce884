//! The turns of a match: who is asked next, and what follows from the verdicts.

use std::time::{Duration, Instant};

use uvi::{Fault, ToBot, Word};
use uvi_games::game::{BySeat, Seat};

use super::{
    Match,
    chairs::{Chairs, Taken},
    refusal,
    stage::Stage,
};
use crate::record::{Complaint, Course, Verdict};

/// How many decisions are made at a stretch where nobody has to be waited for, so that a game of absent bots leaves room
/// for what the host wants.
const STRETCH: u32 = 64;

impl Match {
    /// Notes what came of asking a seat and how long that took.
    pub(super) fn judge(&mut self, now: Instant, seat: Seat, verdict: Verdict) {
        let question = self.chairs[seat].question.as_mut();
        if !question.is_some_and(|question| question.judge(now, verdict)) {
            return;
        }
        // Where others decide at the same time they need not be waited for: it is asked again at once.
        if let Some((fault, complaint, used)) = self.chairs[seat].take_refused(self.course.tries_left(seat)) {
            self.ask_again(seat, fault, complaint, used);
        }
        self.advance(now);
    }

    /// An answer is refused, for which its seat took so long: it is told why, and asked again. Where others decide at
    /// the same time, nobody else hears of it before all have decided.
    fn ask_again(&mut self, seat: Seat, fault: Fault, complaint: Box<Complaint>, used: Duration) {
        let told = complaint.told(fault);
        self.chairs[seat].refuse(fault, complaint, used);
        if self.chairs.asked().len() == 1 {
            self.telling().tries();
        }
        self.outbox.say(seat, ToBot::Error(told));
        self.posing().pose(seat);
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
                    self.telling().tries();
                    self.course.resign(seat);
                    self.telling().entries(None);
                } else {
                    self.posing().ask(now);
                }
                continue;
            }
            if self.chairs.any_asked() {
                return;
            }
            self.outbox.tell_all(std::mem::take(&mut playing.held));
            self.telling().tries();
            let Decision { used, refused } = decide(&self.settings.name, &mut self.course, &mut self.chairs);
            let in_vain = refused.map(|(seat, fault, complaint)| {
                // Actions of the same answer that were played have its time.
                let used = if self.course.has_entries() { Duration::ZERO } else { used[seat] };
                (seat, fault, complaint, used)
            });
            self.telling().entries(Some(used));
            if let Some((seat, fault, complaint, used)) = in_vain {
                self.ask_again(seat, fault, complaint, used);
            }
            decided += 1;
        }
    }
}

/// What came of what the seats that were asked have come to.
#[derive(Debug)]
struct Decision {
    /// How long each took.
    used: BySeat<Duration>,
    /// The seat whose answer was refused, or the rest of it, and which is asked again.
    refused: Option<(Seat, Fault, Box<Complaint>)>,
}

/// Plays what the seats that were asked have come to, and takes from their clocks what that took.
fn decide(name: &Word, course: &mut Course, chairs: &mut Chairs) -> Decision {
    let Taken { verdicts, used, earns } = chairs.take_verdicts();
    for (seat, chair) in chairs.iter_mut() {
        if let Some(score) = chair.bot_mut().and_then(|bot| bot.talk.info().said()) {
            course.said(seat, score);
        }
    }
    let mut decided = course.decide(verdicts);
    if let Some(refused) = decided.refused.take() {
        let verdict = refusal::verdict(&refused, course.table(), &chairs[refused.seat]);
        match verdict {
            Verdict::Fault(fault, complaint) if course.tries_left(refused.seat) > 0 => {
                return Decision { used, refused: Some((refused.seat, fault, complaint)) };
            }
            verdict => decided = course.decide(vec![(refused.seat, verdict)]),
        }
    }
    earns.iter().for_each(|seat| chairs[seat].earn());
    chairs.iter_mut().for_each(|(_, chair)| chair.spent = Duration::ZERO);
    if !decided.unused.is_empty() {
        log::info!("{name}: actions left over: {:?}", decided.unused);
    }
    Decision { used, refused: None }
}
