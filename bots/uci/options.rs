//! The options of the engine, translated to options of the bot.

use uvi::{EngineOptionKind, OptionSpec, Value, Word};

use super::grammar::{EMPTY, EngineOption};

/// The option for shuffled starts. It follows from the game, so hosts cannot set it.
const CHESS960: &str = "UCI_Chess960";

/// The option that adds the chances of win, draw and loss to scores. It is on unless the host turns it off.
const SHOW_WDL: &str = "UCI_ShowWDL";

/// The option with the name of the opponent. UVI does not tell bots their opponents, so only the host can set it.
const OPPONENT: &str = "UCI_Opponent";

#[derive(Debug, Default)]
pub(crate) struct EngineOptions {
    known: Vec<KnownOption>,
    /// The value of `UCI_Chess960` that the engine has. `None` if it lacks the option.
    chess960: Option<bool>,
}

/// The error of a shuffled start for an engine that lacks `UCI_Chess960`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoChess960;

#[derive(Debug)]
struct KnownOption {
    /// The engine's name of the option.
    name: String,
    /// The option of the bot, whose name is a single word.
    spec: OptionSpec,
    value: Option<Value>,
    /// True if the host has set the option.
    chosen: bool,
}

impl KnownOption {
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The `setoption` line with the current value.
    fn line(&self) -> String {
        let Self { name, spec, value, .. } = self;
        match (&spec.kind, value.as_ref().map_or("", Value::as_str)) {
            (EngineOptionKind::Button, _) => format!("setoption name {name}"),
            (EngineOptionKind::String { .. }, "") => format!("setoption name {name} value {EMPTY}"),
            (_, value) => format!("setoption name {name} value {value}"),
        }
    }
}

impl EngineOptions {
    /// Adds an option. A type that UVI lacks is ignored, and so is a second option of the same name.
    pub(crate) fn add(&mut self, declared: &EngineOption<'_>) {
        if declared.name.eq_ignore_ascii_case(CHESS960) {
            let is_on =
                declared.parts.iter().any(|&(key, value)| key == "default" && value.eq_ignore_ascii_case("true"));
            self.chess960.get_or_insert(is_on);
            return;
        }
        let (Some(name), Some(kind)) = (Word::new(declared.words.join("_")), kind(declared)) else { return };
        if self.known.iter().all(|known| known.spec.name != name) {
            let value = kind.default_value();
            let spec = OptionSpec { name, kind };
            let mut known = KnownOption { name: declared.name.to_owned(), spec, value, chosen: false };
            // The bot declares this option as on by default, although engines declare it as off.
            if let (true, EngineOptionKind::Check { default }) = (known.is(SHOW_WDL), &mut known.spec.kind) {
                *default = Some(true);
            }
            self.known.push(known);
        }
    }

    pub(crate) fn specs(&self) -> impl Iterator<Item = &OptionSpec> {
        self.known.iter().map(|known| &known.spec)
    }

    /// Returns the line that turns shuffled starts on or off. `None` if the engine has this value: some engines take any
    /// value for true.
    ///
    /// # Errors
    /// If the start is shuffled and the engine lacks the option.
    pub(crate) fn chess960(&mut self, is_shuffled: bool) -> Result<Option<String>, NoChess960> {
        let Some(before) = &mut self.chess960 else { return if is_shuffled { Err(NoChess960) } else { Ok(None) } };
        let is_new = std::mem::replace(before, is_shuffled) != is_shuffled;
        Ok(is_new.then(|| format!("setoption name {CHESS960} value {is_shuffled}")))
    }

    /// Sets an option, and returns the line for the engine. `None` if the engine lacks the option, or has this value
    /// already: engines repeat startup work at a `setoption`, and some crash at it. `None` also for the opponent's
    /// name, which is sent with the next game.
    pub(crate) fn line(&mut self, name: &Word, value: &Value) -> Option<String> {
        let known = self.known.iter_mut().find(|known| known.spec.name == *name)?;
        let before = known.value.replace(value.clone());
        known.chosen = true;
        let is_new = known.spec.kind == EngineOptionKind::Button || before.as_ref() != Some(value);
        (is_new && !known.is(OPPONENT)).then(|| known.line())
    }

    /// Returns the line that turns on chances of win, draw and loss. `None` if the engine lacks the option, has it on,
    /// or the host has set it.
    pub(crate) fn show_wdl(&mut self) -> Option<String> {
        let on = Value::new("true");
        let is_off = |known: &&mut KnownOption| {
            matches!(known.spec.kind, EngineOptionKind::Check { .. })
                && known.is(SHOW_WDL)
                && !known.chosen
                && known.value.as_ref() != Some(&on)
        };
        let known = self.known.iter_mut().find(is_off)?;
        known.value = Some(on);
        Some(known.line())
    }

