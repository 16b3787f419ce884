//! Makes text from outside safe to show.

use std::{borrow::Cow, fmt::Write as _};

/// Escapes as `\u{..}` every character that could steer a terminal or reorder a line. These are the control characters
/// (C0, DEL and C1), the line and paragraph separators, and the marks that change the direction of writing. The space
/// without width and the byte order mark are escaped too, because nobody sees why a line with them is wrong.
///
/// ```
/// assert_eq!(uvi::escape_controls("c3\u{1b}[2J"), "c3\\u{1b}[2J");
/// ```
pub fn escape_controls(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_unsafe_to_show) else {
        return Cow::Borrowed(text);
    };
    let mut escaped = String::with_capacity(text.len() + 16);
    escaped.push_str(&text[..first]);
    for character in text[first..].chars() {
        if is_unsafe_to_show(character) {
            write!(escaped, "\\u{{{:x}}}", u32::from(character)).expect("writing to a string cannot fail");
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

/// Returns true for a character that [`escape_controls`] escapes.
pub fn is_unsafe_to_show(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}
