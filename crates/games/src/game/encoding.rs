//! A game as numbers, for programs that learn: each action has a number, and a position is a stack of planes as a seat
//! may see it. What a number means is fixed by [`Encode::VERSION`], which stands in the name of each environment. It
//! knows no array library and no learner.

use arrayvec::ArrayVec;

use super::{Actor, Game, Seat};

/// Numbers that follow one another and are made in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// How many there are.
    pub count: usize,
    /// What they stand for, with an example.
    pub actions: &'static str,
    /// Which of them it is, counted from the first of the span.
    pub number: &'static str,
}

/// Planes that follow one another and belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layer {
    /// How many there are.
    pub count: usize,
    /// What they show. "Everywhere" means that each cell of the plane has the value.
    pub shows: &'static str,
}

/// The most steps that one decision is made in.
pub const MOST_STEPS: usize = 32;

/// The numbers of a decision that is made in several steps, so far; empty everywhere else.
pub type Draft = ArrayVec<u32, MOST_STEPS>;

/// What a number does in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<A> {
    /// It is an action.
    Act(A),
    /// It is a step of a decision, and another one follows.
    Begin,
}

/// A game whose actions have numbers and whose positions have planes.
///
/// The laws: a legal action other than the forced pass has a number, which leads back to it, and no two have the same; a
/// position fills each plane with values from 0 to 1; positions that look the same to a seat have the same planes for it.
pub trait Encode: Game {
    /// Grows whenever a number or a plane changes its meaning.
    const VERSION: u32 = 0;
    /// How many rows and columns a plane has.
    const CELLS: [usize; 2];
    /// What the planes show, in their order.
    const LAYERS: &'static [Layer];
    /// What the numbers mean, from 0.
    const SPANS: &'static [Span];

    /// The number of an action; `None` for the forced pass, for what chance does, and for what is decided in steps.
    fn number_of(action: Self::Action) -> Option<u32>;

    /// The action with this number, in the position or out of it; `None` if it is a step, or too high.
    fn action_at(number: u32) -> Option<Self::Action>;

    /// Fills the planes as this seat sees the position.
    fn observe(&self, seat: Seat, draft: &Draft, planes: &mut Planes<'_>);

    /// What the number does where it is legal.
    fn step(&self, draft: &Draft, number: u32) -> Option<Step<Self::Action>> {
        let _ = draft;
        Self::action_at(number).map(Step::Act)
    }

    /// Tells the numbers that are legal for a seat, each once, in the order of [`Game::legal`]; none if it is not to
    /// act. `actions` is room to work in. A game that knows them without a list of its actions says so here.
    fn each_number(&self, seat: Seat, draft: &Draft, actions: &mut Vec<Self::Action>, tell: impl FnMut(u32)) {
        let _ = draft;
        actions.clear();
        self.legal(seat, actions);
        actions.iter().filter_map(|&action| Self::number_of(action)).for_each(tell);
    }

    /// Marks the numbers that [`Encode::each_number`] tells in a row that has a place for each number and no mark.
    fn mark(&self, seat: Seat, draft: &Draft, actions: &mut Vec<Self::Action>, row: &mut [bool]) {
        self.each_number(seat, draft, actions, |number| row[number as usize] = true);
    }

    /// The same in a row of bits, eight numbers a byte, the first in its lowest bit.
    fn mark_bits(&self, seat: Seat, draft: &Draft, actions: &mut Vec<Self::Action>, row: &mut [u8]) {
        self.each_number(seat, draft, actions, |number| row[number as usize / 8] |= 1 << (number % 8));
    }

    /// Whether a number is one of those that [`Encode::each_number`] tells.
    fn is_legal(&self, seat: Seat, draft: &Draft, number: u32, actions: &mut Vec<Self::Action>) -> bool {
        match self.step(draft, number) {
            Some(Step::Act(action)) if Self::ROW.lists_all(self) => self.check(Actor::Seat(seat), action).is_ok(),
            Some(Step::Act(_) | Step::Begin) => {
                let mut found = false;
                self.each_number(seat, draft, actions, |legal| found |= legal == number);
                found
            }
            None => false,
        }
    }

    /// The number as a word: its action, or the step.
    fn word(number: u32) -> Option<String> {
        Self::action_at(number).map(|action| action.to_string())
    }
}

/// How many numbers there are.
pub fn count<G: Encode>() -> usize {
    G::SPANS.iter().map(|span| span.count).sum()
}

/// How many planes there are.
pub fn depth<G: Encode>() -> usize {
    G::LAYERS.iter().map(|layer| layer.count).sum()
}

/// The shape of an observation: planes, rows, columns.
pub fn shape<G: Encode>() -> [usize; 3] {
    let [rows, columns] = G::CELLS;
    [depth::<G>(), rows, columns]
}

/// Planes that are filled one after the other.
#[derive(Debug)]
pub struct Planes<'a> {
    values: &'a mut [f32],
    cells: usize,
    next: usize,
}

impl<'a> Planes<'a> {
    /// Empty planes of so many cells each in this room, which is made 0.
    pub fn new(values: &'a mut [f32], cells: usize) -> Self {
        values.fill(0.0);
        Self { values, cells, next: 0 }
    }

    fn plane(&mut self) -> &mut [f32] {
        let first = self.next * self.cells;
        self.next += 1;
        self.values.get_mut(first..first + self.cells).unwrap_or_default()
    }

    /// A plane with a value at each of these cells.
    pub fn at(&mut self, cells: impl IntoIterator<Item = (usize, f32)>) {
        let plane = self.plane();
        for (cell, value) in cells {
            if let Some(there) = plane.get_mut(cell) {
                *there = value;
            }
        }
    }

    /// A plane with 1 at each of these cells.
    pub fn mark(&mut self, cells: impl IntoIterator<Item = usize>) {
        self.at(cells.into_iter().map(|cell| (cell, 1.0)));
    }

    /// A plane that has this value everywhere.
    pub fn all(&mut self, value: f32) {
        self.plane().fill(value);
    }

    /// A plane that has 1 everywhere if this is so, else 0.
    pub fn says(&mut self, holds: bool) {
        self.all(f32::from(u8::from(holds)));
    }

    /// `count` planes, of which the one at `place` has 1 everywhere, if there is a place.
    pub fn one_of(&mut self, count: usize, place: Option<usize>) {
        for number in 0..count {
            self.says(place == Some(number));
        }
    }

    /// How many planes have been filled.
    pub const fn filled(&self) -> usize {
        self.next
    }
}

/// The share of a whole, at most 1.
pub fn share(part: u32, whole: u32) -> f32 {
    (f64::from(part) / f64::from(whole.max(1))).min(1.0) as f32
}
