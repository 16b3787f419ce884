//! The phases of a turn, the options and the ends.

use testkit::typed::{describe, legal, over, play};
use uvi_games::game::{Actor, Game, Seat, Style, Turn};

use super::{START, action, from, leads, lists, refused, set};

const MEN: &str = "1nblgbn1/1pppppp1/8/8/8/8/1PPPPPP1/1NBLGBN1";
/// The board one move before the page's chain of eight, and the board with the chain.
const SEVEN: &str = "1nbl1bn1/1pppppp1/2g5/8/8/N4N2/1PPPPPP1/2BLGB2";
const EIGHT: &str = "1nbl1bn1/1pppppp1/8/8/2g5/N4N2/1PPPPPP1/2BLGB2";

#[test]
fn white_moves_first_or_yields() {
    leads("", START, "b2b3", "1nblgbn1/1pppppp1/8/8/8/1P6/2PPPPP1/1NBLGBN1 - 2 move 1 0 b -");
    leads("", START, "b2b3 b8a6", "2blgbn1/1pppppp1/n7/8/8/1P6/2PPPPP1/1NBLGBN1 - 1 move 2 0 wb -");
    leads("", START, "yield", &format!("{MEN} - 2 answer 1 0 wb -"));
    leads("", START, "yield b8a6", "2blgbn1/1pppppp1/n7/8/8/8/1PPPPPP1/1NBLGBN1 - 1 move 1 0 w -");
    let declined = leads("", START, "yield decline", &format!("{MEN} - 1 move 1 0 w!b -"));
    refused(&declined, "yield", "Black has declined to move first");
    assert_eq!(legal(&declined).len(), 19);
    let game = set("", START);
    refused(&game, "decline", "the phase is move");
    refused(&game, "pass", "something can be done, so you cannot pass");
    refused(&game, "b8a6", "there is no man of yours on b8");
    refused(&game, "b1d2", "a Peasant stands on d2, and nobody captures");
    refused(&game, "b1b3", "a Knight cannot go from b1 to b3");
    refused(&set("", &format!("{MEN} c3 1 move 1 0 wb -")), "b1c3", "c3 is a pit");
    assert!(game.check(Actor::Seat(Seat::TWO), action("b8a6")).is_err());
}

#[test]
fn who_cannot_move_passes() {
    let stuck = "8/8/8/8/8/8/P6n/8 a1a3 1 move 1 0 wb -";
    lists("", stuck, "yield");
    assert_eq!(set("", stuck).forced(), None);
    let game = leads("", stuck, "yield decline", "8/8/8/8/8/8/P6n/8 a1a3 1 move 1 0 w!b -");
    assert_eq!(game.forced(), Some((Seat::ONE, action("pass"))));
    assert_eq!(legal(&game), ["pass"]);
    lists("", "8/8/8/8/8/8/8/N7 - 1 move 1 0 wb -", "a1b3 a1c2");
    // No player can move: both pass, and both Peasants are trapped.
    let neither = "8/7p/8/8/8/8/P7/8 a1a3h6h8 1 move 1 0 wb -";
    lists("", neither, "pass");
    let game = leads("", neither, "pass pass", "8/7p/8/8/8/8/P7/8 a1a3h6h8 1 remove 1 0 - -");
    refused(&game, "-h7", "no trapped Peasant of yours stands there");
    leads("", neither, "pass pass done", "8/7p/8/8/8/8/P7/8 a1a3h6h8 2 remove 1 0 - -");
    leads("", neither, "pass pass -a2 -h7", "8/8/8/8/8/8/8/8 a1a3h6h8 1 move 2 0 wb -");
}

#[test]
fn men_go_their_ways() {
    let moves = |position: &str, square: &str| from(&set("", &format!("{position} 1 move 1 0 wb -")), square);
    assert_eq!(moves("8/8/8/8/8/8/8/G7 b2", "a1"), "a1a2 a1a3 a1b1 a1c1 a1c3");
    assert_eq!(moves("8/8/8/8/8/8/P7/8 -", "a2"), "a2a1 a2a3 a2a4");
    assert_eq!(moves("8/8/8/8/8/n7/P7/8 -", "a2"), "a2a1");
    assert_eq!(moves("8/8/8/8/8/8/P7/8 a3", "a2"), "a2a1");
    assert_eq!(moves("8/8/8/8/P7/8/8/8 -", "a4"), "a4a2 a4a3 a4a5");
    assert_eq!(moves("8/8/8/8/8/P7/8/8 -", "a3"), "a3a2 a3a4");
    assert_eq!(moves("8/P7/8/8/8/8/8/8 -", "a7"), "a7a6");
    assert_eq!(moves("8/8/8/8/8/8/8/P7 -", "a1"), "a1a2");
    assert_eq!(moves("8/8/8/8/8/8/1n6/L7 d1a3", "a1"), "a1a2 a1b1 a1c1");
    assert_eq!(moves("8/8/8/8/8/8/8/B7 d4", "a1"), "a1b2 a1c3");
    let black = |position: &str, square: &str| from(&set("", &format!("{position} 2 move 1 0 b -")), square);
    assert_eq!(black("8/p7/8/8/8/8/8/8 -", "a7"), "a7a5 a7a6 a7a8");
    assert_eq!(black("8/8/8/p7/8/8/8/8 -", "a5"), "a5a4 a5a6 a5a7");
    assert_eq!(black("8/8/8/8/8/8/p7/8 -", "a2"), "a2a3");
}

