//! The words of the games: positions and actions that they refuse and why, actions as people write them, the board for
//! people.
//!
//! `tests/golden/words` has a file for each variant. `UPDATE_GOLDENS=1 cargo test -p uvi-games-tests words` writes the
//! answers in it. A line of a file is
//! - a comment, such as `# Men are told apart`;
//! - the options and the number of seats for the positions that follow, if they are not the usual ones: `[seats 3]`;
//! - a name for a part of a position: `START = "8/8"`, which positions write as `{START}`;
//! - a position in quotes, with its answer below: `! ` and the error, `= ` and its usual spelling, or `= the same`;
//! - an action that is tried in the position, with its answer: its text, or the reason against it;
//! - `board` or `colours`, with the board for people below it.

#![expect(clippy::disallowed_methods, reason = "the files are kept in the tree")]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{fs, iter::once};

use testkit::{golden::golden, root};
use uvi::escape_controls;
use uvi_games::{
    game::{Actor, OptionValues, RefusalError, Seat, Style, Table, Turn, Variant},
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

/// The text of an action, or the reason against it. No action begins or ends with a space.
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
        Err(error) => format!("    {action}: {error}"),
    }
}

/// The lines of a file with the answers of this program.
fn answered(variant: &dyn Variant, text: &str) -> Vec<String> {
    let (mut options, mut seats) = terms(variant, "");
    let mut names: Vec<(String, String)> = Vec::new();
    let mut position: Option<Box<dyn Table>> = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        let asked = line.trim_start();
        if ["! ", "= ", "|"].iter().any(|answer| asked.starts_with(answer)) {
            continue;
        }
        if line == asked {
            lines.push(line.to_owned());
            if let Some(changed) = line.strip_prefix('[') {
                (options, seats) = terms(variant, changed.trim_end_matches(']'));
            } else if let Some((name, part)) = line.split_once(" = ") {
                names.push((format!("{{{name}}}"), part.trim_matches('"').to_owned()));
            } else if line.starts_with('"') {
                let whole = names.iter().rev().fold(line.to_owned(), |text, (name, part)| text.replace(name, part));
                let text = &whole[1..whole.len() - 1];
                let read = variant.read(&options, seats, text);
                lines.push(match &read {
                    Err(error) => format!("    ! {error}"),
                    Ok(table) if table.position().as_str() == text => "    = the same".to_owned(),
                    Ok(table) => format!("    = {}", table.position()),
                });
                position = read.ok();
            }
            continue;
        }
        let table = position.as_deref().unwrap_or_else(|| panic!("{line}: the position is refused"));
        let board = |style| table.board(style).into_iter().map(|row| format!("    |{}", escape_controls(&row)));
        match asked {
            "board" => lines.extend(once(line.to_owned()).chain(board(Style::Plain))),
            "colours" => lines.extend(once(line.to_owned()).chain(board(Style::Colour))),
            action => lines.push(tried(table, action.split([':', ' ']).next().unwrap())),
        }
    }
    lines
}

#[test]
fn games_say_these_words() {
    for variant in REGISTRY {
        let path = root().join(format!("tests/golden/words/{}.txt", variant.word()));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        golden(&path, &(answered(variant, &text).join("\n") + "\n"));
    }
}
