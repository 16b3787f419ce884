//! `arbiter-greedy`, a bot that takes what it can: it asks the rules what each action gains at once. In an unknown variant
//! it plays at random.

mod common;
#[path = "common/typed.rs"]
mod typed;

use std::process::ExitCode;

use arbiter::game::{Gain, Game};
use uvi::{Word, bot::TurnRequest};

const ABOUT: &str = "\
A bot for every variant: it takes the most valuable man it can, else promotes, else plays at random

It finds captures in orwell, chess, french-revolution, katarenga and congress, and challenges in cat-chess. It does not \
think ahead. In every other variant it plays random actions.";

type Gains = fn(&TurnRequest) -> Option<Vec<Gain>>;

macro_rules! gains {
    ($($name:ident: $game:ty,)*) => { &[$(gains::<$game>),*] };
}

/// The gains of the legal actions, by the rules of each variant.
const GAINS: &[Gains] = arbiter::each_game!(gains);

fn main() -> ExitCode {
    let arguments = common::parse("arbiter-greedy", ABOUT);
    common::end(uvi::bot::run(common::identity("Arbiter Greedy", &arguments), decide))
}

/// Returns one of the actions with the greatest gain, drawn at random.
fn decide(turn: &TurnRequest) -> Option<Word> {
    let gains = GAINS.iter().find_map(|gains| gains(turn)).unwrap_or_default();
    let gains = || gains.iter().copied().chain(std::iter::repeat(Gain::default()));
    let best = turn.legal.iter().zip(gains()).map(|(_, gain)| gain).max()?;
    let actions: Vec<&str> =
        turn.legal.iter().zip(gains()).filter(|(_, gain)| *gain == best).map(|(action, _)| action).collect();
    common::draw(turn, &actions)
}

/// Returns the gain of each legal action; `None` if the question is about another game or its position is invalid.
fn gains<G: Game>(turn: &TurnRequest) -> Option<Vec<Gain>> {
    let game: G = typed::read(turn)?;
    Some(
        turn.legal
            .iter()
            .map(|action| action.parse().map_or_else(|_| Gain::default(), |action| game.gain(action)))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use arbiter::{
        game::{Actor, OptionValues, Seed, Turn},
        games::REGISTRY,
    };
    use uvi::Words;

    use super::{common::testing, *};

    const REVOLUTION: &str = "r3k2r/8/3q4/8/8/2p5/8/R3K2R w KQkq piece 9";

    #[test]
    fn the_most_valuable_man_is_taken_and_else_the_choice_is_drawn() {
        testing::chooses(decide, "french-revolution", REVOLUTION, "a1a8 a1c3 a1d6 h1h8", &["a1d6"]);
        testing::chooses(decide, "french-revolution", REVOLUTION, "a1a8 a1c3 h1h8", &["a1a8", "h1h8"]);
        testing::chooses(decide, "french-revolution", REVOLUTION, "a1a2 e1g1", &["a1a2", "e1g1"]);
        testing::chooses(decide, "halma", REVOLUTION, "a1a2 a1a8", &["a1a2", "a1a8"]);
    }

    /// Plays games of this bot against itself, under options with which its captures differ.
    #[test]
    fn it_plays_these_games() {
        let mut games = String::new();
        let others = [
            "cat-chess tiles 0",
            "congress capture on",
            "french-revolution ranks 10 pawns opponent",
            "chess start shuffled",
        ];
        for line in REGISTRY.iter().map(|variant| variant.word()).chain(others) {
            let words: Vec<&str> = line.split(' ').collect();
            let variant = REGISTRY.find(words[0]).unwrap();
            let mut options = OptionValues::defaults(variant.options());
            for pair in words[1..].chunks(2) {
                options.set(pair[0], pair[1]).unwrap();
            }
            let (seed, seats) = (Seed([5; 16]), variant.seats()[0]);
            let mut table = variant.start(&options, seats, &seed).unwrap();
            let mut played = Vec::new();
            while played.len() < 400 {
                let (actor, action) = match table.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => (Actor::Chance, table.chance(&seed).unwrap()),
                    Turn::Seats(_) if table.forced().is_some() => {
                        let (seat, pass) = table.forced().unwrap();
                        (Actor::Seat(seat), pass)
                    }
                    Turn::Seats(asked) => {
                        let seat = asked.first().unwrap();
                        let legal: Words = table.legal(seat).iter().collect();
                        let heard = format!(
                            "newgame variant {} seats {seats} seat {seat} {}\nposition {}\nlegal {legal}\ngo\n",
                            words[0],
                            words[1..].join(" "),
                            table.view(seat)
                        );
                        let said = testing::talk(heard.as_bytes(), decide);
                        let chosen = said.strip_prefix("bestmove ").unwrap().trim_end().to_owned();
                        (Actor::Seat(seat), Word::new(chosen).unwrap())
                    }
                };
                table.play(actor, action.as_str()).unwrap();
                played.push(action.to_string());
            }
            games.push_str(&format!("{line}: {}\n", played.join(" ")));
        }
        testkit::golden::golden(Path::new("tests/golden/greedy.txt"), &games);
    }

    #[test]
    fn garbage_is_survived() {
        testing::survives_garbage(decide);
    }
}
