//! The options and their keys, as `options.txt` lists them, and the words of a command line that follow them. Programs
//! read some of the errors, so these have the words of fastchess.

use std::{iter::Peekable, slice};

use uvi_games::game::meant;

/// The list of options, which is also the help. `T` is any text, `N` a whole number, `C` one from 1, `I` one with a sign,
/// `R` any number, `B` is `true` or `false`, other words stand for themselves. A sentence after `!` refuses.
pub(crate) const LIST: &str = include_str!("options.txt");

/// The keys of an option with their values. The value of an option without keys has an empty key.
pub(crate) type Pairs = Vec<(String, String)>;

/// The reason why a command line is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CommandLineError {
    #[error("Unrecognized option: {0} parsing failed.{1}")]
    Unknown(String, String),
    #[error("Error while reading option \"{option}\" with value \"{value}\"\nReason: {reason}")]
    Value { option: String, value: String, reason: String },
    #[error("{0}")]
    Whole(String),
}

/// An option with the forms of its values.
struct OptionForm {
    name: &'static str,
    forms: Vec<&'static str>,
}

/// All options.
fn options() -> Vec<OptionForm> {
    let mut all: Vec<OptionForm> = Vec::new();
    for line in LIST.lines().filter(|line| line.starts_with("  ")) {
        let (text, refusal) = line.find('!').map_or((line, None), |at| (&line[..at], Some(&line[at..])));
        let mut words = text.split_whitespace().collect::<Vec<_>>();
        if !line.starts_with("   ") {
            all.push(OptionForm { name: words.remove(0), forms: Vec::new() });
        }
        let option = all.last_mut().expect("an option comes before its keys");
        // The sentence belongs to the key before it.
        match refusal {
            Some(sentence) if words.is_empty() => option.forms.push(sentence),
            Some(_) => option.forms.push(line.trim()),
            None => option.forms.append(&mut words),
        }
    }
    all
}

/// An option as typed.
pub(crate) struct TypedOption {
    pub(crate) name: &'static str,
    pub(crate) pairs: Pairs,
}

/// Splits a command line into options. The pairs of `-each` come last.
///
/// # Errors
/// The first option that cannot be understood.
pub(crate) fn split(words: &[String]) -> Result<Vec<TypedOption>, CommandLineError> {
    let known = options();
    let mut typed = Vec::new();
    let mut each: Option<TypedOption> = None;
    let mut rest = words.iter().peekable();
    while let Some(word) = rest.next() {
        let option = known.iter().find(|option| option.name == word || option.name == "-version" && is_version(word));
        let option = option.or_else(|| known.iter().find(|option| option.name == "-help" && word == "--help"));
        let option = option.ok_or_else(|| CommandLineError::Unknown(word.clone(), hint(word, &known)))?;
        let values = values(&mut rest);
        let forms = match option.name {
            "-each" => &known.iter().find(|option| option.name == "-engine").expect("it is listed").forms,
            "-version" | "-help" => &Vec::new(),
            _ => &option.forms,
        };
        let pairs = pairs(option.name, forms, &values).map_err(|reason| {
            let value = values.last().unwrap_or(word).clone();
            CommandLineError::Value { option: word.clone(), value, reason }
        })?;
        match &mut each {
            Some(each) if option.name == "-each" => each.pairs.extend(pairs),
            None if option.name == "-each" => each = Some(TypedOption { name: option.name, pairs }),
            Some(_) | None => typed.push(TypedOption { name: option.name, pairs }),
        }
    }
    typed.extend(each);
    Ok(typed)
}

fn is_version(word: &str) -> bool {
    matches!(word, "-v" | "--v" | "--version")
}

/// The values behind an option. A word with a minus and a digit is one too.
fn values(rest: &mut Peekable<slice::Iter<'_, String>>) -> Vec<String> {
    let is_value = |word: &&String| {
        let mut letters = word.chars();
        letters.next() != Some('-') || letters.next().is_some_and(|next| next.is_ascii_digit())
    };
    std::iter::from_fn(|| rest.next_if(is_value).cloned()).collect()
}

