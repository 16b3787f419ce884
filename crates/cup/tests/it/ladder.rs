//! The ladder as a value: who meets whom, and what its tables say.

use std::{collections::BTreeMap, ops::Range};

use itertools::Itertools as _;
use uvi::{Fault, Points};
use uvi_cup::{
    Fingerprint, FinishedRound, GameList, GameResult, Ladder, LadderFile, LadderTable, LastGames, Lead, RoundGame,
    SeatFault,
    file::read_bot,
    schedule::{Fixtures, Next},
    stats::{BlockScore, GameScore},
};
use uvi_games::{
    game::{BySeat, Score, Seat},
    games::REGISTRY,
};

use crate::{
    plans::try_plan,
    simulated_ladder::{SimulatedLadder, bots},
};

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
        let tables: Vec<_> = rounds.iter().flat_map(|round| &round.results).map(|result| &result.seats).collect();
        for [one, other] in rows[..6].iter().map(|row| &row.name).array_combinations() {
            let met = tables.iter().any(|table| table.contains(one) && table.contains(other));
            assert!(met, "{seats}: {one} never met {other}");
        }
    }
}

/// A ladder of this file.
fn ladder_of(text: &str) -> Ladder {
    Ladder::new(&LadderFile::read(text).unwrap(), REGISTRY).unwrap()
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
    let figure = new.strength().unwrap();
    assert!(figure.high - figure.low < 400.0, "{figure:?}");
    let truth = ladder.truth(&rows, "new");
    assert!(figure.low < truth && truth < figure.high, "{figure:?} and {truth}");
    assert!(rounds < 12, "the others had all the tables: {rounds}");
}

#[test]
fn the_choice_follows_from_the_results_and_a_round_counts_once() {
    let (ladder, rounds) = simulated(3, &[0.0, 50.0, 100.0, 150.0, 200.0], 6);
    let mut other = ladder_of("[[game]]\nvariant = \"orwell\"\n");
    for round in rounds.iter().chain(&rounds) {
        other.hear(round.clone()).unwrap();
    }
    assert_eq!(other.next_round(&ladder.present, &[], 8), ladder.ladder.next_round(&ladder.present, &[], 8));
    assert_eq!(LadderTable::of(&other, &ladder.present), LadderTable::of(&ladder.ladder, &ladder.present));
}

/// A round in which `bot001` has this fault in these of its games.
fn with_faults(round: &FinishedRound, fault: Fault, games: Range<usize>) -> FinishedRound {
    let mut round = FinishedRound { round: 3, ..round.clone() };
    let own = round.results.iter_mut().filter(|result| result.seats.contains(&"bot001".to_owned()));
    for result in own.take(games.end).skip(games.start) {
        let seat = result.seats.iter().position(|name| name == "bot001").unwrap() as u32 + 1;
        result.faults.push(SeatFault { seat, fault });
    }
    assert_eq!(round.results.iter().flat_map(|result| &result.faults).count(), games.len());
    round
}

#[test]
fn a_bot_that_crashes_often_or_only_gives_wrong_answers_is_benched() {
    let (_, rounds) = simulated(2, &[0.0, 0.0], 1);
    let wrong = "a fault in each of its last 10 games";
    let rows = [Fault::Illegal, Fault::Unreadable, Fault::Timeout].into_iter().flat_map(|fault| {
        // A game without a fault in the last ten is enough to play on.
        let rows = [(16, 0..16, wrong), (16, 1..16, wrong), (16, 0..15, "plays"), (4, 0..4, "plays")];
        rows.map(|row| (fault, row))
    });
    let crashes = (Fault::Crash, (16, 0..3, "three crashes in its last 30 games"));
    for (fault, (games, faults, expected)) in rows.chain([crashes]) {
        let mut round = with_faults(&rounds[0], fault, faults.clone());
        round.results.truncate(games);
        let mut ladder = SimulatedLadder::new(2, bots([0.0, 0.0]), 1);
        ladder.ladder.hear(round).unwrap();
        let row = ladder.rows().into_iter().find(|row| row.name == "bot001").unwrap();
        assert_eq!((row.games as usize, row.state.as_deref()), (games, Some(expected)), "{fault} {faults:?}");
        let is_benched = expected != "plays";
        assert_eq!(row.rank.is_none(), is_benched, "{fault} {faults:?}");
        assert_eq!(ladder.ladder.next_round(&ladder.present, &[], 8).is_none(), is_benched, "{fault} {faults:?}");
    }
}

