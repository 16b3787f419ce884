//! The limits of one decision: the words after `go` and after `turn`.

use nom::{Parser as _, sequence::terminated};

use super::{
    pairs::{located, pairs},
    problem::{GrammarResult, expected},
    word::{amount, is_number, milliseconds, positive, space, token},
};
use crate::{Clocks, Go};

/// `limits = *( "movetime" ms / "time" figures / "inc" figures / "movestogo" positive / "nodes" amount / "depth" amount
/// )`
///
/// `time` and `inc` require each other and have equally many figures. `movestogo` requires `time`.
pub(crate) fn go(input: &str) -> GrammarResult<'_, Go> {
    let (mut movetime, mut time, mut inc, mut movestogo) = (None, None, None, None);
    let (mut nodes, mut depth) = (None, None);
    let (rest, ()) = pairs(input, |pair| match pair.keyword {
        "movetime" => pair.fill(&mut movetime, milliseconds),
        "time" => pair.fill(&mut time, located(figures)),
        "inc" => pair.fill(&mut inc, located(figures)),
        "movestogo" => pair.fill(&mut movestogo, positive(amount)),
        "nodes" => pair.fill(&mut nodes, amount),
        "depth" => pair.fill(&mut depth, amount),
        _ => pair.refuse("movetime, time, inc, movestogo, nodes or depth"),
    })?;
    let clocks = match (time, inc) {
        (Some((_, time)), Some((at, inc))) => {
            if time.len() != inc.len() {
                return expected(at, "as many figures after inc as after time");
            }
            Some(Clocks { time, inc, movestogo })
        }
        (None, None) if movestogo.is_some() => return expected(rest, "time beside movestogo"),
        (None, None) => None,
        (Some(_), None) => return expected(rest, "inc beside time"),
        (None, Some(_)) => return expected(rest, "time beside inc"),
    };
    Ok((rest, Go { movetime, clocks, nodes, depth }))
}

/// `figures = 1*( ms / "-" ws )`, up to the first word that is neither.
fn figures(input: &str) -> GrammarResult<'_, Vec<Option<u64>>> {
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
