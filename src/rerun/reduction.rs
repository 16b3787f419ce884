//! Makes a script small that ends with a fault: proposes smaller scripts, and keeps those that still fail. It starts no
//! bot; its caller tries the scripts.

use std::{io, ops::Range};

use uvi::{NewGame, ToBot, Words};
use uvi_games::game::{Actor, Registry, Seat, Table, Turn};
use uvi_match::referee::Cue;

use super::{
    Cues, SeatScript,
    judge::table,
    script::{games, turns, without},
};

/// Selects the parts of a script that may be omitted.
type CueRanges = fn(&[(usize, Cue)]) -> Vec<Range<usize>>;

/// Runs a script. Returns what the bot was told and did up to its fault, if it fails as before.
pub type ReductionTrial<'t> = dyn FnMut(&SeatScript) -> io::Result<Option<Cues>> + 't;

/// A reduction under way.
struct Reduction<'t> {
    registry: Registry,
    best: SeatScript,
    fails: &'t mut ReductionTrial<'t>,
}

/// Returns the smallest script that was found and that fails, with the reactions of its last run.
pub fn reduce<'t>(registry: Registry, script: SeatScript, fails: &'t mut ReductionTrial<'t>) -> io::Result<SeatScript> {
    let mut reduction = Reduction { registry, best: script, fails };
    for parts in [games, turns, options] {
        reduction.drop_parts(parts)?;
    }
    reduction.drop_lots()?;
    reduction.shorten_history()?;
    reduction.simplify_position()?;
    Ok(reduction.best)
}

impl Reduction<'_> {
    /// Tries these steps, and keeps them if they fail.
    fn keep(&mut self, cues: Cues) -> io::Result<bool> {
        if cues == self.best.cues {
            return Ok(false);
        }
        let told = (self.fails)(&SeatScript { cues, ..self.best.clone() })?;
        let fails = told.is_some();
        self.best.cues = told.unwrap_or_else(|| std::mem::take(&mut self.best.cues));
        Ok(fails)
    }

    /// Leaves parts out: all of them, or halves, quarters and so on, if they are not needed.
    fn drop_parts(&mut self, parts: CueRanges) -> io::Result<()> {
        let mut size = parts(&self.best.cues).len();
        while size > 0 {
            let mut from = 0;
            loop {
                let found = parts(&self.best.cues);
                let to = found.len().min(from + size);
                let Some(chosen) = found.get(from..to).filter(|chosen| !chosen.is_empty()) else { break };
                if !self.keep(without(&self.best.cues, chosen))? {
                    from += size;
                }
            }
            size /= 2;
        }
        Ok(())
    }

    /// Omits the lots of the bot.
    fn drop_lots(&mut self) -> io::Result<()> {
        let mut cues = self.best.cues.clone();
        for (_, cue) in &mut cues {
            if let Cue::Say(ToBot::NewGame(game)) = cue {
                game.lots = None;
            }
        }
        self.keep(cues).map(drop)
    }

    /// The index of the first cue of the last position, its game, its seat and its full text.
    fn question(&self) -> Option<(usize, NewGame, Seat, Words)> {
        let cues = &self.best.cues;
        let (place, view) = cues.iter().enumerate().rev().find_map(|(place, (_, cue))| match cue {
            Cue::Say(ToBot::Position(view)) => Some((place, view)),
            _ => None,
        })?;
        let game = cues[..place].iter().rev().find_map(|(_, cue)| match cue {
            Cue::Say(ToBot::NewGame(game)) => Some(game.clone()),
            _ => None,
        })?;
        let seat = Seat::new(game.seat)?;
        match &cues[place - 1].1 {
            Cue::Hidden(full) => Some((place - 1, game, seat, full.clone())),
            Cue::Say(_) | Cue::Hear(_) => Some((place, game, seat, view.clone())),
        }
    }

    /// Begins the history of the last question as late as possible.
    fn shorten_history(&mut self) -> io::Result<()> {
        let Some((place, game, seat, _)) = self.question() else { return Ok(()) };
        let told = self.best.cues.iter().enumerate().skip(place).find_map(|(place, (_, cue))| match cue {
            Cue::Say(ToBot::History { start, moves }) => Some((place, start, moves)),
            _ => None,
        });
        let Some((told, start, moves)) = told else { return Ok(()) };
        let moves: Vec<String> = moves.iter().map(str::to_owned).collect();
        let Some(positions) = positions(table(self.registry, &game, start), &moves, seat) else { return Ok(()) };
        let mut kept = 0;
        while kept < moves.len() {
            let from = moves.len() - kept;
            let mut cues = self.best.cues.clone();
            let moves = Words::new(&moves[from..].join(" ")).unwrap_or_default();
            cues[told].1 = Cue::Say(ToBot::History { start: positions[from].clone(), moves });
            if self.keep(cues)? {
                break;
            }
            kept = (2 * kept).max(1);
        }
        Ok(())
    }

    /// Takes men and counters from the last position, as long as the rules allow the rest.
    fn simplify_position(&mut self) -> io::Result<()> {
        let mut size = self.question().map_or(0, |(_, _, _, position)| position.as_str().len() / 2);
        while size > 0 {
            let mut from = 0;
            while let Some((place, game, seat, position)) = self.question() {
                if from >= position.as_str().len() {
                    break;
                }
                let texts = simpler(position.as_str(), from, size).filter_map(|text| {
                    let table = table(self.registry, &game, &Words::new(&text)?)?;
                    let asked = matches!(table.turn(), Turn::Seats(seats) if seats.contains(seat));
                    let lighter = weight(table.position().as_str()) < weight(position.as_str());
                    (asked && lighter && !table.legal(seat).is_empty()).then_some(table)
                });
                let mut smaller = false;
                for table in texts.collect::<Vec<_>>() {
                    smaller = self.keep(self.with_position(place, seat, &*table))?;
                    if smaller {
                        break;
                    }
                }
                from += if smaller { 0 } else { size };
            }
            size /= 2;
        }
        Ok(())
    }

    /// The script with another last position, and no history before it.
    fn with_position(&self, place: usize, seat: Seat, table: &dyn Table) -> Cues {
        let view = table.view(seat);
        let legal: Vec<String> = table.legal(seat).into_iter().map(uvi::Word::into_string).collect();
        let mut cues = self.best.cues.clone();
        for (_, cue) in &mut cues[place..] {
            match cue {
                Cue::Hidden(position) => *position = table.position(),
                Cue::Say(ToBot::Position(position)) => *position = view.clone(),
                Cue::Say(ToBot::History { start, moves }) => (*start, *moves) = (view.clone(), Words::default()),
                Cue::Say(ToBot::Legal(words)) => *words = Words::new(&legal.join(" ")).unwrap_or_default(),
                Cue::Say(_) | Cue::Hear(_) => {}
            }
        }
        cues
    }
}

