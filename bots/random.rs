//! `arbiter-random`, a bot without rules: it plays a random legal action, so it can play every variant.

mod common;

use std::process::ExitCode;

use uvi::{Word, bot::TurnRequest};

const ABOUT: &str = "A bot for every variant: it plays a random legal action";

fn main() -> ExitCode {
    let arguments = common::parse("arbiter-random", ABOUT);
    common::end(uvi::bot::run(common::identity("Arbiter Random", &arguments), decide))
}

fn decide(turn: &TurnRequest) -> Option<Word> {
    let legal: Vec<&str> = turn.legal.iter().collect();
    common::draw(turn, &legal)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::FromArgMatches as _;

    use super::{common::testing, *};

    #[test]
    fn the_greeting_declares_the_seed() {
        let command = common::command::<common::Arguments>("arbiter-random", ABOUT);
        let parsed = command.try_get_matches_from(["arbiter-random", "--seed", "7"]).unwrap();
        let arguments = common::Arguments::from_arg_matches(&parsed).unwrap();
        let mut said = Vec::new();
        uvi::bot::serve(common::identity("R", &arguments), &b"uvi 1\n"[..], &mut said, decide).unwrap();
        assert_eq!(
            String::from_utf8(said).unwrap(),
            "id name R\nid author The Arbiter founders\noption name seed type spin default 7 min 0 max 4294967295\n\
             feature legal\nuviok\n"
        );
    }

    /// The expected answers were computed apart from this code, from the words of UVI 6. They are a promise: a resumed
    /// match must continue as before, with later versions too.
    #[test]
    fn a_choice_is_the_same_on_every_machine() {
        let chosen = |seed| testing::choice(decide, seed, "demo", "p q", "a b c d e f g h");
        assert_eq!([0, 1, 2, 3].map(chosen), ["f", "d", "b", "f"]);
    }

    /// With lots the choices are a promise too: the seed of the draw is the lots, then four zero bytes, then the four
    /// bytes of the option `seed`.
    #[test]
    fn lots_of_a_game_change_its_choices() {
        let chosen = |lots: &str| {
            let legal = "a b c d e f g h";
            let heard = format!("newgame variant demo seats 2 seat 1{lots}\nposition p q\nlegal {legal}\ngo\n");
            testing::talk(heard.as_bytes(), decide).strip_prefix("bestmove ").unwrap().trim_end().to_owned()
        };
        let lots = ["", " lots 0", " lots 1", " lots 2", " lots ffffffffffffffff", " lots 7182e7f96bb0e393"];
        assert_eq!(lots.map(chosen), ["f", "f", "d", "c", "b", "d"]);
    }

    #[test]
    fn a_choice_depends_on_the_present_question_only() {
        let question = "position second\nlegal a b c d e f g h\ngo\n";
        let game = "newgame variant demo seats 2 seat 1\n";
        let fresh = testing::talk(format!("{game}{question}").as_bytes(), decide);
        let later = testing::talk(
            format!("{game}position first\nlegal a b c\ngo\ngameover reason x score 1 0\n{game}{question}").as_bytes(),
            decide,
        );
        assert_eq!(later.lines().last(), fresh.lines().last());
    }

    #[test]
    fn every_action_can_be_drawn_by_seed_by_seat_and_by_position() {
        let legal = "a b c d e f g h";
        testing::chooses(decide, "demo", "p", legal, &["a", "b", "c", "d", "e", "f", "g", "h"]);
        let by_position: BTreeSet<_> =
            (0..200).map(|turn| testing::choice(decide, 0, "demo", &format!("p {turn}"), legal)).collect();
        let by_seat: BTreeSet<_> = (1..200)
            .map(|seat| {
                let heard = format!("newgame variant demo seats 200 seat {seat}\nposition p\nlegal {legal}\ngo\n");
                testing::talk(heard.as_bytes(), decide)
            })
            .collect();
        assert_eq!((by_position.len(), by_seat.len()), (8, 8));
    }

    #[test]
    fn without_a_legal_action_it_resigns() {
        let said = testing::talk(b"newgame variant demo seats 2 seat 1\nposition p\nlegal\ngo\n", decide);
        assert_eq!(said, "resign\n");
    }

    #[test]
    fn garbage_is_survived() {
        testing::survives_garbage(decide);
    }
}
