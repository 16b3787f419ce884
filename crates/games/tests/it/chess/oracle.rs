//! Move lists against an independent library, in random games and positions.

use std::fmt::Write as _;

use cozy_chess::{Board, GameStatus};
use testkit::typed::{action, actor, legal, read, start};
use uvi_games::{
    game::{Game, Seed, Stream, Turn},
    games::chess::{Chess, row},
};

use super::SHUFFLED;

/// The moves of the library. It writes castling as king takes rook.
fn theirs(board: &Board, shuffled: bool) -> Vec<String> {
    let own = board.colors(board.side_to_move());
    let mut texts = Vec::new();
    board.generate_moves(|of_one| {
        texts.extend(of_one.into_iter().map(|go| match own.has(go.to) && !shuffled {
            true => {
                let file = if go.to.file() > go.from.file() { cozy_chess::File::G } else { cozy_chess::File::C };
                format!("{}{}", go.from, cozy_chess::Square::new(file, go.from.rank()))
            }
            false => go.to_string(),
        }));
        false
    });
    texts.sort();
    texts
}

fn is_castling(board: &Board, text: &str) -> bool {
    let king = board.king(board.side_to_move()).to_string();
    let files = text.as_bytes()[0].abs_diff(text.as_bytes()[2]);
    text.starts_with(&king) && (files > 1 || board.colors(board.side_to_move()).has(text[2..4].parse().unwrap()))
}

fn their_move(board: &Board, text: &str, shuffled: bool) -> cozy_chess::Move {
    let mut wanted = None;
    board.generate_moves(|of_one| {
        for go in of_one {
            let castles = board.colors(board.side_to_move()).has(go.to);
            let right = if go.to.file() > go.from.file() { 'g' } else { 'c' };
            let mut own = go.to.to_string();
            if castles && !shuffled {
                own = format!("{right}{}", &own[1..]);
            }
            let mut found = format!("{}{own}", go.from);
            if let Some(piece) = go.promotion {
                write!(found, "{piece}").unwrap();
            }
            if found == text {
                wanted = Some(go);
            }
        }
        wanted.is_some()
    });
    wanted.unwrap_or_else(|| panic!("{text} in {board}"))
}

/// Plays random games that prefer castling, promotions and captures in passing. Returns the number of positions and of
/// castlings.
fn play(mut next: impl FnMut(u32) -> (Chess, Board), shuffled: bool, games: u32) -> (u32, u32) {
    let mut luck = Stream::new(&Seed([7; 16]), "games");
    let (mut positions, mut castlings) = (0, 0);
    for number in 0..games {
        let (mut game, mut board) = next(number);
        loop {
            let theirs = theirs(&board, shuffled);
            let status = board.status();
            if let Turn::Over(outcome) = game.turn() {
                // Our games also end by repetition or a dead position; mate and stalemate are the same in the library.
                let wanted = match outcome.reason {
                    "checkmate" => GameStatus::Won,
                    "stalemate" | "fifty-moves" => GameStatus::Drawn,
                    _ => GameStatus::Ongoing,
                };
                assert_eq!(status, wanted, "{game}");
            } else {
                assert_eq!(status, GameStatus::Ongoing, "{game}");
                assert_eq!(legal(&game), theirs, "{game}");
            }
            positions += 1;
            if matches!(game.turn(), Turn::Over(_)) {
                break;
            }
            let rare: Vec<&String> =
                theirs.iter().filter(|text| text.len() == 5 || is_castling(&board, text)).collect();
            let text = if rare.is_empty() || luck.below(3) == 0 {
                theirs[luck.below(theirs.len() as u32) as usize].clone()
            } else {
                rare[luck.below(rare.len() as u32) as usize].clone()
            };
            castlings += u32::from(is_castling(&board, &text));
            board.play_unchecked(their_move(&board, &text, shuffled));
            let actor = actor(&game);
            game.apply(actor, action::<Chess>(&text)).unwrap();
            assert_eq!(
                game.in_check(uvi_games::board::Side::White) || game.in_check(uvi_games::board::Side::Black),
                !board.checkers().is_empty(),
                "{game}"
            );
        }
    }
    (positions, castlings)
}

#[test]
fn moves_agree_in_random_games() {
    let (positions, castlings) = play(|_| (start::<Chess>(&[], "0"), Board::default()), false, 40);
    assert!(positions > 5_000 && castlings > 10, "{positions} {castlings}");
}

#[test]
fn moves_agree_in_shuffled_games() {
    let deal = |number: u32| {
        let row = row(number * 16 + number % 16);
        let position = format!("{row}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", row.to_uppercase());
        let game = read::<Chess>(SHUFFLED, 2, &position).unwrap();
        let text = game.to_string();
        let shredder = text.strip_suffix(" -").unwrap();
        (game, Board::from_fen(shredder, true).unwrap())
    };
    let (positions, castlings) = play(deal, true, 40);
    assert!(positions > 5_000 && castlings > 30, "{positions} {castlings}");
}

/// Random legal positions with few men, in which pins, checks and captures in passing are common.
#[test]
fn moves_agree_in_random_positions() {
    let mut luck = Stream::new(&Seed([9; 16]), "positions");
    let mut positions = 0;
    while positions < 4_000 {
        let mut rows = [['.'; 8]; 8];
        for man in ["k", "K"].concat().chars().chain(
            (0..luck.below(14))
                .map(|_| ['q', 'r', 'b', 'n', 'Q', 'R', 'B', 'N', 'p', 'P', 'p', 'P'][luck.below(12) as usize])
                .collect::<Vec<_>>(),
        ) {
            let row = if man.eq_ignore_ascii_case(&'p') { 1 + luck.below(6) } else { luck.below(8) };
            rows[row as usize][luck.below(8) as usize] = man;
        }
        let board: Vec<String> = rows
            .iter()
            .map(|row| {
                let text: String = row.iter().collect();
                (1..=8).rev().fold(text, |text, run| text.replace(&".".repeat(run), &run.to_string()))
            })
            .collect();
        let (side, rank) = [('w', 6), ('b', 3)][luck.below(2) as usize];
        let passed = match luck.below(2) {
            0 => "-".to_owned(),
            _ => format!("{}{rank}", char::from(b'a' + luck.below(8) as u8)),
        };
        let text = format!("{} {side} - {passed} 0 1", board.join("/"));
        let (Ok(theirs_board), Ok(game)) = (Board::from_fen(&text, false), read::<Chess>(&[], 2, &text)) else {
            continue;
        };
        if !matches!(game.turn(), Turn::Over(_)) {
            assert_eq!(legal(&game), theirs(&theirs_board, false), "{game}");
        }
        positions += 1;
    }
}
