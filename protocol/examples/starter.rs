//! A bot for every variant in one file, to copy and change. It needs the crate `uvi` and nothing else.
//!
//! ```text
//! cargo build --release --package uvi --example starter
//! arbiter play orwell bot:target/release/examples/starter bot:random bot:random
//! ```
//!
//! The crate holds the whole conversation with the arbiter, which knows the rules; so the bot may ask what is legal.
//! UVI 2 (`UVI.md`) has every message.

use std::io;

use uvi::{
    OptionKind, OptionSpec, Word,
    bot::{Dialogue, Feature, Identity, Turn},
};

fn main() -> io::Result<()> {
    let seed = OptionSpec {
        name: Word::new("seed").expect("this is a word"),
        kind: OptionKind::Spin { default: Some(0), min: Some(0), max: Some(4_294_967_295) },
    };
    // Who we are, and that we want the legal actions.
    let identity = Identity::new("Starter (Rust)", "me").option(seed).wants(Feature::Legal);
    let mut dialogue = Dialogue::new(identity, io::stdin().lock(), io::stdout().lock());
    // The greeting, options, `isready`, `newgame` and unknown words are dealt with on the way to the next question.
    // The end of the input means the same as `quit`.
    while let Some(turn) = dialogue.next_turn()? {
        let answer = choose(turn);
        // Anything may be said about one's thinking. For all else there is stderr: the arbiter puts its last lines into
        // the match log where something goes wrong.
        let said = format!("string {} actions", turn.legal.len());
        dialogue.info(&said)?;
        // None means that we resign.
        dialogue.answer(answer)?;
    }
    Ok(())
}

/// Chooses one of the legal actions: this is the place for a better idea. `turn.game` has the variant and our seat,
/// `turn.go` the limits of this decision.
///
/// It is a hash of lots, seed, seat and position (FNV-1a), so that games differ, since each has other lots, but the same
/// question gets the same answer, and whatever goes wrong can be repeated.
fn choose(turn: &Turn) -> Option<Word> {
    let lots = turn.game.lots.map(|lots| format!("{lots} ")).unwrap_or_default();
    let question = format!("{lots}{} {} {}", turn.setting("seed").unwrap_or("0"), turn.game.seat, turn.position);
    let number =
        question.bytes().fold(2_166_136_261, |number: u32, byte| (number ^ u32::from(byte)).wrapping_mul(16_777_619));
    turn.legal.nth(number as usize % turn.legal.len().max(1))
}
