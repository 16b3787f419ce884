//! What a bot says of itself in its greeting, and whether that fits a match.

use std::fmt;

use uvi::{FromBot, OptionKind, OptionSpec, Text, Value, Word};
use uvi_games::game::Seat;

/// What a bot said of itself in its greeting.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// From `id name`, control characters escaped.
    pub name: Option<String>,
    /// From `id author`, control characters escaped.
    pub author: Option<String>,
    /// The variants it plays; empty for any.
    pub variants: Vec<String>,
    /// The options it has.
    pub options: Vec<OptionSpec>,
    /// Whether it wants every legal action.
    pub legal: bool,
    /// Whether it wants all that has happened.
    pub history: bool,
}

impl Profile {
    /// Takes in a message of the greeting; others are ignored.
    pub fn hear(&mut self, message: FromBot) {
        match message {
            FromBot::IdName(name) => self.name = Some(shown(&name)),
            FromBot::IdAuthor(author) => self.author = Some(shown(&author)),
            FromBot::Option(option) => self.options.push(option),
            FromBot::Variant(words) => self.variants.extend(words.iter().map(str::to_owned)),
            FromBot::Feature(words) => {
                self.legal |= words.iter().any(|word| word == "legal");
                self.history |= words.iter().any(|word| word == "history");
            }
            FromBot::UviOk | FromBot::ReadyOk | FromBot::Info(_) | FromBot::BestMove(_) | FromBot::Resign => {}
        }
    }
}

pub(super) fn shown(text: &Text) -> String {
    uvi::escape_controls(text.as_str()).into_owned()
}

/// What a bot's option takes, where a value is not of that kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misfit {
    /// A `check`: `true` or `false`.
    TrueOrFalse,
    /// A `spin`: a whole number.
    Number {
        /// The least, where there is one.
        min: Option<i64>,
        /// The greatest, where there is one.
        max: Option<i64>,
    },
    /// One of these.
    OneOf(Vec<Value>),
}

/// Why a bot cannot play a match: what it says of itself does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// The seat of the bot.
    pub seat: Seat,
    /// What does not fit.
    pub reason: Unfitness,
}

impl Unfit {
    /// Returns true if the bot may be able to play later: the system has no room for it now.
    pub fn may_pass(&self) -> bool {
        matches!(self.reason, Unfitness::Unstarted { may_pass: true, .. })
    }
}

/// What a bot says of itself that does not fit a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfitness {
    /// The arbiter cannot start it, which is no fault of the bot.
    Unstarted {
        /// What the system says.
        reason: String,
        /// True if it may be started later.
        may_pass: bool,
    },
    /// It names the variants that it plays, and this is none of them.
    Variant {
        /// The variant of the match.
        variant: Word,
        /// Those that it names.
        named: Vec<String>,
    },
    /// It has no option of this name.
    NoOption {
        /// The name that was to be set.
        name: Word,
        /// The options that it has.
        known: Vec<Word>,
    },
    /// A value does not fit its option.
    Value {
        /// The option.
        name: Word,
        /// What it takes.
        expected: Misfit,
        /// The value.
        found: Value,
    },
}

/// What a bot's option takes, where this value is not of that kind.
pub fn misfit(kind: &OptionKind, value: &Value) -> Option<Misfit> {
    let text = value.as_str();
    match kind {
        OptionKind::Check { .. } => (!matches!(text, "true" | "false")).then_some(Misfit::TrueOrFalse),
        OptionKind::Spin { min, max, .. } => {
            let fits = |number: i64| min.is_none_or(|min| min <= number) && max.is_none_or(|max| number <= max);
            (!text.parse().is_ok_and(fits)).then_some(Misfit::Number { min: *min, max: *max })
        }
        OptionKind::Combo { vars, .. } => {
            (!vars.is_empty() && !vars.contains(value)).then(|| Misfit::OneOf(vars.clone()))
        }
        OptionKind::String { .. } | OptionKind::Button => None,
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seat, reason } = self;
        match reason {
            Unfitness::Unstarted { reason, .. } => write!(f, "cannot start the bot of seat {seat}: {reason}"),
            Unfitness::Variant { variant, named } => {
                write!(f, "the bot of seat {seat} does not play {variant}, only {}", named.join(", "))
            }
            Unfitness::NoOption { name, known } => {
                let known: Vec<_> = known.iter().map(Word::as_str).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                write!(f, "the bot of seat {seat} has no option {name}; it has {known}")
            }
            Unfitness::Value { name, expected, found } => {
                write!(f, "option {name} of the bot of seat {seat}: expected {expected}, found {found}")
            }
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_any = |bound: &Option<i64>| bound.map_or_else(|| "any".to_owned(), |bound| bound.to_string());
        match self {
            Self::TrueOrFalse => f.write_str("true or false"),
            Self::Number { min, max } => write!(f, "a number from {} to {}", or_any(min), or_any(max)),
            Self::OneOf(values) => {
                f.write_str(&values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or "))
            }
        }
    }
}
