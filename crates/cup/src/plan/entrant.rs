//! A bot of a plan, read from a file and written to one.

use itertools::Itertools as _;
use toml::Spanned;
use uvi::{ClockWords, Text, Value, Word};

use super::{
    Trouble,
    file::{BotEntry, Content, Scalar, spanned},
    trouble::require,
};

/// A bot of the tournament.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// The unique name of the bot.
    pub name: String,
    /// The command line, as written.
    pub command: Text,
    /// The command line that starts the bot on this machine.
    pub found: Text,
    /// The options, in the order in which they are sent.
    pub options: Vec<(Word, Value)>,
    /// The settings of the start: keys of `seatset`.
    pub set: Vec<(Word, Option<Value>)>,
    /// The bot's own limits. `None`: the limits of all bots apply.
    pub clock: Option<ClockWords>,
    /// Files that the bot writes itself, whose content does not matter.
    pub writes: Vec<String>,
    /// The known files of the bot, with their hashes.
    pub files: Vec<Content>,
}

/// Returns true for characters that nobody sees in a name: those that a terminal would follow, blank letters, and marks
/// without a shape.
fn is_invisible(letter: char) -> bool {
    uvi::is_unsafe_to_show(letter)
        || matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180e}' | '\u{2060}'..='\u{2064}' | '\u{2800}'
                | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
        )
}

impl BotEntry {
    /// The entrant of this bot. `find` makes a command line that can be started.
    pub(super) fn entrant(&self, find: &impl Fn(&str) -> String) -> Result<Entrant, Trouble> {
        let name = self.name.get_ref();
        let is_name = !name.is_empty() && name.trim() == name && !name.contains(is_invisible);
        let flaw = "expected a name with a visible character, and without spaces at its ends or invisible characters";
        require(is_name, &self.name, flaw)?;
        let mut options = Vec::new();
        for (key, value) in &self.options {
            let key = word(key, value)?;
            options.push((key, Value::new(value.get_ref().text(["true", "false"]))));
        }
        Ok(Entrant {
            name: name.clone(),
            command: Text::new(self.command.get_ref().clone()),
            found: Text::new(find(self.command.get_ref())),
            options,
            set: self.settings()?,
            clock: self.clock,
            writes: self.writes.clone(),
            files: self.files.clone(),
        })
    }

    fn settings(&self) -> Result<Vec<(Word, Option<Value>)>, Trouble> {
        let key = |text: &str| Word::new(text).expect("this is a word");
        let flags = [("clearenv", self.clearenv), ("untrusted", self.untrusted)];
        let mut set: Vec<_> =
            flags.into_iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| (key(flag), None)).collect();
        set.extend(self.dir.as_ref().map(|dir| (key("dir"), Some(Value::new(dir.get_ref().clone())))));
        for (name, value) in &self.env {
            set.push((key("env"), Some(Value::new(format!("{name}={}", value.get_ref())))));
        }
        for (name, value) in &self.limits {
            set.push((word(name, value)?, Some(Value::new(value.get_ref().text(["on", "off"])))));
        }
        Ok(set)
    }
}

impl Entrant {
    /// The value of a setting of the start.
    pub fn setting(&self, key: &str) -> Option<&str> {
        let (_, value) = self.set.iter().rev().find(|(known, _)| known.as_str() == key)?;
        value.as_ref().map(Value::as_str)
    }

    pub(super) fn to_bot(&self) -> BotEntry {
        let mut bot = BotEntry::new(&self.name, self.command.as_str());
        bot.clock = self.clock.map(ClockWords::in_full);
        bot.writes.clone_from(&self.writes);
        bot.files.clone_from(&self.files);
        for (name, value) in &self.options {
            bot.options.insert(name.to_string(), spanned(Scalar::Text(value.as_str().to_owned())));
        }
        for (key, value) in &self.set {
            bot.set(key.as_str(), value.as_ref().map_or("", |value| value.as_str()));
        }
        bot
    }
}

fn word(text: &str, at: &Spanned<Scalar>) -> Result<Word, Trouble> {
    let meant = || text.split_whitespace().join("_");
    let flaw = || format!("expected a key of one word, such as {}, found {text:?}", meant());
    Word::new(text).ok_or_else(|| Trouble::at(at.span(), flaw()))
}
