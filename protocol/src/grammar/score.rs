//! The grammar of a game's end: reason and score.

use nom::{Parser as _, sequence::terminated};

use super::{
    pairs::{located, pairs, required},
    problem::{GrammarResult, expected},
    word::{is_number, number, space, token, word},
};
use crate::{Over, Points, ScoreText};

/// `over = "reason" ws word [ score ]`, in either order.
pub(crate) fn over(input: &str) -> GrammarResult<'_, Over> {
    let (mut reason, mut each, mut shared) = (None, None, None);
    let (rest, ()) = pairs(input, |pair| match pair.keyword {
        "reason" => pair.fill(&mut reason, word),
        "score" => pair.fill(&mut each, located(points_list)),
        "shared" => pair.fill(&mut shared, located(number)),
        _ => pair.refuse("reason, score or shared"),
    })?;
    let reason = required(reason, rest, "the keyword reason")?;
    let score = one_score(each, shared)?;
    Ok((rest, Over { reason, score }))
}

/// `score = "score" ws 1*( points ) / "shared" ws number`
pub(crate) fn score(input: &str) -> GrammarResult<'_, ScoreText> {
    let (mut each, mut shared) = (None, None);
    let (rest, ()) = pairs(input, |pair| match pair.keyword {
        "score" => pair.fill(&mut each, located(points_list)),
        "shared" => pair.fill(&mut shared, located(number)),
        _ => pair.refuse("score or shared"),
    })?;
    let score = required(one_score(each, shared)?, rest, "score or shared")?;
    Ok((rest, score))
}

type Located<'a, T> = Option<(&'a str, T)>;

fn one_score<'a>(
    each: Located<'a, Vec<Points>>,
    shared: Located<'a, u32>,
) -> Result<Option<ScoreText>, nom::Err<super::problem::Problem<'a>>> {
    match (each, shared) {
        (None, None) => Ok(None),
        (Some((_, points)), None) => Ok(Some(ScoreText::Each(points))),
        (None, Some((_, points))) => Ok(Some(ScoreText::Shared(points))),
        (Some(_), Some((at, _))) => expected(at, "either score or shared").map(|(_, score)| score),
    }
}

/// `points-list = 1*( points )`, up to the first word that does not begin with a digit.
fn points_list(input: &str) -> GrammarResult<'_, Vec<Points>> {
    let (mut at, first) = points(input)?;
    let mut list = vec![first];
    while at.starts_with(|character: char| character.is_ascii_digit()) {
        let (after, next) = points(at)?;
        list.push(next);
        at = after;
    }
    Ok((at, list))
}

/// `points = 1*DIGIT [ "/" 1*DIGIT ] ws`. The number after the slash is not 0.
pub(crate) fn points(input: &str) -> GrammarResult<'_, Points> {
    const WHAT: &str = "points, such as 1 or 1/2";
    let Ok((after, token)) = terminated(token, space).parse(input) else {
        return expected(input, WHAT);
    };
    let (above, below) = token.split_once('/').unwrap_or((token, "1"));
    if !is_number(above) || !is_number(below) {
        return expected(input, WHAT);
    }
    let (Ok(above), Ok(below)) = (above.parse(), below.parse()) else {
        return expected(input, "points of numbers up to 4294967295");
    };
    match Points::new(above, below) {
        Some(points) => Ok((after, points)),
        None => expected(input, WHAT),
    }
}
