//! The numeric encoding of a game for learning programs. Each action has a number. A seat's view of a position is a
//! stack of planes: grids of numbers. [`Encode::VERSION`] fixes the meaning of the numbers and is part of each
//! environment's name. The module knows no array library and no learner.

use arrayvec::ArrayVec;

use super::{Actor, Game, Seat};

/// A range of consecutive action numbers with a common formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberSpan {
    /// The count of numbers in the range.
    pub count: usize,
    /// The actions that the numbers stand for, with an example.
    pub actions: &'static str,
    /// The formula of the number, counted from the start of the range.
    pub number: &'static str,
}

/// A group of consecutive planes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layer {
    /// The number of planes.
    pub count: usize,
    /// The content of the planes. "Everywhere" means that each cell of the plane has the value.
    pub shows: &'static str,
}

/// The maximum number of steps in one decision. A step is one chosen number; most decisions have one step.
pub const MOST_STEPS: usize = 32;

/// The numbers chosen so far in a decision of several steps; empty otherwise.
pub type Draft = ArrayVec<u32, MOST_STEPS>;

/// The meaning of an action number in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberStep<A> {
    /// The number is an action.
    Act(A),
    /// The number is a step of a decision that needs further steps.
    Begin,
}

/// The marks of eight numbers for each byte of a set: they are made at once, without a loop over numbers.
static MARKS: [[bool; 8]; 256] = {
    let mut marks = [[false; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let mut bit = 0;
        while bit < 8 {
            marks[set][bit] = set >> bit & 1 == 1;
            bit += 1;
        }
        set += 1;
    }
    marks
};

/// A game whose actions have numbers and whose positions have planes.
///
/// The laws: each legal action except the forced pass has its own number or sequence of numbers, which leads back to
/// the action. A position fills each plane with values from 0 to 1. Positions that look the same to a seat have the
/// same planes for that seat.
pub trait Encode: Game {
    /// The version of the encoding. Grows whenever the meaning of a number or a plane changes.
    const VERSION: u32 = 0;
    /// The number of rows and of columns of a plane.
    const CELLS: [usize; 2];
    /// The content of the planes, in order.
    const LAYERS: &'static [Layer];
    /// The meaning of the action numbers, from 0.
    const SPANS: &'static [NumberSpan];

    /// The number of an action. `None` for the forced pass, chance outcomes, and actions that are chosen in steps.
    fn number_of(action: Self::Action) -> Option<u32>;

    /// The action with this number, legal or not. `None` for a step of a longer decision, and if it is too high.
    fn action_at(number: u32) -> Option<Self::Action>;

    /// Fills the planes with the position as this seat sees it.
    fn observe(&self, seat: Seat, draft: &Draft, planes: &mut Planes<'_>);

    /// The meaning of a number after the steps in `draft`, legal or not. `None` if the number has no meaning here.
    fn step(&self, draft: &Draft, number: u32) -> Option<NumberStep<Self::Action>> {
        let _ = draft;
        Self::action_at(number).map(NumberStep::Act)
    }

    /// Calls `tell` with the legal numbers of a seat in whole groups of 64, ascending and each within the numbers of
    /// the game: the index of the group, and a bit for each of its numbers. Returns false, without a call, if the game
    /// does not find its numbers so. A game on 64 squares overrides this method, because groups are marked faster than
    /// numbers.
    fn groups(&self, seat: Seat, tell: impl FnMut(usize, u64)) -> bool {
        let _ = (seat, tell);
        false
    }

    /// Calls `tell` with each number that is legal for a seat, once, in the order of [`Game::legal`]. Calls nothing if
    /// the seat is not to act. `actions` is a scratch buffer. A game overrides this method if it has decisions of
    /// several steps.
    fn each_number(&self, seat: Seat, draft: &Draft, actions: &mut Vec<Self::Action>, mut tell: impl FnMut(u32)) {
        let _ = draft;
        let has_groups = self.groups(seat, |group, mut numbers| {
            while numbers != 0 {
                tell(64 * group as u32 + numbers.trailing_zeros());
                numbers &= numbers - 1;
            }
        });
        if !has_groups {
            actions.clear();
            self.legal(seat, actions);
            actions.iter().filter_map(|&action| Self::number_of(action)).for_each(tell);
        }
    }

    /// Sets the entry of each legal number in `row`. `row` has an entry for each number, all false before the call.
    fn mark(&self, seat: Seat, draft: &Draft, actions: &mut Vec<Self::Action>, row: &mut [bool]) {
        let has_groups = self.groups(seat, |group, numbers| {
            let (places, _) = row[64 * group..][..64].as_chunks_mut();
            places.iter_mut().zip(numbers.to_le_bytes()).for_each(|(place, set)| *place = MARKS[usize::from(set)]);
        });
        if !has_groups {
            self.each_number(seat, draft, actions, |number| row[number as usize] = true);
        }
    }

    /// As [`Encode::mark`], in bits that are 0 before: eight numbers per byte, the first in the lowest bit.
    fn mark_bits(&self, seat: Seat, draft: &Draft, actions: &mut Vec<Self::Action>, row: &mut [u8]) {
        let (groups, _) = row.as_chunks_mut();
        if !self.groups(seat, |group, numbers| groups[group] = numbers.to_le_bytes()) {
            self.each_number(seat, draft, actions, |number| row[number as usize / 8] |= 1 << (number % 8));
        }
    }

    /// Returns true if the number is legal for the seat: if [`Encode::each_number`] gives the number.
    fn is_legal(&self, seat: Seat, draft: &Draft, number: u32, actions: &mut Vec<Self::Action>) -> bool {
        match self.step(draft, number) {
            Some(NumberStep::Act(action)) if self.lists_all() => self.check(Actor::Seat(seat), action).is_ok(),
            Some(NumberStep::Act(_) | NumberStep::Begin) => {
                let mut found = false;
                self.each_number(seat, draft, actions, |legal| found |= legal == number);
                found
            }
            None => false,
        }
    }

    /// The number as a word: the text of the action or the step. `None` if the number is too high.
    fn word(number: u32) -> Option<String> {
        Self::action_at(number).map(|action| action.to_string())
    }
}

/// The count of action numbers.
pub fn count<G: Encode>() -> usize {
    G::SPANS.iter().map(|span| span.count).sum()
}

/// The shape of an observation: planes, rows, columns.
pub fn shape<G: Encode>() -> [usize; 3] {
    let [rows, columns] = G::CELLS;
    [G::LAYERS.iter().map(|layer| layer.count).sum(), rows, columns]
}

/// A writer that fills one plane after the other. Ignores cells outside a plane, and planes beyond the buffer.
#[derive(Debug)]
pub struct Planes<'a> {
    values: &'a mut [f32],
    cells: usize,
    next: usize,
}

impl<'a> Planes<'a> {
    /// Sets `values` to 0 and divides it into planes of `cells` cells.
    pub fn new(values: &'a mut [f32], cells: usize) -> Self {
        values.fill(0.0);
        Self { values, cells, next: 0 }
    }

    fn plane(&mut self) -> &mut [f32] {
        let first = self.next * self.cells;
        self.next += 1;
        self.values.get_mut(first..first + self.cells).unwrap_or_default()
    }

    /// Fills the next plane: a value in each of these cells, 0 in the others.
    pub fn at(&mut self, cells: impl IntoIterator<Item = (usize, f32)>) {
        let plane = self.plane();
        for (cell, value) in cells {
            if let Some(there) = plane.get_mut(cell) {
                *there = value;
            }
        }
    }

    /// Fills the next plane: 1 in each of these cells, 0 in the others.
    pub fn mark(&mut self, cells: impl IntoIterator<Item = usize>) {
        self.at(cells.into_iter().map(|cell| (cell, 1.0)));
    }

    /// Fills a plane for each of these sets of cells, as [`Planes::mark`] does.
    pub fn mark_each<C: IntoIterator<Item = usize>>(&mut self, sets: impl IntoIterator<Item = C>) {
        sets.into_iter().for_each(|cells| self.mark(cells));
    }

    /// Fills the next plane with one value everywhere.
    pub fn all(&mut self, value: f32) {
        self.plane().fill(value);
    }

    /// Fills the next plane with 1 everywhere if `holds` is true, else with 0.
    pub fn says(&mut self, holds: bool) {
        self.all(f32::from(u8::from(holds)));
    }

    /// Fills a plane for each of these facts, as [`Planes::says`] does.
    pub fn say_each(&mut self, facts: impl IntoIterator<Item = bool>) {
        facts.into_iter().for_each(|holds| self.says(holds));
    }

    /// Fills the next `count` planes: the plane with index `place` with 1, the others with 0. `None`: all with 0.
    pub fn one_of(&mut self, count: usize, place: Option<usize>) {
        self.say_each((0..count).map(|number| place == Some(number)));
    }

    /// The number of planes filled so far.
    pub const fn filled(&self) -> usize {
        self.next
    }
}

/// The fraction `part / whole`, at most 1. A `whole` of 0 counts as 1.
pub fn share(part: u32, whole: u32) -> f32 {
    (f64::from(part) / f64::from(whole.max(1))).min(1.0) as f32
}
