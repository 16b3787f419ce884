//! What one vertex holds together: how little a cycle comes by where it must pass it.

use arrayvec::ArrayVec;

use super::{Cover, Graph, MOST, Set, vertices};

impl Cover {
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

    /// Takes out what no way round comes by; nothing if no cycle is longer than `best`, else whether anything was
    /// taken out.
    pub(super) fn gates(&mut self, best: usize) -> Option<bool> {
        let active = self.active();
        for gate in vertices(active) {
            let rest = active & !(1 << gate);
            if !self.is_one(rest) && self.gate(gate, rest, best)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The same of one vertex. Without it, the rest is parts in an order, which a cycle through it goes along. Where no
    /// part holds a longer one, every cycle goes through it.
    fn gate(&mut self, gate: usize, rest: Set, best: usize) -> Option<bool> {
        let parts = self.parts(rest);
        if parts.iter().any(|(part, _)| part.count_ones() as usize > best) {
            return Some(false);
        }
        let size = |place: usize| parts[place].0.count_ones() as usize;
        // How many vertices a path from the gate uses up to the end of a part, and one to the gate from its beginning on;
        // 0 where there is none.
        let (mut there, mut back) = ([0; MOST], [0; MOST]);
        for place in 0..parts.len() {
            let into = vertices(parts[place].0).fold(0, |set, one| set | self.before[one]);
            let linked = (0..place).filter(|&one| parts[one].0 & into != 0 && there[one] > 0);
            let most = linked.map(|one| there[one]).max().max((into & 1 << gate != 0).then_some(0));
            there[place] = most.map_or(0, |most| most + size(place));
        }
        for place in (0..parts.len()).rev() {
            let out = vertices(parts[place].0).fold(0, |set, one| set | self.after[one]);
            let linked = (place + 1..parts.len()).filter(|&one| parts[one].0 & out != 0 && back[one] > 0);
            let most = linked.map(|one| back[one]).max().max((out & 1 << gate != 0).then_some(0));
            back[place] = most.map_or(0, |most| most + size(place));
        }
        let mut taken = self.after[gate] & 1 << gate != 0;
        self.exclude(gate, gate);
        let mut useful = false;
        for place in 0..parts.len() {
            let part = parts[place].0;
            let is_short = |before: usize, after: usize| before == 0 || after == 0 || before + after < best;
            if is_short(there[place], back[place]) || there[place] + back[place] - size(place) < best {
                for one in vertices(part) {
                    taken |= self.cut(one, !(1 << one), !(1 << one));
                }
                continue;
            }
            useful = true;
            let later = (place + 1..parts.len()).filter(|&next| is_short(there[place], back[next]));
            let far = later.fold(0, |set, next| set | parts[next].0);
            let (home, first) = (Set::from(there[place] < best) << gate, Set::from(back[place] < best) << gate);
            for one in vertices(part) {
                taken |= self.cut(one, far | home, first);
            }
        }
        useful.then_some(taken)
    }

    /// Takes out the edges from a vertex to these and those to it from those; whether there were any.
    fn cut(&mut self, vertex: usize, to: Set, from: Set) -> bool {
        let (to, from) = (self.after[vertex] & to, self.before[vertex] & from);
        vertices(to).for_each(|other| self.exclude(vertex, other));
        vertices(from).for_each(|other| self.exclude(other, vertex));
        to | from != 0
    }

    /// Whether a set is strongly connected.
    fn is_one(&self, set: Set) -> bool {
        let first = set.trailing_zeros() as usize;
        Graph::reached(&self.after, first, set) | 1 << first == set
            && Graph::reached(&self.before, first, set) | 1 << first == set
    }
}
