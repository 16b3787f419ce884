//! Checks that the options of a bot make sense.

use std::collections::BTreeSet;

use itertools::Itertools as _;
use uvi::{EngineOptionKind, OptionSpec, Value, Word};
use uvi_games::game::suggestion;
use uvi_match::referee::misfit;

pub(super) fn flaw(options: &[OptionSpec]) -> Option<String> {
    let mut names: BTreeSet<&Word> = BTreeSet::new();
    options.iter().find_map(|option| {
        let OptionSpec { name, kind } = option;
        if !names.insert(name) {
            return Some(format!("expected each option once, found a second {name}"));
        }
        if let EngineOptionKind::Spin { min: Some(min), max: Some(max), .. } = kind
            && min > max
        {
            return Some(format!("option {name}: expected min to be at most max, found min {min} and max {max}"));
        }
        let found = kind.default_value()?;
        let expected = misfit(kind, &found)?;
        Some(format!("option {name}: expected {expected} as its default, found {found}"))
    })
}

pub(super) fn unfit(values: &[(Word, Value)], options: &[OptionSpec]) -> Option<String> {
    values.iter().find_map(|(name, value)| {
        let Some(option) = options.iter().find(|option| option.name == *name) else {
            let known = || options.iter().map(|option| option.name.as_str());
            let list =
                || if options.is_empty() { "it has none".to_owned() } else { format!("it has {}", known().join(", ")) };
            let known = suggestion(name.as_str(), known(), list);
            return Some(format!("expected an option {name}, but the bot declares no such option; {known}"));
        };
        let expected = misfit(&option.kind, value)?;
        Some(format!("option {name}: expected {expected}, found {value}"))
    })
}

pub(super) fn defaults(options: &[OptionSpec]) -> Vec<(Word, Value)> {
    let defaults = options.iter().map(|option| Some((option.name.clone(), option.kind.default_value()?)));
    defaults.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(options: &[&str], expected: Option<&str>) {
        let options: Vec<OptionSpec> = options.iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(flaw(&options).as_deref(), expected, "{options:?}");
    }

    #[test]
    fn options_that_make_no_sense_are_named() {
        check(&[], None);
        check(
            &["name a type spin default 3 min 1 max 9", "name b type button", "name c type check default true"],
            None,
        );
        check(&["name a type combo default x var x var y", "name b type combo default x", "name c type string"], None);
        check(&["name a type check", "name a type string"], Some("expected each option once, found a second a"));
        check(
            &["name a type spin min 9 max 1"],
            Some("option a: expected min to be at most max, found min 9 and max 1"),
        );
        check(
            &["name a type spin default 0 min 1 max 9"],
            Some("option a: expected a number from 1 to 9 as its default, found 0"),
        );
        check(&["name a type combo default z var x var y"], Some("option a: expected x or y as its default, found z"));
    }

    #[test]
    fn values_must_fit() {
        let options = ["name a type spin default 3 max 9", "name b type button", "name c type string default \"x y\""];
        let options: Vec<OptionSpec> = options.iter().map(|text| text.parse().unwrap()).collect();
        let value = |name: &str, value: &str| vec![(Word::new(name).unwrap(), Value::new(value))];
        assert_eq!(defaults(&options), [value("a", "3"), value("c", "x y")].concat());
        assert_eq!(unfit(&defaults(&options), &options), None);
        let text = "option a: expected a number from any to 9, found 10";
        assert_eq!(unfit(&value("a", "10"), &options).as_deref(), Some(text));
        let text = "option a: expected a number from any to 9, found +3";
        assert_eq!(unfit(&value("a", "+3"), &options).as_deref(), Some(text));
        for number in ["007", "-0", "-3"] {
            assert_eq!(unfit(&value("a", number), &options), None, "{number}");
        }
        let text = "expected an option z, but the bot declares no such option; it has a, b, c";
        assert_eq!(unfit(&value("z", "1"), &options).as_deref(), Some(text));
    }
}
