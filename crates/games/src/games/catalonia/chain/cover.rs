//! The longest chain by covers: every vertex of a set gets a successor, itself where it is left out, so that as few as
//! can be are left out. Where the rest is one cycle, it is a longest one. Where it is several, one of them is taken
//! apart: one of its edges cannot be used (the branch and bound of Bellmore and Malone 1971 for the travelling salesman,
//! with the branches disjoint, as Carpaneto and Toth 1980 have them).
//!
//! It is quick where paths are slow: it decides first where there is least choice, wherever that is, while a path must
//! come by there. Where edges go both ways it is slow, since two vertices are a cycle then.

use arrayvec::ArrayVec;

use super::graph::{FEWEST, Graph, MOST, Path, Set, vertices};

/// More than any cover costs.
const FAR: i8 = i8::MAX / 2;
const NOBODY: u8 = MOST as u8;

/// A search for a chain by covers.
#[derive(Debug)]
pub(super) struct Covers<'a> {
    pub(super) graph: &'a Graph,
    /// How many covers may still be looked at.
    pub(super) left: u64,
    /// The length that ends the search.
    pub(super) enough: usize,
    /// The longest chain found.
    pub(super) found: Path,
}

/// What may follow what, with the cheapest cover of that.
#[derive(Debug, Clone)]
pub(super) struct Cover {
    set: Set,
    /// What may follow each vertex.
    after: [Set; MOST],
    /// What each vertex may follow.
    before: [Set; MOST],
    next: [u8; MOST],
    last: [u8; MOST],
    /// Prices that no edge undercuts and those of the cover meet (the dual of the assignment).
    tails: [i8; MOST],
    heads: [i8; MOST],
    /// The edges that are decided on are paths: the other end of each, for both ends of it, and its number of vertices.
    end: [u8; MOST],
    length: [u8; MOST],
    /// The vertices whose successor is decided on.
    decided: Set,
}

impl Cover {
    /// Nothing is decided but that these vertices are not left out.
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

