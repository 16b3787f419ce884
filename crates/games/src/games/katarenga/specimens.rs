//! The specimens of the three games: pictures, rare positions, and random games under the laws.

use super::{Congress, Decision, Isolation, Katarenga};
use crate::{
    board::text::men_by_name,
    game::{
        Seat,
        laws::{LawWalk, Laws, WalkCoverage},
        specimens::{Scene, Specimens},
    },
};

/// The weight of an action in a random game. Camps are preferred most, then captures and advances.
fn forward(game: &Katarenga, seat: Seat, action: Decision) -> u32 {
    let Decision::Go(go) = action else { return 200 };
    let ahead = if seat == Seat::ONE { go.to.rank() } else { 7 - go.to.rank() } as u32;
    let capture = if game.pawns().at(go.to).is_some() { 30 } else { 0 };
    1 + capture + ahead * ahead / 4
}

fn walked(seen: &WalkCoverage) -> bool {
    let games = seen.games;
    let nothing_rare = (seen.passes, seen.chances, seen.together, seen.unlisted) == (0, 0, 0, 0);
    seen.decisions > 3 * games && seen.refused > 5 * games && nothing_rare
}

/// The pawns of a position, from its second word.
fn pawns(position: &str) -> Vec<String> {
    let board = position.split(' ').nth(1).unwrap_or_default();
    men_by_name(board, 1, |man| format!("{} pawn", if man == "w" { "White" } else { "Black" }))
}

impl Specimens for Katarenga {
    const SCENES: &'static [Scene] = &[
        Scene {
            name: "katarenga",
            options: &[],
            position: "YRBGBGRY/BBGRYRBB/GYRYRGYG/RYGBGBYR/GRYBBYGR/BBRGGYRY/YYGRRBGB/RGBYYRBG \
                   2w1b3/1b2b3/8/3b4/8/5wb1/7b/2w5 2 play 10 wb 9 30",
            actions: "d5e5",
            marks: 2,
        },
        Scene {
            name: "katarenga-camp",
            options: &[("doublewin", "on")],
            position: "RGBYYBGR/YYBRRBYY/BGRGBGRG/GRYBGRYB/YRBGYRGB/RBGBBGRY/GYRYGYBR/BYGRRYBG \
                   6w1/3bb3/8/8/8/8/w7/8 1 play 11 wb 0 10",
            actions: "g8camp",
            marks: 1,
        },
    ];

    const POSITIONS: &'static [(&'static str, &'static str)] = &[
        (
            "katarenga",
            "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY bbbbbbbb/8/8/8/8/8/8/\
         wwwwwwww 2 baseline 00 -- 0 1",
        ),
        (
            "katarenga-camp",
            "RYGBRYGB/RYGBRYGB/RYGBRYGB/RYGBRYGB/RYGBRYGB/RYGBRYGB/RYGBRYGB/RYGBRYGB 2w4w/8/8/8/8/8/8/w2b2b1 1 \
         play 10 wb 99 9",
        ),
    ];

    fn men(position: &str) -> Vec<String> {
        let camps = position.split(' ').nth(4).unwrap_or_default();
        let camp = |(digit, side): (char, &str)| {
            vec![format!("{side} pawn in camp"); digit.to_digit(10).unwrap_or_default() as usize]
        };
        pawns(position).into_iter().chain(camps.chars().zip(["White", "Black"]).flat_map(camp)).collect()
    }

    fn walks() -> Vec<LawWalk<Self>> {
        let fixed = &[("baseline", "fixed"), ("doublewin", "on")];
        vec![
            LawWalk::new(Laws { games: 150, weight: forward, ..Laws::new(2) }, walked),
            LawWalk::new(Laws { options: fixed, games: 50, weight: forward, ..Laws::new(2) }, walked),
            LawWalk::new(Laws { games: 8, ..Laws::new(2) }, walked),
        ]
    }
}

impl Specimens for Congress {
    const SCENES: &'static [Scene] = &[Scene {
        name: "congress",
        options: &[("capture", "on")],
        position: "RGBYYBGR/YYBRRBYY/BGRGBGRG/GRYBGRYB/YRBGYRGB/RBGBBGRY/GYRYGYBR/BYGRRYBG \
                   1b1ww3/w7/2b3bw/b6w/wb3w2/8/3b4/1w6 1 11",
        actions: "e8d7",
        marks: 2,
    }];

    const POSITIONS: &'static [(&'static str, &'static str)] = &[(
        "congress",
        "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY 1b1wb1w1/w6b/8/b6w/w6b/8/\
         b6w/1w1bw1b1 1 1",
    )];

    fn men(position: &str) -> Vec<String> {
        pawns(position)
    }

    fn walks() -> Vec<LawWalk<Self>> {
        let canadian = &[("capture", "on"), ("maxturns", "30")];
        vec![
            LawWalk::new(Laws { options: &[("maxturns", "6")], games: 400, ..Laws::new(2) }, walked),
            LawWalk::new(Laws { options: canadian, games: 40, ..Laws::new(2) }, walked),
        ]
    }
}

impl Specimens for Isolation {
    const SCENES: &'static [Scene] = &[Scene {
        name: "isolation",
        options: &[("board", "GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG")],
        position: "GGGGGGGG/GGGGGGGG/GGGGGGGG/GGGGGGGG/GGGGGGGG/GGGGGGGG/GGGGGGGG/GGGGGGGG \
                   8/8/8/8/8/8/8/wb6 1",
        actions: "h8",
        marks: 1,
    }];

    const POSITIONS: &'static [(&'static str, &'static str)] =
        &[("isolation", "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY 8/8/8/8/3w4/8/8/8 2")];

    fn men(position: &str) -> Vec<String> {
        pawns(position)
    }

    fn walks() -> Vec<LawWalk<Self>> {
        let rules: [&[(&str, &str)]; 2] = [&[("rule", "any")], &[("rule", "opposite")]];
        rules.map(|options| LawWalk::new(Laws { options, games: 500, ..Laws::new(2) }, walked)).into()
    }
}
