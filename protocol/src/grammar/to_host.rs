//! The grammar of the arbiter's messages to a host.

use nom::{Parser as _, combinator::success};

use super::{
    go::go,
    line::verb,
    option::option_and,
    pairs::{keywords, pairs, required},
    problem::{GrammarResult, ProblemKind, expected, fail},
    score::over,
    seat_link::id,
    word::{
        action, choice, digest, history, keyword, list, milliseconds, name, number, position, seat, text, value, word,
        words,
    },
};
use crate::{ToHost, Word};

/// `to-host = "id" id / "variant" variant / "option" option / "about" word word text / "uviok" / "readyok"
///          / "created" name / "ready" name seat "name" ws text / "started" started / "chance" name action
///          / "played" played / "score" score / "turn" name seat limits / "info" name seat text
///          / "fault" name seat fault text / "try" try / "vacated" name seat "reason" ws word
///          / "undone" name number "to" ws number / "over" name over / "board" board / "legal" name seat words
///          / "places" places / "picture" name text / "position" name position / "history" name history
///          / "error" error-code text`
pub(crate) fn to_host(input: &str) -> GrammarResult<'_, ToHost> {
    let (rest, verb) = verb(input)?;
    match verb {
        "id" => id(rest, ToHost::IdName, ToHost::IdAuthor),
        "variant" => variant(rest),
        "option" => option(rest),
        "about" => (word, word, text).map(|(variant, key, text)| ToHost::About { variant, key, text }).parse(rest),
        "uviok" => success(ToHost::UviOk).parse(rest),
        "readyok" => success(ToHost::ReadyOk).parse(rest),
        "created" => name.map(ToHost::Created).parse(rest),
        "ready" => (name, seat, keyword("name", "the keyword name"), text)
            .map(|(name, seat, (), bot)| ToHost::Ready { name, seat, bot })
            .parse(rest),
        "started" => started(rest),
        "chance" => (name, action).map(|(name, action)| ToHost::Chance { name, action }).parse(rest),
        "played" => played(rest),
        "score" => score(rest),
        "turn" => (name, seat, go).map(|(name, seat, go)| ToHost::Turn { name, seat, go }).parse(rest),
        "info" => (name, seat, text).map(|(name, seat, text)| ToHost::Info { name, seat, text }).parse(rest),
        "fault" => (name, seat, choice, text)
            .map(|(name, seat, fault, text)| ToHost::Fault { name, seat, fault, text })
            .parse(rest),
        "try" => again(rest),
        "vacated" => (name, seat, keyword("reason", "the keyword reason"), word)
            .map(|(name, seat, (), reason)| ToHost::Vacated { name, seat, reason })
            .parse(rest),
        "undone" => (name, number, keyword("to", "the keyword to"), number)
            .map(|(name, plies, (), to)| ToHost::Undone { name, plies, to })
            .parse(rest),
        "over" => (name, over).map(|(name, over)| ToHost::Over { name, over }).parse(rest),
        "board" => board(rest),
        "legal" => (name, seat, words).map(|(name, seat, actions)| ToHost::Legal { name, seat, actions }).parse(rest),
        "places" => places(rest),
        "picture" => picture(rest),
        "position" => (name, position).map(|(name, position)| ToHost::Position { name, position }).parse(rest),
        "history" => (name, history).map(|(name, (start, moves))| ToHost::History { name, start, moves }).parse(rest),
        "error" => (choice, text).map(|(code, text)| ToHost::Error { code, text }).parse(rest),
        _ => fail(input, ProblemKind::UnknownVerb),
    }
}

/// `variant = "name" ws word "seats" ws numbers "title" ws text`, the title last.
fn variant(input: &str) -> GrammarResult<'_, ToHost> {
    let (rest, name, seats, title) = keywords!(
        input, "name, seats or title", "name" => word_of_it: word, "seats" => counts: list(number), "title" => shown: text,
    );
    Ok((rest, ToHost::Variant { name, seats, title }))
}

