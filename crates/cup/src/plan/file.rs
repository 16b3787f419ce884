//! A tournament file as written: TOML in which every key is known. `planning` gives its values their meaning.

use std::{collections::BTreeMap, num::NonZeroUsize, path::PathBuf};

use serde::{Deserialize, Serialize};
use toml::Spanned;
use uvi::{ClockWords, Digest, FaultWords, InfoDetail, Patience, Seed, Switch};
use uvi_match::record::{Adjudication, TablesRule, Terms};

use super::trouble::Trouble;
pub use crate::schedule::FormatWord;
pub use crate::terms::{
    Anchor, BalanceKeys, Content, Elimination, GateKeys, LeadKeys, Memory, OpeningOrder, Scalar, SprtKeys,
};
use crate::{
    schedule::{GrowthStage, Seatings},
    terms::{TieBreak, words},
};

/// A tournament file. Values have their places, so that errors can point at them. A key with the value `None` is not
/// written.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct File {
    /// The variant, such as `orwell`. Required.
    pub variant: Spanned<String>,
    /// The number of seats of a table. Default: the least of the variant.
    pub seats: Option<Spanned<u32>>,
    /// The format: `round-robin` (default), `gauntlet`, `swiss`, `knockout` or `tables`.
    #[serde(default)]
    pub format: FormatWord,
    /// The number of times that all meet all, or of rounds of a Swiss. Default: 1. A knockout has the rounds of its bracket.
    pub rounds: Option<Spanned<u32>>,
    /// Swiss and knockout: the number of blocks that a table plays. Default: 1.
    pub blocks: Option<Spanned<u32>>,
    /// Knockout: the most blocks that a table adds while two bots are level. Default: 3.
    pub extra: Option<Spanned<u32>>,
    /// Gauntlet: the number of first bots that meet all others. Default: 1.
    pub heroes: Option<Spanned<u32>>,
    /// Knockout with three or more seats: the number of bots of a table that advance. Default: 1.
    pub advance: Option<Spanned<u32>>,
    /// Knockout: `on` adds a match for the third place. Default: `off`.
    pub third_place: Option<Spanned<Switch>>,
    /// Knockout: `single` (default) or `double`, by which a bot is out after two lost matches.
    pub elimination: Option<Spanned<Elimination>>,
    /// Round robin: `true` lets the table play next whose result is least certain. Default: `false`.
    pub adaptive: Option<Spanned<bool>>,
    /// Tables: the names of the bots of each table, in seat order. Each table plays a block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Vec<Spanned<String>>>,
    /// Round robin: `on` lets bots also sit beside themselves. Default: `on` if all seats share one score.
    #[serde(rename = "self")]
    pub itself: Option<Spanned<Switch>>,
    /// The games of a block: `balanced` (default): each bot has each seat once; `single`: one; `all`: every order.
    #[serde(default)]
    pub seatings: Seatings,
    /// `on` starts the second game of a block from the end of the first, as the rules page says. Default: `off`.
    pub match_play: Option<Spanned<Switch>>,
    /// The seed of all luck, up to 32 hex digits. Default: drawn from the system.
    #[serde(default, deserialize_with = "words::seed")]
    pub seed: Option<Seed>,
    /// The SHA-256 that stands for the seed while the tournament runs. The arbiter writes it.
    pub commitment: Option<Digest>,
    /// The limits of all bots, such as `movetime 100` or `time 10000 inc 100` in milliseconds, or `10+0.1` in seconds. Default: `movetime 5000`.
    #[serde(default, deserialize_with = "words::clock")]
    pub clock: Option<ClockWords>,
    /// The consequence of a fault: `forfeit` (default) or `random`, after `retry N` if a bot may answer again.
    #[serde(default)]
    pub onfault: FaultWords,
    /// `on` restarts the bots for every game. Default: `off`.
    #[serde(default = "off")]
    pub restart: Switch,
    /// `allowed` lets a bot play two games over the same luck in one process; `forbidden` (default) restarts it
    /// between them. Without chance it is always allowed.
    #[serde(default, skip_serializing_if = "Memory::is_default")]
    pub memory_between_games: Memory,
    /// The number of games played at once. Default: as many as this machine has cores for.
    #[serde(skip_serializing)]
    pub concurrency: Option<NonZeroUsize>,
    /// The number of idle bots that stay alive between games. Default: 64.
    #[serde(skip_serializing)]
    pub keep: Option<usize>,
    /// The number of hours after which no new block begins.
    #[serde(skip_serializing)]
    pub hours: Option<Spanned<f64>>,
    /// The folder that keeps the tournament.
    #[serde(skip_serializing)]
    pub folder: Option<PathBuf>,
    /// The tie-breaks of bots with equal scores, in the order of use: `buchholz`, `buchholz-cut`, `sonneborn-berger`,
    /// `head-to-head`, `wins`, `rating`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieBreak>,
    /// The bot from which ratings are counted, such as `"mine=1500"` or `{ name = "mine", elo = 1500 }`.
    pub anchor: Option<Spanned<Anchor>>,
    /// The variant's rule options.
    #[serde(default)]
    pub options: BTreeMap<String, Spanned<Scalar>>,
    /// The waiting times `greet`, `ready` and `quit`, in milliseconds.
    #[serde(default)]
    pub patience: Patience,
    /// The positions from which blocks start.
    pub openings: Option<Openings>,
    /// The rules that end a game early: `max-decisions`, `resign`, `draw`, `tables` (with `men`, `ignore50`, `only`);
    /// `like = "fastchess"` or `"cutechess"` counts as that program does.
    pub adjudication: Option<Spanned<Adjudication>>,
    /// The folders of Syzygy tablebases, separated by `:`. They end games as `tables` in `adjudication` says, by
    /// default where they have the position.
    #[serde(skip_serializing)]
    pub tablebases: Option<Spanned<String>>,
    /// `on` warns of mistakes in what bots say of their play, such as [an illegal
    /// line](faults.md#mistakes-that-are-no-faults). Default: `off`.
    pub warn: Option<Spanned<Switch>>,
    /// A sequential test of the first bot against the second, which ends the tournament.
    pub sprt: Option<Spanned<SprtKeys>>,
    /// A sequential test of the first bot's lead, for any number of seats, which ends the tournament.
    pub lead: Option<Spanned<LeadKeys>>,
    /// The settings of `arbiter gate` besides its test.
    pub gate: Option<Spanned<GateKeys>>,
    /// The settings of logs.
    #[serde(default)]
    pub log: LogKeys,
    /// Files written at the end.
    #[serde(default, skip_serializing)]
    pub outputs: OutputKeys,
    /// The sizes of the tournament before it grew. The arbiter writes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grown: Vec<GrowthStage>,
    /// Defaults for every bot, key by key.
    #[serde(default, skip_serializing)]
    pub each: BotDefaults,
    /// A bot; repeatable. The order of the bots breaks the last ties. Required.
    #[serde(default)]
    pub bot: Vec<Spanned<BotEntry>>,
}

