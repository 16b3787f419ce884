//! Short ways to set up and play positions of any game.

use std::str::FromStr;

use uvi_games::game::{Actor, Game, IllegalError, OptionValues, Outcome, PositionError, Score, Seat, Seed, Turn};

pub fn options<G: Game>(changed: &[(&str, &str)]) -> G::Options {
    let mut values = OptionValues::defaults(G::OPTIONS);
    for (name, value) in changed {
        values.set(name, value).unwrap();
    }
    G::options(&values).unwrap()
}

pub fn start<G: Game>(changed: &[(&str, &str)], seed: &str) -> G {
    G::start(&options::<G>(changed), G::SEATS[0], &seed.parse::<Seed>().unwrap())
}

/// Reads a position with `seats` seats.
pub fn read<G: Game>(changed: &[(&str, &str)], seats: u8, position: &str) -> Result<G, PositionError> {
    G::read(&options::<G>(changed), seats, position)
}

/// Reads a position. Checks that it is written as it was read.
#[track_caller]
pub fn set<G: Game>(changed: &[(&str, &str)], position: &str) -> G {
    let game: G = read(changed, G::SEATS[0], position).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(game.to_string(), position);
    game
}

pub fn action<G: Game>(text: &str) -> G::Action {
    G::Action::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the actor that is due: chance, or the first of the seats.
pub fn actor<G: Game>(game: &G) -> Actor {
    match game.turn() {
        Turn::Chance => Actor::Chance,
        Turn::Seats(seats) => Actor::Seat(seats.first().unwrap()),
        Turn::Over(outcome) => panic!("{game} is over: {outcome}"),
    }
}

/// Plays actions in order, each by the actor that is due.
#[track_caller]
pub fn play<G: Game>(game: &mut G, actions: &str) {
    for text in actions.split_whitespace() {
        let actor = actor(game);
        game.apply(actor, action::<G>(text)).unwrap_or_else(|error| panic!("{text}: {error} in {game}"));
    }
}

#[track_caller]
pub fn after<G: Game>(game: &G, actions: &str) -> G {
    let mut game = game.clone();
    play(&mut game, actions);
    game
}

/// Returns the legal actions of all seats that are to act, sorted as text.
pub fn legal<G: Game>(game: &G) -> Vec<String> {
    let mut actions = Vec::new();
    for seat in (1..=game.seats()).filter_map(|number| Seat::new(number.into())) {
        game.legal(seat, &mut actions);
    }
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// Returns the reason for which an action is illegal.
#[track_caller]
pub fn why<G: Game>(game: &G, text: &str) -> String {
    match game.check(actor(game), action::<G>(text)) {
        Err(IllegalError::Rule(rule)) => rule.into_owned(),
        other => panic!("{text} in {game}: {other:?}"),
    }
}

/// Returns the reason for the end and the points of each seat.
#[track_caller]
pub fn over<G: Game>(game: &G) -> String {
    assert!(legal(game).is_empty() && game.forced().is_none(), "{game}");
    match game.turn() {
        Turn::Over(Outcome { reason, score: Score::Each(points) }) => {
            points.values().fold(reason.to_owned(), |text, points| format!("{text} {points}"))
        }
        Turn::Over(Outcome { reason, score: Score::Shared(points) }) => format!("{reason} shared {points}"),
        other => panic!("{game} waits for {other:?}"),
    }
}

/// Returns the printed form of an action.
pub fn describe<G: Game>(game: &G, text: &str) -> String {
    game.describe(actor(game), action::<G>(text))
}
