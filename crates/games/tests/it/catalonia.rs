//! Catalonia against its rules page: refusals, numbers, and what no law, oracle or golden shows.

mod chains;
mod numbers;
mod turns;

/// The search for chains once more, for the tests of what it keeps to itself.
#[expect(dead_code, unreachable_pub, reason = "the games use the rest")]
#[path = "../../src/games/catalonia"]
mod source {
    mod chain;
}

use testkit::typed;
use uvi_games::games::catalonia::{Action, Catalonia};

const START: &str = "1nblgbn1/1pppppp1/8/8/8/8/1PPPPPP1/1NBLGBN1 - 1 move 1 0 wb -";

/// The rule options from text such as `turns 5 bombs chain`.
fn rules(text: &str) -> Vec<(&str, &str)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

#[track_caller]
fn set(rules: &str, position: &str) -> Catalonia {
    typed::set(&self::rules(rules), position)
}

fn action(text: &str) -> Action {
    typed::action::<Catalonia>(text)
}

/// Checks that an action is refused with this message.
#[track_caller]
fn refused(game: &Catalonia, text: &str, why: &str) {
    assert_eq!(typed::why(game, text), why, "{text} in {game}");
}

#[track_caller]
fn leads(rules: &str, position: &str, actions: &str, to: &str) -> Catalonia {
    let game = typed::after(&set(rules, position), actions);
    assert_eq!(game.to_string(), to, "{position} after {actions}");
    set(rules, to);
    game
}

#[track_caller]
fn lists(rules: &str, position: &str, expected: &str) {
    let mut words: Vec<&str> = expected.split_whitespace().collect();
    words.sort_unstable();
    assert_eq!(typed::legal(&set(rules, position)), words, "{position}");
}

/// The legal actions with this beginning.
fn from(game: &Catalonia, beginning: &str) -> String {
    typed::legal(game).into_iter().filter(|word| word.starts_with(beginning)).collect::<Vec<_>>().join(" ")
}
