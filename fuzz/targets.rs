//! The fuzz targets: functions that take any bytes and panic if a promise is broken. The fuzzer calls them from
//! `fuzz/fuzz_targets/`. The stable test `tests/it/fuzz.rs` calls them too, so that they stay up to date.

use std::{fmt::Display, path::Path, str::FromStr};

use arbiter::{
    driver::Setup,
    game::{Actor, OptionValues, Seat, Seed, Style, Table, Turn, Variant},
    games::{self, REGISTRY},
    record,
    referee::MatchSpec,
};
use uvi::{Framer, Line, ParseError};
use uvi_cup as cup;

/// A target with its name.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: [Target; 10] = [
    ("to_bot", to_bot),
    ("from_bot", from_bot),
    ("from_host", from_host),
    ("to_host", to_host),
    ("framer", framer),
    ("position", position),
    ("action", action),
    ("log", log),
    ("printed", printed),
    ("tournament", tournament),
];

/// A message that parses must be written as text that parses to the same message. An error must name a column of the
/// line.
fn message<M: FromStr<Err = ParseError> + Display + PartialEq + std::fmt::Debug>(data: &[u8]) {
    let Ok(line) = str::from_utf8(data) else { return };
    if line.contains('\n') {
        return;
    }
    match line.parse::<M>() {
        Ok(message) => {
            let written = message.to_string();
            assert!(!written.contains('\n'), "{line:?} is written in two lines: {written:?}");
            let again = written.parse::<M>().unwrap_or_else(|error| panic!("{line:?} as {written:?}: {error}"));
            assert_eq!(message, again, "{line:?} as {written:?}");
            assert_eq!(again.to_string(), written, "{line:?}");
        }
        Err(error) => {
            assert!((1..=line.chars().count() + 1).contains(&error.column), "{line:?}: {error}");
            assert!(!error.to_string().chars().any(char::is_control), "{line:?}: {error:?}");
        }
    }
}

pub fn to_bot(data: &[u8]) {
    message::<uvi::ToBot>(data);
}

pub fn from_bot(data: &[u8]) {
    message::<uvi::FromBot>(data);
}

pub fn from_host(data: &[u8]) {
    message::<uvi::FromHost>(data);
}

pub fn to_host(data: &[u8]) {
    message::<uvi::ToHost>(data);
}

/// Bytes cut into lines: the lines must not depend on the chunks. The first two bytes give the maximum line length and
/// the chunk size.
pub fn framer(data: &[u8]) {
    let [cap, cut, bytes @ ..] = data else { return };
    let cap = usize::from(*cap);
    let lines = |chunks: &mut dyn Iterator<Item = &[u8]>| {
        let mut framer = Framer::new(cap);
        let mut lines = Vec::new();
        let mut keep = |line: Line<'_>| {
            lines.push(match line {
                Line::Text(text) => {
                    assert!(text.len() <= cap && !text.contains('\n'));
                    (0, text.as_bytes().to_vec())
                }
                Line::NotUtf8(bytes) => {
                    assert!(bytes.len() <= cap && str::from_utf8(bytes).is_err());
                    (1, bytes.to_vec())
                }
                Line::TooLong { start } => {
                    assert!(start.len() <= cap);
                    (2, start.to_vec())
                }
            });
        };
        for chunk in chunks {
            framer.feed(chunk, &mut keep);
        }
        framer.finish().into_iter().for_each(keep);
        lines
    };
    let whole = lines(&mut std::iter::once(bytes));
    assert_eq!(whole, lines(&mut bytes.chunks(usize::from(*cut) + 1)));
    assert_eq!(whole, lines(&mut bytes.chunks(1)));
    assert!(whole.len() <= bytes.iter().filter(|&&byte| byte == b'\n').count() + 1);
}

