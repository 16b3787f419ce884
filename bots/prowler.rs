//! `arbiter-prowler`, a bot for Cat Chess. It climbs to peaks that it does not hold, looks at cats that come near, and
//! challenges if the grids favour it. It uses the rules of the library, and looks one action ahead. In an unknown
//! variant it plays at random.

mod common;
#[path = "prowler/judgement.rs"]
mod judgement;
#[path = "prowler/stare.rs"]
mod stare;
#[path = "common/typed.rs"]
mod typed;

use std::process::ExitCode;

use arbiter::{
    game::{Actor, Game as _, Seat},
    games::cat_chess::{Action, CatChess, CatId, Cells, Challenge, Counter, Phase, Response},
};
use judgement::{Judgement, PEAK, is_peak};
use stare::Stare;
use uvi::{Word, bot::TurnRequest};

const ABOUT: &str = "\
A bot for cat-chess, one action ahead: it climbs, looks and stares

It chooses the action after which its cats stand best: on or near peaks, with rivals in sight, and out of the rivals' \
sight. It challenges if the counters of both cats promise more. In every other variant it plays random actions.";

fn main() -> ExitCode {
    let arguments = common::parse("arbiter-prowler", ABOUT);
    common::end(uvi::bot::run(common::identity("Arbiter Prowler", &arguments), decide))
}

/// Returns one of the best actions, drawn at random.
fn decide(turn: &TurnRequest) -> Option<Word> {
    let legal: Vec<&str> = turn.legal.iter().collect();
    let game: Option<CatChess> = typed::read(turn);
    let seat = Seat::new(turn.game.seat);
    let (Some(game), Some(seat)) = (game, seat) else { return common::draw(turn, &legal) };
    if let Phase::Challenge { challenger, defender, .. } = game.phase() {
        let Stare { rows, columns, .. } = Stare::new(&game, challenger, defender);
        let challenges = || rows.iter().map(|&row| Challenge::ALL[row].name()).collect();
        let responses = || columns.iter().map(|&column| Response::ALL[column].name()).collect();
        // Each choice is repeated by its frequency in a good mixture.
        let choices: Vec<&str> = if challenger.seat == seat { challenges() } else { responses() };
        return common::draw(turn, &choices);
    }
    let judgement = Judgement::new(&game, seat);
    let worth = |word: &&str| worth(&game, &judgement, seat, word.parse().ok()?);
    let worths: Vec<Option<i32>> = legal.iter().map(worth).collect();
    let best = worths.iter().max()?;
    let actions: Vec<&str> =
        legal.iter().zip(&worths).filter(|(_, worth)| *worth == best).map(|(word, _)| *word).collect();
    common::draw(turn, &actions)
}

/// The value of a challenge that is surely won. A step towards a peak is worth 10.
const VICTORY: i32 = 150;

/// Returns the value of an action; `None` if it is not legal.
fn worth(game: &CatChess, judgement: &Judgement, seat: Seat, action: Action) -> Option<i32> {
    game.check(Actor::Seat(seat), action).ok()?;
    match action {
        Action::Counter(letter, row, column, counter) => {
            Some(counter_worth(&game.cat(CatId { seat, letter }).cells, row, column, counter))
        }
        Action::Tile(_) => Some(0),
        Action::Challenge(letter, rival) => {
            let stare = Stare::new(game, CatId { seat, letter }, rival);
            let on_peak = game.cat(rival).space().is_some_and(is_peak);
            let victory = VICTORY + if on_peak { PEAK } else { 0 };
            Some(judgement.of(game) + victory * stare.value / Stare::CERTAIN)
        }
        _ => {
            let mut after = game.clone();
            after.play(Actor::Seat(seat), action);
            Some(judgement.of(&after))
        }
    }
}

/// Returns the value of placing a counter. Style in all rows of a column makes a response good against every challenge,
/// and Presence in all columns of a row a challenge against every response. The two kinds are best on different cats.
fn counter_worth(cells: &Cells, row: Challenge, column: Response, counter: Counter) -> i32 {
    let there = |row, column| cells.at(row, column).is_some_and(|found| found == counter);
    let along = match counter {
        Counter::Style => Challenge::ALL.into_iter().filter(|&row| there(row, column)).count(),
        Counter::Presence => Response::ALL.into_iter().filter(|&column| there(row, column)).count(),
    };
    let other = if counter == Counter::Style { Counter::Presence } else { Counter::Style };
    10 * along as i32 - cells.count(other) as i32
}

