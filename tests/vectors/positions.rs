//! Positions out of games by lot, with what they wait for, all that is legal in them, and what one action makes of them.

use std::collections::BTreeSet;

use arbiter::game::{OptionValues, Seat, SeatSet, Table, Turn, Variant};
use serde_json::{Map, Value, json};

use crate::walk;

/// How many games.
const GAMES: u32 = 12;

/// After how many steps of a game a position is taken that shows nothing new.
const PLAIN: [u32; 4] = [2, 5, 20, 60];

/// How many steps of a game are followed.
const FAR: u32 = 400;

/// The vectors of a variant, game after game.
pub(crate) fn of(variant: &'static dyn Variant) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    (1..=GAMES).flat_map(|number| of_game(variant, number, &mut seen)).collect()
}

/// The file, one position to a line.
pub(crate) fn file(variant: &dyn Variant, positions: &[Value]) -> String {
    let lines: Vec<String> = positions.iter().map(|position| format!("    {position}")).collect();
    let (version, word) = (uvi::VERSION, variant.word());
    format!(
        "{{\n  \"uvi\": {version},\n  \"variant\": \"{word}\",\n  \"positions\": [\n{}\n  ]\n}}\n",
        lines.join(",\n")
    )
}

/// The start, the end, and between them what shows an action of a shape that was not seen before, and a few others.
fn of_game(variant: &'static dyn Variant, number: u32, seen: &mut BTreeSet<String>) -> Vec<Value> {
    let seats = variant.seats()[number as usize % variant.seats().len()];
    let seed = walk::seed(number);
    let options = walk::options(variant, number);
    let mut table = variant.start(&options, seats, &seed).unwrap();
    let mut found = Vec::new();
    for step in 0..FAR {
        let due = walk::due(&*table, &seed);
        let shapes = walk::shapes(&*table);
        let is_new = shapes.iter().any(|shape| !seen.contains(shape));
        let is_plain = PLAIN.contains(&step);
        let mut next = table.clone();
        let mut played = Vec::new();
        for (actor, action) in &due {
            let done = next.play(*actor, action.as_str()).unwrap();
            played.push(json!({"seat": walk::number(*actor), "action": action.as_str(), "text": done.text}));
        }
        if step == 0 && number <= 2 || is_new || is_plain || due.is_empty() {
            seen.extend(shapes);
            let mut vector = described(&*table, variant, &options);
            if !due.is_empty() {
                vector.insert("played".to_owned(), played.into());
                vector.insert("next".to_owned(), next.position().as_str().into());
            }
            found.push(vector.into());
        }
        if due.is_empty() {
            break;
        }
        table = next;
    }
    found
}

fn described(table: &dyn Table, variant: &dyn Variant, options: &OptionValues) -> Map<String, Value> {
    let position = table.position();
    let options: Map<String, Value> =
        walk::changed(variant, options).into_iter().map(|(name, value)| (name, value.into())).collect();
    let mut vector = Map::new();
    let mut put = |name: &str, value: Value| vector.insert(name.to_owned(), value);
    put("position", position.as_str().into());
    put("seats", table.seats().into());
    put("options", options.into());
    let by_seat = |seats: SeatSet, of: &dyn Fn(Seat) -> Value| -> Value {
        seats.iter().map(|seat| (seat.number().to_string(), of(seat))).collect::<Map<_, _>>().into()
    };
    match table.turn() {
        Turn::Chance => {
            let outcomes = table.outcomes().into_iter();
            put(
                "outcomes",
                outcomes.map(|(action, weight)| (action.to_string(), weight.into())).collect::<Map<_, _>>().into(),
            );
        }
        Turn::Seats(seats) => {
            let legal = |seat| table.legal(seat).iter().map(ToString::to_string).collect::<Vec<_>>().into();
            put("legal", by_seat(seats, &legal));
            put("whole", table.lists_all().into());
            put("forced", table.forced().is_some().into());
        }
        Turn::Over(outcome) => {
            put("reason", outcome.reason.into());
            match outcome.score.to_uvi() {
                uvi::Score::Each(points) => {
                    put("score", points.iter().map(ToString::to_string).collect::<Vec<_>>().into())
                }
                uvi::Score::Shared(points) => put("shared", points.into()),
            };
        }
    }
    let hidden: SeatSet = Seat::all(table.seats()).filter(|&seat| table.view(seat) != position).collect();
    if !hidden.is_empty() {
        put("views", by_seat(hidden, &|seat| table.view(seat).as_str().into()));
    }
    vector
}
