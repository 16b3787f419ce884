//! Perfect matchings of least cost: all vertices in pairs, at the least sum of costs. It knows no bots.
//!
//! This is Edmonds' blossom method with dual variables (J. Edmonds, "Maximum matching and a polyhedron with
//! 0,1-vertices", 1965). It starts with cheap edges only. The duals then show which other edges could make the matching
//! cheaper. These are added until there are none, so the answer is exact. A thousand vertices are solved quickly.

mod solver;

use itertools::Itertools as _;

use self::solver::{Edge, MatchingGraph, Solver};
use super::cost::Cost;

/// The number of cheapest edges that each vertex starts with, and the most that a vertex gets in one step.
const NEAR: usize = 6;

/// The pairs of the cheapest perfect matching of this many vertices, an even number, in which every two can be paired.
/// Each pair has its lesser vertex first, and pairs are sorted.
pub(super) fn cheapest(vertices: usize, cost: impl Fn(usize, usize) -> Cost) -> Vec<Edge> {
    let mut graph = vec![Vec::new(); vertices];
    for one in 0..vertices {
        // These edges alone allow a perfect matching.
        (one + 1..vertices.min(one + 2)).for_each(|other| _ = add(&mut graph, (one, other), cost(one, other)));
        let others = (0..vertices).filter(|&other| other != one).map(|other| (cost(one, other), other));
        others.k_smallest(NEAR).for_each(|(cost, other)| _ = add(&mut graph, (one, other), cost));
    }
    loop {
        let solved = Solver::new(&graph).solve();
        let mut wanting = Vec::new();
        for one in 0..vertices {
            let around = solved.sums_around(one);
            let slack = |other: usize| solved.slack((one, other), cost(one, other), &around);
            let slacks = (one + 1..vertices).map(|other| (slack(other), other));
            let cheaper = slacks.filter(|&(slack, _)| slack < Cost::ZERO).k_smallest(NEAR);
            wanting.extend(cheaper.map(|(_, other)| (one, other)));
        }
        if wanting.is_empty() {
            return solved.pairs();
        }
        let new = wanting.into_iter().filter(|&(one, other)| add(&mut graph, (one, other), cost(one, other))).count();
        assert!(
            new > 0,
            "an edge of the graph makes its cheapest matching no cheaper, so there is a new one in each round"
        );
    }
}

/// Adds an edge if it is missing. Returns true if it was.
fn add(graph: &mut MatchingGraph, (one, other): Edge, cost: Cost) -> bool {
    let is_new = graph[one].iter().all(|&(there, _)| there != other);
    if is_new {
        graph[one].push((other, cost));
        graph[other].push((one, cost));
    }
    is_new
}

#[cfg(test)]
mod tests {
    use uvi_games::game::{Seed, Stream};

    use super::*;

    fn matrix(vertices: usize, most: [u32; 2], stream: &mut Stream) -> Vec<Vec<Cost>> {
        let mut costs = vec![vec![Cost::ZERO; vertices]; vertices];
        for [one, other] in (0..vertices).array_combinations() {
            let [first, second] = most.map(|most| i64::from(stream.below(most)));
            costs[one][other] = Cost([first, second, 0, 0, 0, 0]);
            costs[other][one] = costs[one][other];
        }
        costs
    }

    /// Checks large matchings by their duals, because trying all is impossible. No pairing costs less than the duals of
    /// the vertices minus those of the blossoms, if no edge has a negative slack.
    #[test]
    fn no_edge_could_make_it_cheaper() {
        let mut stream = Stream::new(&Seed([4; 16]), "matching");
        for vertices in [20, 60, 120] {
            let costs = matrix(vertices, [3, 30], &mut stream);
            let mut graph = vec![Vec::new(); vertices];
            for [one, other] in (0..vertices).array_combinations() {
                add(&mut graph, (one, other), costs[one][other]);
            }
            let all = Solver::new(&graph).solve();
            for [one, other] in (0..vertices).array_combinations() {
                let slack = all.slack((one, other), costs[one][other], &all.sums_around(one));
                assert!(slack >= Cost::ZERO);
            }
            assert!(
                (vertices..all.dual.len())
                    .all(|node| all.blossoms[node].ring.is_empty() || all.dual[node] >= Cost::ZERO)
            );
            let sum = |pairs: Vec<Edge>| pairs.iter().map(|&(one, other)| costs[one][other]).sum::<Cost>();
            assert_eq!(sum(all.pairs()), sum(cheapest(vertices, |one, other| costs[one][other])));
        }
    }
}
