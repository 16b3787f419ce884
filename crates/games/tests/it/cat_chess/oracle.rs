//! Sight, moves and duties against slow ways to find them, on many lands and with many cats.

use std::collections::BTreeMap;

use testkit::{
    cats::{listed, scene},
    typed,
};
use uvi_games::{
    game::{Seat, Seed, Stream},
    games::cat_chess::{CatChess, land},
};

use super::naive::{Hex, World, distance};

/// A random land: flat, rough or between.
fn land_of(luck: &mut Stream) -> String {
    let bound = 1 + luck.below(6);
    let mut rows: BTreeMap<i8, String> = BTreeMap::new();
    for space in land().spaces() {
        rows.entry(land().hex(space).r).or_default().push_str(&(1 + luck.below(bound)).to_string());
    }
    rows.into_values().collect::<Vec<_>>().join("/")
}

fn read(seats: u8, position: &str) -> CatChess {
    typed::read(&[], seats, position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

fn name(number: usize) -> &'static str {
    land().name(land().spaces().nth(number % land().spaces().len()).unwrap())
}

/// Compares the sight of every space within 4 of each cat. Returns the number of spaces seen.
fn check_sight(position: &str) -> usize {
    let game = read(2, position);
    let world = World::of(&game);
    let hexes: Vec<(Hex, _)> = world.heights.keys().copied().zip(by_hex()).collect();
    let mut seen = 0;
    for seer in &world.seers {
        for &(hex, space) in hexes.iter().filter(|(hex, _)| distance(seer.at, *hex) <= 4) {
            let expected = world.observes(seer, hex);
            assert_eq!(game.observes(seer.id, space), expected, "{} to {} in {game}", seer.id, land().name(space));
            seen += usize::from(expected);
        }
    }
    seen
}

/// The spaces in the order of their coordinates as pairs.
fn by_hex() -> Vec<uvi_games::board::hex::Space> {
    let mut spaces: Vec<_> = land().spaces().collect();
    spaces.sort_by_key(|&space| (land().hex(space).q, land().hex(space).r));
    spaces
}

#[test]
fn sight_is_that_of_a_slow_search_for_all_pairs() {
    let mut luck = Stream::new(&Seed([1; 16]), "sight");
    let mut seen = 0;
    for facing in (0..6).chain(0..6) {
        let heights = land_of(&mut luck);
        for place in 0..land().spaces().len() {
            // Each of the three cats stands on every space once.
            let [one, two, three] = [0, 91, 182].map(|shift| name(place + shift));
            let cats = format!("sham:3:{one}.{facing} vision:3:{two}.{facing} ispex:3:{three}.{facing}");
            let cats = format!("{cats} / kero:4:- lina:3:- misto:3:-");
            seen += check_sight(&scene(&heights, &cats, "", "2 turn 2 ... 1 00 -"));
        }
    }
    // The three cats see at most 7 + 10 + 13 spaces each time; most are on the board and not hidden.
    assert!((70_000..98_280).contains(&seen), "{seen}");
}

/// A position of three seats with all cats in play, at random spaces near one another.
fn crowd(luck: &mut Stream) -> String {
    const SHEETS: [&str; 9] = ["kero", "ispex", "vision", "lina", "sham", "speed", "tigger", "setzer", "darth"];
    let middle = land().hex(land().spaces().nth(luck.below(land().spaces().len() as u32) as usize).unwrap());
    let near = |space: &uvi_games::board::hex::Space| {
        let hex = land().hex(*space);
        distance((hex.q.into(), hex.r.into()), (middle.q.into(), middle.r.into())) <= 4
    };
    let mut spaces: Vec<_> = land().spaces().filter(near).collect();
    luck.shuffle(&mut spaces);
    let mut sheets = SHEETS;
    luck.shuffle(&mut sheets);
    let cats = (0..9).map(|number| format!("{}:3:{}.{}", sheets[number], land().name(spaces[number]), luck.below(6)));
    let cats: Vec<String> = cats.collect();
    cats.chunks(3).map(|three| three.join(" ")).collect::<Vec<_>>().join(" / ")
}

#[test]
fn deeds_are_those_of_a_slow_search() {
    let mut luck = Stream::new(&Seed([2; 16]), "deeds");
    let (mut challenges, mut menaced, mut cornered) = (0, 0, 0);
    for number in 0..900 {
        let owner = 1 + number % 3;
        let heights = land_of(&mut luck);
        let game = read(3, &scene(&heights, &crowd(&mut luck), "", &format!("{owner} turn {owner} ... 1 000 -")));
        let world = World::of(&game);
        for seer in world.seers.iter().filter(|seer| seer.id.seat == Seat::new(owner).unwrap()) {
            let expected = world.deeds(seer);
            assert_eq!(listed(&game, owner, &seer.id.letter.to_string()), expected, "{game}");
            challenges += usize::from(expected.contains('!'));
            menaced += usize::from(!expected.contains('~'));
            cornered += usize::from(!expected.contains('~') && !expected.contains('-'));
        }
    }
    assert!(challenges > 180 && menaced > 180 && cornered > 12, "{challenges} {menaced} {cornered}");
}