impl File {
    /// A file with this variant and these terms. All other keys have their defaults.
    pub fn new(variant: String, terms: &Terms) -> Self {
        let file = read("variant = \"\"").expect("all other keys have defaults");
        Self {
            variant: spanned(variant),
            onfault: terms.fault_words(),
            patience: terms.patience,
            adjudication: terms.adjudication.map(spanned),
            warn: terms.warn.map(spanned),
            log: LogKeys { info: terms.info, ..LogKeys::default() },
            ..file
        }
    }

    pub(crate) fn to_toml(&self) -> String {
        toml::to_string(self).expect("a file has only values that TOML can hold")
    }

    /// The rules that end a game early. Tablebases without a rule have the default one.
    fn rules(&self) -> Option<Adjudication> {
        let rules = self.adjudication.as_ref().map(|rules| *rules.get_ref());
        let tables = || Adjudication { tables: Some(TablesRule::default()), ..rules.unwrap_or_default() };
        let is_default = self.tablebases.is_some() && rules.is_none_or(|rules| rules.tables.is_none());
        if is_default { Some(tables()) } else { rules }
    }

    /// The terms that hold for all seats.
    pub fn terms(&self) -> Terms {
        Terms {
            on_fault: self.onfault.then,
            retry: self.onfault.retry,
            patience: self.patience,
            info: self.log.info,
            // A tournament has no host that could take an action back.
            takebacks: None,
            adjudication: self.rules(),
            warn: self.warn.as_ref().map(|warn| *warn.get_ref()),
        }
    }
}

