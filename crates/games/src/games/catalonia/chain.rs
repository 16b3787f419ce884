//! The longest chain, as a question about a directed graph of at most 24 vertices in two colours: the longest simple
//! cycle of at least four vertices with both colours in it. It knows no board, no man and no turn.
//!
//! The method is depth-first search with branch and bound, the usual way to longest cycles of small graphs; what makes
//! it quick is how much is cut off:
//!
//! - A cycle lies in one strongly connected part of the graph, and there in one block (a part that no single vertex
//!   holds together), so these are searched one by one, the largest first. Blocks come from trying each vertex as
//!   the one that holds.
//! - Each cycle wanted passes a vertex of the rarer colour. So one such vertex after the other is the start, all cycles
//!   through it are searched, and it is taken out, after which the rest falls apart further (Tiernan 1970 and Johnson
//!   1975 list cycles by start vertices so).
//! - A path is only prolonged by what can be reached from its head and can still come back to the start.
//! - A vertex is left out where another one stands in the way both to it and back.
//! - What is left bounds the cycle: its number, and a greatest matching of successors to predecessors (a path is a
//!   matching; Kuhn's augmenting paths, kept and mended from vertex to vertex). A whole part is bounded by the most
//!   vertices that disjoint cycles cover, too, which is an assignment (Kuhn's Hungarian method).
//! - What was found out about a head and the vertices left to it is remembered: another path that has used the same
//!   vertices in another order has no more ahead of it (Held and Karp 1962, asked from the top, and only where the
//!   bounds do not answer).
//! - What takes long is begun anew: from another start, against the edges, by covers (`cover`), and again with more
//!   nodes. How long a search takes hangs on its first steps more than on the graph (Gomes, Selman and Kautz 1998).
//!
//! Every answer is exact and follows from the graph alone.

mod cover;
mod graph;
mod matching;

use arrayvec::ArrayVec;

use cover::{Branch, Cover, Covers};
pub use graph::{FEWEST, Graph, MOST, Path, Set, vertices};
use matching::Matching;

/// What a search is for.
#[derive(Debug, Clone, Copy)]
struct Aim<'a> {
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
enum Order {
    /// To the vertex with the fewest ways on first (Warnsdorff), which finds long cycles early.
    Narrow,
    /// To the lowest vertex first, which finds the first cycle of its length.
    Ascending,
}

/// What is remembered of a head with the vertices left to it: how many of them a path to the start uses at most.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    key: u64,
    most: u8,
}

/// A search on one graph.
#[derive(Debug)]
pub struct Search<'a> {
    graph: &'a Graph,
    memo: Vec<Known>,
    nodes: u64,
    /// The number of nodes at which a try is given up.
    until: u64,
    path: Path,
    /// The longest cycle found since it was last emptied.
    found: Path,
}

/// Where fewer nodes answer, the memory is not worth its making.
const FEW_NODES: u64 = 32;
const MEMORY: usize = 1 << 12;
/// Gates are looked for at one length of so many, since what falls there is gone further on too; but everywhere in a
/// search that has become long.
const SIFTED: usize = 4;
const MANY_NODES: u64 = 512;
/// A search that takes more nodes than this has begun badly more often than it has much to do. It is given up for other
/// ones, and each is given half as much again when its turn comes next.
const PATIENCE: u64 = 200;
/// How many nodes take as long as a cover.
const COVER: u64 = 16;
/// What there is of chains is mostly found within these.
const FEW_COVERS: u64 = 16;
/// Of how many nodes that paths are given covers are given one, by how they branch.
const BRANCHES: [(Branch, u64); 2] = [(Branch::Cycle, 24), (Branch::Tight, 4)];

impl<'a> Aim<'a> {
    fn new(graph: &'a Graph, start: usize, enough: usize, order: Order, attempt: usize) -> Self {
        let other = if graph.marked & 1 << start != 0 { !graph.marked } else { graph.marked };
        Self { graph, start, other, enough, order, attempt }
    }
}