#[test]
fn men_defend_what_they_see() {
    let links = |board: &str| set("", &format!("{board} 1 move 1 0 wb -")).defence().links();
    assert_eq!(links("8/8/8/8/8/1pP5/P7/8 -"), 2, "b3 and, for Black, a2");
    assert_eq!(links("8/8/8/8/8/8/P7/P7 -"), 0);
    assert_eq!(links("8/8/8/8/8/B7/8/2P1b3 -"), 1, "the first man only");
    assert_eq!(links("8/8/8/8/8/B7/8/2P5 b2"), 0, "not over a pit");
    assert_eq!(links("8/8/8/8/8/2P5/8/G7 b2"), 1, "a leap minds no pit");
    assert_eq!(links("n7/1P6/8/8/8/8/8/8 -"), 1, "the far row is defended too");
}

#[test]
fn the_first_chain_scores_and_is_bombed_in_its_turn() {
    let before = format!("{SEVEN} - 2 move 2 0 b -");
    leads("", &before, "c6c4", &format!("{EIGHT} - - bomb 2 64 - 2"));
    leads("bombs chain", &before, "c6c4", &format!("{EIGHT} - 2 bomb 2 64 - 2"));
    leads("scoring claimed", &before, "c6c4", &format!("{EIGHT} - 2 claim 2 0 - -"));
    leads("", &before, "c6c5", "1nbl1bn1/1pppppp1/8/2g5/8/N4N2/1PPPPPP1/2BLGB2 - 1 move 3 0 wb -");
    // From then on every turn has a bomb, with or without a chain.
    let game = leads(
        "",
        &format!("{SEVEN} - 2 move 4 64 b 2"),
        "c6c5",
        "1nbl1bn1/1pppppp1/8/2g5/8/N4N2/1PPPPPP1/2BLGB2 - - bomb 4 64 - 2",
    );
    let scored = set("", &format!("{SEVEN} - 2 move 4 64 b 2")).scored(action("c6c5"), &game).unwrap();
    assert_eq!((scored.turn, scored.points, scored.total, scored.chain.len()), (4, 0, 64, 0));
    // Under `bombs chain`, a turn without a chain has no bomb.
    let free = "1nbl1bn1/1pppppp1/8/2g5/8/N4N2/1PPPPPP1/2BLGB2 - 1 move 5 64 wb 2";
    leads("bombs chain", &format!("{SEVEN} - 2 move 4 64 b 2"), "c6c5", free);
}

#[test]
fn a_bomb_falls_on_a_man_beside_men_or_on_nobody() {
    let bomb = |board: &str, turn: u32| format!("{board} - - bomb {turn} 16 - 1");
    let lone = bomb("8/8/8/8/3N4/8/8/8", 1);
    leads("", &lone, "@d4", "8/8/8/8/8/8/8/8 d4 1 move 2 16 wb 1");
    leads("", &lone, "@e5", "8/8/8/8/8/8/8/8 d4 1 move 2 16 wb 1");
    leads("", &lone, "@b2", "8/8/8/8/3N4/8/8/8 b2 1 move 2 16 wb 1");
    refused(&set("", &lone), "@a1", "a bomb falls on b2 to g7, and not on a pit");
    refused(&set("", &lone), "*d4", "a bomb is to fall");
    leads("", &bomb("8/8/8/8/3Nn3/8/8/8", 1), "@d5", "8/8/8/8/3Nn3/8/8/8 - 1 target:d5 1 16 - 1");
    let two = "8/8/8/8/3Nn3/8/8/8 - 2 target:d5 2 16 - 1";
    leads("", &bomb("8/8/8/8/3Nn3/8/8/8", 2), "@d5", two);
    lists("", two, "*d4 *e4");
    leads("", two, "*d4", "8/8/8/8/4n3/8/8/8 d4 1 move 3 16 wb 1");
    refused(&set("", two), "*d5", "the target is a man beside the square thrown");
    let thrown: String = (2..8).flat_map(|rank| ('b'..='g').map(move |file| format!("{file}{rank}"))).collect();
    let full = format!("8/8/8/8/8/8/8/N6l {thrown} 2 move 3 16 b 1");
    // Every square that could be thrown is a pit, so no bomb falls.
    leads("", &full, "h1g1", &format!("8/8/8/8/8/8/8/N5l1 {thrown} 1 move 4 16 wb 1"));
}

