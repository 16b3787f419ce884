//! Move lists against an independent library, in random games.

use cozy_chess::{Board, GameStatus, Move};
use testkit::typed::{legal, play, read, start};
use uvi_games::{
    game::{Game, Seed, Stream, Turn},
    games::chess::{Chess, row},
};

use super::SHUFFLED;
use crate::cozy::{castles, moves, text};

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
