//! The numbers of the rules page, counted.

use std::collections::BTreeMap;

use testkit::{
    cats::{at, cat, flat, hills, listed, scene, set, word},
    typed::options,
};
use uvi_games::{
    game::{Game, Seed},
    games::cat_chess::{CatChess, Heights, land},
};

#[test]
fn spaces_are_as_many_and_as_high_as_on_the_page() {
    let heights = Heights::of_hills();
    let mut by_height: BTreeMap<u8, usize> = BTreeMap::new();
    for space in land().spaces() {
        *by_height.entry(heights.at(space)).or_default() += 1;
    }
    assert_eq!(land().spaces().len(), 273);
    assert_eq!(by_height.into_iter().collect::<Vec<_>>(), [(1, 90), (2, 72), (3, 54), (4, 36), (5, 18), (6, 3)]);
    for peak in ["f11", "q6", "k17"] {
        assert_eq!(heights.at(at(peak)), 6);
    }
    assert_eq!(heights.to_string(), hills(""));
}

#[test]
fn spaces_have_the_names_of_the_page() {
    for (q, r, name) in [(0, 0, "f11"), (11, -5, "q6"), (5, 6, "k17"), (-5, 0, "a11"), (16, -10, "v1"), (5, 11, "k22")]
    {
        let hex = land().hex(at(name));
        assert_eq!((hex.q, hex.r), (q, r), "{name}");
    }
}

#[test]
fn the_first_action_is_one_of_75_cells_or_73_with_style() {
    let (mut plain, mut style) = (0, 0);
    for seed in 0..20_u128 {
        let game = CatChess::start(&options::<CatChess>(&[]), 2, &Seed(seed.to_be_bytes()));
        let first = word(&game, 1);
        let has_style = first.split('/').next().unwrap().contains("style");
        let actions = listed(&game, 1, "");
        // Only the cells of the Style and the Presence counter are taken.
        assert_eq!(actions.split(' ').count(), if has_style { 73 } else { 75 }, "{game}");
        assert!(actions.split(' ').all(|action| action.ends_with('s')));
        (plain, style) = (plain + usize::from(!has_style), style + usize::from(has_style));
    }
    assert!(plain > 0 && style > 0);
}

/// One cat of seat 1, and one cat of seat 2 far away on the third hill, looking away.
fn alone(heights: &str, first: &str) -> CatChess {
    let cats = format!("{first} lina:3:- misto:3:- / kero:4:k22.4 speed:3:- darth:3:-");
    set(&[], &scene(heights, &cats, "", "1 turn 1 ... 1 00 -"))
}

#[test]
fn on_flat_land_cats_see_7_10_and_13_spaces() {
    for (sheet, count) in [("sham", 7), ("vision", 10), ("ispex", 13)] {
        for facing in 0..6 {
            let game = alone(&flat(1, ""), &format!("{sheet}:3:f11.{facing}"));
            assert_eq!(land().spaces().filter(|&space| game.observes(cat("1a"), space)).count(), count);
        }
    }
}

#[test]
fn four_points_reach_as_far_as_on_the_page() {
    let heights = Heights::of_hills();
    let mut reached: BTreeMap<u8, (usize, usize)> = BTreeMap::new();
    for space in land().spaces().filter(|&space| space != at("k22")) {
        let game = alone(&hills(""), &format!("sham:3:{}.0", land().name(space)));
        // Spaces near the other cat are skipped, because it would be in the way.
        let far = |other: &str| {
            let (one, other) = (land().hex(space), land().hex(at(other)));
            (one - other).distance() > 5
        };
        if !far("k22") {
            continue;
        }
        let count = listed(&game, 1, "a-").split(' ').count();
        let (fewest, most) = reached.entry(heights.at(space)).or_insert((count, count));
        (*fewest, *most) = ((*fewest).min(count), (*most).max(count));
    }
    let expected = [(1, (15, 37)), (2, (22, 32)), (3, (27, 28)), (4, (27, 29)), (5, (23, 23)), (6, (19, 19))];
    assert_eq!(reached.into_iter().collect::<Vec<_>>(), expected);
}
