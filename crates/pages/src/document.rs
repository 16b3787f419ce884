//! The HTML frame of all pages.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page with this body. The browser enforces `policy`, the Content-Security-Policy of the page.
pub(crate) fn document(title: &str, policy: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                style { (PreEscaped(style)) }
            }
            (body)
        }
    };
    page.into_string()
}