    /// The line that names the opponent, if the host has set it.
    pub(crate) fn opponent(&self) -> Option<String> {
        self.known.iter().find(|known| known.is(OPPONENT) && known.chosen).map(KnownOption::line)
    }
}

fn kind(declared: &EngineOption<'_>) -> Option<EngineOptionKind> {
    let part = |key| declared.parts.iter().find(|(found, _)| *found == key).map(|(_, value)| *value);
    let number = |key| part(key).and_then(|value| value.parse::<i64>().ok());
    let default = part("default").map(|value| Value::new(if value == EMPTY { "" } else { value }));
    Some(match declared.kind {
        "check" => {
            EngineOptionKind::Check { default: part("default").and_then(|value| value.to_lowercase().parse().ok()) }
        }
        "spin" => {
            let (min, max) = (number("min"), number("max"));
            // A default outside the declared bounds, which some engines have, is dropped, because it cannot be set.
            let fits = |value: &i64| min.is_none_or(|min| min <= *value) && max.is_none_or(|max| *value <= max);
            EngineOptionKind::Spin { default: number("default").filter(fits), min, max }
        }
        "combo" => {
            let vars = declared.parts.iter().filter(|(key, _)| *key == "var");
            let vars: Vec<Value> = vars.map(|(_, value)| Value::new(*value)).collect();
            EngineOptionKind::Combo { default: default.filter(|default| vars.contains(default)), vars }
        }
        "string" => EngineOptionKind::String { default },
        "button" => EngineOptionKind::Button,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::grammar::{EngineLine, read};
    use super::*;

    fn options(lines: &[&str]) -> EngineOptions {
        let mut options = EngineOptions::default();
        for line in lines {
            let EngineLine::Option(declared) = read(line) else { panic!("{line}") };
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
            "option name Ponder type check default False",
            "option name Odd type spin default 0 min 1 max 5",
            "option name Debug Log File type string default ",
            "option name minimum type spin default -5 min -9",
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
                "name Debug_Log_File type string default \"\"",
                "name minimum type spin default -5 min -9",
            ]
        );
        let lines = [false, true, true, false].map(|is_shuffled| options.chess960(is_shuffled).unwrap());
        let line = |value: &str| Some(format!("setoption name UCI_Chess960 value {value}"));
        assert_eq!(lines, [None, line("true"), None, line("false")]);
        let mut line = |name, value| options.line(&Word::new(name).unwrap(), &Value::new(value));
        assert_eq!(line("Hash", "64").as_deref(), Some("setoption name Hash value 64"));
        assert_eq!(line("Clear_Hash", "now").as_deref(), Some("setoption name Clear Hash"));
        assert_eq!(line("Style", "Risky").as_deref(), Some("setoption name Style value Risky"));
        // A value that is already set is not sent again.
        assert_eq!(line("Hash", "64"), None);
        assert_eq!(line("Hash", "16").as_deref(), Some("setoption name Hash value 16"));
        assert_eq!(line("SyzygyPath", ""), None);
        assert_eq!(line("SyzygyPath", "/tb").as_deref(), Some("setoption name SyzygyPath value /tb"));
        assert_eq!(line("SyzygyPath", "").as_deref(), Some("setoption name SyzygyPath value <empty>"));
        assert_eq!(line("Clear_Hash", "now").as_deref(), Some("setoption name Clear Hash"));
        assert_eq!(line("Threads", "1"), None);
    }

    #[test]
    fn chances_are_shown_unless_the_host_forbids_it() {
        let value = |text: &str| Value::new(text);
        let name = Word::new("UCI_ShowWDL").unwrap();
        let declared = "option name UCI_ShowWDL type check default false";
        let on = Some("setoption name UCI_ShowWDL value true".to_owned());
        let mut plain = options(&[declared]);
        assert_eq!(plain.specs().next().unwrap().to_string(), "name UCI_ShowWDL type check default true");
        assert_eq!((plain.show_wdl(), plain.show_wdl()), (on.clone(), None));
        let mut forbidden = options(&[declared]);
        assert_eq!((forbidden.line(&name, &value("false")), forbidden.show_wdl()), (None, None));
        let mut wanted = options(&[declared]);
        assert_eq!((wanted.line(&name, &value("true")), wanted.show_wdl()), (on, None));
        for other in ["option name UCI_ShowWDL type check default true", "option name UCI_ShowWDL type spin default 1"]
        {
            assert_eq!(options(&[other]).show_wdl(), None, "{other}");
        }
    }
}
