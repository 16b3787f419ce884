//! What a bot says of itself in its greeting.

use uvi::{FromBot, OptionKind, OptionSpec, Text, Value};

/// What a bot said of itself in its greeting.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// Its name.
    pub name: Option<String>,
    /// Its author.
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

/// What a bot's option takes, where this value is not of that kind.
pub fn misfit(kind: &OptionKind, value: &Value) -> Option<String> {
    let text = value.as_str();
    let or_any = |bound: &Option<i64>, any: &str| bound.map_or_else(|| any.to_owned(), |bound| bound.to_string());
    match kind {
        OptionKind::Check { .. } => (!matches!(text, "true" | "false")).then(|| "true or false".to_owned()),
        OptionKind::Spin { min, max, .. } => {
            let fits = |number: i64| min.is_none_or(|min| min <= number) && max.is_none_or(|max| number <= max);
            let wanted = || format!("a number from {} to {}", or_any(min, "any"), or_any(max, "any"));
            (!text.parse().is_ok_and(fits)).then(wanted)
        }
        OptionKind::Combo { vars, .. } => {
            let wanted = || vars.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
            (!vars.is_empty() && !vars.contains(value)).then(wanted)
        }
        OptionKind::String { .. } | OptionKind::Button => None,
    }
}
