//! The specimens of this game: pictures, rare positions, and random games under the laws.

use std::borrow::Cow;

use uvi_games::{
    game::{
        Actor, Game as _, Seat,
        laws::{Laws, WalkCoverage},
    },
    games::catalonia::{Action, Catalonia, Phase},
};

use super::{LawWalk, Scene, Specimens, men_by_name};

/// The weight of an action in a random game. Moves that leave a long chain are preferred, and White rarely yields.
fn chaining(game: &Catalonia, _: Seat, action: Action) -> u32 {
    match (game.phase(), action) {
        (Phase::Move(_) | Phase::Answer, Action::Move(..)) => {
            let mut after = game.clone();
            let Some(actor) = game.actor() else { return 1 };
            after.play(Actor::Seat(actor.seat()), action);
            let length = after.defence().search().longest() as u32;
            1 + length * length * length + after.defence().links() as u32 / 4
        }
        (Phase::Remove(_), Action::Done) | (Phase::Claim, Action::NoClaim) => 1,
        _ => 4,
    }
}

fn chained(seen: &WalkCoverage) -> bool {
    seen.scored > 2 * seen.games && seen.refused > 20 * seen.games
}

/// A position with pits, and Peasants between them.
const TRAPPED: &str = "1nbl1bn1/1p1ppp2/2g4p/8/8/N1P2N2/1P1PPPP1/2BLGB2 c2c4h5h7 1 move 2 0 wb -";
/// A position in which White cannot move until a bomb has fallen.
const STUCK: &str = "1nbl1bn1/1pppppp1/2g5/8/8/8/P7/8 a1a3 1 move 2 0 wb -";

fn name(man: &str) -> String {
    let side = if man.to_uppercase() == man { "White" } else { "Black" };
    let kind = match man.to_uppercase().as_str() {
        "N" => "Knight",
        "B" => "Bishop",
        "L" => "Lady",
        "G" => "Gentleman",
        _ => "Peasant",
    };
    format!("{side} {kind}")
}

impl Specimens for Catalonia {
    const SCENES: &'static [Scene] = &[
        Scene {
            name: "catalonia-chain",
            options: &[],
            position: "1nbl1b2/2ppppp1/5n2/1p6/2g5/2N2NPB/1PPPPP2/2BLG3 - - bomb 4 81 - 4",
            actions: "",
            marks: 0,
        },
        Scene {
            name: "catalonia-escape",
            options: &[],
            position: "2b2bn1/4p1p1/1l3p2/1p6/N1g5/1P1n4/2P1P1P1/2BLGBN1 d2d3f3e4c6d6d7 2 escape:d3 9 582 - 3",
            actions: "d3b2",
            marks: 2,
        },
        Scene {
            name: "catalonia-claim",
            options: &[("scoring", "claimed")],
            position: "5bn1/1b2p1p1/1l3p2/1p6/Nng5/1P6/2P1PGP1/2BL1BN1 d2d3f3e4c6d6d7 2 claim 10 582 - 3",
            actions: "=c2b3c4b4",
            marks: 0,
        },
    ];

    const POSITIONS: &'static [(&'static str, &'static str)] = &[
        ("catalonia-bomb", "8/8/8/8/8/2P1p3/8/P7 a2c2e2c4e4 - bomb 1 16 - 1"),
        ("catalonia-end", "8/8/8/8/8/2P5/8/8 c2c4g7 - over 15 300 - 2"),
        ("catalonia-escape", "2b2bn1/4p1p1/1l3p2/1p6/N1g5/1P1n4/2P1P1P1/2BLGBN1 d2d3f3e4c6d6d7 2 escape:d3 9 582 - 3"),
        ("catalonia-start", "1nblgbn1/1pppppp1/8/8/8/8/1PPPPPP1/1NBLGBN1 - 1 move 1 0 wb -"),
        ("catalonia-target", "2b2bn1/4p1p1/1l3p2/1p6/N1g5/1P1n4/2P1P1P1/2BLGBN1 d2f3e4c6d6d7 1 target:d4 9 582 - 3"),
    ];

    const MEN: fn(&str) -> Vec<String> = |position| men_by_name(position, 1, name);

    fn walks() -> Vec<LawWalk<Self>> {
        let chaining = |options, start: Option<&'static str>, games| {
            let start = start.map(Cow::Borrowed);
            Laws { options, start, games, weight: chaining, ..Laws::new(2) }
        };
        let claimed = &[("bombs", "chain"), ("scoring", "claimed")];
        vec![
            LawWalk::new(Laws { games: 4, ..Laws::new(2) }, |seen| seen.vacated == 0),
            LawWalk::new(chaining(&[("turns", "20")], None, 4), |seen| chained(seen) && seen.chances > 30),
            LawWalk::new(chaining(&[], Some(TRAPPED), 4), |seen| chained(seen) && seen.chances > 30),
            LawWalk::new(chaining(&[("bombs", "chain")], None, 4), |seen| chained(seen) && seen.chances == 0),
            LawWalk::new(chaining(claimed, Some(TRAPPED), 4), |seen| chained(seen) && seen.unlisted > 3),
            LawWalk::new(chaining(&[("scoring", "claimed")], None, 4), |seen| chained(seen) && seen.unlisted > 3),
            LawWalk::new(chaining(&[], Some(STUCK), 2), |seen| seen.passes > 2),
        ]
    }
}
