//! The hosts of a simulated daemon: the lines that they say, in bursts, and the times at which they stop reading and go.

use std::time::Duration;

use arbiter::daemon::OutboxLimits;

use super::{bots::Conduct, lots::LotSource};

/// The names of the matches.
pub(crate) const NAMES: [&str; 4] = ["m1", "m2", "m3", "m4"];

/// The words of short matches.
const VARIANTS: [&str; 6] = [
    "katarenga",
    "isolation",
    "orwell seats 3 maxrounds 6",
    "cat-chess seats 3 maxrounds 6",
    "french-revolution",
    "chess",
];

/// Lines that a host says at any time; `{m}` stands for a match.
const LINES: &str = "start {m}/legal {m} 1/legal {m} 2 places/position {m}/position {m} 2/history {m}/history {m} 1/\
                     show {m}/picture {m} 1/stop {m}/drop {m}/wait {m}/wait {m}/wait/resign {m} 1/undo {m} 1/undo {m} to 3/\
                     analyse {m}/keep {m} on/takebacks {m} on/onfault {m} retry 2 random/clock {m} movetime 80/\
                     patience {m} quit 300/play {m} 1 zz9/seat {m} 9 host/newmatch {m} variant nosuch/clock {m} time soon/\
                     watch {m} nothing.jsonl/log {m} nowhere-{m}.jsonl/wait nosuch/start nosuch/debug on/debug off/isready/\
                     uvi 1/uvi 9/hello//describe";

/// A host of the daemon: one life of the daemon.
#[derive(Debug, Clone)]
pub(crate) struct HostScript {
    /// The lines that the host says at once, with their times since the start.
    pub(crate) bursts: Vec<(Duration, Vec<String>)>,
    /// The time at which the host leaves, and the manner.
    pub(crate) end: (Duration, Leave),
    /// The time at which the host stops reading, and the time for which it reads nothing.
    pub(crate) pause: Option<(Duration, Duration)>,
    pub(crate) limits: OutboxLimits,
    /// The number of bytes that the pipe to the host holds.
    pub(crate) pipe: usize,
}

/// The manner in which a host leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leave {
    /// Says `quit`.
    Quit,
    /// Closes the daemon's input.
    EndOfInput,
    /// Closes the daemon's output.
    EndOfOutput,
    /// Sends SIGTERM.
    Signal,
}

impl HostScript {
    /// Draws the hosts that come one after another, if this seed is one of a daemon. Their draw is separate, so that the
    /// other seeds keep their tournaments.
    pub(crate) fn draw(seed: u64) -> Vec<Self> {
        let mut lots = LotSource::new(seed ^ 0xdae_0000);
        if !lots.one_in(8) {
            return Vec::new();
        }
        let is_innocent = lots.one_in(2);
        let setups: Vec<_> = NAMES.iter().map(|name| setup(name, &mut lots, is_innocent)).collect();
        (0..=lots.below(3)).map(|life| Self::draw_one(&mut lots, &setups, life > 0)).collect()
    }

    fn draw_one(lots: &mut LotSource, setups: &[Vec<String>], was_here: bool) -> Self {
        let micros = |lots: &mut LotSource, most| Duration::from_micros(lots.below(most));
        let mut bursts = Vec::new();
        let count = 1 + lots.below(NAMES.len() as u64) as usize;
        for (name, setup) in NAMES.iter().zip(setups).take(count) {
            let mut lines = setup.clone();
            if was_here && lines.ends_with(&[format!("keep {name} on")]) && !lots.one_in(4) {
                lines = vec![format!("resume {name} /daemon/{name}.jsonl"), format!("keep {name} on")];
            }
            lines.push(format!("start {name}"));
            bursts.push((micros(lots, 20_000), lines));
        }
        let all: Vec<_> = LINES.split('/').collect();
        for _ in 0..lots.below(30) {
            let line = |lots: &mut LotSource| {
                let name = *lots.one_of(&NAMES[..count]);
                lots.one_of(&all).replace("{m}", name)
            };
            let lines = match lots.below(12) {
                0 => vec![line(lots); 20 + lots.below(200) as usize],
                _ => (0..=lots.below(6)).map(|_| line(lots)).collect(),
            };
            bursts.push((micros(lots, 300_000), lines));
        }
        bursts.sort_by_key(|(at, _)| *at);
        let leaves = [Leave::Quit, Leave::EndOfInput, Leave::EndOfOutput, Leave::Signal];
        let end = (micros(lots, 500_000), *lots.one_of(&leaves));
        let pause = lots.one_in(2).then(|| {
            let long = if lots.one_in(3) { Duration::from_secs(1000) } else { micros(lots, 400_000) };
            (micros(lots, 300_000), long)
        });
        let (batch, give_up) = (1 << (10 + lots.below(5)), 1 << (13 + lots.below(8)));
        let limits = match pause {
            Some(_) => OutboxLimits { drop_info: give_up / 2, give_up, batch },
            None => OutboxLimits { batch, ..OutboxLimits::default() },
        };
        Self { bursts, end, pause, limits, pipe: 1 << (9 + lots.below(8)) }
    }

    /// Hosts that do a little less: without one of them, one of the bursts, or one of the pauses.
    pub(crate) fn smaller(hosts: &[Self]) -> Vec<Vec<Self>> {
        let mut found = Vec::new();
        for (place, host) in hosts.iter().enumerate() {
            let with = |changed: Option<Self>| [&hosts[..place], changed.as_slice(), &hosts[place + 1..]].concat();
            found.extend((hosts.len() > 1).then(|| with(None)));
            found.extend(host.pause.map(|_| with(Some(Self { pause: None, ..host.clone() }))));
            found.extend((0..host.bursts.len()).map(|burst| {
                let mut smaller = host.clone();
                smaller.bursts.remove(burst);
                with(Some(smaller))
            }));
        }
        found
    }
}

/// The lines that make a match.
fn setup(name: &str, lots: &mut LotSource, is_innocent: bool) -> Vec<String> {
    let variant = *lots.one_of(&VARIANTS);
    let seats = if variant.contains("seats 3") { 3 } else { 2 };
    let (word, options) = variant.split_once(' ').unwrap_or((variant, ""));
    let options = options.replace("seats 3", &format!("seats 3 seed {:x}", lots.next()));
    let options = if options.is_empty() { format!("seed {:x}", lots.next()) } else { options };
    let mut lines = vec![format!("newmatch {name} variant {word} {options}")];
    for seat in 1..=seats {
        let conduct = if lots.one_in(2) { Conduct::draw(lots, is_innocent) } else { "steady" };
        lines.push(match lots.one_in(6) {
            true => format!("seat {name} {seat} host"),
            false => format!("seat {name} {seat} bot /simulated {name} {seat} {conduct}"),
        });
    }
    let clock = if is_innocent && lots.one_in(3) { "none" } else { "movetime 100" };
    lines.push(format!("clock {name} {clock}"));
    if !lots.one_in(4) {
        lines.push(format!("log {name} /daemon/{name}.jsonl"));
    }
    if !lots.one_in(3) {
        lines.push(format!("keep {name} on"));
    }
    lines
}
