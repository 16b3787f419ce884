//! Sweeps against paths: two ways to the same answers that share nothing but the graph.

use super::*;
use crate::game::{Seed, Stream};

fn luck(key: &str) -> Stream {
    Stream::new(&Seed([7; 16]), key)
}

/// Crowds that some vertices hold together, with some edges changed by lot; one crowd is a graph by lot.
fn crowds(luck: &mut Stream, count: usize) -> Graph {
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

fn swept<T>(graph: &Graph, best: usize, answer: impl FnOnce(&mut Frontier) -> Option<T>) -> Option<T> {
    answer(&mut Frontier::new(graph, &frontier::Order::new(graph, graph.all), best, 2_000_000)?)
}

/// The longest chain by paths alone, all the vertices on such, and the first.
fn by_paths(graph: &Graph) -> (usize, Set, Path) {
    let mut search = graph.search();
    let mut through = |start: usize, set: Set, order: Order, best: usize| {
        search.found.clear();
        let length = search.cycle(&Aim::new(graph, start, MOST, order, 0), set, best);
        (length, search.found.clone())
    };
    let starts = || vertices(graph.all);
    let longest = starts().fold(FEWEST - 1, |best, start| through(start, graph.all, Order::Narrow, best).0);
    if longest < FEWEST {
        return (0, 0, Path::new());
    }
    let is_on = |&start: &usize| through(start, graph.all, Order::Narrow, longest - 1).0 == longest;
    let on: Set = starts().filter(is_on).map(|start| 1 << start).sum();
    let start = on.trailing_zeros() as usize;
    (longest, on, through(start, graph.all, Order::Ascending, longest - 1).1)
}

#[track_caller]
fn check(graph: &Graph) -> usize {
    let (longest, on, first) = by_paths(graph);
    assert_eq!(swept(graph, FEWEST - 1, Frontier::longest), Some(longest.max(FEWEST - 1)), "{graph:?}");
    assert_eq!(swept(graph, longest.max(FEWEST), Frontier::longest), Some(longest.max(FEWEST)), "{graph:?}");
    if longest > 0 {
        let rounds = swept(graph, longest - 1, Frontier::rounds).expect("a small graph takes few steps");
        assert_eq!(rounds.on(), on, "{graph:?}");
        assert_eq!(rounds.first(), first, "{graph:?}");
    }
    let rounds = swept(graph, longest.max(FEWEST), Frontier::rounds).expect("a small graph takes few steps");
    assert_eq!((rounds.on(), rounds.first()), (0, Path::new()), "{graph:?}");
    longest
}

#[test]
fn sweeps_agree_with_paths() {
    let mut luck = luck("sweeps");
    let mut lengths = [0; MOST + 1];
    for round in 0..400 {
        lengths[check(&crowds(&mut luck, 8 + round % 3))] += 1;
    }
    assert!(lengths[0] > 10 && lengths[4..].iter().sum::<usize>() > 200, "{lengths:?}");
}

/// Few edges, so that paths alone come to an end.
#[test]
fn sweeps_agree_with_paths_where_there_are_many_vertices() {
    let mut luck = luck("many");
    for _ in 0..60 {
        let mut graph = Graph::new(MOST);
        for one in 0..MOST {
            if luck.below(2) == 0 {
                graph.mark(one);
            }
            for other in (0..MOST).filter(|&other| other != one) {
                if luck.below(100) < 9 {
                    graph.link(one, other);
                }
            }
        }
        check(&graph);
    }
}
