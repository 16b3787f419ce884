//! Challenges: every row of the table, every way to break a tie, and the consequences.

use testkit::{
    cats::{hills, listed, progress, scene, set, state, word},
    typed::{after, play, why},
};
use uvi_games::{
    game::{Actor, Game, Seed, Turn},
    games::cat_chess::CatChess,
};

/// 1a stands below the peak and looks up; 2a stands on the peak. Of the peak's neighbours, 1a sees f10, f12 and g10.
fn duel(heights: &str, one: &str, two: &str, counters: &str) -> CatChess {
    let cats = format!("{one} lina:3:- misto:3:- / {two} speed:3:- darth:3:-");
    set(&[], &scene(heights, &cats, counters, "1 turn 1 ... 7 00 -"))
}

/// The challenge with both choices made.
fn stare(game: &CatChess) -> CatChess {
    after(game, "a!2a spit ignore")
}

/// The states of 1a and 2a, and the phase.
fn states(game: &CatChess) -> [String; 3] {
    [state(game, "1a"), state(game, "2a"), word(game, 4)]
}

#[track_caller]
fn check(game: &CatChess, expected: [&str; 3]) {
    assert_eq!(states(game), expected, "{game}");
}

#[test]
fn every_row_of_the_table() {
    // They see each other, so the challenger breaks the tie with a step, for which only f10 is left.
    const TIE: [&str; 3] = ["3:f10.0", "3:f11.3", "face:a"];
    const CHALLENGER: [&str; 3] = ["4:e11.0", "2:f11.3", "step:2a:1a"];
    const DEFENDER: [&str; 3] = ["2:f10.0", "4:f11.3", "face:a"];
    for (challenger, defender, expected) in [
        (".", ".", TIE),
        (".", "S", DEFENDER),
        (".", "P", TIE),
        ("S", ".", TIE),
        ("S", "S", DEFENDER),
        ("S", "P", TIE),
        ("P", ".", CHALLENGER),
        ("P", "S", TIE),
        ("P", "P", CHALLENGER),
    ] {
        let counters = format!("1a11{challenger} 2a11{defender}");
        check(&stare(&duel(&hills(""), "sham:3:e11.0", "kero:3:f11.3", &counters)), expected);
    }
}

#[test]
fn each_looks_at_the_cell_of_its_own_sheet() {
    // The cell of spit and sniff is row 1, column 4. Counters on other cells do not matter.
    let game = duel(&hills(""), "sham:3:e11.0", "kero:3:f11.3", "1a14P 2a41S 1a41S");
    check(&after(&game, "a!2a spit sniff"), ["4:e11.0", "2:f11.3", "step:2a:1a"]);
    check(&after(&game, "a!2a arch ignore"), ["2:f10.0", "4:f11.3", "face:a"]);
    check(&after(&game, "a!2a hiss wash"), ["3:f10.0", "3:f11.3", "face:a"]);
}

#[test]
fn choices_are_five_each_and_nobody_has_those_of_the_other() {
    let game = after(&duel(&hills(""), "sham:3:e11.0", "kero:3:f11.3", ""), "a!2a");
    assert_eq!(word(&game, 3), "12");
    assert_eq!(listed(&game, 1, ""), "arch glare hiss spit stalk");
    assert_eq!(listed(&game, 2, ""), "disdain ignore sneer sniff wash");
    assert_eq!(why(&game, "ignore"), "your cat challenges, and does not respond");
    assert_eq!(why(&after(&game, "spit"), "hiss"), "your cat is challenged, and responds");
    assert_eq!(word(&after(&game, "spit"), 3), "2");
    assert_eq!(progress(&game), "challenge:1a:2a:-,- 1 x.. 7 00");
}

#[test]
fn a_tie_is_broken_by_self_esteem_less_observers() {
    // 2a looks away, so no cat observes 1a, and one cat observes 2a.
    check(&stare(&duel(&hills(""), "sham:3:e11.0", "kero:3:f11.0", "")), ["4:e11.0", "2:f11.0", "step:2a:1a"]);
    check(&stare(&duel(&hills(""), "sham:2:e11.0", "kero:3:f11.0", "")), ["1:e11.0", "4:f11.0", "step:1a:2a"]);
    check(&stare(&duel(&hills(""), "sham:3:e11.0", "kero:5:f11.0", "")), ["2:e11.0", "5:f11.0", "step:1a:2a"]);
    // They see each other, so the observers cancel out.
    check(&stare(&duel(&hills(""), "sham:4:e11.0", "kero:3:f11.3", "")), ["5:e11.0", "2:f11.3", "step:2a:1a"]);
}

/// A duel in which 2a sees 1a, with other cats of both seats and of a third seat around.
fn crowd(one: &str, two: &str, others: [&str; 3]) -> CatChess {
    let [own, rival, third] = others;
    let cats = format!("{one} {own} misto:3:- / {two} {rival} darth:3:- / {third} setzer:3:- lucky:3:-");
    set(&[], &scene(&hills(""), &cats, "", "1 turn 1 ... 7 000 -"))
}

