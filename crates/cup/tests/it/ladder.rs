//! The ladder as a value: who meets whom, and what its tables say.

use std::collections::BTreeMap;

use uvi::{Fault, Points, Seed};
use uvi_cup::{
    FinishedRound, Ladder, LadderFile, LadderTable, Lead, SeatFault,
    file::{self, read_bot},
    schedule::{Fixtures, Upcoming},
    stats::{BlockScore, GameScore},
};
use uvi_games::{
    game::{BySeat, Score, Seat},
    games::REGISTRY,
};

use crate::simulated_ladder::{SimulatedLadder, bots};

/// The number of blocks of each set of bots.
fn met(rounds: &[FinishedRound]) -> BTreeMap<Vec<String>, u32> {
    let mut met = BTreeMap::new();
    for result in rounds.iter().flat_map(|round| &round.results) {
        let mut table = result.seats.clone();
        table.sort();
        *met.entry(table).or_default() += 1;
    }
    met
}

fn simulated(seats: usize, elo: &[f64], rounds: usize) -> (SimulatedLadder, Vec<FinishedRound>) {
    let mut simulated = SimulatedLadder::new(seats, bots(elo.iter().copied()), 1);
    let rounds = (0..rounds).map(|_| simulated.round(8)).collect();
    (simulated, rounds)
}

#[test]
fn nobody_starves_and_the_best_meet() {
    for seats in [2, 3] {
        let elo: Vec<f64> = (0..20).map(|bot| f64::from(bot) * 60.0).collect();
        let (ladder, rounds) = simulated(seats, &elo, 40);
        let rows = ladder.rows();
        let blocks: Vec<u32> = rows.iter().map(|row| row.blocks).collect();
        // A quarter of the tables begins with the bot that has played least.
        assert!(*blocks.iter().min().unwrap() as usize >= 40 * 8 / 4 / 20, "{seats}: {blocks:?}");
        let met = met(&rounds);
        let best: Vec<&String> = rows.iter().take(6).map(|row| &row.name).collect();
        for (place, one) in best.iter().enumerate() {
            for other in &best[..place] {
                let times = met.iter().filter(|(table, _)| table.contains(one) && table.contains(other));
                assert!(times.count() > 0, "{seats}: {one} never met {other}");
            }
        }
    }
}

#[test]
fn a_new_bot_is_placed_within_thirty_games() {
    let (mut ladder, _) = simulated(2, &[-300.0, -200.0, -100.0, 0.0, 100.0, 200.0, 300.0], 40);
    ladder.join("new", 150.0);
    let (mut games, mut rounds) = (0, 0);
    while games < 30 {
        ladder.round(4);
        rounds += 1;
        games = ladder.rows().iter().find(|row| row.name == "new").unwrap().games;
    }
    let rows = ladder.rows();
    let new = rows.iter().find(|row| row.name == "new").unwrap();
    let figure = new.strength.unwrap();
    assert!(figure.high - figure.low < 400.0, "{figure:?}");
    let truth = ladder.truth(&rows, "new");
    assert!(figure.low < truth && truth < figure.high, "{figure:?} and {truth}");
    assert!(rounds < 12, "the others had all the tables: {rounds}");
}

#[test]
fn the_choice_follows_from_the_results_and_a_round_counts_once() {
    let (ladder, rounds) = simulated(3, &[0.0, 50.0, 100.0, 150.0, 200.0], 6);
    let file = LadderFile::read("[[game]]\nvariant = \"orwell\"\n").unwrap();
    let mut other = Ladder::new(&file, REGISTRY).unwrap();
    for round in rounds.iter().chain(&rounds) {
        other.hear(round).unwrap();
    }
    assert_eq!(other.next_round(&ladder.present, &[], 8), ladder.ladder.next_round(&ladder.present, &[], 8));
    assert_eq!(LadderTable::of(&other, &ladder.present), LadderTable::of(&ladder.ladder, &ladder.present));
}

