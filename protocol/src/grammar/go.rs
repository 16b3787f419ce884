//! The limits of one decision: the words after `go` and after `turn`.

use nom::{Parser as _, sequence::terminated};

use super::{
    pairs::{located, pairs},
    problem::{Parsed, expected},
    word::{amount, is_number, milliseconds, space, token},
};
use crate::{Clocks, Go};

/// `limits = *( "movetime" ms / "time" figures / "inc" figures / "nodes" amount / "depth" amount )`, where `time` and
/// `inc` stand together and have as many figures
pub(crate) fn go(input: &str) -> Parsed<'_, Go> {
    let (mut movetime, mut time, mut inc, mut nodes, mut depth) = (None, None, None, None, None);
    let (rest, ()) = pairs(input, |pair| match pair.keyword {
        "movetime" => pair.fill(&mut movetime, milliseconds),
        "time" => pair.fill(&mut time, located(figures)),
        "inc" => pair.fill(&mut inc, located(figures)),
        "nodes" => pair.fill(&mut nodes, amount),
        "depth" => pair.fill(&mut depth, amount),
        _ => pair.refuse("movetime, time, inc, nodes or depth"),
    })?;
    let clocks = match (time, inc) {
        (Some((_, time)), Some((at, inc))) => {
            if time.len() != inc.len() {
                return expected(at, "as many figures after inc as after time");
            }
            Some(Clocks { time, inc })
        }
        (None, None) => None,
        (Some(_), None) => return expected(rest, "inc beside time"),
        (None, Some(_)) => return expected(rest, "time beside inc"),
    };
    Ok((rest, Go { movetime, clocks, nodes, depth }))
}

/// `figures = 1*( ms / "-" ws )`, up to the first word that is neither
fn figures(input: &str) -> Parsed<'_, Vec<Option<u64>>> {
    let mut list = Vec::new();
    let mut at = input;
    while let Ok((after, token)) = terminated(token, space).parse(at) {
        if token == "-" {
            list.push(None);
            at = after;
        } else if is_number(token) {
            let (after, figure) = milliseconds(at)?;
            list.push(Some(figure));
            at = after;
        } else {
            break;
        }
    }
    if list.is_empty() { expected(input, "a number of milliseconds or -") } else { Ok((at, list)) }
}
