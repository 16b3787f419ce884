//! The board and the men: moves and captures.

use super::support::*;

#[test]
fn berlinpeonos_move_aslant_and_capture_straight() {
    let men = "wud5 wRa1 rRa9 bRg9 bDe6 rDd6 bDa3";
    assert_eq!(from(&set(men, "1 1 --- 1 -"), "d5"), words("d5c6d d5c6g d5c6j d5c6p d5d6d d5d6g d5d6j d5d6p"));
    let men = "wdd5 wRa1 rRa9 bRg9 bDe4 rDd4 bDa3";
    assert_eq!(from(&set(men, "1 1 --- 1 -"), "d5"), words("d5c4 d5d4"));
}

#[test]
fn the_cylinder_joins_rank_twelve_to_rank_one_and_no_files() {
    let men = "wua12 wdg1 wRd7 rRa6 bRg6 bDa1 rDg12 rDd3 bDd4";
    let game = set(men, "1 1 --- 1 -");
    assert_eq!(from(&game, "a12"), words("a12b1 a12a1"));
    assert_eq!(from(&game, "g1"), words("g1f12 g1g12"));
}

#[test]
fn a_gryphons_ray_goes_round_and_ends_at_its_corner() {
    let game = set("wGa1 wRg7 rRg8 bRg9 rDf7 bDf8", "1 3 --- 1 -");
    // From b2 up the file all the way to b1; from b12 down the same squares. Each square is listed once.
    let mut expected: Vec<String> = (1..=12).map(|rank| format!("a1b{rank}")).collect();
    expected.extend(["c2", "d2", "e2", "f2", "g2", "c12", "d12", "e12", "f12", "g12"].map(|to| format!("a1{to}")));
    expected.sort();
    assert_eq!(from(&game, "a1"), expected);
}

#[test]
fn a_pao_captures_over_exactly_one_man() {
    let game = set("wPd5 wRg1 rRa1 bRa9 wDd7 rJd9 bJd10 rDe5 bDg5 bGb5", "1 5 --- 1 -");
    // Up: d6, and over d7 to d9. Down and round: d4 to d11, and over the screen d10 to d9.
    let quiet = "d5d6 d5d4 d5d3 d5d2 d5d1 d5d12 d5d11 d5c5";
    assert_eq!(from(&game, "d5"), words(&format!("{quiet} d5d9 d5g5")));
}

#[test]
fn a_royal_never_captures_a_royal() {
    let game = set("wMd5 rRd6 bRd4 rDa1 bDb1 wDg1", "1 1 --- 1 -");
    refuses(&game, "d5d6", "a royal never captures a royal");
    refuses(&game, "d5d4", "a royal never captures a royal");
}
