//! Chance against the golden values of UVI 6.

#![expect(clippy::unwrap_used, reason = "a golden file that is not as expected should stop the test")]

use std::collections::HashSet;

use serde_json::Value;
use testkit::typed::{legal, play};
use uvi_games::{
    game::{Game, Seat, Seed, Stream, Turn, commitment, lots},
    games::orwell::Orwell,
};

fn cases() -> Vec<Value> {
    let golden: Value = serde_json::from_str(include_str!("../../../../tests/golden/chance.json")).unwrap();
    golden["cases"].as_array().unwrap().clone()
}

fn seed(case: &Value) -> Seed {
    Seed(u128::from_str_radix(case["seed"].as_str().unwrap(), 16).unwrap().to_be_bytes())
}

fn numbers(case: &Value, name: &str) -> Vec<u32> {
    case[name].as_array().unwrap().iter().map(|number| u32::try_from(number.as_u64().unwrap()).unwrap()).collect()
}

/// No number of one seat is that of another seat or comes again with another seed. None shows a byte of the seed at its
/// place.
#[test]
fn lots_tell_nothing_of_the_seed_or_of_another_seat() {
    let mut seen = HashSet::new();
    let mut equal = [0; 8];
    for number in 0..2000_u128 {
        // Seeds that differ in few bits give numbers that differ in half of their bits.
        let seed = Seed((number << 64 | 1).to_be_bytes());
        for seat in Seat::all(5) {
            let told = lots(&seed, seat).0;
            assert!(seen.insert(told), "seed {number}, seat {}", seat.number());
            for (place, equal) in equal.iter_mut().enumerate() {
                *equal += usize::from(told.to_be_bytes()[place] == seed.0[place]);
            }
        }
    }
    // There are ten thousand bytes at each place; one in 256 is the same by chance.
    assert!(equal.iter().all(|&equal| equal < 80), "{equal:?}");
    let ones: u32 = (0..2000_u128)
        .map(|number| {
            let [one, other] =
                [number << 1, number << 1 | 1].map(|number| lots(&Seed(number.to_be_bytes()), Seat::ONE).0);
            (one ^ other).count_ones()
        })
        .sum();
    assert!((62_000..66_000).contains(&ones), "{ones} bits of 128000 differ");
}

#[test]
fn the_commitment_shuffles_and_wide_draws_are_the_golden_ones() {
    for case in cases() {
        let seed = seed(&case);
        assert_eq!(commitment(&seed).to_string(), case["commitment"].as_str().unwrap());
        let mut things: Vec<u32> = (0..12).collect();
        Stream::new(&seed, "shuffle").shuffle(&mut things);
        assert_eq!(things, numbers(&case, "shuffle_of_0_to_11_with_key_shuffle"));
        let mut stream = Stream::new(&seed, "wide");
        let golden = numbers(&case, "draws_below_3000000000_with_key_wide");
        let drawn: Vec<u32> = golden.iter().map(|_| stream.below(3_000_000_000)).collect();
        assert_eq!(drawn, golden);
    }
}

/// The dice of a turn depend neither on the actions played nor on the number of dice that earlier turns had left.
#[test]
fn dice_of_orwell_are_the_golden_ones() {
    for case in cases() {
        let seed = seed(&case);
        for (turn, thrown) in case["orwell_dice_turns_1_to_24"].as_array().unwrap().iter().enumerate() {
            let start = Orwell::start(&500, 3, &seed).to_string();
            let board = start.split(' ').next().unwrap();
            let position = format!("{board} {} - --- {} -", turn % 3 + 1, turn / 3 + 1);
            let position = Orwell::read(&500, 3, &position).unwrap();
            assert_eq!(position.chance(&seed).to_string(), format!("@{}", thrown.as_str().unwrap()));
        }
    }
}

#[test]
fn dice_of_a_played_game_are_the_golden_ones() {
    for case in cases() {
        let seed = seed(&case);
        let mut game = Orwell::start(&500, 3, &seed);
        let mut thrown = Vec::new();
        while thrown.len() < 24 {
            let action = if game.turn() == Turn::Chance {
                let dice = game.chance(&seed).to_string();
                thrown.push(dice[1..].to_owned());
                dice
            } else {
                legal(&game).remove(0)
            };
            play(&mut game, &action);
        }
        let golden: Vec<&str> =
            case["orwell_dice_turns_1_to_24"].as_array().unwrap().iter().map(|dice| dice.as_str().unwrap()).collect();
        assert_eq!(thrown, golden);
    }
}

#[test]
fn a_vacated_seat_does_not_shift_the_dice() {
    let seed = seed(&cases()[0]);
    let mut game = Orwell::start(&500, 3, &seed);
    game.vacate(Seat::ONE);
    // Turn 2 of seed 0.
    assert_eq!(game.chance(&seed).to_string(), "@25");
}
