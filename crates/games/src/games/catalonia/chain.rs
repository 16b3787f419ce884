//! Finds the longest chain of a graph. A chain is a simple cycle of at least four vertices, with vertices of both
//! colours. The graph is directed and has at most 24 vertices in two colours. The module knows no board, no man and no
//! turn.
//!
//! The method is depth-first search with branch and bound. Most of the speed comes from the work that is left out:
//!
//! - A cycle lies in one strongly connected component, and there in one block: a part without a cut vertex. Blocks are
//!   searched one by one, the largest first. To find the blocks, each vertex is tried as a cut vertex.
//! - Each chain passes a vertex of the rarer colour. These vertices are the starts, one after another. When all cycles
//!   through a start are searched, the start is removed, and the rest falls into smaller components (Tiernan 1970 and
//!   Johnson 1975 list cycles by start vertices in this way).
//! - A path grows only by a vertex that its head reaches and that reaches the start.
//! - A vertex is skipped if one other vertex lies on all ways to it and on all ways back.
//! - Two numbers bound the length of a cycle: the number of vertices left, and the size of a maximum matching of
//!   successors to predecessors. A path is a matching, so augmenting paths (Kuhn) repair the matching when the path
//!   grows. A whole component has a third bound: the most vertices that disjoint cycles cover, which is an assignment
//!   problem (Kuhn's Hungarian method).
//! - A result is remembered by the head of the path and the vertices left to the head. A path that used the same
//!   vertices in another order cannot grow longer (Held and Karp 1962, top-down). The memory is asked only if the
//!   bounds do not decide.
//! - A search that takes too many nodes is given up for another search: from another start, against the edges, by
//!   covers (`cover`), or by a sweep from side to side (`frontier`). If all are given up, all are tried again with more
//!   nodes. The time of a search depends more on its first steps than on the graph (Gomes, Selman and Kautz 1998).
//!
//! Each method is slow on some graphs. Only the sweep has a known bound on its time, given in `frontier`. If the bound
//! is within the budget, the sweep runs. So a graph with a narrow order is solved soon, such as men on a board, or
//! clusters joined by few vertices. For a wide graph no bound is known. But a wide graph has many long chains, and a
//! search by paths finds one of them.
//!
//! Most searches take less than a millisecond. The slowest graphs that simulated annealing found take up to 6 ms for
//! [`Search::longest`] and 15 ms for [`Search::on_longest`]. On these graphs, paths, sweep and covers are each given up
//! at least once before one of them ends. [`Search::witness`] takes up to 30 ms if clusters are joined by three or more
//! vertices: it repeats the sweep for each vertex that may come next.
//!
//! Every answer is exact and depends on the graph alone. The budget decides how soon an answer is found, never the
//! answer: a search that is given up gives no answer.

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

/// A search on one graph. It remembers its results.
#[derive(Debug)]
pub struct Search<'a> {
    graph: &'a Graph,
    budget: Budget,
    memo: Vec<Known>,
    nodes: u64,
    /// The number of nodes at which the current try is given up.
    until: u64,
    path: Path,
    /// The longest cycle found since this field was last cleared.
    found: Path,
    /// The answer of [`Search::longest`] once it is known, with the chain if one was found.
    longest: Option<(usize, Path)>,
}

impl Graph {
    /// Starts a search for chains. A search remembers its results.
    pub fn search(&self) -> Search<'_> {
        self.search_within(Budget::USUAL)
    }

    fn search_within(&self, budget: Budget) -> Search<'_> {
        let (path, found) = (Path::new(), Path::new());
        Search { graph: self, budget, memo: Vec::new(), nodes: 0, until: u64::MAX, path, found, longest: None }
    }
}

impl Search<'_> {
    /// The number of vertices of the longest chain; 0 if there is none.
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

    /// Returns true if a chain passes this vertex.
    pub fn passes(&mut self, vertex: usize) -> bool {
        self.found.clear();
        let set = self.graph.component(vertex, self.graph.all);
        // The search is by paths alone and ends at the first chain. So `any` always gives the same one, and soon.
        let aim = Aim::new(self.graph, vertex, FEWEST, Order::Narrow, 0);
        self.cycle(&aim, set, FEWEST - 1) >= FEWEST
    }

    /// A chain through this vertex; empty if there is none.
    pub fn any(&mut self, vertex: usize) -> Path {
        if vertex < MOST && self.passes(vertex) { self.found.clone() } else { Path::new() }
    }

    /// The first of the longest chains; empty if there is none. Each chain is read from its lowest vertex, and the
    /// chains are compared in ascending order.
    ///
    /// The result does not depend on the methods of the search.
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

    /// The number of paths looked at so far. Sweeps and covers count as the paths that take as long.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The length of the longest chain in these strongly connected components, or `best` if none is longer.
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
        // A perfect matching is a cover by cycles already, so a cover gives no better bound.
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
