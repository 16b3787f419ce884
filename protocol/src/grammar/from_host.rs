//! The grammar of a host's messages.

use nom::{Parser as _, combinator::success};

use super::{
    line::verb,
    pairs::{pairs, required},
    problem::{GrammarResult, ProblemKind, expected, fail},
    seat_link::{RuleOptions, setoption},
    settings::{fault_words, limits_and, waits},
    word::{actions, choice, if_any, keyword, name, number, one_of, position, positive, seat, seed, text, value, word},
};
use crate::{ClockWords, FromHost, LogWords, NewMatch, SeatPlayer};

/// `from-host = "uvi" number / "isready" / "describe" / "newmatch" new-match / "setposition" name position
///            / "seat" name seat player / "seatoption" name seat setoption / "seatset" name seat word [ value ]
///            / "clock" clock / "patience" name waits / "onfault" name fault-words / "takebacks" name switch
///            / "undo" undo / "keep" name switch / "log" log / "resume" name value / "watch" name value
///            / "analyse" name / "start" name / "play" name seat actions / "resign" name seat / "show" name
///            / "legal" legal / "picture" name [ seat ] / "position" name [ seat ] / "history" name [ seat ]
///            / "debug" switch / "stop" name / "drop" name / "wait" [ name ] / "quit"`
pub(crate) fn from_host(input: &str) -> GrammarResult<'_, FromHost> {
    let (rest, verb) = verb(input)?;
    match verb {
        "uvi" => number.map(FromHost::Uvi).parse(rest),
        "isready" => success(FromHost::IsReady).parse(rest),
        "describe" => success(FromHost::Describe).parse(rest),
        "newmatch" => new_match.map(FromHost::NewMatch).parse(rest),
        "setposition" => (name, position).map(|(name, position)| FromHost::SetPosition { name, position }).parse(rest),
        "seat" => (name, seat, player).map(|(name, seat, player)| FromHost::Seat { name, seat, player }).parse(rest),
        "seatoption" => (name, seat, setoption)
            .map(|(name, seat, (option, value))| FromHost::SeatOption { name, seat, option, value })
            .parse(rest),
        "seatset" => (name, seat, word, if_any(value))
            .map(|(name, seat, key, value)| FromHost::SeatSet { name, seat, key, value })
            .parse(rest),
        "clock" => clock(rest),
        "patience" => (name, waits).map(|(name, patience)| FromHost::Patience { name, patience }).parse(rest),
        "onfault" => (name, fault_words).map(|(name, policy)| FromHost::OnFault { name, policy }).parse(rest),
        "takebacks" => (name, choice).map(|(name, switch)| FromHost::Takebacks { name, switch }).parse(rest),
        "undo" => undo(rest),
        "keep" => (name, choice).map(|(name, switch)| FromHost::Keep { name, switch }).parse(rest),
        "log" => log(rest),
        "resume" => (name, value).map(|(name, path)| FromHost::Resume { name, path }).parse(rest),
        "watch" => (name, value).map(|(name, path)| FromHost::Watch { name, path }).parse(rest),
        "analyse" => name.map(FromHost::Analyse).parse(rest),
        "start" => name.map(FromHost::Start).parse(rest),
        "play" => (name, seat, actions).map(|(name, seat, actions)| FromHost::Play { name, seat, actions }).parse(rest),
        "resign" => (name, seat).map(|(name, seat)| FromHost::Resign { name, seat }).parse(rest),
        "show" => name.map(FromHost::Show).parse(rest),
        "legal" => legal(rest),
        "picture" => (name, if_any(seat)).map(|(name, seat)| FromHost::Picture { name, seat }).parse(rest),
        "position" => (name, if_any(seat)).map(|(name, seat)| FromHost::Position { name, seat }).parse(rest),
        "history" => (name, if_any(seat)).map(|(name, seat)| FromHost::History { name, seat }).parse(rest),
        "debug" => choice.map(FromHost::Debug).parse(rest),
        "stop" => name.map(FromHost::Stop).parse(rest),
        "drop" => name.map(FromHost::Drop).parse(rest),
        "wait" => if_any(name).map(FromHost::Wait).parse(rest),
        "quit" => success(FromHost::Quit).parse(rest),
        _ => fail(input, ProblemKind::UnknownVerb),
    }
}

