//! The bots that a page may seat. A page chooses a bot by name and cannot change its command.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    process::Command,
    time::timeout,
};
use uvi::{FromBot, Text, Value, Word};

/// The bots that are installed with the arbiter, in the same folder. A bot of one variant does not say so in its greeting.
const BESIDE: [(&str, Option<&str>); 5] = [
    ("random", None),
    ("greedy", None),
    ("search", None),
    ("chain", Some("catalonia")),
    ("prowler", Some("cat-chess")),
];

/// The bot that is listed at several strengths: the name on the page, and its `nodes` for each decision, or time alone.
const LEVELS: [(&str, u8, Option<u32>); 3] =
    [("search (easy)", 1, Some(30)), ("search (medium)", 2, Some(600)), ("search", 3, None)];

/// The time for a bot to list its variants.
const GREETING: Duration = Duration::from_secs(5);

const MOST_SAID: u64 = 64 * 1024;

/// A bot of the list. A page is told its name, its variants and its level alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ListedBot {
    pub name: String,
    /// The command line, as in `seat`.
    #[serde(skip)]
    pub command: Text,
    /// The variants that the bot plays; `None` if the bot did not list them.
    pub variants: Option<Vec<String>>,
    #[serde(skip)]
    pub options: Vec<(Word, Value)>,
    /// The settings of `seatset`, in order. They may relax `untrusted`.
    #[serde(skip)]
    pub limits: Vec<(Word, Value)>,
    /// True if the bot is shut in (UVI 4.3).
    #[serde(skip)]
    pub untrusted: bool,
    /// The strength, from 1, among the listed bots that are one program; `None` for other bots.
    pub level: Option<u8>,
}

/// A file of bots, as in a tournament file. A key without effect here is refused: it may be one that prevents harm.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BotsFile {
    bot: Vec<ListedEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListedEntry {
    name: String,
    command: String,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    #[serde(default)]
    limits: BTreeMap<String, toml::Value>,
    #[serde(default)]
    untrusted: bool,
}

impl ListedEntry {
    fn bot(self) -> Result<ListedBot> {
        let values = |what, values: BTreeMap<String, toml::Value>, [yes, no]: [&str; 2]| {
            let read = |(name, value): (String, toml::Value)| {
                let text = match value {
                    toml::Value::String(text) => text,
                    toml::Value::Boolean(truth) => if truth { yes } else { no }.to_owned(),
                    toml::Value::Integer(_) | toml::Value::Float(_) => value.to_string(),
                    other => bail!("{what} {name}: expected a number, a boolean or a string, found {other}"),
                };
                Ok((Word::new(&name).with_context(|| format!("{what} {name:?}: expected one word"))?, Value::new(text)))
            };
            values.into_iter().map(read).collect::<Result<_>>()
        };
        let options = values("option", self.options, ["true", "false"])?;
        let limits = values("limit", self.limits, ["on", "off"])?;
        must_be_command(&self.command).with_context(|| format!("the command of {:?}", self.name))?;
        Ok(ListedBot { options, limits, untrusted: self.untrusted, ..ListedBot::new(&self.name, &self.command) })
    }
}

/// Returns an error unless the arbiter could split the text into words.
fn must_be_command(text: &str) -> Result<()> {
    match shell_words::split(text) {
        Ok(words) if words.is_empty() => bail!("expected a command, found {text:?}"),
        Ok(_) => Ok(()),
        Err(_) => bail!("expected a closing quote, found {text:?}"),
    }
}

impl ListedBot {
    fn new(name: &str, command: &str) -> Self {
        Self { name: name.to_owned(), command: Text::new(command), ..Self::default() }
    }

    /// The bot at each of its strengths, the weakest first.
    fn levels(command: &str) -> impl Iterator<Item = Self> {
        LEVELS.into_iter().map(move |(name, level, nodes)| {
            let option = |nodes: u32| Some((Word::new("nodes")?, Value::new(nodes.to_string())));
            let options = nodes.and_then(option).into_iter().collect();
            Self { options, level: Some(level), ..Self::new(name, command) }
        })
    }

    /// Parses `NAME=COMMAND`. Fails if the name or the command is missing, or a quote in it is not closed.
    pub fn from_flag(text: &str) -> Result<Self> {
        match text.split_once('=') {
            Some((name, command)) if !name.trim().is_empty() && !command.trim().is_empty() => {
                must_be_command(command)?;
                Ok(Self::new(name.trim(), command.trim()))
            }
            _ => bail!("expected NAME=COMMAND, found {text:?}"),
        }
    }

