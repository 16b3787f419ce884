//! The longest chain by a sweep over the vertices, ordered so that few at a time have neighbours on both sides.
//!
//! The sweep is dynamic programming over a path decomposition. Held and Karp's states are subsets. A state keeps only
//! what edges across a cut tell apart: the ends of paths (Bodlaender 1988; for simple paths Knuth 2011, 7.1.4).
//!
//! Behind a cut of the order, a part of a chain is a set of disjoint paths. Two such sets with the same ends can be
//! completed in the same ways, so the set with more vertices stands for both. `w` vertices with neighbours beyond the
//! cut allow `a(w)` sets of ends, `a(w) = 2 a(w-1) + 2 (w-1) a(w-2)`: 1, 2, 6, 20, 76, 312, 1384, 6512. Four times
//! that, for the colours of the paths, bounds the states behind the cut in any graph. A state with `p` paths has at
//! most `(p + 1)² + 1` steps. `order` looks for an order that keeps the sum small.

mod order;

use std::mem;

use arrayvec::ArrayVec;

use super::graph::{Graph, MOST, Set, vertices};
pub(super) use order::Order;

/// The most vertices that can be ends of paths at one time. Each has a place: four bits in the key of a state.
const PLACES: usize = 15;
const PATHS: u64 = (1 << (4 * PLACES)) - 1;
/// The bits of a state for colours: `MARKED` if the paths have a marked vertex, `PLAIN` if an unmarked one.
const MARKED: u64 = 1 << 60;
const PLAIN: u64 = 1 << 61;

/// The paths behind a cut. For the place of each last vertex, `key` has the place of its path's first one, from 1.
#[derive(Debug, Clone, Copy)]
struct State {
    key: u64,
    /// The greatest number of vertices on paths with this key.
    used: u8,
}

const NOBODY: u8 = MOST as u8;

/// The facts about one vertex of the order, as sets of places.
#[derive(Debug, Clone, Copy)]
struct Turn {
    /// The place that the vertex takes.
    place: usize,
    /// `into`: the places with an edge to the vertex. `out`: the places with an edge from the vertex.
    into: u16,
    out: u16,
    /// `last_out`: the places without a later successor. `last_into`: the places without a later predecessor.
    last_out: u16,
    last_into: u16,
    /// `goes_on`: true if the vertex has a later successor. `comes_from`: true if the vertex has a later predecessor.
    goes_on: bool,
    comes_from: bool,
    /// The number of vertices after this one.
    left: u8,
    /// `kept`: true if the vertex must be on the chain. `waits`: true if a later vertex must be on the chain.
    kept: bool,
    waits: bool,
    colour: u64,
    alike: Alike,
}

impl Alike {
    fn new(graph: &Graph, names: &[u8; PLACES + 1], rest: Set) -> Self {
        let classes = |rows: &[Set; MOST]| {
            names.map(|name| {
                let is_alike = |other: u8| match (rows.get(usize::from(name)), rows.get(usize::from(other))) {
                    (Some(one), Some(other)) => one & rest == other & rest,
                    _ => false,
                };
                (0..=PLACES).filter(|&place| is_alike(names[place])).fold(0, |set, place| set | 1 << place)
            })
        };
        let (out, into) = (classes(&graph.out), classes(&graph.into));
        let any = out.iter().chain(&into).any(|class: &u16| class.count_ones() > 1);
        Self { out, into, any }
    }

    /// The state with its ends moved to the first of the places that are alike. States that can be completed in the
    /// same ways then have the same key. The key no longer tells which vertex stands at a place.
    fn first(&self, key: u64) -> u64 {
        let mut ends = ArrayVec::<[u32; 2], PLACES>::new();
        let mut open = key & PATHS;
        while open != 0 {
            let end = open.trailing_zeros() / 4;
            let begin = (open >> (4 * end) & 15) - 1;
            ends.push([self.out[end as usize].trailing_zeros(), self.into[begin as usize].trailing_zeros()]);
            open &= !(15 << (4 * end));
        }
        ends.sort_unstable();
        let (mut lasts, mut firsts) = (u16::MAX, u16::MAX);
        ends.iter().fold(key & !PATHS, |key, &[end, begin]| {
            let end = (self.out[end as usize] & lasts).trailing_zeros();
            let begin = (self.into[begin as usize] & firsts).trailing_zeros();
            (lasts, firsts) = (lasts & !(1 << end), firsts & !(1 << begin));
            key | u64::from(begin + 1) << (4 * end)
        })
    }
}

