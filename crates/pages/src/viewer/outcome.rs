//! The outcome of a game in words, such as "White wins: checkmate". The board in the browser has the same words.

use uvi::Points;
use uvi_match::record::Log;

use super::players::Players;

/// The reasons of ends that no game makes, with the words of people.
const REASONS: [(&str, &str); 11] = [
    ("abort", "the game was stopped"),
    ("resign", "resignation"),
    ("resigned", "resignation"),
    ("timeout", "time ran out"),
    ("crash", "a bot crashed"),
    ("illegal", "a bot played an illegal move"),
    ("unreadable", "a bot gave an answer that cannot be read"),
    ("flood", "a bot said too much"),
    ("deaf", "a bot did not listen"),
    ("no-start", "a bot did not start"),
    ("no-greeting", "a bot did not greet"),
];

/// The winners and the reason of the end.
pub(super) fn outcome(log: &Log, players: &Players) -> String {
    let Some(result) = log.result() else { return "The log ends before the game.".to_owned() };
    let known = || REASONS.iter().find(|(word, _)| *word == result.reason).map(|(_, text)| *text);
    let told = log.variant().ok().and_then(|variant| variant.words().end(&result.reason));
    let why = told.or_else(known);
    let why = why.map_or_else(|| result.reason.replace('-', " "), str::to_owned);
    if let Some(shared) = result.shared {
        return format!("{shared} points together: {why}");
    }
    let Some(score) = &result.score else { return format!("No score: {why}") };
    let best = score.iter().copied().max_by(|one, other| f64::from(*one).total_cmp(&f64::from(*other)));
    let best = best.unwrap_or(Points::ZERO);
    let winners: Vec<&str> =
        players.names().zip(score).filter(|(_, won)| **won == best).map(|(name, _)| name).collect();
    match &winners[..] {
        [winner] => format!("{winner} wins: {why}"),
        all if all.len() == score.len() && best != Points::ZERO => format!("Draw: {why}"),
        all if all.len() == score.len() => format!("Nobody wins: {why}"),
        some => format!("{} share the win: {why}", some.join(" and ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = include_str!("../../../../frontends/board/page/words.js");
    const STYLE: &str = include_str!("viewer.css");

    /// The pairs of an object in the script of the board.
    fn pairs(name: &str) -> Vec<(&'static str, &'static str)> {
        let (_, rest) = BOARD.split_once(&format!("const {name} = {{")).unwrap();
        let (object, _) = rest.split_once("};").unwrap();
        let texts = object.split_inclusive("\",").filter_map(|pair| pair.split_once(": \""));
        texts.map(|(key, text)| (key.trim().trim_matches('"'), text.trim_end_matches("\","))).collect()
    }

    #[test]
    fn reasons_and_colours_are_those_of_the_board() {
        assert_eq!(pairs("reasons"), REASONS);
        let inks = pairs("inks");
        assert_eq!(inks.len(), 8);
        for (colour, ink) in inks {
            let rule = format!(".who.{} {{ --seat: {ink}; }}", colour.to_lowercase());
            assert!(STYLE.contains(&rule), "{rule}");
        }
    }
}
