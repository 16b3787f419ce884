//! The verdict on an action that the table refuses.

use uvi::Word;
use uvi_games::game::{Refusal, Table, meant};

use super::chair::Chair;
use crate::record::{Complaint, Lapse, Legal, Refused, RefusedAction, Said, Verdict};

/// The verdict on an action that the table refuses. Only the first of an answer can be unreadable (UVI 3.3).
pub(super) fn verdict(refused: &Refused, table: &dyn Table, chair: &Chair) -> Verdict {
    let Refused { seat, action, refusal, place } = refused;
    // Who may not be told what is legal is told neither an example nor how much there is.
    let legal = chair.tells_legal.then(|| table.legal(*seat));
    // What can be read is most often meant; the rule says why it is not legal.
    let meant = match refusal {
        Refusal::Unreadable(_) => meant(action.as_str(), legal.iter().flatten().map(Word::as_str)),
        Refusal::Illegal(_) => None,
    };
    let refused = RefusedAction {
        // A word may be as long as a line.
        action: Said::new(action.as_str(), 1).line,
        place: *place,
        refusal: refusal.clone(),
        meant: meant.map(str::to_owned),
        legal: legal.map(|legal| Legal::of(&legal, table.lists_all())),
    };
    let answer = chair.bot().map_or("", |bot| &bot.talk.answer);
    let (fault, said) = (refused.fault(), Said::at_word(answer, place + 1));
    let complaint = Complaint::about(Lapse::Refused(Box::new(refused)), said);
    Verdict::Fault(fault, Box::new(complaint.in_position(table.view(*seat))))
}
