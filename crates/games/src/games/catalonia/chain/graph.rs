//! The graph: edges, colours, and the parts of the graph that can lie on a cycle.

use arrayvec::ArrayVec;

/// The most vertices of a graph.
pub const MOST: usize = 24;
/// The fewest vertices of a chain.
pub const FEWEST: usize = 4;

/// The vertices of a path or of a cycle, in order.
pub type Path = ArrayVec<usize, MOST>;
/// A set of vertices, one bit each.
pub type Set = u32;

/// A directed graph in two colours: each vertex is marked or not.
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
    /// A graph of `count` vertices without edges, all unmarked.
    ///
    /// # Panics
    /// If `count` is above [`MOST`].
    pub fn new(count: usize) -> Self {
        assert!(count <= MOST, "{count} vertices are too many");
        Self { all: (1 << count) - 1, marked: 0, out: [0; MOST], into: [0; MOST] }
    }

    /// Marks a vertex, which gives it the second colour.
    pub fn mark(&mut self, vertex: usize) {
        self.marked |= 1 << vertex;
    }

    /// Adds an edge.
    pub fn link(&mut self, from: usize, to: usize) {
        self.out[from] |= 1 << to;
        self.into[to] |= 1 << from;
    }

    /// The graph with every edge reversed.
    pub(super) fn turned(&self) -> Self {
        Self { out: self.into, into: self.out, ..self.clone() }
    }

    /// The graph of a set in which a path is joined to one new vertex, with the number of the path's first vertex.
    /// Edges to the first vertex become edges to the new one, and edges from the last become edges from it.
    ///
    /// The chains through the new vertex are the chains that contain the path.
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

    /// All vertices.
    pub fn all(&self) -> Set {
        self.all
    }

    /// The vertices to which an edge leads from this vertex.
    pub fn linked(&self, from: usize) -> Set {
        self.out[from]
    }

    /// The number of edges.
    pub fn links(&self) -> usize {
        self.out.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// True if the path is a chain: at least four different vertices of both colours, linked in a ring.
    pub fn is_chain(&self, path: &[usize]) -> bool {
        let set = path.iter().fold(0, |set, vertex| set | 1 << vertex);
        let linked = |(from, to): (&usize, &usize)| self.out[*from] & 1 << to != 0;
        path.len() >= FEWEST
            && set & !self.all == 0
            && set.count_ones() as usize == path.len()
            && self.is_mixed(set)
            && path.iter().zip(path.iter().cycle().skip(1)).all(linked)
    }

    /// The chains of exactly four vertices in ascending order, each once and from its lowest vertex.
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

    /// The vertices of `within` that can be reached from a vertex along `rows`. The vertex need not be in `within`.
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

    /// The strongly connected component of a vertex within a set.
    pub(super) fn component(&self, vertex: usize, within: Set) -> Set {
        Self::reached(&self.out, vertex, within) & Self::reached(&self.into, vertex, within) | 1 << vertex
    }

    /// The strongly connected components of a set.
    pub(super) fn components(&self, mut set: Set) -> ArrayVec<Set, MOST> {
        let mut parts = ArrayVec::new();
        while set != 0 {
            let part = self.component(set.trailing_zeros() as usize, set);
            parts.push(part);
            set &= !part;
        }
        parts
    }

    /// The vertices of a set that can lie on a simple path from `head` to `start`. A vertex is excluded if one other
    /// vertex blocks both the way from `head` to it and the way from it to `start`.
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

    /// Splits a set at a cut vertex into two sides, with the cut vertex in both; `None` if there is no cut vertex.
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
