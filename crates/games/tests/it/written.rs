//! Actions as people write them. `words.rs` has what a game says of those that it does not understand.

use uvi_games::game::{Actor, Game, OptionValues, Seed, Table, Turn, meant, written};

fn start<G: Game>() -> Box<dyn Table> {
    let options = G::options(&OptionValues::defaults(G::OPTIONS)).expect("the default options");
    Box::new(G::start(&options, G::SEATS[0], &Seed([1; 16])))
}

/// Each legal action of some games is understood by its text and by its word.
pub(crate) fn every_text_is_understood<G: Game>() {
    let mut table = start::<G>();
    for step in 0..60_usize {
        match table.turn() {
            Turn::Over(_) => return,
            Turn::Chance => {
                let outcome = table.chance(&Seed([2; 16])).expect("an outcome");
                table.play(Actor::Chance, outcome.as_str()).expect("an outcome is legal");
            }
            Turn::Seats(seats) => {
                let seat = seats.first().expect("a seat");
                let choices = table.choices(seat);
                for choice in &choices {
                    for text in [choice.action.as_str(), &choice.text] {
                        assert_eq!(written(&*table, seat, text).as_ref(), Ok(&choice.action), "{text}");
                    }
                }
                let choice = &choices[step * 7 % choices.len()];
                table.play(Actor::Seat(seat), choice.action.as_str()).expect("a legal action");
            }
        }
    }
}

#[test]
fn one_word_is_meant_or_none() {
    for (word, known, expected) in [
        ("BESTMOVE", &["bestmove", "resign"][..], Some("bestmove")),
        ("bestmoves", &["bestmove", "resign"], Some("bestmove")),
        ("C3D4", &["c3d4", "c3d5"], Some("c3d4")),
        ("c3-d4", &["c3d4", "c5d5"], Some("c3d4")),
        ("c3d4x", &["c3d4", "c3e4"], Some("c3d4")),
        ("c3d3", &["c3d4", "c3d5"], None),
        ("a1a2", &["b1a12", "c2c3"], None),
        ("ab", &["a", "AB"], Some("AB")),
        ("hello", &["bestmove", "resign"], None),
        ("leagl", &["legal", "history"], Some("legal")),
        ("sede", &["seed", "depth"], Some("seed")),
        ("abcd", &["badc", "abdcx"], None),
        ("a", &[], None),
        (&"x".repeat(60_000), &["x"], None),
    ] {
        assert_eq!(meant(word, known.iter().copied()), expected, "{word}");
    }
}
