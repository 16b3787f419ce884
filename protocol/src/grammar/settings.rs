//! The grammar of a match's settings: limits, waiting times, and the consequence of a fault.

use nom::{
    Parser as _,
    branch::alt,
    bytes::complete::tag_no_case,
    character::complete::{char, digit1, space0, u64},
    combinator::{map_opt, not, opt, peek, success, value, verify},
    sequence::{preceded, terminated},
};

use super::{
    pairs::{KeywordPair, pairs},
    problem::{GrammarResult, expected},
    word::{amount, choice, milliseconds, number, one_of, positive, space, token},
};
use crate::{ClockWords, FaultWords, OnFault, Patience};

/// `clock = limits / "inf" *( pair of limits ) / time-control *( pair of limits )`: limits as people write them.
pub(crate) fn clock(input: &str) -> GrammarResult<'_, ClockWords> {
    const WHAT: &str =
        "a clock such as `10+0.1`, `40/60+0.5` or `1:30+1` in minutes and seconds, or `time 10000 inc 100`";
    let untimed = value(ClockWords::default(), alt((tag_no_case("infinite"), tag_no_case("inf"))));
    match terminated(alt((time_control, untimed)), (not(token), space)).parse(input) {
        Ok((rest, clock)) if rest.is_empty() => Ok((rest, clock)),
        Ok((rest, clock)) => limits_and(rest, clock, |pair| pair.refuse("nodes, depth, movetime or margin")),
        Err(_) if input.starts_with(|first: char| first.is_ascii_digit() || first == '.') => expected(input, WHAT),
        Err(_) => limits_and(input, ClockWords::default(), |pair| {
            pair.refuse("none, movetime, time, inc, movestogo, nodes, depth or margin, or seconds such as `10+0.1`")
        }),
    }
}

/// `time-control = [ 1*DIGIT "/" ] base [ *WSP "+" *WSP seconds ]`, the answers of a cycle, the base and the increment.
/// Without a base, the increment comes before the first answer too, as other match programs have it.
fn time_control(input: &str) -> GrammarResult<'_, ClockWords> {
    let cycle = opt(terminated(verify(u64, |&answers| answers > 0), char('/')));
    let (rest, (movestogo, time, inc)) =
        (cycle, base, opt(preceded((space0, char('+'), space0), seconds))).parse(input)?;
    let time = if time == 0 { inc.unwrap_or(0) } else { time };
    Ok((rest, ClockWords { time: Some(time), inc, movestogo, ..ClockWords::default() }))
}

/// `base = [ [ hours ":" ] minutes ":" ] seconds`, in milliseconds. Below hours there are less than 60 minutes, and below
/// minutes less than 60 seconds: `40/5400:1800` is how PGN writes two periods.
fn base(input: &str) -> GrammarResult<'_, u64> {
    let hours = terminated(u64, (char(':'), peek((u64, char(':')))));
    let minutes = terminated(u64, char(':'));
    map_opt((opt(hours), opt(minutes), seconds), |(hours, minutes, seconds)| {
        let is_whole = (hours.is_none() || minutes < Some(60)) && (minutes.is_none() || seconds < 60_000);
        let minutes = hours.unwrap_or(0).checked_mul(60)?.checked_add(minutes.unwrap_or(0))?;
        minutes.checked_mul(60_000)?.checked_add(seconds).filter(|_| is_whole)
    })
    .parse(input)
}

/// `seconds = ( 1*DIGIT [ "." 1*3DIGIT ] / "." 1*3DIGIT ) [ "s" ]`, in milliseconds.
fn seconds(input: &str) -> GrammarResult<'_, u64> {
    let thousandths = |input| {
        let digits = preceded(char('.'), digit1);
        map_opt(digits, |digits: &str| format!("{digits:0<3}").parse().ok().filter(|_| digits.len() <= 3)).parse(input)
    };
    let number = alt(((u64, opt(thousandths)), thousandths.map(|part| (0, Some(part)))));
    let number = map_opt(number, |(whole, part)| whole.checked_mul(1000)?.checked_add(part.unwrap_or(0)));
    terminated(number, opt(char('s'))).parse(input)
}

/// `limits = "none" ws / 1*( "movetime" ms / "time" ms [ "inc" ms ] [ "movestogo" positive ] / "nodes" positive /
/// "depth" positive / "margin" ms )`, the pairs in any order. `margin` alone is no limit.
///
/// Reads limits beside those of `clock`, and leaves unknown pairs between them to `other`.
pub(super) fn limits_and<'a>(
    input: &'a str,
    mut clock: ClockWords,
    mut other: impl FnMut(KeywordPair<'a>) -> GrammarResult<'a, ()>,
) -> GrammarResult<'a, ClockWords> {
    let mut none = None;
    let (rest, ()) = pairs(input, |pair| match pair.keyword {
        "none" => pair.fill(&mut none, success(pair.at)),
        "movetime" => pair.fill(&mut clock.movetime, milliseconds),
        "time" => pair.fill(&mut clock.time, milliseconds),
        "inc" => pair.fill(&mut clock.inc, milliseconds),
        "movestogo" => pair.fill(&mut clock.movestogo, positive(amount)),
        "nodes" => pair.fill(&mut clock.nodes, positive(amount)),
        "depth" => pair.fill(&mut clock.depth, positive(amount)),
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
