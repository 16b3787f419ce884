//! One life of a simulated daemon with its host, and the record of it.

use std::{
    collections::BTreeMap,
    io,
    time::{Duration, Instant},
};

use arbiter::{
    daemon::{Closing, DaemonEvent, Farewell, HostOutbox, OutboxError, Serving},
    world::WorldClock as _,
};
use crossbeam_channel::Receiver;
use uvi::OwnedLine;

use super::{
    clock::SimulatedClock,
    daemon_crowd::Crowd,
    daemon_host::{HostScript, Leave, NAMES},
    lots::LotSource,
    planted::PlantedBug,
    run::BrokenPromise,
};

/// The number of SIGTERM.
const TERMINATE: i32 = 15;

/// The time after which a host that has left sends a signal, because a daemon may wait for a match for ever.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest time between the end of a match and the end of a wait for it.
const SETTLING: Duration = Duration::from_millis(1);

/// The most rounds of the loop in a life.
const MOST_ROUNDS: u64 = 1_000_000;

/// A time, and the number of turns of the matches at this time before.
pub(super) type Moment = (Duration, u32);

/// A daemon, its matches and its queues.
pub(super) struct SimulatedDaemon {
    pub(super) serving: Serving,
    pub(super) crowd: Crowd,
    pub(super) events: Receiver<DaemonEvent>,
    pub(super) outbox: HostOutbox,
}

/// The things that happened in a life of a daemon.
#[derive(Debug, Default)]
pub(super) struct LifeRecord {
    pub(super) start: Duration,
    /// All lines that have come, and the moments at which the first of them were handled.
    pub(super) lines: Vec<String>,
    pub(super) handled: Vec<Moment>,
    pub(super) end: Moment,
    /// The text that the host has got.
    pub(super) got: String,
    /// True if the host has got all that the daemon told.
    is_whole: bool,
    /// True if `info` may have been dropped.
    may_drop: bool,
    /// The rounds of the loop.
    pub(super) rounds: u64,
}

impl LifeRecord {
    /// The match that a line of the host is about; empty if it is about none.
    fn subject(&self, number: usize) -> &str {
        let word = self.lines.get(number).and_then(|line| line.split(' ').nth(1));
        word.filter(|word| NAMES.contains(word)).unwrap_or_default()
    }

    /// The match that a message is about; empty if it is about none.
    pub(super) fn about<'a>(&'a self, message: &'a str) -> &'a str {
        let mut words = message.split(' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("error"), _, Some("line"), Some(number)) => {
                number.trim_end_matches(':').parse().map_or("", |number: usize| self.subject(number - 1))
            }
            (_, Some(name), ..) if NAMES.contains(&name) => name,
            _ => "",
        }
    }

    /// The line of the host as a daemon hears it that has only this match. Empty lines stand for those of others.
    pub(super) fn line_for(&self, number: usize, name: &str) -> OwnedLine {
        let line = &self.lines[number];
        let is_heard = line.starts_with("debug ") || (self.subject(number) == name && line != "quit" && line != "wait");
        OwnedLine::Text(if is_heard { line.clone() } else { String::new() })
    }

    /// Returns true if the last line that was handled still waits for a match.
    fn waits(&self, crowd: &Crowd) -> bool {
        let last = self.handled.len().checked_sub(1).map_or("", |last| &self.lines[last]);
        last == "wait" && crowd.is_running(None)
            || last.strip_prefix("wait ").is_some_and(|name| crowd.is_running(Some(name)))
    }

    /// The next line to be handled.
    fn held(&self) -> Option<&String> {
        self.lines.get(self.handled.len())
    }

    /// Jumps to the next event.
    fn advance(&mut self, clock: &SimulatedClock) -> Result<(), BrokenPromise> {
        self.rounds += 1;
        if clock.advance(None) && self.rounds < MOST_ROUNDS { Ok(()) } else { Err(BrokenPromise::Hang) }
    }

    /// Compares the messages about a match with those of a daemon that has only this match.
    pub(super) fn compare(&self, name: &str, expected: &[String]) -> Result<(), BrokenPromise> {
        let mut found = self.got.lines().filter(|line| self.about(line) == name).peekable();
        for expected in expected.iter().map(String::as_str).map(Some).chain([None]) {
            match found.peek().copied() {
                line if line == expected => drop(found.next()),
                _ if self.may_drop && expected.is_some_and(|expected| expected.starts_with("info ")) => {}
                None if !self.is_whole => {}
                line => {
                    let show = |line: Option<&str>| format!("{:.160}", line.unwrap_or("nothing"));
                    let text = format!("{name}: expected {}, found {}", show(expected), show(line));
                    return Err(BrokenPromise::Differs(text));
                }
            }
        }
        Ok(())
    }
}

