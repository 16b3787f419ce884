//! The English of faults.

use std::fmt;

use uvi::{Fault, FromBot, ParseError, Text, Word};
use uvi_games::game::{RefusalError, meant};

use super::{Complaint, Lapse, RefusedAction, SaidLine};

impl Complaint {
    /// Returns the text for the bot itself: the word of the fault, the details, and the position.
    pub fn told(&self, fault: Fault) -> Text {
        let Self { lapse, position, .. } = self;
        Text::new(match position {
            Some(position) => format!("{fault}: {lapse}, in position {position}"),
            None => format!("{fault}: {lapse}"),
        })
    }
}

/// Writes the text for the log and the host. It names the position only for a refused action.
impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lapse.fmt(f)?;
        match (&self.lapse, &self.position) {
            (Lapse::Refused(_), Some(position)) => write!(f, ", in position {position}"),
            (_, _) => Ok(()),
        }
    }
}

impl fmt::Display for RefusedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { action, place, refusal, meant, legal } = self;
        match refusal {
            RefusalError::Unreadable(error) if *place == 0 => write!(f, "{error}, found {action}")?,
            RefusalError::Unreadable(_) | RefusalError::Illegal(_) => {
                write!(f, "expected a legal action, found {action}: {refusal}")?;
            }
        }
        if *place > 0 {
            write!(f, "; it is action {} of the answer", place + 1)?;
        }
        if let Some(meant) = meant {
            write!(f, "; did you mean {meant}?")?;
        }
        legal.as_ref().map_or(Ok(()), |legal| write!(f, "; {legal}"))
    }
}

/// Describes the listed actions. `whole` is true if they are all legal actions.
pub fn legal_text(legal: &[Word], whole: bool) -> String {
    match legal {
        [] => "no action is legal now".to_owned(),
        [only] if whole => format!("only {only} is legal"),
        few if whole && few.len() <= 6 => {
            format!("legal actions: {}", few.iter().map(Word::as_str).collect::<Vec<_>>().join(" "))
        }
        [first, ..] => {
            let at_least = if whole { "" } else { "at least " };
            format!("{at_least}{} actions are legal, such as {first}", legal.len())
        }
    }
}

/// Describes a line that was ignored because it is no message, and the verb that was probably meant.
pub fn ignored_text(line: &str, error: &ParseError) -> String {
    let shown = SaidLine::new(line, error.column).line;
    let verb = line.split_ascii_whitespace().next().unwrap_or_default();
    let meant = meant(verb, FromBot::VERBS).filter(|_| error.is_unknown_verb());
    let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
    format!("{} ({error}{meant})", shown.trim())
}

/// The description of an ignored line that is not UTF-8.
pub const IGNORED_BYTES: &str = "a line that is not UTF-8";
