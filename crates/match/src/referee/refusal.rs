//! The verdict on an action that the table refuses.

use uvi::{Fault, Word};
use uvi_games::game::{RefusalError, Table, meant};

use super::chair::Chair;
use crate::record::{Complaint, Lapse, RefusedAction, RejectedAction, SaidLine, legal_text};

/// The fault of a refused action, with help for its author. Only a first action can be unreadable (UVI 3.3).
pub(super) fn verdict(refused: &RejectedAction, table: &dyn Table, chair: &Chair) -> (Fault, Complaint) {
    let RejectedAction { seat, action, refusal, place } = refused;
    // A bot that may not know the legal actions gets neither an example nor their number.
    let legal = chair.tells_legal.then(|| table.legal(*seat));
    // A readable action is usually intended, so only an unreadable one gets a suggestion. The refusal says which rule
    // an illegal action breaks.
    let meant = match refusal {
        RefusalError::Unreadable(_) => meant(action.as_str(), legal.iter().flatten().map(Word::as_str)),
        RefusalError::Illegal(_) => None,
    };
    let refused = RefusedAction {
        // Shortens the action, which may be as long as a line.
        action: SaidLine::new(action.as_str(), 1).line,
        place: *place,
        refusal: refusal.clone(),
        meant: meant.map(str::to_owned),
        legal: legal.map(|legal| legal_text(&legal, table.lists_all())),
    };
    let answer = chair.bot().map_or("", |bot| &bot.talk.answer);
    let (fault, said) = (refused.fault(), SaidLine::at_word(answer, place + 1));
    let complaint = Complaint::about(Lapse::Refused(Box::new(refused)), said);
    (fault, complaint.in_position(table.view(*seat)))
}
