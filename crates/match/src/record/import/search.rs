//! What was probably meant where a printed game cannot be played on.

use std::cmp::Reverse;

use uvi::Word;
use uvi_games::game::{Actor, Scrap, Table, Turn, edit_distance};

use super::{
    misprint::{self, Meant, Misprint},
    walk::{At, Fixes, Part, Stop, Walked, Walker, Why, is_pass},
};

/// A decision that is less like what is printed was not meant.
const MOST: u32 = 4;
/// The same for a decision before the one that cannot be played: it could be played as it is.
const MOST_BEFORE: u32 = 1;
/// How many turns before the one that cannot be played a misprint may be.
const TURNS_BACK: usize = 6;

/// What might have been meant, and how far the game goes then.
#[derive(Debug)]
struct Candidate {
    meant: Meant,
    unlikeness: u32,
    /// None where it goes to the end of the page.
    reached: Option<At>,
}

impl Candidate {
    /// The best first: what lets the game go on furthest, then what is most like the print.
    fn rank(&self) -> (Reverse<(bool, Option<At>)>, u32) {
        (Reverse((self.reached.is_none(), self.reached)), self.unlikeness)
    }
}

/// What cannot be played, why, and what was probably meant: the best guess, or those that are as good as the best.
pub(super) fn explain(walker: &Walker<'_>, walked: &Walked, stop: &Stop, fixes: &Fixes) -> Misprint {
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
    walked: &'a Walked,
    stop: &'a Stop,
    fixes: &'a Fixes,
    candidates: Vec<Candidate>,
}

impl Search<'_> {
    /// What might have been meant where the game cannot be played on.
    fn here(&mut self) {
        let Stop { at, why, table } = self.stop;
        let turn = &self.walker.game.turns[at.turn];
        match at.part {
            Part::Heading => {
                if let Why::NotDue(due) = why
                    && let Some(word) = Word::new(due.seat.to_string())
                {
                    // It is a misprint only if he who is due can play this turn.
                    self.consider(*at, word, super::walk::due(self.walker.page, due), 1);
                    self.candidates.retain(|candidate| candidate.reached.is_none_or(|at| at.turn > self.stop.at.turn));
                }
            }
            Part::Chance(number) => self.chance(*at, &turn.chance[number], &**table, 1),
            Part::Decision(number) if !is_pass(&turn.decisions[number]) => {
                self.decision(*at, &turn.decisions[number], &**table, Near { most: MOST, more: 0 });
            }
            Part::Decision(_) | Part::End => {}
        }
    }

    /// What might have been misprinted before, though it can be played: only what lets the game go on counts.
    fn before(&mut self) {
        let here = self.candidates.len();
        let stop = self.stop.at;
        let steps = self.walked.steps.iter().filter(|step| step.at.turn + TURNS_BACK >= stop.turn);
        for step in steps.filter(|step| !self.fixes.has(step.at)) {
            let turn = &self.walker.game.turns[step.at.turn];
            match step.at.part {
                Part::Chance(number) => self.chance(step.at, &turn.chance[number], &*step.before, 2),
                Part::Decision(number) => {
                    let near = Near { most: MOST_BEFORE, more: 1 };
                    self.decision(step.at, &turn.decisions[number], &*step.before, near);
                }
                Part::Heading | Part::End => {}
            }
        }
        let mut index = 0;
        self.candidates.retain(|candidate| {
            index += 1;
            index <= here || candidate.reached.is_none_or(|reached| reached.turn > stop.turn)
        });
    }

    /// What else chance may have done: one digit is wrong.
    fn chance(&mut self, at: At, scrap: &Scrap, table: &dyn Table, unlikeness: u32) {
        for (action, _) in table.outcomes() {
            let digits = action.as_str().trim_start_matches('@');
            let printed = scrap.text.as_deref().unwrap_or(&scrap.found);
            if edit_distance(printed, digits) == 1 && printed.len() == digits.len() {
                let text = digits.to_owned();
                self.consider(at, action, text, unlikeness);
            }
        }
    }

    /// What else the seat may have done.
    fn decision(&mut self, at: At, scrap: &Scrap, table: &dyn Table, near: Near) {
        let Turn::Seats(seats) = table.turn() else { return };
        let Some(seat) = seats.single() else { return };
        let printed = scrap.text.as_deref().unwrap_or(&scrap.found);
        for action in table.legal(seat) {
            let mut after = table.boxed_clone();
            let Ok(played) = after.play(Actor::Seat(seat), action.as_str()) else { continue };
            let unlikeness = self.walker.page.unlikeness(printed, &played.text);
            let same = scrap.text.as_ref() == Some(&played.text);
            if unlikeness <= near.most && !same {
                self.consider(at, action, played.text, unlikeness + near.more);
            }
        }
    }

    fn consider(&mut self, at: At, word: Word, text: String, unlikeness: u32) {
        let before = &*self.walked.before[at.turn];
        let reached = self.walker.walk_from(at.turn, before, &self.fixes.with(at, &word)).reached();
        let place = misprint::place(self.walker, at);
        self.candidates.push(Candidate { meant: Meant { at, place, word, text }, unlikeness, reached });
    }
}

/// How like the print something must be.
#[derive(Debug, Clone, Copy)]
struct Near {
    /// The most that it may be unlike.
    most: u32,
    /// What is added to that, where it is less likely for another reason.
    more: u32,
}