#[test]
fn whoever_chooses_a_target_is_told_that_it_may_be_lost() {
    let risk = "the man that is hit escapes into a chain, or is lost";
    let target = "8/8/8/8/3Nn3/8/8/8 - 2 target:d5 2 16 - 1";
    for (options, position, is_told) in
        [("", target, true), ("bombs chain", &format!("{EIGHT} - 2 bomb 2 64 - 2"), true), ("", START, false)]
    {
        let game = set(options, position);
        let notes = [game.board(Style::Plain).join("\n"), game.picture(&[]).to_svg()];
        assert_eq!(notes.map(|notes| notes.contains(risk)), [is_told; 2], "{position}");
    }
}

/// Positions from games of bots. Each list was checked by hand.
#[test]
fn a_target_escapes_where_it_stays_in_a_chain() {
    let gentleman = "2bl1bn1/1p2p1p1/5p2/8/2g1G3/1PNn4/2PPP1P1/2BL1BN1 f3e4c6d6d7 1 escape:e4 7 361 - 3";
    lists("", gentleman, "e4d4 e4d5 e4e3 e4e5 e4f4");
    let to = "2bl1bn1/1p2p1p1/5p2/8/2g5/1PNnG3/2PPP1P1/2BL1BN1 f3e4c6d6d7 1 move 8 361 wb 3";
    leads("", gentleman, "e4e3", to);
    let game = set("", gentleman);
    assert_eq!(describe(&game, "e4e3"), "Ge4~e3");
    refused(&game, "e4f5", "it cannot leap there, or would be in no chain there");
    refused(&game, "c4c5", "only the man that lost its square escapes");
    let knight = "2b2bn1/4p1p1/1l3p2/1p6/N1g5/1P1n4/2P1P1P1/2BLGBN1 d2f3e4c6d6d7 1 target:d4 9 582 - 3";
    let lost = "2b2bn1/4p1p1/1l3p2/1p6/N1g5/1P1n4/2P1P1P1/2BLGBN1 d2d3f3e4c6d6d7 2 escape:d3 9 582 - 3";
    leads("", knight, "*d3", lost);
    lists("", lost, "d3b2 d3b4 d3c5 d3f2");
    // Without an escape square, the man is removed, and nobody is asked.
    let none = "2blgbn1/1p2p1p1/2p2p2/8/8/2NnGP2/1PPPP1P1/2BL1BN1 d6d7 1 target:b6 5 161 - 3";
    leads("", none, "*c6", "2blgbn1/1p2p1p1/5p2/8/8/2NnGP2/1PPPP1P1/2BL1BN1 c6d6d7 1 move 6 161 wb 3");
}

#[test]
fn trapped_peasants_may_be_removed() {
    let trapped = |board: &str, pits: &str| {
        let board = format!("{board} {pits} - bomb 1 16 - 1");
        let mut game = set("", &board);
        play(&mut game, "@g7");
        from(&game, "-")
    };
    assert_eq!(trapped("8/8/8/8/8/2P5/8/8", "c2c4"), "-c3");
    assert_eq!(trapped("8/8/8/8/8/2P5/8/8", "c2"), "");
    assert_eq!(trapped("8/8/8/8/8/8/8/2P5", "c2"), "-c1");
    assert_eq!(trapped("8/8/8/8/8/8/8/2P5", "d2"), "");
    assert_eq!(trapped("8/2P5/8/8/8/8/8/8", "c6"), "-c7");
    assert_eq!(trapped("2p5/8/8/8/8/8/8/8", "c7"), "-c8");
    assert_eq!(trapped("8/8/8/8/8/8/2p5/8", "c3"), "-c2");
    let both = "8/8/8/8/8/2P1p3/8/P7 a2c2e2c4e4 - bomb 1 16 - 1";
    leads("", both, "@g7", "8/8/8/8/8/2P1p3/8/P7 a2c2e2c4e4g7 1 remove 1 16 - 1");
    leads("", both, "@g7 -c3", "8/8/8/8/8/4p3/8/P7 a2c2e2c4e4g7 1 remove 1 16 - 1");
    leads("", both, "@g7 -c3 -a1", "8/8/8/8/8/4p3/8/8 a2c2e2c4e4g7 2 remove 1 16 - 1");
    leads("", both, "@g7 done -e3", "8/8/8/8/8/2P5/8/P7 a2c2e2c4e4g7 1 move 2 16 wb 1");
}

