//! The longest chain by paths: depth-first search with branch and bound.

use super::Search;
use super::graph::{Graph, MOST, Set, vertices};
use super::matching::Matching;

/// Where fewer nodes answer, the memory is not worth its making.
const FEW_NODES: u64 = 32;
const MEMORY: usize = 1 << 12;
/// Gates are looked for at one length of so many, since what falls there is gone further on too; but everywhere in a
/// search that has become long.
const SIFTED: usize = 4;
const MANY_NODES: u64 = 512;

/// What a search is for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aim<'a> {
    graph: &'a Graph,
    start: usize,
    /// The colour that the start has not.
    other: Set,
    /// The length that ends the search.
    enough: usize,
    order: Order,
    /// Which of several tries it is, which share what they remember.
    attempt: usize,
}

/// In what order a path is prolonged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// To the vertex with the fewest ways on first (Warnsdorff), which finds long cycles early.
    Narrow,
    /// To the lowest vertex first, which finds the first cycle of its length.
    Ascending,
}

/// What is remembered of a head with the vertices left to it: how many of them a path to the start uses at most.
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
    /// The longest chain through the start within a set, if it is longer than `best`, else `best`. The search ends with
    /// the first that has `enough`.
    pub(super) fn cycle(&mut self, aim: &Aim, set: Set, best: usize) -> usize {
        if set.count_ones() as usize <= best || !aim.graph.is_mixed(set) {
            return best;
        }
        self.path.clear();
        self.path.push(aim.start);
        self.extend(aim, set & !(1 << aim.start), best, &Matching::NOTHING)
    }

    /// The longest chain that begins with the path and goes on through `rest`, if it is longer than `best`, else `best`.
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
        // The edges of the path are one more than the vertices that it uses.
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