impl Graph {
    /// A search for chains, which remembers what it found out.
    pub fn search(&self) -> Search<'_> {
        Search { graph: self, memo: Vec::new(), nodes: 0, until: u64::MAX, path: Path::new(), found: Path::new() }
    }
}

impl Search<'_> {
    /// The number of vertices of the longest chain, 0 where there is none.
    pub fn longest(&mut self) -> usize {
        self.found.clear();
        let parts = self.graph.components(self.graph.all);
        let best = self.parts(parts, FEWEST - 1);
        if best < FEWEST { 0 } else { best }
    }

    /// Whether there is a chain through this vertex.
    pub fn passes(&mut self, vertex: usize) -> bool {
        self.through(vertex, self.graph.all, FEWEST)
    }

    /// A chain through this vertex; nothing where there is none.
    pub fn any(&mut self, vertex: usize) -> Path {
        if vertex < MOST && self.passes(vertex) { self.found.clone() } else { Path::new() }
    }

    /// The longest chain whose vertices, from the lowest on, come first among the longest in ascending order; nothing
    /// where there is none. It does not depend on how chains are searched.
    pub fn witness(&mut self) -> Path {
        let length = self.longest();
        if length == 0 {
            return Path::new();
        }
        for start in vertices(self.graph.all) {
            let set = self.graph.component(start, self.graph.all & !((1 << start) - 1));
            self.found.clear();
            let aim = Aim::new(self.graph, start, length, Order::Ascending, 0);
            self.until = self.nodes + PATIENCE;
            let longest = self.cycle(&aim, set, length - 1);
            let ended = self.nodes < self.until;
            self.until = u64::MAX;
            if longest == length {
                return self.found.clone();
            }
            if !ended && self.tries(&[start], set, length - 1, length).0 == length {
                return self.first(start, set, length);
            }
        }
        Path::new()
    }

    /// The vertices that lie on any of the longest chains.
    pub fn on_longest(&mut self) -> Set {
        let length = self.longest();
        if length == 0 {
            return 0;
        }
        let mut on = self.found.iter().fold(0, |set, vertex| set | 1 << vertex);
        for vertex in vertices(self.graph.all) {
            if on & 1 << vertex == 0 && self.through(vertex, self.graph.all, length) {
                on |= self.found.iter().fold(0, |set, vertex| set | 1 << vertex);
            }
        }
        on
    }

    /// How many paths were looked at so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a chain of at least this length passes a vertex.
    fn through(&mut self, vertex: usize, within: Set, length: usize) -> bool {
        self.found.clear();
        let set = self.graph.component(vertex, within);
        if length == FEWEST {
            // Which one is found is a promise here, and some short one is soon found.
            let aim = Aim::new(self.graph, vertex, length, Order::Narrow, 0);
            return self.cycle(&aim, set, length - 1) >= length;
        }
        self.tries(&[vertex], set, length - 1, length).0 >= length
    }

    /// The longest of these strongly connected parts and of what is known already.
    fn parts(&mut self, mut parts: ArrayVec<Set, MOST>, mut best: usize) -> usize {
        parts.sort_unstable_by_key(|part| std::cmp::Reverse(part.count_ones()));
        for part in parts {
            best = self.part(part, best);
        }
        best
    }

    fn part(&mut self, part: Set, mut best: usize) -> usize {
        let graph = self.graph;
        if part.count_ones() as usize <= best || !graph.is_mixed(part) {
            return best;
        }
        if let Some((one, other)) = graph.halves(part) {
            best = self.parts(graph.components(one), best);
            return self.parts(graph.components(other), best);
        }
        let mut matching = Matching::NOTHING;
        let mut bound = matching.mend(graph, part, part) as usize;
        // Where every vertex can be matched, the matching is a cover by cycles, and the cover no better bound.
        if bound > best && bound < part.count_ones() as usize {
            bound = bound.min(graph.covered(part));
        }
        if bound <= best {
            return best;
        }
        let (marked, plain) = (part & graph.marked, part & !graph.marked);
        let rare = if marked.count_ones() <= plain.count_ones() { marked } else { plain };
        let degree =
            |vertex: &usize| (graph.out[*vertex] & part).count_ones() * (graph.into[*vertex] & part).count_ones();
        let mut starts: Path = vertices(rare).collect();
        starts.sort_by_key(degree);
        match self.tries(&starts, part, best, bound) {
            (best, Some(start)) if best < bound => self.parts(graph.components(part & !(1 << start)), best),
            (best, _) => best,
        }
    }

    /// The longest chain within a set through one of these starts, if it is longer than `best`, else `best`; and that
    /// start, which is the first whose search ends within the nodes that it is given. It is nothing where the answer is
    /// that of the whole set. A single start is one that every chain wanted passes.
    fn tries(&mut self, starts: &[usize], set: Set, mut best: usize, mut enough: usize) -> (usize, Option<usize>) {
        let graph = self.graph;
        let kept = if let [only] = starts { 1 << only } else { 0 };
        let mut turned = None;
        let mut patience = PATIENCE;
        let mut attempt = 0;
        loop {
            let start = starts[attempt / 2 % starts.len()];
            let way = if attempt % 2 == 0 { graph } else { turned.get_or_insert_with(|| graph.turned()) };
            let aim = Aim::new(way, start, enough, Order::Narrow, attempt);
            self.until = self.nodes + patience;
            let before = best;
            best = self.cycle(&aim, set, best);
            if best > before && attempt % 2 == 1 {
                self.found.reverse();
            }
            let ended = self.nodes < self.until || best >= enough;
            self.until = u64::MAX;
            if ended {
                return (best, Some(start));
            }
            let cover = Cover::new(graph, set, kept);
            if let holding @ 2..=3 = attempt + 1 {
                enough = enough.min(cover.held(holding as u32));
                if best >= enough {
                    return (best, None);
                }
            }
            for (branch, share) in BRANCHES {
                let all;
                (best, all) = self.covers(cover.clone(), branch, patience / share, best, enough);
                if all {
                    return (best, None);
                }
            }
            patience += patience / 2;
            attempt += 1;
        }
    }

    /// The longest chain of a cover, if it is longer than `best`, else `best`; and whether no more has to be looked at.
    fn covers(&mut self, cover: Cover, branch: Branch, given: u64, best: usize, enough: usize) -> (usize, bool) {
        let kept = cover.kept();
        let mut covers = Covers { graph: self.graph, kept, branch, left: given, enough, found: Path::new() };
        let longest = covers.search(cover, best);
        self.nodes += (given - covers.left) * COVER;
        if longest > best {
            self.found = covers.found;
        }
        (longest, covers.left > 0 || longest >= enough)
    }

    /// The first in ascending order of the chains of this length through the start within a set, of which one is found.
    fn first(&mut self, start: usize, set: Set, length: usize) -> Path {
        let turned = |mut chain: Path| {
            let place = chain.iter().position(|&one| one == start).unwrap_or_default();
            chain.rotate_left(place);
            chain
        };
        let mut chain = turned(self.found.clone());
        let mut cover = Cover::new(self.graph, set, 1 << start);
        for place in 1..length {
            let last = chain[place - 1];
            let used = chain[..place].iter().fold(0, |set, one| set | 1 << one);
            let lower = self.graph.out[last] & set & !used & ((1 << chain[place]) - 1);
            for next in vertices(lower) {
                let mut with = cover.clone();
                with.include(last, next, length - 1);
                let (mut longest, all) = self.covers(with.clone(), Branch::Cycle, FEW_COVERS, length - 1, length);
                if !all {
                    (longest, _) = self.covers(with, Branch::Tight, u64::MAX, length - 1, length);
                }
                if longest == length {
                    chain = turned(self.found.clone());
                    break;
                }
            }
            cover.include(last, chain[place], length - 1);
        }
        chain
    }

    /// The longest chain through the start within a set, if it is longer than `best`, else `best`. The search ends with
    /// the first that has `enough`.
    fn cycle(&mut self, aim: &Aim, set: Set, best: usize) -> usize {
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