/// Nothing is learnt from the hundredth loss, nor from the hundredth win.
#[test]
fn bots_that_lose_or_win_everything_get_no_more_than_their_share() {
    for (count, tables, rounds) in [(5, 4, 40), (12, 8, 40), (50, 16, 30)] {
        let others = (0..count - 2).map(|bot| f64::from(bot) * 300.0 / f64::from(count));
        let mut ladder = SimulatedLadder::new(2, bots(others.chain([-9000.0, 9000.0])), 1);
        // Rows have the blocks too, but also every interval.
        let mut blocks: BTreeMap<String, f64> = BTreeMap::new();
        let mut play = |ladder: &mut SimulatedLadder| {
            let results = (0..rounds).flat_map(|_| ladder.round(tables).results);
            results.flat_map(|result| result.seats).for_each(|name| *blocks.entry(name).or_default() += 0.5);
            blocks.clone()
        };
        let had = play(&mut ladder);
        let share = (2 * rounds * tables) as f64 / f64::from(count);
        for bot in [count - 2, count - 1] {
            let had = had[&format!("bot{bot:03}")];
            assert!(had <= 1.15 * share + 2.0 && had >= 0.5 * share, "{count} bots: {had} blocks of {share}");
        }
        // The same holds for one that comes late.
        ladder.join("late", -18000.0);
        let share = (2 * rounds * tables) as f64 / f64::from(count + 1);
        let had = play(&mut ladder)["late"];
        assert!(had <= 1.15 * share + 4.0, "{count} bots: {had} blocks of {share} since it came");
        let row = ladder.rows().into_iter().find(|row| row.name == "late").unwrap();
        assert!(row.share.unwrap().value < 0.5, "{row:?}");
    }
}

#[test]
fn a_bot_without_a_point_or_without_a_loss_has_no_figure() {
    let mut ladder = SimulatedLadder::new(2, bots([0.0, 10.0, 20.0, -9000.0, 9000.0]), 1);
    (0..20).for_each(|_| _ = ladder.round(8));
    let text = LadderTable::of(&ladder.ladder, &ladder.present).to_text();
    let row = |bot: &str| text.lines().find(|line| line.contains(bot)).unwrap().to_owned();
    assert!(row("bot003").contains(" lost all |") && row("bot004").contains(" won all |"), "{text}");
    assert!(row("bot001").contains('±'), "{text}");
}

#[test]
fn two_bots_that_beat_only_each_other_open_no_interval_of_the_others() {
    let mut ladder = SimulatedLadder::new(2, bots([20.0, 0.0, -4000.0, -4000.0]), 1);
    (0..20).for_each(|_| _ = ladder.round(8));
    let rows = ladder.rows();
    let is_open: Vec<bool> = rows.iter().map(|row| row.strength().unwrap().is_open()).collect();
    assert_eq!(is_open, [false, false, true, true], "{rows:?}");
    assert!(rows[2..].iter().all(|row| row.share.unwrap().value > 0.0), "{rows:?}");
}