/// Checks the values of an option against its forms. Returns them as pairs.
fn pairs(option: &str, forms: &[&str], values: &[String]) -> Result<Pairs, String> {
    let value = |key: &str, value: &str| vec![(key.to_owned(), value.to_owned())];
    match forms {
        [sentence, ..] if sentence.starts_with('!') => Err(sentence[1..].to_owned()),
        [] if values.is_empty() => Ok(Pairs::new()),
        [] => Err(format!("Option \"{option}\" does not accept parameters.")),
        ["..."] => Ok(value("", &values.concat())),
        [form] if !form.contains('=') => match values {
            [one] if fits(form, one) => Ok(value("", one)),
            [one] => Err(unfit(option, "", form, one)),
            _ => Err(format!("Option \"{option}\" expects exactly one value.")),
        },
        [first, ..] if *first != "[" && values.is_empty() => {
            Err(format!("Option \"{option}\" expects key=value parameters."))
        }
        forms => values.iter().enumerate().map(|(place, word)| pair(option, forms, place, word)).collect(),
    }
}

/// Checks a value that is a pair. Words of cutechess-cli become pairs.
fn pair(option: &str, forms: &[&str], place: usize, word: &str) -> Result<(String, String), String> {
    let (key, value) = match word.split_once('=') {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => (key, value),
        None if place == 0 && forms.first() == Some(&"[") => ("file", word),
        None if matches!(word, "min" | "fi" | "whitepov" | "ponder") => (word, "true"),
        _ => return Err(format!("Option \"{option}\" expects key=value pairs, got \"{word}\".")),
    };
    let form = forms
        .iter()
        .filter_map(|form| form.split_once('='))
        .find(|(known, _)| *known == key || known.ends_with('.') && key.starts_with(known) && key.len() > known.len());
    match form {
        Some((_, sentence)) if sentence.starts_with('!') => Err(sentence[1..].to_owned()),
        Some((_, form)) if fits(form, value) => Ok((key.to_owned(), value.to_owned())),
        Some((_, form)) => Err(unfit(option, key, form, value)),
        None => Err(unrecognized(option, key, value)),
    }
}

fn fits(form: &str, value: &str) -> bool {
    match form {
        "T" => true,
        "N" => value.parse::<u64>().is_ok(),
        "C" => value.parse::<u32>().is_ok_and(|count| count > 0),
        "I" => value.parse::<i64>().is_ok(),
        "R" => value.parse::<f64>().is_ok_and(f64::is_finite),
        "B" => matches!(value, "true" | "false"),
        words => words.split('|').any(|word| word == value),
    }
}

fn unfit(option: &str, key: &str, form: &str, value: &str) -> String {
    match form {
        "N" if value.parse::<i64>().is_ok() => format!("{key}: expected a number from 0, found {value}"),
        "C" if value.parse::<i64>().is_ok() => format!("{key}: expected a number from 1, found {value}"),
        "N" | "C" | "I" | "R" => format!("Invalid numeric value: \"{value}\""),
        "B" => unrecognized(option, key, value),
        form if key.is_empty() => format!("expected {}, found {value}", form.replace('|', " or ")),
        form => format!("{key}: expected {}, found {value}", form.replace('|', " or ")),
    }
}

fn unrecognized(option: &str, key: &str, value: &str) -> String {
    format!("Unrecognized {} option \"{key}\" with value \"{value}\".", option.trim_start_matches('-'))
}

/// The hint which option was meant, if one is near.
fn hint(word: &str, known: &[OptionForm]) -> String {
    let meant = meant(word, known.iter().map(|option| option.name));
    meant.map_or_else(String::new, |name| format!(": Did you mean \"{name}\"?"))
}