pub(super) struct DaemonLife {
    daemon: SimulatedDaemon,
    lots: LotSource,
    record: LifeRecord,
    /// The lines and other events that come from the host, by time and number.
    coming: BTreeMap<(Instant, usize), Result<String, Leave>>,
    /// The number of what came or is to come.
    number: usize,
    is_input_open: bool,
    /// Ends of matches, each with the time at which the loop hears of it.
    settling: Vec<(Instant, DaemonEvent)>,
    /// The time at which the daemon wants to look around.
    time: Option<Instant>,
    /// The time since which a line is held though the host does not wait.
    stuck: Option<Instant>,
    pipe: HostPipe,
    /// The length of the complete lines that the host has looked at.
    seen: usize,
}

#[derive(Debug, Default)]
struct HostPipe {
    bytes: Vec<u8>,
    room: usize,
    /// The batch that is being written, and the number of its bytes that are in the pipe.
    writing: Option<(String, usize)>,
    is_closed: bool,
    /// The time at which the host stops reading, and the time at which it reads again.
    pause: Option<(Instant, Instant)>,
    got: Vec<u8>,
}

impl HostPipe {
    /// Writes as much as the pipe takes; then the host may read.
    fn flow(&mut self, outbox: &HostOutbox, crowd: &Crowd, lots: &mut LotSource) {
        loop {
            self.writing = self.writing.take().or_else(|| outbox.take().map(|batch| (batch, 0)));
            let Some((batch, done)) = &mut self.writing else { break };
            if self.is_closed {
                outbox.written(batch.len(), Err(io::ErrorKind::BrokenPipe.into()));
            } else {
                let part = &batch.as_bytes()[*done..];
                let part = &part[..part.len().min(self.room - self.bytes.len())];
                self.bytes.extend(part);
                *done += part.len();
                if *done < batch.len() && !crowd.errs(PlantedBug::OutboxCut, 4) {
                    break;
                }
                outbox.written(batch.len(), Ok(()));
            }
            self.writing = None;
        }
        let now = crowd.clock.now();
        if let Some((_, until)) = self.pause.filter(|(from, until)| (*from..*until).contains(&now)) {
            crowd.clock.note(until);
        } else if !self.bytes.is_empty() {
            crowd.clock.note(now + Duration::from_micros(30));
            if !lots.one_in(4) {
                self.got.append(&mut self.bytes);
            }
        }
    }
}

impl DaemonLife {
    pub(super) fn new(daemon: SimulatedDaemon, script: &HostScript, lots: LotSource) -> Self {
        let clock = daemon.crowd.clock;
        let start = clock.now();
        let pause = script.pause.map(|(at, long)| (start + at, start + at + long));
        let (at, leave) = script.end;
        let mut life = Self {
            daemon,
            lots,
            record: LifeRecord { start: clock.elapsed(), may_drop: pause.is_some(), ..LifeRecord::default() },
            coming: BTreeMap::new(),
            number: 0,
            is_input_open: true,
            settling: Vec::new(),
            time: None,
            stuck: None,
            pipe: HostPipe { room: script.pipe, pause, ..HostPipe::default() },
            seen: 0,
        };
        for (at, lines) in &script.bursts {
            lines.iter().for_each(|line| life.come(start + *at, Ok(line.clone())));
        }
        life.come(start + at, if leave == Leave::Quit { Ok("quit".to_owned()) } else { Err(leave) });
        life.come(start + at + PATIENCE, Err(Leave::Signal));
        life
    }

    /// Notes that something comes from the host at this time.
    fn come(&mut self, at: Instant, what: Result<String, Leave>) {
        self.number += 1;
        self.coming.insert((at, self.number), what);
        self.daemon.crowd.clock.note(at);
    }

    /// Lets the daemon serve its host until it ends.
    pub(super) fn live(mut self) -> Result<LifeRecord, BrokenPromise> {
        let ending = loop {
            if let Some(ending) = self.pass_moments()? {
                break ending;
            }
            self.pipe.flow(&self.daemon.outbox, &self.daemon.crowd, &mut self.lots);
            self.react();
            self.check_held()?;
            self.record.advance(self.daemon.crowd.clock)?;
        };
        self.end(ending)
    }

    /// Lets the loop and the matches take turns until nothing is left to do at this time.
    fn pass_moments(&mut self) -> Result<Option<Closing>, BrokenPromise> {
        for turn in 0.. {
            let mut events = if turn == 0 { self.events_of_host() } else { Vec::new() };
            events.extend(self.events_of_matches());
            if turn > 0 && events.is_empty() {
                break;
            }
            for event in events {
                let closing = self.hear(event, turn)?;
                if closing.is_some() {
                    return Ok(closing);
                }
            }
            self.daemon.crowd.act();
        }
        Ok(None)
    }

    fn events_of_host(&mut self) -> Vec<DaemonEvent> {
        let now = self.daemon.crowd.clock.now();
        let mut events = Vec::new();
        while let Some(entry) = self.coming.first_entry().filter(|entry| entry.key().0 <= now) {
            match entry.remove() {
                Ok(line) if self.is_input_open => {
                    self.record.lines.push(line.clone());
                    events.push(DaemonEvent::Line(now, OwnedLine::Text(line)));
                }
                Ok(_) => {}
                Err(Leave::EndOfInput | Leave::Quit) => {
                    self.is_input_open = false;
                    events.push(DaemonEvent::InputEnded);
                }
                Err(Leave::EndOfOutput) => self.pipe.is_closed = true,
                Err(Leave::Signal) => events.push(DaemonEvent::Signal(TERMINATE)),
            }
        }
        events
    }