/// `legal = name seat [ "places" ws ]`
fn legal(input: &str) -> GrammarResult<'_, FromHost> {
    let (rest, (name, seat)) = (name, seat).parse(input)?;
    if rest.is_empty() {
        return Ok((rest, FromHost::Legal { name, seat }));
    }
    let (rest, ()) = keyword("places", "places or the end of the line")(rest)?;
    Ok((rest, FromHost::LegalPlaces { name, seat }))
}

/// `undo = name ( positive / "to" ws number )`
fn undo(input: &str) -> GrammarResult<'_, FromHost> {
    let (rest, name) = name(input)?;
    match keyword("to", "to")(rest) {
        Ok((rest, ())) => number.map(|to| FromHost::UndoTo { name: name.clone(), to }).parse(rest),
        Err(_) => positive(number).map(|plies| FromHost::Undo { name: name.clone(), plies }).parse(rest),
    }
}

/// `new-match = name "variant" ws word [ "seats" ws number ] [ "seed" ws seed ] *( rule-option )`, the pairs in any
/// order.
fn new_match(input: &str) -> GrammarResult<'_, NewMatch> {
    let (rest, name) = name(input)?;
    let (mut variant, mut seats, mut drawn, mut options) = (None, None, None, RuleOptions::default());
    let (rest, ()) = pairs(rest, |pair| match pair.keyword {
        "variant" => pair.fill(&mut variant, word),
        "seats" => pair.fill(&mut seats, number),
        "seed" => pair.fill(&mut drawn, seed),
        _ => options.read(pair),
    })?;
    let variant = required(variant, rest, "the keyword variant")?;
    Ok((rest, NewMatch { name, variant, seats, seed: drawn, options: options.list }))
}

/// `player = "host" ws / "bot" ws 1*( any character )`
fn player(input: &str) -> GrammarResult<'_, SeatPlayer> {
    let (rest, is_bot) = one_of("bot or host", &[("bot", true), ("host", false)])(input)?;
    if !is_bot {
        return success(SeatPlayer::Host).parse(rest);
    }
    let (after, command) = text(rest)?;
    if command.as_str().is_empty() { expected(rest, "a command line") } else { Ok((after, SeatPlayer::Bot(command))) }
}

/// `clock = name [ "seat" ws seat ] limits`, the pairs in any order.
fn clock(input: &str) -> GrammarResult<'_, FromHost> {
    let (rest, name) = name(input)?;
    let mut own = None;
    let (rest, clock) = limits_and(rest, ClockWords::default(), |pair| match pair.keyword {
        "seat" => pair.fill(&mut own, seat),
        _ => pair.refuse("seat, none, movetime, time, inc, movestogo, nodes, depth or margin"),
    })?;
    Ok((rest, FromHost::Clock { name, seat: own, clock }))
}

/// `log = name value *( "times" switch / "info" detail / "sync" moment )`, the pairs in any order.
fn log(input: &str) -> GrammarResult<'_, FromHost> {
    let (rest, (name, path)) = (name, value).parse(input)?;
    let (mut times, mut info, mut sync) = (None, None, None);
    let (rest, ()) = pairs(rest, |pair| match pair.keyword {
        "times" => pair.fill(&mut times, choice),
        "info" => pair.fill(&mut info, choice),
        "sync" => pair.fill(&mut sync, choice),
        _ => pair.refuse("times, info or sync"),
    })?;
    Ok((rest, FromHost::Log { name, log: LogWords { path, times, info, sync } }))
}
