//! The grammar of a game's end: reason and score.

use super::{
    pairs::{KeywordPair, located, pairs, required},
    problem::{GrammarResult, expected},
    word::{is_number, list, number, token_as, word},
};
use crate::{Over, Points, ScoreText};

/// `over = "reason" ws word [ score ]`, in either order.
pub(crate) fn over(input: &str) -> GrammarResult<'_, Over> {
    let mut reason = None;
    let (rest, score) = score_and(input, |pair| match pair.keyword {
        "reason" => pair.fill(&mut reason, word),
        _ => pair.refuse("reason, score or shared"),
    })?;
    let reason = required(reason, rest, "the keyword reason")?;
    Ok((rest, Over { reason, score }))
}

/// `score = "score" ws 1*( points ) / "shared" ws number`
pub(crate) fn score(input: &str) -> GrammarResult<'_, ScoreText> {
    let (rest, score) = score_and(input, |pair| pair.refuse("score or shared"))?;
    Ok((rest, required(score, rest, "score or shared")?))
}

/// Reads a score, if there is one, and leaves unknown pairs beside it to `other`.
fn score_and<'a>(
    input: &'a str,
    mut other: impl FnMut(KeywordPair<'a>) -> GrammarResult<'a, ()>,
) -> GrammarResult<'a, Option<ScoreText>> {
    let (mut each, mut shared) = (None, None);
    let (rest, ()) = pairs(input, |pair| match pair.keyword {
        "score" => pair.fill(&mut each, list(points)),
        "shared" => pair.fill(&mut shared, located(number)),
        _ => other(pair),
    })?;
    match (each, shared) {
        (Some(_), Some((at, _))) => expected(at, "either score or shared"),
        (each, shared) => {
            let shared = shared.map(|(_, points)| ScoreText::Shared(points));
            Ok((rest, each.map(ScoreText::Each).or(shared)))
        }
    }
}

/// `points = 1*DIGIT [ "/" 1*DIGIT ] ws`. The number after the slash is not 0.
pub(crate) fn points<'a>(input: &'a str) -> GrammarResult<'a, Points> {
    const WHAT: &str = "points, such as 1 or 1/2";
    let parts = |token: &'a str| {
        let (above, below) = token.split_once('/').unwrap_or((token, "1"));
        (is_number(above) && is_number(below)).then_some((above, below))
    };
    let (after, (above, below)) = token_as(WHAT, parts)(input)?;
    let (Ok(above), Ok(below)) = (above.parse(), below.parse()) else {
        return expected(input, "points of numbers up to 4294967295");
    };
    Points::new(above, below).map_or_else(|| expected(input, WHAT), |points| Ok((after, points)))
}
