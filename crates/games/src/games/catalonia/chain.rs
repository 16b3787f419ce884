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
//! - A vertex is left out if another one stands in the way both to it and back.
//! - What is left bounds the cycle: its number, and a greatest matching of successors to predecessors (a path is a
//!   matching; Kuhn's augmenting paths, kept and mended from vertex to vertex). A whole part is bounded by the most
//!   vertices that disjoint cycles cover, too, which is an assignment (Kuhn's Hungarian method).
//! - What was found out about a head and the vertices left to it is remembered: another path that has used the same
//!   vertices in another order has no more ahead of it (Held and Karp 1962, asked from the top, and only where the
//!   bounds do not answer).
//! - What takes long starts again: from another start, against the edges, by covers (`cover`), by a sweep from side to
//!   side (`frontier`), and again with more nodes. How long a search takes hangs on its first steps more than on the graph
//!   (Gomes, Selman and Kautz 1998).
//!
//! Each way has graphs that it is bad at. Only the sweep has a bound: `frontier` says which, and a sweep whose bound is
//! within what a search is given is made to its end or to as many steps. So a graph with a narrow order is answered
//! soon: men on a board, and crowds that a few of them hold together. Where the graph is wide there is no bound but
//! trying on; such graphs have many long chains, of which paths find one.
//!
//! A search mostly takes less than a millisecond, but not always. Graphs that annealing directed at this search has found
//! take up to 6 ms for their length and 15 ms for the vertices on a longest chain, since paths, sweep and covers are each
//! given up at least once before one of them ends. The first of all longest chains takes up to 30 ms where crowds hang
//! together by three or more: a sweep is then made again for each vertex that might come next.
//!
//! Every answer is exact and follows from the graph alone. What a way is given decides how soon it is found, never which
//! it is: a way that is given up has said nothing.

mod cover;
mod frontier;
mod graph;
mod matching;
mod paths;
mod tries;

use arrayvec::ArrayVec;

use cover::Cover;
pub use graph::{FEWEST, Graph, MOST, Path, Set, vertices};
use matching::Matching;
use paths::{Aim, Known, Order};
use tries::{Budget, Tries};

/// A search on one graph.
#[derive(Debug)]
pub struct Search<'a> {
    graph: &'a Graph,
    budget: Budget,
    memo: Vec<Known>,
    nodes: u64,
    /// The number of nodes at which a try is given up.
    until: u64,
    path: Path,
    /// The longest cycle found since it was last emptied.
    found: Path,
    /// The answer of [`Search::longest`], once it was asked for, with the chain if one was found.
    longest: Option<(usize, Path)>,
}

impl Graph {
    /// A search for chains, which remembers what it found out.
    pub fn search(&self) -> Search<'_> {
        self.search_within(Budget::USUAL)
    }

    fn search_within(&self, budget: Budget) -> Search<'_> {
        let (path, found) = (Path::new(), Path::new());
        Search { graph: self, budget, memo: Vec::new(), nodes: 0, until: u64::MAX, path, found, longest: None }
    }
}

impl Search<'_> {
    /// The number of vertices of the longest chain, 0 where there is none.
    pub fn longest(&mut self) -> usize {
        self.found.clear();
        if let Some((longest, found)) = &self.longest {
            self.found.clone_from(found);
            return *longest;
        }
        let parts = self.graph.components(self.graph.all);
        let best = self.parts(parts, FEWEST - 1);
        let longest = if best < FEWEST { 0 } else { best };
        self.longest = Some((longest, self.found.clone()));
        longest
    }

    /// Whether there is a chain through this vertex.
    pub fn passes(&mut self, vertex: usize) -> bool {
        self.found.clear();
        let set = self.graph.component(vertex, self.graph.all);
        // Which chain is found is a promise here, and some short one is soon found.
        let aim = Aim::new(self.graph, vertex, FEWEST, Order::Narrow, 0);
        self.cycle(&aim, set, FEWEST - 1) >= FEWEST
    }

    /// A chain through this vertex; nothing if there is none.
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
            if let Some(chain) = self.first(start, set, length) {
                return chain;
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
        let mut open = self.graph.all & !on;
        while open != 0 {
            let vertex = open.trailing_zeros() as usize;
            let set = self.graph.component(vertex, self.graph.all);
            open &= !(1 << vertex);
            if self.ask(vertex, set, length) {
                on |= self.found.iter().fold(1 << vertex, |set, vertex| set | 1 << vertex);
            }
            open &= !on;
        }
        on
    }

    /// How many paths were looked at so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
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
        // Where every vertex can be matched, the matching is a cover by cycles, and a cover no better bound.
        if bound > best && bound < part.count_ones() as usize {
            bound = bound.min(Cover::new(graph, part, 0).mend());
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
        match self.tries(Tries::new(graph, &starts, part, 0, bound, self.budget), best) {
            (best, Some(start)) if best < bound => self.parts(graph.components(part & !(1 << start)), best),
            (best, _) => best,
        }
    }
}

#[cfg(test)]
mod tests;
