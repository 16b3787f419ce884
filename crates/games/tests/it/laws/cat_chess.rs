//! Cat Chess under the law kit.

use std::{cell::RefCell, collections::BTreeSet};

use uvi_games::{
    board::hex::Hex,
    game::{
        Seat,
        laws::{self, Laws, Seen, Vacating},
    },
    games::cat_chess::{Action, CatChess, Heights, land},
};

thread_local! {
    /// The phases in which somebody has chosen, by their words.
    static PHASES: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// Challenges, climbing, coming back, and what only kiryuu and misto do.
fn staring(game: &CatChess, _: Seat, action: Action) -> u32 {
    PHASES.with_borrow_mut(|phases| phases.insert(game.phase().word()));
    let height = |space| u32::from(game.heights().at(space));
    match action {
        Action::Challenge(..) => 300,
        Action::FreePreen(_) => 60,
        Action::Done => 20,
        Action::Move(_, to) | Action::Place(_, to) => 1 + height(to).pow(3) / 8,
        _ => 2,
    }
}

/// A land on which no two neighbours are as high, and from a third of all spaces no step is gentle enough.
fn cliffs() -> Heights {
    let mut heights = [0; 273];
    for space in land().spaces() {
        let Hex { q, r } = land().hex(space);
        heights[space.index()] = [1, 4, 6][usize::from((q - r).rem_euclid(3).unsigned_abs())];
    }
    Heights::of(heights)
}

/// Cats close together: three for each seat.
const BRAWL: [&str; 15] = [
    "kiryuu:3:e11.0",
    "misto:1:d12.0",
    "kero:4:g13.2",
    "style:3:f11.3",
    "lina:5:e10.4",
    "vision:2:g10.3",
    "ispex:3:c12.0",
    "speed:1:f13.2",
    "tigger:3:-",
    "darth:3:f12.2",
    "sham:2:g9.4",
    "setzer:3:e13.1",
    "lucky:3:d11.5",
    "tugger:1:h10.3",
    "hotohori:3:i11.3",
];
/// On cliffs the first can challenge the fourth, which is like it, and has nowhere to step.
const DUEL: [&str; 6] = ["kiryuu:3:f11.0", "kero:4:-", "misto:3:-", "style:3:g11.3", "sham:3:-", "lina:3:-"];

/// The turn of seat 1 among these cats, with hardly a counter, so that most challenges are ties.
fn among(cats: &[&str], heights: &Heights) -> String {
    let words = |things: &[&str]| things.chunks(3).map(|three| three.join(",")).collect::<Vec<_>>().join("/");
    let grids = words(&["S.......................P"; 15][..cats.len()]);
    format!("{heights} {} {grids} 1 turn 1 ... 1 {} -", words(cats), "0".repeat(cats.len() / 3))
}

/// What is seen by staring cats, from the start or from a brawl.
#[track_caller]
fn stared(laws: &Laws<'_, CatChess>) -> Seen {
    let seen = laws::check(&Laws { weight: staring, ..laws.clone() });
    assert_eq!((seen.games, seen.passes, seen.unlisted), (u64::from(laws.games), 0, 0), "{seen:?}");
    assert!(seen.decisions > 10 * seen.games && seen.refused > 20 * seen.games, "{seen:?}");
    seen
}

#[test]
fn cat_chess_keeps_the_laws() {
    PHASES.with_borrow_mut(BTreeSet::clear);
    let short = [("tiles", "7"), ("maxrounds", "2")];
    let rounds = [("maxrounds", "4"), ("peaks", "plain")];
    let contested = [("maxrounds", "3"), ("peaks", "contested")];
    for (seats, games) in [(2, 12), (3, 6), (5, 3)] {
        stared(&Laws { options: &short, games: 2, ..Laws::new(seats) });
        for (options, heights) in [(&rounds, Heights::of_hills()), (&contested, cliffs())] {
            let start = Some(&*among(&BRAWL[..3 * usize::from(seats)], &heights));
            assert!(stared(&Laws { options, start, games, ..Laws::new(seats) }).together > 20);
        }
    }
    let duel = among(&DUEL, &cliffs());
    let seen = stared(&Laws { options: &rounds, start: Some(&duel), games: 10, ..Laws::new(2) });
    assert!(seen.chances > 5, "{seen:?}");
    let phases = PHASES.with_borrow(|phases| phases.iter().copied().collect::<Vec<_>>().join(" "));
    assert_eq!(phases, "cats challenge face misto presence return step style tiles turn");
}

#[test]
fn cat_chess_keeps_the_laws_where_seats_leave() {
    let (short, rounds) = ([("tiles", "7"), ("maxrounds", "2")], [("maxrounds", "4")]);
    let laws = Laws { options: &short, games: 3, vacating: Vacating::OneIn(30), ..Laws::new(5) };
    assert!(stared(&laws).vacated > 5);
    for (seats, games) in [(3, 10), (5, 5)] {
        let start = Some(&*among(&BRAWL[..3 * usize::from(seats)], &cliffs()));
        let laws = Laws { options: &rounds, games, start, vacating: Vacating::OneIn(15), ..Laws::new(seats) };
        let seen = stared(&laws);
        assert!(seen.vacated > seen.games / 2 && seen.together > seen.games, "{seen:?}");
    }
}
