//! Actions as people write them.

use uvi_games::game::{Actor, Game, OptionValues, Seat, Seed, Table, Turn, meant, written};

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

/// Checks the action of a text in a position after these actions, or the reason why there is none.
#[track_caller]
fn check<G: Game>(played: &[&str], text: &str, expected: Result<&str, &str>) {
    let mut table = start::<G>();
    let seat = |table: &dyn Table| match table.turn() {
        Turn::Seats(seats) => seats.first().expect("a seat"),
        Turn::Chance | Turn::Over(_) => Seat::ONE,
    };
    for action in played {
        let seat = seat(&*table);
        table.play(Actor::Seat(seat), action).expect("a legal action");
    }
    let found = written(&*table, seat(&*table), text).map_err(|refusal| refusal.to_string());
    assert_eq!(found.as_ref().map(|action| action.as_str()).map_err(String::as_str), expected, "{text}");
}

#[test]
fn a_refusal_has_its_reason_in_the_notation_of_people() {
    use uvi_games::games::{chess::Chess, katarenga::Congress};
    check::<Congress>(&[], "Xa1-a2=?", Err("White has no pawn on a1"));
    check::<Chess>(&[], "e4", Ok("e2e4"));
    check::<Chess>(&[], "e2-e4", Ok("e2e4"));
    check::<Chess>(&[], "E2-E4", Ok("e2e4"));
    check::<Chess>(&[], "NF3", Ok("g1f3"));
    check::<Chess>(&["e2e4", "d7d5"], "EXD5", Ok("e4d5"));
    check::<Chess>(&[], "e2e5", Err("the pawn on e2 cannot go to e5"));
    check::<Chess>(&[], "e5", Err("the pawn on e2 cannot go to e5"));
    check::<Chess>(&[], "Nd5", Err("the knight on b1 cannot go to d5; the knight on g1 cannot go to d5"));
    check::<Chess>(&[], "O-O", Err("the king cannot castle from e1 to g1"));
    check::<Chess>(&["e2e4", "e7e5", "e1e2", "a7a6", "d1e1", "a6a5"], "Qd5", Err("the queen on e1 cannot go to d5"));
    check::<Chess>(&["b1c3", "a7a6", "c3d5", "a6a5"], "Nf3", Ok("g1f3"));
    check::<Chess>(&["b1c3", "a7a6", "c3d5", "a6a5", "d5f4", "a5a4"], "Nh3", Err("it may be g1h3 or f4h3"));
    check::<Chess>(&["b1c3", "a7a6", "c3d5", "a6a5", "d5f4", "a5a4"], "Ngh3", Ok("g1h3"));
    check::<Chess>(&[], "hello", Err("expected a move such as e2e4, with a promotion e7e8q, castling e1g1"));
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