/// The places that vertices after a cut cannot tell apart, because they have edges to the same later vertices (`out`),
/// or from the same later vertices (`into`).
#[derive(Debug, Clone, Copy)]
struct Alike {
    out: [u16; PLACES + 1],
    into: [u16; PLACES + 1],
    /// True if any two places are alike.
    any: bool,
}

/// The states behind one cut, with a hash table to find them by their keys.
#[derive(Debug, Default)]
struct Layer {
    states: Vec<State>,
    table: Vec<u32>,
    shift: u32,
}

#[derive(Debug)]
pub(super) struct Frontier {
    turns: Vec<Turn>,
    /// The number of steps that may still be made.
    pub(super) left: u64,
    best: usize,
    found: usize,
    layer: Layer,
    next: Layer,
}

impl Frontier {
    /// A sweep for chains that pass `kept` and are longer than `best`. `left` is the maximum number of steps. `None` if
    /// more than [`PLACES`] vertices would be ends of paths at one time.
    pub(super) fn new(graph: &Graph, order: &Order, kept: Set, best: usize, left: u64) -> Option<Self> {
        let set = order.set();
        let marked = (set & graph.marked).count_ones() as usize;
        // A chain longer than the number of vertices of either colour has both colours.
        let coloured = best < marked.max(set.count_ones() as usize - marked);
        let turns = Self::turns(graph, order, kept, coloured)?;
        let (layer, next) = (Layer::default(), Layer::default());
        Some(Self { turns, left, best, found: best, layer, next })
    }

    fn turns(graph: &Graph, order: &Order, kept: Set, coloured: bool) -> Option<Vec<Turn>> {
        let mut turns = Vec::with_capacity(MOST);
        let mut names = [NOBODY; PLACES + 1];
        let mut rest = order.set();
        for &vertex in order.vertices() {
            rest &= !(1 << vertex);
            let place = names.iter().position(|&name| name == NOBODY).filter(|&place| place < PLACES)?;
            let places = |of: &dyn Fn(usize) -> bool| {
                let held = names.iter().enumerate().filter(|&(_, &name)| name != NOBODY && of(name.into()));
                held.fold(0, |set, (place, _)| set | 1 << place)
            };
            let mut turn = Turn {
                place,
                into: places(&|one| graph.out[one] & 1 << vertex != 0),
                out: places(&|one| graph.into[one] & 1 << vertex != 0),
                last_out: places(&|one| graph.out[one] & rest == 0),
                last_into: places(&|one| graph.into[one] & rest == 0),
                goes_on: graph.out[vertex] & rest != 0,
                comes_from: graph.into[vertex] & rest != 0,
                left: rest.count_ones() as u8,
                kept: kept & 1 << vertex != 0,
                waits: kept & rest != 0,
                colour: match (coloured, graph.marked & 1 << vertex != 0) {
                    (false, _) => MARKED | PLAIN,
                    (true, true) => MARKED,
                    (true, false) => PLAIN,
                },
                alike: Alike::new(graph, &[NOBODY; PLACES + 1], 0),
            };
            names[place] = vertex as u8;
            for name in &mut names {
                let one = usize::from(*name);
                if one < MOST && (graph.out[one] | graph.into[one]) & rest == 0 {
                    *name = NOBODY;
                }
            }
            turn.alike = Alike::new(graph, &names, rest);
            turns.push(turn);
        }
        Some(turns)
    }

    /// The length of the longest chain, or the length to beat if none is longer. `None` if the steps are used up.
    pub(super) fn longest(&mut self) -> Option<usize> {
        self.layer.states.push(State { key: 0, used: 0 });
        for place in 0..self.turns.len() {
            let turn = self.turns[place];
            self.next.empty(self.layer.states.len());
            for from in 0..self.layer.states.len() {
                self.go_on(&turn, self.layer.states[from])?;
            }
            mem::swap(&mut self.layer, &mut self.next);
        }
        Some(self.found)
    }

