//! `arbiter-greedy`, a bot that takes what it can. It knows no rules, only the board notation of each variant: an
//! action that ends on a man captures it. In an unknown variant it plays at random.

mod common;

use std::process::ExitCode;

use clap::Parser;
use uvi::{Word, Words, bot::TurnRequest};

/// A bot for every variant: it takes the most valuable man it can, else promotes, else plays at random
///
/// It finds captures in orwell, chess, french-revolution, katarenga and congress, and challenges in cat-chess. It does not
/// think ahead. In every other variant it plays random actions.
#[derive(Debug, Parser)]
#[command(name = "arbiter-greedy", version, after_help = common::help("arbiter-greedy"))]
struct Command {
    #[command(flatten)]
    arguments: common::Arguments,
}

/// The way in which a variant shows possible captures.
#[derive(Debug, Clone, Copy)]
enum CaptureSight {
    /// A board of ranks from the top, separated by `/`, with digits for empty squares.
    Board {
        /// The index of the board among the words of the position, from 0.
        word: usize,
        /// The number of characters of a man. The last one is its kind.
        width: usize,
        /// The value of each kind of man, in lower case. Other kinds are worth nothing.
        worth: &'static [(char, u32)],
    },
    /// No board. An action with this mark attacks.
    Mark(char),
}

/// The gain of an action. Captures are compared first; promotions decide between equal captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Gain {
    taken: u32,
    promoted: u32,
}

/// A square by file and rank, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BoardSquare {
    file: usize,
    rank: usize,
}

/// The values in Katarenga and Congress. `c` is the first letter after the square in an action such as `c8camp`:
/// entering a camp counts as a promotion.
const PAWNS_AND_CAMP: &[(char, u32)] = &[('w', 1), ('b', 1), ('c', 1)];

/// The variants with visible captures. In Orwell Chess, the captor of a Raja or Maharaja becomes a Maharaja, and three
/// Maharajas win.
const SIGHTS: [(&str, CaptureSight); 6] = [
    (
        "orwell",
        CaptureSight::Board {
            word: 0,
            width: 2,
            worth: &[('u', 1), ('d', 1), ('p', 3), ('j', 4), ('g', 8), ('r', 20), ('m', 25)],
        },
    ),
    (
        "french-revolution",
        CaptureSight::Board { word: 0, width: 1, worth: &[('p', 1), ('n', 3), ('b', 3), ('r', 5), ('q', 9)] },
    ),
    ("chess", CaptureSight::Board { word: 0, width: 1, worth: &[('p', 1), ('n', 3), ('b', 3), ('r', 5), ('q', 9)] }),
    ("katarenga", CaptureSight::Board { word: 1, width: 1, worth: PAWNS_AND_CAMP }),
    ("congress", CaptureSight::Board { word: 1, width: 1, worth: PAWNS_AND_CAMP }),
    ("cat-chess", CaptureSight::Mark('!')),
];

fn main() -> ExitCode {
    let command = Command::parse();
    common::end(uvi::bot::run(common::identity("Arbiter Greedy", &command.arguments), decide))
}

/// Returns one of the actions with the greatest gain, drawn at random.
fn decide(turn: &TurnRequest) -> Option<Word> {
    let variant = turn.game.variant.as_str();
    let sight = SIGHTS.iter().find(|(known, _)| *known == variant).map(|(_, sight)| *sight);
    let gain = |action: &str| sight.map_or_else(Gain::default, |sight| sight.gain(&turn.position, action));
    let mut best = Gain::default();
    let mut actions = Vec::new();
    for action in turn.legal.iter() {
        let gain = gain(action);
        if gain > best {
            best = gain;
            actions.clear();
        }
        if gain == best {
            actions.push(action);
        }
    }
    common::draw(turn, &actions)
}