#[test]
fn other_settings_begin_a_table_of_their_own() {
    let file = |keys: &str| LadderFile::read(&format!("[[game]]\nvariant = {keys}")).unwrap();
    let old = file("\"isolation\"\nclock = \"10+0.1\"\n");
    let same = file("\"isolation\"\nclock = \"time 10000 inc 100\"\nconcurrency = 3\nlog = { times = \"off\" }\n");
    let (new, without) = (file("\"isolation\"\nclock = \"20+0.1\"\n"), file("\"congress\"\n"));
    let (_, rounds) = simulated(2, &[0.0, 0.0], 2);
    let heard = |file: &LadderFile, played: &[Option<&LadderFile>]| {
        let mut ladder = Ladder::new(file, REGISTRY).unwrap();
        for (round, then) in rounds.iter().zip(played) {
            ladder.hear(FinishedRound { settings: then.map(|then| then.settings(0)), ..round.clone() }).unwrap();
        }
        ladder
    };
    let begun = "the settings of isolation are not those of its last round: it begins a new table, and the old one stays \
                 as isolation-until-1";
    let back = "the settings of isolation are not those of its last round but earlier ones: their table goes on, and the \
                other stays as isolation-until-2";
    let gone = "isolation is no game of this ladder any more: its table stays as isolation-until-2";
    for (now, played, expected, told) in [
        (&same, &[Some(&old), Some(&same)][..], "isolation 32", None),
        (&new, &[Some(&old)], "isolation 0, isolation-until-1 16", Some(begun)),
        (&new, &[Some(&old), Some(&new)], "isolation 16, isolation-until-1 16", None),
        (&new, &[Some(&new), Some(&old)], "isolation 16, isolation-until-2 16", Some(back)),
        (&without, &[Some(&old), Some(&old)], "congress 0, isolation-until-2 32", Some(gone)),
        // Rounds of an older arbiter have no settings.
        (&new, &[None, None], "isolation 32", None),
        (&without, &[None, None], "congress 0, isolation-until-2 32", Some(gone)),
    ] {
        let ladder = heard(now, played);
        let games = LadderTable::of(&ladder, &[]).games;
        let games: Vec<String> = games.iter().map(|(name, table)| format!("{name} {}", table.games)).collect();
        assert_eq!((games.join(", ").as_str(), ladder.retired()), (expected, Vec::from_iter(told.map(str::to_owned))));
        assert_eq!(ladder.next_round(&["a", "b"].map(str::to_owned), &[], 1).map(|(game, _)| game), Some(0));
    }
    let ladder = heard(&new, &[Some(&new), Some(&old)]);
    let games = LadderTable::of(&ladder, &rounds[0].results[0].seats).games;
    for (table, state) in [("isolation", "plays"), ("isolation-until-2", "played")] {
        let rows = &games[table].bots;
        assert!(rows.iter().all(|row| row.state.as_deref() == Some(state)), "{rows:?}");
    }
    let strange = FinishedRound { game: "nonesuch-2".to_owned(), ..rounds[0].clone() };
    let told = heard(&new, &[]).hear(strange).unwrap_err().to_string();
    assert!(told.starts_with("the game nonesuch-2 of round 1 is not understood: "), "{told}");
}

#[test]
fn blocks_that_repeat_move_for_move_are_no_evidence() {
    let (_, mut rounds) = simulated(2, &[0.0, 0.0], 1);
    let score = rounds[0].results[0].score.clone();
    for result in &mut rounds[0].results {
        let course =
            if result.block == 1 { "00112233445566778899aabbccddeeff" } else { "ffeeddccbbaa99887766554433221100" };
        result.course = Some(Fingerprint(course.parse().unwrap()));
        result.score = score.clone();
    }
    let width = |times: u32| {
        let mut other = SimulatedLadder::new(2, bots([0.0, 0.0]), 1);
        for round in 1..=times {
            other.ladder.hear(FinishedRound { round, ..rounds[0].clone() }).unwrap();
        }
        let row = other.rows().remove(0);
        let figure = row.strength().unwrap();
        (figure.high - figure.low, row.games)
    };
    assert!((width(1).0 - width(4).0).abs() < 0.1, "{:?} and {:?}", width(1), width(4));
    assert_eq!(width(4).1, 4 * width(1).1);
}

#[test]
fn an_unbeaten_bot_is_sure_of_its_league() {
    let mut ladder = SimulatedLadder::new(2, bots([0.0, 20.0, 4000.0]), 1);
    ladder.ladder = ladder_of("leagues = [1]\n[[game]]\nvariant = \"isolation\"\n");
    (0..20).for_each(|_| _ = ladder.round(8));
    let rows = ladder.rows();
    assert!(rows[0].share.unwrap().value == 1.0 && rows[0].sure.unwrap() > 0.9, "{:?}", rows[0]);
}

