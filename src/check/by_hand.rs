//! The lines that a process of the bot was told, as a script and as a shell command.

use std::fmt::Write;

use uvi::{Fault, FromBot, ToBot, Words};
use uvi_match::referee::{BotDeed, Cue};

use crate::rerun::OwedReplies;

/// The seconds for which the shell keeps the bot's input open.
const OPEN: u32 = 3;

/// All lines that a process was told since its start, with its replies.
#[derive(Debug, Clone, Default)]
pub(super) struct Script {
    cues: Vec<Cue>,
    owed: OwedReplies,
    pub(super) length: usize,
}

impl Script {
    pub(super) fn say(&mut self, message: &ToBot, length: usize) {
        self.owed.say(message);
        self.length += length;
        self.cues.push(Cue::Say(message.clone()));
    }

    pub(super) fn say_unknown(&mut self, line: &str) {
        self.cues.push(Cue::SayUnknown(line.to_owned()));
    }

    /// Adds the full position behind the next one, of which the seat sees only a part.
    pub(super) fn hide(&mut self, full: Words) {
        self.cues.push(Cue::Hidden(full));
    }

    /// Adds a message of the bot, if it is a reply that the bot owes. Any answer will do in a rerun.
    pub(super) fn hear(&mut self, message: FromBot) {
        if self.owed.hear(&message) {
            let deed = match message {
                FromBot::BestMove(_) | FromBot::Resign => BotDeed::Unknown,
                message => BotDeed::Said(message),
            };
            self.cues.push(Cue::Hear(deed));
        }
    }

    pub(super) fn until(&self, fault: Fault, text: String) -> Vec<Cue> {
        let mut cues = self.cues.clone();
        // The fault is the last answer itself, or the bot was told something after it.
        let replies = cues.iter().rev().take_while(|cue| matches!(cue, Cue::Hear(_))).count();
        let from = cues.len() - replies;
        if let Some(answer) = cues[from..].iter().position(|cue| *cue == Cue::Hear(BotDeed::Unknown)) {
            cues.remove(from + answer);
        }
        cues.push(Cue::Hear(BotDeed::Fault(fault, text)));
        cues
    }

    /// A shell command that says the same lines to the bot. The input stays open, because its end would tell more.
    pub(super) fn command(&self, command: &str) -> String {
        let mut text = String::from("(printf '%s\\n'");
        for cue in &self.cues {
            let line = match cue {
                Cue::Say(message) => message.to_string(),
                Cue::SayUnknown(line) => line.clone(),
                Cue::Hear(_) | Cue::Hidden(_) => continue,
            };
            let _ = write!(text, " {}", shell_words::quote(&line));
        }
        let _ = write!(text, "; sleep {OPEN}) | {command}");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rerun::SeatScript;

    /// Lines to the bot, and lines of the bot after `<`.
    fn script(lines: &[&str]) -> Script {
        let mut script = Script::default();
        for line in lines {
            match line.strip_prefix('<') {
                Some(said) => script.hear(said.parse().unwrap()),
                None => match line.parse() {
                    Ok(message) => script.say(&message, line.len()),
                    Err(_) => script.say_unknown(line),
                },
            }
        }
        script
    }

    #[test]
    fn all_lines_are_said_by_hand() {
        let said = script(&["uvi 1", "<uviok", "setoption name a value it's", "", "hello there", "isready"]);
        let expected =
            r#"(printf '%s\n' 'uvi 1' 'setoption name a value it'\''s' '' 'hello there' isready; sleep 3) | ./bot -v"#;
        assert_eq!(said.command("./bot -v"), expected);
    }

    #[track_caller]
    fn check(lines: &[&str], expected: &[&str]) {
        let cues = (1..).zip(script(lines).until(Fault::Timeout, "late".to_owned())).collect();
        let text = SeatScript { cues, ..SeatScript::default() }.to_string();
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), expected, "{lines:?}");
        assert_eq!(SeatScript::parse(&text).unwrap().to_string(), text);
    }

    #[test]
    fn a_script_has_all_lines_with_the_replies_that_were_owed() {
        check(
            &["uvi 1", "<id name x", "<readyok", "<uviok", "hello", "", "isready"],
            &["> uvi 1", "< uviok", "> hello", "> ", "> isready", "! timeout: late"],
        );
        check(
            &["go", "<bestmove a", "gameover reason abort"],
            &["> go", "< *", "> gameover reason abort", "! timeout: late"],
        );
        check(&["go", "gameover reason abort", "<bestmove a"], &["> go", "> gameover reason abort", "! timeout: late"]);
        check(&["go", "isready", "<readyok", "<resign"], &["> go", "> isready", "< readyok", "! timeout: late"]);
        check(&["go", "isready", "<bestmove a", "<readyok"], &["> go", "> isready", "< readyok", "! timeout: late"]);
    }
}
