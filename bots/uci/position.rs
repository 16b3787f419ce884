//! Translates a position of `chess` to UCI: FEN, and the moves since the last irreversible one, so that the engine sees
//! repetitions.

use arbiter::{
    game::{Game, OptionValues},
    games::chess::Chess,
};
use uvi::Words;

/// The usual start: `startpos` in UCI.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The line of a position and the moves that lead on from it. Text that is not a position of `chess` is passed on,
/// and the usual start is `startpos`. Engines also use moves before the last irreversible one, for example to see that it captured.
pub(crate) fn position_line(position: &Words, moves: &Words) -> String {
    let found: Vec<&str> = position.iter().collect();
    let (fen, past) = match found[..] {
        [board, side, castling, passed, quiet, turn, past] => match (past != "-").then(|| before(position)).flatten() {
            Some(earlier) => {
                let earlier = earlier.to_string();
                let mut words = earlier.split(' ');
                let [board, side, _, _, quiet, turn] = std::array::from_fn(|_| words.next().unwrap_or_default());
                (format!("{board} {side} {castling} - {quiet} {turn}"), past.replace(',', " "))
            }
            None => (format!("{board} {side} {castling} {passed} {quiet} {turn}"), String::new()),
        },
        _ => (position.to_string(), String::new()),
    };
    let start = if fen == START { "position startpos".to_owned() } else { format!("position fen {fen}") };
    let moves = [past.as_str(), moves.as_str()].into_iter().filter(|moves| !moves.is_empty()).collect::<Vec<_>>();
    if moves.is_empty() { start } else { format!("{start} moves {}", moves.join(" ")) }
}

/// Returns the position before its past moves; `None` if it is not a position of `chess`.
fn before(position: &Words) -> Option<Chess> {
    let mut options = OptionValues::defaults(Chess::OPTIONS);
    // Positions of games from the usual start are positions here too.
    options.set("start", "shuffled").ok()?;
    Chess::read(&Chess::options(&options).ok()?, 2, position.as_str()).ok()?.before_past()
}

#[cfg(test)]
mod tests {
    use arbiter::game::{Actor, Turn};
    use uvi::Seed;

    use super::*;

    #[test]
    fn moves_are_taken_back_to_the_last_that_cannot_be() {
        for (position, wanted) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -", "position startpos"),
            (
                "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2 g1f3,g8f6,f3g1",
                "position startpos moves g1f3 g8f6 f3g1",
            ),
            ("4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 30 -", "position fen 4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 30"),
            ("8/4k3/8/8/8/8/4P3/4K2R w H - 12 30 e8e7", "position fen 4k3/8/8/8/8/8/4P3/4K2R b H - 11 29 moves e8e7"),
            ("red blue", "position fen red blue"),
            ("8/8 w - - 0 1 a1a2", "position fen 8/8 w - - 0 1"),
        ] {
            assert_eq!(position_line(&Words::new(position).unwrap(), &Words::default()), wanted);
        }
    }

    /// In whole games, playing the moves of the line from its FEN gives the same position.
    #[test]
    fn the_line_leads_to_the_position() {
        for number in 0..8_u8 {
            let mut options = OptionValues::defaults(Chess::OPTIONS);
            options.set("start", if number < 4 { "standard" } else { "shuffled" }).unwrap();
            let options = Chess::options(&options).unwrap();
            let mut luck = arbiter::game::Stream::new(&Seed([number; 16]), "games");
            let mut game = Chess::start(&options, 2, &Seed([0; 16]));
            while let Turn::Seats(seats) = game.turn() {
                let text = position_line(&Words::new(game.to_string()).unwrap(), &Words::default());
                let (start, moves) = text.split_once(" moves ").unwrap_or((&text, ""));
                let fen = start.strip_prefix("position fen ").unwrap_or(START);
                let mut again = Chess::read(&options, 2, fen).unwrap();
                for text in moves.split_whitespace() {
                    let Turn::Seats(seats) = again.turn() else { panic!("{again} is over") };
                    again.apply(Actor::Seat(seats.first().unwrap()), text.parse().unwrap()).unwrap();
                }
                assert_eq!(again, game, "{text}");
                let seat = seats.first().unwrap();
                let mut legal = Vec::new();
                game.legal(seat, &mut legal);
                game.play(Actor::Seat(seat), legal[luck.below(legal.len() as u32) as usize]);
            }
        }
    }
}
