//! Splits a command line into words as a shell does. No shell runs, so nothing is expanded: no variable, no `~`, no
//! `*`.

/// The reason why a text is no command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum CommandError {
    #[error("expected a program")]
    Empty,
    #[error("a quote is not closed")]
    OpenQuote,
}

/// Splits a command line at white space, with `'…'`, `"…"` and `\` as in a shell.
///
/// # Errors
/// Returns an error if there is no word, or if a quote is not closed.
pub fn split_command(line: &str) -> Result<Vec<String>, CommandError> {
    let words = shell_words::split(line).map_err(|_| CommandError::OpenQuote)?;
    if words.is_empty() { Err(CommandError::Empty) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        assert_eq!(split_command(line).unwrap(), expected);
    }

    #[track_caller]
    fn refused(line: &str, expected: CommandError) {
        assert_eq!(split_command(line), Err(expected));
    }

    #[test]
    fn words_are_split_as_a_shell_splits_them() {
        check("bot", &["bot"]);
        check("  bot\t-v  2 ", &["bot", "-v", "2"]);
        check("'my bot' \"two words\" a\\ b", &["my bot", "two words", "a b"]);
        check("bot \"\" ''", &["bot", "", ""]);
        check(r#"bot "\"x\" \n" '\'"#, &["bot", r#""x" \n"#, r"\"]);
        check("bot it\\'s", &["bot", "it's"]);
        check("bot $HOME *", &["bot", "$HOME", "*"]);
    }

    #[test]
    fn an_open_quote_is_refused() {
        refused("bot 'x", CommandError::OpenQuote);
        refused("\"a\" \"b'c", CommandError::OpenQuote);
        refused("'a' \\\"'b", CommandError::OpenQuote);
    }

    #[test]
    fn an_empty_line_is_refused() {
        refused("", CommandError::Empty);
        refused(" \t", CommandError::Empty);
    }
}