/// The probability of a league holds about as often as it says, in fields where much is drawn by lot and in clear ones.
#[test]
fn a_league_holds_as_often_as_it_is_said() {
    let leagues = "leagues = [4, 12]\n[[game]]\nvariant = \"isolation\"\n";
    let league = |place: usize| 1 + usize::from(place >= 4) + usize::from(place >= 12);
    for spread in [20.0, 60.0, 160.0] {
        let (mut said, mut held) = (0.0, 0.0);
        for seed in 0..8 {
            // Evenly spaced probabilities give strengths of the logistic distribution.
            let elo = |place: u32| spread * (39.0 / (2.0 * f64::from(place) + 1.0) - 1.0).ln();
            let field = (0..20).map(|place| (format!("bot{:02}", (place * 7 + seed) % 20), elo(place)));
            let mut ladder = SimulatedLadder::new(2, field, seed.into());
            ladder.ladder = ladder_of(leagues);
            (0..10).for_each(|_| _ = ladder.round(16));
            for row in ladder.rows() {
                let place = ladder.elo.values().filter(|elo| **elo > ladder.elo[&row.name]).count();
                said += row.sure.unwrap() / 160.0;
                held += f64::from(row.league == Some(league(place))) / 160.0;
            }
        }
        assert!((said - held).abs() < 0.13, "{spread}: said {said}, held {held}");
    }
}

#[test]
fn shared_scores_have_a_partner_matrix() {
    let (_, rounds) = simulated(2, &[0.0, 0.0], 1);
    let mut ladder = ladder_of("[[game]]\nvariant = \"catalonia\"");
    for (number, (table, score)) in (1..).zip([(["a", "b"], 10), (["a", "b"], 20), (["a", "c"], 40)]) {
        let mut round = FinishedRound { round: number, game: "catalonia".to_owned(), ..rounds[0].clone() };
        round.results.truncate(2);
        for result in &mut round.results {
            (result.seats, result.shared, result.score) = (table.map(str::to_owned).to_vec(), Some(score), None);
        }
        ladder.hear(round).unwrap();
    }
    let table = LadderTable::of(&ladder, &["a", "b", "c"].map(str::to_owned));
    let names: Vec<&str> = table.games["catalonia"].bots.iter().map(|row| &*row.name).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(
        table.games["catalonia"].partners,
        [[None, Some(15.0)], [Some(15.0), None]],
        "c has one block, so it has no rank"
    );
    assert!(table.to_text().contains("| mean score with |    a |    b |"), "{}", table.to_text());
}

#[test]
fn a_wrong_file_is_told_with_its_place() {
    let orwell = "[[game]]\nvariant = \"orwell\"\n";
    for (text, expected) in [
        ("", "expected at least one [[game]] with a variant"),
        ("@rounds = 3", "rounds: a ladder decides that by itself; remove the key"),
        ("@hours = 3", "hours: a ladder decides that by itself; remove the key"),
        ("@[game.outputs]\ncsv = \"x\"", "outputs: a ladder decides that by itself; remove the key"),
        ("@clok = \"none\"", "unknown field `clok`; did you mean `clock`?"),
        (
            "concurrency = 2\n@",
            "unknown field `concurrency`, expected one of `tables`, `leagues`, `seed`, `game`; the keys of a tournament belong \
             under [[game]]",
        ),
        ("tables = 0\n@", "expected a number from 1 to 10000, found 0"),
        ("[game]\nvariant = \"orwell\"", "expected [[game]], found [game]"),
        ("leagues = [2, 2, 0]\n@", "expected ranks from 1 that rise, such as [4, 12], found [2, 2, 0]"),
        ("leagues = [0]\n@", "expected ranks from 1 that rise, such as [4, 12], found [0]"),
    ] {
        assert_eq!(LadderFile::read(&text.replace('@', orwell)).unwrap_err().flaw, expected, "{text}");
    }
    let text = [orwell, orwell, "rounds = 3"].concat();
    assert_eq!(&text[LadderFile::read(&text).unwrap_err().span.unwrap()], "rounds");
    let file = LadderFile::read("[[game]]\nvariant = \"orwel\"").unwrap();
    assert_eq!(Ladder::new(&file, REGISTRY).unwrap_err().span, Some(19..26));
}