/// A bot of the file.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BotEntry {
    /// The name, which no other bot has. Required.
    pub name: Spanned<String>,
    /// The command line. Required.
    pub command: Spanned<String>,
    /// The directory in which the bot runs.
    pub dir: Option<Spanned<String>>,
    /// The bot's own limits.
    #[serde(default, deserialize_with = "words::clock")]
    pub clock: Option<ClockWords>,
    /// `true` keeps the arbiter's environment variables from the bot. Default: `false`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clearenv: bool,
    /// `true` shuts the bot in, or does not start it: sandbox, `isolation=on`, `strict`, `memory=1G`, `processes=64`,
    /// `files=256`, `cpu=3600`. `limits` can change the limits. Default: `false`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untrusted: bool,
    /// Environment variables.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, Spanned<String>>,
    /// The resources that the bot may use, such as `memory` and `processes`: the keys of `seatset`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, Spanned<Scalar>>,
    /// The bot's options, sent as `setoption`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Spanned<Scalar>>,
    /// Files of the command line that the bot writes itself. A change of them does not make it another bot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// The files that the bot is made of, with their SHA-256. The arbiter writes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Content>,
}

/// Defaults for all bots. Tables are merged key by key.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct BotDefaults {
    /// The directory in which the bots run.
    pub dir: Option<Spanned<String>>,
    /// The limits of bots without a clock of their own.
    #[serde(deserialize_with = "words::clock")]
    pub clock: Option<ClockWords>,
    /// `true` keeps the arbiter's environment variables from the bots. Default: `false`.
    pub clearenv: bool,
    /// `true` shuts the bots in, or does not start them: sandbox, `isolation=on`, `strict`, `memory=1G`, `processes=64`,
    /// `files=256`, `cpu=3600`. `limits` can change the limits. Default: `false`.
    pub untrusted: bool,
    /// Environment variables.
    pub env: BTreeMap<String, Spanned<String>>,
    /// The resources that the bots may use.
    pub limits: BTreeMap<String, Spanned<Scalar>>,
    /// The bots' options, sent as `setoption`.
    pub options: BTreeMap<String, Spanned<Scalar>>,
}

impl BotDefaults {
    /// A bot with these defaults.
    pub(crate) fn and(&self, bot: &BotEntry) -> BotEntry {
        fn both<T: Clone>(each: &BTreeMap<String, T>, own: &BTreeMap<String, T>) -> BTreeMap<String, T> {
            each.iter().chain(own).map(|(key, value)| (key.clone(), value.clone())).collect()
        }
        BotEntry {
            dir: bot.dir.clone().or_else(|| self.dir.clone()),
            clock: bot.clock.or(self.clock),
            clearenv: bot.clearenv || self.clearenv,
            untrusted: bot.untrusted || self.untrusted,
            env: both(&self.env, &bot.env),
            limits: both(&self.limits, &bot.limits),
            options: both(&self.options, &bot.options),
            ..bot.clone()
        }
    }
}

impl BotEntry {
    /// A bot with only a name and a command line.
    pub fn new(name: &str, command: &str) -> Self {
        read_bot(name, Some(command), "").expect("all other keys have defaults")
    }

    /// Sets what a host sets with `seatset`: a resource that the bot may use, its directory, a variable `NAME=VALUE`,
    /// `clearenv` or `untrusted`.
    pub fn set(&mut self, key: &str, value: &str) {
        match key {
            "clearenv" => self.clearenv = true,
            "untrusted" => self.untrusted = true,
            "dir" => self.dir = Some(spanned(value.to_owned())),
            "env" => {
                let (name, value) = value.split_once('=').unwrap_or((value, ""));
                self.env.insert(name.to_owned(), spanned(value.to_owned()));
            }
            key => {
                self.limits.insert(key.to_owned(), spanned(Scalar::Text(value.to_owned())));
            }
        }
    }
}

/// The openings of blocks.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Openings {
    /// A file with one position a line, after an optional name and a tab; or EPD (`.epd`), or games (`.pgn`). It
    /// may be packed by gzip, with `.gz` behind its name.
    pub file: Option<Spanned<PathBuf>>,
    /// Positions, in the form of such lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<Spanned<String>>,
    /// The number of moves of each PGN game to play, those of both sides counted. Default: all.
    pub plies: Option<Spanned<u32>>,
    /// `sequential` (default) takes the positions as listed; `random` shuffles them by the seed; `fastchess` shuffles those
    /// of a file as that program does with `-srand`, whose number is the last 16 hex digits of the seed.
    pub order: OpeningOrder,
    /// The number of the first opening of a file, after the shuffle of `fastchess`. Those before it come last. Default: 1.
    pub start: Option<Spanned<u32>>,
    /// The number of random decisions that lead to a position, instead of a file or positions.
    pub random: Option<Spanned<u32>>,
    /// The number of random positions. Default: 100.
    pub count: Option<Spanned<u32>>,
    /// The bot that judges random positions, and the bounds of its judgement.
    pub balance: Option<Spanned<BalanceKeys>>,
}

