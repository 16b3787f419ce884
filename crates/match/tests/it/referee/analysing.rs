//! Analyses: the seats that need a bot, and the moment at which the host hears what bots say.

use testkit::toy::Toy;
use uvi::{SeatPlayer, Text, Word};
use uvi_games::{
    game::{Game, Row, Variant},
    games::REGISTRY,
};
use uvi_match::referee::MatchSpec;

use super::bench::{Bench, Rules};

static TOY: Row<Toy<false>> = Toy::ROW;

/// Makes an analysis of this position, or of the start, with bots in these seats.
fn analyse(variant: &'static dyn Variant, position: Option<&str>, bots: &[u32]) -> Result<(), String> {
    let mut spec = MatchSpec::new(Word::new("a").unwrap(), variant, Some(3), "2a".parse().unwrap(), &[]).unwrap();
    for &seat in bots {
        spec.set_player(seat, &SeatPlayer::Bot(Text::new("bot"))).unwrap();
    }
    let table = position.map_or_else(|| spec.table(), |position| spec.read(position)).unwrap();
    spec.analyse(table.clone()).map_err(|error| format!("{} {error}", error.code()))?;
    assert_eq!(spec.settings(spec.table().unwrap()).unwrap().start.position(), table.position());
    Ok(())
}

fn no_bot(seat: u32) -> Result<(), String> {
    Err(format!("bad-seat expected a seat with a bot, but seat {seat} has none"))
}

#[test]
fn who_acts_after_chance_and_passes_needs_a_bot() {
    let orwell = REGISTRY.find("orwell").unwrap();
    assert_eq!(analyse(orwell, None, &[2, 3]), no_bot(1), "the start waits for the dice of seat 1");
    assert_eq!(analyse(orwell, None, &[1]), Ok(()));
    let all_choose = Some("1 play 2 15/15/15 --- 0/0/0 0 -");
    assert_eq!(analyse(&TOY, all_choose, &[2, 3]), no_bot(1));
    let one_must_pass = Some("1 play 2 0/15/15 --- 0/0/0 0 -");
    assert_eq!(analyse(&TOY, one_must_pass, &[2, 3]), Ok(()));
    assert_eq!(analyse(&TOY, one_must_pass, &[1, 2]), no_bot(3));
}

#[test]
fn a_game_that_is_over_is_not_analysed() {
    let over = Some("7 toss 0 15/15/15 --- 0/0/0 0 -");
    let refused = analyse(&TOY, over, &[1, 2, 3]).unwrap_err();
    assert!(refused.starts_with("bad-position expected an unfinished position, "), "{refused}");
}

#[test]
fn what_bots_say_that_choose_at_the_same_time_is_told_at_once() {
    let mut bench = Bench::start(Rules { variant: "toy", seats: 3, analyses: true, ..Rules::default() });
    bench.say(2, "info score 5");
    bench.told(&["info m 2 score 5"]);
    bench.say(2, "bestmove c2");
    bench.say(3, "info score 7");
    bench.told(&["info m 3 score 7"]);
}

/// The rule that ends an analysis gives the game a score, which nobody hears of.
#[test]
fn bots_hear_no_score() {
    let rules = Rules { analyses: true, adjudication: Some("max-decisions 1"), ..Rules::default() };
    let mut bench = Bench::start(rules);
    bench.say(1, "bestmove c3d4");
    for seat in [1, 2, 3] {
        assert_eq!(bench.last_heard(seat), "gameover reason abort");
    }
    assert!(bench.tell().last().unwrap().starts_with("over m reason adjudication score "));
    // The other seat of two wins, though nobody has asked it.
    let mut bench = Bench::start(Rules { variant: "chess", seats: 2, ..rules });
    bench.say(1, "resign");
    assert_eq!(bench.last_heard(1), "gameover reason abort");
    assert_eq!(bench.last_heard(2), "gameover reason abort");
}