#[test]
fn a_ladder_without_bots_says_so() {
    let ladder = ladder_of("[[game]]\nvariant = \"isolation\"\n");
    assert_eq!(LadderTable::of(&ladder, &[]).to_text(), "isolation\nno bot is there yet");
    assert_eq!(ladder.shortage(&["a".to_owned()]), "1 can play isolation, which needs 2");
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
        assert!(trouble.flaw.starts_with(expected), "{text}: {}", trouble.flaw);
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
            let (figure, truth) = (row.strength().unwrap(), ladder.truth(&rows, &row.name));
            (held, of) = (held + u32::from(figure.low <= truth && truth <= figure.high), of + 1);
        }
    }
    // 320 intervals: three standard errors are 3.7 %.
    assert!(f64::from(held) >= 0.91 * f64::from(of), "{held} of {of}");
}

#[test]
fn the_last_games_are_the_same_however_many_rounds_are_remembered_together() {
    let (_, mut rounds) = simulated(2, &[0.0, 50.0, 100.0, 150.0], 60);
    // Bot 0 retires, and bot 1 has faults in its first games only.
    rounds[20..]
        .iter_mut()
        .for_each(|round| round.results.retain(|result| !result.seats.contains(&"bot000".to_owned())));
    for result in rounds[..8].iter_mut().flat_map(|round| &mut round.results) {
        let faulty = (1..).zip(&result.seats).filter(|(_, bot)| *bot == "bot001").map(|(seat, _)| seat);
        result.faults = faulty.map(|seat| SeatFault { seat, fault: Fault::Illegal }).collect();
    }
    let all: Vec<_> = rounds.iter().flat_map(|round| round.results.iter().map(|it| (round.round, it))).rev().collect();
    for together in [1, 7, 25, 60] {
        let mut last = LastGames::default();
        rounds.chunks(together).for_each(|rounds| last.remember(rounds.to_vec()));
        let check = |list: &GameList, bot: Option<&str>, most: usize| {
            let own = all.iter().filter(|(_, result)| bot.is_none_or(|bot| result.seats.iter().any(|it| it == bot)));
            let faults = own.clone().filter(|(_, it)| it.at_fault().any(|other| bot.is_none_or(|bot| bot == other)));
            let known = |game: &RoundGame| (game.round, game.result.clone());
            let expected = |games: &mut dyn Iterator<Item = &(u32, &GameResult)>| {
                games.map(|(round, result)| (*round, (*result).clone())).collect::<Vec<_>>()
            };
            assert_eq!(list.games().map(known).collect::<Vec<_>>(), expected(&mut own.clone().take(most)), "{bot:?}");
            assert_eq!(list.faults().map(known).collect::<Vec<_>>(), expected(&mut faults.take(most / 2)), "{bot:?}");
        };
        check(last.all(), None, 200);
        for bot in ["bot000", "bot001", "bot002", "bot003"] {
            check(last.of_bot(bot).unwrap(), Some(bot), 20);
        }
    }
}

#[test]
fn the_lead_against_a_pool_is_half_the_difference_of_the_shares() {
    let plan = |format: &str| try_plan(&format!("variant = \"isolation\"\n{format}\n[lead]\n[gate]\npool = true"), 4);
    let played = plan("format = \"gauntlet\"\nheroes = 2\nrounds = 3").unwrap();
    let mut fixtures = Fixtures::new(&played.format, 4, 2, played.seatings).unwrap();
    let mut blocks = Vec::new();
    while let Next::One(block) = fixtures.step() {
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
    let mut lead = Lead::new(&played);
    blocks.iter().for_each(|block| _ = lead.hear(block, false));
    assert_eq!((lead.estimate().unwrap().value, lead.shares()), (0.25, &[(0.75, 3)][..]));
    // A round of copies does not count; a round with a copy does.
    blocks.iter().for_each(|block| _ = lead.hear(block, true));
    assert_eq!((lead.shares(), lead.part_that_counts()), (&[(0.75, 3)][..], 0.5));
    blocks.iter().enumerate().for_each(|(place, block)| _ = lead.hear(block, place > 0));
    assert_eq!((lead.shares(), lead.part_that_counts()), (&[(0.75, 4)][..], 4.0 / 9.0));
    let told = plan("rounds = 3").unwrap_err();
    assert!(told.starts_with("pool needs a lead and format = \"gauntlet\" with heroes = 2"), "{told}");
}