#[test]
fn three_crashes_bench_a_bot_until_it_changes() {
    let (mut ladder, rounds) = simulated(2, &[0.0, 0.0, 0.0], 2);
    let mut round = rounds[1].clone();
    round.round = 3;
    let mut left = 3;
    for result in &mut round.results {
        if let Some(seat) = result.seats.iter().position(|name| name == "bot001").filter(|_| left > 0) {
            left -= 1;
            result.faults.push(SeatFault { seat: seat as u32 + 1, fault: Fault::Crash });
        }
    }
    assert_eq!(left, 0);
    ladder.ladder.hear(&round).unwrap();
    let (_, tables) = ladder.ladder.next_round(&ladder.present, &[], 8).unwrap();
    assert!(tables.iter().flatten().all(|bot| bot != "bot001"), "{tables:?}");
    let row = ladder.rows().into_iter().find(|row| row.name == "bot001").unwrap();
    assert_eq!((row.rank, &*row.state), (None, "three crashes in its last 30 games"));
}

#[test]
fn blocks_that_repeat_move_for_move_are_no_evidence() {
    let (_, mut rounds) = simulated(2, &[0.0, 0.0], 1);
    let score = rounds[0].results[0].score.clone();
    for result in &mut rounds[0].results {
        result.course = Some("00112233445566778899aabbccddeeff".to_owned().try_into().unwrap());
        result.score = score.clone();
    }
    let width = |times: u32| {
        let mut other = SimulatedLadder::new(2, bots([0.0, 0.0]), 1);
        for round in 1..=times {
            other.ladder.hear(&FinishedRound { round, ..rounds[0].clone() }).unwrap();
        }
        let row = other.rows().remove(0);
        (row.strength, row.blocks)
    };
    assert_eq!((width(1).0, width(4).1), (width(4).0, 4 * width(1).1));
}

#[test]
fn an_unbeaten_bot_is_sure_of_its_league() {
    let mut ladder = SimulatedLadder::new(2, bots([0.0, 20.0, 4000.0]), 1);
    let file = LadderFile::read("leagues = [1]\n[[game]]\nvariant = \"isolation\"\n").unwrap();
    ladder.ladder = Ladder::new(&file, REGISTRY).unwrap();
    (0..20).for_each(|_| _ = ladder.round(8));
    let rows = ladder.rows();
    assert!(rows[0].share == Some(1.0) && rows[0].sure.unwrap() > 0.9, "{:?}", rows[0]);
}

#[test]
fn two_bots_that_beat_only_each_other_open_no_interval_of_the_others() {
    let mut ladder = SimulatedLadder::new(2, bots([20.0, 0.0, -4000.0, -4000.0]), 1);
    (0..20).for_each(|_| _ = ladder.round(8));
    let rows = ladder.rows();
    let is_open: Vec<bool> = rows.iter().map(|row| row.strength.unwrap().is_open()).collect();
    assert_eq!(is_open, [false, false, true, true], "{rows:?}");
    assert!(rows[2..].iter().all(|row| row.share > Some(0.0)), "{rows:?}");
}

#[test]
fn shared_scores_have_a_partner_matrix() {
    let (_, rounds) = simulated(2, &[0.0, 0.0], 1);
    let file = LadderFile::read("[[game]]\nvariant = \"catalonia\"").unwrap();
    let mut ladder = Ladder::new(&file, REGISTRY).unwrap();
    for (number, (table, score)) in (1..).zip([(["a", "b"], 10), (["a", "b"], 20), (["a", "c"], 40)]) {
        let mut round = FinishedRound { round: number, game: "catalonia".to_owned(), ..rounds[0].clone() };
        round.results.truncate(2);
        for result in &mut round.results {
            (result.seats, result.shared, result.score) = (table.map(str::to_owned).to_vec(), Some(score), None);
        }
        ladder.hear(&round).unwrap();
    }
    let table = LadderTable::of(&ladder, &["a", "b", "c"].map(str::to_owned));
    let names: Vec<&str> = table.games["catalonia"].iter().map(|row| &*row.name).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(
        table.partners["catalonia"],
        [[None, Some(15.0)], [Some(15.0), None]],
        "c has one block, so it has no rank"
    );
    assert!(table.to_text().contains("| mean score with |    a |    b |"), "{}", table.to_text());
}

