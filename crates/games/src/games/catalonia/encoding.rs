//! The game as numbers, for programs that learn. There are too many chains for a number each. So a claim is made in
//! steps: one square after the other, then the end of the chain.

use super::{Action, Bombs, Catalonia, Claim, Due, Kind, Phase, Scoring, Square, chain::MOST};
use crate::{
    board::Side,
    game::{
        Game, Seat,
        encoding::{Draft, Encode, NumberStep, Planes, share},
    },
};

const SQUARES: usize = Square::COUNT;
/// The first number of each span.
const TARGETS: usize = SQUARES * SQUARES;
const REMOVALS: usize = TARGETS + SQUARES;
const STEPS: usize = REMOVALS + SQUARES;
const CLOSE: usize = STEPS + SQUARES;
const WORDS: usize = CLOSE + 1;
/// The decisions that name no square.
const PLAIN: [Action; 4] = [Action::Yield, Action::Decline, Action::Done, Action::NoClaim];

/// The points per turn at which the plane of points is full: those of a chain of all men.
const FULL: u32 = (MOST * MOST) as u32;

/// The square of a step of a claim; `None` for other numbers.
fn named(number: u32) -> Option<Square> {
    (STEPS..CLOSE).contains(&(number as usize)).then(|| Square::from_index(number as usize - STEPS)).flatten()
}

fn begun(draft: &Draft) -> Vec<Square> {
    draft.iter().filter_map(|&number| named(number)).collect()
}

impl Encode for Catalonia {
    const CELLS: [usize; 2] = [8, 8];
    layers! {
        5 => "the seat's own men: Knight, Bishop, Lady, Gentleman, Peasant",
        5 => "the partner's men, likewise",
        1 => "the pits",
        8 => "everywhere 1 for the phase: move, answer, claim, bomb, target, escape, remove, over",
        1 => "the square that was thrown (`target`) or lost (`escape`)",
        3 => "everywhere 1 for the moves due: both, White's first, the last one",
        1 => "everywhere 1 where the seat is seat 1",
        1 => "everywhere 1 where the seat is to act",
        1 => "everywhere 1 where the seat is the roller",
        1 => "everywhere the turn of `turns`",
        1 => "everywhere 1 where there has been a chain",
        1 => "everywhere the points so far, of 576 for each turn so far",
        1 => "the claim so far: 1/24 on its first square, 2/24 on its second",
        2 => "everywhere 1 where bombs fall by chain, and where chains are claimed (options `bombs`, `scoring`)",
    }
    spans! {
        TARGETS => "a move or an escape, `c4e6`": "64 · from + to",
        SQUARES => "a target, `*c5`": "the square",
        SQUARES => "a removal, `-c3`": "the square",
        SQUARES => "a step of a claim, `=c4`: the chain goes on to this square": "the square",
        1 => "the last step of a claim, `=`: the chain is whole": "0",
        4 => "`yield`, `decline`, `done`, `none`": "in this order; `none` drops a claim that was begun",
    }

    fn number_of(action: Action) -> Option<u32> {
        let number = match action {
            Action::Move(from, to) => SQUARES * from.index() + to.index(),
            Action::Target(square) => TARGETS + square.index(),
            Action::Remove(square) => REMOVALS + square.index(),
            Action::Yield | Action::Decline | Action::Done | Action::NoClaim => {
                WORDS + PLAIN.into_iter().position(|one| one == action)?
            }
            Action::Bomb(_) | Action::Pass | Action::Claim(_) => return None,
        };
        Some(number as u32)
    }

    fn action_at(number: u32) -> Option<Action> {
        let number = number as usize;
        let square = |first: usize| Square::from_index(number - first);
        match number {
            ..TARGETS => {
                Some(Action::Move(Square::from_index(number / SQUARES)?, Square::from_index(number % SQUARES)?))
            }
            TARGETS..REMOVALS => square(TARGETS).map(Action::Target),
            REMOVALS..STEPS => square(REMOVALS).map(Action::Remove),
            STEPS..WORDS => None,
            WORDS.. => PLAIN.get(number - WORDS).copied(),
        }
    }

