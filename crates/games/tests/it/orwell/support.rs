//! Helpers to set up and play positions in few words.

use std::collections::BTreeMap;

use testkit::typed::{self, why};
pub(crate) use testkit::typed::{actor, legal, over, play};
use uvi_games::games::orwell::{Action, Man, Orwell};

pub(crate) const START: &str = "7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
                     1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1";

pub(crate) fn start() -> Orwell {
    typed::start(&[], "0")
}

#[track_caller]
pub(crate) fn read(position: &str) -> Orwell {
    typed::set(&[], position)
}

/// A board with these men, such as `wRd5`, followed by the rest of the position.
pub(crate) fn board(men: &str, rest: &str) -> String {
    let mut squares: BTreeMap<String, String> = BTreeMap::new();
    for man in men.split_whitespace() {
        squares.insert(man[2..].to_owned(), man[..2].to_owned());
    }
    let mut ranks: Vec<String> = Vec::new();
    for rank in (1..=12).rev() {
        let man = |file: char| squares.remove(&format!("{file}{rank}")).unwrap_or_else(|| ".".to_owned());
        let men: String = ('a'..='g').map(man).collect();
        ranks.push((1..=7).rev().fold(men, |men, run| men.replace(&".".repeat(run), &run.to_string())));
    }
    assert!(squares.is_empty(), "{squares:?} are no squares");
    format!("{} {rest}", ranks.join("/"))
}

#[track_caller]
pub(crate) fn set(men: &str, rest: &str) -> Orwell {
    read(&board(men, rest))
}

pub(crate) fn action(text: &str) -> Action {
    typed::action::<Orwell>(text)
}

#[track_caller]
pub(crate) fn after(men: &str, rest: &str, actions: &str) -> Orwell {
    typed::after(&set(men, rest), actions)
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
    assert_eq!(why(game, text), reason, "{text} in {game}");
}

pub(crate) fn man_on(game: &Orwell, square: &str) -> Option<Man> {
    game.man(uvi_games::board::square(square).unwrap().1)
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
