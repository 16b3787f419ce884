//! The specimens of this game: pictures, rare positions, and random games under the laws.

use uvi_games::{game::laws::Laws, games::french_revolution::FrenchRevolution};

use super::{LawWalk, Scene, Specimens, orthodox_men, walked};

impl Specimens for FrenchRevolution {
    const SCENES: &'static [Scene] = &[
        Scene {
            name: "french-revolution",
            options: &[],
            position: "rn2kbnr/8/b1q5/1PPPPPPP/ppppppp1/7p/8/RNBQKBNR w KQkq piece 3",
            actions: "b1c3 b5b6",
            marks: 4,
        },
        Scene {
            name: "french-revolution-ten",
            options: &[("ranks", "10")],
            position: "rnbqkbnr/8/8/8/PPPPPPPP/pppppppp/8/8/8/RNBQKBNR w KQkq piece 1",
            actions: "b1c3",
            marks: 2,
        },
    ];

    const POSITIONS: &'static [(&'static str, &'static str)] =
        &[("french-revolution", "r3k2r/1P6/8/P7/7p/8/8/R3K2R w KQkq piece 9")];

    const MEN: fn(&str) -> Vec<String> = orthodox_men;

    fn walks() -> Vec<LawWalk<Self>> {
        let sets: [&[(&str, &str)]; 5] = [
            &[],
            &[("promotion", "off"), ("stalemate", "weakloss")],
            &[("pawns", "opponent")],
            &[("ranks", "10")],
            &[("ranks", "10"), ("pawns", "opponent"), ("promotion", "off")],
        ];
        sets.map(|options| LawWalk::new(Laws { options, games: 12, ..Laws::new(2) }, walked)).into()
    }
}