#[test]
fn each_side_counts_the_cats_of_all_its_opponents_and_none_of_its_own() {
    const NONE: [&str; 3] = ["lina:3:-", "speed:3:-", "tigger:3:-"];
    let tie = ["3:f10.0", "3:f11.3", "face:a"];
    check(&stare(&crowd("sham:3:e11.0", "kero:3:f11.3", NONE)), tie);
    // 1b sees 2a from behind, which counts against 2a. 1a does not count 1b, a cat of its own seat.
    let behind = ["lina:3:h11.3", "speed:3:-", "tigger:3:-"];
    check(&stare(&crowd("sham:3:e11.0", "kero:3:f11.3", behind)), ["4:e11.0", "2:f11.3", "step:2a:1a"]);
    // 2b sees 1a, which counts. 2b also sees 2a, a cat of its own seat, which does not.
    let rival = ["lina:3:-", "speed:3:d11.0", "tigger:3:-"];
    check(&stare(&crowd("sham:3:e11.0", "kero:3:f11.3", rival)), ["2:f10.0", "4:f11.3", "face:a"]);
    // 3a sees both, or only 2a, or only 1a.
    let both = ["lina:3:-", "speed:3:-", "tigger:3:d11.0"];
    check(&stare(&crowd("sham:3:e11.0", "kero:3:f11.3", both)), tie);
    let one = ["lina:3:-", "speed:3:-", "tigger:3:h11.3"];
    check(&stare(&crowd("sham:3:e11.0", "kero:3:f11.3", one)), ["4:e11.0", "2:f11.3", "step:2a:1a"]);
    let other = ["lina:3:-", "speed:3:-", "tigger:3:d10.5"];
    check(&stare(&crowd("sham:3:e11.0", "kero:3:f11.3", other)), ["2:f10.0", "4:f11.3", "face:a"]);
}

#[test]
fn then_by_self_esteem_alone() {
    // 3 against 4 less 1.
    check(&stare(&duel(&hills(""), "sham:3:e11.0", "kero:4:f11.0", "")), ["2:e11.0", "5:f11.0", "step:1a:2a"]);
    // 5 less 2 against 4 less 1.
    let game = crowd("sham:5:e11.0", "kero:4:f11.3", ["lina:3:-", "speed:3:d11.0", "tigger:3:-"]);
    check(&stare(&game), ["5:e11.0", "3:f11.3", "step:2a:1a"]);
}

#[test]
fn then_the_challenger_steps_and_nobody_has_lost() {
    // From d11, two below the peak: 2a does not see c11, c12 and d10.
    let game = stare(&duel(&hills(""), "sham:3:d11.0", "kero:3:f11.3", ""));
    check(&game, ["3:d11.0", "3:f11.3", "step:1a:2a"]);
    assert_eq!((word(&game, 3), listed(&game, 1, "")), ("1".to_owned(), ">c11 >c12 >d10".to_owned()));
    assert_eq!(listed(&game, 2, ""), "");
    assert_eq!(why(&game, ">d12"), "the cat cannot step there");
    check(&after(&game, ">c12"), ["3:c12.0", "3:f11.3", "face:a"]);
}

#[test]
fn then_a_coin_is_thrown() {
    let game = stare(&duel(&hills("f10=2"), "sham:3:e11.0", "kero:3:f11.3", ""));
    check(&game, ["3:e11.0", "3:f11.3", "coin:1a:2a"]);
    assert_eq!((word(&game, 3), Game::turn(&game)), ("-".to_owned(), Turn::Chance));
    let mut outcomes = Vec::new();
    game.outcomes(&mut outcomes);
    let outcomes: Vec<(String, u32)> = outcomes.iter().map(|(coin, weight)| (coin.to_string(), *weight)).collect();
    assert_eq!(outcomes, [("@heads".to_owned(), 1), ("@tails".to_owned(), 1)]);
    check(&after(&game, "@heads"), ["4:e11.0", "2:f11.3", "step:2a:1a"]);
    // The challenger has nowhere to step, so it is out of play when it loses.
    check(&after(&game, "@tails"), ["3:-", "4:f11.3", "misto"]);
    let error = game.check(Actor::Chance, "done".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "a coin is to be thrown");
}

/// SHA-256(seed ‖ `coin 7 1a` ‖ 0), read as a number, modulo 2, for the seeds 0 to 11. Computed by other means.
#[test]
fn the_coin_follows_from_seed_round_and_challenger() {
    let game = stare(&duel(&hills("f10=2"), "sham:3:e11.0", "kero:3:f11.3", ""));
    let coins: String = (0..12_u128)
        .map(|seed| if game.chance(&Seed(seed.to_be_bytes())).to_string() == "@heads" { 'h' } else { 't' })
        .collect();
    assert_eq!(coins, "hhhtttthhhhh");
}

