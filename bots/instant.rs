//! `arbiter-instant`, a UCI engine that answers at once with a move computed from the position. So the cost of a match
//! is the cost of the program that runs the match. The engine is for measurements: `scripts/same-games --engines
//! arbiter-instant arbiter-instant` compares two such programs.

use std::io::{self, BufRead, Write};

use arbiter::{
    game::{Actor, Game, OptionValues, Seat, Turn},
    games::chess::Chess,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The last `position` line and its position. If the next line continues it, only the new moves are played.
#[derive(Debug, Default)]
struct ParsedPosition {
    line: String,
    game: Option<Chess>,
}

impl ParsedPosition {
    /// Goes to the position of a `position` line. An invalid line clears the game.
    fn go_to(&mut self, line: &str) {
        let onward = line
            .strip_prefix(&self.line)
            .filter(|rest| self.game.is_some() && (self.line.contains(" moves ") || rest.starts_with(" moves ")));
        let (game, moves) = match onward {
            Some(rest) => (self.game.take(), rest.trim_start().trim_start_matches("moves")),
            None => {
                let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
                (read(start), moves)
            }
        };
        self.game = game.and_then(|mut game| {
            for action in moves.split_whitespace() {
                game.apply(Actor::Seat(seat(&game)?), action.parse().ok()?).ok()?;
            }
            Some(game)
        });
        line.clone_into(&mut self.line);
    }
}

fn read(start: &str) -> Option<Chess> {
    let options = Chess::options(&OptionValues::defaults(Chess::OPTIONS)).ok()?;
    let start = start.strip_prefix("position ")?;
    let fen = if start == "startpos" { START } else { start.strip_prefix("fen ")? };
    Chess::read(&options, 2, fen).ok()
}

fn seat(game: &Chess) -> Option<Seat> {
    match game.turn() {
        Turn::Seats(seats) => seats.first(),
        Turn::Chance | Turn::Over(_) => None,
    }
}

/// Returns a legal move that depends only on the position. The choice makes games long.
fn any(game: &Chess) -> Option<String> {
    let mut legal = Vec::new();
    game.legal(seat(game)?, &mut legal);
    let text = game.to_string();
    let fen = text.rsplit_once(' ').map_or(text.as_str(), |(fen, _)| fen);
    let number = fen.bytes().fold(17_usize, |number, byte| number.wrapping_mul(31).wrapping_add(byte.into()));
    legal.get(number % legal.len().max(1)).map(ToString::to_string)
}

fn main() -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let mut known = ParsedPosition::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let said = match line.split_whitespace().next() {
            Some("uci") => concat!(
                "id name Instant\nid author The Arbiter founders\noption name Threads type spin default 1 min 1 max 1\n",
                "option name Hash type spin default 16 min 1 max 16\nuciok"
            )
            .to_owned(),
            Some("isready") => "readyok".to_owned(),
            Some("ucinewgame") => {
                known = ParsedPosition::default();
                continue;
            }
            Some("position") => {
                known.go_to(line.trim_end());
                continue;
            }
            Some("go") => {
                let best = known.game.as_ref().and_then(any).unwrap_or_else(|| "(none)".to_owned());
                format!("info depth 1 score cp 0 nodes 1 time 0 pv {best}\nbestmove {best}")
            }
            Some("quit") => return Ok(()),
            Some(_) | None => continue,
        };
        stdout.write_all(format!("{said}\n").as_bytes())?;
        stdout.flush()?;
    }
    Ok(())
}
