//! A tournament file as it is written: TOML, of which every key is known. What its values mean is the planning's.

use std::{collections::BTreeMap, num::NonZeroUsize, path::PathBuf};

use serde::{Deserialize, Serialize};
use toml::Spanned;
use uvi::{ClockWords, Digest, FaultWords, InfoDetail, Patience, Seed, Switch};
use uvi_match::record::{Adjudication, Terms};

use super::trouble::Trouble;
pub use crate::terms::{
    Anchor, BalanceKeys, Content, Elimination, FormatWord, GateKeys, LeadKeys, Memory, OpeningOrder, Scalar, SprtKeys,
};
use crate::{
    schedule::{Seatings, Stage},
    terms::{TieBreak, words},
};

/// A tournament file, with the places of its values, so that errors point at them.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct File {
    /// The variant's word.
    pub variant: Spanned<String>,
    /// How many seats a table has; the variant's least by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Spanned<u32>>,
    /// Who meets whom.
    #[serde(default)]
    pub format: FormatWord,
    /// How often all meet all, or how many rounds a Swiss has; 1 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Spanned<u32>>,
    /// For a Swiss or a knockout, how many blocks a table plays; 1 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Spanned<u32>>,
    /// For a knockout, how many blocks more a table plays at most while it is not clear who goes on; 3 where it is left
    /// out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<Spanned<u32>>,
    /// For a gauntlet, how many of the first bots meet all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heroes: Option<Spanned<u32>>,
    /// For a knockout with three or more seats, how many of a table go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advance: Option<Spanned<u32>>,
    /// For a knockout, whether those who lost before the final play for the third place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub third_place: Option<Spanned<Switch>>,
    /// For a knockout, how often a bot must lose to be out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elimination: Option<Spanned<Elimination>>,
    /// For a round robin, whether the next block is that of the pair of which least is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adaptive: Option<Spanned<bool>>,
    /// Whether bots sit beside themselves too: the diagonal of a partner matrix.
    #[serde(rename = "self", skip_serializing_if = "Option::is_none")]
    pub itself: Option<Switch>,
    /// Which seatings the games of a block have.
    #[serde(default)]
    pub seatings: Seatings,
    /// Whether the second game of a block is played on what the first made of its start, as the rules page has it for
    /// match play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_play: Option<Spanned<Switch>>,
    /// The seed of all luck; drawn from the system by default.
    #[serde(default, deserialize_with = "words::seed", skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// What is told of the seed while the tournament runs: its SHA-256, as UVI 6 has it for a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Digest>,
    /// Limits for all bots, in the words of the host link.
    #[serde(default, deserialize_with = "words::clock", skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockWords>,
    /// How often a bot may answer again, and what follows a fault.
    #[serde(default)]
    pub onfault: FaultWords,
    /// Whether bots are restarted for every game.
    #[serde(default = "off")]
    pub restart: Switch,
    /// Whether a bot may remember a game when it plays another one over the same luck; in variants without chance, where
    /// there is nothing to foretell, it always may.
    #[serde(default, skip_serializing_if = "Memory::is_default")]
    pub memory_between_games: Memory,
    /// How many games are played at once; not part of what is played.
    #[serde(skip_serializing)]
    pub concurrency: Option<NonZeroUsize>,
    /// How many bots are kept running that play no game; not part of what is played.
    #[serde(skip_serializing)]
    pub keep: Option<usize>,
    /// For how many hours new blocks may begin; not part of what is played.
    #[serde(skip_serializing)]
    pub hours: Option<Spanned<f64>>,
    /// Where the tournament is kept; not part of what is played.
    #[serde(skip_serializing)]
    pub folder: Option<PathBuf>,
    /// What decides between bots with the same score, the first first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieBreak>,
    /// The bot from which ratings are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Spanned<Anchor>>,
    /// The variant's rule options.
    #[serde(default)]
    pub options: BTreeMap<String, Spanned<Scalar>>,
    /// Waiting times.
    #[serde(default)]
    pub patience: Patience,
    /// Where blocks start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<Openings>,
    /// When a game is ended before its rules end it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<Spanned<Adjudication>>,
    /// A sequential test of the first bot against the second, which ends the tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Spanned<SprtKeys>>,
    /// A sequential test of whether the first bot is ahead, for any number of seats, which ends the tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Spanned<LeadKeys>>,
    /// What a gate asks besides its test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<Spanned<GateKeys>>,
    /// How logs are written.
    #[serde(default)]
    pub log: LogKeys,
    /// What is written at the end; not part of what is played.
    #[serde(default, skip_serializing)]
    pub outputs: OutputKeys,
    /// What the tournament was before it grew; growing writes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grown: Vec<Stage>,
    /// What holds for each bot that does not say otherwise.
    #[serde(default, skip_serializing)]
    pub each: Each,
    /// In the order in which standings break ties last.
    #[serde(default)]
    pub bot: Vec<Spanned<Bot>>,
}

impl File {
    /// A file that says which variant is played, and what holds for all seats; all else is the default of its key.
    ///
    /// # Panics
    /// Never: a file needs no other key.
    pub fn new(variant: String, terms: &Terms) -> Self {
        let file = read("variant = \"\"").expect("all other keys have defaults");
        Self {
            variant: spanned(variant),
            onfault: terms.fault_words(),
            patience: terms.patience,
            adjudication: terms.adjudication.map(spanned),
            log: LogKeys { info: terms.info, ..LogKeys::default() },
            ..file
        }
    }

