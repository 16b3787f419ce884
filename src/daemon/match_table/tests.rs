//! Tests of the match table with host seats only: no bot, no process.

use std::path::PathBuf;

use crossbeam_channel::unbounded;
use testkit::processes::scratch;
use uvi::{SeatPlayer, Value};
use uvi_games::{game::Seat, games::REGISTRY};
use uvi_match::record;

use super::*;
use crate::{
    bot::{BotProcess, Bots, Launch, StartError},
    daemon::{OutboxLimits, started_match::MatchThreads},
    world::{DISK, OpenMode, RealClock},
};

#[derive(Debug)]
struct NoBots;

impl Bots for NoBots {
    fn start(&self, _: &Launch) -> std::result::Result<Box<dyn BotProcess>, StartError> {
        Err(StartError::NoProgram)
    }

    fn have_room_for(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }
}

fn empty_table() -> MatchTable {
    let (sender, _) = unbounded();
    let outbox = HostOutbox::new(OutboxLimits::default(), sender.clone());
    let world = DaemonWorld {
        registry: REGISTRY,
        sync: uvi::Sync::Off,
        disk: DISK,
        clock: &RealClock,
        bots: Arc::new(NoBots),
        starter: Box::new(MatchThreads),
    };
    MatchTable::new(world, outbox, sender)
}

fn say(table: &mut MatchTable, line: &str) -> Result<()> {
    table.handle(&Origin::default(), line.parse().unwrap()).map(drop)
}

fn end(table: MatchTable) {
    table.close().into_iter().for_each(|played| drop(played.join()));
}

/// The log of a match among host seats that was kept when its host left. Seat 1 has resigned, and seat 2 was asked.
fn kept(name: &str) -> PathBuf {
    let log = scratch(name).join("m.jsonl");
    let mut table = empty_table();
    let written = format!("log m {}", Value::new(log.to_str().unwrap()));
    for line in ["newmatch m variant orwell seed 2a", "seat m 1 host", "seat m 2 host", "seat m 3 host", "keep m on"] {
        say(&mut table, line).unwrap();
    }
    for line in [&written, "start m", "resign m 1"] {
        say(&mut table, line).unwrap();
    }
    end(table);
    log
}

fn resumed(log: &Path) -> MatchTable {
    let mut table = empty_table();
    say(&mut table, &format!("resume m {}", Value::new(log.to_str().unwrap()))).unwrap();
    table
}

#[test]
fn a_match_resumes_with_the_settings_of_its_log() {
    let log = kept("resumed-settings");
    let mut table = resumed(&log);
    for line in [
        "setposition m x",
        "seat m 1 host",
        "seat m 1 bot x",
        "seatoption m 1 name depth value 3",
        "seatset m 1 nice 1",
        "clock m movetime 300",
        "clock m seat 1 none",
        "patience m greet 1",
        "onfault m random",
        "takebacks m on",
        "log m other.jsonl",
    ] {
        let refused = say(&mut table, line).expect_err(line);
        assert_eq!(refused.code(), ErrorCode::AlreadyRunning, "{line}: {refused}");
    }
    for line in ["keep m on", "debug on", "position m", "history m 2", "start m", "stop m"] {
        say(&mut table, line).unwrap();
    }
    end(table);
    let text = DISK.read(&log).unwrap();
    assert!(record::verify(REGISTRY, &text, None).unwrap().result.is_some());
    // An arbiter that was killed after its last write may have left the seed.
    let seed = log.with_extension("jsonl.seed");
    DISK.write(&seed, OpenMode::NewPrivate).unwrap();
    let refused = say(&mut empty_table(), &format!("resume m {}", Value::new(log.to_str().unwrap()))).unwrap_err();
    assert!(refused.to_string().ends_with(": the match is finished, so there is nothing to resume"), "{refused}");
    assert!(DISK.read(&seed).is_err() && DISK.read(&log).unwrap() == text);
}

#[test]
fn a_resumed_match_is_analysed_where_it_resumes() {
    let log = kept("resumed-analysis");
    let refused = say(&mut resumed(&log), "analyse m").unwrap_err();
    assert_eq!(refused.to_string(), "expected a seat with a bot, but seat 2 has none");
    let mut setup = Setup::resume(DISK, REGISTRY, Word::new("m").unwrap(), &log, None).unwrap();
    for seat in [1, 2] {
        setup.set_player(seat, &SeatPlayer::Bot(Text::new("bot"))).unwrap();
    }
    let prepared = setup.prepare_analysis().unwrap();
    assert_eq!(prepared.settings.start.position(), setup.course().unwrap().position(None));
    assert!(prepared.resumed.is_none() && prepared.journal.is_none());
    let starts = [Seat::ONE, Seat::TWO].map(|seat| prepared.launches[seat].is_some());
    assert_eq!(starts, [false, true], "seat 1 has left");
    let hidden = prepared.launches[Seat::TWO].as_ref().map(|launch| launch.hidden.to_vec()).unwrap();
    assert!(hidden.iter().any(|path| path.ends_with("m.jsonl.seed")), "{hidden:?}");
}
