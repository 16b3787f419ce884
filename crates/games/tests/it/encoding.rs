//! Games as numbers: each legal action has a number, all planes are filled, and they tell a seat no more than it may
//! see.

use std::{
    collections::{BTreeMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use testkit::specimens::Specimens;
use uvi_games::{
    each_game,
    game::{
        Actor, Game, OptionValues, Seat, Seed, Stream, Turn,
        encoding::{self, Draft, Encode, NumberStep, Planes},
    },
};

const DECISIONS: usize = 200;
/// Only every seventh position is checked closely.
const EACH: usize = 7;

/// Plays random numbers, and calls `look` with each position on the way.
fn walk<G: Encode>(options: &G::Options, seats: u8, start: Option<&str>, look: &mut impl FnMut(&G, &Draft)) {
    let seed = Seed([7; 16]);
    let mut lots = Stream::new(&seed, "walk");
    let new = |game: u128| match start {
        Some(start) => G::read(options, seats, start).expect("a specimen is a position"),
        None => G::start(options, seats, &Seed(game.to_be_bytes())),
    };
    let mut games = 0;
    let (mut game, mut draft) = (new(games), Draft::new());
    let (mut actions, mut numbers) = (Vec::new(), Vec::new());
    for _ in 0..DECISIONS {
        if let Some((seat, pass)) = game.forced() {
            game.play(Actor::Seat(seat), pass);
            continue;
        }
        look(&game, &draft);
        match game.turn() {
            Turn::Over(_) => {
                games += 1;
                (game, draft) = (new(games), Draft::new());
            }
            Turn::Chance => {
                let outcome = game.chance(&seed);
                game.play(Actor::Chance, outcome);
            }
            Turn::Seats(asked) => {
                // If several seats choose at once, their order is random.
                let asked: Vec<Seat> = asked.iter().collect();
                let seat = asked[lots.below(asked.len() as u32) as usize];
                numbers.clear();
                game.each_number(seat, &draft, &mut actions, |number| numbers.push(number));
                let number = numbers[lots.below(numbers.len() as u32) as usize];
                match game.step(&draft, number).expect("a legal number does something") {
                    NumberStep::Begin => draft.push(number),
                    NumberStep::Act(action) => {
                        game.check(Actor::Seat(seat), action)
                            .unwrap_or_else(|error| panic!("{action} in {game}: {error}"));
                        game.play(Actor::Seat(seat), action);
                        draft.clear();
                    }
                }
            }
        }
    }
}

fn every_walk<G: Encode + Specimens>(look: &mut impl FnMut(usize, &G, &Draft)) {
    for (number, walk) in G::walks().into_iter().enumerate() {
        let mut values = OptionValues::defaults(G::OPTIONS);
        for (name, value) in walk.laws.options {
            values.set(name, value).expect("the options of a specimen are good");
        }
        let options = G::options(&values).expect("the options of a specimen are good");
        self::walk::<G>(&options, walk.laws.seats, walk.laws.start.as_deref(), &mut |game: &G, draft: &Draft| {
            look(number, game, draft);
        });
    }
}

/// Each number of an action leads to the action and back; the spans contain all numbers.
fn numbers_lead_back<G: Encode>() {
    let count = encoding::count::<G>() as u32;
    let mut words = HashSet::new();
    for number in 0..count {
        let Some(word) = G::word(number) else { continue };
        assert!(words.insert(word.clone()), "{word} has two numbers");
        if let Some(action) = G::action_at(number) {
            assert_eq!((G::number_of(action), action.to_string()), (Some(number), word));
        }
    }
    for number in [count, count + 1, u32::MAX] {
        assert_eq!((G::action_at(number), G::word(number)), (None, None), "{number}");
    }
}

fn every_legal_action_has_a_number<G: Encode + Specimens>() {
    let (mut numbers, mut actions) = (Vec::new(), Vec::new());
    // Two numbers that are never legal, then those that were legal just before.
    let mut stale = vec![encoding::count::<G>() as u32, u32::MAX];
    every_walk::<G>(&mut |_, game, draft| {
        for seat in Seat::all(game.seats()) {
            numbers.clear();
            actions.clear();
            game.legal(seat, &mut actions);
            game.each_number(seat, draft, &mut Vec::new(), |number| numbers.push(number));
            let distinct: HashSet<u32> = numbers.iter().copied().collect();
            assert_eq!(distinct.len(), numbers.len(), "{game}");
            assert!(numbers.iter().all(|&number| (number as usize) < encoding::count::<G>()));
            assert_eq!(actions.is_empty(), numbers.is_empty(), "{game}");
            let mut marked = vec![false; encoding::count::<G>()];
            game.mark(seat, draft, &mut Vec::new(), &mut marked);
            let marks = marked.iter().enumerate().filter(|(_, marked)| **marked).map(|(number, _)| number as u32);
            assert_eq!(marks.collect::<HashSet<_>>(), distinct, "{game}");
            let mut bits = vec![0; marked.len().div_ceil(8)];
            game.mark_bits(seat, draft, &mut Vec::new(), &mut bits);
            let set = |number: usize| bits[number / 8] >> (number % 8) & 1 == 1;
            assert!(
                (0..8 * bits.len()).all(|number| set(number) == marked.get(number).is_some_and(|&mark| mark)),
                "{game}"
            );
            // A number checked alone is legal exactly if the list has it.
            let some = numbers.iter().step_by(EACH).chain(numbers.last()).chain(stale.iter().take(2 * EACH));
            for &number in some {
                let legal = game.is_legal(seat, draft, number, &mut Vec::new());
                assert_eq!(legal, distinct.contains(&number), "{number} in {game}");
            }
            stale.splice(2.., numbers.iter().copied());
            if game.lists_all() {
                // A game may give numbers without a list of its actions: the same numbers in the same order.
                let listed: Vec<u32> = actions.iter().filter_map(|&action| G::number_of(action)).collect();
                assert_eq!((listed.len(), &listed), (actions.len(), &numbers), "{game}");
            }
        }
    });
}

fn planes<G: Encode>(game: &G, seat: Seat, draft: &Draft) -> Vec<f32> {
    let [depth, rows, columns] = encoding::shape::<G>();
    // `observe` must overwrite old values.
    let mut values = vec![9.0; depth * rows * columns];
    let mut planes = Planes::new(&mut values, rows * columns);
    game.observe(seat, draft, &mut planes);
    assert_eq!(planes.filled(), depth, "{game}");
    assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{game}");
    values
}

/// The same view gives the same planes, and other boards give others.
fn planes_tell_what_the_seat_sees<G: Encode + Specimens>() {
    // The key has the walk, because a view does not contain the options. Planes are kept as hashes to save memory.
    let mut seen: BTreeMap<(usize, Seat, String, Vec<u32>), u64> = BTreeMap::new();
    let mut looked = 0;
    every_walk::<G>(&mut |walk, game, draft| {
        looked += 1;
        if looked % EACH != 0 {
            return;
        }
        for seat in Seat::all(game.seats()) {
            // Only its own player sees a claim that has begun; others see the same as before it.
            let mine: Vec<u32> = match game.turn() {
                Turn::Seats(asked) if asked.contains(seat) => draft.to_vec(),
                _ => Vec::new(),
            };
            let key = (walk, seat, game.view(seat), mine);
            let now = hash(&planes(game, seat, draft));
            match seen.get(&key) {
                Some(before) => assert_eq!(*before, now, "seat {seat} sees more than {}", key.2),
                None => drop(seen.insert(key, now)),
            }
        }
    });
    let distinct: HashSet<(usize, u64)> = seen.iter().map(|(key, values)| (key.0, *values)).collect();
    assert!(distinct.len() * 10 > seen.len() * 9, "{} of {} are told apart", distinct.len(), seen.len());
}

fn hash(values: &[f32]) -> u64 {
    let mut hasher = DefaultHasher::new();
    values.iter().for_each(|value| value.to_bits().hash(&mut hasher));
    hasher.finish()
}

/// In a challenge, a seat sees its own choice; of the other choice, it sees only that it is made.
#[test]
fn no_plane_tells_what_the_other_has_chosen() {
    use uvi_games::games::cat_chess::CatChess;
    let options = CatChess::options(&OptionValues::defaults(CatChess::OPTIONS)).expect("the defaults are good");
    let open = CatChess::POSITIONS
        .iter()
        .map(|(_, text)| *text)
        .find(|text| text.contains("challenge:1") && text.contains("-,- "));
    let open = open.expect("a specimen has an open challenge");
    let seats = open.split(' ').nth(1).expect("cats are the second word").split('/').count() as u8;
    let game = CatChess::read(&options, seats, open).expect("a specimen is a position");
    let asked: Vec<Seat> = match game.turn() {
        Turn::Seats(asked) => asked.iter().collect(),
        turn => panic!("{turn:?}"),
    };
    for (chooser, other) in [(asked[0], asked[1]), (asked[1], asked[0])] {
        let mut actions = Vec::new();
        game.legal(chooser, &mut actions);
        let after = |action| {
            let mut after = game.clone();
            after.play(Actor::Seat(chooser), action);
            [chooser, other].map(|seat| planes(&after, seat, &Draft::new()))
        };
        let [own, theirs] = after(actions[0]);
        for &action in &actions[1..] {
            let [mine, unseen] = after(action);
            assert!(unseen == theirs && mine != own, "{action}");
        }
        assert_ne!(planes(&game, other, &Draft::new()), theirs, "that there is a choice is plain");
    }
}

macro_rules! tests {
    ($($name:ident: $game:ty,)*) => {
        $(
            mod $name {
                #[test]
                fn numbers_lead_back() {
                    super::numbers_lead_back::<$game>();
                }

                #[test]
                fn every_legal_action_has_a_number() {
                    super::every_legal_action_has_a_number::<$game>();
                }

                #[test]
                fn planes_tell_what_the_seat_sees() {
                    super::planes_tell_what_the_seat_sees::<$game>();
                }
            }
        )*
    };
}

each_game!(tests);
