//! Orthodox piece moves against an independent library, in random positions.

use cozy_chess::{Board, Move, Piece};
use testkit::typed::{legal, read, why};
use uvi_games::{
    game::{Seed, Stream},
    games::french_revolution::FrenchRevolution,
};

use crate::cozy::{self, moves, text};

struct Choices(Stream);

impl Choices {
    fn new() -> Self {
        Self(Stream::new(&Seed([7; 16]), "choices"))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u32) as usize
    }
}

/// The library's piece moves, written as ours.
fn theirs(board: &Board) -> Vec<String> {
    let is_piece = |go: &Move| board.piece_on(go.from) != Some(Piece::Pawn);
    let mut texts: Vec<String> = moves(board).into_iter().filter(is_piece).map(|go| text(board, go, false)).collect();
    texts.sort();
    texts
}

/// A random legal position, sometimes with rights to castle; `None` if the drawn position is illegal. No pawn stands on a
/// middle rank, so the library's captures are all allowed.
fn random(choices: &mut Choices) -> Option<(Board, FrenchRevolution)> {
    let mut rows = [['.'; 8]; 8];
    let mut put = |row: usize, file: usize, man| rows[row][file] = man;
    let homes = choices.below(4) == 0;
    let kings = if homes {
        [(0, 4), (7, 4)]
    } else {
        [(choices.below(8), choices.below(8)), (choices.below(8), choices.below(8))]
    };
    for _ in 0..choices.below(12) {
        let man = ['q', 'r', 'b', 'n', 'Q', 'R', 'B', 'N', 'p', 'P'][choices.below(10)];
        let row = if man.eq_ignore_ascii_case(&'p') { [1, 2, 5, 6][choices.below(4)] } else { choices.below(8) };
        put(row, choices.below(8), man);
    }
    if homes {
        for (row, file, man) in [(0, 0, 'r'), (0, 7, 'r'), (7, 0, 'R'), (7, 7, 'R')] {
            put(row, file, man);
        }
    }
    put(kings[0].0, kings[0].1, 'k');
    put(kings[1].0, kings[1].1, 'K');
    let castling = if homes { ["KQkq", "Kq", "Qk", "-"][choices.below(4)] } else { "-" };
    let (board, side) = (cozy::board(&rows), ['w', 'b'][choices.below(2)]);
    let theirs: Board = format!("{board} {side} {castling} - 0 1").parse().ok()?;
    let ours = read(&[], 2, &format!("{board} {side} {castling} piece 3")).ok()?;
    Some((theirs, ours))
}

#[test]
fn piece_parts_agree_in_random_positions() {
    let mut choices = Choices::new();
    let (mut positions, mut castlings) = (0, 0);
    while positions < 5_000 {
        let Some((board, game)) = random(&mut choices) else { continue };
        // Only a move of the library that leaves no pawn part may be missing from ours.
        let ours = legal(&game);
        let theirs = theirs(&board);
        let unlisted: Vec<_> = theirs.iter().filter(|go| !ours.contains(go)).collect();
        assert!(ours.iter().all(|go| theirs.contains(go)), "{game}\n{ours:?}\n{theirs:?}");
        for go in unlisted {
            assert_eq!(reason(&game, go), "no legal pawn part would be left", "{go} in {game}");
        }
        castlings += ours.iter().filter(|go| matches!(go.as_str(), "e1g1" | "e1c1" | "e8g8" | "e8c8")).count();
        positions += 1;
    }
    assert!(castlings > 200, "{castlings}");
}

/// The reason why the move is refused, without the move itself. A finished game refuses all moves alike.
fn reason(game: &FrenchRevolution, go: &str) -> String {
    if legal(game).is_empty() {
        return "no legal pawn part would be left".to_owned();
    }
    why(game, go).split(" after ").next().unwrap().to_owned()
}
