//! Positions of random games: each with its turn, its legal actions, and the position after one of them.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use testkit::{specimens, walk};
use uvi_games::game::{OptionValues, Seat, SeatSet, Seed, Table, Turn, Variant};

const GAMES: u32 = 12;

/// The steps at which a position is taken even if it shows nothing new.
const PLAIN: [u32; 4] = [2, 5, 20, 60];

/// The length of a game in steps, from the start (`FAR`) or from a rare position (`NEAR`).
const FAR: u32 = 400;
const NEAR: u32 = 16;

/// The number of option sets under which a rare position is tried.
const OPTIONS: u32 = 8;

/// Returns the vectors of a variant: of whole games, then from their rare positions under several option sets.
pub(crate) fn of(variant: &'static dyn Variant) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for number in 1..=GAMES {
        let seats = variant.seats()[number as usize % variant.seats().len()];
        let options = walk::options(variant, number);
        let seed = walk::seed(number);
        let table = variant.start(&options, seats, &seed).unwrap();
        let wanted = |step, is_new: bool| step == 0 && number <= 2 || is_new || PLAIN.contains(&step);
        found.extend(Game { variant, options, seed, table }.follow(FAR, &mut seen, wanted));
    }
    for (_, text) in specimens::positions(variant) {
        let read = |number| {
            let options = walk::options(variant, number);
            let table = variant.seats().iter().find_map(|&seats| variant.read(&options, seats, text).ok())?;
            Some(Game { variant, options, seed: walk::seed(number), table })
        };
        let games: Vec<Game> = (0..OPTIONS).filter_map(read).collect();
        assert!(!games.is_empty(), "no table of {} has the position {text}", variant.word());
        for (place, game) in games.into_iter().enumerate() {
            let wanted = |step, is_new: bool| step == 0 && place == 0 || is_new;
            found.extend(game.follow(NEAR, &mut seen, wanted));
        }
    }
    // Variants without options reach the same end under all option sets.
    let mut kept = BTreeSet::new();
    found.retain(|vector| kept.insert(vector.to_string()));
    found
}

/// Formats the file, one position per line.
pub(crate) fn file(variant: &dyn Variant, positions: &[Value]) -> String {
    let lines: Vec<String> = positions.iter().map(|position| format!("    {position}")).collect();
    let (version, word) = (uvi::VERSION, variant.word());
    format!(
        "{{\n  \"uvi\": {version},\n  \"variant\": \"{word}\",\n  \"positions\": [\n{}\n  ]\n}}\n",
        lines.join(",\n")
    )
}

/// A random game from this table on.
struct Game {
    variant: &'static dyn Variant,
    options: OptionValues,
    seed: Seed,
    table: Box<dyn Table>,
}

impl Game {
    /// Plays the game, and returns its last position and the `wanted` ones. `wanted` gets the step, and true if the
    /// position has an action of an unseen shape.
    fn follow(self, steps: u32, seen: &mut BTreeSet<String>, wanted: impl Fn(u32, bool) -> bool) -> Vec<Value> {
        let Self { variant, options, seed, mut table } = self;
        let mut found = Vec::new();
        for step in 0..steps {
            let due = walk::due(&*table, &seed);
            let shapes = walk::shapes(&*table);
            let mut next = table.clone();
            let mut played = Vec::new();
            for (actor, action) in &due {
                let done = next.play(*actor, action.as_str()).unwrap();
                played.push(json!({"seat": walk::number(*actor), "action": action.as_str(), "text": done.text}));
            }
            if wanted(step, !shapes.is_subset(seen)) || due.is_empty() {
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
                uvi::ScoreText::Each(points) => {
                    put("score", points.iter().map(ToString::to_string).collect::<Vec<_>>().into())
                }
                uvi::ScoreText::Shared(points) => put("shared", points.into()),
            };
        }
    }
    let hidden: SeatSet = Seat::all(table.seats()).filter(|&seat| table.view(seat) != position).collect();
    if !hidden.is_empty() {
        put("views", by_seat(hidden, &|seat| table.view(seat).as_str().into()));
    }
    vector
}
