//! How to bring a bot by hand where a check has brought it.

use std::fmt::Write;

/// How long a shell keeps the bot's input open, in seconds.
const OPEN: u32 = 3;

/// The lines that bring a bot to where it is: all before the first game, and of games the last question of the last one.
#[derive(Debug, Clone, Default)]
pub(super) struct Script {
    lines: Vec<String>,
    /// How many lines came before the first game.
    before_game: Option<usize>,
    /// How many came before the first question of the last game.
    before_question: Option<usize>,
}

impl Script {
    /// A line was said to the bot.
    pub(super) fn add(&mut self, line: &str) {
        match line.split(' ').next() {
            Some("newgame") => {
                let kept = *self.before_game.get_or_insert(self.lines.len());
                self.lines.truncate(kept);
                self.before_question = None;
            }
            // A position is all that is needed to decide.
            Some("position") => {
                let kept = *self.before_question.get_or_insert(self.lines.len());
                self.lines.truncate(kept);
            }
            Some(_) | None => {}
        }
        self.lines.push(line.to_owned());
    }

    /// A command for a shell that says the same lines to the bot. Its input stays open for a while behind them, since
    /// its end would be one more thing that the bot hears.
    pub(super) fn command(&self, command: &str) -> String {
        let mut text = String::from("(printf '%s\\n'");
        for line in &self.lines {
            let _ = write!(text, " {}", shell_words::quote(line));
        }
        let _ = write!(text, "; sleep {OPEN}) | {command}");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(said: &[&str], expected: &str) {
        let mut script = Script::default();
        said.iter().for_each(|line| script.add(line));
        assert_eq!(script.command("./bot -v"), format!("(printf '%s\\n' {expected}; sleep 3) | ./bot -v"));
    }

    #[test]
    fn all_before_the_games_and_the_last_question_are_said() {
        check(&["uvi 1"], "'uvi 1'");
        check(&["uvi 1", "setoption name a value \"it's\""], r#"'uvi 1' 'setoption name a value "it'\''s"'"#);
        let game = ["uvi 1", "isready", "newgame variant v seats 2 seat 1", "isready"];
        let first = ["position p", "legal a b", "go", "position q", "legal b", "go"];
        check(
            &[&game[..], &first].concat(),
            "'uvi 1' isready 'newgame variant v seats 2 seat 1' isready 'position q' 'legal b' go",
        );
        let second = ["gameover reason x shared 1", "newgame variant w seats 2 seat 2", "isready", "position r", "go"];
        check(
            &[&game[..], &first, &second].concat(),
            "'uvi 1' isready 'newgame variant w seats 2 seat 2' isready 'position r' go",
        );
        check(
            &[&game[..], &first, &["gameover reason abort"]].concat(),
            "'uvi 1' isready 'newgame variant v seats 2 seat 1' isready 'position q' 'legal b' go 'gameover reason abort'",
        );
    }
}
