//! Move lists against an independent library, in random games and positions.

use cozy_chess::{Board, GameStatus, Move};
use testkit::typed::{legal, play, read, start};
use uvi_games::{
    game::{Game, Seed, Stream, Turn},
    games::chess::{Chess, row},
};

use super::SHUFFLED;
use crate::cozy::{self, castles, moves, text};

fn theirs(board: &Board, shuffled: bool) -> Vec<String> {
    let mut texts: Vec<String> = moves(board).into_iter().map(|go| text(board, go, shuffled)).collect();
    texts.sort();
    texts
}

/// Plays random games that prefer castling, promotions and captures in passing. Returns the number of positions and of
/// castlings.
fn follow(mut next: impl FnMut(u32) -> (Chess, Board), shuffled: bool, games: u32) -> (u32, u32) {
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
            let all = moves(&board);
            let is_rare = |go: &Move| go.promotion.is_some() || castles(&board, *go);
            let rare: Vec<Move> = all.iter().copied().filter(is_rare).collect();
            let among = if rare.is_empty() || luck.below(3) == 0 { all } else { rare };
            let go = among[luck.below(among.len() as u32) as usize];
            castlings += u32::from(castles(&board, go));
            play(&mut game, &text(&board, go, shuffled));
            board.play_unchecked(go);
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
    let (positions, castlings) = follow(|_| (start::<Chess>(&[], "0"), Board::default()), false, 40);
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
    let (positions, castlings) = follow(deal, true, 40);
    assert!(positions > 5_000 && castlings > 30, "{positions} {castlings}");
}

/// Random legal positions with few men, in which pins, checks and captures in passing are common.
#[test]
fn moves_agree_in_random_positions() {
    let mut luck = Stream::new(&Seed([9; 16]), "positions");
    let mut positions = 0;
    while positions < 4_000 {
        let mut rows = [['.'; 8]; 8];
        let others = (0..luck.below(14)).map(|_| char::from(b"qrbnQRBNpPpP"[luck.below(12) as usize]));
        for man in ['k', 'K'].into_iter().chain(others).collect::<Vec<_>>() {
            let row = if man.eq_ignore_ascii_case(&'p') { 1 + luck.below(6) } else { luck.below(8) };
            rows[row as usize][luck.below(8) as usize] = man;
        }
        let (side, rank) = [('w', 6), ('b', 3)][luck.below(2) as usize];
        let passed = match luck.below(2) {
            0 => "-".to_owned(),
            _ => format!("{}{rank}", char::from(b'a' + luck.below(8) as u8)),
        };
        let fen = format!("{} {side} - {passed} 0 1", cozy::board(&rows));
        let (Ok(theirs_board), Ok(game)) = (Board::from_fen(&fen, false), read::<Chess>(&[], 2, &fen)) else {
            continue;
        };
        if !matches!(game.turn(), Turn::Over(_)) {
            assert_eq!(legal(&game), theirs(&theirs_board, false), "{game}");
        }
        positions += 1;
    }
}
