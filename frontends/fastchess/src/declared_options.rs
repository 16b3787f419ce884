//! The options that an engine has, beside those that are set.

use uvi::{EngineOptionKind, OptionSpec, Value};
use uvi_match::referee::misfit;

use super::{engine_entry::EngineEntry, plan_file::bot_option};

/// The option that adds the chances of win, draw and loss to scores.
const SHOW_WDL: &str = "UCI_ShowWDL";

/// The option that says if men may be shuffled at the start. The adapter does not show it, because it sets it.
const CHESS960: &str = "UCI_Chess960";

/// Removes the options of an entry that its engine would not take, and returns a warning for each. `chess960` is the
/// value of [`CHESS960`] that the game gives.
pub(crate) fn sift(entry: &mut EngineEntry, declared: &[OptionSpec], chess960: &str) -> Vec<String> {
    let mut warnings = Vec::new();
    let engine = entry.name.clone();
    entry.options.retain(|(name, value)| {
        if name.eq_ignore_ascii_case(CHESS960) {
            if value != chess960 {
                warnings.push(format!(
                    "Warning; option {name} of {engine} follows from -variant, so it is {chess960}; omit it"
                ));
            }
            return false;
        }
        // A space at an end of the name is a part of it.
        let option = declared.iter().find(|option| option.name.as_str() == bot_option(name) && name.trim() == name);
        let text = match option.map(|option| &option.kind) {
            Some(EngineOptionKind::Button) => return value == "true",
            Some(kind) if misfit(kind, &Value::new(value.clone())).is_none() => return true,
            Some(_) => format!("Warning; Invalid value for option {name}; {value}"),
            None => format!("Warning; {engine} doesn't have option {name}"),
        };
        warnings.push(text);
        false
    });
    // The adapter would turn it on, which fastchess does not.
    let is_set = entry.options.iter().any(|(name, _)| name == SHOW_WDL);
    if !is_set && declared.iter().any(|option| option.name.as_str() == SHOW_WDL) {
        entry.options.push((SHOW_WDL.to_owned(), "false".to_owned()));
    }
    warnings
}

/// The value that an option of an engine has, with its unit; `NULL` without the option.
pub(crate) fn option_value(entry: &EngineEntry, declared: &[OptionSpec], name: &str, unit: &str) -> String {
    let set = entry.options.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.clone());
    let option = declared.iter().find(|option| option.name.as_str() == name);
    let default = || option.and_then(|option| Some(option.kind.default_value()?.as_str().to_owned()));
    set.or_else(default).map_or_else(|| "NULL".to_owned(), |value| value + unit)
}
