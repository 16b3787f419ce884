//! Actions as people write them, such as `Nf3` or `b1-c3`, turned into words of the protocol.

use uvi::Word;

use super::{Actor, Choice, IllegalError, RefusalError, Seat, Table};

/// The most reasons in an error.
const REASONS: usize = 3;

/// The action that a person means: a word of the protocol, or an action as [`Game::describe`](super::Game::describe)
/// writes it. Signs of check and annotation marks may differ; letter case and hyphens too, if only one legal action is
/// left.
///
/// # Errors
/// If the text is no action in either notation, or the action is not legal. The error has the reason in both notations.
pub fn written(table: &dyn Table, seat: Seat, text: &str) -> Result<Word, RefusalError> {
    let actor = Actor::Seat(seat);
    let unreadable = match table.check(actor, text) {
        Err(RefusalError::Unreadable(error)) => error,
        Err(illegal @ RefusalError::Illegal(_)) => return Err(illegal),
        Ok(()) => return Ok(Word::new(text).expect("an action is a word")),
    };
    let choices = table.choices(seat);
    if let Some(choice) = choices.iter().find(|choice| bare(&choice.text) == bare(text)) {
        return Ok(choice.action.clone());
    }
    let is_meant =
        |choice: &Choice| [choice.action.as_str(), bare(&choice.text)].iter().any(|it| loose(it) == loose(text));
    if let [choice] = choices.iter().filter(|choice| is_meant(choice)).collect::<Vec<_>>().as_slice() {
        return Ok(choice.action.clone());
    }
    let Some(candidates) = table.candidates(seat, text) else { return Err(unreadable.into()) };
    let mut reasons: Vec<String> = Vec::new();
    let mut legal = Vec::new();
    for action in candidates {
        match table.check(actor, action.as_str()) {
            Ok(()) => legal.push(action),
            Err(refusal) if !reasons.contains(&refusal.to_string()) => reasons.push(refusal.to_string()),
            Err(_) => {}
        }
    }
    let rule = |text: String| Err(IllegalError::rule(text).into());
    match legal.as_slice() {
        [action] => Ok(action.clone()),
        [] if reasons.is_empty() => rule("there is no such man".to_owned()),
        [] => rule(reasons.iter().take(REASONS).map(String::as_str).collect::<Vec<_>>().join("; ")),
        several => rule(format!("it may be {}", several.iter().map(Word::as_str).collect::<Vec<_>>().join(" or "))),
    }
}

/// An action in small letters and without hyphens: `A1-A6` becomes `a1a6`.
fn loose(text: &str) -> String {
    text.to_ascii_lowercase().replace('-', "")
}

/// An action without signs of check and annotation marks.
pub(crate) fn bare(text: &str) -> &str {
    text.trim_end_matches(['+', '#', '!', '?'])
}

/// An action without the letter of its man, the sign between its squares, and the sign of a promotion: `Dd3xb5` becomes
/// `d3b5`, and `f1-e2=J` becomes `f1e2j`.
pub(super) fn plain(text: &str) -> String {
    let text = bare(text);
    let text = text.strip_prefix(|letter: char| letter.is_ascii_uppercase()).unwrap_or(text);
    text.chars().filter(|letter| !"-x:~=".contains(*letter)).map(|letter| letter.to_ascii_lowercase()).collect()
}
