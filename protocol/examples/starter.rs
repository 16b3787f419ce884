//! A bot for every variant in one file, to copy and change. It depends only on the crate `uvi`.
//!
//! ```text
//! cargo build --release --package uvi --example starter
//! arbiter play orwell bot:target/release/examples/starter bot:random bot:random
//! ```
//!
//! `uvi` handles the conversation with the arbiter. The arbiter knows the rules, so this bot asks for the legal
//! actions. UVI 2 (`UVI.md`) lists every message.

use std::io;

use uvi::{
    EngineOptionKind, OptionSpec, Word,
    bot::{Dialogue, Feature, Identity, TurnRequest},
};

fn main() -> io::Result<()> {
    let seed = OptionSpec {
        name: Word::new("seed").expect("this is a word"),
        kind: EngineOptionKind::Spin { default: Some(0), min: Some(0), max: Some(4_294_967_295) },
    };
    // Asks the arbiter for the legal actions.
    let identity = Identity::new("Starter (Rust)", "me").option(seed).wants(Feature::Legal);
    let mut dialogue = Dialogue::new(identity, io::stdin().lock(), io::stdout().lock());
    // `next_turn` handles the greeting, options, `isready`, `newgame` and unknown words on the way to the next
    // question. The end of the input means the same as `quit`.
    while let Some(turn) = dialogue.next_turn()? {
        let answer = choose(turn);
        // `info` reports thinking, in any words. Write all other output to stderr: after a fault the arbiter stores the
        // last lines in the match log.
        let said = format!("string {} actions", turn.legal.len());
        dialogue.info(&said)?;
        // `None` resigns.
        dialogue.answer(answer)?;
    }
    Ok(())
}

/// Chooses one of the legal actions: this is the place for a better idea. `turn.game` has the variant and our seat,
/// `turn.go` the limits of this decision.
///
/// The choice is a hash (FNV-1a) of lots, seed, seat and position. Games differ because each has other lots, but the
/// same question gets the same answer, so every failure can be reproduced.
fn choose(turn: &TurnRequest) -> Option<Word> {
    let lots = turn.game.lots.map(|lots| format!("{lots} ")).unwrap_or_default();
    let question = format!("{lots}{} {} {}", turn.setting("seed").unwrap_or("0"), turn.game.seat, turn.position);
    let number =
        question.bytes().fold(2_166_136_261, |number: u32, byte| (number ^ u32::from(byte)).wrapping_mul(16_777_619));
    turn.legal.nth(number as usize % turn.legal.len().max(1))
}
