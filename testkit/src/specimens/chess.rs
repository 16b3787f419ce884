//! The specimens of chess: pictures, rare positions, and random games under the laws.

use std::borrow::Cow;

use uvi_games::{
    game::{Seat, laws::Laws},
    games::chess::{Action, Chess},
};

use super::{LawWalk, Scene, Specimens, orthodox_men, walked};

/// The weight of an action in a random game. Captures, castling and promotions are preferred, because they bring the
/// game on.
fn eager(game: &Chess, _: Seat, action: Action) -> u32 {
    if game.castles(action).is_some() {
        40
    } else if game.at(action.to).is_some() || action.promotion.is_some() {
        6
    } else {
        1
    }
}

impl Specimens for Chess {
    const SCENES: &'static [Scene] = &[
        Scene {
            name: "chess",
            options: &[],
            position: "r1bq1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P3/2NP1N2/PPP2PPP/R2QK2R b KQ - 3 7",
            actions: "h7h6 g5h4",
            marks: 4,
        },
        Scene {
            name: "chess-mate",
            options: &[],
            position: "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            actions: "h5f7",
            marks: 2,
        },
        Scene {
            name: "chess-shuffled",
            options: &[("start", "shuffled")],
            position: "nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/1RK1BR1B w FBfb - 0 10",
            actions: "c1b1",
            marks: 2,
        },
    ];

    const POSITIONS: &'static [(&'static str, &'static str)] = &[
        ("chess-castling", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ("chess-dead", "8/8/4k3/1b6/4B3/2K5/8/8 w - - 3 70"),
        ("chess-fifty", "8/5k2/8/8/3R4/2K5/8/8 b - - 99 90"),
        ("chess-passing", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
        ("chess-pinned-passing", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        ("chess-promotion", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
        (
            "chess-repetition",
            "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 6 4 g1f3,g8f6,f3g1,f6g8,g1f3,g8f6",
        ),
        ("chess-stalemate", "7k/8/5KQ1/8/8/8/8/8 w - - 10 60"),
    ];

    const MEN: fn(&str) -> Vec<String> = orthodox_men;

    fn walks() -> Vec<LawWalk<Self>> {
        let shuffled: &[_] = &[("start", "shuffled")];
        let castling = Cow::Borrowed("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let promotion = Cow::Borrowed("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1");
        let laws = Laws { games: 8, weight: eager, ..Laws::new(2) };
        [
            Laws { games: 3, ..Laws::new(2) },
            laws.clone(),
            Laws { options: shuffled, ..laws.clone() },
            Laws { games: 2, options: &[("draws", "claimed")], ..laws.clone() },
            Laws { start: Some(castling), ..laws.clone() },
            Laws { start: Some(promotion), ..laws },
        ]
        .map(|laws| LawWalk::new(laws, walked))
        .into()
    }
}
