//! What is told of a fault: what was expected, what came, and where in it.

use uvi::{Fault, Text, Words, column_of_word, escape_controls};

/// How much of a line is shown before and behind the place that is wrong, in characters.
const AROUND: usize = 100;

/// What was expected of a bot, and what came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// In words, on one line.
    pub text: String,
    /// The line that is wrong, where one is.
    pub said: Option<Said>,
    /// The position, as the bot's seat sees it, where it was asked.
    pub position: Option<Words>,
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
    pub fn about(text: impl Into<String>, said: Said) -> Self {
        Self { said: Some(said), ..Self::from(text.into()) }
    }

    /// What the bot itself is told: the fault's word, the text, and the position unless the text has it.
    pub fn told(&self, fault: Fault) -> Text {
        let Self { text, position, .. } = self;
        Text::new(match position {
            Some(position) if !text.contains(position.as_str()) => format!("{fault}: {text}, in position {position}"),
            Some(_) | None => format!("{fault}: {text}"),
        })
    }

    /// The same, once it is known in which position the bot was asked.
    #[must_use]
    pub fn in_position(self, position: Words) -> Self {
        Self { position: Some(position), ..self }
    }
}

impl From<String> for Complaint {
    fn from(text: String) -> Self {
        Self { text, said: None, position: None }
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
