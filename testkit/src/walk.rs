//! Random games.

use std::collections::BTreeSet;

use uvi::Word;
use uvi_games::game::{Actor, OptionValues, RuleOptionKind, Seed, Stream, Table, Turn, Variant};

use crate::boards::Board;

pub fn seed(number: u32) -> Seed {
    Seed(u128::from(number).to_be_bytes())
}

/// Chooses one of the actions at random, by seed, seat and view. Like a bot, it uses nothing else.
pub fn choose(seed: &Seed, seat: u32, view: &str, legal: &[Word]) -> Word {
    let number = Stream::new(seed, &format!("choose {seat} {view}")).below(legal.len() as u32);
    legal[number as usize].clone()
}

/// Returns the next actions with their actors, in the order in which they are applied. Empty after the end.
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

/// Returns random options, sometimes those of a short game. Returns the defaults for even numbers, and if the random
/// options contradict each other.
pub fn options(variant: &'static dyn Variant, number: u32) -> OptionValues {
    let defaults = OptionValues::defaults(variant.options());
    if number.is_multiple_of(2) {
        return defaults;
    }
    let mut values = defaults.clone();
    for row in variant.options() {
        let RuleOptionKind::Combo { vars, .. } = row.kind else { continue };
        let place = Stream::new(&seed(number), row.name).below(vars.len() as u32);
        values.set(row.name, vars[place as usize]).unwrap();
    }
    if number % 4 == 3 {
        let board = Board { variant, seats: variant.seats()[0] };
        board.short().iter().for_each(|(name, value)| values.set(name, value).unwrap());
    }
    if variant.check(&values).is_ok() { values } else { defaults }
}

/// Returns the options that differ from their defaults, with their values.
pub fn changed(variant: &dyn Variant, values: &OptionValues) -> Vec<(String, String)> {
    let defaults = OptionValues::defaults(variant.options());
    let pairs = values.iter().zip(defaults.iter());
    pairs
        .filter(|(set, default)| set != default)
        .map(|((name, value), _)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Returns the number of a seat, or 0 for chance.
pub fn number(actor: Actor) -> u32 {
    match actor {
        Actor::Chance => 0,
        Actor::Seat(seat) => seat.number(),
    }
}

/// Returns the shapes of all legal actions and the kind of turn. `a1b2` and `c3d4` have the same shape, `a1b2q`
/// another.
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