    /// Asks the bot for its variants with a greeting (UVI 2.3). A bot that does not answer can still be seated; the
    /// arbiter then reports the error. An untrusted bot, or one with limits, is not asked, because here nothing shuts it in.
    pub async fn introduced(self) -> Self {
        if self.untrusted || !self.limits.is_empty() {
            return self;
        }
        let said = timeout(GREETING, said_variants(self.command.as_str())).await;
        Self { variants: said.ok().flatten().or(self.variants), ..self }
    }

    pub fn plays(&self, variant: &str) -> bool {
        self.variants.as_ref().is_none_or(|variants| variants.iter().any(|word| word == variant))
    }
}

/// All bots: those beside the arbiter, those in the files, and those in flags, in this order. Fails if a file is not
/// valid, or two bots have the same name.
pub fn gather(arbiter: &Path, files: &[PathBuf], flags: Vec<ListedBot>) -> Result<Vec<ListedBot>> {
    let mut bots = Vec::new();
    for (name, only) in BESIDE {
        let path = arbiter.with_file_name(format!("arbiter-{name}"));
        if let Some(text) = path.to_str().filter(|_| path.is_file()) {
            let command = shell_words::quote(text);
            match name {
                "search" => bots.extend(ListedBot::levels(&command)),
                _ => bots.push(ListedBot {
                    variants: only.map(|variant| vec![variant.to_owned()]),
                    ..ListedBot::new(name, &command)
                }),
            }
        }
    }
    for path in files {
        let shown = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(shown)?;
        bots.extend(listed(&text).with_context(shown)?);
    }
    bots.extend(flags);
    for (place, bot) in bots.iter().enumerate() {
        if bots[..place].iter().any(|other| other.name == bot.name) {
            bail!("two bots have the name {:?}", bot.name);
        }
    }
    Ok(bots)
}

fn listed(text: &str) -> Result<Vec<ListedBot>> {
    toml::from_str::<BotsFile>(text)?.bot.into_iter().map(ListedEntry::bot).collect()
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
        let bot = ListedBot::from_flag("fish = uci stockfish --x=1").expect("a bot");
        assert_eq!((bot.name.as_str(), bot.command.as_str()), ("fish", "uci stockfish --x=1"));
        for (wrong, named) in [
            ("", "NAME=COMMAND"),
            ("stockfish", "NAME=COMMAND"),
            ("=stockfish", "NAME=COMMAND"),
            ("fish=", "NAME=COMMAND"),
            ("fish=\"uci stockfish", "expected a closing quote, found \"\\\"uci stockfish\""),
        ] {
            let error = ListedBot::from_flag(wrong).expect_err(wrong);
            assert!(error.to_string().contains(named), "{error}");
        }
    }

    #[test]
    fn a_file_has_options_limits_and_untrusted_bots_and_nothing_without_effect() {
        let entry = "[[bot]]\nname = \"a\"\ncommand = \"x\"\n";
        let settings = "untrusted = true\noptions = { depth = 3, book = \"b\", ponder = true }\n";
        let limits = "limits = { strict = \"off\", sandbox = true, files = 9 }";
        let bots = listed(&format!("{entry}{settings}{limits}")).expect("a bot");
        let told = |values: &[(Word, Value)]| {
            let values: Vec<_> = values.iter().map(|(name, value)| format!("{name}={}", value.as_str())).collect();
            values.join(" ")
        };
        assert_eq!((told(&bots[0].options).as_str(), bots[0].untrusted), ("book=b depth=3 ponder=true", true));
        assert_eq!(told(&bots[0].limits), "files=9 sandbox=on strict=off");
        // A page hears nothing of the command and its settings.
        let page = serde_json::to_string(&bots[0]).expect("a bot is told");
        assert_eq!(page, r#"{"name":"a","variants":null,"level":null}"#);
        for (wrong, named) in [
            (
                "memory = \"1G\"",
                "unknown field `memory`, expected one of `name`, `command`, `options`, `limits`, `untrusted`",
            ),
            ("[defaults]\nuntrusted = true", "unknown field `defaults`, expected `bot`"),
            ("options = { a = [1] }", "option a: expected a number"),
            ("limits = { a = [1] }", "limit a: expected a number"),
            ("[[bot]]\nname = \"b\"\ncommand = \"'y\"", "the command of \"b\": expected a closing quote"),
        ] {
            let error = listed(&format!("{entry}{wrong}")).expect_err(wrong);
            assert!(format!("{error:#}").contains(named), "{error:#}");
        }
    }

    #[test]
    fn no_two_bots_have_one_name() {
        let flags = ["a=x", "b=y", "a=z"].map(|text| ListedBot::from_flag(text).expect("a bot"));
        let error = gather(Path::new("/nowhere/arbiter"), &[], flags.to_vec()).expect_err("two of them");
        assert_eq!(error.to_string(), "two bots have the name \"a\"");
    }
}