fn off() -> Switch {
    Switch::Off
}

/// The settings of logs.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LogKeys {
    /// `on` (default) writes times into logs.
    pub times: Option<Switch>,
    /// The part of the bots' `info` lines that logs keep: `off`, `last` (default) or `all`.
    pub info: Option<InfoDetail>,
    /// The moments at which a log is synced to the disk: `game` (default), `event` or `off`.
    #[serde(skip_serializing)]
    pub sync: Option<uvi::Sync>,
}

/// Files that are written at the end. Existing files are overwritten.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OutputKeys {
    /// The standings as text.
    pub text: Option<PathBuf>,
    /// The standings as comma-separated values.
    pub csv: Option<PathBuf>,
    /// The standings as JSON.
    pub json: Option<PathBuf>,
    /// Each pair of bots that met, as comma-separated values.
    pub pairs: Option<PathBuf>,
    /// The games as PGN, if the variant can be written as PGN.
    pub pgn: Option<PathBuf>,
    /// The tag `Event` of the games; the title of the variant by default.
    pub event: Option<String>,
    /// The tag `Site` of the games; `?` by default.
    pub site: Option<String>,
    /// The figures of each move in the PGN besides score, depth and time: `timeleft`, `latency`, `nodes`, `seldepth`, `nps`,
    /// `hashfull`, `tbhits`, `pv`. All but `timeleft` and `nodes` need `log = { info = "all" }`.
    pub figures: Vec<uvi_match::record::PgnFigure>,
}

/// Reads a tournament file.
///
/// # Errors
/// If `source` is no TOML, has an unknown key, or has a value of the wrong form.
pub fn read(source: &str) -> Result<File, Trouble> {
    Ok(toml::from_str(source)?)
}

/// Reads the manifest of a bot: the keys of `[[bot]]` besides its name. `command` is the command of a manifest without
/// one.
///
/// # Errors
/// As [`read`], or if there is no command.
pub fn read_bot(name: &str, command: Option<&str>, source: &str) -> Result<BotEntry, Trouble> {
    let keys: toml::Table = toml::from_str(source)?;
    if keys.contains_key("name") {
        return Err(Trouble::whole("name: the name of the file is the name of the bot; remove the key"));
    }
    let has_command = keys.contains_key("command");
    let text = |text: &str| toml::Value::String(text.to_owned());
    // A misspelled key is told before a missing command, because it may be the command.
    let default = format!("command = {}\n", text(command.unwrap_or_default()));
    let head = format!("name = {}\n{}", text(name), if has_command { "" } else { &default });
    let bot = toml::from_str(&(head.clone() + source)).map_err(|error| {
        let trouble = Trouble::from(error);
        // Places count from the beginning of the manifest.
        let within = |span: std::ops::Range<usize>| Some(span.start.checked_sub(head.len())?..span.end - head.len());
        Trouble { span: trouble.span.clone().and_then(within), ..trouble }
    })?;
    if has_command || command.is_some() {
        return Ok(without_places(bot));
    }
    let flaw =
        "expected a file that can be executed, or a manifest with a command, such as command = \"python3 bot.py\"";
    Err(Trouble::whole(flaw))
}

/// The bot without places. Those of another file would be shown in the file that it is added to.
fn without_places(bot: BotEntry) -> BotEntry {
    fn bare<T>(value: Spanned<T>) -> Spanned<T> {
        spanned(value.into_inner())
    }
    fn each<T>(values: BTreeMap<String, Spanned<T>>) -> BTreeMap<String, Spanned<T>> {
        values.into_iter().map(|(key, value)| (key, bare(value))).collect()
    }
    BotEntry {
        name: bare(bot.name),
        command: bare(bot.command),
        dir: bot.dir.map(bare),
        env: each(bot.env),
        limits: each(bot.limits),
        options: each(bot.options),
        ..bot
    }
}

/// A value without a place in a file.
pub fn spanned<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}
