//! While a challenge is decided, no message to a seat depends on the choice of the other seat. The laws of games hold
//! this for views, lists and pictures.

use testkit::cats::{hills, scene};
use uvi_games::games::cat_chess::{Challenge, Response};

use crate::referee::bench::{Bench, Rules};

/// Three bots that want all messages. 2a has challenged 1a. The response of seat 1 stands before the challenge in a
/// history. Both seats have counters, so that every result of a challenge is possible.
fn staring() -> Bench {
    let cats = "kero:3:f11.3 lina:3:- misto:3:- / sham:3:e11.0 ispex:3:- vision:3:- / \
                speed:3:h11.3 darth:3:- setzer:3:-";
    let position = scene(&hills(""), cats, "1a11S 1a22P 2a11P 2a23P", "2 turn 2 ... 7 000 -");
    let (position, features) = (Some(position.as_str()), "legal history");
    let rules = Rules { variant: "cat-chess", position, features, debug: true, ..Rules::default() };
    let mut bench = Bench::start(rules);
    bench.say(2, "bestmove a!1a");
    bench
}

/// Everything that a bot, the host or a viewer has been sent or can request.
fn shown(bench: &mut Bench) -> String {
    let heard = [1, 2, 3].map(|seat| bench.heard(seat));
    format!("{heard:?}{:?}{}{}", bench.tell(), bench.log(), bench.everything_shown())
}

#[test]
fn the_referee_sends_the_same_bytes_whatever_the_other_has_chosen() {
    let before = shown(&mut staring());
    assert!(before.contains("challenge:2a:1a:-,-") && before.contains("moves a!1a"), "{before}");
    for (chooser, choices) in [(1, Response::ALL.map(Response::name)), (2, Challenge::ALL.map(Challenge::name))] {
        for choice in choices {
            let mut bench = staring();
            bench.say(chooser, "info score 3");
            bench.say(chooser, &format!("bestmove {choice}"));
            assert_eq!(shown(&mut bench), before, "{choice} of seat {chooser}");
        }
    }
}

const ANSWERS: [(u32, &str); 2] = [(1, "bestmove wash"), (2, "bestmove stalk")];

#[test]
fn when_both_have_chosen_the_choices_stand_in_seat_order() {
    let shown = [[0, 1], [1, 0]].map(|order| {
        let mut bench = staring();
        for place in order {
            bench.say(ANSWERS[place].0, ANSWERS[place].1);
        }
        assert_eq!(bench.history(), "a!1a wash stalk");
        shown(&mut bench)
    });
    assert_eq!(shown[0], shown[1]);
}

#[test]
fn the_answer_to_a_seat_that_is_vacated_is_dropped() {
    for (gone, (left, answer), due) in [(1, ANSWERS[1], "face:a 2 x.. 7 000 1"), (2, ANSWERS[0], "turn 3 ... 7 000 2")]
    {
        let mut bench = staring();
        bench.say(gone, "bestmove hello");
        bench.say(left, answer);
        assert!(bench.position().ends_with(due), "{}", bench.position());
        assert_eq!(bench.history(), format!("a!1a !{gone}"));
    }
}
