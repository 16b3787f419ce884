//! Tests of a daemon under load: many matches at once, or many in sequence. Measures the resources of the daemon, and
//! panics if the daemon misbehaves.

use std::{
    collections::VecDeque,
    fs,
    time::{Duration, Instant},
};

use crate::{
    boards::{self, Board},
    footprint::Footprint,
    processes::{eventually, marker, scratch, survivors},
    session::{Session, faulty},
    word,
};

/// The number of simultaneous matches in a long day.
const LANES: usize = 8;

/// The number of measurements of the resources in a long day.
const LOOKS: usize = 10;

/// The growth of memory in bytes that is allowed after the first tenth of the day. An allocator keeps this much.
const GROWTH: u64 = 4 << 20;

#[derive(Debug, Clone)]
pub struct Load {
    pub matches: usize,
    pub took: Duration,
    /// The footprint before the first match.
    pub before: Footprint,
    /// The largest footprint while matches ran.
    pub most: Footprint,
    /// The footprint after each tenth of the matches, without running matches.
    pub looks: Vec<Footprint>,
}

/// Returns the lines that set up and start a match without tight limits.
fn lines(name: &str, board: &Board, seed: usize, bots: &[String]) -> String {
    let mut lines = format!("newmatch {name} {}\n", board.words(u32::try_from(seed).unwrap()));
    for seat in 1..=board.seats {
        let bot = &bots[usize::from(seat - 1) % bots.len()];
        lines.push_str(&format!("seat {name} {seat} bot {bot}\n"));
    }
    lines + &format!("clock {name} none\npatience {name} greet 600000 ready 600000 quit 600000\nstart {name}\n")
}

/// Checks that a line reports no fault, error or abort, because all bots are good.
#[track_caller]
fn check_line(line: &str) {
    let wrong = ["fault ", "error ", "vacated "].iter().any(|verb| line.starts_with(verb));
    let aborted = line.starts_with("over ") && line.ends_with(" abort");
    assert!(!wrong && !aborted, "{line}");
}

/// Plays many matches at once, of every variant in turn. No match continues before all have started.
#[track_caller]
pub fn crowd(matches: usize) -> Load {
    let marker = marker("crowd");
    // The first decision of each match waits for this file.
    let all_started = scratch("crowd").join("all-started");
    let held = format!("held --dir {} --pick any", word(&all_started));
    let bots = [faulty(&held, &marker), faulty("good --pick any", &marker)];
    let boards = boards::all();
    let mut session = Session::start();
    session.ask("");
    let before = Footprint::by(&session.proc());
    let begin = Instant::now();
    let text: String = (0..matches)
        .map(|number| lines(&format!("m{number}"), &boards[number % boards.len()], number, &bots))
        .collect();
    session.say(text);
    let mut most = before;
    let (mut started, mut over, mut heard) = (0, 0, 0);
    while over < matches {
        let line = session.line();
        check_line(&line);
        over += usize::from(line.starts_with("over "));
        if line.starts_with("started ") {
            started += 1;
            if started == matches {
                assert_eq!(over, 0, "a match has ended before all have started");
                fs::write(&all_started, "").unwrap();
            }
        }
        heard += 1;
        if heard % 256 == 0 {
            most = most.most(Footprint::by(&session.proc()));
        }
    }
    let took = begin.elapsed();
    let after = empty(&mut session, (0..matches).map(|number| format!("m{number}")), &marker, before);
    Load { matches, took, before, most, looks: vec![after] }
}

/// Plays many short matches, at most eight at once. Drops a match after eight more matches have ended.
#[track_caller]
pub fn day(matches: usize) -> Load {
    let marker = marker("day");
    let bots = [faulty("good --pick any", &marker)];
    let boards = boards::all();
    let mut session = Session::start();
    session.ask("");
    let before = Footprint::by(&session.proc());
    let begin = Instant::now();
    let (mut most, mut looks, mut begun) = (before, Vec::new(), 0);
    for look in 1..=LOOKS {
        let end = matches * look / LOOKS;
        let mut running = 0;
        let mut done = VecDeque::new();
        while begun < end || running > 0 {
            if begun < end && running < LANES {
                session.say(lines(&format!("m{begun}"), &boards[begun % boards.len()], begun, &bots));
                begun += 1;
                running += 1;
                continue;
            }
            let line = session.line();
            check_line(&line);
            if let Some(rest) = line.strip_prefix("over ") {
                running -= 1;
                done.extend(rest.split(' ').next().map(str::to_owned));
            }
            // A match is dropped a little later, because its bots need time to leave.
            if done.len() > LANES {
                session.say(format!("drop {}", done.pop_front().unwrap()));
            }
        }
        most = most.most(Footprint::by(&session.proc()));
        looks.push(empty(&mut session, done.into_iter(), &marker, before));
        session.forget();
    }
    let (first, last) = (looks[0], looks[LOOKS - 1]);
    assert!(last.memory <= first.memory + GROWTH, "its memory grows: {looks:?}");
    Load { matches, took: begin.elapsed(), before, most, looks }
}

/// Plays many matches in sequence, and drops none.
#[track_caller]
pub fn kept(matches: usize) {
    let bots = [faulty("good --pick any", &marker("kept"))];
    let boards = boards::all();
    let mut session = Session::start();
    session.ask("");
    let before = Footprint::by(&session.proc());
    for number in 0..matches {
        session.say(lines(&format!("m{number}"), &boards[number % boards.len()], number, &bots));
        check_line(&session.until("over "));
    }
    // The daemon may not have closed the last matches yet, and their bots may still be leaving.
    let few = || Footprint::by(&session.proc()).descriptors < before.descriptors + matches / 2;
    eventually("matches that are over hold nothing", few);
}

/// Drops these matches and waits until their bots are gone and the daemon has as many descriptors and threads as
/// before. Returns the footprint.
#[track_caller]
fn empty(session: &mut Session, names: impl Iterator<Item = String>, marker: &str, before: Footprint) -> Footprint {
    let drops: String = names.map(|name| format!("drop {name}\n")).collect();
    assert_eq!(session.ask(drops), Vec::<String>::new());
    eventually("no process is left", || survivors(marker).is_empty());
    let mut now = before;
    eventually("descriptors and threads are given back", || {
        now = Footprint::by(&session.proc());
        now.gave_back(before)
    });
    now
}
