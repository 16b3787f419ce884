//! Parses the Markdown of rules pages: CommonMark with tables.

use pulldown_cmark::{Options, Parser};

pub(super) fn parse(page: &str) -> Parser<'_> {
    Parser::new_ext(page, Options::ENABLE_TABLES)
}