fn options(cues: &[(usize, Cue)]) -> Vec<Range<usize>> {
    let is_option = |place: &usize| matches!(cues[*place].1, Cue::Say(ToBot::SetOption { .. }));
    (0..cues.len()).filter(is_option).map(|place| place..place + 1).collect()
}

/// The positions before each of the moves and after the last, as the seat sees them; `None` if a move cannot be played.
fn positions(start: Option<Box<dyn Table>>, moves: &[String], seat: Seat) -> Option<Vec<Words>> {
    let mut table = start?;
    let mut positions = vec![table.view(seat)];
    for action in moves {
        let mut actors = std::iter::once(Actor::Chance).chain(Seat::all(table.seats()).map(Actor::Seat));
        let actor = actors.find(|&actor| table.check(actor, action).is_ok())?;
        table.play(actor, action).ok()?;
        positions.push(table.view(seat));
    }
    Some(positions)
}

/// The number of letters and the sum of the counters of a position.
fn weight(position: &str) -> (usize, u64) {
    let letters = position.chars().filter(char::is_ascii_alphabetic).count();
    (letters, position.split(' ').filter_map(|word| word.parse::<u32>().ok()).map(u64::from).sum())
}

/// The text with blanks for the letters among `size` bytes, in the ways that positions write blanks; without them; and
/// with small numbers for the numbers among them.
fn simpler(text: &str, from: usize, size: usize) -> impl Iterator<Item = String> {
    let to = text.len().min(from + size);
    let whole = move |part: String| format!("{}{part}{}", &text[..from], &text[to..]);
    let letters = ["1", ".", "-", ""].map(|blank| text[from..to].replace(|c: char| c.is_ascii_alphabetic(), blank));
    let numbers = ["0", "1"].map(|small| text[from..to].replace(|c: char| c.is_ascii_digit(), small));
    let texts: Vec<String> = letters.into_iter().chain(numbers).map(whole).collect();
    let counted = merged(&texts[0]);
    texts.into_iter().chain([counted])
}

/// The text with numbers that stand side by side in its first word added up, as FEN writes blanks.
fn merged(text: &str) -> String {
    let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (mut merged, mut blanks) = (String::new(), 0);
    for letter in board.chars().chain([' ']) {
        match letter.to_digit(10) {
            Some(digit) => blanks += digit,
            None if blanks > 0 => {
                merged.extend([blanks.to_string(), letter.to_string()]);
                blanks = 0;
            }
            None => merged.push(letter),
        }
    }
    merged + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_that_stand_side_by_side_are_one_number() {
        assert_eq!(merged("1n1b3r/8/PP11 w - - 12 3"), "1n1b3r/8/PP2 w - - 12 3");
        let all: Vec<String> = simpler("ab/c 7", 0, 2).collect();
        assert_eq!(all, ["11/c 7", "../c 7", "--/c 7", "/c 7", "ab/c 7", "ab/c 7", "2/c 7"]);
    }

    #[test]
    fn men_weigh_more_than_counters() {
        assert!(weight("3K 1") < weight("2QK 0") && weight("K 1") < weight("K 20"));
    }
}
