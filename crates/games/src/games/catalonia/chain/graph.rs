//! The graph: its edges and colours, and what of it can lie on a cycle.

use arrayvec::ArrayVec;

/// The most vertices that a graph has.
pub const MOST: usize = 24;
/// The fewest vertices of a chain.
pub const FEWEST: usize = 4;

/// Vertices in the order of a path or of a cycle.
pub type Path = ArrayVec<usize, MOST>;
/// A set of vertices, a bit each.
pub type Set = u32;

/// A directed graph, each vertex of which has one of two colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    pub(super) all: Set,
    pub(super) marked: Set,
    pub(super) out: [Set; MOST],
    pub(super) into: [Set; MOST],
}

/// The vertices of a set, ascending.
pub fn vertices(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let vertex = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            vertex
        })
    })
}

impl Graph {
    /// A graph of this many vertices, at most [`MOST`], without edges and all of one colour.
    ///
    /// # Panics
    /// If it would have more.
    pub fn new(count: usize) -> Self {
        assert!(count <= MOST, "{count} vertices are too many");
        Self { all: (1 << count) - 1, marked: 0, out: [0; MOST], into: [0; MOST] }
    }

    /// Gives a vertex the other colour.
    pub fn mark(&mut self, vertex: usize) {
        self.marked |= 1 << vertex;
    }

    /// Adds an edge.
    pub fn link(&mut self, from: usize, to: usize) {
        self.out[from] |= 1 << to;
        self.into[to] |= 1 << from;
    }

    /// The same with every edge turned round.
    pub(super) fn turned(&self) -> Self {
        Self { out: self.into, into: self.out, ..self.clone() }
    }

    /// The vertices of a set, with a path in it as one vertex, its first: what leads to that and what its last leads to.
    /// The chains through it are those that the path is a part of.
    pub(super) fn joined(&self, path: &[usize], set: Set) -> Self {
        let used = path.iter().fold(0, |used, vertex| used | 1 << vertex);
        let mut joined = Self { all: set & !used, marked: self.marked, out: [0; MOST], into: [0; MOST] };
        let Some((&first, &last)) = path.first().zip(path.last()) else { return joined };
        let rest = joined.all;
        joined.all |= 1 << first;
        if self.is_mixed(used) {
            joined.marked = 1 << first;
        }
        for from in vertices(joined.all) {
            let (row, to) = if from == first { (self.out[last], rest) } else { (self.out[from], joined.all) };
            vertices(row & to).for_each(|to| joined.link(from, to));
        }
        joined
    }

    /// Every vertex.
    pub fn all(&self) -> Set {
        self.all
    }

    /// The vertices that an edge leads to from this one.
    pub fn linked(&self, from: usize) -> Set {
        self.out[from]
    }

    /// How many edges there are.
    pub fn links(&self) -> usize {
        self.out.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether these vertices are a chain, each linked to the next and the last to the first.
    pub fn is_chain(&self, path: &[usize]) -> bool {
        let set = path.iter().fold(0, |set, vertex| set | 1 << vertex);
        let linked = |(from, to): (&usize, &usize)| self.out[*from] & 1 << to != 0;
        path.len() >= FEWEST
            && set & !self.all == 0
            && set.count_ones() as usize == path.len()
            && self.is_mixed(set)
            && path.iter().zip(path.iter().cycle().skip(1)).all(linked)
    }

    /// The chains of exactly four, each once and from its lowest vertex, in ascending order.
    pub fn fours(&self) -> Vec<[usize; FEWEST]> {
        let mut found = Vec::new();
        for first in vertices(self.all) {
            let above = self.all & !((2 << first) - 1);
            for second in vertices(self.out[first] & above) {
                for third in vertices(self.out[second] & above & !(1 << second)) {
                    let last = self.out[third] & self.into[first] & above & !(1 << second);
                    for last in vertices(last) {
                        if self.is_mixed(1 << first | 1 << second | 1 << third | 1 << last) {
                            found.push([first, second, third, last]);
                        }
                    }
                }
            }
        }
        found
    }

    pub(super) const fn is_mixed(&self, set: Set) -> bool {
        set & self.marked != 0 && set & !self.marked != 0
    }

    /// The vertices within a set that can be reached from a vertex, which need not be in it, along these rows.
    #[inline]
    pub(super) fn reached(rows: &[Set; MOST], from: usize, within: Set) -> Set {
        let mut reached = rows[from] & within;
        let mut fresh = reached;
        while fresh != 0 {
            let next = rows[fresh.trailing_zeros() as usize] & within & !reached;
            fresh = (fresh & (fresh - 1)) | next;
            reached |= next;
        }
        reached
    }

    /// The strongly connected part of a set that a vertex of it lies in.
    pub(super) fn component(&self, vertex: usize, within: Set) -> Set {
        Self::reached(&self.out, vertex, within) & Self::reached(&self.into, vertex, within) | 1 << vertex
    }

    /// The strongly connected parts of a set.
    pub(super) fn components(&self, mut set: Set) -> ArrayVec<Set, MOST> {
        let mut parts = ArrayVec::new();
        while set != 0 {
            let part = self.component(set.trailing_zeros() as usize, set);
            parts.push(part);
            set &= !part;
        }
        parts
    }

    /// What of a set can lie on a simple path from `head` to `start`: a vertex cannot where another one stands in the
    /// way both to it and back.
    pub(super) fn between(&self, head: usize, start: usize, mut live: Set) -> Set {
        let mut gates = live;
        while gates != 0 {
            let gate = gates.trailing_zeros() as usize;
            gates &= gates - 1;
            let rest = live & !(1 << gate);
            let there = Self::reached(&self.out, head, rest);
            if there == rest {
                continue;
            }
            let back = Self::reached(&self.into, start, rest);
            live &= there | back | 1 << gate;
            gates &= live;
        }
        live
    }

    /// The two sides of a set that a vertex holds together, that vertex in both; `None` if no vertex does.
    pub(super) fn halves(&self, set: Set) -> Option<(Set, Set)> {
        vertices(set).find_map(|held| {
            let rest = set & !(1 << held);
            let mut side = rest & rest.wrapping_neg();
            let mut fresh = side;
            while fresh != 0 {
                let vertex = fresh.trailing_zeros() as usize;
                let next = (self.out[vertex] | self.into[vertex]) & rest & !side;
                fresh = (fresh & (fresh - 1)) | next;
                side |= next;
            }
            (side != rest).then(|| (side | 1 << held, set & !side))
        })
    }
}