/// Splits the input into a variant, a number of seats, and the text after the first word. The first word names the
/// variant; any other word chooses a variant by its length. The length of the text chooses the number of seats.
fn chosen(data: &[u8]) -> Option<(&'static dyn Variant, u8, &str)> {
    let (word, text) = str::from_utf8(data).ok()?.split_once(' ')?;
    let variant = games::REGISTRY.find(word).unwrap_or(REGISTRY.rows()[word.len() % REGISTRY.rows().len()]);
    Some((variant, variant.seats()[text.len() % variant.seats().len()], text))
}

/// The variant's word, then a position. A valid position must be written as text that reads as the same position.
pub fn position(data: &[u8]) {
    let Some((variant, seats, text)) = chosen(data) else { return };
    let options = OptionValues::defaults(variant.options());
    let Ok(table) = variant.read(&options, seats, text) else { return };
    let written = table.position().to_string();
    let again = variant.read(&options, seats, &written).unwrap_or_else(|error| panic!("{written:?}: {error}"));
    assert_eq!(again.position().to_string(), written, "{text:?}");
    exercise(&*table);
}

/// Plays everything that is legal in a position, one action deep; nothing may panic.
fn exercise(table: &dyn Table) {
    let seed = Seed([7; 16]);
    assert!(!table.board(Style::Plain).is_empty() && !table.board(Style::Colour).is_empty());
    assert!(!table.picture(&[]).shapes().is_empty());
    let mut acting = 0;
    for seat in Seat::all(table.seats()) {
        let _ = table.view(seat);
        let legal = table.legal(seat);
        acting += usize::from(!legal.is_empty());
        assert!(legal.is_sorted_by(|one, next| one < next), "{}: {legal:?}", table.position());
        let (picture, choices) = (table.picture_for(seat, &[]), table.choices(seat));
        assert!(legal.iter().eq(choices.iter().map(|choice| &choice.action)), "{}", table.position());
        for place in choices.iter().flat_map(|choice| &choice.gesture.places) {
            assert!(picture.names().contains(place), "{}: {place} is not in the picture", table.position());
        }
        for action in &legal {
            let mut after = table.boxed_clone();
            let played = after.play(Actor::Seat(seat), action.as_str());
            assert!(played.is_ok(), "{}: {action} of seat {seat}: {played:?}", table.position());
            assert_eq!(played.map(|played| played.action).as_ref(), Ok(action));
            let _ = (after.turn(), after.position(), after.forced());
        }
        let mut after = table.boxed_clone();
        after.vacate(seat);
        let _ = (after.turn(), after.position());
    }
    match table.turn() {
        Turn::Over(_) => assert_eq!((acting, table.chance(&seed), table.forced()), (0, None, None)),
        Turn::Chance => {
            let outcome = table.chance(&seed).expect("chance is due");
            assert!(table.outcomes().iter().any(|(other, _)| *other == outcome));
            assert!(table.boxed_clone().play(Actor::Chance, outcome.as_str()).is_ok());
            assert_eq!(acting, 0);
        }
        Turn::Seats(seats) => {
            assert!(!seats.is_empty() && acting <= seats.len(), "{}", table.position());
            assert!(acting > 0 || !table.lists_all(), "{}: nothing to do", table.position());
        }
    }
}

/// The variant's word, then words as actions from the start position, each by the actor to act.
pub fn action(data: &[u8]) {
    let Some((variant, seats, text)) = chosen(data) else { return };
    let options = OptionValues::defaults(variant.options());
    let Ok(mut table) = variant.start(&options, seats, &Seed([0; 16])) else { return };
    for word in text.split_whitespace() {
        let actor = match table.turn() {
            Turn::Over(_) => return,
            Turn::Chance => Actor::Chance,
            Turn::Seats(seats) => Actor::Seat(seats.first().expect("a turn of seats has one")),
        };
        let before = table.position();
        let checked = table.check(actor, word).is_ok();
        match table.play(actor, word) {
            Ok(played) => {
                assert!(checked, "{before}: {word} is refused, then played");
                assert!(!played.text.is_empty());
                let again = variant.read(&options, seats, table.position().as_str());
                assert!(again.is_ok(), "{before}: {word} leads to {}", table.position());
            }
            Err(_) => {
                assert!(!checked, "{before}: {word} is accepted, then refused");
                assert_eq!(table.position(), before, "{word} is refused and yet played");
                // The other actors may not play the action either, and no check may panic.
                for seat in Seat::all(seats) {
                    let _ = table.check(Actor::Seat(seat), word);
                }
                let _ = table.check(Actor::Chance, word);
            }
        }
    }
    exercise(&*table);
}

