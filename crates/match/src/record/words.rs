//! The English of the record: what is said of a fault, of a log that is wrong, and of a page that cannot be imported.

use std::fmt;

use uvi::{Fault, Text, Word};
use uvi_games::game::Refusal;

use super::{
    BadAdjudication, Complaint, Ground, Ignored, ImportError, Lapse, Legal, LogError, NoPgn, NoUndo, RefusedAction,
    Span, Wrong,
};

impl Complaint {
    /// What the bot itself is told: the fault's word, the text, and the position.
    pub fn told(&self, fault: Fault) -> Text {
        let Self { lapse, position, .. } = self;
        Text::new(match position {
            Some(position) => format!("{fault}: {lapse}, in position {position}"),
            None => format!("{fault}: {lapse}"),
        })
    }
}

/// What the log and the host are told. The position belongs to it where actions are told by it.
impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lapse.fmt(f)?;
        match (&self.lapse, &self.position) {
            (Lapse::Refused(_), Some(position)) => write!(f, ", in position {position}"),
            (_, _) => Ok(()),
        }
    }
}

impl fmt::Display for Lapse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Told(text) | Self::NotStarted(text) | Self::Ended(text) => f.write_str(text),
            Self::InputClosed => f.write_str("the bot closed its input, so it cannot be asked"),
            Self::PipeFull => f.write_str("the bot does not read its input: its pipe is full"),
            Self::NoUviOk { within, ignored } => {
                write!(f, "expected uviok within {} ms of uvi, none came", within.as_millis())?;
                ignored.as_ref().map_or(Ok(()), |ignored| write!(f, "; the arbiter ignored: {ignored}"))
            }
            Self::NoReadyOk { within } => {
                write!(f, "expected readyok within {} ms of isready, none came", within.as_millis())
            }
            Self::NoAnswer { within, ignored } => {
                f.write_str("expected an answer")?;
                if let Some(within) = within {
                    write!(f, " within {} ms", within.as_millis())?;
                }
                f.write_str(", none came")?;
                ignored.as_ref().map_or(Ok(()), |ignored| write!(f, "; the arbiter ignored: {ignored}"))
            }
            Self::LineTooLong { start } => {
                write!(f, "expected lines of at most {} bytes, found a longer one: {start}…", uvi::MAX_LINE)
            }
            Self::TooMuch { bytes, lines, span } => {
                let span = match span {
                    Span::Answer => "between a go and its bestmove",
                    Span::Greeting => "until it is ready for a game",
                    Span::Rest => "while it is not asked",
                };
                write!(f, "expected at most {bytes} bytes and {lines} lines {span}, found more")
            }
            Self::Unreadable { error, line } => write!(f, "{error} in the line: {line}"),
            Self::Refused(refused) => refused.fmt(f),
        }
    }
}

impl fmt::Display for NoUndo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAllowed => f.write_str("expected a match in which only the host plays, or takebacks on"),
            Self::TooMany { plies } => write!(f, "expected at most {plies} decisions to take back"),
            Self::TooFew { n } => write!(f, "expected a number below {n}, the actions that stand"),
            Self::Left(seat) => write!(f, "seat {seat} has left the game since then"),
            Self::Adjudicated => f.write_str("expected a match without adjudication"),
        }
    }
}

impl fmt::Display for RefusedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { action, place, refusal, meant, legal } = self;
        match refusal {
            Refusal::Unreadable(error) if *place == 0 => write!(f, "{error}, found {action}")?,
            Refusal::Unreadable(_) | Refusal::Illegal(_) => {
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

impl fmt::Display for Legal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("no action is legal now"),
            Self::Only(legal) => match &legal[..] {
                [only] => write!(f, "only {only} is legal"),
                few => write!(f, "legal actions: {}", few.iter().map(Word::as_str).collect::<Vec<_>>().join(" ")),
            },
            Self::Many { listed, whole, first } => {
                let at_least = if *whole { "" } else { "at least " };
                write!(f, "{at_least}{listed} actions are legal, such as {first}")
            }
        }
    }
}

impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 => f.write_str("a line that is not UTF-8"),
            Self::NoMessage { line, error, meant: None } => write!(f, "{line} ({error})"),
            Self::NoMessage { line, error, meant: Some(meant) } => {
                write!(f, "{line} ({error}; did you mean {meant}?)")
            }
            Self::Unfinished { line } => write!(f, "{line} (without a line end)"),
        }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, wrong } = self;
        write!(f, "line {line}: {wrong}")
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("expected a match record, found an empty log"),
            Self::Unreadable(reason) => write!(f, "not a record: {reason}"),
            Self::Order { expected, found } => write!(f, "expected {expected}, found a {found} record"),
            Self::Head { field, reason } => write!(f, "{field}: {reason}"),
            Self::Differs { what, expected, found } => write!(f, "{what}: expected {expected}, found {found}"),
            Self::Refused { seat, action, reason } => {
                write!(f, "action {action} of seat {seat} is refused: {reason}")
            }
            Self::Impossible(chance) => write!(f, "chance {chance} is impossible here"),
            Self::NotUndone(no) => write!(f, "cannot take back: {no}"),
            Self::NotAgain { seat, tries } => {
                write!(f, "expected at most {tries} tries of seat {seat} in the game, found one more")
            }
            Self::AfterEnd => f.write_str("a record after the end of the game"),
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Follows => "follows",
            Self::Checked => "checked",
            Self::Trusted => "on trust",
        })
    }
}

impl fmt::Display for NoPgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variant(word) => write!(f, "{word} cannot be written as PGN"),
            Self::Head(wrong) => write!(f, "line 1: {wrong}"),
        }
    }
}

impl fmt::Display for BadAdjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a rule such as \"max-decisions 400 resign 900 4 draw 40 8 5\"")
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPage { variant, known } => {
                write!(f, "no importer for printed games of {variant}; there are importers for {known}")
            }
            Self::Option(error) => error.fmt(f),
            Self::NotUtf8 { place, byte } => {
                write!(f, "{place}: expected UTF-8, found byte {byte:#04x}")
            }
            Self::Layout(error) => error.fmt(f),
            Self::Misprint(misprint) => misprint.fmt(f),
        }
    }
}
