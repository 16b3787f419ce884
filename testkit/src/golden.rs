//! Expected texts that are kept in files.

use std::{fs, path::Path};

/// Compares a text with a file. If `UPDATE_GOLDENS` is set, writes the text to the file instead.
#[track_caller]
pub fn golden(path: &Path, text: &str) {
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(path, text).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    let differs = text.lines().zip(expected.lines()).enumerate().find(|(_, (found, expected))| found != expected);
    assert!(text == expected, "{} differs; UPDATE_GOLDENS=1 rewrites it; first: {differs:#?}", path.display());
}
