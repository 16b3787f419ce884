//! Finds graphs that are hard for the search by simulated annealing: a random change is kept if the search then visits
//! more nodes, and sometimes if it visits fewer. The graphs found are for `crates/games/tests/it/catalonia/chains.rs`.

use std::time::{Duration, Instant};

use arbiter::{
    game::{Seed, Stream},
    games::catalonia::chain::{Graph, MOST, Set},
};

/// The number of changes to a graph before a new one is started.
const STEPS: u32 = 6000;
/// The initial temperature. The higher the temperature, the larger the losses of nodes that are accepted.
const HEAT: f64 = 0.25;

/// A graph that can be changed: its rows and its marked vertices.
#[derive(Clone)]
struct Rows {
    out: [Set; MOST],
    marked: Set,
}

impl Rows {
    /// A random start graph: clusters joined by a few vertices, with edges in both directions or in one.
    fn new(luck: &mut Stream) -> Self {
        let (crowds, holding) = (1 + luck.below(6) as usize, luck.below(6) as usize);
        let (percent, both) = (8 + luck.below(30), luck.below(2) == 0);
        let crowd = |one: usize| if one < holding { None } else { Some((one - holding) * crowds / (MOST - holding)) };
        let mut rows = Self { out: [0; MOST], marked: 0 };
        for one in 0..MOST {
            rows.marked |= luck.below(2) << one;
            for other in 0..one {
                let meet = crowd(one).is_none() || crowd(other).is_none() || crowd(one) == crowd(other);
                let there = if crowds == 1 { luck.below(100) < percent } else { meet };
                let back = if crowds == 1 && !both { luck.below(100) < percent } else { there };
                rows.out[one] |= Set::from(there) << other;
                rows.out[other] |= Set::from(back) << one;
            }
        }
        rows
    }

    fn changed(&self, luck: &mut Stream) -> Self {
        let mut rows = self.clone();
        for _ in 0..=luck.below(3) {
            let [one, other] = [0; 2].map(|_| luck.below(MOST as u32) as usize);
            match luck.below(6) {
                0 => rows.marked ^= 1 << one,
                _ if one == other => {}
                1 => {
                    rows.out[one] ^= 1 << other;
                    let now = rows.out[one] >> other & 1;
                    rows.out[other] = rows.out[other] & !(1 << one) | now << one;
                }
                _ => rows.out[one] ^= 1 << other,
            }
        }
        rows
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::new(MOST);
        for one in 0..MOST {
            if self.marked >> one & 1 == 1 {
                graph.mark(one);
            }
            (0..MOST).filter(|other| self.out[one] >> other & 1 == 1).for_each(|other| graph.link(one, other));
        }
        graph
    }
}

/// Tries start graphs for this time. Returns the hardest version of each, and as text its marked vertices and rows.
pub(super) fn anneal(seconds: u64, seed: u8, question: fn(&Graph) -> u64) -> Vec<(Graph, String)> {
    let mut luck = Stream::new(&Seed([seed; 16]), "anneal");
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut found = Vec::new();
    while Instant::now() < end {
        let mut rows = Rows::new(&mut luck);
        let mut nodes = question(&rows.graph());
        let mut hardest = (nodes, rows.clone());
        for step in 0..STEPS {
            if Instant::now() >= end {
                break;
            }
            let heat = HEAT * f64::from(STEPS - step) / f64::from(STEPS);
            let next = rows.changed(&mut luck);
            let now = question(&next.graph());
            let share = f64::from(luck.below(1 << 20) + 1) / f64::from(1 << 20);
            if now as f64 >= nodes as f64 * share.powf(heat) {
                (rows, nodes) = (next, now);
            }
            if nodes > hardest.0 {
                hardest = (nodes, rows.clone());
            }
        }
        let text = hardest.1.out.map(|row| format!("0x{row:06x}")).join(", ");
        found.push((hardest.1.graph(), format!("0x{:06x}, [{text}]", hardest.1.marked)));
    }
    found
}
