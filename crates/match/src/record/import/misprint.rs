//! The description of an error in a printed game.

use std::fmt;

use uvi::Word;
use uvi_games::game::{PrintedAction, Score, Turn};

use super::{
    Table, TextPlace,
    printed_walk::{PrintedPlace, Stop, StopReason, TurnPart, Walker, due},
};

/// The number of legal actions that are listed.
const LISTED: usize = 12;

/// A part of the page that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misprint {
    /// The place on the page.
    pub place: TextPlace,
    /// The text on the page.
    pub found: String,
    /// The reason for which the text cannot be played.
    pub wrong: String,
    /// The likely corrections: one, or several that are equally likely. Empty if nothing similar can be played.
    pub meant: Vec<Correction>,
    /// The turn, in words.
    pub turn: String,
    /// The position before the misprint.
    pub position: String,
    /// Some of the actions that are legal in the position.
    pub legal: Vec<String>,
}

/// A likely correction of a misprint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The part of the game that is corrected.
    pub(super) at: PrintedPlace,
    /// The place of the correction. It may be before the place that cannot be played.
    pub place: TextPlace,
    /// The corrected action.
    pub word: Word,
    /// The corrected action as the page should show it.
    pub text: String,
}

impl Misprint {
    /// True if there are several corrections that are equally likely.
    pub fn is_ambiguous(&self) -> bool {
        self.meant.len() > 1
    }
}

impl fmt::Display for Misprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.found, self.wrong)?;
        let elsewhere = |meant: &Correction| {
            if meant.place == self.place { String::new() } else { format!(" ({})", meant.place) }
        };
        let meant = || self.meant.iter().map(|meant| format!("{}{}", meant.text, elsewhere(meant)));
        match self.meant.as_slice() {
            [] if self.legal.is_empty() => {}
            [] => write!(f, "\n  nothing like it can be played; expected {}", self.legal.join(", "))?,
            [one] => write!(f, "\n  probably meant: {}{}", one.text, elsewhere(one))?,
            _ => write!(f, "\n  meant was one of: {}", meant().collect::<Vec<_>>().join(", "))?,
        }
        write!(f, "\n  {}; position {}", self.turn, self.position)
    }
}

/// Returns the place of a part of a printed game. The end of a turn is at its last decision.
pub(super) fn place(walker: &Walker<'_>, at: PrintedPlace) -> TextPlace {
    printed_action(walker, at).map_or(walker.game.turns[at.turn].place, |printed| printed.place)
}

fn printed_action<'a>(walker: &Walker<'a>, at: PrintedPlace) -> Option<&'a PrintedAction> {
    let turn = &walker.game.turns[at.turn];
    match at.part {
        TurnPart::Heading => None,
        TurnPart::Chance(number) => turn.chance.get(number),
        TurnPart::Decision(number) => turn.decisions.get(number),
        TurnPart::End => turn.decisions.last().or_else(|| turn.chance.last()),
    }
}

pub(super) fn misprint(walker: &Walker<'_>, stop: &Stop, meant: Vec<Correction>) -> Misprint {
    let Walker { page, game } = *walker;
    let turn = &game.turns[stop.at.turn];
    let name = page.name(turn.due.seat);
    let found = match printed_action(walker, stop.at) {
        Some(printed) => printed.found.clone(),
        None => due(page, &turn.due),
    };
    let wrong = match &stop.why {
        StopReason::AfterEnd => "the game is over before that".to_owned(),
        StopReason::NotDue(wanted) => format!("expected the turn of {}", due(page, wanted)),
        StopReason::Unreadable => format!("expected a move or a pass, in a turn such as `{}`", page.example()),
        StopReason::Chance(refusal) => format!("cannot be thrown: {refusal}"),
        StopReason::Unplayable(why) => format!("cannot be played: {why}"),
        StopReason::Refused(refusal) => format!("cannot be played: {refusal}"),
        StopReason::Written(text) => format!("would be written {text}"),
        StopReason::TurnOver => format!("{name} can do nothing more in this turn"),
        StopReason::MustAct => format!("{name} must still move"),
        StopReason::NothingLost => "nothing is left that could be lost".to_owned(),
    };
    Misprint {
        place: place(walker, stop.at),
        found,
        wrong,
        meant,
        turn: format!("turn of {}", page.due(&*stop.table).map_or_else(|| due(page, &turn.due), |now| due(page, &now))),
        position: stop.table.position().to_string(),
        legal: legal(&*stop.table),
    }
}

/// Returns a misprint if the page names another winner than the game has.
pub(super) fn winner(walker: &Walker<'_>, table: &dyn Table) -> Option<Misprint> {
    let (place, seat) = walker.game.winner?;
    let name = walker.page.name(seat);
    let wrong = match table.turn() {
        Turn::Over(outcome) => match outcome.score {
            Score::Each(points) if points.get(seat) == Some(&uvi::Points::ONE) => return None,
            Score::Each(_) | Score::Shared(_) => format!("the game ends otherwise: {}", outcome.reason),
        },
        Turn::Chance | Turn::Seats(_) => "the game is not over yet".to_owned(),
    };
    Some(Misprint {
        place,
        found: format!("{name} wins"),
        wrong,
        meant: Vec::new(),
        turn: "at the end of the page".to_owned(),
        position: table.position().to_string(),
        legal: Vec::new(),
    })
}

/// Returns a misprint if the page states other points than the game ends with. The page may state points before the
/// end, because a player resigned.
pub(super) fn result(walker: &Walker<'_>, table: &dyn Table) -> Option<Misprint> {
    let (place, given) = walker.game.result.as_ref()?;
    let Turn::Over(outcome) = table.turn() else { return None };
    if matches!(&outcome.score, Score::Each(points) if points.values().eq(given)) {
        return None;
    }
    Some(Misprint {
        place: *place,
        found: given.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        wrong: format!("the game ends otherwise: {outcome}"),
        meant: Vec::new(),
        turn: "at the end of the page".to_owned(),
        position: table.position().to_string(),
        legal: Vec::new(),
    })
}

/// Returns the first legal actions in printed form, and the number of further ones. Empty unless a single seat is to
/// act.
fn legal(table: &dyn Table) -> Vec<String> {
    let Turn::Seats(seats) = table.turn() else { return Vec::new() };
    let Some(seat) = seats.single() else { return Vec::new() };
    let actions = table.legal(seat);
    let text = |action: &Word| {
        let played = table.boxed_clone().play(uvi_games::game::Actor::Seat(seat), action.as_str());
        played.map_or_else(|_| action.to_string(), |played| played.text)
    };
    let mut listed: Vec<_> = actions.iter().take(LISTED).map(text).collect();
    if actions.len() > LISTED {
        listed.push(format!("or one of {} more", actions.len() - LISTED));
    }
    listed
}
