//! What is told of a fault: what was expected, what came, and where in it. Its English stands in `words`.

use std::time::Duration;

use uvi::{Fault, ParseError, Word, Words, column_of_word, escape_controls};
use uvi_games::game::Refusal;

/// How much of a line is shown before and behind the place that is wrong, in characters.
const AROUND: usize = 100;

/// What is told of a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// What the bot did not do as it must.
    pub lapse: Lapse,
    /// The line that is wrong, where one is.
    pub said: Option<Said>,
    /// The position, as the bot's seat sees it, where it was asked.
    pub position: Option<Words>,
}

/// A span in which a bot may say so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// It gets ready for a game.
    Greeting,
    /// It thinks.
    Answer,
    /// It is not asked.
    Rest,
}

/// What a bot did not do as it must: what was expected of it, and what came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lapse {
    /// A log says it, in words; nobody knows more of it.
    Told(String),
    /// It could not be started; the system says why.
    NotStarted(String),
    /// Its process or its output ended; whoever ran it says how.
    Ended(String),
    /// The bot closed its stdin, so that it cannot be asked.
    InputClosed,
    /// The bot did not read, until its pipe had no more room.
    PipeFull,
    /// No `uviok` came.
    NoUviOk {
        /// Within this time.
        within: Duration,
        /// What came and was ignored.
        ignored: Option<Ignored>,
    },
    /// No `readyok` came.
    NoReadyOk {
        /// Within this time.
        within: Duration,
    },
    /// No answer came.
    NoAnswer {
        /// Within this time, where it had a limit.
        within: Option<Duration>,
        /// What came and was ignored.
        ignored: Option<Ignored>,
    },
    /// A line is longer than a bot's line may be.
    LineTooLong {
        /// How it begins.
        start: String,
    },
    /// It said more than this at once.
    TooMuch {
        /// The bytes that are allowed.
        bytes: usize,
        /// The lines that are allowed.
        lines: u32,
        /// Since when they are counted.
        span: Span,
    },
    /// A message cannot be read.
    Unreadable {
        /// What is wrong with it.
        error: ParseError,
        /// The line, as it is shown.
        line: String,
    },
    /// An action is refused.
    Refused(Box<RefusedAction>),
}

/// An action that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedAction {
    /// The action, as it is shown.
    pub action: String,
    /// Its place in the answer, from 0.
    pub place: usize,
    /// Why.
    pub refusal: Refusal,
    /// What was probably meant.
    pub meant: Option<String>,
    /// What would have been legal; none if its bot may not be told.
    pub legal: Option<Legal>,
}

/// What is legal, or how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Legal {
    /// No action is legal.
    Nothing,
    /// These and no others.
    Only(Vec<Word>),
    /// More than are shown.
    Many {
        /// How many are listed.
        listed: usize,
        /// Whether all are.
        whole: bool,
        /// The first of them.
        first: Word,
    },
}

/// What came and was ignored, where an answer was waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ignored {
    /// A line that is not UTF-8.
    NotUtf8,
    /// A line that is no message.
    NoMessage {
        /// The line, as it is shown.
        line: String,
        /// What is wrong with it.
        error: ParseError,
        /// The verb that was probably meant.
        meant: Option<&'static str>,
    },
    /// A line without its end.
    Unfinished {
        /// The line, as it is shown.
        line: String,
    },
}

/// A line that a bot said, and the place in it that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The line with its control characters escaped; of a long one what is around the place, `…` for the rest.
    pub line: String,
    /// The place in what is shown, in characters from 1.
    pub column: u32,
}

impl Complaint {
    /// About a line, at a place of it.
    pub fn about(lapse: Lapse, said: Said) -> Self {
        Self { said: Some(said), ..Self::from(lapse) }
    }

    /// The same, once it is known in which position the bot was asked.
    #[must_use]
    pub fn in_position(self, position: Words) -> Self {
        Self { position: Some(position), ..self }
    }
}

impl From<Lapse> for Complaint {
    fn from(lapse: Lapse) -> Self {
        Self { lapse, said: None, position: None }
    }
}

impl RefusedAction {
    /// Which fault it is. Only the first action of an answer can be unreadable (UVI 2.3).
    pub fn fault(&self) -> Fault {
        match self.refusal {
            Refusal::Unreadable(_) if self.place == 0 => Fault::Unreadable,
            Refusal::Unreadable(_) | Refusal::Illegal(_) => Fault::Illegal,
        }
    }
}

impl Legal {
    /// What is said of these actions; `whole` where they are all.
    pub fn of(legal: &[Word], whole: bool) -> Self {
        const FEW: usize = 6;
        match legal {
            [] => Self::Nothing,
            few if whole && few.len() <= FEW => Self::Only(few.to_vec()),
            [first, ..] => Self::Many { listed: legal.len(), whole, first: first.clone() },
        }
    }
}

impl Said {
    /// A line as it came, and a column of it, in characters from 1.
    pub fn new(line: &str, column: usize) -> Self {
        let place = column.saturating_sub(1);
        let skipped = place.saturating_sub(AROUND);
        let mut shown = if skipped > 0 { "…".to_owned() } else { String::new() };
        let mut at = None;
        let mut rest = line.chars().skip(skipped);
        for (index, character) in (skipped..=place + AROUND).zip(rest.by_ref()) {
            if index == place {
                at = Some(shown.chars().count());
            }
            shown.push_str(&escape_controls(character.encode_utf8(&mut [0; 4])));
        }
        let at = at.unwrap_or_else(|| shown.chars().count());
        if rest.next().is_some() {
            shown.push('…');
        }
        Self { line: shown, column: u32::try_from(at + 1).unwrap_or(u32::MAX) }
    }

    /// A line as it came, and the start of one of its words, of which the verb is number 0; the end of the line where it
    /// has none.
    pub fn at_word(line: &str, number: usize) -> Self {
        Self::new(line, column_of_word(line, number).unwrap_or_else(|| line.chars().count() + 1))
    }

    /// The line, and below it a mark at the place.
    pub fn pointed(line: &str, column: u32) -> [String; 2] {
        // A column from a log may be any number.
        let before = line.chars().count().min((column as usize).saturating_sub(1));
        [line.to_owned(), " ".repeat(before) + "^"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, column: usize, shown: &str, pointed: &str) {
        let said = Said::new(line, column);
        assert_eq!(Said::pointed(&said.line, said.column), [shown, pointed]);
    }

    #[test]
    fn a_mark_stands_below_the_place() {
        check("bestmove c3e9", 10, "bestmove c3e9", "         ^");
        check("bestmove", 9, "bestmove", "        ^");
        check("", 1, "", "^");
        check("é x", 3, "é x", "  ^");
        // What is escaped is longer.
        check("a\u{1b}b", 3, "a\\u{1b}b", "       ^");
        check("a\u{1b}b", 2, "a\\u{1b}b", " ^");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let line = format!("{}here{}", "a".repeat(1000), "b".repeat(1000));
        let said = Said::new(&line, 1001);
        assert_eq!(said.line, format!("…{}here{}…", "a".repeat(100), "b".repeat(97)));
        assert_eq!(said.line.chars().nth(said.column as usize - 1), Some('h'));
        let said = Said::new(&line, 1);
        assert_eq!((said.line.chars().count(), said.column), (102, 1));
    }

    #[test]
    fn words_are_found_by_number() {
        // A tab is shown as what it is.
        assert_eq!(Said::at_word(" bestmove\ta  b", 2).column, 18);
        assert_eq!(Said::at_word("bestmove a", 5).column, 11);
    }
}