#[test]
fn the_winner_takes_no_more_than_its_limit() {
    let counters = "1a11P";
    for (one, expected) in
        [("sham:5", "5:e11.0"), ("kiryuu:4", "4:e11.0"), ("hotohori:4", "5:e11.0"), ("kiryuu:3", "4:e11.0")]
    {
        let game = stare(&duel(&hills(""), &format!("{one}:e11.0"), "kero:3:f11.0", counters));
        assert_eq!((state(&game, "1a").as_str(), state(&game, "2a").as_str()), (expected, "2:f11.0"));
    }
    let cats = "lina:5:e11.0 sham:3:- misto:3:- / kero:3:f11.0 speed:3:- darth:3:-";
    let game = set(&[], &scene(&hills(""), cats, counters, "1 turn 1 ... 7 00 -"));
    assert_eq!(state(&stare(&game), "1a"), "6:e11.0");
}

#[test]
fn a_loser_steps_where_the_winner_does_not_see_it() {
    let game = stare(&duel(&hills(""), "sham:3:e11.0", "kero:3:f11.3", "1a11P"));
    assert_eq!((word(&game, 3), listed(&game, 2, "")), ("2".to_owned(), ">e12 >g11".to_owned()));
    check(&after(&game, ">g11"), ["4:e11.0", "2:g11.3", "face:a"]);
    // A single space is taken without asking. A difference of 3 is too steep, of 2 it is not.
    let one = duel(&hills("e12=3"), "sham:3:e11.0", "kero:3:f11.3", "1a11P");
    check(&stare(&one), ["4:e11.0", "2:g11.3", "face:a"]);
    let two = duel(&hills("e12=4"), "sham:3:e11.0", "kero:3:f11.3", "1a11P");
    check(&stare(&two), ["4:e11.0", "2:f11.3", "step:2a:1a"]);
}

#[test]
fn a_cat_stands_in_the_way_of_a_step() {
    let cats = "sham:3:e11.0 lina:3:e12.4 misto:3:- / kero:3:f11.0 speed:3:- darth:3:-";
    let game = stare(&set(&[], &scene(&hills(""), cats, "1a11P", "1 turn 1 ... 7 00 -")));
    check(&game, ["4:e11.0", "2:g11.0", "turn"]);
}

#[test]
fn other_observers_do_not_matter_for_a_step() {
    // 1b sees g11 and e12.
    let cats = "sham:3:e11.0 lina:3:h11.3 misto:3:- / kero:3:f11.0 speed:3:- darth:3:-";
    let game = stare(&set(&[], &scene(&hills(""), cats, "1a11P", "1 turn 1 ... 7 00 -")));
    assert_eq!(listed(&game, 2, ""), ">e12 >g11");
}

#[test]
fn a_loser_goes_out_of_play_without_a_step_or_self_esteem() {
    let cornered = duel(&hills("e12=2 g11=2"), "sham:3:e11.0", "kero:3:f11.3", "1a11P");
    check(&stare(&cornered), ["4:e11.0", "4:-", "face:a"]);
    let shy = duel(&hills(""), "sham:3:e11.0", "kero:1:f11.3", "1a11P");
    check(&stare(&shy), ["4:e11.0", "4:-", "face:a"]);
    let brash = duel(&hills(""), "sham:1:e11.0", "kero:5:f11.3", "2a11S");
    check(&stare(&brash), ["3:-", "5:f11.3", "misto"]);
    // Its grid stays.
    assert_eq!(word(&stare(&shy), 2), word(&shy, 2));
}

#[test]
fn a_peak_that_is_left_by_step_or_removal_is_lost_at_once() {
    let held = |game: &CatChess| word(game, 8);
    let cats = "sham:3:e11.0 lina:3:- misto:3:- / kero:3:f11.3 speed:3:q6.0 darth:3:-";
    let game = set(&[], &scene(&hills(""), cats, "1a11P", "1 turn 1 ... 7 03 -"));
    let lost = stare(&game);
    assert_eq!((held(&lost), held(&after(&lost, ">g11"))), ("03".to_owned(), "02".to_owned()));
    let cats = cats.replace("kero:3", "kero:1");
    let removed = stare(&set(&[], &scene(&hills(""), &cats, "1a11P", "1 turn 1 ... 7 03 -")));
    assert_eq!(held(&removed), "02");
    // A cat that steps on a peak does not hold it before its owner's turn ends.
    let cats = "sham:3:c12.0 lina:3:- misto:3:- / kero:3:e12.3 speed:3:q6.0 darth:3:-";
    let game = stare(&set(&[], &scene(&hills("e13=2 f12=2"), cats, "1a11P", "1 turn 1 ... 7 02 -")));
    assert_eq!((state(&game, "2a"), held(&game)), ("2:f11.3".to_owned(), "02".to_owned()));
}

#[test]
fn a_cat_that_was_challenged_keeps_its_own_action() {
    let mut game = duel(&hills(""), "sham:3:e11.0", "kero:3:f11.3", "1a11P");
    play(&mut game, "a!2a spit ignore >g11 ^0 done");
    assert_eq!(progress(&game), "turn 2 ... 7 00");
    assert!(listed(&game, 2, "a").contains("a~"));
}