/// A log. A log that verifies must also verify after being cut off at any line, and can be shown.
pub fn log(data: &[u8]) {
    let Ok(read) = record::read(REGISTRY, data) else {
        assert!(record::verify(REGISTRY, data, None).is_err());
        return;
    };
    let verified = record::verify(REGISTRY, data, None);
    // A wrong log need not be shown: its end may reveal a seed that contradicts the beginning.
    let shown = record::show(&read, None, Style::Plain);
    if verified.is_ok() {
        assert!(shown.is_ok());
        for (index, _) in data.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
            let cut = record::verify(REGISTRY, &data[..=index], None);
            assert!(cut.is_ok(), "cut off after byte {index}: {}", cut.unwrap_err());
        }
    }
    for (_, record) in &read.records {
        let line = record.to_line();
        let again = serde_line(&line);
        assert_eq!(again, line);
    }
}

/// Reads a record from its line and writes it again.
fn serde_line(line: &str) -> String {
    let head = include_str!("seeds/log/head.jsonl").lines().next().expect("the head is a line");
    let text = format!("{head}\n{line}\n");
    let log = record::read(REGISTRY, text.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}"));
    log.records.first().expect("one record follows the head").1.to_line()
}

/// Games of PGN. Each imported game must verify.
pub fn printed(data: &[u8]) {
    for variant in REGISTRY.iter().filter(|variant| variant.pgn().is_some_and(|form| form.reading.is_some())) {
        let options = OptionValues::defaults(variant.options());
        let name = uvi::Word::new("fuzz").expect("this is a word");
        let source = record::PgnSource { registry: REGISTRY, variant, options: &options, name, from: "fuzz" };
        let text = record::decode(data);
        for game in record::import(&source, &text).expect("the variant has an importer") {
            for misread in game.remarks.iter().chain(game.log.as_ref().err()) {
                assert!(!misread.to_string().is_empty() && misread.place.line > 0 && misread.place.column > 0);
            }
            let Ok(records) = game.log else { continue };
            let text: String = records.iter().map(|record| record.to_line() + "\n").collect();
            let verified =
                record::verify(REGISTRY, text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(verified.result.is_some(), game.over);
            assert_eq!(verified.chance, record::Chance::Imported);
        }
    }
}

/// A tournament file, optionally followed by a line `%%` and a file of openings. An error must name its place, and a
/// plan must survive writing and reading.
pub fn tournament(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let (source, openings) = text.split_once("\n%%\n").unwrap_or((text, ""));
    let plan = |source: &str, openings: &str| {
        let outside = cup::PlanInputs {
            registry: REGISTRY,
            seed: Seed([7; 16]),
            find: |command: &str| command.to_owned(),
            open: |_: &Path| Ok(openings.to_owned()),
            try_on: |spec: &MatchSpec, _: &[String]| {
                Setup::new(arbiter::world::DISK, spec.clone()).map(|_| None).map_err(cup::Trouble::whole)
            },
            judge: |spec: &MatchSpec| Ok(vec![f64::from(spec.seed().0[0])]),
        };
        cup::file::read(source).and_then(|file| file.plan(outside))
    };
    match plan(source, openings) {
        Ok(read) => {
            let written = read.to_toml();
            let again = plan(&written, "").unwrap_or_else(|trouble| panic!("{}", trouble.show("plan", &written)));
            assert_eq!(again.to_toml(), written);
        }
        Err(trouble) => {
            assert!(trouble.span.as_ref().is_none_or(|span| source.get(span.clone()).is_some()), "{trouble:?}");
            assert!(!trouble.show("file", source).is_empty());
        }
    }
}
