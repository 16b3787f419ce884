//! The moves since the last irreversible move: their notation, and the repetitions among them.
//!
//! None of these moves captures, moves a pawn or loses a right to castle. So taking a move back means to move its man
//! back, and the moves alone give every earlier position that can occur again.

use std::fmt::{self, Write as _};

use super::{Action, Chess, men::Men};
use crate::{
    board::{
        Side,
        orthodox::{ManKind, man_move},
        text::{TextResult, expect, wrong},
    },
    game::PositionError,
};

/// `past = action *("," action)`
pub(super) fn past(input: &str) -> TextResult<'_, Vec<Action>> {
    const EXPECTED: &str = "the moves since the last one that cannot be taken back, such as g1f3,g8f6, or -";
    let mut past = Vec::new();
    let mut rest = input;
    loop {
        let (after, action) = expect(EXPECTED, man_move)(rest)?;
        if past.len() == MOST {
            return Err(wrong(rest, "no more than 150 moves"));
        }
        past.push(action);
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None => return Ok((after, past)),
        }
    }
}

/// The most moves that `past` may have. The game ends by then, if quiet moves are counted from 0.
const MOST: usize = 150;

pub(super) fn write(text: &mut String, past: &[Action]) -> fmt::Result {
    let Some((first, rest)) = past.split_first() else { return text.write_char('-') };
    first.write(text)?;
    rest.iter().try_for_each(|action| {
        text.push(',');
        action.write(text)
    })
}

/// The board before a quiet move of this side; `None` if the move cannot have led to this board.
fn taken_back(men: &Men, side: Side, Action { from, to, promotion }: Action) -> Option<Men> {
    let man = men.at(to).filter(|man| man.side == side && man.kind != ManKind::Pawn && promotion.is_none())?;
    if men.at(from).is_some() {
        return None;
    }
    let mut before = *men;
    before.toggle(to, man);
    before.toggle(from, man);
    Some(before)
}

impl Chess {
    /// True if the position, with its side to move, has occurred often enough to end the game. Rules page, Repetition.
    pub(super) fn is_repeated(&self) -> bool {
        let before = self.draws.occurrences() - 1;
        // Occurrences are at least four plies apart.
        self.past.len() >= 4 * before as usize && self.times_before() >= before
    }

    /// The number of earlier occurrences of the position with the same side to move.
    pub(super) fn times_before(&self) -> u32 {
        let (mut men, mut side, mut times) = (self.men, self.to_act, 0);
        for &action in self.past.iter().rev() {
            side = side.other();
            let Some(before) = taken_back(&men, side, action) else { return 0 };
            men = before;
            times += u32::from(side == self.to_act && men == self.men);
        }
        times
    }

    /// The position before the moves of `past`; `None` if they cannot be taken back.
    pub fn before_past(&self) -> Option<Self> {
        let mut before = self.before(&self.past).ok()?;
        before.settle();
        Some(before)
    }

    /// Takes these moves back. Errors: if one cannot have been the last, or the moves are more than the counts have.
    fn before(&self, past: &[Action]) -> Result<Self, PositionError> {
        let mut before = Self { past: Vec::new(), passed: None, ..self.clone() };
        for &action in past.iter().rev() {
            before.to_act = before.to_act.other();
            let men = taken_back(&before.men, before.to_act, action);
            before.men = men.ok_or_else(|| PositionError::refused(format!("{action} cannot be taken back")))?;
            let turn = before.turn.checked_sub(u32::from(before.to_act == Side::Black)).filter(|&turn| turn > 0);
            (before.quiet, before.turn) = before.quiet.checked_sub(1).zip(turn).ok_or_else(|| {
                PositionError::refused(format!("{} moves are more than quiet or turn counts", past.len()))
            })?;
        }
        Ok(before)
    }

    /// Returns this position with these past moves. Takes the moves back, then plays them again to check them.
    ///
    /// Errors: if a move cannot be taken back, was not legal or is irreversible, or the moves do not lead here.
    pub(super) fn with_past(&self, past: &[Action]) -> Result<Self, PositionError> {
        let mut before = self.before(past)?;
        before.refuse()?;
        for &action in past {
            // A draw on the way does not count: the game went on.
            if !before.lists(action) {
                return Err(PositionError::refused(format!("{action} was not legal: {}", before.why_not(action))));
            }
            before.go(action);
        }
        let leads_here = before.past == past && before.passed == self.passed && before.rights == self.rights;
        PositionError::unless(leads_here, "one of the past moves cannot be taken back")?;
        Ok(before)
    }
}
