//! `arbiter-chain`, a partner for Catalonia. It plays the move after which the longest chain is long, can be extended
//! by the partner, and survives a bomb. It uses the rules of the library, and looks one action and one answer of the
//! partner ahead. In an unknown variant it plays at random.

mod common;
#[path = "common/typed.rs"]
mod typed;

use std::process::ExitCode;

use arbiter::{
    board::Side,
    game::{Actor, Game},
    games::catalonia::{Action, Catalonia, Due, Phase},
};
use uvi::{Word, bot::TurnRequest};

const ABOUT: &str = "\
A bot for catalonia, one move ahead: it builds long chains that hold

It chooses the action that allows the longest chain after the partner's best answer, and among those the one with the \
best connected men. In every other variant it plays random actions.";

fn main() -> ExitCode {
    let arguments = common::parse("arbiter-chain", ABOUT);
    common::end(uvi::bot::run(common::identity("Arbiter Chain", &arguments), decide))
}

/// Returns one of the best actions, drawn at random.
fn decide(turn: &TurnRequest) -> Option<Word> {
    let legal: Vec<&str> = turn.legal.iter().collect();
    let Some(game): Option<Catalonia> = typed::read(turn) else { return common::draw(turn, &legal) };
    if game.phase() == Phase::Claim {
        return claim(&game);
    }
    let Some(owner) = game.actor() else { return common::draw(turn, &legal) };
    let mut ranked: Vec<(ChainValue, &str)> =
        legal.iter().filter_map(|word| Some((standing(&game, &after(&game, owner, word)?), *word))).collect();
    ranked.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    ranked.truncate(LOOKED_AT);
    for (worth, word) in &mut ranked {
        *worth = answered(&game, owner, word).unwrap_or(*worth);
    }
    if ranked.is_empty() {
        return common::draw(turn, &legal);
    }
    let best = ranked.iter().map(|(worth, _)| *worth).max();
    let actions: Vec<&str> = ranked.iter().filter(|(worth, _)| Some(*worth) == best).map(|(_, word)| *word).collect();
    common::draw(turn, &actions)
}

/// The number of actions for which the partner's answers are examined: those with the best value before the answer.
const LOOKED_AT: usize = 4;

/// Claims the longest chain, or `none` if there is no chain.
fn claim(game: &Catalonia) -> Option<Word> {
    let squares: Vec<_> = game.men().all().iter().collect();
    let chain: String = game.defence().search().witness().iter().map(|&man| squares[man].to_string()).collect();
    Word::new(if chain.is_empty() { "none".to_owned() } else { format!("={chain}") })
}

/// The value of a position: first the length of the longest chain, then the means to extend a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ChainValue {
    longest: usize,
    men: usize,
    /// The number of pairs of men that a defence joins. A broken chain can be mended with such a pair.
    links: usize,
}

/// Returns the value of the position after an action. If the action scored, the length of the longest chain is the
/// square root of the points, so no search is needed.
fn standing(before: &Catalonia, after: &Catalonia) -> ChainValue {
    let graph = after.defence();
    let longest = match after.total() - before.total() {
        0 => graph.search().longest(),
        points => points.isqrt() as usize,
    };
    ChainValue { longest, men: after.men().all().len(), links: graph.links() }
}

/// Returns the position after an action of this player; `None` if the action is not legal.
fn after(game: &Catalonia, owner: Side, word: &str) -> Option<Catalonia> {
    let action: Action = word.parse().ok()?;
    let mut after = game.clone();
    after.apply(Actor::Seat(owner.seat()), action).ok()?;
    Some(after)
}

/// Returns the value of an action after the best answer of the partner. `None` if the action is not legal, or the
/// partner does not move any more in this turn.
fn answered(game: &Catalonia, owner: Side, word: &str) -> Option<ChainValue> {
    let after = after(game, owner, word)?;
    if !matches!(after.phase(), Phase::Move(Due::Last(_) | Due::WhiteFirst) | Phase::Answer) {
        return None;
    }
    let partner = after.actor()?;
    let mut answers = Vec::new();
    Game::legal(&after, partner.seat(), &mut answers);
    let moves = answers.into_iter().filter(|answer| matches!(answer, Action::Move(..)));
    let ends = moves.map(|answer| {
        let mut end = after.clone();
        Game::play(&mut end, Actor::Seat(partner.seat()), answer);
        standing(&after, &end)
    });
    ends.max()
}

#[cfg(test)]
mod tests {
    use super::{common::testing, *};

    #[track_caller]
    fn check(position: &str, legal: &str, chosen: &[&str]) {
        testing::chooses(decide, "catalonia", position, legal, chosen);
    }

    /// The chain of eight from the rules page, which Black's last move completes.
    const EIGHT: &str = "1nbl1bn1/1pppppp1/2g5/8/8/N4N2/1PPPPPP1/2BLGB2 - 2 move 2 0 b -";

    #[test]
    fn the_longest_chain_is_made() {
        check(EIGHT, "b8a6 c6c4 c6c5 c6d5 g7g5", &["c6c4"]);
    }

    #[test]
    fn the_partner_s_answer_is_counted_in() {
        let before = "1nbl1bn1/1pppppp1/2g5/8/8/N7/1PPPPPP1/2BLGBN1 - 1 move 2 0 wb -";
        check(before, "a3b1 g1f3 g2g4", &["g1f3"]);
    }

    #[test]
    fn the_longest_chain_is_claimed() {
        let position = "1nbl1bn1/1pppppp1/8/8/2g5/N4N2/1PPPPPP1/2BLGB2 - 2 claim 2 0 - -";
        let heard =
            format!("newgame variant catalonia seats 2 seat 2 scoring claimed\nposition {position}\nlegal none\ngo\n");
        assert_eq!(testing::talk(heard.as_bytes(), decide), "bestmove =c1b2a3c4e2f3e1d1\n");
    }

    #[test]
    fn a_position_that_it_cannot_read_is_played_by_lot() {
        check("p", "a b", &["a", "b"]);
        check("8/8/8/8/8/8/8/8 - 1 move 1 0 wb -", "zz yield", &["yield", "zz"]);
    }

    #[test]
    fn garbage_is_survived() {
        testing::survives_garbage(decide);
    }
}
