//! The plan of a simulated tournament: the games, and the events that happen to the arbiter.

use std::{fmt, io, path::Path, time::Duration};

use uvi::{Seed, Sync};
use uvi_cup::{Outside, Plan, RunnerCommand, file};
use uvi_games::games::REGISTRY;
use uvi_match::referee::MatchSpec;

use super::{bots::Conduct, lots::LotSource};

/// A tournament and all events that happen to it, drawn from a seed.
#[derive(Debug, Clone)]
pub struct Schedule {
    /// The seed of the bots, of the disk and of the draw.
    pub seed: u64,
    /// The text of the tournament file.
    pub(crate) text: String,
    /// The conduct of each bot.
    pub(crate) conducts: Vec<Conduct>,
    /// The number of games at once.
    pub(crate) concurrency: usize,
    /// On average, one start of a game in this number lacks a descriptor. 0: no start does.
    pub(crate) shortage: u64,
    /// The occasions on which logs are synced.
    pub(crate) sync: Sync,
    /// The fates of the first lives of the arbiter. Later lives are undisturbed.
    pub fates: Vec<Fate>,
}

/// The things that happen during one life of the arbiter.
#[derive(Debug, Clone, PartialEq)]
pub struct Fate {
    /// The operation on the disk with which the arbiter dies, and the manner of its death. Operations are counted from
    /// the start of the arbiter.
    pub(crate) death: Option<(u64, Death)>,
    /// An operation on the disk that fails, with its error.
    pub(crate) failure: Option<(u64, io::ErrorKind)>,
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

/// The lines of a tournament file that choose the variant. All these games are quick. Together they have two or three
/// seats, dice and simultaneous choices.
const VARIANTS: [&str; 6] = [
    "variant = \"katarenga\"\n",
    "variant = \"isolation\"\n",
    "variant = \"orwell\"\nseats = 3\n",
    "variant = \"cat-chess\"\nseats = 3\n",
    "variant = \"french-revolution\"\n",
    "variant = \"chess\"\n",
];

impl Schedule {
    /// Draws a schedule.
    pub fn draw(seed: u64) -> Self {
        let mut lots = LotSource::new(seed);
        let variant = *lots.one_of(&VARIANTS);
        let is_pair = !variant.contains("seats");
        let format = match lots.below(6) {
            0 => "format = \"swiss\"\nrounds = 3\n",
            1 if is_pair => "format = \"knockout\"\n",
            2 => "format = \"gauntlet\"\nrounds = 2\n",
            3 if is_pair => "rounds = 30\n[sprt]\nelo0 = 0\nelo1 = 200\n",
            _ => "rounds = 2\n",
        };
        let is_tested = format.contains("sprt");
        let bots = if is_tested { 2 } else { 3 + lots.below(3) as usize };
        // Half of all tournaments have innocent bots only, so that any fault is a mistake of the arbiter.
        let is_innocent = lots.one_in(2);
        let mut conduct = |bot: usize| match lots.below(if bot == 0 { 1 } else { 2 }) {
            0 => Conduct::Steady,
            _ if is_innocent => *lots.one_of(&[Conduct::Shouter, Conduct::Leaver, Conduct::Steady]),
            _ => lots.one_of(&Conduct::ALL).0,
        };
        let conducts: Vec<Conduct> = (0..bots).map(&mut conduct).collect();
        let (keys, test) =
            format.split_once('[').map_or((format, String::new()), |(keys, test)| (keys, format!("[{test}")));
        let restart = if lots.one_in(3) { "restart = \"on\"\n" } else { "" };
        let sync = if lots.one_in(4) { Sync::Event } else { Sync::Game };
        let mut text = format!(
            "{variant}{keys}{restart}clock = \"movetime 100\"\nseed = \"{seed:032x}\"\n[adjudication]\nmax-decisions = {}\n{test}",
            4 + lots.below(12)
        );
        for (bot, conduct) in conducts.iter().enumerate() {
            let name = Conduct::ALL.iter().find(|(other, _)| other == conduct).map_or("", |(_, name)| *name);
            text.push_str(&format!("[[bot]]\nname = \"b{bot}\"\ncommand = \"simulated {name}\"\n"));
        }
        let fates = (0..lots.below(6)).map(|_| Fate::draw(&mut lots)).collect();
        let shortage = if lots.one_in(4) { 4 + lots.below(20) } else { 0 };
        Self { seed, text, conducts, concurrency: 1 + lots.below(6) as usize, shortage, sync, fates }
    }

    /// The plan of the tournament.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid tournament file.
    pub(crate) fn plan(&self) -> Result<Plan, String> {
        let outside = Outside {
            registry: REGISTRY,
            seed: Seed([7; 16]),
            find: str::to_owned,
            open: |_: &Path| Err("there is no file".to_owned()),
            try_on: |_: &MatchSpec, _: &[String]| Ok(None),
            judge: |_: &MatchSpec| Err("nobody judges".to_owned()),
        };
        let file = file::read(&self.text).map_err(|trouble| trouble.flaw.to_string())?;
        file.plan(outside).map_err(|trouble| trouble.flaw.to_string())
    }
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
        let mut commands = Vec::new();
        let at = Duration::from_micros(lots.below(200_000));
        match lots.below(6) {
            0 => commands.extend([(at, RunnerCommand::Pause), (at * 2, RunnerCommand::Continue)]),
            1 => commands.push((at, RunnerCommand::StopAfter(lots.below(4) as u32))),
            2 => commands.push((at, RunnerCommand::Status)),
            _ => {}
        }
        Self { death, failure, commands }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}, {} games at once, shortage {}", self.seed, self.concurrency, self.shortage)?;
        self.fates.iter().try_for_each(|fate| writeln!(f, "  {fate}"))?;
        self.text.lines().try_for_each(|line| writeln!(f, "  | {line}"))
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.death {
            Some((at, Death::Kill)) => write!(f, "killed at operation {at}")?,
            Some((at, Death::PowerCut)) => write!(f, "power cut at operation {at}")?,
            None => write!(f, "not killed")?,
        }
        if let Some((at, error)) = self.failure {
            write!(f, ", operation {at} fails: {error}")?;
        }
        self.commands.iter().try_for_each(|(at, command)| write!(f, ", {command:?} after {at:?}"))
    }
}
