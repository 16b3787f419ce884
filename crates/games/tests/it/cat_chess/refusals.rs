//! Refused positions, and the messages.

use testkit::{
    cats::{flat, hills, refusal, scene},
    typed::{self, read},
};
use uvi_games::games::cat_chess::CatChess;

const CATS: &str = "kiryuu:3:e11.0 lina:3:d11.4 misto:3:- / speed:3:f11.3 darth:5:q6.1 setzer:3:-";

/// Checks that the text is refused at the last place of `mark`.
#[track_caller]
fn unreadable(position: &str, mark: &str, expected: &str) {
    let column = position.rfind(mark).unwrap_or_else(|| panic!("no {mark:?}")) + 1;
    typed::unreadable::<CatChess>(&[], position, column, expected);
}

#[test]
fn heights_are_those_of_all_spaces() {
    let position = |heights: &str| scene(heights, CATS, "", "1 turn 1 ... 1 00 -");
    for height in ["0", "7", "x"] {
        let error = refusal(&[], &position(&flat(1, "").replacen('1', height, 1)));
        assert_eq!(error, "position column 1: expected the height of a space, 1 to 6");
    }
    let hills = hills("");
    assert_eq!(refusal(&[], &position(&hills[1..])), "position column 6: expected the height of a space, 1 to 6");
    assert_eq!(refusal(&[], &position(&format!("1{hills}"))), "position column 7: expected the end of the row, /");
    unreadable(&position(&format!("{hills}/1")), "/1 ", "a space");
}

#[test]
fn cats_are_named_and_feel_and_stand_somewhere() {
    let position = |cats: &str| scene(&hills(""), cats, "", "1 turn 1 ... 1 00 -");
    for (old, new, mark, expected) in [
        ("speed:3", "spot:3", "spot", "a cat such as kero:4:g11.3 or kero:4:-"),
        ("speed:3", "speed3", "3:f11", "a colon and the cat's self-esteem"),
        ("speed:3", "speed:0", "0:f11", "a self-esteem that this cat may have"),
        ("speed:3", "speed:6", "6:f11", "a self-esteem that this cat may have"),
        ("lina:3", "lina:11", "11:d11", "a self-esteem that this cat may have"),
        ("kiryuu:3", "kiryuu:5", "5:e11", "a self-esteem that this cat may have"),
        ("speed:3", "speed:03", "03:f11", "a number"),
        ("misto:3", "misto:4", "4:-", "the self-esteem at its start of a cat out of play"),
        ("f11.3", "f11", "f11", "a space with a direction, such as g11.3, or - for a cat out of play"),
        ("f11.3", "f11.6", "f11.6", "a space with a direction, such as g11.3, or - for a cat out of play"),
        ("f11.3", "f1.3", "f1.3", "a space with a direction, such as g11.3, or - for a cat out of play"),
    ] {
        unreadable(&position(&CATS.replace(old, new)), mark, expected);
    }
    for (seats, mark, expected) in [(1, "/speed", "a space"), (3, " .....", "the next seat, /")] {
        let position = position(CATS);
        let error = read::<CatChess>(&[], seats, &position).unwrap_err().to_string();
        let column = position.find(mark).unwrap() + 1;
        assert_eq!(error, format!("position column {column}: expected {expected}"));
    }
    let error = refusal(&[], &position(CATS).replacen(",lina", "/lina", 1));
    assert!(error.ends_with("expected the next cat, ,"), "{error}");
    for (old, new, said) in [
        ("speed:3", "lina:3", "no two cats have the same sheet"),
        ("q6.1", "d11.1", "no two cats stand on the same space"),
    ] {
        assert_eq!(refusal(&[], &position(&CATS.replace(old, new))), said);
    }
}

