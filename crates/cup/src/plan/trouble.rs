//! Errors in a tournament file, with their place: the file, the line, its text, and a caret below.

use std::{ops::Range, path::PathBuf};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use itertools::Itertools as _;
use toml::Spanned;
use uvi_games::game::{Registry, meant};
use uvi_match::{
    record::{GameFaultError, OPENING_FIELDS},
    referee::HostError,
};

use super::OpeningsError;
use crate::{
    counted::counted,
    schedule::{FormatError, FormatWord},
    stats::SprtError,
};

/// An error with its place.
#[derive(Debug, Clone)]
pub struct Trouble {
    /// The byte range of the error in the file. `None` if a value is missing, or does not come from the file.
    pub span: Option<Range<usize>>,
    /// The error itself.
    pub flaw: PlanError,
}

/// An error in a tournament file, or in a file that it names.
#[derive(Debug, Clone, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum PlanError {
    /// The parser's reason why the file is not the TOML of a tournament.
    #[error("{0}")]
    Toml(String),
    #[error("{}", .registry.no_variant(.word))]
    NoVariant { word: String, registry: Registry },
    #[error("{variant} has {} seats, not {found}", .known.iter().join(", "))]
    SeatCount { variant: &'static str, known: &'static [u8], found: u32 },
    #[error("adaptive needs a round robin of different bots, in a variant where each seat has its own points")]
    Adaptive,
    #[error("third-place needs elimination = \"single\"; a double elimination decides third place by itself")]
    ThirdPlace,
    #[error("two bots have the name {0}; expected different names")]
    SameName(String),
    #[error("expected the name of a bot, found {0}")]
    NoBot(String),
    #[error("pool needs a lead and format = \"gauntlet\" with heroes = 2, which are the new bot and the old one")]
    PoolFormat,
    #[error("name: the name of the file is the name of the bot; remove the key")]
    NamedBot,
    #[error("expected a file that can be executed, or a manifest with a command, such as command = \"python3 bot.py\"")]
    NoCommand,
    #[error("expected at least one [[game]] with a variant")]
    NoGame,
    #[error("{0}: a ladder decides that by itself; remove the key")]
    LadderKey(&'static str),
    #[error("{0}")]
    Format(FormatError),
    #[error("{0} has one score for all seats, so no bot can advance in a Swiss or a knockout; use a round robin")]
    OneScore(String),
    #[error("the seed does not match the commitment; expected the seed in luck/seed")]
    OtherSeed,
    #[error("expected the name of an option, found {0:?}")]
    OptionName(String),
    #[error("{0}")]
    Match(HostError),
    #[error("expected at least one of max-decisions, resign, draw, with counts from 1 and scores from 0")]
    Adjudication,
    #[error("resign and draw need a variant with two opposing seats")]
    NotTwoSided,
    #[error("like needs chess, whose positions count the moves since the last capture or pawn move")]
    NoMoveCounts,
    #[error("tablebases need chess, whose endgames they have")]
    NoEndgames,
    #[error("resign and draw need the bots' scores; log info = \"off\" leaves them out")]
    NoScores,
    #[error("warn needs what the bots say; log info = \"off\" leaves it out")]
    NoWarnings,
    #[error("lead and sprt cannot be combined: one test ends a tournament")]
    TwoTests,
    #[error("a sequential test needs a round robin or a gauntlet")]
    TestFormat,
    #[error("a gate needs either [sprt] or [lead], and with fixed needs [lead]")]
    GateTest,
    #[error("expected a margin of 0 or more")]
    Margin,
    #[error("a sequential test cannot continue with more bots; start it in another folder")]
    GrownTest,
    #[error("expected an alpha above 0 and below 1, found {0}")]
    LeadAlpha(f64),
    #[error("a sequential test needs two bots as opponents, in a round robin or a gauntlet")]
    TestBots,
    #[error("{0}")]
    Sprt(SprtError),
    #[error("{0} has no rules for match play")]
    NoMatchPlay(&'static str),
    #[error("match play needs seatings = \"balanced\" and no openings: its two games belong together")]
    MatchPlay,
    #[error(
        "anchor: expected a bot and a finite rating, such as NAME=1500, found {found}; the bots are {}", .bots.join(", ")
    )]
    Anchor { found: String, bots: Vec<String> },
    #[error(
        "{key} is a key of the format {}, and this is a {}", .formats.iter().map(|format| format.word()).join(", "),
        .found.word()
    )]
    OtherFormat { key: &'static str, formats: Vec<FormatWord>, found: FormatWord },
    #[error("plies needs openings from a file of games (.pgn)")]
    OnlyPgn,
    #[error("expected a name with a visible character, and without spaces at its ends or control characters")]
    BotName,
    #[error("expected a key of one word, such as {meant}, found {0:?}", meant = .0.split_whitespace().join("_"))]
    Key(String),
    /// The reason why the bot's settings are wrong, from [`Unusable::Settings`](super::Unusable::Settings).
    #[error("{0}")]
    Settings(String),
    /// The reason why the bot's program cannot be started, from [`Unusable::Program`](super::Unusable::Program).
    #[error("{0}")]
    Program(String),
    #[error("expected words of printable ASCII")]
    PositionText,
    #[error("{0}")]
    Position(String),
    #[error("{}: expected positions, found games: this is PGN; use the ending .pgn, or format=pgn", .0.display())]
    IsPgn(PathBuf),
    #[error("expected one of {known} and its text after the position and a tab, found {0:?}", known = OPENING_FIELDS.join(", "))]
    OpeningTag(String),
    /// The reason why a game of the file of openings cannot be read.
    #[error("{0}")]
    OpeningGame(GameFaultError),
    /// The reader's reason why the file of openings cannot be read.
    #[error("{0}")]
    OpeningsFile(String),
    /// The errors in the file of openings, each with its place in the file.
    #[error("{} {}", .file.display(), bad_lines(.lines))]
    Openings { file: PathBuf, lines: Vec<(String, Self)> },
    #[error("plies: expected at least 1, found 0; omit plies to play all moves of each game")]
    NoPlies,
    #[error("start: expected a number from 1, of an opening in a file with order = \"sequential\" or \"fastchess\"")]
    OpeningStart,
    #[error("{} has no positions", .0.display())]
    EmptyOpenings(PathBuf),
    #[error("openings: expected a file, positions, or random = N for N random decisions")]
    NoOpenings,
    #[error("openings: expected either random or positions, found both")]
    OpeningsTwice,
    #[error("count and balance need random = N, for positions after N random decisions")]
    OnlyByLot,
    #[error("expected a number from 1 to {most}, found {found}")]
    LotCount { found: u32, most: u32 },
    #[error("expected within to be above 0, such as 0.1")]
    Within,
    #[error("{0}")]
    TooFew(OpeningsError),
}

