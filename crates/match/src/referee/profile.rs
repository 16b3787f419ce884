//! The description that a bot gives of itself in its greeting, and its comparison with a match.

use std::fmt;

use uvi::{EngineOptionKind, FromBot, OptionSpec, Text, Value, Word};
use uvi_games::game::{Seat, suggestion};

/// The description that a bot gave of itself in its greeting.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// From `id name`, with control characters escaped.
    pub name: Option<String>,
    /// From `id author`, with control characters escaped.
    pub author: Option<String>,
    /// The variants that the bot plays. Empty if it plays any variant.
    pub variants: Vec<String>,
    /// The options that the bot has.
    pub options: Vec<OptionSpec>,
    /// True if the bot wants all legal actions with each question.
    pub legal: bool,
    /// True if the bot wants the history with each question.
    pub history: bool,
    /// The words of `feature` lines that the arbiter does not know. The match ignores them.
    pub unknown_features: Vec<String>,
}

impl Profile {
    /// Adds a message of the greeting. Other messages are ignored.
    pub fn hear(&mut self, message: FromBot) {
        match message {
            FromBot::IdName(name) => self.name = Some(shown(&name)),
            FromBot::IdAuthor(author) => self.author = Some(shown(&author)),
            FromBot::Option(option) => self.options.push(option),
            FromBot::Variant(words) => self.variants.extend(words.iter().map(str::to_owned)),
            FromBot::Feature(words) => {
                for word in words.iter() {
                    match word {
                        "legal" => self.legal = true,
                        "history" => self.history = true,
                        _ => self.unknown_features.push(word.to_owned()),
                    }
                }
            }
            FromBot::UviOk | FromBot::ReadyOk | FromBot::Info(_) | FromBot::BestMove(_) | FromBot::Resign => {}
        }
    }
}

pub(super) fn shown(text: &Text) -> String {
    uvi::escape_controls(text.as_str()).into_owned()
}

/// The reason for which a bot cannot play a match. The bot is not at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfitBot {
    /// The seat of the bot.
    pub seat: Seat,
    /// The reason.
    pub reason: Unfitness,
}

impl UnfitBot {
    /// True if the bot may start later, because the system lacks resources only now, or because it started before.
    pub fn may_pass(&self) -> bool {
        matches!(self.reason, Unfitness::Unstarted { cause: StartObstacle::Shortage, .. } | Unfitness::Mute { .. })
    }
}

/// The obstacle to the start of a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartObstacle {
    /// The system is short of something now. A later start may succeed.
    Shortage,
    /// The machine does not have what the limits of the bot need.
    Machine,
    /// The bot's settings contradict each other, on every machine.
    Settings,
}

/// The reason for which a bot cannot play a match.
#[expect(missing_docs, reason = "`told` says what is wrong")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfitness {
    /// The arbiter cannot start the bot.
    Unstarted { reason: String, cause: StartObstacle },
    /// The bot does not greet, in a match that goes on from its log.
    Mute { fault: Text },
    /// The bot names its variants, and the variant of the match is not among them.
    Variant { variant: Word, named: Vec<String> },
    /// The bot has no option of this name.
    NoOption { name: Word, known: Vec<Word> },
    /// A value does not fit its option.
    Value { name: Word, expected: String, found: Value },
}

impl Unfitness {
    /// True if the machine lacks something, so that the bot may play on another one.
    pub fn is_of_machine(&self) -> bool {
        matches!(self, Self::Unstarted { cause: StartObstacle::Shortage | StartObstacle::Machine, .. })
    }

    /// The reason in words. `bot` stands for the bot in them, such as `the bot of seat 1`.
    pub fn told(&self, bot: &str) -> String {
        match self {
            Self::Unstarted { reason, .. } => format!("cannot start {bot}: {reason}"),
            Self::Mute { fault } => {
                format!("{bot} does not greet, as it did when the match began; the log stays as it is: {fault}")
            }
            Self::Variant { variant, named } => format!("{bot} does not play {variant}, only {}", named.join(", ")),
            Self::NoOption { name, known } => {
                let known: Vec<_> = known.iter().map(Word::as_str).collect();
                let list = || format!("it has {}", if known.is_empty() { "none".to_owned() } else { known.join(", ") });
                format!("{bot} has no option {name}; {}", suggestion(name.as_str(), known.iter().copied(), list))
            }
            Self::Value { name, expected, found } => {
                format!("option {name} of {bot}: expected {expected}, found {found}")
            }
        }
    }
}

/// Returns the values that an option takes, in words, if `value` does not fit; `None` if it fits.
pub fn misfit(kind: &EngineOptionKind, value: &Value) -> Option<String> {
    let text = value.as_str();
    match kind {
        EngineOptionKind::Check { .. } => (!matches!(text, "true" | "false")).then(|| "true or false".to_owned()),
        EngineOptionKind::Spin { min, max, .. } => {
            let fits = |number: i64| min.is_none_or(|min| min <= number) && max.is_none_or(|max| number <= max);
            // No number of UVI begins with `+`, which Rust would read.
            let is_number = !text.starts_with('+') && text.parse().is_ok_and(fits);
            let or_any = |bound: &Option<i64>| bound.map_or_else(|| "any".to_owned(), |bound| bound.to_string());
            (!is_number).then(|| format!("a number from {} to {}", or_any(min), or_any(max)))
        }
        EngineOptionKind::Combo { vars, .. } => (!vars.is_empty() && !vars.contains(value))
            .then(|| vars.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")),
        EngineOptionKind::String { .. } | EngineOptionKind::Button => None,
    }
}

impl fmt::Display for UnfitBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason.told(&format!("the bot of seat {}", self.seat)))
    }
}