    /// Makes all steps of a vertex from a state. `None` if the steps are used up.
    fn go_on(&mut self, turn: &Turn, State { key, used }: State) -> Option<()> {
        let (mut firsts, mut lasts) = (0_u16, 0_u16);
        let (mut first, mut last) = ([0_u8; PLACES + 1], [0_u8; PLACES + 1]);
        let mut open = key & PATHS;
        while open != 0 {
            let end = open.trailing_zeros() / 4;
            let begin = (open >> (4 * end) & 15) - 1;
            (first[end as usize], last[begin as usize]) = (begin as u8, end as u8);
            (firsts, lasts) = (firsts | 1 << begin, lasts | 1 << end);
            open &= !(15 << (4 * end));
        }
        // No later vertex can extend these ends, so this vertex must join them.
        let (late, early) = (lasts & turn.last_out, firsts & turn.last_into);
        if late & late.wrapping_sub(1) != 0 || early & early.wrapping_sub(1) != 0 {
            return Some(());
        }
        let mut befores = turn.into & if late == 0 { lasts } else { late };
        let afters = turn.out & if early == 0 { firsts } else { early };
        let (begins, ends) = (turn.comes_from && late == 0, turn.goes_on && early == 0);
        let count = lasts.count_ones();
        if count > u32::from(turn.left) + 1 {
            return Some(());
        }
        let at = |place: u32, begin: u64| (begin + 1) << (4 * place);
        if late == 0 && early == 0 && !turn.kept {
            self.step(turn, key, used)?;
        }
        let (key, used) = (key | turn.colour, used + 1);
        let here = turn.place as u32;
        if begins && ends && count < u32::from(turn.left) {
            self.step(turn, key | at(here, here.into()), used)?;
        }
        if begins {
            for after in places(afters) {
                let end = u32::from(last[after as usize]);
                let key = key & !(15 << (4 * end)) | at(end, here.into());
                self.step(turn, key, used)?;
            }
        }
        while befores != 0 {
            let before = befores.trailing_zeros();
            befores &= befores - 1;
            let begin = u64::from(first[before as usize]);
            let key = key & !(15 << (4 * before));
            if ends {
                self.step(turn, key | at(here, begin), used)?;
            }
            for after in places(afters) {
                if u64::from(after) != begin {
                    let end = u32::from(last[after as usize]);
                    let key = key & !(15 << (4 * end)) | at(end, begin);
                    self.step(turn, key, used)?;
                } else if count == 1 && !turn.waits && key & (MARKED | PLAIN) == MARKED | PLAIN {
                    self.found = self.found.max(usize::from(used));
                }
            }
        }
        Some(())
    }

    /// Steps to a state behind the next cut, if it can still lead to more than `best`. `None` if the steps are used up.
    fn step(&mut self, turn: &Turn, key: u64, used: u8) -> Option<()> {
        if usize::from(used + turn.left) <= self.best {
            return Some(());
        }
        self.left = self.left.checked_sub(1)?;
        self.next.enter(if turn.alike.any { turn.alike.first(key) } else { key }, used);
        Some(())
    }
}

impl Layer {
    const NOTHING: u32 = u32::MAX;

    /// Clears the layer, with room for `states` and more.
    fn empty(&mut self, states: usize) {
        self.states.clear();
        self.make_room((4 * states).next_power_of_two().max(64));
    }

    fn make_room(&mut self, size: usize) {
        self.table.clear();
        self.table.resize(size, Self::NOTHING);
        self.shift = u64::BITS - size.trailing_zeros();
        for number in 0..self.states.len() {
            let place = self.place(self.states[number].key);
            self.table[place] = number as u32;
        }
    }

    /// The index of a key in the table, or the free index for the key.
    fn place(&self, key: u64) -> usize {
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        loop {
            let number = self.table[place];
            if number == Self::NOTHING || self.states[number as usize].key == key {
                return place;
            }
            place = (place + 1) & (self.table.len() - 1);
        }
    }

    /// Adds a state. A state with the same key keeps the greater `used`.
    fn enter(&mut self, key: u64, used: u8) {
        let place = self.place(key);
        let number = self.table[place];
        if let Some(state) = self.states.get_mut(number as usize) {
            state.used = state.used.max(used);
            return;
        }
        let number = self.states.len() as u32;
        self.states.push(State { key, used });
        self.table[place] = number;
        if 2 * self.states.len() > self.table.len() {
            self.make_room(2 * self.table.len());
        }
    }
}

fn places(set: u16) -> impl Iterator<Item = u32> {
    vertices(Set::from(set)).map(|place| place as u32)
}
