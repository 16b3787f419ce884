//! The options and their keys, as `options.txt` lists them, and the words of a command line that follow them. Programs
//! read some of the errors, so these have the words of fastchess.

use std::{
    iter::{self, Peekable},
    slice,
};

use uvi_games::game::meant;

/// The list of options, which is also the help. `T` is any text, `N` a whole number, `C` one from 1, `I` one with a sign,
/// `R` any number, `B` is `true` or `false`, other words stand for themselves. A sentence after `!` refuses.
pub(crate) const LIST: &str = include_str!("options.txt");

/// The keys of an option with their values. The value of an option without keys has an empty key.
pub(crate) type Pairs = Vec<(String, String)>;

pub(crate) fn refusal(option: &str, value: &str, reason: &str) -> String {
    format!("Error while reading option \"{option}\" with value \"{value}\"\nReason: {reason}")
}

/// All options, each with the forms of its values.
fn options() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in LIST.lines().filter(|line| line.starts_with("  ")) {
        let (text, refusal) = line.find('!').map_or((line, None), |at| (&line[..at], Some(&line[at..])));
        let mut words = text.split_whitespace().collect::<Vec<_>>();
        if !line.starts_with("   ") {
            all.push((words.remove(0), Vec::new()));
        }
        let (_, forms) = all.last_mut().expect("an option comes before its keys");
        // The sentence belongs to the key before it.
        match refusal {
            Some(sentence) if words.is_empty() => forms.push(sentence),
            Some(_) => forms.push(line.trim()),
            None => forms.append(&mut words),
        }
    }
    all
}

/// A key of `-engine` with a value from elsewhere. The error is the sentence that refuses it there.
pub(crate) fn engine_key(key: &str, value: &str) -> Result<(String, String), String> {
    pair("-engine", &options()[0].1, 0, &format!("{key}={value}"))
}

/// Splits a command line into options with their pairs. Those of `-each` come last. The error is the first option that
/// cannot be understood.
pub(crate) fn split(words: &[String]) -> Result<Vec<(&'static str, Pairs)>, String> {
    let known = options();
    let mut typed = Vec::new();
    let mut rest = words.iter().peekable();
    while let Some(word) = rest.next() {
        let Some((option, forms)) = known.iter().find(|(option, _)| option == word) else {
            let meant = meant(word, known.iter().map(|(option, _)| *option));
            let hint = meant.map(|option| format!(": Did you mean \"{option}\"?")).unwrap_or_default();
            return Err(format!("Unrecognized option: {word} parsing failed.{hint}"));
        };
        let values = values(&mut rest);
        // The list begins with `-engine`, whose keys are those of `-each`.
        let forms = if *option == "-each" { &known[0].1 } else { forms };
        let pairs = pairs(option, forms, &values);
        typed.push((*option, pairs.map_err(|reason| refusal(word, values.last().unwrap_or(word), &reason))?));
    }
    typed.sort_by_key(|(option, _)| *option == "-each");
    Ok(typed)
}

/// The values behind an option. A word with a minus and a digit is one too.
fn values(rest: &mut Peekable<slice::Iter<'_, String>>) -> Vec<String> {
    let is_option =
        |word: &str| word.strip_prefix('-').is_some_and(|rest| !rest.starts_with(|it: char| it.is_ascii_digit()));
    iter::from_fn(|| rest.next_if(|word| !is_option(word)).cloned()).collect()
}

/// Checks the values of an option against its forms. Returns them as pairs.
fn pairs(option: &str, forms: &[&str], values: &[String]) -> Result<Pairs, String> {
    let alone = |value: String| vec![(String::new(), value)];
    match forms {
        [sentence, ..] if sentence.starts_with('!') => Err(sentence[1..].to_owned()),
        [] if values.is_empty() => Ok(Pairs::new()),
        [] => Err(format!("Option \"{option}\" does not accept parameters.")),
        ["..."] => Ok(alone(values.concat())),
        [form] if !form.contains('=') => match values {
            [one] => fit(option, "", form, one).map(|()| alone(one.clone())),
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
        None if matches!(word, "min" | "fi" | "whitepov" | "ponder" | "trust" | "debug") => (word, "true"),
        _ => return Err(format!("Option \"{option}\" expects key=value pairs, got \"{word}\".")),
    };
    let is_key =
        |known: &str| known == key || known.ends_with('.') && key.starts_with(known) && key.len() > known.len();
    let form = forms.iter().filter_map(|form| form.split_once('=')).find(|(known, _)| is_key(known));
    let (_, form) = form.ok_or_else(|| unrecognized(option, key, value))?;
    match form.strip_prefix('!') {
        Some(sentence) => Err(sentence.to_owned()),
        None => fit(option, key, form, value).map(|()| (key.to_owned(), value.to_owned())),
    }
}

fn fit(option: &str, key: &str, form: &str, value: &str) -> Result<(), String> {
    let is_whole = value.parse::<i64>().is_ok();
    let fits = match form {
        "T" => true,
        "N" => value.parse::<u64>().is_ok(),
        "C" => value.parse::<u32>().is_ok_and(|count| count > 0),
        "I" => is_whole,
        "R" => value.parse::<f64>().is_ok_and(f64::is_finite),
        "B" => matches!(value, "true" | "false"),
        words => words.split('|').any(|word| word == value),
    };
    let place = if key.is_empty() { String::new() } else { format!("{key}: ") };
    match form {
        _ if fits => Ok(()),
        "N" if is_whole => Err(format!("{place}expected a number from 0, found {value}")),
        "C" if is_whole => Err(format!("{place}expected a number from 1, found {value}")),
        "N" | "C" | "I" | "R" => Err(format!("Invalid numeric value: \"{value}\"")),
        "B" => Err(unrecognized(option, key, value)),
        words => Err(format!("{place}expected {}, found {value}", words.replace('|', " or "))),
    }
}

fn unrecognized(option: &str, key: &str, value: &str) -> String {
    format!("Unrecognized {} option \"{key}\" with value \"{value}\".", option.trim_start_matches('-'))
}
