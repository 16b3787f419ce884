//! The specimens of the games: pictures, rare positions, and random games under the laws.

use uvi_games::{
    game::{
        Actor, Game, Seat, Turn,
        laws::{Laws, WalkCoverage},
    },
    games::katarenga::{BattleStations, Colorado, Congress, Cornered, Decision, Isolation, Katarenga, Pawns, Troika},
};

use super::{LawWalk, Scene, Specimens, men_by_name, walked};

/// The weight of an action in a random game. Camps are preferred most, then captures and advances.
fn forward(pawns: &Pawns, seat: Seat, action: Decision) -> u32 {
    let Decision::Go(go) = action else { return 200 };
    let ahead = if seat == Seat::ONE { go.to.rank() } else { 7 - go.to.rank() } as u32;
    let capture = if pawns.at(go.to).is_some() { 30 } else { 0 };
    1 + capture + ahead * ahead / 4
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

    const MEN: fn(&str) -> Vec<String> = |position| {
        let camps = position.split(' ').nth(4).unwrap_or_default();
        let camp = |(digit, side): (char, &str)| {
            vec![format!("{side} pawn in camp"); digit.to_digit(10).unwrap_or_default() as usize]
        };
        pawns(position).into_iter().chain(camps.chars().zip(["White", "Black"]).flat_map(camp)).collect()
    };

    fn walks() -> Vec<LawWalk<Self>> {
        let fixed = &[("baseline", "fixed"), ("doublewin", "on")];
        let weight = |game: &Self, seat, action| forward(game.pawns(), seat, action);
        vec![
            LawWalk::new(Laws { games: 40, weight, ..Laws::new(2) }, walked),
            LawWalk::new(Laws { options: fixed, games: 25, weight, ..Laws::new(2) }, walked),
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

    const MEN: fn(&str) -> Vec<String> = pawns;

    fn walks() -> Vec<LawWalk<Self>> {
        let canadian = &[("capture", "on"), ("maxturns", "30")];
        vec![
            LawWalk::new(Laws { options: &[("maxturns", "6")], games: 80, ..Laws::new(2) }, walked),
            LawWalk::new(Laws { options: canadian, games: 20, ..Laws::new(2) }, walked),
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

    const MEN: fn(&str) -> Vec<String> = pawns;

    fn walks() -> Vec<LawWalk<Self>> {
        let rules: [&[(&str, &str)]; 2] = [&[("rule", "any")], &[("rule", "opposite")]];
        rules.map(|options| LawWalk::new(Laws { options, games: 100, ..Laws::new(2) }, walked)).into()
    }
}

impl Specimens for BattleStations {
    const SCENES: &'static [Scene] = &[Scene {
        name: "battle-stations",
        options: &[("scoring", "pawns")],
        position: "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY \
                   wb6/2w5/8/3wbb2/8/1bw5/8/4b2w 1 battle",
        actions: "d5e5",
        marks: 2,
    }];

    const POSITIONS: &'static [(&'static str, &'static str)] = &[
        (
            "battle-stations",
            "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY wb6/2w5/8/3wbb2/8/1bw5/8/4b2w 1 battle",
        ),
        (
            "battle-stations-pass",
            "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY 7w/b3w3/7w/8/2b5/1b2b3/8/2b2www 2 battle",
        ),
    ];

    const MEN: fn(&str) -> Vec<String> = pawns;

    fn walks() -> Vec<LawWalk<Self>> {
        let fought = |seen: &WalkCoverage| seen.decisions > 18 * seen.games && seen.passes > 0;
        let scorings: [&[(&str, &str)]; 2] = [&[], &[("scoring", "pawns")]];
        scorings.map(|options| LawWalk::new(Laws { options, games: 30, ..Laws::new(2) }, fought)).into()
    }
}

impl Specimens for Colorado {
    const SCENES: &'static [Scene] = &[Scene {
        name: "colorado",
        options: &[],
        position: "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY \
                   2b3w1/2w5/8/8/b7/8/3b4/8 2 play g8 wb 3 34",
        actions: "c8g8",
        marks: 2,
    }];

    const POSITIONS: &'static [(&'static str, &'static str)] = &[
        (
            "colorado",
            "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY bbbbbbbb/8/8/8/8/8/8/wwwwwwww 2 baseline - -- 0 1",
        ),
        (
            "colorado-bank",
            "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY 2b3w1/2w5/8/8/b7/8/8/4b3 2 play g8 wb 98 34",
        ),
    ];

    const MEN: fn(&str) -> Vec<String> = pawns;

    fn walks() -> Vec<LawWalk<Self>> {
        let weight = |game: &Self, seat, action| forward(game.pawns(), seat, action);
        vec![
            LawWalk::new(Laws { games: 30, weight, ..Laws::new(2) }, walked),
            LawWalk::new(Laws { options: &[("baseline", "fixed")], games: 20, weight, ..Laws::new(2) }, walked),
            LawWalk::new(Laws { games: 4, ..Laws::new(2) }, walked),
        ]
    }
}

impl Specimens for Cornered {
    const SCENES: &'static [Scene] = &[Scene {
        name: "cornered",
        options: &[],
        position: "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY \
                   8/8/8/8/wbw5/w1bw4/b2b4/8 1 a2",
        actions: "b1",
        marks: 1,
    }];

    const POSITIONS: &'static [(&'static str, &'static str)] = &[
        (
            "cornered",
            "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY 8/8/8/8/1bw5/w7/ww1b4/1bb5 1 d2",
        ),
        (
            "cornered-quartermaster",
            "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY 8/1w1b4/2www3/1bw1b3/4b3/8/8/8 2 e6",
        ),
    ];

    const MEN: fn(&str) -> Vec<String> = pawns;

    fn walks() -> Vec<LawWalk<Self>> {
        let rules: [&[(&str, &str)]; 3] = [&[], &[("scoring", "pawns")], &[("area", "floating"), ("scoring", "pawns")]];
        rules.map(|options| LawWalk::new(Laws { options, games: 60, ..Laws::new(2) }, walked)).into()
    }
}

impl Specimens for Troika {
    const SCENES: &'static [Scene] = &[Scene {
        name: "troika",
        options: &[],
        position: "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY \
                   8/w7/2b5/8/w2b4/1wbw4/3b4/1w6 2 a4 0",
        actions: "b6",
        marks: 1,
    }];

    const POSITIONS: &'static [(&'static str, &'static str)] = &[
        (
            "troika",
            "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY 8/w7/2b5/8/w2b4/1wbw4/3b4/1w6 2 a4 0",
        ),
        (
            "troika-endgame",
            "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY w1wb4/1bbw4/2w5/2b1b1w1/6b1/1w6/bw2w1b1/8 2 e2 2",
        ),
    ];

    const MEN: fn(&str) -> Vec<String> = pawns;

    fn walks() -> Vec<LawWalk<Self>> {
        // A troika ends the game, so a walk that seldom makes one sees the endgame.
        let calm = |game: &Self, seat, action| {
            let mut after = game.clone();
            after.play(Actor::Seat(seat), action);
            if matches!(after.turn(), Turn::Over(_)) { 1 } else { 200 }
        };
        let moves: [&[(&str, &str)]; 2] = [&[("endgame", "move")], &[("endgame", "move"), ("maxmoves", "3")]];
        let calm = moves.map(|options| LawWalk::new(Laws { options, games: 24, weight: calm, ..Laws::new(2) }, walked));
        calm.into_iter().chain([LawWalk::new(Laws { games: 50, ..Laws::new(2) }, walked)]).collect()
    }
}
