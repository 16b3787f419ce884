//! The Markdown that rules pages are written in: the common one, with tables.

use pulldown_cmark::{Options, Parser};

pub(super) fn parse(page: &str) -> Parser<'_> {
    Parser::new_ext(page, Options::ENABLE_TABLES)
}
