//! The words of the games: positions and actions that they refuse and why, actions as people write them, the board for
//! people.
//!
//! `tests/golden/words` has a file for each variant. `UPDATE_GOLDENS=1 cargo test -p uvi-games-tests words` writes the
//! answers in it. A line of a file is
//! - a comment, such as `# Men are told apart`;
//! - the options and the number of seats for the positions that follow, if they are not the usual ones: `[seats 3]`;
//! - a name for a part of a position: `START = "8/8"`, which positions write as `{START}`;
//! - a position in quotes, with its answer below: `! ` and the error, `is` and its usual spelling, or `is the same`;
//! - a word that is tried as an action in the position, with its answer: the text of the action, the action that people
//!   mean by the word, or the reason against it;
//! - `board` or `colours`, with the board for people below it.

#![expect(clippy::disallowed_methods, reason = "the files are kept in the tree")]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;

use testkit::{golden::golden, root};
use uvi::escape_controls;
use uvi_games::{
    game::{Actor, OptionValues, PositionError, RefusalError, Seat, Style, Table, Turn, Variant, written},
    games::REGISTRY,
};

/// The options and the number of seats from text such as `seats 3, maxrounds 8`.
fn terms(variant: &dyn Variant, text: &str) -> (OptionValues, u8) {
    let (mut options, mut seats) = (OptionValues::defaults(variant.options()), variant.seats()[0]);
    for (name, value) in text.split(", ").filter_map(|term| term.split_once(' ')) {
        match name {
            "seats" => seats = value.parse().unwrap(),
            name => options.set(name, value).unwrap(),
        }
    }
    (options, seats)
}

/// A word with the text of its action, with the action that is meant, or with the reason against it. No action begins or ends with a space.
fn tried(table: &dyn Table, action: &str) -> String {
    let actor = match table.turn() {
        Turn::Chance => Actor::Chance,
        Turn::Seats(seats) => Actor::Seat(seats.first().unwrap()),
        Turn::Over(_) => Actor::Seat(Seat::ONE),
    };
    for text in [format!("{action} "), format!(" {action}"), String::new()] {
        assert!(matches!(table.check(actor, &text), Err(RefusalError::Unreadable(_))), "{text:?}");
    }
    match table.boxed_clone().play(actor, action) {
        Ok(done) => format!("    {action} is {}", done.text),
        Err(illegal @ RefusalError::Illegal(_)) => format!("    {action}: {illegal}"),
        Err(unreadable) => {
            let meant = match actor {
                Actor::Chance => Err(unreadable),
                Actor::Seat(seat) => written(table, seat, action),
            };
            match meant {
                Ok(meant) => format!("    {action} is no action; it means {meant}"),
                Err(error) => format!("    {action} is no action: {error}"),
            }
        }
    }
}

/// The answer to a position that is read or refused.
fn placed(table: &Result<Box<dyn Table>, PositionError>, text: &str) -> String {
    match table {
        Err(error) => format!("    ! {error}"),
        Ok(table) if table.position().as_str() == text => "    is the same".to_owned(),
        Ok(table) => format!("    is {}", table.position()),
    }
}

/// The lines of a file with the answers of this program.
fn answered(variant: &dyn Variant, text: &str) -> Vec<String> {
    let (mut options, mut seats) = terms(variant, "");
    let mut names: Vec<(String, &str)> = Vec::new();
    let mut table = Err(PositionError::refused("no position stands before"));
    let mut lines: Vec<String> = Vec::new();
    let is_answer = |line: &str| ["    ! ", "    is ", "    |"].iter().any(|answer| line.starts_with(answer));
    for line in text.lines().filter(|line| !is_answer(line)) {
        lines.push(line.to_owned());
        match line.chars().next() {
            None | Some('#') => {}
            Some('[') => (options, seats) = terms(variant, line.trim_matches(['[', ']'])),
            Some('"') => {
                let whole = line.trim_matches('"').to_owned();
                let whole = names.iter().rev().fold(whole, |text, (name, part)| text.replace(name, part));
                table = variant.read(&options, seats, &whole);
                lines.push(placed(&table, &whole));
            }
            Some(' ') => {
                let table = table.as_ref().unwrap_or_else(|error| panic!("{line}: {error}"));
                let board = |style| table.board(style).into_iter().map(|row| format!("    |{}", escape_controls(&row)));
                match line.trim_start() {
                    "board" => lines.extend(board(Style::Plain)),
                    "colours" => lines.extend(board(Style::Colour)),
                    action => *lines.last_mut().unwrap() = tried(&**table, action.split([':', ' ']).next().unwrap()),
                }
            }
            Some(_) => {
                let (name, part) = line.split_once(" = ").unwrap_or_else(|| panic!("{line}"));
                names.push((format!("{{{name}}}"), part.trim_matches('"')));
            }
        }
    }
    lines
}

#[test]
fn games_say_these_words() {
    for variant in REGISTRY {
        let path = root().join(format!("tests/golden/words/{}.txt", variant.word()));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = answered(variant, &text);
        for answer in ["    ! ", "    is "] {
            assert!(lines.iter().any(|line| line.starts_with(answer)), "{}: no {answer:?}", variant.word());
        }
        golden(&path, &(lines.join("\n") + "\n"));
    }
}
