//! The bots that a page may seat. A page names one; it never has a word in how it is started.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use serde::Deserialize;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    process::Command,
    time::timeout,
};
use uvi::{FromBot, Text};

/// The bots that come with the arbiter, beside it.
const BESIDE: [&str; 5] = ["random", "greedy", "search", "chain", "prowler"];

/// How long a bot may take to say what it plays.
const GREETING: Duration = Duration::from_secs(5);

/// How much of a greeting is read.
const MOST_SAID: u64 = 64 * 1024;

/// A bot that may be seated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bot {
    /// Its name on the page.
    pub name: String,
    /// Its command line, as `seat` has it.
    pub command: Text,
    /// The variants that it plays; none if it has not said.
    pub variants: Option<Vec<String>>,
}

/// Why there is no such bot.
#[derive(Debug, thiserror::Error)]
pub enum BadBot {
    /// The words are not of the form.
    #[error("expected NAME=COMMAND, found {0:?}")]
    NoName(String),
    /// A name stands twice.
    #[error("two bots have the name {0:?}")]
    Twice(String),
    /// A file cannot be read.
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Unread(PathBuf, io::Error),
    /// A file is not of the form.
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Malformed(PathBuf, toml::de::Error),
}

/// A file of bots, whose entries are those of a tournament file: `[[bot]]` with `name` and `command`.
#[derive(Deserialize)]
struct BotsFile {
    bot: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    command: String,
}

impl Bot {
    fn new(name: &str, command: &str) -> Self {
        Self { name: name.to_owned(), command: Text::new(command), variants: None }
    }

    /// A bot by the words `NAME=COMMAND`.
    ///
    /// # Errors
    /// If there is no name or no command.
    pub fn from_flag(text: &str) -> Result<Self, BadBot> {
        match text.split_once('=') {
            Some((name, command)) if !name.trim().is_empty() && !command.trim().is_empty() => {
                Ok(Self::new(name.trim(), command.trim()))
            }
            _ => Err(BadBot::NoName(text.to_owned())),
        }
    }

    /// Asks it by its greeting which variants it plays (UVI 2.3). One that does not answer may be seated all the same; the
    /// arbiter will say what is wrong with it.
    pub async fn introduce(&mut self) {
        if let Ok(Some(variants)) = timeout(GREETING, said_variants(self.command.as_str())).await {
            self.variants = Some(variants);
        }
    }

    /// Whether it plays a variant, as far as it has said.
    pub fn plays(&self, variant: &str) -> bool {
        self.variants.as_ref().is_none_or(|variants| variants.iter().any(|word| word == variant))
    }
}

/// The bots beside this arbiter, of a file, and of flags, in this order.
///
/// # Errors
/// If a file is wrong, or a name stands twice.
pub fn gather(arbiter: &Path, files: &[PathBuf], flags: Vec<Bot>) -> Result<Vec<Bot>, BadBot> {
    let mut bots = Vec::new();
    for name in BESIDE {
        let path = arbiter.with_file_name(format!("arbiter-{name}{}", std::env::consts::EXE_SUFFIX));
        if let Some(text) = path.to_str().filter(|_| path.is_file()) {
            bots.push(Bot::new(name, &shell_words::quote(text)));
        }
    }
    for path in files {
        let text = fs::read_to_string(path).map_err(|error| BadBot::Unread(path.clone(), error))?;
        let file: BotsFile = toml::from_str(&text).map_err(|error| BadBot::Malformed(path.clone(), error))?;
        bots.extend(file.bot.iter().map(|entry| Bot::new(&entry.name, &entry.command)));
    }
    bots.extend(flags);
    for (place, bot) in bots.iter().enumerate() {
        if bots[..place].iter().any(|other| other.name == bot.name) {
            return Err(BadBot::Twice(bot.name.clone()));
        }
    }
    Ok(bots)
}

async fn said_variants(command: &str) -> Option<Vec<String>> {
    let words = shell_words::split(command).ok()?;
    let (program, arguments) = words.split_first()?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let output = child.stdout.take()?;
    input.write_all(format!("uvi {}\n", uvi::VERSION).as_bytes()).await.ok()?;
    let mut lines = BufReader::new(output.take(MOST_SAID)).lines();
    let mut variants = None;
    while let Some(line) = lines.next_line().await.ok()? {
        match line.parse() {
            Ok(FromBot::Variant(words)) => variants = Some(words.iter().map(str::to_owned).collect()),
            Ok(FromBot::UviOk) => break,
            Ok(_) | Err(_) => {}
        }
    }
    input.write_all(b"quit\n").await.ok()?;
    drop(input);
    child.wait().await.ok()?;
    variants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_has_a_name_and_a_command() {
        let bot = Bot::from_flag("fish = uci stockfish --x=1").expect("a bot");
        assert_eq!((bot.name.as_str(), bot.command.as_str()), ("fish", "uci stockfish --x=1"));
        for wrong in ["", "stockfish", "=stockfish", "fish="] {
            assert!(Bot::from_flag(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn no_two_bots_have_one_name() {
        let flags = ["a=x", "b=y", "a=z"].map(|text| Bot::from_flag(text).expect("a bot"));
        let error = gather(Path::new("/nowhere/arbiter"), &[], flags.to_vec()).expect_err("two of them");
        assert_eq!(error.to_string(), "two bots have the name \"a\"");
    }
}
