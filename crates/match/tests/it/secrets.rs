//! While a challenge is decided, no message to a seat depends on the choice of the other seat.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::time::Instant;

use testkit::{
    cats::{hills, scene, set, word},
    typed::after,
};
use uvi::{Line, Text, Word};
use uvi_games::{
    game::{Actor, BySeat, Game, OptionValues, Seat, Seed, Table},
    games::{
        self,
        cat_chess::{CatChess, Challenge, Response},
    },
};
use uvi_match::{
    record::Terms,
    referee::{Match, Output, Player, SeatSettings, Settings, TimeControl},
};

/// 2a challenges 1a. The response of seat 1 stands before the challenge in a history. Both seats have counters, so that
/// every result of a challenge is possible.
fn position() -> String {
    let cats = "kero:3:f11.3 lina:3:- misto:3:- / sham:3:e11.0 ispex:3:- vision:3:- / \
                speed:3:h11.3 darth:3:- setzer:3:-";
    scene(&hills(""), cats, "1a11S 1a22P 2a11P 2a23P", "2 turn 2 ... 7 000 -")
}

fn staring() -> CatChess {
    after(&set(&[], &position()), "a!1a")
}

#[test]
fn a_choice_is_shown_to_its_own_seat_only() {
    let game = staring();
    let phase =
        |game: &CatChess, seat: u32| Game::view(game, Seat::new(seat).unwrap()).split(' ').nth(4).unwrap().to_owned();
    for seat in 1..=3 {
        assert_eq!(phase(&game, seat), "challenge:2a:1a:-,-");
    }
    let mut challenged = game.clone();
    challenged.apply(Actor::Seat(Seat::TWO), "glare".parse().unwrap()).unwrap();
    assert_eq!(
        [1, 2, 3].map(|seat| phase(&challenged, seat)),
        ["challenge:2a:1a:?,-", "challenge:2a:1a:glare,-", "challenge:2a:1a:?,-"]
    );
    let answered = after(&game, "sniff");
    assert_eq!(
        [1, 2, 3].map(|seat| phase(&answered, seat)),
        ["challenge:2a:1a:-,sniff", "challenge:2a:1a:-,?", "challenge:2a:1a:-,?"]
    );
    assert_eq!(word(&answered, 4), "challenge:2a:1a:-,sniff");
    // Both orders lead to the same position.
    let both = after(&answered, "glare");
    challenged.apply(Actor::Seat(Seat::ONE), "sniff".parse().unwrap()).unwrap();
    assert_eq!(challenged, both);
    for seat in 1..=3 {
        assert_eq!(Game::view(&both, Seat::new(seat).unwrap()), both.to_string());
    }
}

#[test]
fn views_lists_and_pictures_are_the_same_whatever_the_other_has_chosen() {
    let choices = |seat: Seat| match seat {
        Seat::ONE => Response::ALL.map(Response::name),
        _ => Challenge::ALL.map(Challenge::name),
    };
    for chooser in [Seat::ONE, Seat::TWO] {
        let shown: Vec<_> = choices(chooser)
            .into_iter()
            .map(|choice| {
                let mut game = staring();
                game.apply(Actor::Seat(chooser), choice.parse().unwrap()).unwrap();
                let others = [Seat::ONE, Seat::TWO, Seat::THREE].into_iter().filter(|seat| *seat != chooser);
                let shown = |seat| {
                    let picture = Table::picture_for(&game, seat, &[]).to_line();
                    (Game::view(&game, seat), Table::legal(&game, seat), picture)
                };
                others.map(shown).collect::<Vec<_>>()
            })
            .collect();
        assert!(shown.iter().all(|other| *other == shown[0]), "{shown:?}");
    }
}

/// A match of three bots that want all messages, from the position after the declared challenge.
struct Ring {
    game: Match,
    now: Instant,
    /// The messages to each seat, in order.
    sent: [String; 3],
    /// The messages to the host, and the log.
    known: String,
}

