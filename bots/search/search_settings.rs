//! The options of the bot: as command-line arguments, as the bot declares them, and as the host sets them.

use uvi::bot::{Identity, TurnRequest};

use super::common::spin;

const NODES: &str = "nodes";
const EXPLORATION: &str = "exploration";
const THREADS: &str = "threads";

const MOST_THREADS: u32 = 256;

/// The arguments beside the seed.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Tuning {
    /// The most positions to visit for a decision; 0 for as many as the clock allows
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    nodes: u32,
    /// The weight of actions that seem worse, in hundredths
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=1000))]
    exploration: u32,
    /// The number of trees to grow in parallel, each in a thread
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SearchSettings {
    /// The node limit of a decision; `None` without a limit.
    pub(crate) nodes: Option<u64>,
    /// The factor of the exploration term of UCB.
    pub(crate) exploration: f64,
    /// The number of trees, at least 1.
    pub(crate) threads: u64,
}

impl Tuning {
    /// Declares the options, with the arguments as defaults.
    pub(crate) fn declare(&self, identity: Identity) -> Identity {
        identity
            .option(spin(NODES, self.nodes, 0, u32::MAX))
            .option(spin(EXPLORATION, self.exploration, 0, 1000))
            .option(spin(THREADS, self.threads, 1, MOST_THREADS))
    }
}

impl SearchSettings {
    /// Reads the options of a question. An invalid number counts as the least value.
    pub(crate) fn of(turn: &TurnRequest) -> Self {
        let number = |name| turn.setting(name).and_then(|value| value.parse::<u32>().ok()).unwrap_or_default();
        Self {
            nodes: Some(u64::from(number(NODES))).filter(|nodes| *nodes > 0),
            exploration: f64::from(number(EXPLORATION).min(1000)) / 100.0,
            threads: u64::from(number(THREADS).clamp(1, MOST_THREADS)),
        }
    }
}
