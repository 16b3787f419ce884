//! The longest chain by cycle covers. Every vertex of a set gets a successor, or itself if it is omitted, so that as
//! few vertices as possible are omitted.
//!
//! If the cover has one cycle, the cycle is a longest chain. If the cover has several cycles, the search branches on an
//! edge of the cover: first with the edge, then without it. Bellmore and Malone 1971 and Carpaneto and Toth 1980 do so
//! for the travelling salesman problem.
//!
//! Covers first decide the vertex with the least choice, wherever it is, while a path must first get there. So covers
//! can be quick if paths are slow. If edges go both ways, covers are slow, because two such vertices form a cycle.

use super::graph::{Graph, MOST, Path, Set, vertices};

/// A price above that of any cover.
const FAR: i8 = i8::MAX / 2;
const NOBODY: u8 = MOST as u8;

#[derive(Debug)]
pub(super) struct Covers<'a> {
    pub(super) graph: &'a Graph,
    /// The vertices that a chain must pass.
    pub(super) kept: Set,
    /// The number of covers that the search may still examine.
    pub(super) left: u64,
    /// A chain of this length ends the search.
    pub(super) enough: usize,
    pub(super) found: Path,
}

/// The possible successors of each vertex, and a cheapest cover by them.
#[derive(Debug, Clone)]
pub(super) struct Cover {
    set: Set,
    /// The possible successors of each vertex.
    after: [Set; MOST],
    /// The possible predecessors of each vertex.
    before: [Set; MOST],
    next: [u8; MOST],
    last: [u8; MOST],
    /// The dual prices of the assignment: an edge costs at least those of its ends, and exactly that in the cover.
    tails: [i8; MOST],
    heads: [i8; MOST],
    /// The decided edges form paths. At both ends of a path, `end` is the other end, `length` its vertices.
    end: [u8; MOST],
    length: [u8; MOST],
    decided: Set,
}

impl Cover {
    /// The state without decisions. The vertices of `kept` may not be omitted.
    pub(super) fn new(graph: &Graph, set: Set, kept: Set) -> Self {
        let mut cover = Self {
            set,
            after: [0; MOST],
            before: [0; MOST],
            next: [NOBODY; MOST],
            last: [NOBODY; MOST],
            tails: [0; MOST],
            heads: [0; MOST],
            end: std::array::from_fn(|vertex| vertex as u8),
            length: [1; MOST],
            decided: 0,
        };
        for vertex in vertices(set) {
            let itself = 1 << vertex & !kept;
            cover.after[vertex] = graph.out[vertex] & set | itself;
            cover.before[vertex] = graph.into[vertex] & set | itself;
        }
        cover
    }

    fn exclude(&mut self, from: usize, to: usize) {
        self.after[from] &= !(1 << to);
        self.before[to] &= !(1 << from);
    }

    /// Decides on an edge, and excludes the edge that would close its path to a cycle of at most `best` vertices.
    pub(super) fn include(&mut self, from: usize, to: usize, best: usize) {
        for other in vertices(self.after[from] & !(1 << to)) {
            self.exclude(from, other);
        }
        for other in vertices(self.before[to] & !(1 << from)) {
            self.exclude(other, to);
        }
        self.decided |= 1 << from;
        let (first, end) = (self.end[from], self.end[to]);
        let length = self.length[from] + self.length[to];
        if usize::from(first) == to {
            return;
        }
        (self.end[usize::from(first)], self.end[usize::from(end)]) = (end, first);
        (self.length[usize::from(first)], self.length[usize::from(end)]) = (length, length);
        if usize::from(length) <= best {
            self.exclude(end.into(), first.into());
        }
    }

    /// Omits the vertices that lie on no cycle longer than `best`. Returns true if any vertex is left.
    fn narrow(&mut self, best: usize) -> bool {
        let mut open = self.set;
        let mut left = 0;
        while open != 0 {
            let vertex = open.trailing_zeros() as usize;
            let part = Graph::reached(&self.after, vertex, self.set) & Graph::reached(&self.before, vertex, self.set)
                | 1 << vertex;
            open &= !part;
            let is_long = part.count_ones() as usize > best;
            left |= if is_long { part } else { 0 };
            for vertex in vertices(part) {
                let others = if is_long { part } else { 1 << vertex };
                self.after[vertex] &= others;
                self.before[vertex] &= others;
            }
        }
        left != 0
    }

    /// Draws all conclusions from the decisions, and finds a cheapest cover. True if it may be longer than `best`.
    fn settle(&mut self, best: usize) -> bool {
        loop {
            if !self.narrow(best) {
                return false;
            }
            while self.force(best) {}
            let covered = self.mend();
            if covered <= best {
                return false;
            }
            if !self.price(covered - best) {
                return true;
            }
        }
    }

    /// Decides on edges without an alternative. Returns true if such an edge was found.
    fn force(&mut self, best: usize) -> bool {
        let mut forced = false;
        for vertex in vertices(self.set) {
            let (after, before) = (self.after[vertex], self.before[vertex]);
            if after.is_power_of_two() && after != 1 << vertex && self.decided & 1 << vertex == 0 {
                self.include(vertex, after.trailing_zeros() as usize, best);
                forced = true;
            }
            if before.is_power_of_two() && before != 1 << vertex && self.decided & before == 0 {
                self.include(before.trailing_zeros() as usize, vertex, best);
                forced = true;
            }
        }
        forced
    }

