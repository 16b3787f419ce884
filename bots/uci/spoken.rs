//! The words of a UVI bot in UCI: its options and what it says while it thinks.

use std::fmt::Write as _;

use uvi::{EngineOptionKind, OptionSpec, Value};

/// The figures of `info` that both protocols write alike, each with one number.
const FIGURES: [&str; 9] =
    ["depth", "seldepth", "nodes", "nps", "hashfull", "tbhits", "time", "multipv", "currmovenumber"];

/// The default of a string option that is empty.
const EMPTY: &str = "<empty>";

/// The `option` line of an option of the bot.
pub(crate) fn option(spec: &OptionSpec) -> String {
    let mut line = format!("option name {} type {}", spec.name, spec.kind.word());
    let mut part = |name: &str, value: &str| {
        write!(line, " {name} {value}").expect("a String takes any text");
    };
    let text = |value: Value| if value.as_str().is_empty() { EMPTY.to_owned() } else { value.as_str().to_owned() };
    match &spec.kind {
        EngineOptionKind::Spin { default, min, max } => {
            // UCI needs all three.
            let least = min.unwrap_or(i64::from(i32::MIN));
            let most = max.unwrap_or(i64::from(i32::MAX));
            let default = default.unwrap_or(0).clamp(least, most);
            for (name, number) in [("default", default), ("min", least), ("max", most)] {
                part(name, &number.to_string());
            }
        }
        EngineOptionKind::Check { default } => part("default", if default == &Some(true) { "true" } else { "false" }),
        EngineOptionKind::Combo { default, vars } => {
            if let Some(default) = default.as_ref().or_else(|| vars.first()) {
                part("default", default.as_str());
            }
            vars.iter().for_each(|var| part("var", var.as_str()));
        }
        EngineOptionKind::String { default } => {
            part("default", &default.clone().map_or_else(|| EMPTY.to_owned(), text))
        }
        EngineOptionKind::Button => {}
    }
    line
}

/// The name and the value of `name NAME [value VALUE]`. Empty strings are written as `<empty>`.
pub(crate) fn setting(rest: &str) -> Option<(&str, &str)> {
    let rest = rest.trim().strip_prefix("name ")?;
    let (name, value) = match rest.split_once(" value ") {
        Some((name, value)) => (name, value.trim()),
        None => (rest.strip_suffix(" value").unwrap_or(rest), ""),
    };
    Some((name.trim(), if value == EMPTY { "" } else { value }))
}

/// The `info` line for what a bot says. A text without figures that UCI knows becomes a `string`.
pub(crate) fn info(text: &str) -> String {
    let mut line = "info".to_owned();
    let mut write = |words: std::fmt::Arguments<'_>| {
        line.write_fmt(words).expect("a String takes any text");
    };
    let mut words = text.split_whitespace().peekable();
    let mate = find(text, "mate");
    let mut found = false;
    while let Some(word) = words.next() {
        match word {
            "score" => {
                let score = words.next().and_then(|word| word.parse::<f64>().ok());
                match (mate, score) {
                    (Some(moves), _) => write(format_args!(" score mate {moves}")),
                    (None, Some(score)) => write(format_args!(" score cp {score:.0}")),
                    (None, None) => continue,
                }
                found = true;
            }
            "wdl" => {
                let chances: Vec<&str> = words.by_ref().take(3).collect();
                write(format_args!(" wdl {}", chances.join(" ")));
            }
            "pv" => {
                let moves: Vec<&str> = words.by_ref().collect();
                write(format_args!(" pv {}", moves.join(" ")));
                found = true;
            }
            "string" => {
                let rest: Vec<&str> = words.by_ref().collect();
                write(format_args!(" string {}", rest.join(" ")));
                found = true;
            }
            _ if FIGURES.contains(&word) => {
                if let Some(number) = words.next_if(|word| word.parse::<u64>().is_ok()) {
                    write(format_args!(" {word} {number}"));
                    found = true;
                }
            }
            _ => {}
        }
    }
    if found { line } else { format!("info string {text}") }
}

/// The whole number after a word of a text.
fn find(text: &str, name: &str) -> Option<i64> {
    let mut words = text.split_whitespace().take_while(|word| !["pv", "string"].contains(word));
    words.find(|word| *word == name)?;
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use uvi::FromBot;

    use super::*;

    #[test]
    fn options_are_declared_as_uci_has_them() {
        for (line, expected) in [
            ("option name seed type spin default 0 min 0 max 9", "option name seed type spin default 0 min 0 max 9"),
            ("option name n type spin min 3", "option name n type spin default 3 min 3 max 2147483647"),
            ("option name own type check", "option name own type check default false"),
            ("option name book type string default \"\"", "option name book type string default <empty>"),
            ("option name book type string default \"a b\"", "option name book type string default a b"),
            (
                "option name style type combo var solid var \"all or nothing\"",
                "option name style type combo default solid var solid var all or nothing",
            ),
            ("option name clear type button", "option name clear type button"),
        ] {
            let Ok(FromBot::Option(spec)) = line.parse() else { panic!("{line}") };
            assert_eq!(option(&spec), expected);
        }
    }

    #[test]
    fn settings_have_names_and_values() {
        for (rest, expected) in [
            ("name Hash value 16", Some(("Hash", "16"))),
            ("  name Clear Hash", Some(("Clear Hash", ""))),
            ("name book value <empty>", Some(("book", ""))),
            ("name book value", Some(("book", ""))),
            ("name book value a  b", Some(("book", "a  b"))),
            ("Hash 16", None),
        ] {
            assert_eq!(setting(rest), expected, "{rest}");
        }
    }

    #[test]
    fn figures_are_said_as_uci_has_them() {
        for (text, expected) in [
            ("score 34 depth 3 nodes 12 pv e2e4 e7e5", "info score cp 34 depth 3 nodes 12 pv e2e4 e7e5"),
            ("score -2.6 wdl 1 2 3", "info score cp -3 wdl 1 2 3"),
            ("score 29998 mate 2 wdl 1000 0 0 depth 3", "info score mate 2 wdl 1000 0 0 depth 3"),
            ("score 1 pv e2e4 mate 3", "info score cp 1 pv e2e4 mate 3"),
            ("tokens 5 6 cost 0.1 nodes 7", "info nodes 7"),
            ("depth x nodes 7", "info nodes 7"),
            ("string I like it", "info string I like it"),
            ("I like it", "info string I like it"),
        ] {
            assert_eq!(info(text), expected);
        }
    }
}
