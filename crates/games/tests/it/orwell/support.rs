//! Helpers to set up and play positions in few words.

use std::{collections::BTreeMap, str::FromStr};

use uvi_games::{
    game::{Actor, Game, IllegalError, Outcome, Seat, Seed, Turn},
    games::orwell::{Action, Man, Orwell},
};

pub(crate) const START: &str = "7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
                     1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1";
pub(crate) const SEED: Seed = Seed([0; 16]);
pub(crate) const ROUNDS: u32 = 500;

pub(crate) fn start() -> Orwell {
    Orwell::start(&ROUNDS, 3, &SEED)
}

#[track_caller]
pub(crate) fn read(position: &str) -> Orwell {
    let game = Orwell::read(&ROUNDS, 3, position).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(game.to_string(), position);
    game
}

/// A board with these men, such as `wRd5`, followed by the rest of the position.
pub(crate) fn board(men: &str, rest: &str) -> String {
    let mut squares: BTreeMap<String, String> = BTreeMap::new();
    for man in men.split_whitespace() {
        squares.insert(man[2..].to_owned(), man[..2].to_owned());
    }
    let mut ranks = Vec::new();
    for rank in (1..=12).rev() {
        let mut text = String::new();
        let mut empty = 0;
        for file in 'a'..='g' {
            match squares.remove(&format!("{file}{rank}")) {
                Some(man) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text += &man;
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        ranks.push(text);
    }
    assert!(squares.is_empty(), "{squares:?} are no squares");
    format!("{} {rest}", ranks.join("/"))
}

#[track_caller]
pub(crate) fn set(men: &str, rest: &str) -> Orwell {
    read(&board(men, rest))
}

pub(crate) fn action(text: &str) -> Action {
    Action::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn actor(game: &Orwell) -> Actor {
    match game.turn() {
        Turn::Chance => Actor::Chance,
        Turn::Seats(seats) => Actor::Seat(seats.single().unwrap()),
        Turn::Over(_) => panic!("over: {game}"),
    }
}

#[track_caller]
pub(crate) fn play(game: &mut Orwell, actions: &str) {
    for text in actions.split_whitespace() {
        if let Err(error) = game.apply(actor(game), action(text)) {
            panic!("{text}: {error} in {game}");
        }
    }
}

#[track_caller]
pub(crate) fn after(men: &str, rest: &str, actions: &str) -> Orwell {
    let mut game = set(men, rest);
    play(&mut game, actions);
    game
}

pub(crate) fn legal(game: &Orwell) -> Vec<String> {
    let mut actions = Vec::new();
    for seat in Seat::all(3) {
        game.legal(seat, &mut actions);
    }
    let mut actions: Vec<String> = actions.iter().map(ToString::to_string).collect();
    actions.sort();
    actions
}

/// The legal actions of the man on a square.
pub(crate) fn from(game: &Orwell, square: &str) -> Vec<String> {
    legal(game).into_iter().filter(|action| action.starts_with(square)).collect()
}

pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    words.sort();
    words
}

#[track_caller]
pub(crate) fn refuses(game: &Orwell, text: &str, reason: &str) {
    assert_eq!(
        game.check(actor(game), action(text)),
        Err(IllegalError::Rule(reason.to_owned().into())),
        "{text} in {game}"
    );
}

pub(crate) fn man_on(game: &Orwell, square: &str) -> Option<Man> {
    game.man(uvi_games::board::square(square).unwrap().1)
}

pub(crate) fn over(game: &Orwell) -> Outcome {
    match game.turn() {
        Turn::Over(outcome) => outcome,
        Turn::Chance | Turn::Seats(_) => panic!("not over: {game}"),
    }
}

/// The position without its board.
pub(crate) fn rest(game: &Orwell) -> String {
    game.to_string().split_once(' ').unwrap().1.to_owned()
}

pub(crate) fn with_dice(game: &Orwell, dice: &str) -> Orwell {
    let text = game.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    read(&format!("{} {} {dice} {} {} {}", words[0], words[1], words[3], words[4], words[5]))
}

pub(crate) fn moves_by_die(game: &Orwell, die: &str) -> usize {
    let game = with_dice(game, die);
    legal(&game).iter().filter(|action| *action != "pass").count()
}