#[cfg(test)]
mod tests {
    use super::{common::testing, *};

    const HILLS: &str = "111111/1222221/12333321/123444321/1234554321/11111112345654321/12222211234554321/\
        12333321123444321/12344432112333321/12345543211222221/12345654321111111/1234554321111111/1234443211222221/\
        1233332112333321/1222221123444321/1111111234554321/12345654321/1234554321/123444321/12333321/1222221/111111";

    /// Checks the answers of seat 1 over many seeds. `cats` are the places of cat a of seat 1 and of cat a of seat 2,
    /// and `grids` the first grids of both seats.
    #[track_caller]
    fn check(cats: [&str; 2], grids: [&str; 2], rest: &str, legal: &str, chosen: &[&str]) {
        let [one, other] = cats;
        let none = ".".repeat(25);
        let grids = grids.map(|grid| format!("{grid:.<25},{none},{none}")).join("/");
        let position = format!(
            "{HILLS} sham:3:{one},speed:3:-,tigger:3:-/lucky:3:{other},darth:3:-,setzer:3:- {grids} {rest} 4 00 -"
        );
        testing::chooses(decide, "cat-chess", &position, legal, chosen);
    }

    #[test]
    fn a_cat_climbs_to_a_free_peak() {
        check(["d11.0", "k22.4"], ["", ""], "1 turn 1 ...", "a-d11 a-e11 a-f11 a~ a-c11", &["a-f11"]);
    }

    #[test]
    fn a_cat_challenges_where_its_grid_is_better() {
        let legal = "a!2a a-e11 a-d10";
        check(["e11.0", "f11.3"], ["PPPPP", ""], "1 turn 1 ...", legal, &["a!2a"]);
        check(["e11.0", "f11.0"], ["", &"S".repeat(25)], "1 turn 1 ...", "a!2a a-d11", &["a-d11"]);
    }

    #[test]
    fn the_row_that_wins_is_chosen_and_others_are_mixed() {
        let rest = "12 challenge:1a:2a:-,- 1 x..";
        let legal = "arch glare hiss spit stalk";
        check(["e11.0", "f11.3"], [".....PPPPP", ""], rest, legal, &["hiss"]);
        // Two rows win against different columns.
        check(["e11.0", "f11.3"], ["PPP....PPP", &"S".repeat(25)], rest, legal, &["hiss", "spit"]);
    }

    #[test]
    fn cats_that_are_turned_look_at_rivals() {
        check(["e11.2", "f10.0"], ["", ""], "1 face:a 1 x..", "^0 ^3 ^4", &["^0"]);
    }

    #[test]
    fn counters_are_put_in_lines() {
        let none = ".".repeat(25);
        let [own, other] = [".S", "S"].map(|grid| format!("{grid:.<25},{none},{none}"));
        let cats = "sham:3:-,speed:3:-,tigger:3:-/lucky:3:-,darth:3:-,setzer:3:-";
        let position = format!("{HILLS} {cats} {own}/{other} 1 style 1 --- 0 00 -");
        let choice = testing::choice(decide, 3, "cat-chess", &position, "a11s a13s a22s b12s b22s");
        assert_eq!(choice, "a22s");
    }

    #[test]
    fn a_position_that_it_cannot_read_is_played_by_lot() {
        testing::chooses(decide, "cat-chess", "p", "a~ b~", &["a~", "b~"]);
    }

    #[test]
    fn actions_of_cats_that_are_not_there_are_survived() {
        check(["d11.0", "k22.4"], ["", ""], "1 turn 1 ...", "a!5a b!3c a~ c11", &["a~"]);
        // The position has two seats, but the bot plays the third.
        let position = format!(
            "{HILLS} sham:3:-,speed:3:-,tigger:3:-/lucky:3:-,darth:3:-,setzer:3:- {0}/{0} 1 tiles:2 1 --- 0 00 -",
            [".".repeat(25), ".".repeat(25), ".".repeat(25)].join(",")
        );
        let heard = format!("newgame variant cat-chess seats 2 seat 3\nposition {position}\nlegal a11s\ngo\n");
        assert_eq!(testing::talk(heard.as_bytes(), decide), "bestmove a11s\n");
    }

    #[test]
    fn garbage_is_survived() {
        testing::survives_garbage(decide);
    }
}
