//! Short notations for positions of Cat Chess.

use std::collections::BTreeMap;

use uvi_games::{
    board::hex::Space,
    game::{Game, Seat},
    games::cat_chess::{CatChess, CatId, Letter, land},
};

use crate::typed::read;

/// Returns the heights of the rules page, with changes such as `f11=1 g11=2`.
pub fn hills(changes: &str) -> String {
    let distance = |(q, r): (i32, i32), (p, s): (i32, i32)| {
        let (q, r) = (q - p, r - s);
        q.abs().max(r.abs()).max((q + r).abs())
    };
    heights(changes, |hex| 6 - [(0, 0), (11, -5), (5, 6)].map(|peak| distance(hex, peak)).into_iter().min().unwrap())
}

/// Returns the same height everywhere, with changes such as `f11=1`.
pub fn flat(height: i32, changes: &str) -> String {
    heights(changes, |_| height)
}

fn heights(changes: &str, height: impl Fn((i32, i32)) -> i32) -> String {
    let mut changes: BTreeMap<&str, &str> =
        changes.split_whitespace().map(|change| change.split_once('=').unwrap()).collect();
    let mut rows: BTreeMap<i8, String> = BTreeMap::new();
    for space in land().spaces() {
        let hex = land().hex(space);
        let changed = changes.remove(land().name(space)).map(str::to_owned);
        let digit = changed.unwrap_or_else(|| height((hex.q.into(), hex.r.into())).to_string());
        rows.entry(hex.r).or_default().push_str(&digit);
    }
    assert!(changes.is_empty(), "no such spaces: {changes:?}");
    rows.into_values().collect::<Vec<_>>().join("/")
}

/// Returns the grids of `seats` seats, empty except for cells such as `1a11S 2b35P` (seat, cat, row, column, counter).
pub fn grids(seats: usize, counters: &str) -> String {
    let mut grids = vec![vec![b'.'; 25]; 3 * seats];
    for text in counters.split_whitespace() {
        let [seat, cat, row, column, counter] = *text.as_bytes() else { panic!("{text}") };
        let grid = &mut grids[3 * usize::from(seat - b'1') + usize::from(cat - b'a')];
        grid[5 * usize::from(row - b'1') + usize::from(column - b'1')] = counter;
    }
    let seat = |three: &[Vec<u8>]| {
        three.iter().map(|grid| String::from_utf8(grid.clone()).unwrap()).collect::<Vec<_>>().join(",")
    };
    grids.chunks(3).map(seat).collect::<Vec<_>>().join("/")
}

/// Returns a position from heights, cats such as `kero:4:g11.3 sham:3:- lina:3:- / …`, counters as [`grids`] has them,
/// and the last seven words.
pub fn scene(heights: &str, cats: &str, counters: &str, rest: &str) -> String {
    let seats = cats.split('/').count();
    let cats = cats.replace(" / ", "/").replace(' ', ",");
    format!("{heights} {cats} {} {rest}", grids(seats, counters))
}

fn seats(position: &str) -> u8 {
    position.split(' ').nth(1).unwrap().split('/').count() as u8
}

/// Reads a position of any number of seats. Checks that it is written as it was read.
#[track_caller]
pub fn set(rules: &[(&str, &str)], position: &str) -> CatChess {
    let game: CatChess = read(rules, seats(position), position).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(game.to_string(), position);
    game
}

#[track_caller]
pub fn at(name: &str) -> Space {
    land().spaces().find(|&space| land().name(space) == name).unwrap()
}

/// Returns the cat with a name such as `2b` (seat, letter).
pub fn cat(name: &str) -> CatId {
    let (seat, letter) = name.split_at(1);
    let letter = Letter::ALL.into_iter().find(|found| found.to_string() == letter).unwrap();
    CatId { seat: Seat::new(seat.parse().unwrap()).unwrap(), letter }
}

/// Returns the self-esteem and the place of a cat, in the words of a position.
pub fn state(game: &CatChess, name: &str) -> String {
    let cat = game.cat(cat(name));
    let place = cat.place.map(|place| format!("{}.{}", land().name(place.space), place.facing.number()));
    format!("{}:{}", cat.esteem, place.unwrap_or_else(|| "-".to_owned()))
}

/// Returns word `number` of the ten words of the position, counted from 0.
pub fn word(game: &CatChess, number: usize) -> String {
    game.to_string().split(' ').nth(number).unwrap().to_owned()
}

/// Returns the words of the position for phase, owner, acted, round and held.
pub fn progress(game: &CatChess) -> String {
    (4..9).map(|number| word(game, number)).collect::<Vec<_>>().join(" ")
}

/// Returns the legal actions of a seat that start with `beginning`, sorted and joined.
pub fn listed(game: &CatChess, seat: u32, beginning: &str) -> String {
    let mut actions = Vec::new();
    game.legal(Seat::new(seat).unwrap(), &mut actions);
    let mut words: Vec<String> = actions.iter().map(ToString::to_string).collect();
    words.retain(|word| word.starts_with(beginning));
    words.sort();
    words.join(" ")
}
