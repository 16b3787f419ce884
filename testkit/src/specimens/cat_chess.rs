//! The specimens of this game: pictures, rare positions, and random games under the laws.

use std::borrow::Cow;

use uvi_games::{
    board::hex::Hex,
    game::{
        Seat,
        laws::{Laws, WalkCoverage},
    },
    games::cat_chess::{Action, CatChess, Heights, land},
};

use super::{LawWalk, Scene, Specimens};

/// The weight of an action in a random game. Challenges, climbing, returns, and the powers of kiryuu and misto are
/// preferred.
fn staring(game: &CatChess, _: Seat, action: Action) -> u32 {
    let height = |space| u32::from(game.heights().at(space));
    match action {
        Action::Challenge(..) => 300,
        Action::FreePreen(_) => 60,
        Action::Done => 20,
        Action::Move(_, to) | Action::Place(_, to) => 1 + height(to).pow(3) / 8,
        _ => 2,
    }
}

/// A land on which all neighbours differ in height, and from a third of the spaces every step is too steep.
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
/// On cliffs, the first cat can challenge the fourth. The two tie, and the challenger has nowhere to step, so a coin
/// decides.
const DUEL: [&str; 6] = ["kiryuu:3:f11.0", "kero:4:-", "misto:3:-", "style:3:g11.3", "sham:3:-", "lina:3:-"];

/// The position at the start of a turn of seat 1 with these cats. It has few counters, so that most challenges are
/// ties.
fn among(cats: &[&str], heights: &Heights) -> String {
    let words = |things: &[&str]| things.chunks(3).map(|three| three.join(",")).collect::<Vec<_>>().join("/");
    let grids = words(&["S.......................P"; 15][..cats.len()]);
    format!("{heights} {} {grids} 1 turn 1 ... 1 {} -", words(cats), "0".repeat(cats.len() / 3))
}

fn stared(seen: &WalkCoverage) -> bool {
    let games = seen.games;
    (seen.passes, seen.unlisted) == (0, 0) && seen.decisions > 10 * games && seen.refused > 20 * games
}

/// The heights of a land on which every peak has its slopes.
macro_rules! slopes {
    () => {
        "111111/1222221/12333321/123444321/1234554321/11111112345654321/12222211234554321/12333321123444321/\
         12344432112333321/12345543211222221/12345654321111111/1234554321111111/1234443211222221/\
         1233332112333321/1222221123444321/1111111234554321/12345654321/1234554321/123444321/12333321/\
         1222221/111111"
    };
}

/// The cats of this many seats.
#[rustfmt::skip]
macro_rules! cats {
    (2) => { "kiryuu:3:e11.0,misto:3:d12.0,kero:4:g13.2/style:3:f11.3,lina:3:e10.4,vision:3:g10.3" };
    (3) => { concat!(cats!(2), "/ispex:3:c12.0,speed:3:f13.2,tigger:3:-") };
    (4) => { concat!(cats!(3), "/darth:3:f12.2,sham:3:g9.4,setzer:3:e13.1") };
    (5) => { concat!(cats!(4), "/lucky:3:d11.5,tugger:3:h10.3,hotohori:3:i11.3") };
}

/// The empty grids of the cats of this many seats.
#[rustfmt::skip]
macro_rules! grids {
    (1) => { ".........................,.........................,........................." };
    (2) => { concat!(grids!(1), "/", grids!(1)) };
    (3) => { concat!(grids!(2), "/", grids!(1)) };
    (4) => { concat!(grids!(2), "/", grids!(2)) };
    (5) => { concat!(grids!(3), "/", grids!(2)) };
}

/// A position of this many seats, with the words after the grids, and with these cats.
macro_rules! specimen {
    ($seats:tt, $rest:literal, $($cats:tt)+) => {
        concat!(slopes!(), " ", $($cats)+, " ", grids!($seats), " ", $rest)
    };
}

impl Specimens for CatChess {
    const SCENES: &'static [Scene] =
        &[Scene { name: "cat-chess-start", options: &[("tiles", "0")], position: "", actions: "c55s", marks: 1 }];

