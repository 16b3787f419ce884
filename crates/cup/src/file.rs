//! A tournament file as it is written: TOML, of which every key is known. What its values mean is the planning's.

mod words;

use std::{collections::BTreeMap, num::NonZeroUsize, path::PathBuf};

use serde::{Deserialize, Serialize};
use toml::Spanned;
use uvi::{ClockWords, InfoDetail, OnFault, Patience, Seed, Switch};
use uvi_match::record::{Adjudication, Terms};

pub use self::words::{FormatWord, OpeningOrder, Scalar};
use crate::{
    schedule::{Seatings, Stage},
    stats::{self, BadSprt, Model},
    trouble::Trouble,
    writing::spanned,
};

/// The file.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct File {
    /// The variant's word.
    pub variant: Spanned<String>,
    /// How many seats a table has; the variant's least where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Spanned<u32>>,
    /// Who meets whom.
    #[serde(default)]
    pub format: FormatWord,
    /// How often all meet all, or how many rounds a Swiss has; 1 where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Spanned<u32>>,
    /// For a Swiss or a knockout, how many blocks a table plays; 1 where it is left out.
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
    /// The seed of all luck; drawn from the system where it is left out.
    #[serde(default, deserialize_with = "words::seed", skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// Limits for all bots, in the words of the host link.
    #[serde(default, deserialize_with = "words::clock", skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockWords>,
    /// What follows a fault.
    #[serde(default)]
    pub onfault: OnFault,
    /// Whether bots are started anew for every game.
    #[serde(default = "off")]
    pub restart: Switch,
    /// How many games are played at once; not part of what is played.
    #[serde(skip_serializing)]
    pub concurrency: Option<NonZeroUsize>,
    /// Where the tournament is kept; not part of what is played.
    #[serde(skip_serializing)]
    pub folder: Option<PathBuf>,
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
    pub lead: Option<Spanned<Lead>>,
    /// How logs are written.
    #[serde(default)]
    pub log: LogKeys,
    /// What is written at the end; not part of what is played.
    #[serde(default, skip_serializing)]
    pub outputs: OutputKeys,
    /// What the tournament was before it grew; growing writes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grown: Vec<Stage>,
    /// The bots.
    #[serde(default)]
    pub bot: Vec<Spanned<Bot>>,
}

impl File {
    /// A file that says which variant is played, and what holds for all seats.
    pub fn new(variant: String, terms: &Terms) -> Self {
        Self {
            variant: spanned(variant),
            seats: None,
            format: FormatWord::default(),
            rounds: None,
            blocks: None,
            extra: None,
            heroes: None,
            advance: None,
            itself: None,
            seatings: Seatings::default(),
            match_play: None,
            seed: None,
            clock: None,
            onfault: terms.on_fault,
            restart: Switch::Off,
            concurrency: None,
            folder: None,
            options: BTreeMap::new(),
            patience: terms.patience,
            openings: None,
            adjudication: terms.adjudication.map(spanned),
            sprt: None,
            lead: None,
            log: LogKeys { times: None, info: terms.info },
            outputs: OutputKeys::default(),
            grown: Vec::new(),
            bot: Vec::new(),
        }
    }

    /// What holds for all seats.
    pub fn terms(&self) -> Terms {
        Terms {
            on_fault: self.onfault,
            patience: self.patience,
            info: self.log.info,
            adjudication: self.adjudication.as_ref().map(|rules| *rules.get_ref()),
        }
    }
}

/// A bot of the file.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bot {
    /// Its name.
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
    /// Its options.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Spanned<Scalar>>,
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
        }
    }
}

/// Where blocks start.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// A file with a position a line, after an optional name and a tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Spanned<PathBuf>>,
    /// Positions, in the same form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<Spanned<String>>,
    /// How many moves of each game of a PGN file are played, those of both sides counted; all where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// In which order they are taken.
    #[serde(default)]
    pub order: OpeningOrder,
}

/// A sequential test of the first bot against the second.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SprtKeys {
    /// What is to be rejected.
    pub elo0: f64,
    /// What is to be shown.
    pub elo1: f64,
    /// How often `elo0` may be rejected though it is true.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// How often `elo1` may be rejected though it is true.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// In which Elo.
    #[serde(default = "logistic")]
    pub model: Model,
}

impl SprtKeys {
    /// The test.
    ///
    /// # Errors
    /// Where its figures do not go together.
    pub fn test(&self) -> Result<stats::Sprt, BadSprt> {
        stats::Sprt::new(self.model, [self.elo0, self.elo1], [self.alpha, self.beta])
    }
}

fn five_percent() -> f64 {
    0.05
}

fn logistic() -> Model {
    Model::Logistic
}

fn off() -> Switch {
    Switch::Off
}

/// A sequential test of whether the first bot is ahead: of an equal share where seats have points of their own, of the
/// second bot beside the same partners where they share a score.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    /// By how much it may be behind, and is still not worse: a share of the points, or points of a shared score.
    #[serde(default)]
    pub margin: f64,
}

/// How logs are written.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LogKeys {
    /// Whether they hold times; yes where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Switch>,
    /// What they keep of what bots say while thinking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<InfoDetail>,
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
    /// The games as PGN, where the variant can be written so.
    pub pgn: Option<PathBuf>,
}

/// Reads a tournament file.
///
/// # Errors
/// Where it is no TOML, has a key that is not known, or a value of another form.
pub fn read(source: &str) -> Result<File, Trouble> {
    Ok(toml::from_str(source)?)
}
