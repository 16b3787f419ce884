//! What is wrong with a file of people, shown as people like it: file, line, the line itself, a caret below.

use std::{fmt, ops::Range};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The bytes of the file that are wrong; `None` where something is missing altogether.
    pub span: Option<Range<usize>>,
    /// What was expected, and what stands there.
    pub text: String,
}

impl Trouble {
    /// Trouble with these bytes.
    pub fn at(span: Range<usize>, text: impl fmt::Display) -> Self {
        // What stands nowhere was not typed in a file.
        Self { span: (!span.is_empty()).then_some(span), text: text.to_string() }
    }

    /// Trouble with the whole.
    pub fn whole(text: String) -> Self {
        Self { span: None, text }
    }

    /// The trouble as people read it, without the end of its last line.
    pub fn show(&self, path: &str, source: &str) -> String {
        let Some(span) = &self.span else { return format!("{path}: {}", self.text) };
        let snippet = Snippet::source(source).path(path).annotation(AnnotationKind::Primary.span(span.clone()));
        let report = [Level::ERROR.primary_title(&self.text).element(snippet)];
        Renderer::plain().render(&report)
    }
}

impl From<toml::de::Error> for Trouble {
    fn from(error: toml::de::Error) -> Self {
        Self { span: error.span(), text: error.message().to_owned() }
    }
}
