//! The search for likely corrections of a misprint.

use std::cmp::Reverse;

use uvi::Word;
use uvi_games::game::{Actor, PrintedAction, Table, Turn, edit_distance};

use super::{
    misprint::{self, Correction, Misprint},
    printed_walk::{Fixes, PrintedPlace, Stop, StopReason, TurnPart, WalkResult, Walker, is_pass},
};

/// The largest unlikeness to the printed text at which a decision counts as a correction.
const MOST: u32 = 4;
/// The largest unlikeness of a correction to an earlier decision. Smaller than [`MOST`], because the earlier decision
/// is legal as printed.
const MOST_BEFORE: u32 = 1;
/// The number of turns before the unplayable one in which a misprint is searched.
const TURNS_BACK: usize = 6;

/// A possible correction, and the place that the game reaches with it.
#[derive(Debug)]
struct Candidate {
    meant: Correction,
    unlikeness: u32,
    /// `None` if the game reaches the end of the page.
    reached: Option<PrintedPlace>,
}

impl Candidate {
    /// The sort key, best first: the place that the game reaches, then the likeness to the printed text.
    fn rank(&self) -> (Reverse<(bool, Option<PrintedPlace>)>, u32) {
        (Reverse((self.reached.is_none(), self.reached)), self.unlikeness)
    }
}

/// Describes a misprint with its best correction, or several that are equally good.
pub(super) fn explain(walker: &Walker<'_>, walked: &WalkResult, stop: &Stop, fixes: &Fixes) -> Misprint {
    let mut search = Search { walker, walked, stop, fixes, candidates: Vec::new() };
    search.here();
    search.before();
    let mut candidates = search.candidates;
    candidates.sort_by_key(Candidate::rank);
    let best = candidates.first().map(Candidate::rank);
    let meant = candidates.into_iter().take_while(|candidate| Some(candidate.rank()) == best);
    misprint::misprint(walker, stop, meant.map(|candidate| candidate.meant).collect())
}

struct Search<'a> {
    walker: &'a Walker<'a>,
    walked: &'a WalkResult,
    stop: &'a Stop,
    fixes: &'a Fixes,
    candidates: Vec<Candidate>,
}

impl Search<'_> {
    /// Collects corrections of the part that cannot be played.
    fn here(&mut self) {
        let Stop { at, why, table } = self.stop;
        let turn = &self.walker.game.turns[at.turn];
        match at.part {
            TurnPart::Heading => {
                if let StopReason::NotDue(due) = why
                    && let Some(word) = Word::new(due.seat.to_string())
                {
                    // A misprint of the heading is likely only if the seat that is due can play the turn.
                    self.consider(*at, word, super::printed_walk::due(self.walker.page, due), 1);
                    self.candidates.retain(|candidate| candidate.reached.is_none_or(|at| at.turn > self.stop.at.turn));
                }
            }
            TurnPart::Chance(number) => self.chance(*at, &turn.chance[number], &**table, 1),
            TurnPart::Decision(number) if !is_pass(&turn.decisions[number]) => {
                self.decision(*at, &turn.decisions[number], &**table, Near { most: MOST, more: 0 });
            }
            TurnPart::Decision(_) | TurnPart::End => {}
        }
    }

    /// Collects corrections of earlier parts, which can be played as printed. Keeps only corrections with which the
    /// game gets beyond the turn of the stop.
    fn before(&mut self) {
        let here = self.candidates.len();
        let stop = self.stop.at;
        let steps = self.walked.steps.iter().filter(|step| step.at.turn + TURNS_BACK >= stop.turn);
        for step in steps.filter(|step| !self.fixes.has(step.at)) {
            let turn = &self.walker.game.turns[step.at.turn];
            match step.at.part {
                TurnPart::Chance(number) => self.chance(step.at, &turn.chance[number], &*step.before, 2),
                TurnPart::Decision(number) => {
                    let near = Near { most: MOST_BEFORE, more: 1 };
                    self.decision(step.at, &turn.decisions[number], &*step.before, near);
                }
                TurnPart::Heading | TurnPart::End => {}
            }
        }
        let mut index = 0;
        self.candidates.retain(|candidate| {
            index += 1;
            index <= here || candidate.reached.is_none_or(|reached| reached.turn > stop.turn)
        });
    }

    /// Collects chance events that differ from the print in one digit.
    fn chance(&mut self, at: PrintedPlace, printed: &PrintedAction, table: &dyn Table, unlikeness: u32) {
        for (action, _) in table.outcomes() {
            let digits = action.as_str().trim_start_matches('@');
            let found = printed.text.as_deref().unwrap_or(&printed.found);
            if edit_distance(found, digits) == 1 && found.len() == digits.len() {
                let text = digits.to_owned();
                self.consider(at, action, text, unlikeness);
            }
        }
    }

    /// Collects legal decisions that are similar to the print.
    fn decision(&mut self, at: PrintedPlace, printed: &PrintedAction, table: &dyn Table, near: Near) {
        let Turn::Seats(seats) = table.turn() else { return };
        let Some(seat) = seats.single() else { return };
        let found = printed.text.as_deref().unwrap_or(&printed.found);
        for action in table.legal(seat) {
            let mut after = table.boxed_clone();
            let Ok(played) = after.play(Actor::Seat(seat), action.as_str()) else { continue };
            let unlikeness = self.walker.page.unlikeness(found, &played.text);
            let same = printed.text.as_ref() == Some(&played.text);
            if unlikeness <= near.most && !same {
                self.consider(at, action, played.text, unlikeness + near.more);
            }
        }
    }

    fn consider(&mut self, at: PrintedPlace, word: Word, text: String, unlikeness: u32) {
        let before = &*self.walked.before[at.turn];
        let reached = self.walker.walk_from(at.turn, before, &self.fixes.with(at, &word)).reached();
        let place = misprint::place(self.walker, at);
        self.candidates.push(Candidate { meant: Correction { at, place, word, text }, unlikeness, reached });
    }
}

/// The likeness that a correction must have.
#[derive(Debug, Clone, Copy)]
struct Near {
    /// The largest unlikeness to the printed text.
    most: u32,
    /// The unlikeness that is added to each candidate, because the part is less likely to be wrong.
    more: u32,
}
