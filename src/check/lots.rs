//! Random choices of a check: actions for other seats, rule options, and positions in which a decision is due.

use itertools::Itertools;
use uvi::Word;
use uvi_games::game::{Actor, OptionValues, RuleOptionKind, Seat, SeatSet, Seed, Stream, Table, Turn, Variant, derive};

/// The most games of a search in a check.
pub(super) const GAMES: u32 = 500;

const ACTIONS: u32 = 500_000;

/// A random item, each equally likely. `None` if there are no items.
fn pick<'a, T>(lots: &mut Stream, things: &'a [T]) -> Option<&'a T> {
    let count = u32::try_from(things.len()).ok().filter(|count| *count > 0)?;
    things.get(lots.below(count) as usize)
}

/// A random legal action; `None` if there is none. Half of the draws take any action. The others first draw a form of
/// action, each equally likely, so that rare forms occur.
pub(super) fn action(lots: &mut Stream, legal: &[Word]) -> Option<Word> {
    if lots.below(2) == 0 {
        return pick(lots, legal).cloned();
    }
    let forms: Vec<String> = legal.iter().map(form).collect();
    let chosen = pick(lots, &forms.iter().sorted().dedup().collect_vec()).copied()?;
    let of_form: Vec<_> = legal.iter().zip(&forms).filter(|(_, form)| *form == chosen).collect();
    pick(lots, &of_form).map(|(action, _)| Word::clone(action))
}

/// The form of an action: each run of small letters or digits becomes one character.
fn form(action: &Word) -> String {
    let kind = |character: char| match character {
        'a'..='z' => 'a',
        '0'..='9' => '0',
        other => other,
    };
    action.as_str().chars().map(kind).dedup().collect()
}

/// Random values for the options of a variant that list theirs, or the defaults if they do not fit together.
fn options(variant: &dyn Variant, lots: &mut Stream) -> OptionValues {
    let defaults = OptionValues::defaults(variant.options());
    let mut values = defaults.clone();
    for row in variant.options() {
        if let RuleOptionKind::Combo { vars, .. } = row.kind
            && let Some(value) = pick(lots, vars)
        {
            let _ = values.set(row.name, value);
        }
    }
    if variant.check(&values).is_ok() { values } else { defaults }
}

/// A position in which a kind of decision is due.
#[derive(Debug)]
pub(super) struct Occasion {
    pub(super) options: OptionValues,
    pub(super) seed: Seed,
    pub(super) table: Box<dyn Table>,
    pub(super) seat: Seat,
}

/// Plays at most this many random games until each of these kinds of decision has been due, first with the default
/// options, then with others. Omits kinds that were not found.
pub(super) fn find(games: u32, variant: &dyn Variant, seats: u8, phases: &[&str], seed: &Seed) -> Vec<Occasion> {
    let mut missing = phases.to_vec();
    let mut found = Vec::new();
    let mut left = ACTIONS;
    for number in 0..games {
        let seed = derive(seed, &format!("search {number}"));
        let mut lots = Stream::new(&seed, "lots");
        let options = match number < games / 2 {
            true => OptionValues::defaults(variant.options()),
            false => options(variant, &mut lots),
        };
        let Ok(mut table) = variant.start(&options, seats, &seed) else { break };
        while left > 0 && !missing.is_empty() {
            if let (Turn::Seats(deciding), None) = (table.turn(), table.forced())
                && let Some(place) = missing.iter().position(|phase| *phase == table.phase())
                && let Some(seat) = deciding.first()
            {
                missing.swap_remove(place);
                found.push(Occasion { options, seed, table, seat });
                break;
            }
            if !step(&mut *table, &seed, &mut lots) {
                break;
            }
            left -= 1;
        }
    }
    found
}

/// Plays the next pass, chance event or decisions. False if the game is over, or an action is missing or refused.
fn step(table: &mut dyn Table, seed: &Seed, lots: &mut Stream) -> bool {
    let choices: Vec<(Actor, Option<Word>)> = match (table.forced(), table.turn()) {
        (_, Turn::Over(_)) => return false,
        (Some((seat, pass)), _) => vec![(Actor::Seat(seat), Some(pass))],
        (None, Turn::Chance) => vec![(Actor::Chance, table.chance(seed))],
        (None, Turn::Seats(seats)) => decisions(table, seats, lots),
    };
    // Simultaneous choices are all made before any is played.
    choices.into_iter().all(|(actor, action)| action.is_some_and(|action| table.play(actor, action.as_str()).is_ok()))
}

fn decisions(table: &dyn Table, seats: SeatSet, lots: &mut Stream) -> Vec<(Actor, Option<Word>)> {
    seats.iter().map(|seat| (Actor::Seat(seat), action(lots, &table.legal(seat)))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use uvi_games::games::REGISTRY;

    #[test]
    fn every_kind_of_decision_is_found() {
        for variant in REGISTRY {
            let found = find(GAMES, variant, variant.seats()[0], variant.phases(), &Seed([0; 16]));
            let phases: BTreeSet<_> = found.iter().map(|found| found.table.phase()).collect();
            assert_eq!(phases, variant.phases().iter().copied().collect(), "{}", variant.word());
            assert_eq!(found.len(), phases.len());
            assert!(found.iter().all(|found| !found.table.legal(found.seat).is_empty()), "{}", variant.word());
        }
        let isolation = REGISTRY.iter().find(|variant| variant.word() == "isolation").unwrap();
        assert!(find(4, isolation, 2, &["no such kind"], &Seed([0; 16])).is_empty());
    }

    #[test]
    fn rare_forms_of_action_are_drawn_often() {
        let legal: Vec<Word> = (0..99).map(|n| Word::new(format!("a{n}")).unwrap()).collect();
        let legal = [legal, vec![Word::new("yield").unwrap(), Word::new("a1~b2").unwrap()]].concat();
        let mut lots = Stream::new(&Seed([1; 16]), "test");
        let drawn: Vec<Word> = (0..600).filter_map(|_| action(&mut lots, &legal)).collect();
        let count = |word: &str| drawn.iter().filter(|drawn| drawn.as_str() == word).count();
        assert_eq!(drawn.len(), 600);
        assert!(count("yield") > 60 && count("a1~b2") > 60, "{} {}", count("yield"), count("a1~b2"));
        assert_eq!(action(&mut lots, &[]), None);
    }
}
