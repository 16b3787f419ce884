//! The schedule of a simulated tournament: its games, and the events that happen to the arbiter.

use std::{io, time::Duration};

use uvi::{Seed, Sync};
use uvi_cup::{Plan, RunnerCommand, file};
use uvi_games::games::REGISTRY;

use super::{bots::Conduct, daemon_host::HostScript, lots::LotSource};

/// A tournament and all events that happen to it, drawn from a seed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Schedule {
    /// The seed of the bots, of the disk and of the draw.
    pub seed: u64,
    /// The text of the tournament file.
    pub(crate) text: String,
    pub(crate) mode: PlayMode,
    /// The word of each bot's conduct.
    pub(crate) conducts: Vec<&'static str>,
    /// The number of games at once.
    pub(crate) concurrency: usize,
    /// The most games that a thread plays at once.
    pub(crate) together: usize,
    /// On average, a thread is busy with something else after one look in this number. 0: never.
    pub(crate) busy: u64,
    /// On average, one start of a game in this number lacks a descriptor. 0: no start does.
    pub(crate) shortage: u64,
    /// The mean time for which a bot thinks, in milliseconds. 0: up to 5 ms.
    pub(crate) thinking: u64,
    /// The occasions on which logs are synced.
    pub(crate) sync: Sync,
    /// The fates of the first lives of the arbiter. Later lives are undisturbed.
    pub fates: Vec<Fate>,
    /// The hosts of a daemon, one after another. If there are any, a daemon runs and no tournament is played.
    pub(crate) hosts: Vec<HostScript>,
}

/// The way in which a tournament is played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum PlayMode {
    /// In one folder.
    #[default]
    Whole,
    /// First a smaller tournament with this file, for at most this number of lives of the arbiter.
    Grown(String, usize),
    /// In this number of shards, each on its own machine.
    Shards(u32, DiskSharing),
    /// Only its first game, as a match with a log and a host.
    Match,
}

/// The sharing of the disk between machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DiskSharing {
    /// All machines have the same disk.
    Shared,
    /// Each machine has its own disk, and a person copies folders between them.
    Apart,
}

/// The things that happen during one life of the arbiter.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Fate {
    /// The operation on the disk with which the arbiter dies, and the manner of its death. Operations are counted from
    /// the start of the arbiter.
    pub(crate) death: Option<(u64, Death)>,
    /// An operation on the disk that fails, with its error.
    pub(crate) failure: Option<(u64, io::ErrorKind)>,
    /// The operation on the disk before which another machine merges, if the disk of the shards is shared.
    pub(crate) merge: Option<u64>,
    /// Commands, with their times since the start.
    pub(crate) commands: Vec<(Duration, RunnerCommand)>,
}

/// The manner in which the arbiter dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Death {
    /// The arbiter is killed. The disk keeps everything.
    Kill,
    /// The machine loses its power. The disk keeps the durable state.
    PowerCut,
}

/// The lines of a tournament file that choose the variant. The games are quick. Among them are games of two and of
/// three seats, games with dice, and games with simultaneous choices.
const VARIANTS: [&str; 6] = [
    "variant = \"katarenga\"\n",
    "variant = \"isolation\"\n",
    "variant = \"orwell\"\nseats = 3\n",
    "variant = \"cat-chess\"\nseats = 3\n",
    "variant = \"french-revolution\"\n",
    "variant = \"chess\"\n",
];

/// The clock of bots that answer at once, for each decision or, beside busy threads, for the whole game.
const MOVE_CLOCK: &str = "clock = \"movetime 100\"";
const GAME_CLOCK: &str = "clock = \"time 300\"";