impl Ring {
    fn new() -> Self {
        let variant = games::REGISTRY.find("cat-chess").unwrap();
        let options = OptionValues::defaults(variant.options());
        let seat = |_| SeatSettings {
            player: Player::Bot { command: Text::new("bot"), options: Vec::new(), set: Vec::new() },
            limits: TimeControl::default(),
        };
        let settings = Settings {
            name: Word::new("m").unwrap(),
            variant,
            seed: Seed([3; 16]),
            tells_lots: true,
            start: variant.read(&options, 3, &position()).unwrap(),
            options,
            set_position: true,
            seats: BySeat::new(3, seat),
            clock: TimeControl::default(),
            terms: Terms::default(),
            probe: None,
            entry: None,
        };
        let mut game = Match::new(settings, BySeat::new(3, |_| None));
        game.audience().debug = true;
        let mut ring = Self { game, now: Instant::now(), sent: Default::default(), known: String::new() };
        ring.game.start(ring.now);
        ring.carry_out();
        for seat in [Seat::ONE, Seat::TWO, Seat::THREE] {
            for line in ["id name bot", "feature legal history", "uviok", "readyok", "readyok"] {
                ring.say(seat, line);
            }
        }
        ring.say(Seat::TWO, "bestmove a!1a");
        ring
    }

    fn carry_out(&mut self) {
        while let Some(output) = self.game.output() {
            match output {
                Output::Say(seat, message) => self.sent[seat.index()].push_str(&format!("{message}\n")),
                // The time depends on the machine, not on the choice.
                Output::Record(record) if record.to_line().contains("\"ms\"") => self.known.push_str("played\n"),
                Output::Record(record) => self.known.push_str(&record.to_line()),
                Output::Tell(message) => self.known.push_str(&format!("{message}\n")),
                Output::Dismiss(_) | Output::Mute(_) | Output::Note(..) | Output::CannotStart(_) => {}
            }
        }
        self.game.sent(self.now);
    }

    fn say(&mut self, seat: Seat, line: &str) {
        self.game.line(self.now, seat, Line::Text(line));
        self.carry_out();
    }

    /// Everything that a bot or viewer can see or request.
    fn shown(&self) -> String {
        let mut shown = format!("{:?}{}", self.sent, self.known);
        for seat in [None, Some(Seat::ONE), Some(Seat::TWO), Some(Seat::THREE)] {
            shown.push_str(&format!("{:?}{:?}", self.game.course().position(seat), self.game.course().history(seat)));
            shown.extend(seat.map(|seat| format!("{:?}", self.game.legal(seat))));
        }
        shown
    }
}

#[test]
fn the_referee_sends_the_same_bytes_whatever_the_other_has_chosen() {
    let before = Ring::new().shown();
    assert!(before.contains("challenge:2a:1a:-,-") && before.contains("moves a!1a"), "{before}");
    for (chooser, choices) in
        [(Seat::ONE, Response::ALL.map(Response::name)), (Seat::TWO, Challenge::ALL.map(Challenge::name))]
    {
        for choice in choices {
            let mut ring = Ring::new();
            ring.say(chooser, "info score 3");
            ring.say(chooser, &format!("bestmove {choice}"));
            assert_eq!(ring.shown(), before, "{choice} of seat {chooser}");
        }
    }
}

#[test]
fn when_both_have_chosen_the_choices_stand_in_seat_order() {
    let mut shown = Vec::new();
    for order in [[Seat::ONE, Seat::TWO], [Seat::TWO, Seat::ONE]] {
        let mut ring = Ring::new();
        for seat in order {
            ring.say(seat, if seat == Seat::ONE { "bestmove wash" } else { "bestmove stalk" });
        }
        let history = ring.game.course().history(Some(Seat::THREE)).1.to_string();
        assert_eq!(history, "a!1a wash stalk");
        shown.push(ring.shown());
    }
    assert_eq!(shown[0], shown[1]);
}

#[test]
fn the_answer_to_a_seat_that_is_vacated_is_dropped() {
    for (gone, left, due) in
        [(Seat::ONE, Seat::TWO, "face:a 2 x.. 7 000 1"), (Seat::TWO, Seat::ONE, "turn 3 ... 7 000 2")]
    {
        let mut ring = Ring::new();
        ring.say(gone, "bestmove hello");
        ring.say(left, if left == Seat::ONE { "bestmove wash" } else { "bestmove stalk" });
        let position = ring.game.course().position(None).to_string();
        assert!(position.ends_with(due), "{position}");
        assert_eq!(ring.game.course().history(None).1.to_string(), format!("a!1a !{gone}"));
    }
}