    fn events_of_matches(&mut self) -> Vec<DaemonEvent> {
        let SimulatedDaemon { crowd, events, .. } = &self.daemon;
        let now = crowd.clock.now();
        for event in events.try_iter() {
            let is_settled = matches!(event, DaemonEvent::Settled(_));
            if is_settled && crowd.errs(PlantedBug::WaiterForgotten, 1) {
                continue;
            }
            let at = now + Duration::from_micros(if is_settled { self.lots.below(50) } else { 0 });
            crowd.clock.note(at);
            self.settling.push((at, event));
        }
        let come = self.settling.extract_if(.., |(at, _)| *at <= now).map(|(_, event)| event);
        come.chain(self.time.take_if(|at| *at <= now).map(|_| DaemonEvent::TimeCame)).collect()
    }

    /// Lets the loop hear an event, and checks that lines are held exactly while the host waits.
    fn hear(&mut self, event: DaemonEvent, turn: u32) -> Result<Option<Closing>, BrokenPromise> {
        let Self { daemon: SimulatedDaemon { serving, crowd, .. }, record, .. } = self;
        let waits = record.waits(crowd);
        let closing = serving.hear(event);
        let handled = serving.handled() as usize;
        if waits && record.waits(crowd) && handled > record.handled.len() {
            return Err(BrokenPromise::Error(format!("{:?} is not held while the host waits", record.held())));
        }
        record.end = (crowd.clock.elapsed(), turn);
        record.handled.resize(handled, record.end);
        self.time = serving.due(crowd.clock.now());
        self.time.into_iter().for_each(|at| crowd.clock.note(at));
        Ok(closing)
    }

    fn check_held(&mut self) -> Result<(), BrokenPromise> {
        let Self { daemon: SimulatedDaemon { crowd, .. }, record, stuck, .. } = self;
        let now = crowd.clock.now();
        match record.held().filter(|_| !record.waits(crowd)) {
            None => *stuck = None,
            Some(line) if now - *stuck.get_or_insert(now) > SETTLING => {
                return Err(BrokenPromise::Error(format!("{line:?} is held, and the match has ended")));
            }
            Some(_) => crowd.clock.note(now + SETTLING + Duration::from_micros(1)),
        }
        Ok(())
    }

    /// Answers messages as a person at a host seat does: with a question for the actions, then with one of them.
    fn react(&mut self) {
        while let Some(long) = self.pipe.got[self.seen..].iter().position(|byte| *byte == b'\n') {
            let line = String::from_utf8_lossy(&self.pipe.got[self.seen..self.seen + long]).into_owned();
            self.seen += long + 1;
            let words: Vec<_> = line.split(' ').collect();
            let answer = match words[..] {
                ["turn", name, seat, ..] => format!("legal {name} {seat}"),
                ["legal", name, seat, _, ..] => format!("play {name} {seat} {}", self.lots.one_of(&words[3..])),
                _ => continue,
            };
            let delay = Duration::from_micros(20 + self.lots.below(3000));
            self.come(self.daemon.crowd.clock.now() + delay, Ok(answer));
        }
    }

    /// Ends the matches and says the last words. Checks the reason of the daemon's end.
    fn end(mut self, ending: Closing) -> Result<LifeRecord, BrokenPromise> {
        let SimulatedDaemon { serving, crowd, outbox, .. } = self.daemon;
        let clock = crowd.clock;
        let leaving = serving.close();
        let mut farewell = None;
        let closing = loop {
            crowd.act();
            self.pipe.flow(&outbox, &crowd, &mut self.lots);
            if leaving.iter().all(|game| game.is_finished()) {
                let farewell = farewell.get_or_insert_with(|| Farewell::new(ending, clock.now(), &outbox));
                if let Some(closing) = farewell.look(clock.now(), &outbox) {
                    break closing;
                }
            }
            clock.note(clock.now() + Duration::from_millis(5));
            self.record.advance(clock)?;
        };
        clock.forget();
        let HostPipe { bytes, mut got, is_closed, pause, .. } = self.pipe;
        got.extend(bytes);
        let mut record = self.record;
        record.is_whole = outbox.unsent() == 0 && outbox.loss().is_none();
        if !record.is_whole {
            // The last line may be cut.
            got.truncate(got.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        }
        record.got = String::from_utf8_lossy(&got).into_owned();
        let is_right = match closing {
            Closing::Quit => record.is_whole || is_closed,
            Closing::Signal(signal) => signal == TERMINATE,
            Closing::OutputLost(OutboxError::Unread(_)) => pause.is_some(),
            Closing::OutputLost(OutboxError::Closed | OutboxError::Failed(_)) => false,
        };
        if is_right { Ok(record) } else { Err(BrokenPromise::Error(format!("the daemon ends with {closing:?}"))) }
    }
}
