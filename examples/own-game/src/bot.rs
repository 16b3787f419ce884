//! A bot for Bid. It plays the card nearest to the die.

use std::io;

use uvi::{
    Word,
    bot::{Feature, Identity, TurnRequest, run},
};

fn main() -> io::Result<()> {
    let bid = Word::new("bid").expect("this is a word");
    run(Identity::new("Nearest", "me").plays(&bid).wants(Feature::Legal), choose)
}

fn choose(turn: &TurnRequest) -> Option<Word> {
    let number = |word: &str| word.parse::<u8>().ok();
    let die = turn.position.iter().next().and_then(number)?;
    let nearest = turn.legal.iter().filter_map(number).min_by_key(|card| card.abs_diff(die))?;
    Word::new(nearest.to_string())
}
