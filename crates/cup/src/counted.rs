//! Counts with nouns.

/// A number with its noun: `1 game`, `2 games`.
pub fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
