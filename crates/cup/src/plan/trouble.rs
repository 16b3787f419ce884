//! Errors in a tournament file, with their place: the file, the line, its text, and a caret below.

use std::{fmt::Display, ops::Range};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use toml::Spanned;
use uvi_games::game::meant;

/// An error in a tournament file, or in a file that it names, with its place.
#[derive(Debug, Clone)]
pub struct Trouble {
    /// The byte range of the error in the file. `None` if a value is missing, or does not come from the file.
    pub span: Option<Range<usize>>,
    /// The error itself.
    pub flaw: String,
    /// The thing that is wrong.
    pub cause: TroubleCause,
}

/// The thing that is wrong if a plan cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TroubleCause {
    /// The tournament file, or a file that it names.
    File,
    /// A bot's program cannot be started.
    Program,
    /// This machine lacks what a bot's settings need.
    Machine,
}

impl Trouble {
    /// An error at these bytes of the file. An empty range gives an error without a place.
    pub fn at(span: Range<usize>, flaw: impl Display) -> Self {
        // An empty range marks a value that is not from a file.
        Self { span: (!span.is_empty()).then_some(span), ..Self::whole(flaw) }
    }

    /// An error without a place.
    pub fn whole(flaw: impl Display) -> Self {
        Self { span: None, flaw: flaw.to_string(), cause: TroubleCause::File }
    }

    /// The error as users see it, without a final newline.
    pub fn show(&self, path: &str, source: &str) -> String {
        let Some(span) = self.span.as_ref().filter(|span| span.end <= source.len()) else {
            return format!("{path}: {}", self.flaw);
        };
        let snippet = Snippet::source(source).path(path).annotation(AnnotationKind::Primary.span(span.clone()));
        let report = [Level::ERROR.primary_title(&self.flaw).element(snippet)];
        Renderer::plain().render(&report)
    }
}

impl From<toml::de::Error> for Trouble {
    fn from(error: toml::de::Error) -> Self {
        Self { span: error.span(), ..Self::whole(plain(error.message())) }
    }
}

/// Fails with `flaw` at the place of the value unless `holds` is true.
pub(super) fn require<T>(holds: bool, value: &Spanned<T>, flaw: impl Display) -> Result<(), Trouble> {
    if holds { Ok(()) } else { Err(Trouble::at(value.span(), flaw)) }
}

/// The message of the TOML parser without the names of types. For a text without quotes, says that they are missing;
/// the parser takes such a text for a number or a boolean by its first letter. For an unknown key, names only the known
/// key that was probably meant.
fn plain(message: &str) -> String {
    const ANCHOR: &str = "data did not match any variant of untagged enum Anchor";
    const WORDS: [(&str, &str); 10] = [
        (" as i128", ""),
        (" as u128", ""),
        ("expected a nonzero usize", "expected a whole number from 1"),
        ("expected nonzero usize", "expected a whole number from 1"),
        ("expected usize", "expected a whole number from 0"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u64", "expected a whole number from 0"),
        ("expected f64", "expected a number"),
        ("invalid type: map, expected a sequence", "expected a list, as [[bot]] with two brackets is, found a table"),
        (ANCHOR, "expected a bot's name and its Elo, such as \"mine=1500\" or { name = \"mine\", elo = 1500 }"),
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
    if let Some((found, _)) = text.split_once("expected struct ") {
        return format!("{found}expected a table of keys");
    }
    let Some((found, expected)) = text.strip_prefix("unknown variant ").and_then(|rest| rest.split_once(", ")) else {
        return text;
    };
    format!("{expected}, found {found}")
}
