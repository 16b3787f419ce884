//! Setup: the deal, counters, tiles and cats, each in its turn.

use testkit::{
    cats::{at, flat, hills, listed, progress, scene, set, state, word},
    typed::{self, options, play, why},
};
use uvi_games::{
    game::{Game, Seed},
    games::cat_chess::CatChess,
};

fn start(seats: u8, seed: u128) -> CatChess {
    CatChess::start(&options::<CatChess>(&[]), seats, &Seed(seed.to_be_bytes()))
}

/// The orders of the sheets for the seeds 0 and 2a, computed by other means.
#[test]
fn sheets_are_dealt_from_the_seed() {
    let dealt = "darth lucky kiryuu speed lina kero tigger vision misto style sham ispex hotohori tugger setzer";
    let other = "darth misto tugger kero sham tigger ispex style lina vision kiryuu lucky hotohori speed setzer";
    for (seed, sheets) in [(0, dealt), (0x2a, other)] {
        let sheets: Vec<&str> = sheets.split(' ').collect();
        for seats in 2..=5 {
            let game = start(seats, seed);
            let cats = word(&game, 1).replace('/', ",");
            let names: Vec<&str> = cats.split(',').map(|cat| cat.split(':').next().unwrap()).collect();
            assert_eq!(names, sheets[..3 * usize::from(seats)]);
        }
    }
}

#[test]
fn the_start_is_as_the_page_says() {
    let game = start(5, 0);
    assert_eq!(word(&game, 0), hills(""));
    let cats = word(&game, 1);
    assert!(cats.starts_with("darth:3:-,lucky:3:-,kiryuu:3:-/speed:3:-,lina:3:-,kero:4:-/"), "{cats}");
    // Style is seat 4's first cat, and has its two counters.
    let grids = word(&game, 2);
    assert_eq!(grids.split('/').nth(3).unwrap().split(',').next(), Some("S.......................P"));
    assert_eq!(grids.chars().filter(|cell| "SP".contains(*cell)).count(), 2);
    assert_eq!(format!("{} {}", word(&game, 3), progress(&game)), "1 style 1 --- 0 00000");
    assert_eq!(word(&game, 9), "-");
}

/// Plays the first listed action so many times. Returns the seats to act, the phase and the owner.
pub(super) fn run(game: &mut CatChess, actions: usize) -> String {
    for _ in 0..actions {
        let owner: u32 = word(game, 5).parse().unwrap();
        let first = listed(game, owner, "").split(' ').next().unwrap().to_owned();
        play(game, &first);
    }
    format!("{} {} {}", word(game, 3), word(game, 4), word(game, 5))
}

#[test]
fn a_counter_is_put_on_an_empty_cell_of_any_own_grid() {
    let mut game: CatChess = typed::start(&[], "0");
    assert_eq!(why(&game, "a11p"), "a counter of the other kind is due");
    play(&mut game, "b25s");
    assert_eq!(word(&game, 2).split('/').next().unwrap().split(',').nth(1), Some(".........S..............."));
    play(&mut game, "b25s");
    assert_eq!(why(&game, "b25s"), "there is a counter on this cell");
    assert_eq!(listed(&game, 1, "").split(' ').count(), 74);
    assert_eq!(why(&game, "+g11"), "the phase is style");
}

#[test]
fn tiles_are_rounded_down_to_a_multiple_of_the_seats() {
    for (tiles, seats, phase) in
        [("24", 5, "tiles:20"), ("24", 3, "tiles:24"), ("5", 3, "tiles:3"), ("4", 5, "cats"), ("0", 2, "cats")]
    {
        let mut game = CatChess::start(&options::<CatChess>(&[("tiles", tiles)]), seats, &Seed([0; 16]));
        assert_eq!(run(&mut game, 10 * usize::from(seats)), format!("1 {phase} 1"));
    }
}

const NONE_PLACED: &str = "kero:4:- lina:3:- misto:3:- / sham:3:- speed:3:- darth:3:-";

#[test]
fn a_tile_raises_a_space_of_height_4_or_less() {
    let mut game = set(&[], &scene(&hills(""), NONE_PLACED, "", "1 tiles:4 1 --- 0 00 -"));
    // All but the three peaks and the 18 spaces around them.
    assert_eq!(listed(&game, 1, "+").split(' ').count(), 252);
    assert_eq!(why(&game, "+f11"), "a tile raises a space of height 4 or less");
    play(&mut game, "+d11");
    assert_eq!(game.heights().at(at("d11")), 5);
    assert_eq!((progress(&game), listed(&game, 2, "+d11")), ("tiles:3 2 --- 0 00".to_owned(), String::new()));
    assert_eq!(why(&game, "+d11"), "a tile raises a space of height 4 or less");
    play(&mut game, "+a11 +a11 +a11");
    assert_eq!(game.heights().at(at("a11")), 4);
    assert_eq!(progress(&game), "cats 1 --- 0 00");
}

#[test]
fn cats_are_placed_on_the_lowest_spaces_that_are_free_and_unobserved() {
    let mut game = set(&[], &scene(&hills(""), NONE_PLACED, "", "1 cats 1 --- 0 00 -"));
    assert_eq!(listed(&game, 1, "").split(' ').count(), 3 * 90);
    assert_eq!(why(&game, "a=f11"), "there is a lower space, free and unobserved");
    play(&mut game, "b=a11");
    assert_eq!((state(&game, "1b"), progress(&game)), ("3:a11.0".to_owned(), "face:b 1 --- 0 00".to_owned()));
    assert_eq!(listed(&game, 1, ""), "^0 ^1 ^2 ^3 ^4 ^5");
    play(&mut game, "^1");
    assert_eq!((state(&game, "1b"), progress(&game)), ("3:a11.1".to_owned(), "cats 2 --- 0 00".to_owned()));
    assert_eq!(why(&game, "a=a11"), "a cat stands there");
    assert_eq!(why(&game, "a=b10"), "an opponent observes this space");
    // Of the 90 spaces of the rim, a11 is taken, and b10 and c9 are observed.
    assert_eq!(listed(&game, 2, "a=").split(' ').count(), 87);
    play(&mut game, "a=v1 ^4");
    // A player's own cats do not count as observers.
    assert!(listed(&game, 1, "a=").contains("a=b10"));
    assert_eq!(why(&game, "b=a12"), "this cat is in play");
    play(&mut game, "a=a12 ^0 b=u1 ^0 c=a13 ^0 c=t1 ^5");
    assert_eq!((word(&game, 3), progress(&game)), ("1".to_owned(), "turn 1 ... 1 00".to_owned()));
}

#[test]
fn where_all_low_spaces_are_observed_or_taken_higher_ones_are_the_lowest() {
    // Height 1 in four places only: one is taken, two are observed, the last is free.
    let low = flat(3, "f11=1 g11=1 g10=1 v1=1");
    let cats = "kero:4:f11.0 lina:3:- misto:3:- / sham:3:- speed:3:- darth:3:-";
    let game = set(&[], &scene(&low, cats, "", "2 cats 2 --- 0 00 -"));
    assert_eq!(listed(&game, 2, ""), "a=v1 b=v1 c=v1");
    let game = set(&[], &scene(&flat(3, "f11=1 g11=1 g10=1"), cats, "", "2 cats 2 --- 0 00 -"));
    // 273 less the cat and the seven spaces that it sees.
    assert_eq!(listed(&game, 2, "a=").split(' ').count(), 265);
}