#[test]
fn a_wrong_file_is_told_with_its_place() {
    for (text, expected) in [
        ("", "expected at least one [[game]] with a variant"),
        ("[[game]]\nvariant = \"orwell\"\nrounds = 3", "rounds: a ladder decides that by itself; remove the key"),
        ("[[game]]\nvariant = \"orwell\"\nhours = 3", "hours: a ladder decides that by itself; remove the key"),
        (
            "[[game]]\nvariant = \"orwell\"\n[game.outputs]\ncsv = \"x\"",
            "outputs: a ladder decides that by itself; remove the key",
        ),
        ("[[game]]\nvariant = \"orwell\"\nclok = \"none\"", "unknown field `clok`; did you mean `clock`?"),
        ("tables = 0\n[[game]]\nvariant = \"orwell\"", "expected a number from 1 to 10000, found 0"),
    ] {
        assert_eq!(LadderFile::read(text).unwrap_err().flaw.to_string(), expected, "{text}");
    }
    let file = LadderFile::read("[[game]]\nvariant = \"orwel\"").unwrap();
    let told = Ladder::new(&file, REGISTRY).unwrap_err();
    assert_eq!(told.span, Some(19..26));
}

#[test]
fn a_manifest_is_a_bot_without_its_name() {
    let bot = read_bot("a \"b\"", Some("./a"), "options = { hash = 3 }").unwrap();
    assert_eq!((&**bot.name.get_ref(), &**bot.command.get_ref()), ("a \"b\"", "./a"));
    assert_eq!(read_bot("a", Some("./a"), "command = \"b\"").unwrap().command.get_ref(), "b");
    for (text, expected, span) in [
        (
            "",
            "expected a file that can be executed, or a manifest with a command, such as command = \"python3 bot.py\"",
            None,
        ),
        ("name = \"b\"", "name: the name of the file is the name of the bot; remove the key", None),
        ("comand = \"b\"", "unknown field `comand`; did you mean `command`?", Some(0..6)),
        ("command = \"b\"\nmemory = 3", "unknown field `memory`, expected one of", Some(14..20)),
    ] {
        let trouble = read_bot("a", None, text).unwrap_err();
        assert!(trouble.flaw.to_string().starts_with(expected), "{text}: {}", trouble.flaw);
        assert_eq!(trouble.span, span, "{text}");
    }
}

/// The promise of the tables is 95 %. The figure over many ladders is in `benches/ladder.rs`.
#[test]
fn intervals_of_a_ladder_hold_the_truth() {
    let (mut held, mut of) = (0, 0);
    for seed in 0..40 {
        let mut ladder = SimulatedLadder::new(2, bots((0..8).map(|bot| f64::from(bot) * 50.0)), seed);
        (0..20).for_each(|_| _ = ladder.round(8));
        let rows = ladder.rows();
        for row in &rows {
            let (figure, truth) = (row.strength.unwrap(), ladder.truth(&rows, &row.name));
            (held, of) = (held + u32::from(figure.low <= truth && truth <= figure.high), of + 1);
        }
    }
    // 320 intervals: three standard errors are 3.7 %.
    assert!(f64::from(held) >= 0.91 * f64::from(of), "{held} of {of}");
}

#[test]
fn the_lead_against_a_pool_is_half_the_difference_of_the_shares() {
    let plan = |format: &str| {
        let bots: String =
            ["new", "old", "a", "b"].map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = \"x\"\n")).concat();
        let text = format!("variant = \"isolation\"\n{format}\n[lead]\n[gate]\npool = true\n{bots}");
        file::read(&text).unwrap().plan_alone(REGISTRY, Seed([0; 16]))
    };
    let played = plan("format = \"gauntlet\"\nheroes = 2\nrounds = 3").unwrap();
    let mut fixtures = Fixtures::new(&played.format, 4, 2, played.seatings).unwrap();
    let mut blocks = Vec::new();
    while let Upcoming::Block(block) = fixtures.step() {
        // The new bot gets all points, the old one half of them.
        let games = block.entries().map(|game| {
            let share = |seat: Seat| match (game.table[seat.index()].0, game.table[1 - seat.index()].0) {
                (0, _) => Points::ONE,
                (_, 0) => Points::ZERO,
                _ => Points::new(1, 2).unwrap(),
            };
            GameScore { table: game.table.clone(), score: Score::Each(BySeat::new(2, share)) }
        });
        blocks.push(BlockScore { games: games.collect() });
    }
    let lead = Lead::of(&played, &blocks);
    assert_eq!((lead.estimate().unwrap().value, lead.shares()), (0.25, &[(0.75, 3)][..]));
    let told = plan("rounds = 3").unwrap_err().flaw.to_string();
    assert!(told.starts_with("pool needs a lead and format = \"gauntlet\" with heroes = 2"), "{told}");
}
