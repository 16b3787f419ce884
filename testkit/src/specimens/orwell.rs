//! The specimens of this game: pictures, rare positions, and random games under the laws.

use std::borrow::Cow;

use uvi_games::{
    game::{
        Seat,
        laws::{Laws, WalkCoverage},
    },
    games::orwell::{Action, Orwell},
};

use super::{LawWalk, Scene, Specimens, men_by_name};

/// The weight of an action in a random game. Captures are preferred, above all of royals, so that games end before the
/// limit.
fn greedy(game: &Orwell, _: Seat, action: Action) -> u32 {
    let Action::Move(action) = action else { return 1 };
    match game.man(action.to) {
        Some(man) if man.kind.is_royal() => 60,
        Some(_) => 20,
        None => 1,
    }
}

fn saw(seen: &WalkCoverage) -> bool {
    let games = seen.games;
    seen.decisions > 10 * games && seen.passes > games && seen.refused > 20 * games
}

fn name(man: &str) -> String {
    let owner = match &man[..1] {
        "w" => "White",
        "r" => "Red",
        _ => "Black",
    };
    let kind = match &man[1..] {
        "u" => "Berlinpeono upwards",
        "d" => "Berlinpeono downwards",
        "D" => "Dabbabah",
        "G" => "Gryphon",
        "J" => "Jugyo",
        "P" => "Pao",
        "R" => "Raja",
        _ => "Maharaja",
    };
    format!("{owner} {kind}")
}

impl Specimens for Orwell {
    const SCENES: &'static [Scene] = &[
        Scene {
            name: "orwell-start",
            options: &[],
            position: "7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
                   1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1 1 - --- 1 -",
            actions: "@16 b1a12",
            marks: 3,
        },
        Scene {
            name: "orwell-captures",
            options: &[("maxrounds", "3")],
            position: "6bu/3bD3/bM2wu3/3wJ3/7/rR1rP1wd2/7/2rD4/7/1wu1bG3/3wM2wP/6wd 3 25 rwr 2 2",
            actions: "d11g2",
            marks: 3,
        },
    ];

    const POSITIONS: &'static [(&'static str, &'static str)] = &[
        (
            "orwell-20",
            "7/1bJbu2bu1/3bRbD2/1bG2bd2/6wJ/1rGbd1ru2/7/1rdrd4/4rM2/1wu2wRwu1/wGwJwP3bG/1wdbP1wd2 1 - rwr 8 -",
        ),
        ("orwell-35", "2wd4/1bJbu4/7/4bd2/5bG1/1rG2ru2/7/1wMrd4/7/1wu2wRwu1/1rM5/4wdbu1 1 - bww 13 -"),
        ("orwell-42", "2bu4/5rM1/7/4bd2/7/7/7/2wM4/7/4wRwu1/4bJ2/4wd2 1 4 rww 15 -"),
        (
            "orwell-5",
            "3bu3/1bubu2bu1/bGbJbPbRbP2/1bdbdbDbdbG1/6ru/1ruru1ru2/rGrJ1rRrPrJ1/1rdrdrDrdrd1/3wu3/1wu1wDwuwu1/\
         wGwJwPwR2wG/1wdwdwDwdwJ1 1 - bbr 3 -",
        ),
        ("orwell-end", "2bu4/5rM1/7/4bd2/7/7/7/2wM4/7/4wRwu1/4bJ2/4wd2 1 4 rww 15 -"),
        (
            "orwell-start",
            "7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
         1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1 1 - --- 1 -",
        ),
        (
            "orwell-vacant",
            "7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
         1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1 3 16 rb- 7 2",
        ),
    ];

    const MEN: fn(&str) -> Vec<String> = |position| men_by_name(position, 2, name);

    fn walks() -> Vec<LawWalk<Self>> {
        let royals = "2bu4/5rM1/7/4bd2/7/4wM2/7/2rd4/7/4wRwu1/4bJ2/4wd2 1 46 bww 15 -";
        let rounds = &[("maxrounds", "4")];
        vec![
            LawWalk::new(Laws { options: &[("maxrounds", "3")], games: 60, ..Laws::new(3) }, saw),
            LawWalk::new(Laws { games: 12, weight: greedy, ..Laws::new(3) }, saw),
            LawWalk::new(Laws { games: 1, seed: 9, ..Laws::new(3) }, saw),
            LawWalk::new(Laws { start: Some(Cow::Borrowed(royals)), games: 12, ..Laws::new(3) }, saw),
            LawWalk::new(Laws { options: rounds, games: 60, vacating: Some(15), ..Laws::new(3) }, |seen| {
                seen.vacated > 30
            }),
            LawWalk::new(Laws { games: 10, vacating: Some(40), weight: greedy, ..Laws::new(3) }, |seen| {
                seen.vacated > 5
            }),
        ]
    }
}
