//! All methods, with any budget, against all subsets. The tests of the games compile this module once more, unoptimised:
//! a test program of the optimised crate would take longer to build than to run.

use super::*;

/// Random numbers that never change.
struct Luck(u64);

impl Luck {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

/// Clusters joined by some vertices, with random changes of edges. A single cluster is a random graph.
fn crowds(luck: &mut Luck, count: usize) -> Graph {
    let (crowds, holding) = (1 + luck.below(6) as usize, luck.below(6) as usize);
    let percent = 8 + luck.below(12);
    let crowd = |one: usize| one.checked_sub(holding).map(|one| one * crowds / (count - holding));
    let mut graph = Graph::new(count);
    for one in 0..count {
        if luck.below(3) == 0 {
            graph.mark(one);
        }
        for other in (0..count).filter(|&other| other != one) {
            let meet = crowd(one).is_none() || crowd(other).is_none() || crowd(one) == crowd(other);
            if luck.below(100) < if crowds == 1 { percent } else { 3 + 90 * u32::from(meet) } {
                graph.link(one, other);
            }
        }
    }
    graph
}

/// The longest chain, the vertices on any longest chain, and the first longest chain, by all subsets (Held and Karp).
/// For each subset, `begins` has the vertices from which a path over it to its lowest vertex can begin.
fn by_subsets(graph: &Graph) -> (usize, Set, Path) {
    let mut begins = vec![0; graph.all as usize + 1];
    let (mut longest, mut on) = (0, 0);
    let mut chains = Vec::new();
    for set in 1..=graph.all {
        let (lowest, count) = (set.trailing_zeros() as usize, set.count_ones() as usize);
        if count == 1 {
            begins[set as usize] = set;
        }
        let from = begins[set as usize];
        if count >= FEWEST.max(longest) && graph.is_mixed(set) && from & graph.out[lowest] != 0 {
            if count > longest {
                (longest, on) = (count, 0);
                chains.clear();
            }
            on |= set;
            chains.push(set);
        }
        for one in vertices(from) {
            for before in vertices(graph.into[one] & !set & !((2 << lowest) - 1)) {
                begins[(set | 1 << before) as usize] |= 1 << before;
            }
        }
    }
    let mut first = Path::new();
    if longest > 0 {
        let start = on.trailing_zeros() as usize;
        chains.retain(|set| set.trailing_zeros() as usize == start);
        first.push(start);
        while first.len() < longest {
            let last = first[first.len() - 1];
            let ways = |set: &Set| begins[*set as usize] & graph.out[last] & !(1 << start);
            let next = chains.iter().fold(0, |all, set| all | ways(set)).trailing_zeros();
            chains.retain(|set| ways(set) & 1 << next != 0);
            chains.iter_mut().for_each(|set| *set &= !(1 << next));
            first.push(next as usize);
        }
    }
    (longest, on, first)
}

#[track_caller]
fn check_within(graph: &Graph, budget: Budget) {
    let (longest, on, first) = by_subsets(graph);
    let ask = || graph.search_within(budget);
    assert_eq!(ask().longest(), longest, "{budget:?} {graph:?}");
    assert_eq!(ask().on_longest(), on, "{budget:?} {graph:?}");
    assert_eq!(ask().witness(), first, "{budget:?} {graph:?}");
    let mut search = ask();
    assert_eq!((search.witness(), search.on_longest(), search.longest()), (first, on, longest), "{budget:?} {graph:?}");
}

/// Budgets so small that every method is given up, up to budgets that suffice the first method.
fn budget(luck: &mut Luck) -> Budget {
    let most = [1, 10, 100, 1000][luck.below(4) as usize];
    Budget { patience: 1 + u64::from(luck.below(8)), states: 1 + u64::from(luck.below(most)) }
}

/// Squares of a small board, each linked to some neighbours.
fn board(luck: &mut Luck, count: usize) -> Graph {
    let (width, percent) = (2 + luck.below(3) as usize, 40 + luck.below(60));
    let mut graph = Graph::new(count);
    for one in 0..count {
        if luck.below(2) == 0 {
            graph.mark(one);
        }
        for other in (0..count).filter(|&other| other != one) {
            let is_near = (one % width).abs_diff(other % width) <= 1 && (one / width).abs_diff(other / width) <= 1;
            if is_near && luck.below(100) < percent {
                graph.link(one, other);
            }
        }
    }
    graph
}

#[test]
fn no_answer_depends_on_what_is_given() {
    let mut luck = Luck(7);
    for round in 0..500 {
        let count = 5 + round % 7;
        let graph = if round % 3 == 0 { board(&mut luck, count) } else { crowds(&mut luck, count) };
        check_within(&graph, budget(&mut luck));
    }
    for round in 0..6 {
        check_within(&crowds(&mut luck, 12 + round % 3), budget(&mut luck));
    }
}