    fn step(&self, draft: &Draft, number: u32) -> Option<NumberStep<Action>> {
        if named(number).is_some() {
            return Some(NumberStep::Begin);
        }
        if number as usize == CLOSE {
            return Claim::new(&begun(draft)).map(|claim| NumberStep::Act(Action::Claim(claim)));
        }
        Self::action_at(number).map(NumberStep::Act)
    }

    /// A claim begins with any man. Each further step names a man that the last one defends and that is not in it yet.
    fn each_number(&self, seat: Seat, draft: &Draft, actions: &mut Vec<Action>, mut tell: impl FnMut(u32)) {
        actions.clear();
        if self.phase != Phase::Claim {
            self.legal(seat, actions);
            return actions.iter().filter_map(|&action| Self::number_of(action)).for_each(tell);
        }
        if self.actor().is_none_or(|owner| owner.seat() != seat) {
            return;
        }
        let men: Vec<Square> = self.men().all().iter().collect();
        let chain = begun(draft);
        let graph = self.defence();
        let defended = match chain.last().and_then(|last| men.binary_search(last).ok()) {
            Some(last) => graph.linked(last),
            None => graph.all(),
        };
        let next =
            men.iter().enumerate().filter(|(vertex, square)| defended & 1 << vertex != 0 && !chain.contains(square));
        next.for_each(|(_, square)| tell((STEPS + square.index()) as u32));
        if Claim::new(&chain).is_some_and(|claim| self.is_chain(&claim)) {
            tell(CLOSE as u32);
        }
        Self::number_of(Action::NoClaim).into_iter().for_each(tell);
    }

    fn word(number: u32) -> Option<String> {
        match named(number) {
            Some(square) => Some(format!("={square}")),
            None if number as usize == CLOSE => Some("=".to_owned()),
            None => Self::action_at(number).map(|action| action.to_string()),
        }
    }

    fn observe(&self, seat: Seat, draft: &Draft, planes: &mut Planes<'_>) {
        let own = Side::of(seat).unwrap_or(Side::White);
        let man = |owner, kind| (self.men().owned(owner) & self.men().of(kind)).iter().map(Square::index);
        planes.mark_each([own, own.other()].into_iter().flat_map(|owner| Kind::ALL.map(|kind| man(owner, kind))));
        planes.mark(self.pits().iter().map(Square::index));
        let phase = Self::PHASES.iter().position(|word| *word == self.phase.word());
        planes.one_of(Self::PHASES.len() + 1, phase.or(Some(Self::PHASES.len())));
        let square = if let Phase::Target(it) | Phase::Escape(it) = self.phase { Some(it.index()) } else { None };
        planes.mark(square);
        let due = match self.phase {
            Phase::Move(Due::Both) | Phase::Answer => Some(0),
            Phase::Move(Due::WhiteFirst) => Some(1),
            Phase::Move(Due::Last(_)) => Some(2),
            Phase::Claim | Phase::Bomb | Phase::Target(_) | Phase::Escape(_) | Phase::Remove(_) | Phase::Over => None,
        };
        planes.one_of(3, due);
        planes.says(own == Side::White);
        planes.says(self.actor() == Some(own));
        planes.says(self.roller() == own);
        planes.all(share(self.turn, self.options.turns));
        planes.says(self.since.is_some());
        planes.all(share(self.total, FULL * self.turn));
        // Only the roller sees a claim that is not yet made.
        let shown = if self.actor() == Some(own) { begun(draft) } else { Vec::new() };
        planes.at((1..).zip(shown).map(|(place, square)| (square.index(), share(place, MOST as u32))));
        planes.says(self.options.bombs == Bombs::Chain);
        planes.says(self.options.scoring == Scoring::Claimed);
    }
}