/// The most bad lines of a file of openings that an error shows.
const MOST_LINES: usize = 10;

fn bad_lines(lines: &[(String, PlanError)]) -> String {
    let shown = lines.iter().take(MOST_LINES).map(|(place, flaw)| format!("{place}: {flaw}")).join("; ");
    match lines.len().saturating_sub(MOST_LINES) {
        0 => shown,
        more => format!("{shown}; and {} more", counted(more as u32, "opening")),
    }
}

impl Trouble {
    /// An error at these bytes of the file. An empty range gives an error without a place.
    pub fn at(span: Range<usize>, flaw: PlanError) -> Self {
        // An empty range marks a value that is not from a file.
        Self { span: (!span.is_empty()).then_some(span), flaw }
    }

    /// An error without a place.
    pub fn whole(flaw: PlanError) -> Self {
        Self { span: None, flaw }
    }

    /// The error as users see it, without a final newline.
    pub fn show(&self, path: &str, source: &str) -> String {
        let Some(span) = self.span.as_ref().filter(|span| span.end <= source.len()) else {
            return format!("{path}: {}", self.flaw);
        };
        let snippet = Snippet::source(source).path(path).annotation(AnnotationKind::Primary.span(span.clone()));
        let report = [Level::ERROR.primary_title(self.flaw.to_string()).element(snippet)];
        Renderer::plain().render(&report)
    }
}

impl From<toml::de::Error> for Trouble {
    fn from(error: toml::de::Error) -> Self {
        Self { span: error.span(), flaw: PlanError::Toml(plain(error.message())) }
    }
}

/// Fails with `flaw` at the place of the value unless `holds` is true.
pub(super) fn require<T>(holds: bool, value: &Spanned<T>, flaw: PlanError) -> Result<(), Trouble> {
    if holds { Ok(()) } else { Err(Trouble::at(value.span(), flaw)) }
}

/// The message of the TOML parser without the names of types. For a text without quotes, says that they are missing;
/// the parser takes such a text for a number or a boolean by its first letter. For an unknown key, names only the known
/// key that was probably meant.
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
    const UNQUOTED: [&str; 3] = ["string values must be quoted", "invalid float", "invalid boolean"];
    if UNQUOTED.iter().any(|begin| message.starts_with(begin)) {
        return "expected a number, true, false, or a text in quotes, such as variant = \"isolation\"".to_owned();
    }
    let text = WORDS.iter().fold(message.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours));
    if let Some((found, known)) = text.strip_prefix("unknown field `").and_then(|rest| rest.split_once("`, expected "))
        && let Some(meant) = meant(found, known.split('`').skip(1).step_by(2))
    {
        return format!("unknown field `{found}`; did you mean `{meant}`?");
    }
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
        let unquoted = "expected a number, true, false, or a text in quotes, such as variant = \"isolation\"";
        for (line, expected) in [
            ("folder = isolation", unquoted),
            ("folder = nim", unquoted),
            ("folder = true1", unquoted),
            ("folder = round-robin", unquoted),
            ("clock = 10+0.1", unquoted),
            ("rounds = \"3\"", "invalid type: string \"3\", expected a whole number from 0 to 4294967295"),
            ("rounds = -1", "invalid value: integer `-1`, expected a whole number from 0 to 4294967295"),
            ("concurrency = 0", "invalid value: integer `0`, expected a whole number from 1"),
            ("keep = -1", "invalid value: integer `-1`, expected a whole number from 0"),
            ("match_play = \"on\"", "unknown field `match_play`; did you mean `match-play`?"),
            ("[openings]\nplie = 3", "unknown field `plie`; did you mean `plies`?"),
            (
                "format = \"swis\"",
                "expected one of `round-robin`, `gauntlet`, `swiss`, `knockout`, `tables`, found `swis`",
            ),
        ] {
            let trouble = file::read(&format!("variant = \"orwell\"\n{line}\n")).unwrap_err();
            assert_eq!(trouble.flaw.to_string(), expected, "{line}");
        }
    }
}
