//! Numbers that others have counted, and a whole game.

use testkit::typed::{describe, over, play, start};
use uvi_games::{
    game::{Actor, Game, Turn},
    games::french_revolution::{FrenchRevolution, Part},
};

/// The number of sequences of `depth` complete turns.
fn turn_perft(game: &FrenchRevolution, depth: u32) -> u64 {
    let Turn::Seats(seats) = game.turn() else { return 0 };
    let seat = seats.first().unwrap();
    let mut actions = Vec::new();
    game.legal(seat, &mut actions);
    // The last part of the last turn is counted, not played.
    if depth == 1 && game.part() == Part::Pawn {
        return actions.len() as u64;
    }
    let count = |action: &_| {
        let mut after = game.clone();
        after.play(Actor::Seat(seat), *action);
        turn_perft(&after, depth - u32::from(game.part() == Part::Pawn))
    };
    actions.iter().map(count).sum()
}

#[track_caller]
fn counts(options: &[(&str, &str)], wanted: &[u64]) {
    let game = start::<FrenchRevolution>(options, "0");
    let counted: Vec<u64> = (1..).take(wanted.len()).map(|depth| turn_perft(&game, depth)).collect();
    assert_eq!(counted, wanted, "{options:?}");
}

#[test]
fn turns_from_the_start() {
    counts(&[], &[8, 1_712, 376_173]);
    counts(&[("promotion", "off")], &[8, 1_712]);
    counts(&[("ranks", "10")], &[8, 2_200, 613_224]);
    counts(&[("pawns", "opponent")], &[8, 1_576, 299_591]);
    counts(&[("pawns", "opponent"), ("ranks", "10")], &[8, 2_120]);
}

#[test]
fn a_whole_game_ends_in_mate() {
    let line = "f5f6 b8a6 h4h3 g1h3 f6f7 e8d7 a4a3 c1e3 b5a6 a8a6 a3a2 h3g1 f7g8b h8h7 d4e3 d1a4 d5d6 a6c6 f4f3 \
                g8f7 e5e6";
    let people = "f6 Na6 h3 Nxh3 f7+ Kd7 a3 Be3 bxa6 Rxa6 a2 Ng1 fxg8=B Rh7 dxe3 Qa4+ d6+ Rc6 f3 Bf7 e6#";
    let mut game = start::<FrenchRevolution>(&[], "0");
    for (text, people) in line.split_whitespace().zip(people.split_whitespace()) {
        assert_eq!(describe(&game, text), people, "{game}");
        play(&mut game, text);
    }
    assert_eq!(over(&game), "checkmate 1 0");
    assert!(game.to_string().contains(" b ") && game.to_string().contains(" piece "), "{game}");
}