impl CaptureSight {
    fn gain(self, position: &Words, action: &str) -> Gain {
        match self {
            Self::Mark(mark) => Gain { taken: u32::from(action.contains(mark)), promoted: 0 },
            Self::Board { word, width, worth } => {
                let worth_of = |kind: char| {
                    worth.iter().find(|(known, _)| known.eq_ignore_ascii_case(&kind)).map_or(0, |(_, worth)| *worth)
                };
                let Some((_, after_from)) = BoardSquare::parse(action) else { return Gain::default() };
                let (to, addition) = match BoardSquare::parse(after_from) {
                    Some((to, addition)) => (Some(to), addition),
                    None => (None, after_from),
                };
                let board = position.iter().nth(word).unwrap_or_default();
                let taken = to.and_then(|to| to.man(board, width)).map_or(0, worth_of);
                Gain { taken, promoted: addition.chars().next().map_or(0, worth_of) }
            }
        }
    }
}

impl BoardSquare {
    /// Parses the square at the beginning of a text. Returns the square and the rest of the text.
    fn parse(text: &str) -> Option<(Self, &str)> {
        let file = usize::from(text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a');
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (rank, rest) = text[1..].split_at(digits);
        let rank = rank.parse::<usize>().ok()?.checked_sub(1)?;
        Some((Self { file, rank }, rest))
    }

    /// Returns the kind of the man on the square, on a board with `width` characters per man.
    fn man(self, board: &str, width: usize) -> Option<char> {
        let rank = board.split('/').rev().nth(self.rank)?;
        let mut file = 0;
        let mut characters = rank.chars();
        while file <= self.file {
            let first = characters.next()?;
            if let Some(empty) = first.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let kind = if width > 1 { characters.nth(width - 2)? } else { first };
            if file == self.file {
                return Some(kind);
            }
            file += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{common::testing, *};

    const ORWELL: &str = "7/7/7/7/7/7/7/7/1bGrR4/wJ1bu1rMrd1/7/wG6 1 13 --- 4 -";
    const REVOLUTION: &str = "r3k2r/8/3q4/8/8/2p5/8/R3K2R w KQkq piece 9";
    const TEN_RANKS: &str = "r3k2r/P7/8/8/8/8/8/8/8/R3K2R w - pawn 9";
    const KATARENGA: &str = "RYBG/GRGB/YYBR/BGRY/RYGB/GYRY/BBGR/YRGB bbbb4/8/8/8/w7/8/8/1wwwwwww 1 play 00 wb 3 4";
    const CONGRESS: &str = "RYBGRYBG/8/8/8/8/8/8/8 w2b4/8/8/8/8/8/8/8 1 4";

    /// Checks that the choices over many seeds are exactly these actions.
    #[track_caller]
    fn check(variant: &str, position: &str, legal: &str, chosen: &[&str]) {
        let choices: std::collections::BTreeSet<String> =
            (0..60).map(|seed| testing::choice(decide, seed, variant, position, legal)).collect();
        assert!(choices.iter().map(String::as_str).eq(chosen.iter().copied()), "{choices:?}");
    }

    #[test]
    fn a_capture_is_taken() {
        check("orwell", ORWELL, "a1a2 a3a4 a3c3 pass", &["a3c3"]);
        check("french-revolution", REVOLUTION, "a1a2 a1a8 e1g1", &["a1a8"]);
        check("katarenga", KATARENGA, "a4a5 a4a7 a4a8 b1b2", &["a4a8"]);
        check("congress", CONGRESS, "a8b8 a8c8 a8d8", &["a8d8"]);
    }

    #[test]
    fn the_most_valuable_man_is_taken() {
        check("orwell", ORWELL, "a1b4 a1c4 a1c3 a1e3 a1f3", &["a1e3"]);
        check("orwell", ORWELL, "a1b4 a1c4 a1c3 a1f3", &["a1c4"]);
        check("french-revolution", REVOLUTION, "a1a8 a1c3 a1d6 h1h8", &["a1d6"]);
    }

    #[test]
    fn equal_captures_are_drawn() {
        check("orwell", ORWELL, "a1c3 a1f3 a1a2", &["a1c3", "a1f3"]);
        check("french-revolution", REVOLUTION, "a1a8 a1c3 h1h8", &["a1a8", "h1h8"]);
    }

    #[test]
    fn a_promotion_is_better_than_nothing_and_worse_than_a_capture() {
        check("orwell", ORWELL, "f1e2d f1e2g f1e2j f1e2p f1g2", &["f1e2g"]);
        check("orwell", ORWELL, "f1e2g a1c3", &["a1c3"]);
        check("orwell", ORWELL, "f1c3d f1c3g a1c3", &["f1c3g"]);
        check("french-revolution", TEN_RANKS, "a9a10b a9a10n a9a10q a9a10r e1e2", &["a9a10q"]);
        check("katarenga", KATARENGA, "a4a5 c8camp", &["c8camp"]);
    }

    #[test]
    fn ranks_of_two_digits_are_read() {
        check("french-revolution", TEN_RANKS, "a1a2 h1h10 h1h9", &["h1h10"]);
        check("orwell", "wuwu5/7/7/7/7/7/7/7/7/7/7/rG6 2 1 --- 1 -", "a1a11 a1a12 a1b11", &["a1a12"]);
    }

    #[test]
    fn a_cat_challenges() {
        check("cat-chess", "111111/111 k:4:a1.3 . 1 turn 1 ... 1 00 -", "a!2b a-g11 a~ b!3c", &["a!2b", "b!3c"]);
    }

    #[test]
    fn where_nothing_is_to_be_taken_the_choice_is_drawn() {
        check("orwell", ORWELL, "a3a4 b6b7", &["a3a4", "b6b7"]);
        check("katarenga", KATARENGA, "turn0 turn180 turn270 turn90", &["turn0", "turn180", "turn270", "turn90"]);
        check("catalonia", "1nblgbn1/8 - 1 move 1 0 wb -", "b1a3 c2c3 yield", &["b1a3", "c2c3", "yield"]);
    }

    #[test]
    fn an_unknown_variant_is_answered() {
        check("halma", REVOLUTION, "a1a2 a1a8", &["a1a2", "a1a8"]);
    }

    /// Plays whole games of each readable variant. An action counts as a capture for the bot exactly if its printed
    /// form is a capture.
    #[test]
    fn a_capture_is_what_people_write_as_one() {
        use arbiter::{
            game::{Actor, OptionValues, Seed, Turn},
            games,
        };
        for (word, sight) in SIGHTS {
            let Some(variant) = games::REGISTRY.find(word).filter(|_| matches!(sight, CaptureSight::Board { .. }))
            else {
                continue;
            };
            let seed = Seed([3; 16]);
            let mut table =
                variant.start(&OptionValues::defaults(variant.options()), variant.seats()[0], &seed).unwrap();
            let mut captures = 0;
            for draw in 0..400 {
                let (actor, action) = match table.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => (Actor::Chance, table.chance(&seed).unwrap()),
                    Turn::Seats(_) if table.forced().is_some() => {
                        let (seat, pass) = table.forced().unwrap();
                        (Actor::Seat(seat), pass)
                    }
                    Turn::Seats(seats) => {
                        let seat = seats.first().unwrap();
                        let (view, legal) = (table.view(seat), table.legal(seat));
                        for action in &legal {
                            let text = table.clone().play(Actor::Seat(seat), action.as_str()).unwrap().text;
                            let is_capture = sight.gain(&view, action.as_str()).taken > 0;
                            assert_eq!(is_capture, text.contains('x'), "{word} {view}: {action}, {text}");
                            captures += usize::from(is_capture);
                        }
                        let legal: Words = legal.iter().collect();
                        let chosen = testing::choice(decide, draw, word, view.as_str(), legal.as_str());
                        (Actor::Seat(seat), Word::new(chosen).unwrap())
                    }
                };
                table.play(actor, action.as_str()).unwrap();
            }
            // Congress has no captures by default.
            assert!(captures > 0 || word == "congress", "{word}");
        }
    }

    #[test]
    fn garbage_is_survived() {
        testing::survives_garbage(decide);
    }
}
