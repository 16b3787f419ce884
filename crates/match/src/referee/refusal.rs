//! The verdict on an action that the table refuses.

use uvi::{Fault, Word};
use uvi_games::game::{Refusal, Table, meant};

use super::chair::Chair;
use crate::record::{Complaint, Refused, Said, Verdict};

/// The verdict on an action that the table refuses. Only the first of an answer can be unreadable (UVI 3.3).
pub(super) fn verdict(refused: &Refused, table: &dyn Table, chair: &Chair) -> Verdict {
    let Refused { seat, action, refusal, place } = refused;
    let legal = table.legal(*seat);
    // What can be read is most often meant; the rule says why it is not legal.
    let meant = match refusal {
        Refusal::Unreadable(_) => meant(action.as_str(), legal.iter().map(Word::as_str)),
        Refusal::Illegal(_) => None,
    };
    let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
    // A word may be as long as a line.
    let action = Said::new(action.as_str(), 1).line;
    let (fault, found) = match refusal {
        Refusal::Unreadable(error) if *place == 0 => (Fault::Unreadable, format!("{error}, found {action}")),
        Refusal::Unreadable(_) | Refusal::Illegal(_) => {
            let place = if *place == 0 { String::new() } else { format!("; it is action {} of the answer", place + 1) };
            (Fault::Illegal, format!("expected a legal action, found {action}: {refusal}{place}"))
        }
    };
    let position = table.view(*seat);
    let legal = in_words(&legal, table.lists_all());
    let answer = chair.bot().map_or("", |bot| &bot.talk.answer);
    let text = format!("{found}{meant}; {legal}, in position {position}");
    let complaint = Complaint::about(text, Said::at_word(answer, place + 1));
    Verdict::Fault(fault, complaint.in_position(position))
}

/// What is legal, or how much.
fn in_words(legal: &[Word], whole: bool) -> String {
    const FEW: usize = 6;
    match legal {
        [] => "nothing is legal for it now".to_owned(),
        [only] if whole => format!("only {only} is legal"),
        few if whole && few.len() <= FEW => {
            format!("legal are {}", few.iter().map(Word::as_str).collect::<Vec<_>>().join(" "))
        }
        many => {
            format!("{}{} actions are legal, such as {}", if whole { "" } else { "at least " }, many.len(), many[0])
        }
    }
}
