//! What is wrong with a file of people, shown as people like it: file, line, the line itself, a caret below.

use std::{ops::Range, path::PathBuf};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use uvi_games::game::Registry;
use uvi_match::referee::HostError;

use super::TooFew;
use crate::{schedule::BadFormat, stats::BadSprt, terms::FormatWord};

/// What is wrong, and where.
#[derive(Debug, Clone)]
pub struct Trouble {
    /// The bytes of the file that are wrong; `None` if something is missing altogether.
    pub span: Option<Range<usize>>,
    /// What was expected, and what stands there.
    pub flaw: Flaw,
}

/// What is wrong with a tournament file. Its English stands in `words`.
#[derive(Debug, Clone)]
pub enum Flaw {
    /// It cannot be read as the TOML of a tournament; the parser says why.
    Toml(String),
    /// There is no such variant.
    NoVariant {
        /// What the file has.
        word: String,
        /// The variants that there are.
        registry: Registry,
    },
    /// The variant cannot have so many seats.
    SeatCount {
        /// Its word.
        variant: &'static str,
        /// How many it can have.
        known: &'static [u8],
        /// How many are wanted.
        found: u32,
    },
    /// Nothing to choose from for the next block.
    Adaptive,
    /// A third place where the bracket has one already.
    ThirdPlace,
    /// Two bots have this name.
    SameName(String),
    /// The bots do not fill the format.
    Format(BadFormat),
    /// One score for all seats of this variant lets nobody advance.
    OneScore(String),
    /// The seed is not the one of the commitment.
    OtherSeed,
    /// No option can be called so.
    OptionName(String),
    /// The match does not take it.
    Match(HostError),
    /// The adjudication says nothing, or nothing that a log can hold.
    Adjudication,
    /// Scores cannot be compared: the variant has not two seats against each other.
    NotTwoSided,
    /// Scores cannot be compared: the log leaves them out.
    NoScores,
    /// There are two tests.
    TwoTests,
    /// The format has no place for a sequential test.
    TestFormat,
    /// A gate without a test that decides it.
    GateTest,
    /// A margin below 0.
    Margin,
    /// A sequential test of a tournament that has grown by a bot.
    GrownTest,
    /// The error of a lead's test is no probability.
    LeadAlpha(f64),
    /// A sequential test of other than two bots.
    TestBots,
    /// A sequential test cannot be like that.
    Sprt(BadSprt),
    /// The variant has no match play.
    NoMatchPlay(&'static str),
    /// Match play beside openings or other seatings.
    MatchPlay,
    /// No bot has the name of the anchor, or its rating is no number.
    Anchor {
        /// What stands there.
        found: String,
        /// The names of the bots.
        bots: Vec<String>,
    },
    /// A key says something that the format does not have.
    OtherFormat {
        /// The key.
        key: &'static str,
        /// The formats that have it.
        formats: Vec<FormatWord>,
        /// The format.
        found: FormatWord,
    },
    /// Moves to take of games, where the openings are none.
    OnlyPgn,
    /// The name of a bot is not one line.
    BotName,
    /// A key is no word.
    Key(String),
    /// The settings of a bot cannot be used; who would start it says why.
    Settings(String),
    /// The program of a bot cannot be started; who would start it says why.
    Program(String),
    /// A position is not of printable ASCII.
    PositionText,
    /// Something behind the position of an opening that is no tag of PGN with its text.
    OpeningTag(String),
    /// The file of the openings cannot be read; who opens it says why.
    OpeningsFile(String),
    /// A line of the file of the openings is wrong.
    Opening {
        /// The file of the openings.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        flaw: Box<Self>,
    },
    /// No moves of the games that are openings.
    NoPlies,
    /// The file of the openings has no position.
    EmptyOpenings(PathBuf),
    /// Openings without any.
    NoOpenings,
    /// Openings by lot beside others.
    OpeningsTwice,
    /// What only openings by lot have.
    OnlyByLot,
    /// A number of openings by lot, or of their decisions, that cannot be.
    LotCount {
        /// What stands there.
        found: u32,
        /// The greatest number that is allowed.
        most: u32,
    },
    /// Nothing is within that.
    Within,
    /// There are not as many openings as were wanted.
    TooFew(TooFew),
}

impl Trouble {
    /// Trouble with these bytes.
    pub fn at(span: Range<usize>, flaw: Flaw) -> Self {
        // What stands nowhere was not typed in a file.
        Self { span: (!span.is_empty()).then_some(span), flaw }
    }

    /// Trouble with the whole.
    pub fn whole(flaw: Flaw) -> Self {
        Self { span: None, flaw }
    }

    /// The trouble as people read it, without the end of its last line.
    pub fn show(&self, path: &str, source: &str) -> String {
        let Some(span) = &self.span else { return format!("{path}: {}", self.flaw) };
        let snippet = Snippet::source(source).path(path).annotation(AnnotationKind::Primary.span(span.clone()));
        let report = [Level::ERROR.primary_title(self.flaw.to_string()).element(snippet)];
        Renderer::plain().render(&report)
    }
}

impl From<toml::de::Error> for Trouble {
    fn from(error: toml::de::Error) -> Self {
        Self { span: error.span(), flaw: Flaw::Toml(plain(error.message())) }
    }
}

/// What the parser of TOML says, without the names of types.
fn plain(message: &str) -> String {
    const WORDS: [(&str, &str); 8] = [
        (" as i128", ""),
        (" as u128", ""),
        ("expected a nonzero usize", "expected a whole number from 1"),
        ("expected nonzero usize", "expected a whole number from 1"),
        ("expected usize", "expected a whole number from 0"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u64", "expected a whole number from 0"),
        ("expected f64", "expected a number"),
    ];
    let text = WORDS.iter().fold(message.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours));
    let Some((found, expected)) = text.strip_prefix("unknown variant ").and_then(|rest| rest.split_once(", ")) else {
        return text;
    };
    format!("{expected}, found {found}")
}

#[cfg(test)]
mod tests {
    use crate::plan::file;

    #[test]
    fn no_type_is_named_to_people() {
        for (line, expected) in [
            ("rounds = \"3\"", "invalid type: string \"3\", expected a whole number from 0 to 4294967295"),
            ("rounds = -1", "invalid value: integer `-1`, expected a whole number from 0 to 4294967295"),
            ("concurrency = 0", "invalid value: integer `0`, expected a whole number from 1"),
            ("keep = -1", "invalid value: integer `-1`, expected a whole number from 0"),
            ("format = \"swis\"", "expected one of `round-robin`, `gauntlet`, `swiss`, `knockout`, found `swis`"),
        ] {
            let trouble = file::read(&format!("variant = \"orwell\"\n{line}\n")).unwrap_err();
            assert_eq!(trouble.flaw.to_string(), expected, "{line}");
        }
    }
}
