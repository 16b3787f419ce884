//! Splits a command line into words as a shell does. No shell runs, so nothing is expanded: no variable, no `~`, no
//! `*`.

use std::path::Path;

/// The reason why a text is no command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum CommandError {
    #[error("expected a program")]
    Empty,
    #[error("a quote is not closed")]
    OpenQuote,
}

/// Splits a command line at white space, with `'…'`, `"…"` and `\` as in a shell. Fails if there is no word, or a quote
/// is not closed.
pub fn split_command(line: &str) -> Result<Vec<String>, CommandError> {
    let words = shell_words::split(line).map_err(|_| CommandError::OpenQuote)?;
    if words.is_empty() { Err(CommandError::Empty) } else { Ok(words) }
}

/// The path that a word of a command line may be: the word itself, or what stands after `-name=`.
pub(crate) fn named_path(word: &str) -> &Path {
    let option = word.strip_prefix('-').and_then(|rest| rest.split_once('='));
    Path::new(option.map_or(word, |(_, path)| path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_splits_them() {
        for (line, expected) in [
            ("  bot\t-v  2 ", Ok(&["bot", "-v", "2"][..])),
            ("'my bot' \"two words\" a\\ b it\\'s", Ok(&["my bot", "two words", "a b", "it's"])),
            ("bot \"\" '' $HOME *", Ok(&["bot", "", "", "$HOME", "*"])),
            (r#"bot "\"x\" \n" '\'"#, Ok(&["bot", r#""x" \n"#, r"\"])),
            ("'a' \\\"'b", Err(CommandError::OpenQuote)),
            (" \t", Err(CommandError::Empty)),
        ] {
            assert_eq!(
                split_command(line),
                expected.map(|words| words.iter().map(|word| (*word).to_owned()).collect())
            );
        }
    }
}
