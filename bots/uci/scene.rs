//! A `position` line of UCI as the position of a game of `chess`.

use arbiter::{
    game::{Actor, Game as _, OptionValues, Seat, Turn},
    games::chess::Chess,
};
use uvi::Words;

use super::gui_grammar;

/// The usual start.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The reason why a position cannot be asked about.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SceneError {
    #[error("expected position startpos or position fen, found {0:?}")]
    Words(String),
    #[error("position {fen}: {error}")]
    Fen { fen: String, error: String },
    #[error("move {action} after {played} moves: {error}")]
    Move { action: String, played: usize, error: String },
    #[error("the game is over")]
    Over,
}

/// A position in which a side is to move, with the moves that led to it.
#[derive(Debug)]
pub(crate) struct UciScene {
    /// The position before the moves.
    start: String,
    moves: String,
    now: Chess,
    seat: Seat,
}

impl UciScene {
    /// Reads the words after `position`. Without any, it is the usual start.
    pub(crate) fn read(line: &str, is_shuffled: bool) -> Result<Self, SceneError> {
        let (fen, moves) = gui_grammar::position(line).ok_or_else(|| SceneError::Words(line.to_owned()))?;
        let fen = fen.map_or_else(|| START.to_owned(), whole);
        let fen = if is_shuffled { with_rooks(&fen) } else { fen };
        let mut values = OptionValues::defaults(Chess::OPTIONS);
        if is_shuffled {
            values.set("start", "shuffled").expect("chess has this option");
        }
        let options = Chess::options(&values).expect("these options go together");
        let wrong = |error: String| SceneError::Fen { fen: fen.clone(), error };
        let mut now = Chess::read(&options, 2, &fen).map_err(|error| wrong(error.to_string()))?;
        let start = now.to_string();
        for (played, action) in moves.iter().enumerate() {
            let wrong = |error: String| SceneError::Move { action: (*action).to_owned(), played, error };
            let seat = to_move(&now).ok_or(SceneError::Over)?;
            let action = action.parse().map_err(|error| wrong(format!("{error}")))?;
            now.apply(Actor::Seat(seat), action).map_err(|error| wrong(error.to_string()))?;
        }
        let seat = to_move(&now).ok_or(SceneError::Over)?;
        Ok(Self { start, moves: moves.join(" "), now, seat })
    }

    /// The number of the seat that is to move: 1 for White.
    pub(crate) fn seat(&self) -> u32 {
        self.seat.number()
    }

    /// The position in the words of the variant.
    pub(crate) fn position(&self) -> Words {
        Words::from_string(self.now.to_string()).expect("a position has words")
    }

    /// The start and the moves since.
    pub(crate) fn history(&self) -> (Words, Words) {
        (Words::new(&self.start).expect("a position has words"), Words::new(&self.moves).unwrap_or_default())
    }

    /// The legal moves, sorted by bytes.
    pub(crate) fn legal(&self) -> Words {
        let mut actions = Vec::new();
        self.now.legal(self.seat, &mut actions);
        let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        Words::from_string(texts.join(" ")).unwrap_or_default()
    }
}

fn to_move(game: &Chess) -> Option<Seat> {
    match game.turn() {
        Turn::Seats(seats) => seats.first(),
        Turn::Chance | Turn::Over(_) => None,
    }
}

/// A FEN of six words. Some GUIs omit the last ones.
fn whole(mut fen: Vec<&str>) -> String {
    fen.extend(["w", "-", "-", "0", "1"].iter().skip(fen.len() - 1));
    fen.join(" ")
}

/// The FEN with the castling rights of a shuffled start named by the files of the rooks: `KQkq` stands for the outermost
/// ones.
fn with_rooks(fen: &str) -> String {
    let words: Vec<&str> = fen.split(' ').collect();
    let [board, side, castling, rest @ ..] = words.as_slice() else { return fen.to_owned() };
    let ranks: Vec<&str> = board.split('/').collect();
    let letter = |letter: char| {
        let rank = if letter.is_ascii_uppercase() { ranks.last() } else { ranks.first() };
        let men = rank.map(|rank| squares(rank)).unwrap_or_default();
        let [king, rook] = if letter.is_ascii_uppercase() { ['K', 'R'] } else { ['k', 'r'] };
        let home = men.iter().position(|man| *man == king);
        let is_rook = |file: &usize| men[*file] == rook;
        let found = match (letter.to_ascii_lowercase(), home) {
            ('k', Some(home)) => (home..men.len()).rev().find(is_rook),
            ('q', Some(home)) => (0..home).find(is_rook),
            _ => None,
        };
        let base = if letter.is_ascii_uppercase() { b'A' } else { b'a' };
        found.and_then(|file| u8::try_from(file).ok()).map_or(letter, |file| char::from(base + file))
    };
    let castling: String = castling.chars().map(letter).collect();
    [*board, side, &castling].into_iter().chain(rest.iter().copied()).collect::<Vec<_>>().join(" ")
}

/// The men of a rank of a FEN, with `.` for an empty square.
fn squares(rank: &str) -> Vec<char> {
    let run = |letter: char| match letter.to_digit(10) {
        Some(run) => vec!['.'; run as usize],
        None => vec![letter],
    };
    rank.chars().flat_map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(line: &str, is_shuffled: bool) -> UciScene {
        UciScene::read(line, is_shuffled).unwrap()
    }

    #[test]
    fn a_position_of_uci_is_one_of_the_variant() {
        for (line, seat, position, history) in [
            ("", 1, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -", ""),
            (
                "startpos moves g1f3  g8f6 f3g1",
                2,
                "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2 g1f3,g8f6,f3g1",
                "g1f3 g8f6 f3g1",
            ),
            ("fen 4k3/8/8/8/8/8/4P3/4K3 w", 1, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 -", ""),
            ("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4", 2, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 -", "e2e4"),
        ] {
            let scene = read(line, false);
            assert_eq!((scene.seat(), scene.position().as_str()), (seat, position), "{line}");
            assert_eq!(scene.history().1.as_str(), history, "{line}");
        }
        assert!(read("startpos", false).legal().as_str().starts_with("a2a3 a2a4 b1a3 b1c3 "));
    }

    #[test]
    fn castling_from_a_shuffled_start_names_the_files_of_the_rooks() {
        for (castling, expected) in [("KQkq", "HBhb"), ("HBhb", "HBhb"), ("K", "H"), ("q", "b"), ("-", "-")] {
            let fen = format!("1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w {castling} - 0 1");
            assert_eq!(with_rooks(&fen), fen.replace(&format!(" w {castling} "), &format!(" w {expected} ")));
        }
        let scene = read("fen 1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w KQkq - 0 1 moves e1h1", true);
        assert!(scene.position().as_str().starts_with("1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b "));
    }

    #[test]
    fn a_position_that_cannot_be_asked_about_is_told() {
        for (line, expected) in [
            ("nonsense", "expected position startpos or position fen, found"),
            ("fen 8/8 w - - 0 1", "position 8/8 w - - 0 1: "),
            ("startpos moves e2e5", "move e2e5 after 0 moves: "),
            ("startpos moves e2e4 up", "move up after 1 moves: "),
            ("startpos moves f2f3 e7e5 g2g4 d8h4", "the game is over"),
        ] {
            let error = UciScene::read(line, false).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