#[test]
fn words_are_what_they_must_be() {
    let rest = "1 turn 1 ... 1 00 -";
    let position = |rest: &str| scene(&hills(""), CATS, "1a35S", rest);
    let seats = "the seats to act, such as 12, or -";
    let asked = "the seats that this phase asks, or - where chance acts or nobody does";
    let phase = "the phase: style, presence, tiles:<left>, cats, turn, return, face:<cats>, misto, \
                 challenge:<cat>:<cat>:<choice>,<choice> with a choice that is not made, step:<cat>:<cat> or \
                 coin:<cat>:<cat>";
    let acted = "what the owner's cats have done, such as .xp or ..x*, or ---";
    let played = "the round, from 1 to that behind the last one";
    let vacated = "the seats vacated, ascending, such as 2, or -";
    unreadable(&position(rest).replace('S', "X"), "X", "a cell of the 25 of a cat, ., S or P");
    for (rest, mark, expected) in [
        ("3 turn 1 ... 1 00 -", "3 turn", seats),
        ("21 turn 1 ... 1 00 -", "21 turn", seats),
        ("2 turn 1 ... 1 00 -", "2 turn", asked),
        ("12 turn 1 ... 1 00 -", "12 turn", asked),
        ("1 challenge:1a:2a:-,- 1 x.. 1 00 -", "1 chall", asked),
        ("1 turns 1 ... 1 00 -", "s 1", "a space"),
        ("1 walk 1 ... 1 00 -", "walk", phase),
        ("1 tiles:0 1 --- 0 00 -", "tiles", phase),
        ("1 tiles:07 1 --- 0 00 -", "tiles", "how many tiles are left, without leading zeros"),
        ("1 face: 1 x.. 1 00 -", "face", phase),
        ("1 face:ba 1 xx. 1 00 -", "face", phase),
        ("1 face:aa 1 xx. 1 00 -", "face", phase),
        ("1 challenge:1a:2a:spit,wash 1 x.. 1 00 -", "challenge", phase),
        ("1 challenge:1a:2a:wash,- 1 x.. 1 00 -", "challenge", phase),
        ("1 challenge:1a:2a:?,- 1 x.. 1 00 -", "challenge", phase),
        ("12 challenge:1a:3a:-,- 1 x.. 1 00 -", "challenge", phase),
        ("1 step:1d:2a 1 x.. 1 00 -", "step", phase),
        ("- coin:1a 1 x.. 1 00 -", "coin", phase),
        ("1 turn 3 ... 1 00 -", "3 ...", "whose turn it is, a seat"),
        ("1 turn 1 .. 1 00 -", ".. 1", acted),
        ("1 turn 1 ..y 1 00 -", "..y", acted),
        ("1 turn 1 ...** 1 00 -", "* 1", "a space"),
        ("1 turn 1 ... 0 00 -", "0 00", played),
        ("1 turn 1 ... 01 00 -", "01 00", played),
        ("1 turn 1 ... 202 00 -", "202 00", played),
        ("1 turn 1 --- 1 00 -", "1 00", "round 0, during setup"),
        ("1 turn 1 ... 1 0 -", " -", "for each seat the peaks that it holds, 0 to 7"),
        ("1 turn 1 ... 1 08 -", "8 -", "for each seat the peaks that it holds, 0 to 7"),
        ("1 turn 1 ... 1 000 -", "0 -", "a space"),
        ("1 turn 1 ... 1 00 0", "0", vacated),
        ("1 turn 1 ... 1 00 3", "3", vacated),
        ("1 turn 1 ... 1 00 - -", " -", "the end"),
    ] {
        unreadable(&position(rest), mark, expected);
    }
}

/// Checks that a position with these cats and last words is refused.
#[track_caller]
fn bad(cats: &str, rest: &str, said: &str) {
    assert_eq!(refusal(&[], &scene(&hills(""), cats, "", rest)), said, "{rest}");
}

#[test]
fn a_turn_is_as_it_can_come_to_be() {
    let challenged = "a cat of the owner has challenged one of an opponent";
    let turned = "other cats must be turned";
    for (rest, said) in [
        ("1 turn 1 xx. 1 00 -", "no cat is left to act"),
        ("1 turn 1 ..p 1 00 -", "a cat that has preened is in play"),
        ("2 turn 2 ...* 1 00 -", "kiryuu alone preens for free"),
        ("1 style 1 ... 1 00 -", "this phase belongs to setup"),
        ("1 cats 1 ... 1 00 -", "this phase belongs to setup"),
        ("1 turn 1 --- 0 00 -", "this phase belongs to a turn"),
        ("1 return 1 x.. 1 00 -", "a cat has come back, and another may"),
        ("1 face:c 1 ... 1 00 -", turned),
        ("1 face:ab 1 ... 1 00 -", turned),
        ("1 face:a 1 x.. 1 00 -", turned),
        ("1 face:a 1 xx. 1 00 -", turned),
        ("1 face:ab 1 xp. 1 00 -", turned),
        ("1 misto 1 ... 1 00 -", "misto comes back last in a turn, if it is out of play"),
        ("1 misto 1 x.. 1 00 -", "misto comes back last in a turn, if it is out of play"),
        ("2 misto 2 xx. 1 00 -", "misto comes back last in a turn, if it is out of play"),
        ("12 challenge:1a:2a:-,- 1 ... 1 00 -", challenged),
        ("12 challenge:1a:2a:-,- 2 x.. 1 00 -", challenged),
        ("1 challenge:1a:1b:-,- 1 x.. 1 00 -", challenged),
        ("12 challenge:1a:2c:-,- 1 x.. 1 00 -", challenged),
        ("12 challenge:1c:2a:-,- 1 ..x 1 00 -", challenged),
        ("- coin:1a:2a 1 .x. 1 00 -", challenged),
        ("1 step:1a:1b 1 x.. 1 00 -", challenged),
        ("1 step:1a:2a 1 .x. 1 00 -", challenged),
        ("1 turn 1 x.. 1 04 -", "only a seat with a cat on a peak holds it"),
        ("1 turn 1 ... 1 10 -", "only a seat with a cat on a peak holds it"),
        ("1 turn 1 ... 1 00 2", "at least two seats are not vacated"),
    ] {
        bad(CATS, rest, said);
    }
    // A step to the only space left is taken without asking.
    let position = scene(&hills(""), CATS, "", "1 step:1a:2a 1 x.. 1 00 -");
    assert_eq!(refusal(&[], &position), "a step needs at least two spaces to choose from");
    let none = CATS.replace("e11.0", "-").replace("d11.4", "-");
    bad(&none, "1 return 1 ... 1 00 -", "a cat has come back, and another may");
    // A misto that has just come back has not preened.
    let misto = CATS.replace("misto:3:-", "misto:3:a14.0");
    bad(&misto, "1 face:c 1 xxp 1 00 -", turned);
    bad(&misto, "1 face:c 1 x.. 1 00 -", turned);
}

