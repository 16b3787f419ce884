//! The arbiter is killed by one of its own bots, when the bot is asked and after it has answered.

use std::{fs, os::unix::fs::PermissionsExt, thread};

use testkit::{
    boards::Board,
    processes::{eventually, scratch, survivors},
    program_word,
};

use super::{
    few_variants, finished, go_on,
    opening::{any, opening},
    play, run, variants,
};

/// The bot of each seat takes its mode from an environment variable and not from its command line. So the log is the
/// same in all modes.
const BOT: &str = "#!/bin/sh\nseat=$1\nshift\nbot=FAULTY\neval \"exec \\\"\\$bot\\\" --pick any \\$SEAT_$seat $*\"\n";

/// Kills the arbiter at each decision of a short game, and resumes the match each time. Returns the number of kills.
#[track_caller]
fn kill_at_every_decision(board: &Board) -> usize {
    let word = board.variant.word();
    let dir = scratch(&format!("kills-{word}"));
    let bot = dir.join("bot");
    fs::write(&bot, BOT.replace("FAULTY", &program_word("arbiter-faulty"))).unwrap();
    fs::set_permissions(&bot, PermissionsExt::from_mode(0o755)).unwrap();
    let bot = format!("{} {{seat}}", testkit::word(&bot));
    let opening = opening(board, super::SEED.parse().unwrap(), any);
    let whole = dir.join("whole.jsonl");
    assert_eq!(run(&mut play(board, &opening, &bot, &whole)), (Some(0), String::new()), "{word}");
    let whole = finished(&whole);
    let mut kills = 0;
    for seat in 1..=board.seats {
        for after in 0.. {
            let mut killed = false;
            for moment in ["thinking", "idle"] {
                let log = dir.join(format!("{seat}-{after}-{moment}.jsonl"));
                let mode = format!("--mode kill-arbiter --at {moment} --after {after}");
                let mut command = play(board, &opening, &bot, &log);
                // No kill loses a record, whatever was synced.
                command.args(["--sync", ["game", "off", "event"][kills % 3]]);
                let (code, err) = run(command.env(format!("SEAT_{seat}"), mode));
                if code.is_none() {
                    killed = true;
                    kills += 1;
                    // After the last answer, the arbiter may have written the result before it was killed.
                    let all = fs::read_to_string(&log).unwrap() == whole;
                    let expected = if all { Some(4) } else { Some(0) };
                    let (code, err) = run(&mut go_on(&log));
                    assert_eq!(code, expected, "{word}: {}: {err}", log.display());
                    assert!(!all || err.ends_with(": the match is finished, so there is nothing to resume\n"), "{err}");
                } else {
                    assert_eq!((code, err.as_str()), (Some(0), ""), "{word}: {}", log.display());
                }
                assert_eq!(finished(&log), whole, "{word}: {}", log.display());
            }
            // The bot was asked at most `after` times, so no later kill can happen.
            if !killed {
                break;
            }
        }
    }
    eventually("no process is left", || survivors(dir.to_str().unwrap()).is_empty());
    kills
}

#[test]
fn a_killed_arbiter_goes_on_from_every_decision() {
    thread::scope(|scope| {
        let spawn = |board| (board, scope.spawn(move || kill_at_every_decision(&board)));
        let kills: Vec<_> = few_variants().into_iter().map(spawn).collect();
        for (board, kills) in kills {
            let kills = kills.join().unwrap();
            // At least the last question gave a kill.
            assert!(kills > 0, "{} was never killed", board.variant.word());
        }
    });
}

#[test]
fn an_arbiter_that_was_killed_before_the_match_began_has_lost_nothing() {
    let board = variants()[0];
    let dir = scratch("kills-early");
    let faulty = program_word("arbiter-faulty");
    let opening = opening(&board, super::SEED.parse().unwrap(), any);
    for moment in ["start", "greeting", "ready", "newgame"] {
        let log = dir.join(format!("{moment}.jsonl"));
        let bot = format!("{faulty} --mode kill-arbiter --at {moment}");
        assert_eq!(run(&mut play(&board, &opening, &bot, &log)).0, None);
        assert_eq!(fs::read_to_string(&log).unwrap(), "", "{moment}: nothing has happened");
        let (code, err) = run(&mut go_on(&log));
        assert_eq!(code, Some(4), "{moment}: {err}");
        let how = format!("remove it and {}, and start the match again", super::seed_of(&log).display());
        assert!(err.contains(&format!("{}: ", log.display())) && err.contains(&how), "{moment}: {err}");
    }
}