#[test]
fn the_roller_bombs_a_longest_chain() {
    let bomb = format!("{EIGHT} - 2 bomb 2 64 - 2");
    lists("bombs chain", &bomb, "*a3 *b2 *c1 *c4 *d1 *e1 *e2 *f3");
    let game = set("bombs chain", &bomb);
    refused(&game, "*b7", "the target is a man of a longest chain");
    assert_eq!(game.actor(), Some(uvi_games::board::Side::Black));
    assert_eq!(Game::turn(&game), Turn::Seats(uvi_games::game::SeatSet::only(Seat::TWO)));
}

#[test]
fn a_chain_is_claimed() {
    let claim = format!("{EIGHT} - 2 claim 2 0 - -");
    let game = set("scoring claimed", &claim);
    let fours = legal(&game);
    assert!(
        fours.contains(&"none".to_owned()) && fours.iter().all(|word| word == "none" || word.len() == 9),
        "{fours:?}"
    );
    for text in ["=c4e2f3e1d1c1b2a3", "=a3c4e2f3e1d1c1b2"] {
        let after = leads("scoring claimed", &claim, text, &format!("{EIGHT} - - bomb 2 64 - 2"));
        let scored = game.scored(action(text), &after).unwrap();
        assert_eq!((scored.points, scored.longest, scored.chain.concat()), (64, Some(8), text[1..].to_owned()));
    }
    refused(&game, "=a3c4e2f3e1d1c1", "these squares are no chain");
    refused(&game, "=a3b2c1d1e1f3e2c4", "these squares are no chain");
    refused(&game, "=a3c4e2f3e1d1c1b3", "these squares are no chain");
    assert!(!game.lists_all() && set("scoring claimed", START).lists_all());
    // No claim, and none before: no score, and no bomb.
    let after = leads("scoring claimed", &claim, "none", &format!("{EIGHT} - 1 move 3 0 wb -"));
    assert_eq!(game.scored(action("none"), &after), None);
    // No claim, but one before: no points, and the dice fall; the roller does not bomb.
    let later = format!("{EIGHT} - 2 claim 2 16 - 1");
    let after = leads("scoring claimed", &later, "none", &format!("{EIGHT} - - bomb 2 16 - 1"));
    let scored = set("scoring claimed", &later).scored(action("none"), &after).unwrap();
    assert_eq!((scored.points, scored.total, scored.longest, scored.chain.len()), (0, 16, Some(8), 0));
    leads("scoring claimed bombs chain", &later, "none", &format!("{EIGHT} - 1 move 3 16 wb 1"));
    let all = "scoring claimed bombs chain";
    leads(all, &later, "=c4e2f3e1d1c1b2a3", &format!("{EIGHT} - 2 bomb 2 80 - 1"));
}

#[test]
fn no_chain_by_turn_five_is_starvation() {
    let four = leads(
        "",
        &format!("{MEN} - 2 move 4 0 b -"),
        "b8a6",
        "2blgbn1/1pppppp1/n7/8/8/8/1PPPPPP1/1NBLGBN1 - 1 move 5 0 wb -",
    );
    assert_eq!(Game::turn(&four), Turn::Seats(uvi_games::game::SeatSet::only(Seat::ONE)));
    let last = "2blgbn1/1pppppp1/n7/8/8/8/1PPPPPP1/1NBLGBN1 - - over 5 0 - -";
    let game = leads("", &format!("{MEN} - 2 move 5 0 b -"), "b8a6", last);
    assert_eq!(over(&game), "starved shared 0");
    assert!(game.check(Actor::Seat(Seat::ONE), action("b2b3")).is_err());
    // Nothing else takes place: no Peasant is removed.
    let trapped = "8/8/8/8/8/2P5/8/n7 c2c4 2 move 5 0 b -";
    assert_eq!(over(&leads("", trapped, "a1b3", "8/8/8/8/8/1nP5/8/8 c2c4 - over 5 0 - -")), "starved shared 0");
    let claim = format!("{EIGHT} - 1 claim 5 0 - -");
    leads("scoring claimed", &claim, "none", &format!("{EIGHT} - - over 5 0 - -"));
    leads("scoring claimed", &claim, "=c4e2f3e1d1c1b2a3", &format!("{EIGHT} - - bomb 5 64 - 5"));
}

#[test]
fn the_last_turn_has_all_its_phases() {
    let bomb = "8/8/8/8/8/2P5/8/8 c2c4 - bomb 15 300 - 2";
    leads("", bomb, "@g7", "8/8/8/8/8/2P5/8/8 c2c4g7 1 remove 15 300 - 2");
    let game = leads("", bomb, "@g7 done", "8/8/8/8/8/2P5/8/8 c2c4g7 - over 15 300 - 2");
    assert_eq!(over(&game), "turns shared 300");
    assert_eq!(game.shared(), 300);
    leads("turns 20", bomb, "@g7 done", "8/8/8/8/8/2P5/8/8 c2c4g7 1 move 16 300 wb 2");
}
