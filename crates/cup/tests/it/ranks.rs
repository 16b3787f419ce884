//! The ranks of all bots hold together as often as promised: the quick part of `cargo bench -p uvi-cup --bench intervals
//! -- --ranks`.

use uvi_cup::stats::{BlockCounts, Comparisons};
use uvi_games::game::{Seed, Stream};

use super::simulated::{Ending, World, holds, strengths};

fn world(elo: Vec<f64>, ending: Ending) -> World {
    World { elo, seats: 2, ending }
}

/// Of 150 tournaments, 142.5 must hold. Fewer than 136 hold by chance once in 200 times.
#[test]
fn ranks_of_all_bots_hold_together() {
    for (name, bots, tournaments) in [("equal", 3, 75), ("equal", 12, 25), ("400 apart", 6, 25), ("two groups", 8, 25)]
    {
        let elo = strengths(bots).into_iter().find(|(other, _)| *other == name).unwrap().1;
        for ending in [Ending::Winner, Ending::Shared(60)] {
            let held = (0..tournaments).filter(|tournament| {
                let mut stream = Stream::new(&Seed([*tournament; 16]), name);
                holds(&elo, &BlockCounts::of(&world(elo.clone(), ending).blocks(3, &mut stream)))
            });
            let held = held.count();
            assert!(held * 100 >= usize::from(tournaments) * 90, "{name} {bots} {ending:?}: {held} of {tournaments}");
        }
    }
}

/// Bots far apart have one rank each, no bot shares a letter with one that is surely weaker, and likelihoods of
/// superiority mirror.
#[test]
fn bots_far_apart_are_told_apart() {
    let elo = vec![800.0, 800.0, 400.0, 0.0];
    let blocks = world(elo, Ending::Winner).blocks(40, &mut Stream::new(&Seed([3; 16]), "apart"));
    let found = Comparisons::of(4, &BlockCounts::of(&blocks)).unwrap();
    assert_eq!(found.ranks, [[1, 2], [1, 2], [3, 3], [4, 4]]);
    assert_eq!(found.groups.unwrap(), ["a", "a", "b", "c"]);
    assert!(found.superiority[0][2] > Some(0.999) && found.superiority[0][0].is_none());
    let mirrored = found.superiority[0][1].unwrap() + found.superiority[1][0].unwrap();
    assert!((mirrored - 1.0).abs() < 1e-12);
}