impl Schedule {
    /// Draws a schedule.
    pub(crate) fn draw(seed: u64) -> Self {
        let mut lots = LotSource::new(seed);
        let variant = *lots.one_of(&VARIANTS);
        let is_pair = !variant.contains("seats");
        let format = match lots.below(7) {
            0 => "format = \"swiss\"\nrounds = 3\n",
            1 if is_pair => "format = \"knockout\"\n",
            2 => "format = \"gauntlet\"\nrounds = 2\n",
            3 if is_pair => "rounds = 30\n[sprt]\nelo0 = 0\nelo1 = 200\n",
            4 if is_pair => "rounds = 30\n[sprt]\nelo0 = 0\nelo1 = 200\n[gate]\n",
            _ => "rounds = 2\n",
        };
        let is_tested = format.contains("sprt");
        let bots = if is_tested { 2 } else { 3 + lots.below(3) as usize };
        // Half of all tournaments have innocent bots only, so that any fault is a mistake of the arbiter.
        let is_innocent = lots.one_in(2);
        let mut conduct = |bot: usize| match bot > 0 && lots.one_in(2) {
            true => Conduct::draw(&mut lots, is_innocent),
            false => "steady",
        };
        let conducts: Vec<_> = (0..bots).map(&mut conduct).collect();
        let (keys, test) =
            format.split_once('[').map_or((format, String::new()), |(keys, test)| (keys, format!("[{test}")));
        let restart = if lots.one_in(3) { "restart = \"on\"\n" } else { "" };
        let sync = if lots.one_in(4) { Sync::Event } else { Sync::Game };
        let most = 4 + lots.below(12);
        // Without a clock, nothing but its bots wakes a game.
        let clock = if is_innocent && most.is_multiple_of(3) { "clock = \"none\"" } else { MOVE_CLOCK };
        let head = format!("{variant}{keys}{restart}{clock}\nseed = \"{seed:032x}\"\n");
        let mut tail = format!("[adjudication]\nmax-decisions = {most}\n{test}");
        // A path, so that nobody looks on this machine for a program of that name.
        for (bot, name) in conducts.iter().enumerate() {
            tail.push_str(&format!("[[bot]]\nname = \"b{bot}\"\ncommand = \"/simulated {name}\"\n"));
        }
        let text = format!("{head}{tail}");
        let mode = match lots.below(8) {
            0 if keys == "rounds = 2\n" => {
                let smaller = match text.rsplit_once("[[bot]]") {
                    Some((fewer, _)) if bots > 3 => fewer.to_owned(),
                    Some(_) | None => text.replace(keys, "rounds = 1\n"),
                };
                PlayMode::Grown(smaller, 1 + lots.below(3) as usize)
            }
            0 | 1 => PlayMode::Match,
            2 => PlayMode::Shards(1 + lots.below(4) as u32, DiskSharing::Shared),
            3 => PlayMode::Shards(1 + lots.below(4) as u32, DiskSharing::Apart),
            _ => PlayMode::Whole,
        };
        let most = if matches!(mode, PlayMode::Shards(..)) { 16 } else { 6 };
        let fates = (0..lots.below(most)).map(|_| Fate::draw(&mut lots)).collect();
        let shortage = if lots.one_in(4) { 4 + lots.below(20) } else { 0 };
        let concurrency = 1 + lots.below(6) as usize;
        let hosts = HostScript::draw(seed);
        let together = 1 + lots.below(4) as usize;
        // An answer that is late may be there when a busy thread looks at last, and counts then.
        let busy = if is_innocent && lots.one_in(2) { 4 + lots.below(20) } else { 0 };
        let drawn =
            Self { seed, text, mode, conducts, concurrency, together, busy, shortage, thinking: 0, sync, fates, hosts };
        // Time that a bot pays for a busy thread adds up only on a clock for the whole game.
        if busy > 0 { drawn.with_clock(MOVE_CLOCK, GAME_CLOCK) } else { drawn }
    }

    /// Returns the schedule with bots that think for `ms` milliseconds on average, and have ten times as long. The hosts of
    /// a daemon set clocks of their own, so there nothing changes.
    #[must_use]
    pub(crate) fn thinking(self, ms: u64) -> Self {
        if !self.hosts.is_empty() {
            return self;
        }
        let longer = self.with_clock(MOVE_CLOCK, &format!("clock = \"movetime {}\"", ms * 10));
        Self { thinking: ms, ..longer.with_clock(GAME_CLOCK, &format!("clock = \"time {}\"", ms * 30)) }
    }

    fn with_clock(mut self, clock: &str, new: &str) -> Self {
        self.text = self.text.replace(clock, new);
        if let PlayMode::Grown(text, _) = &mut self.mode {
            *text = text.replace(clock, new);
        }
        self
    }

    /// True if a bot does nothing wrong.
    pub(crate) fn is_innocent(&self, bot: usize) -> bool {
        self.conducts.get(bot).is_some_and(|word| Conduct::is_innocent(word))
    }

    /// The plan of the tournament. Returns an error if the text is not a valid tournament file.
    pub(crate) fn plan(&self) -> Result<Plan, String> {
        plan_of(&self.text)
    }

    /// The plan of the smaller tournament that is played first, and the lives of the arbiter until it grows. Fails as
    /// [`plan`](Self::plan) does.
    pub(crate) fn smaller_plan(&self) -> Result<Option<(Plan, usize)>, String> {
        match &self.mode {
            PlayMode::Grown(text, lives) => plan_of(text).map(|plan| Some((plan, *lives))),
            PlayMode::Whole | PlayMode::Shards(..) | PlayMode::Match => Ok(None),
        }
    }
}

fn plan_of(text: &str) -> Result<Plan, String> {
    let file = file::read(text).map_err(|trouble| trouble.flaw)?;
    file.plan_alone(REGISTRY, Seed([7; 16])).map_err(|trouble| trouble.flaw)
}

impl Fate {
    fn draw(lots: &mut LotSource) -> Self {
        // Deaths come early and late: the first operations make the folder.
        let most = *lots.one_of(&[20, 60, 200, 1000]);
        let death = match lots.below(5) {
            0 => None,
            1 | 2 => Some((1 + lots.below(most), Death::Kill)),
            _ => Some((1 + lots.below(most), Death::PowerCut)),
        };
        let errors = [io::ErrorKind::StorageFull, io::ErrorKind::Other];
        let failure = lots.one_in(3).then(|| (1 + lots.below(most), *lots.one_of(&errors)));
        let merge = lots.one_in(3).then(|| 1 + lots.below(most));
        let mut commands = Vec::new();
        let at = Duration::from_micros(lots.below(200_000));
        match lots.below(6) {
            0 => commands.extend([(at, RunnerCommand::Pause), (at * 2, RunnerCommand::Continue)]),
            1 => commands.push((at, RunnerCommand::StopAfter(lots.below(4) as u32))),
            2 => commands.push((at, RunnerCommand::Status)),
            _ => {}
        }
        Self { death, failure, merge, commands }
    }
}