    pub(crate) fn to_toml(&self) -> String {
        toml::to_string(self).expect("a file has only values that TOML can hold")
    }

    /// What holds for all seats.
    pub fn terms(&self) -> Terms {
        Terms {
            on_fault: self.onfault.then,
            retry: self.onfault.retry,
            patience: self.patience,
            info: self.log.info,
            // A tournament has no host that could take anything back.
            takebacks: None,
            adjudication: self.adjudication.as_ref().map(|rules| *rules.get_ref()),
        }
    }
}

/// A bot of the file.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bot {
    /// Unique in the file.
    pub name: Spanned<String>,
    /// Its command line.
    pub command: Spanned<String>,
    /// The directory in which it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<Spanned<String>>,
    /// Its own clock.
    #[serde(default, deserialize_with = "words::clock", skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockWords>,
    /// Whether the arbiter's variables are kept from it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clearenv: bool,
    /// Variables of its environment.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, Spanned<String>>,
    /// What it may use: `memory`, `cpu` and so on, as `seatset` has them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, Spanned<Scalar>>,
    /// The bot's own options, sent as `setoption`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Spanned<Scalar>>,
    /// Files among the words of its command line that it writes itself, so that their content does not matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// The files that it is made of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Content>,
}

/// What holds for each bot that does not say otherwise. Tables are put together key by key.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Each {
    /// The directory in which it runs.
    pub dir: Option<Spanned<String>>,
    /// For bots without a clock of their own.
    #[serde(default, deserialize_with = "words::clock")]
    pub clock: Option<ClockWords>,
    /// Whether the arbiter's variables are kept from it.
    #[serde(default)]
    pub clearenv: bool,
    /// Variables of its environment.
    #[serde(default)]
    pub env: BTreeMap<String, Spanned<String>>,
    /// What it may use.
    #[serde(default)]
    pub limits: BTreeMap<String, Spanned<Scalar>>,
    /// The bots' own options, sent as `setoption`.
    #[serde(default)]
    pub options: BTreeMap<String, Spanned<Scalar>>,
}

impl Each {
    /// A bot with what holds for each.
    pub(crate) fn and(&self, bot: &Bot) -> Bot {
        fn both<T: Clone>(each: &BTreeMap<String, T>, own: &BTreeMap<String, T>) -> BTreeMap<String, T> {
            each.iter().chain(own).map(|(key, value)| (key.clone(), value.clone())).collect()
        }
        Bot {
            dir: bot.dir.clone().or_else(|| self.dir.clone()),
            clock: bot.clock.or(self.clock),
            clearenv: bot.clearenv || self.clearenv,
            env: both(&self.env, &bot.env),
            limits: both(&self.limits, &bot.limits),
            options: both(&self.options, &bot.options),
            ..bot.clone()
        }
    }
}

impl Bot {
    /// A bot with a name and a command line, and nothing else.
    pub fn new(name: String, command: String) -> Self {
        Self {
            name: Spanned::new(0..0, name),
            command: Spanned::new(0..0, command),
            dir: None,
            clock: None,
            clearenv: false,
            env: BTreeMap::new(),
            limits: BTreeMap::new(),
            options: BTreeMap::new(),
            writes: Vec::new(),
            files: Vec::new(),
        }
    }
}

/// Where blocks start.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// A file with a position a line, after an optional name and a tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Spanned<PathBuf>>,
    /// Positions, in the same form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<Spanned<String>>,
    /// How many moves of each game of a PGN file are played, those of both sides counted; all by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<Spanned<u32>>,
    /// In which order they are taken.
    #[serde(default)]
    pub order: OpeningOrder,
    /// Positions by lot: how many decisions, drawn from the seed, lead to each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random: Option<Spanned<u32>>,
    /// How many positions by lot; 100 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Spanned<u32>>,
    /// Which positions by lot are taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance: Option<Spanned<BalanceKeys>>,
}

fn off() -> Switch {
    Switch::Off
}

/// How logs are written.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LogKeys {
    /// Whether they hold times; yes by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Switch>,
    /// What they keep of what bots say while thinking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoDetail>,
    /// When they are synced to the disk; not part of what is played.
    #[serde(skip_serializing)]
    pub sync: Option<uvi::Sync>,
}

/// Files that are written at the end, over what is there.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutputKeys {
    /// The standings as people read them.
    pub text: Option<PathBuf>,
    /// The standings as comma-separated values.
    pub csv: Option<PathBuf>,
    /// The standings as JSON.
    pub json: Option<PathBuf>,
    /// Each two bots that met as comma-separated values.
    pub pairs: Option<PathBuf>,
    /// The games as PGN, where the variant can be written so.
    pub pgn: Option<PathBuf>,
}

/// Reads a tournament file.
///
/// # Errors
/// If it is no TOML, has a key that is not known, or a value of another form.
pub fn read(source: &str) -> Result<File, Trouble> {
    Ok(toml::from_str(source)?)
}

/// A value that stands nowhere in a file.
pub fn spanned<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}
