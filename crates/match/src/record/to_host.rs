//! Conversion of records to the messages by which a host hears of them.

use uvi::{Over, ScoreText, Text, ToHost, Word, Words};

use super::{Record, ResultRecord};

impl Record {
    /// Returns the message to the host of the match `name`. `None` for the head, which lacks the start position as its
    /// variant writes it, and for a record that has no word where the message needs one.
    pub fn to_host(&self, name: &Word) -> Option<ToHost> {
        let name = name.clone();
        let word = |text: &String| Word::new(text.clone());
        let whole = |ms: Option<f64>| ms.unwrap_or_default() as u64;
        let shown = |text: &str| Text::new(uvi::escape_controls(text));
        Some(match self {
            Self::Match(_) => return None,
            Self::Chance(chance) => ToHost::Chance { name, action: word(&chance.action)? },
            Self::Action(action) => ToHost::Played {
                name,
                seat: action.seat,
                action: word(&action.action)?,
                time: whole(action.ms),
                text: Text::new(action.text.clone()),
            },
            Self::Score(score) => ToHost::Score {
                name,
                turn: score.turn,
                points: score.points,
                total: score.total,
                chain: Words::new(score.chain.join(" "))?,
            },
            Self::Fault(fault) => {
                ToHost::Fault { name, seat: fault.seat, fault: fault.fault, text: shown(&fault.text) }
            }
            Self::Try(again) => ToHost::Try {
                name,
                seat: again.seat,
                fault: again.fault,
                left: again.left,
                time: whole(again.ms),
                text: shown(&again.text),
            },
            Self::Vacated(vacated) => ToHost::Vacated { name, seat: vacated.seat, reason: word(&vacated.reason)? },
            Self::Undo(undo) => ToHost::Undone { name, plies: undo.plies, to: undo.to },
            Self::Result(result) => ToHost::Over { name, over: result.over()? },
        })
    }
}

impl ResultRecord {
    /// The end as bots and hosts hear of it. `None` if the reason is no word.
    pub(crate) fn over(&self) -> Option<Over> {
        let score = self.score.clone().map(ScoreText::Each).or_else(|| self.shared.map(ScoreText::Shared));
        Some(Over { reason: Word::new(self.reason.clone())?, score })
    }
}
