//! One daemon under load: many matches at once, and many one after another. What it held meanwhile comes back as
//! figures; what must not be makes it panic.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use crate::{
    boards::{self, Board},
    footprint::Footprint,
    processes::{eventually, marker, survivors},
    session::{Session, faulty},
};

/// How long one bot of each match takes for its first decision, for each match that is to be started meanwhile.
const START_MS: usize = 40;

/// How many matches of a long day run at once.
const LANES: usize = 8;

/// How often on a long day it is looked at what the daemon holds.
const LOOKS: usize = 10;

/// How much more memory it may hold at the end of the day than after its first tenth: what an allocator keeps.
const GROWTH: u64 = 4 << 20;

/// What came of many matches.
#[derive(Debug, Clone)]
pub struct Load {
    pub matches: usize,
    pub took: Duration,
    /// Before the first match.
    pub before: Footprint,
    /// The most while they ran.
    pub most: Footprint,
    /// After each tenth of them, when none was running.
    pub looks: Vec<Footprint>,
}

/// The lines that make a match and start it. Nobody is late.
fn lines(name: &str, board: &Board, seed: usize, bots: &[String]) -> String {
    let mut lines = format!("newmatch {name} {}\n", board.words(u32::try_from(seed).unwrap()));
    for seat in 1..=board.seats {
        let bot = &bots[usize::from(seat - 1) % bots.len()];
        lines.push_str(&format!("seat {name} {seat} bot {bot}\n"));
    }
    lines + &format!("clock {name} none\npatience {name} greet 600000 ready 600000 quit 600000\nstart {name}\n")
}

/// What is told of a match has no fault of the referee's own doing in it.
#[track_caller]
fn check_line(line: &str) {
    let wrong = ["fault ", "error ", "vacated "].iter().any(|verb| line.starts_with(verb));
    let aborted = line.starts_with("over ") && line.ends_with(" abort");
    assert!(!wrong && !aborted, "{line}");
}

/// Plays many matches at once, of every variant in turn: none continues before all have started.
#[track_caller]
pub fn crowd(matches: usize) -> Load {
    let marker = marker("crowd");
    let slow = format!("late-once --delay-ms {} --pick any", START_MS * matches);
    let bots = [faulty(&slow, &marker), faulty("good --pick any", &marker)];
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
    let (mut started, mut over, mut at_once, mut heard) = (0, 0, 0, 0);
    while over < matches {
        let line = session.line();
        check_line(&line);
        started += usize::from(line.starts_with("started "));
        over += usize::from(line.starts_with("over "));
        at_once = at_once.max(started - over);
        heard += 1;
        if heard % 256 == 0 {
            most = most.most(Footprint::by(&session.proc()));
        }
    }
    assert!(at_once * 4 >= matches * 3, "only {at_once} of {matches} matches ran at once");
    let took = begin.elapsed();
    let after = empty(&mut session, (0..matches).map(|number| format!("m{number}")), &marker, before);
    Load { matches, took, before, most, looks: vec![after] }
}

/// Plays many short matches, some at once, each dropped when it is over.
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
            // What is over is dropped a little later, when its bots have had time to leave.
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

/// Plays many matches one after another, and drops none.
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
    // The last ones may not have been looked at yet, and the bots of the last may be leaving.
    let few = || Footprint::by(&session.proc()).descriptors < before.descriptors + matches / 2;
    eventually("matches that are over hold nothing", few);
}

/// Drops these matches, and gives what the daemon holds when their bots are gone: no more descriptors and threads than
/// before, and no process.
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
