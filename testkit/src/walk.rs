//! Games by lot.

use std::collections::BTreeSet;

use uvi::Word;
use uvi_games::game::{Actor, OptionKind, OptionValues, Seed, Stream, Table, Turn, Variant};

use crate::boards::Board;

pub fn seed(number: u32) -> Seed {
    Seed(u128::from(number).to_be_bytes())
}

/// One of the actions, by seed, seat and what the seat sees. Like a bot, it knows nothing else.
pub fn choose(seed: &Seed, seat: u32, view: &str, legal: &[Word]) -> Word {
    let number = Stream::new(seed, &format!("choose {seat} {view}")).below(legal.len() as u32);
    legal[number as usize].clone()
}

/// What is to be played now: by whom, and what, in the order in which it is applied. Nothing after the end.
pub fn due(table: &dyn Table, seed: &Seed) -> Vec<(Actor, Word)> {
    if let Some((seat, pass)) = table.forced() {
        return vec![(Actor::Seat(seat), pass)];
    }
    match table.turn() {
        Turn::Over(_) => Vec::new(),
        Turn::Chance => vec![(Actor::Chance, table.chance(seed).unwrap())],
        Turn::Seats(seats) => seats
            .iter()
            .map(|seat| {
                let view = table.view(seat);
                (Actor::Seat(seat), choose(seed, seat.number(), view.as_str(), &table.legal(seat)))
            })
            .collect(),
    }
}

/// Other options than the defaults, each by lot, now and then those of a short game; the defaults where they do not go
/// together.
pub fn options(variant: &'static dyn Variant, number: u32) -> OptionValues {
    let defaults = OptionValues::defaults(variant.options());
    if number.is_multiple_of(2) {
        return defaults;
    }
    let mut values = defaults.clone();
    for row in variant.options() {
        let OptionKind::Combo { vars, .. } = row.kind else { continue };
        let place = Stream::new(&seed(number), row.name).below(vars.len() as u32);
        values.set(row.name, vars[place as usize]).unwrap();
    }
    if number % 4 == 3 {
        let board = Board { variant, seats: variant.seats()[0] };
        board.short().iter().for_each(|(name, value)| values.set(name, value).unwrap());
    }
    if variant.check(&values).is_ok() { values } else { defaults }
}

/// The options that are not at their defaults, each as its name and value.
pub fn changed(variant: &dyn Variant, values: &OptionValues) -> Vec<(String, String)> {
    let defaults = OptionValues::defaults(variant.options());
    let pairs = values.iter().zip(defaults.iter());
    pairs
        .filter(|(set, default)| set != default)
        .map(|((name, value), _)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// The number of a seat, 0 for chance.
pub fn number(actor: Actor) -> u32 {
    match actor {
        Actor::Chance => 0,
        Actor::Seat(seat) => seat.number(),
    }
}

/// The shapes of all that can be done: `a1b2` and `c3d4` have one, `a1b2q` has another; and what the position waits for.
pub fn shapes(table: &dyn Table) -> BTreeSet<String> {
    let actors = match table.turn() {
        Turn::Chance => return BTreeSet::from(["chance".to_owned()]),
        Turn::Over(outcome) => return BTreeSet::from([format!("over {}", outcome.reason)]),
        Turn::Seats(seats) => seats,
    };
    let kinds = format!("{} {} {}", actors.len(), table.lists_all(), table.forced().is_some());
    let shape = |action: &Word| -> String {
        let class = |character: char| match character {
            'a'..='z' => 'a',
            '0'..='9' => '0',
            other => other,
        };
        format!("{kinds} {}", action.as_str().chars().map(class).collect::<String>())
    };
    actors.iter().flat_map(|seat| table.legal(seat)).map(|action| shape(&action)).collect()
}
