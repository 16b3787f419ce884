//! The words of a UVI bot in UCI: its options and what it says while it thinks.

use std::fmt::Write as _;

use uvi::{EngineOptionKind, OptionSpec, Value};

use super::{
    grammar::EMPTY,
    gui_grammar::{InfoPart, info_of_bot},
};

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

/// The `info` line for what a bot says. A text without figures that UCI knows becomes a `string`.
pub(crate) fn info(text: &str) -> String {
    let parts = info_of_bot(text);
    let mate = parts.iter().find_map(|part| if let InfoPart::Mate(moves) = part { Some(*moves) } else { None });
    let (mut line, mut found) = ("info".to_owned(), false);
    for part in &parts {
        let words = match part {
            InfoPart::Score(score) => match (mate, score) {
                (Some(moves), _) => format!(" score mate {moves}"),
                (None, Some(score)) => format!(" score cp {score:.0}"),
                (None, None) => continue,
            },
            InfoPart::Wdl([win, draw, loss]) => format!(" wdl {win} {draw} {loss}"),
            InfoPart::Figure(name, count) => format!(" {name} {count}"),
            InfoPart::Pv(moves) => format!(" pv {}", moves.join(" ")),
            InfoPart::Text(words) => format!(" string {}", words.join(" ")),
            InfoPart::Mate(_) | InfoPart::Unknown => continue,
        };
        line.push_str(&words);
        found |= !matches!(part, InfoPart::Wdl(_));
    }
    if found { line } else { format!("info string {text}") }
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