    /// Decides on an edge. The path that it belongs to is not closed as a cycle of no more than `best`.
    fn include(&mut self, from: usize, to: usize, best: usize) {
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

    /// Takes out what lies on no cycle longer than `best`; whether anything is left.
    fn narrow(&mut self, best: usize) -> bool {
        let mut open = self.set;
        let mut left = 0;
        while open != 0 {
            let vertex = open.trailing_zeros() as usize;
            let part = Graph::reached(&self.after, vertex, self.set) & Graph::reached(&self.before, vertex, self.set)
                | 1 << vertex;
            open &= !part;
            if part.count_ones() as usize > best {
                left |= part;
                for inside in vertices(part) {
                    self.after[inside] &= part;
                    self.before[inside] &= part;
                }
            } else {
                for out in vertices(part) {
                    self.after[out] &= 1 << out;
                    self.before[out] &= 1 << out;
                }
            }
        }
        left != 0
    }

    /// Draws the conclusions of what is decided, and makes it a cheapest cover of that; whether a chain longer than
    /// `best` can be left.
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
            if self.price(covered - best) {
                continue;
            }
            match self.gates(best) {
                None => return false,
                Some(true) => {}
                Some(false) => return true,
            }
        }
    }

    /// A bound of what a cycle comes by: without some vertices the rest is parts in an order, and a cycle goes along it as
    /// often as there are such vertices.
    pub(super) fn held(&self, holding: u32) -> usize {
        let count = self.set.count_ones();
        let mut least = count as usize;
        if count <= holding {
            return least;
        }
        let names: Path = vertices(self.set).collect();
        let mut chosen: u32 = (1 << holding) - 1;
        while chosen < 1 << count {
            let held = vertices(chosen).fold(0, |set, one| set | 1 << names[one]);
            least = least.min(self.bound(self.set & !held, holding) + holding as usize);
            // The next larger number with as many bits.
            let low = chosen & chosen.wrapping_neg();
            let ripple = chosen + low;
            chosen = (((ripple ^ chosen) >> 2) / low) | ripple;
        }
        least
    }

    /// How many vertices of a set so many paths come by at most.
    fn bound(&self, set: Set, paths: u32) -> usize {
        let first = set.trailing_zeros() as usize;
        if Graph::reached(&self.after, first, set) | 1 << first == set
            && Graph::reached(&self.before, first, set) | 1 << first == set
        {
            return set.count_ones() as usize;
        }
        let parts = self.parts(set);
        let mut sizes = ArrayVec::<(usize, u32), MOST>::new();
        for (place, (part, _)) in parts.iter().enumerate() {
            let depth = (0..place).filter(|&one| parts[one].1 & part != 0).map(|one| sizes[one].0 + 1).max();
            sizes.push((depth.unwrap_or(0), part.count_ones()));
        }
        sizes.sort_unstable_by_key(|&(depth, size)| (depth, std::cmp::Reverse(size)));
        let (mut total, mut level, mut taken) = (0, usize::MAX, 0);
        for (depth, size) in sizes {
            if depth != level {
                (level, taken) = (depth, 0);
            }
            if taken < paths {
                total += size;
                taken += 1;
            }
        }
        total as usize
    }

    fn active(&self) -> Set {
        vertices(self.set).filter(|&one| self.after[one] != 1 << one).fold(0, |set, one| set | 1 << one)
    }

    /// The strongly connected parts of a set, each with what can be reached from it, what reaches first.
    fn parts(&self, set: Set) -> ArrayVec<(Set, Set), MOST> {
        let mut parts = ArrayVec::new();
        let mut open = set;
        while open != 0 {
            let vertex = open.trailing_zeros() as usize;
            let ahead = Graph::reached(&self.after, vertex, set) | 1 << vertex;
            let part = Graph::reached(&self.before, vertex, set) & ahead | 1 << vertex;
            open &= !part;
            parts.push((part, ahead));
        }
        parts.sort_unstable_by_key(|(_, ahead): &(Set, Set)| std::cmp::Reverse(ahead.count_ones()));
        parts
    }

    /// Takes out what no way round comes by. Without any one vertex, the rest is parts in an order, which a cycle through
    /// that vertex goes along; nothing where no cycle is longer than `best`, else whether anything was taken out.
    fn gates(&mut self, best: usize) -> Option<bool> {
        let active = self.active();
        let mut taken = false;
        for gate in vertices(active) {
            let rest = active & !(1 << gate);
            let first = rest.trailing_zeros() as usize;
            if Graph::reached(&self.after, first, rest) | 1 << first == rest
                && Graph::reached(&self.before, first, rest) | 1 << first == rest
            {
                continue;
            }
            let parts = self.parts(rest);
            if parts.iter().any(|(part, _)| part.count_ones() as usize > best) {
                continue;
            }
            let mut to = [0; MOST];
            let mut on = [0; MOST];
            let count = parts.len();
            for place in 0..count {
                let part = parts[place].0;
                let into = vertices(part).fold(0, |set, one| set | self.before[one]);
                let most = (0..place).filter(|&one| parts[one].0 & into != 0 && to[one] > 0).map(|one| to[one]).max();
                let most = most.max((into & 1 << gate != 0).then_some(0));
                to[place] = most.map_or(0, |most| most + part.count_ones() as usize);
            }
            for place in (0..count).rev() {
                let part = parts[place].0;
                let out = vertices(part).fold(0, |set, one| set | self.after[one]);
                let most =
                    (place + 1..count).filter(|&one| parts[one].0 & out != 0 && on[one] > 0).map(|one| on[one]).max();
                let most = most.max((out & 1 << gate != 0).then_some(0));
                on[place] = most.map_or(0, |most| most + part.count_ones() as usize);
            }
            let mut useful = 0;
            for place in 0..count {
                let part = parts[place].0;
                let size = part.count_ones() as usize;
                if to[place] == 0 || on[place] == 0 || to[place] + on[place] - size < best {
                    for out in vertices(part) {
                        for other in vertices(self.after[out] & !(1 << out)) {
                            self.exclude(out, other);
                            taken = true;
                        }
                        for other in vertices(self.before[out] & !(1 << out)) {
                            self.exclude(other, out);
                            taken = true;
                        }
                    }
                    continue;
                }
                useful += 1;
                let mut far = 0;
                for next in place + 1..count {
                    if on[next] == 0 || to[place] + on[next] < best {
                        far |= parts[next].0;
                    }
                }
                if to[place] < best {
                    far |= 1 << gate;
                }
                let mut near = 0;
                if on[place] < best {
                    near |= 1 << gate;
                }
                for from in vertices(part) {
                    for other in vertices(self.after[from] & far) {
                        self.exclude(from, other);
                        taken = true;
                    }
                    for other in vertices(self.before[from] & near) {
                        self.exclude(other, from);
                        taken = true;
                    }
                }
            }
            if useful == 0 {
                return None;
            }
            if self.after[gate] & 1 << gate != 0 {
                self.exclude(gate, gate);
                taken = true;
            }
            if taken { return Some(true); }
        }
        Some(taken)
    }

    /// Decides on edges without an alternative; whether there were any.
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

    /// Takes out the edges with which a cover is dearer by this much; whether there were any.
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

    /// Makes it a cheapest cover again; the number of vertices in its cycles, 0 where there is no cover.
    fn mend(&mut self) -> usize {
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

    /// Gives a vertex a successor by the cheapest chain of changes (the Hungarian method, one row).
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
    /// The longest chain that is left, if it is longer than `best`, else `best`.
    pub(super) fn search(&mut self, mut cover: Cover, mut best: usize) -> usize {
        if self.left == 0 {
            return best;
        }
        self.left -= 1;
        if !cover.settle(best) {
            return best;
        }
        let mut broken: Option<(usize, Path)> = None;
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
            if cycle.len() > best.max(FEWEST - 1) && self.graph.is_mixed(set) {
                best = cycle.len();
                self.found.clone_from(&cycle);
                if best >= self.enough {
                    return best;
                }
            }
            let free = cycle.iter().filter(|&&vertex| cover.after[vertex].count_ones() > 1).count();
            if broken.as_ref().is_none_or(|(fewest, _)| free < *fewest) {
                broken = Some((free, cycle));
            }
        }
        let Some((_, cycle)) = broken.filter(|_| covered > best) else { return best };
        for from in cycle {
            let to = usize::from(cover.next[from]);
            if cover.decided & 1 << from != 0 {
                continue;
            }
            if cover.after[from].count_ones() > 1 {
                let mut without = cover.clone();
                without.exclude(from, to);
                best = self.search(without, best);
                if best >= self.enough || self.left == 0 {
                    return best;
                }
            }
            cover.include(from, to, best);
        }
        best
    }
}
