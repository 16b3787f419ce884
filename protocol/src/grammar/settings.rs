//! The grammar of a match's settings: limits, waiting times, and the consequence of a fault.

use nom::combinator::success;

use super::{
    pairs::{KeywordPair, pairs},
    problem::{GrammarResult, expected},
    word::{choice, milliseconds, number, one_of, positive},
};
use crate::{ClockWords, FaultWords, OnFault, Patience};

/// `limits = "none" ws / 1*( "movetime" ms / "time" ms [ "inc" ms ] [ "movestogo" positive ] / "nodes" positive /
/// "depth" positive / "margin" ms )`, the pairs in any order. `margin` alone is no limit.
pub(crate) fn limits(input: &str) -> GrammarResult<'_, ClockWords> {
    limits_and(input, |pair| pair.refuse("none, movetime, time, inc, movestogo, nodes, depth or margin"))
}

/// Reads limits, and leaves unknown pairs between them to `other`.
pub(super) fn limits_and<'a>(
    input: &'a str,
    mut other: impl FnMut(KeywordPair<'a>) -> GrammarResult<'a, ()>,
) -> GrammarResult<'a, ClockWords> {
    let (mut clock, mut none) = (ClockWords::default(), None);
    let (rest, ()) = pairs(input, |pair| match pair.keyword {
        "none" => pair.fill(&mut none, success(pair.at)),
        "movetime" => pair.fill(&mut clock.movetime, milliseconds),
        "time" => pair.fill(&mut clock.time, milliseconds),
        "inc" => pair.fill(&mut clock.inc, milliseconds),
        "movestogo" => pair.fill(&mut clock.movestogo, positive),
        "nodes" => pair.fill(&mut clock.nodes, positive),
        "depth" => pair.fill(&mut clock.depth, positive),
        "margin" => pair.fill(&mut clock.margin, milliseconds),
        _ => other(pair),
    })?;
    if let Some(at) = none {
        return if clock.is_none() { Ok((rest, clock)) } else { expected(at, "either none or limits") };
    }
    if clock.inc.is_some() && clock.time.is_none() {
        return expected(rest, "time beside inc");
    }
    if clock.movestogo.is_some() && clock.time.is_none() {
        return expected(rest, "time beside movestogo");
    }
    if clock.movetime.or(clock.time).or(clock.nodes).or(clock.depth).is_none() {
        return expected(rest, "none, movetime, time, nodes or depth");
    }
    Ok((rest, clock))
}

/// `waits = 1*( "greet" ms / "ready" ms / "quit" ms )`, in any order.
pub(crate) fn waits(input: &str) -> GrammarResult<'_, Patience> {
    const WHAT: &str = "greet, ready or quit";
    let mut patience = Patience::default();
    let (rest, ()) = pairs(input, |pair| match pair.keyword {
        "greet" => pair.fill(&mut patience.greet, milliseconds),
        "ready" => pair.fill(&mut patience.ready, milliseconds),
        "quit" => pair.fill(&mut patience.quit, milliseconds),
        _ => pair.refuse(WHAT),
    })?;
    if patience == Patience::default() { expected(rest, WHAT) } else { Ok((rest, patience)) }
}

/// `fault-words = policy / "retry" ws tries [ policy ]`, `policy = "forfeit" / "random"`
pub(crate) fn fault_words(input: &str) -> GrammarResult<'_, FaultWords> {
    const FIRST: [(&str, Option<OnFault>); 3] =
        [("forfeit", Some(OnFault::Forfeit)), ("random", Some(OnFault::Random)), ("retry", None)];
    let (rest, first) = one_of("forfeit, random or retry", &FIRST)(input)?;
    if let Some(then) = first {
        return Ok((rest, then.into()));
    }
    let (rest, tries) = tries(rest)?;
    let (rest, then) = if rest.is_empty() { (rest, OnFault::Forfeit) } else { choice(rest)? };
    Ok((rest, FaultWords { retry: Some(tries), then }))
}

/// `tries = 1*DIGIT ws`, from 1 to 1000.
fn tries(input: &str) -> GrammarResult<'_, u32> {
    match number(input) {
        Ok((rest, tries @ 1..=FaultWords::MOST)) => Ok((rest, tries)),
        Ok(_) | Err(_) => expected(input, "a number from 1 to 1000"),
    }
}