    const POSITIONS: &'static [(&'static str, &'static str)] = &[
        ("cat-chess-answered", specimen!(5, "1 challenge:1a:2a:-,wash 1 x.. 3 00000 -", cats!(5))),
        ("cat-chess-challenge", specimen!(2, "12 challenge:1a:2a:-,- 1 x.. 133 00 -", cats!(2))),
        ("cat-chess-coin", specimen!(2, "- coin:1a:2a 1 xx. 3 00 -", cats!(2))),
        ("cat-chess-face", specimen!(3, "1 face:abc 1 xxx 33 000 -", cats!(3))),
        (
            "cat-chess-misto",
            specimen!(
                2,
                "1 misto 1 x.x 33 00 -",
                "kiryuu:3:e11.0,misto:3:-,kero:4:g13.2/style:3:f11.3,lina:3:e10.4,vision:3:g10.3"
            ),
        ),
        ("cat-chess-step", specimen!(4, "2 step:2a:1a 1 x.. 3 0000 -", cats!(4))),
        ("cat-chess-turn", specimen!(3, "1 turn 1 ... 33 000 -", cats!(3))),
        ("cat-chess-vacant", specimen!(3, "1 turn 1 .p.* 3 000 3", cats!(2), "/ispex:3:-,speed:3:-,tigger:3:-")),
    ];

    /// Reads `kero:4:g11.3,…/…`. Cats out of play are left out, because they stand nowhere.
    const MEN: fn(&str) -> Vec<String> = |position| {
        let mut titles = Vec::new();
        let cats = position.split(' ').nth(1).unwrap_or_default();
        for (seat, three) in (1..).zip(cats.split('/')) {
            for (letter, cat) in ['a', 'b', 'c'].into_iter().zip(three.split(',')) {
                let mut parts = cat.split(':');
                let (sheet, place) = (parts.next().unwrap_or_default(), parts.nth(1).unwrap_or_default());
                if let Some((space, _)) = place.split_once('.') {
                    titles.push(format!("cat {seat}{letter}, {sheet} {space}"));
                }
            }
        }
        titles
    };

    fn walks() -> Vec<LawWalk<Self>> {
        let short = &[("tiles", "7"), ("maxrounds", "2")];
        let rounds = &[("maxrounds", "4"), ("peaks", "plain")];
        let contested = &[("maxrounds", "3"), ("peaks", "contested")];
        let staring = |seats, games| Laws { games, weight: staring, ..Laws::new(seats) };
        let brawl = |seats: u8, heights: &Heights| Some(Cow::Owned(among(&BRAWL[..3 * usize::from(seats)], heights)));
        let mut walks = Vec::new();
        for (seats, games) in [(2, 4), (3, 3), (5, 2)] {
            walks.push(LawWalk::new(Laws { options: short, ..staring(seats, 2) }, stared));
            let fights: [(&[(&str, &str)], Heights); 2] = [(rounds, Heights::of_hills()), (contested, cliffs())];
            for (options, heights) in fights {
                let laws = Laws { options, start: brawl(seats, &heights), ..staring(seats, games) };
                walks.push(LawWalk::new(laws, |seen| stared(seen) && seen.together > seen.games));
            }
        }
        let duel = Some(Cow::Owned(among(&DUEL, &cliffs())));
        let laws = Laws { options: rounds, start: duel, ..staring(2, 6) };
        walks.push(LawWalk::new(laws, |seen| stared(seen) && seen.chances > 2));
        let laws = Laws { options: short, vacating: Some(30), ..staring(5, 3) };
        walks.push(LawWalk::new(laws, |seen| stared(seen) && seen.vacated > 5));
        for (seats, games) in [(3, 4), (5, 2)] {
            let start = brawl(seats, &cliffs());
            let laws = Laws { options: &[("maxrounds", "4")], start, vacating: Some(15), ..staring(seats, games) };
            walks.push(LawWalk::new(laws, |seen| {
                stared(seen) && seen.vacated > seen.games / 2 && seen.together > seen.games
            }));
        }
        walks
    }
}
