//! The engine's options as options of the bot.

use uvi::{OptionKind, OptionSpec, Value, Word};

use super::grammar::Declared;

/// Which game is played says this, and nobody else.
pub(crate) const CHESS960: &str = "UCI_Chess960";

/// What UCI writes for an empty text.
const EMPTY: &str = "<empty>";

/// The options of an engine.
#[derive(Debug, Default)]
pub(crate) struct Options {
    known: Vec<Known>,
    chess960: bool,
}

#[derive(Debug)]
struct Known {
    /// The engine's name for it.
    name: String,
    /// The option of the bot, whose name is a word.
    spec: OptionSpec,
    /// What it is set to, as far as that is known.
    value: Option<Value>,
}

impl Options {
    /// Adds an option. One of no type that UVI has is left out, and so is a second one of the same name.
    pub(crate) fn add(&mut self, declared: &Declared<'_>) {
        if declared.name.eq_ignore_ascii_case(CHESS960) {
            self.chess960 = true;
            return;
        }
        let name = declared.name.split_whitespace().collect::<Vec<_>>().join("_");
        let (Some(name), Some(kind)) = (Word::new(name), kind(declared)) else { return };
        if self.known.iter().all(|known| known.spec.name != name) {
            let value = kind.default_value();
            self.known.push(Known { name: declared.name.to_owned(), spec: OptionSpec { name, kind }, value });
        }
    }

    /// All of them, as the bot declares them.
    pub(crate) fn specs(&self) -> impl Iterator<Item = &OptionSpec> {
        self.known.iter().map(|known| &known.spec)
    }

    /// Whether the engine can play from a shuffled start.
    pub(crate) fn has_chess960(&self) -> bool {
        self.chess960
    }

    /// The line that sets an option. None where the engine has no such option, or where it is set to that already: engines
    /// do at a `setoption` what they did at their start, and some do not survive it.
    pub(crate) fn line(&mut self, name: &Word, value: &Value) -> Option<String> {
        let Known { name, spec, value: now } = self.known.iter_mut().find(|known| known.spec.name == *name)?;
        if let OptionKind::Button = spec.kind {
            return Some(format!("setoption name {name}"));
        }
        if now.replace(value.clone()).as_ref() == Some(value) {
            return None;
        }
        Some(match (&spec.kind, value.as_str()) {
            (OptionKind::String { .. }, "") => format!("setoption name {name} value {EMPTY}"),
            (_, value) => format!("setoption name {name} value {value}"),
        })
    }
}

fn kind(declared: &Declared<'_>) -> Option<OptionKind> {
    let part = |key| declared.parts.iter().find(|(found, _)| *found == key).map(|(_, value)| *value);
    let number = |key| part(key).and_then(|value| value.parse::<i64>().ok());
    let default = part("default").map(|value| Value::new(if value == EMPTY { "" } else { value }));
    Some(match declared.kind {
        "check" => OptionKind::Check { default: part("default").and_then(|value| value.parse().ok()) },
        "spin" => {
            let (min, max) = (number("min"), number("max"));
            // Some engines declare a default outside its own bounds, which nobody could set.
            let fits = |value: &i64| min.is_none_or(|min| min <= *value) && max.is_none_or(|max| *value <= max);
            OptionKind::Spin { default: number("default").filter(fits), min, max }
        }
        "combo" => {
            let vars = declared.parts.iter().filter(|(key, _)| *key == "var");
            let vars: Vec<Value> = vars.map(|(_, value)| Value::new(*value)).collect();
            OptionKind::Combo { default: default.filter(|default| vars.contains(default)), vars }
        }
        "string" => OptionKind::String { default },
        "button" => OptionKind::Button,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{Said, read};

    fn options(lines: &[&str]) -> Options {
        let mut options = Options::default();
        for line in lines {
            let Said::Option(declared) = read(line) else { panic!("{line}") };
            options.add(&declared);
        }
        options
    }

    #[test]
    fn options_are_declared_as_the_engine_has_them() {
        let mut options = options(&[
            "option name Hash type spin default 16 min 1 max 33554432",
            "option name Clear Hash type button",
            "option name Style type combo default Very Solid var Very Solid var Risky",
            "option name SyzygyPath type string default <empty>",
            "option name Ponder type check default false",
            "option name Odd type spin default 0 min 1 max 5",
            "option name UCI_Chess960 type check default false",
            "option name Hash type spin default 1",
            "option name Colour type paint default 1",
        ]);
        let specs: Vec<String> = options.specs().map(ToString::to_string).collect();
        assert_eq!(
            specs,
            [
                "name Hash type spin default 16 min 1 max 33554432",
                "name Clear_Hash type button",
                "name Style type combo default \"Very Solid\" var \"Very Solid\" var Risky",
                "name SyzygyPath type string default \"\"",
                "name Ponder type check default false",
                "name Odd type spin min 1 max 5",
            ]
        );
        assert!(options.has_chess960());
        let mut line = |name, value| options.line(&Word::new(name).unwrap(), &Value::new(value));
        assert_eq!(line("Hash", "64").as_deref(), Some("setoption name Hash value 64"));
        assert_eq!(line("Clear_Hash", "now").as_deref(), Some("setoption name Clear Hash"));
        assert_eq!(line("Style", "Risky").as_deref(), Some("setoption name Style value Risky"));
        // What it has already is not set again.
        assert_eq!(line("Hash", "64"), None);
        assert_eq!(line("Hash", "16").as_deref(), Some("setoption name Hash value 16"));
        assert_eq!(line("SyzygyPath", ""), None);
        assert_eq!(line("SyzygyPath", "/tb").as_deref(), Some("setoption name SyzygyPath value /tb"));
        assert_eq!(line("SyzygyPath", "").as_deref(), Some("setoption name SyzygyPath value <empty>"));
        assert_eq!(line("Clear_Hash", "now").as_deref(), Some("setoption name Clear Hash"));
        assert_eq!(line("Threads", "1"), None);
    }
}