/// `option = "variant" ws word option-spec`, the pairs in any order.
fn option(input: &str) -> GrammarResult<'_, ToHost> {
    let mut variant = None;
    let (rest, option) = option_and(input, |pair| match pair.keyword {
        "variant" => pair.fill(&mut variant, word),
        _ => pair.refuse("variant, name, type, default, min, max or var"),
    })?;
    let variant = required(variant, rest, "the keyword variant")?;
    Ok((rest, ToHost::Option { variant, option }))
}

/// `started = name "commitment" ws digest "position" ws position`, the position last.
fn started(input: &str) -> GrammarResult<'_, ToHost> {
    let (rest, name) = name(input)?;
    let (rest, commitment, position) =
        keywords!(rest, "commitment or position", "commitment" => promise: digest, "position" => start: position);
    Ok((rest, ToHost::Started { name, commitment, position }))
}

/// `played = name seat action "time" ms "text" ws text`, the text last.
fn played(input: &str) -> GrammarResult<'_, ToHost> {
    let (rest, (name, seat, action)) = (name, seat, action).parse(input)?;
    let (rest, time, text) = keywords!(rest, "time or text", "time" => used: milliseconds, "text" => written: text);
    Ok((rest, ToHost::Played { name, seat, action, time, text }))
}

/// `score = name "turn" number "points" number "total" number "chain" words`, the chain last.
fn score(input: &str) -> GrammarResult<'_, ToHost> {
    let (rest, name) = name(input)?;
    let (rest, turn, points, total, chain) = keywords!(
        rest, "turn, points, total or chain",
        "turn" => turn: number, "points" => points: number, "total" => total: number, "chain" => chain: words,
    );
    Ok((rest, ToHost::Score { name, turn, points, total, chain }))
}

/// `places = name seat action *( "at" ws word / "word" ws word value ) "text" ws text`, the text last.
fn places(input: &str) -> GrammarResult<'_, ToHost> {
    let (rest, (name, seat, action)) = (name, seat, action).parse(input)?;
    let (mut at, mut words, mut written) = (Vec::new(), Vec::new(), None);
    let (rest, ()) = pairs(rest, |pair| match pair.keyword {
        "at" => pair.push(&mut at, word),
        "word" => pair.push(&mut words, (word, value)),
        "text" => pair.fill(&mut written, text),
        _ => pair.refuse("at, word or text"),
    })?;
    let text = required(written, rest, "the keyword text")?;
    Ok((rest, ToHost::Places { name, seat, action, at, words, text }))
}

/// `picture = name text`. The text is not empty.
fn picture(input: &str) -> GrammarResult<'_, ToHost> {
    let (rest, name) = name(input)?;
    if rest.is_empty() {
        return expected(rest, "a picture");
    }
    let (rest, svg) = text(rest)?;
    Ok((rest, ToHost::Picture { name, svg }))
}

/// `try = name seat fault "left" ws number "time" ms "text" ws text`, the text last.
fn again(input: &str) -> GrammarResult<'_, ToHost> {
    let (rest, (name, seat, fault)) = (name, seat, choice).parse(input)?;
    let (rest, left, time, text) = keywords!(
        rest, "left, time or text", "left" => left: number, "time" => used: milliseconds, "text" => told: text,
    );
    Ok((rest, ToHost::Try { name, seat, fault, left, time, text }))
}

/// `board = word-without-ws [ ( SP / HTAB ) *( any character ) ]`. Keeps white space at the beginning of the text.
fn board(input: &str) -> GrammarResult<'_, ToHost> {
    let (name, line) = input.split_once([' ', '\t']).unwrap_or((input, ""));
    let Some(name) = Word::new(name) else {
        return expected(input, "the name of a match");
    };
    Ok((&input[input.len()..], ToHost::board(name, line)))
}
