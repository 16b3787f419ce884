//! `arbiter-search`, a strong bot for every variant of the library: Monte Carlo tree search over the rules, with
//! chance, any number of seats, simultaneous choices, and shared scores. In an unknown variant it plays at random.

#[path = "search/arm.rs"]
mod arm;
#[path = "search/budget.rs"]
mod budget;
#[path = "search/choice_table.rs"]
mod choice_table;
mod common;
#[path = "search/ears.rs"]
mod ears;
#[path = "search/search_settings.rs"]
mod search_settings;
#[path = "search/sense.rs"]
mod sense;
#[path = "search/thought.rs"]
mod thought;
#[cfg(test)]
#[path = "search/toy.rs"]
mod toy;
#[path = "search/tree.rs"]
mod tree;
#[path = "common/typed.rs"]
mod typed;

use std::{
    io::{self, Read, Write},
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use budget::Budget;
use ears::{SearchQuestion, listen, say};
use search_settings::{SearchSettings, Tuning};
use thought::{Thought, think};
use uvi::{
    FromBot, Text, Word,
    bot::{Dialogue, Identity, TurnRequest},
};

const ABOUT: &str = "\
A strong bot for every variant, by Monte Carlo tree search

It grows a tree of the games that can follow, and plays the action that it explored most. It manages its clock, and \
stops at once when told to. If only nodes limit it, equal questions get equal answers, as long as the number of threads \
stays the same.";

#[derive(Debug, clap::Args)]
struct SearchArguments {
    #[command(flatten)]
    arguments: common::Arguments,
    #[command(flatten)]
    tuning: Tuning,
}

type Think = fn(&TurnRequest, &SearchSettings, &Budget<'_>, &mut dyn FnMut(&Thought)) -> Option<Thought>;

macro_rules! thinkers {
    ($($name:ident: $game:ty,)*) => { &[$(think::<$game>),*] };
}

/// The search functions of all variants.
const THINKERS: &[Think] = arbiter::each_game!(thinkers);

fn main() -> ExitCode {
    let SearchArguments { arguments, tuning } = common::parse("arbiter-search", ABOUT);
    let identity = tuning.declare(common::identity("Arbiter Search", &arguments));
    common::end(serve(identity, io::stdin(), [io::stdout(), io::stdout()], io::stdout()))
}

/// Plays until the arbiter has no more messages. Reports during a search go to the second output, and replies to the
/// writer `replies`. All three must have the same destination.
fn serve(
    identity: Identity,
    input: impl Read + Send + 'static,
    [output, mut reports]: [impl Write; 2],
    replies: impl Write + Send + 'static,
) -> io::Result<()> {
    let (ears, asked) = listen(input, replies);
    let mut dialogue = Dialogue::new(identity, ears, output);
    let mut number = 0;
    while let Some(turn) = dialogue.next_turn()? {
        number += 1;
        let question = SearchQuestion { questions: Arc::clone(&asked), number };
        let mut report = |thought: &Thought| {
            let text = format!("{} pv {}", thought.told(), thought.action);
            say(&FromBot::Info(Text::new(text)), &mut reports);
        };
        match decide(turn, Some(&question), &mut report) {
            Some(thought) => {
                dialogue.info(&thought.told())?;
                dialogue.answer(thought.action)?;
            }
            None => {
                let action = by_lot(turn);
                dialogue.answer(action)?;
            }
        }
        question.answered();
    }
    Ok(())
}

/// Searches for the answer to a question. `None` if the variant is unknown or the position invalid.
///
/// A long search reports what it has found so far, now and then.
fn decide(turn: &TurnRequest, question: Option<&SearchQuestion>, report: &mut dyn FnMut(&Thought)) -> Option<Thought> {
    let settings = SearchSettings::of(turn);
    let budget = Budget::new(&turn.go, turn.game.seat, settings.nodes, Instant::now(), question);
    THINKERS.iter().find_map(|think| think(turn, &settings, &budget, report))
}

fn by_lot(turn: &TurnRequest) -> Option<Word> {
    common::draw(turn, &turn.legal.iter().collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::{common::testing, *};

    fn answer(turn: &TurnRequest) -> Option<Word> {
        decide(turn, None, &mut |_| {}).map_or_else(|| by_lot(turn), |thought| Some(thought.action))
    }

    #[test]
    fn what_it_does_not_know_is_played_by_lot() {
        for (variant, position) in [("halma", "p"), ("katarenga", "p")] {
            testing::chooses(answer, variant, position, "a1a2 a1a3", &["a1a2", "a1a3"]);
        }
    }

    #[test]
    fn garbage_is_survived() {
        testing::survives_garbage(answer);
    }
}