#[test]
fn seats_that_are_vacated_have_nothing() {
    let cats =
        "kero:4:- lina:3:- misto:3:- / speed:3:f11.3 darth:5:q6.1 setzer:3:- / sham:3:- tigger:3:a14.0 lucky:3:-";
    bad(cats, "1 turn 1 ... 1 000 1", "it is the turn of a seat that is vacated");
    bad(cats, "2 turn 2 ... 1 000 3", "the cats of a seat that is vacated are out of play");
    bad(cats, "2 turn 2 ... 1 100 1", "only a seat with a cat on a peak holds it");
    bad(cats, "2 turn 2 ... 1 000 13", "at least two seats are not vacated");
}

#[test]
fn setting_up_goes_round() {
    const NONE: &str = "style:3:- lina:3:- misto:3:- / speed:3:- darth:3:- setzer:3:-";
    let order = "the seats place counters and cats in seat order, one each";
    let at_start = "1a11S 1a55P";
    for (counters, rest, said) in [
        ("", "1 style 1 --- 0 00 -", order),
        (&format!("{at_start} 1b11S"), "1 style 1 --- 0 00 -", order),
        (&format!("{at_start} 2b11S"), "2 style 2 --- 0 00 -", order),
        (&format!("{at_start} 1b11S 2a55P"), "2 style 2 --- 0 00 -", order),
        (at_start, "1 presence 1 --- 0 00 -", order),
        ("", "1 turn 1 ... 0 00 -", "column"),
        ("", "1 tiles:721 1 --- 0 00 -", "the land has no room for so many tiles"),
        ("", "1 face:a 1 --- 0 00 -", order),
        ("", "2 cats 2 --- 0 00 -", order),
        ("", "1 misto 1 --- 0 00 -", "this phase belongs to a turn"),
        ("", "1 tiles:4 1 --- 0 10 -", "only a seat with a cat on a peak holds it"),
    ] {
        let found = refusal(&[], &scene(&hills(""), NONE, counters, rest));
        assert!(found.contains(said), "{rest}: {found}");
    }
    let placed = NONE.replace("lina:3:-", "lina:3:f11.0");
    let placed_early = "cats are placed after the counters and tiles";
    bad(&placed, "1 tiles:4 1 --- 0 00 -", placed_early);
    bad(&placed, "1 cats 1 --- 0 00 -", order);
    bad(&placed, "1 face:a 1 --- 0 00 -", order);
    bad(&placed, "2 cats 2 --- 0 10 -", "no peak is held during setup");
    let all = "style:3:a11.0 lina:3:a12.0 misto:3:a13.0 / speed:3:v1.0 darth:3:u1.0 setzer:3:t1.0";
    bad(all, "1 cats 1 --- 0 00 -", order);
    // Ten of twelve counters are put with five rounds of each kind.
    let five = "1b11S 1b12S 1b13S 1b14S 1b15S 2b11S 2b12S 2b13S 2b14S 2b15S";
    let position = scene(&hills(""), NONE, &format!("{at_start} {five}"), "1 style 1 --- 0 00 -");
    assert_eq!(refusal(&[], &position), order);
    assert!(refusal(&[], &scene(&flat(5, ""), NONE, "", "1 tiles:1 1 --- 0 00 -")).contains("no room"));
}