    /// Excludes the edges that make a cover dearer by at least `slack`. Returns true if such an edge was found.
    fn price(&mut self, slack: usize) -> bool {
        let mut taken = false;
        for tail in vertices(self.set) {
            for head in vertices(self.after[tail]) {
                let reduced = i8::from(head == tail) - self.tails[tail] - self.heads[head];
                if reduced >= slack as i8 {
                    self.exclude(tail, head);
                    taken = true;
                }
            }
        }
        taken
    }

    /// Makes the cover a cheapest cover again. Returns the number of vertices in its cycles, or 0 if there is no cover.
    pub(super) fn mend(&mut self) -> usize {
        for tail in vertices(self.set) {
            let head = self.next[tail];
            if head != NOBODY && self.after[tail] & 1 << head == 0 {
                self.next[tail] = NOBODY;
                self.last[usize::from(head)] = NOBODY;
            }
        }
        for tail in vertices(self.set) {
            if self.next[tail] == NOBODY && !self.assign(tail) {
                return 0;
            }
        }
        vertices(self.set).filter(|&vertex| usize::from(self.next[vertex]) != vertex).count()
    }

    /// Gives a vertex a successor by the cheapest augmenting path (a row of the Hungarian method), if there is one.
    fn assign(&mut self, vertex: usize) -> bool {
        let mut least = [FAR; MOST];
        let mut by = [NOBODY; MOST];
        let (mut done, mut tail, mut way) = (0, vertex, 0);
        let head = loop {
            for head in vertices(self.after[tail] & !done) {
                let reduced = way + i8::from(head == tail) - self.tails[tail] - self.heads[head];
                if reduced < least[head] {
                    (least[head], by[head]) = (reduced, tail as u8);
                }
            }
            let nearest = vertices(self.set & !done).min_by_key(|&head| least[head]);
            let Some(head) = nearest.filter(|&head| least[head] < FAR) else { return false };
            way = least[head];
            if self.last[head] == NOBODY {
                break head;
            }
            done |= 1 << head;
            tail = usize::from(self.last[head]);
        };
        self.tails[vertex] += way;
        for reached in vertices(done) {
            let change = way - least[reached];
            self.heads[reached] -= change;
            self.tails[usize::from(self.last[reached])] += change;
        }
        let mut head = head;
        loop {
            let tail = by[head];
            self.last[head] = tail;
            let old = std::mem::replace(&mut self.next[usize::from(tail)], head as u8);
            if usize::from(tail) == vertex {
                return true;
            }
            head = usize::from(old);
        }
    }

    /// The cycle of the cover through a vertex.
    fn cycle(&self, start: usize) -> Path {
        let mut cycle = Path::new();
        let mut vertex = start;
        loop {
            cycle.push(vertex);
            vertex = usize::from(self.next[vertex]);
            if vertex == start {
                return cycle;
            }
        }
    }
}

impl Covers<'_> {
    /// The length of the longest chain that is left, or `best` if none is longer. The answer is final unless `left`
    /// came to 0 before a chain had `enough` vertices.
    pub(super) fn search(&mut self, mut cover: Cover, mut best: usize) -> usize {
        if self.left == 0 {
            return best;
        }
        self.left -= 1;
        if !cover.settle(best) {
            return best;
        }
        let mut open = cover.set;
        let mut covered = 0;
        while open != 0 {
            let cycle = cover.cycle(open.trailing_zeros() as usize);
            let set = cycle.iter().fold(0, |set, vertex| set | 1 << vertex);
            open &= !set;
            if cycle.len() < 2 {
                continue;
            }
            covered += cycle.len();
            // A vertex of `kept` may lie on another cycle of the cover.
            let is_wanted = set & self.kept == self.kept && self.graph.is_mixed(set);
            if cycle.len() > best && is_wanted {
                best = cycle.len();
                self.found.clone_from(&cycle);
                if best >= self.enough {
                    return best;
                }
            }
        }
        if covered > best { self.decide(cover, best) } else { best }
    }

    /// Branches on the edge of the cover with the least choice: first with the edge, then without it.
    fn decide(&mut self, mut cover: Cover, mut best: usize) -> usize {
        let choice = |&from: &usize| {
            let ways = cover.after[from].count_ones();
            let others = cover.before[usize::from(cover.next[from])].count_ones();
            (ways.min(others), ways.max(others))
        };
        let open = vertices(cover.set & !cover.decided).filter(|&one| usize::from(cover.next[one]) != one);
        let Some(from) = open.min_by_key(choice) else { return best };
        let to = usize::from(cover.next[from]);
        let mut with = cover.clone();
        with.include(from, to, best);
        best = self.search(with, best);
        if best >= self.enough || self.left == 0 {
            return best;
        }
        cover.exclude(from, to);
        self.search(cover, best)
    }
}
