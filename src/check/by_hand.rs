//! Shell commands that bring a bot to a place of the check.

use std::fmt::Write;

/// The seconds for which the shell keeps the bot's input open.
const OPEN: u32 = 3;

/// The lines that bring a bot to its present state: the greeting, and the lines of the present step. If the step has
/// games, only the last question of the last game is kept.
#[derive(Debug, Clone, Default)]
pub(super) struct Script {
    lines: Vec<String>,
    /// The number of lines for the greeting and the options.
    greeting: usize,
    /// The number of lines before the first question of the last game.
    before_question: Option<usize>,
}

impl Script {
    /// Adds a line that was said to the bot.
    pub(super) fn add(&mut self, line: &str) {
        match line.split(' ').next() {
            Some("newgame") => self.begin_step(),
            // A position replaces the questions before it, because a bot needs no more to decide.
            Some("position") => {
                let kept = *self.before_question.get_or_insert(self.lines.len());
                self.lines.truncate(kept);
            }
            // After an `error` comes the refused question again, so the script keeps the questions before and after.
            Some("error") => self.before_question = None,
            Some(_) | None => {}
        }
        self.lines.push(line.to_owned());
    }

    /// Notes the end of the greeting.
    pub(super) fn greeted(&mut self) {
        self.greeting = self.lines.len();
    }

    /// Removes all lines after the greeting.
    pub(super) fn begin_step(&mut self) {
        self.lines.truncate(self.greeting);
        self.before_question = None;
    }

    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// A shell command that says the same lines to the bot. The input stays open, because its end would tell more.
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
        script.add("uvi 1");
        script.greeted();
        said.iter().for_each(|line| script.add(line));
        let expected = format!("(printf '%s\\n' 'uvi 1' {expected}; sleep 3) | ./bot -v");
        assert_eq!(script.command("./bot -v"), expected.replace(" ;", ";"));
    }

    const GAME: [&str; 3] = ["newgame variant v seats 2 seat 1", "isready", "position p"];

    #[test]
    fn of_games_the_last_question_is_said() {
        check(&[], "");
        check(&["setoption name a value \"it's\""], r#"'setoption name a value "it'\''s"'"#);
        let first = [&GAME[..], &["legal a b", "go", "position q", "legal b", "go"]].concat();
        let last = "'newgame variant v seats 2 seat 1' isready 'position q' 'legal b' go";
        check(&[&["isready"], &first[..]].concat(), last);
        let refused = [&GAME[..], &["legal a b", "go", "error illegal: a", "position p", "go"]].concat();
        let all =
            "'newgame variant v seats 2 seat 1' isready 'position p' 'legal a b' go 'error illegal: a' 'position p' go";
        check(&refused, all);
        check(&[&first[..], &["gameover reason abort"]].concat(), &format!("{last} 'gameover reason abort'"));
        let second = ["gameover reason x shared 1", "newgame variant w seats 2 seat 2", "isready", "position r", "go"];
        check(&[&first[..], &second].concat(), "'newgame variant w seats 2 seat 2' isready 'position r' go");
    }

    #[test]
    fn a_step_begins_after_the_greeting() {
        let mut script = Script::default();
        script.add("uvi 1");
        script.greeted();
        script.add("hello");
        GAME.iter().for_each(|line| script.add(line));
        script.begin_step();
        script.add("isready");
        assert_eq!(script.command("bot"), "(printf '%s\\n' 'uvi 1' isready; sleep 3) | bot");
    }
}
