//! Examples of each game for pictures, test vectors, fuzzing and the law tests.

mod cat_chess;
mod catalonia;
mod chess;
mod french_revolution;
mod katarenga;
mod orwell;

use uvi_games::{
    each_game,
    game::{
        Game, Variant,
        laws::{Laws, WalkCoverage},
    },
};

/// A position whose picture is stored as a test reference, after some actions.
#[derive(Debug, Clone, Copy)]
pub struct Scene {
    /// The name, unique among all pictures.
    pub name: &'static str,
    /// The rule options that differ from their defaults.
    pub options: &'static [(&'static str, &'static str)],
    /// The position; empty for the start position with the fewest seats.
    pub position: &'static str,
    /// The actions to play before the picture is drawn, separated by spaces. If several seats are to act, the lowest
    /// seat acts.
    pub actions: &'static str,
    /// The number of shapes that mark the last actions.
    pub marks: usize,
}

/// A random game that tests the laws, with a condition on its counts.
#[derive(Debug, Clone)]
pub struct LawWalk<G: Game> {
    /// The settings of the walk.
    pub laws: Laws<'static, G>,
    /// The condition: returns true if the walk reached its cases.
    pub sees: fn(&WalkCoverage) -> bool,
}

impl<G: Game> LawWalk<G> {
    const fn new(laws: Laws<'static, G>, sees: fn(&WalkCoverage) -> bool) -> Self {
        Self { laws, sees }
    }
}

/// A game with examples.
pub trait Specimens: Game {
    /// The positions with stored pictures.
    const SCENES: &'static [Scene];

    /// Rare positions with their names, ascending by name. A name is unique among all games.
    const POSITIONS: &'static [(&'static str, &'static str)];

    /// Returns the expected title of each man in a picture of the position. Shares no code with the game's parser.
    const MEN: fn(&str) -> Vec<String>;

    /// The random games that test the laws. Together they must reach every kind of decision.
    fn walks() -> Vec<LawWalk<Self>>;
}

macro_rules! by_word {
    ($($name:ident: $game:ty,)*) => {
        /// Returns the positions of a variant with stored pictures.
        pub fn scenes(variant: &dyn Variant) -> &'static [Scene] {
            match variant.word() {
                $(<$game>::WORD => <$game>::SCENES,)*
                word => panic!("{word} has no specimens"),
            }
        }

        /// Returns the rare positions of a variant with their names.
        pub fn positions(variant: &dyn Variant) -> &'static [(&'static str, &'static str)] {
            match variant.word() {
                $(<$game>::WORD => <$game>::POSITIONS,)*
                word => panic!("{word} has no specimens"),
            }
        }

        /// Returns the expected title of each man in a picture of a position.
        pub fn men(variant: &dyn Variant, position: &str) -> Vec<String> {
            match variant.word() {
                $(<$game>::WORD => <$game>::MEN(position),)*
                word => panic!("{word} has no specimens"),
            }
        }
    };
}

each_game!(by_word);

/// The condition of a walk of a game without passes, chance, simultaneous choices and unlisted actions.
fn walked(seen: &WalkCoverage) -> bool {
    let games = seen.games;
    let nothing_rare = (seen.passes, seen.chances, seen.together, seen.unlisted) == (0, 0, 0, 0);
    seen.decisions > 3 * games && seen.refused > 5 * games && nothing_rare
}

/// The name and square of each man, such as `Black pawn c3`. The first word of the position is a board as in FEN. The
/// text of a man has `letters` bytes, and `name` returns the name of a man.
fn men_by_name(position: &str, letters: usize, name: impl Fn(&str) -> String) -> Vec<String> {
    let mut men = Vec::new();
    let board = position.split(' ').next().unwrap_or_default();
    for (rank, row) in (1..).zip(board.split('/').rev()) {
        let (mut file, mut rest) = (b'a', row);
        while let Some(first) = rest.chars().next() {
            let length = if let Some(run) = first.to_digit(10) {
                file += run as u8;
                1
            } else {
                men.push(format!("{} {}{rank}", name(&rest[..letters]), char::from(file)));
                file += 1;
                letters
            };
            rest = &rest[length..];
        }
    }
    men
}

/// The name and square of each man of orthodox chess.
fn orthodox_men(position: &str) -> Vec<String> {
    men_by_name(position, 1, |man| {
        let side = if man.to_uppercase() == man { "White" } else { "Black" };
        let kind = match man.to_uppercase().as_str() {
            "K" => "king",
            "Q" => "queen",
            "R" => "rook",
            "B" => "bishop",
            "N" => "knight",
            _ => "pawn",
        };
        format!("{side} {kind}")
    })
}
