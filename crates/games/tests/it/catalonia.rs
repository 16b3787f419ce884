//! Catalonia against its rules page: one test for each rule, each refusal and each number.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

mod chains;
mod numbers;
mod refusals;
mod turns;

use uvi_games::{
    game::{Actor, Game, OptionValues, Outcome, Score, Seat, Seed, Turn},
    games::catalonia::{Action, Catalonia},
};

const SEED: Seed = Seed([0; 16]);
const START: &str = "1nblgbn1/1pppppp1/8/8/8/8/1PPPPPP1/1NBLGBN1 - 1 move 1 0 wb -";

/// The rule options from text such as `turns 5 bombs chain`.
fn options(text: &str) -> <Catalonia as Game>::Options {
    let mut values = OptionValues::defaults(Catalonia::OPTIONS);
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.chunks(2) {
        values.set(pair[0], pair[1]).unwrap();
    }
    Catalonia::options(&values).unwrap()
}

#[track_caller]
fn set(rules: &str, position: &str) -> Catalonia {
    let game = Catalonia::read(&options(rules), 2, position).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(game.to_string(), position);
    game
}

fn actor(game: &Catalonia) -> Actor {
    match Game::turn(game) {
        Turn::Chance => Actor::Chance,
        Turn::Seats(seats) => Actor::Seat(seats.single().unwrap()),
        Turn::Over(_) => panic!("over: {game}"),
    }
}

fn action(text: &str) -> Action {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn play(game: &mut Catalonia, actions: &str) {
    for text in actions.split_whitespace() {
        if let Err(error) = game.apply(actor(game), action(text)) {
            panic!("{text}: {error} in {game}");
        }
    }
}

/// Checks that an action is refused with this message.
#[track_caller]
fn refused(game: &Catalonia, text: &str, why: &str) {
    let error = game.check(actor(game), action(text)).expect_err(text).to_string();
    assert_eq!(error, why, "{text} in {game}");
}

#[track_caller]
fn leads(rules: &str, position: &str, actions: &str, to: &str) -> Catalonia {
    let mut game = set(rules, position);
    play(&mut game, actions);
    assert_eq!(game.to_string(), to, "{position} after {actions}");
    set(rules, to);
    game
}

fn legal(game: &Catalonia) -> Vec<String> {
    let mut actions = Vec::new();
    for seat in Seat::all(2) {
        game.legal(seat, &mut actions);
    }
    let mut words: Vec<String> = actions.iter().map(ToString::to_string).collect();
    words.sort();
    words
}

#[track_caller]
fn lists(rules: &str, position: &str, expected: &str) {
    let mut words: Vec<&str> = expected.split_whitespace().collect();
    words.sort_unstable();
    assert_eq!(legal(&set(rules, position)), words, "{position}");
}

/// The legal actions with this beginning.
fn from(game: &Catalonia, beginning: &str) -> String {
    legal(game).into_iter().filter(|word| word.starts_with(beginning)).collect::<Vec<_>>().join(" ")
}

fn over(reason: &'static str, points: u32) -> Turn {
    Turn::Over(Outcome { reason, score: Score::Shared(points) })
}
