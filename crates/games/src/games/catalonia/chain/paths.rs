//! The longest chain by paths: depth-first search with branch and bound.

use super::Search;
use super::graph::{Graph, MOST, Set, vertices};
use super::matching::Matching;

/// Searches with fewer nodes than this remember no results, because the allocation of the memory would take longer.
const FEW_NODES: u64 = 32;
const MEMORY: usize = 1 << 12;
/// The search calls [`Graph::between`] at every fourth length only, because a vertex removed there stays removed
/// further on. After [`MANY_NODES`] nodes, the search calls it at every length.
const SIFTED: usize = 4;
const MANY_NODES: u64 = 512;

#[derive(Debug, Clone, Copy)]
pub(super) struct Aim<'a> {
    graph: &'a Graph,
    start: usize,
    /// The vertices whose colour is not the colour of the start.
    other: Set,
    /// A chain of this length ends the search.
    enough: usize,
    order: Order,
    /// The number of the try, from 0. Tries in the same direction of the edges share remembered results.
    attempt: usize,
}

/// The order in which the ways to extend a path are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The vertex with the fewest ways on first (Warnsdorff). Finds long cycles early.
    Narrow,
    /// The lowest vertex first. Finds the first cycle of its length.
    Ascending,
}

/// A remembered result for a head and the vertices left to the head: a path from the head to the start uses at most
/// `most` of these vertices.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known {
    key: u64,
    most: u8,
}

impl<'a> Aim<'a> {
    pub(super) fn new(graph: &'a Graph, start: usize, enough: usize, order: Order, attempt: usize) -> Self {
        let other = if graph.marked & 1 << start != 0 { !graph.marked } else { graph.marked };
        Self { graph, start, other, enough, order, attempt }
    }
}

impl Search<'_> {
    /// The length of the longest chain through the start within a set, or `best`. `enough` vertices end the search.
    pub(super) fn cycle(&mut self, aim: &Aim, set: Set, best: usize) -> usize {
        if set.count_ones() as usize <= best || !aim.graph.is_mixed(set) {
            return best;
        }
        self.path.clear();
        self.path.push(aim.start);
        self.extend(aim, set & !(1 << aim.start), best, &Matching::NOTHING)
    }

    /// The length of the longest chain that begins with `path` and goes on through `rest`, or `best` if none is longer.
    fn extend(&mut self, aim: &Aim, rest: Set, mut best: usize, matching: &Matching) -> usize {
        let Some(&head) = self.path.last() else { return best };
        if self.nodes >= self.until {
            return best;
        }
        self.nodes += 1;
        let graph = aim.graph;
        let length = self.path.len();
        let used = self.path.iter().fold(0, |set, vertex| set | 1 << vertex);
        let mixed = used & aim.other != 0;
        if mixed && length > best && graph.out[head] & 1 << aim.start != 0 {
            best = length;
            self.found.clone_from(&self.path);
        }
        let ahead = Graph::reached(&graph.out, head, rest);
        let live = Graph::reached(&graph.into, aim.start, ahead);
        if best >= aim.enough || length + live.count_ones() as usize <= best || !mixed && live & aim.other == 0 {
            return best;
        }
        let key = u64::from(live)
            | (head as u64) << 24
            | (aim.start as u64) << 29
            | u64::from(mixed) << 34
            | (aim.attempt as u64 & 1) << 35
            | 1 << 36;
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize;
        if let Some(known) = self.memo.get(place)
            && known.key == key
            && length + usize::from(known.most) <= best
        {
            return best;
        }
        let live =
            if length % SIFTED == 1 || self.nodes >= MANY_NODES { graph.between(head, aim.start, live) } else { live };
        if length + live.count_ones() as usize <= best || !mixed && live & aim.other == 0 {
            return best;
        }
        let mut matching = *matching;
        let bound = matching.mend(graph, live | 1 << head, live | 1 << aim.start) as usize;
        // The way back to the start has one edge more than it has vertices.
        if length + bound <= best + 1 {
            return best;
        }
        let mut ways = graph.out[head] & live;
        while ways != 0 {
            let next = match aim.order {
                Order::Ascending => ways.trailing_zeros() as usize,
                Order::Narrow => {
                    let onward = |vertex: &usize| (graph.out[*vertex] & live).count_ones();
                    let turn = aim.attempt / 2 % MOST;
                    let low = (1 << turn) - 1;
                    vertices(ways & !low).chain(vertices(ways & low)).min_by_key(onward).unwrap_or_default()
                }
            };
            ways &= !(1 << next);
            self.path.push(next);
            best = self.extend(aim, live & !(1 << next), best, &matching);
            self.path.pop();
            if best >= aim.enough || self.nodes >= self.until {
                return best;
            }
        }
        if self.nodes >= FEW_NODES {
            if self.memo.is_empty() {
                self.memo = vec![Known::default(); MEMORY];
            }
            self.memo[place] = Known { key, most: best.saturating_sub(length) as u8 };
        }
        best
    }
}
