//! The arguments of `play`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use uvi::{ClockWords, FaultWords, InfoDetail, Patience, Seed, Switch};
use uvi_cup::schedule::Seatings;

use crate::cli::args::{choice, one_of};

const PLAY_HELP: &str = "\
Examples:
  arbiter play orwell bot:random bot:greedy bot:greedy --seed 2a --log game.jsonl
  arbiter play orwell human bot:greedy bot:'./mybot --fast' --clock 'time 60000 inc 500'
  arbiter play orwell bot:./a bot:./b bot:./c --games 100 --quiet --forbid-faults
  arbiter play orwell bot:./a bot:./b bot:./c --set 1:memory=512M --set 1:sandbox
  arbiter play katarenga random greedy --games 10 --rotate --json
  arbiter play --resume game.jsonl

With --json each game is an object on its own line. --rotate adds a line with the standings of all games. \
`arbiter schema play` prints the JSON Schema; fields may be added.

Keys of --set:
  dir=PATH           the directory it runs in
  env=NAME=VALUE     an environment variable
  clearenv           no environment variables except those of env
  memory=SIZE        memory of the bot and everything it starts, such as 512M; off
                     for no limit. Default of memory and of processes: three
                     quarters of the machine, divided by the number of seats
  cpu=SECONDS        processor time of each of its processes
  files=N            open files of each of its processes
  processes=N        processes and threads, the bot included; off for no limit
  nice=N             niceness, -20 to 19
  affinity=auto      one core for the match and its bots, while each bot has one
                     thread and answers fast (default)
  affinity=match     one core for the match and its bots
  affinity=spread    a core of its own
  affinity=off       all cores
  sandbox            it cannot read logs, writes only in its dir, and has no
                     network (Linux 6.7 or later)
  isolation=auto     it cannot reach processes outside, if the system can do
                     that (default)
  isolation=on       the same, or the match does not start
  isolation=off      it can reach processes outside
  legal=off          it gets no list of legal actions and no hints at them
  strict             the match does not start if memory and processes could only
                     be sampled
  untrusted          as --untrusted, for this seat
A bot that reaches a limit of memory, cpu or processes is killed: a fault \"crash\" that names the limit.";

#[derive(Debug, ClapArgs)]
#[command(after_help = PLAY_HELP)]
pub(crate) struct PlayArgs {
    /// The variant; `arbiter variants` lists them
    #[arg(required_unless_present = "resume")]
    pub(crate) variant: Option<String>,
    /// The player of each seat, in order: `bot:COMMAND LINE` or `human`. `random`, `greedy`, `search`, `chain` and
    /// `prowler` come with the arbiter, and `uci:ENGINE` plays a UCI engine; before these you may omit `bot:`
    #[arg(required_unless_present = "resume")]
    pub(crate) seats: Vec<String>,
    /// Resume a match whose log was cut off, with the same bots, luck and file. The log has all settings; of the other
    /// options only `--sync`, `--quiet`, `--json`, `--debug` and `--forbid-faults` apply
    #[arg(long, value_name = "LOG", conflicts_with_all = [
        "variant", "seats", "options", "seed", "position", "clock", "seat_clock", "bot_option", "set", "untrusted",
        "onfault", "patience", "log", "times", "info", "games", "rotate",
    ])]
    pub(crate) resume: Option<PathBuf>,
    /// A rule option; repeatable
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// The seed of all chance, up to 32 hex digits; random by default. Each game of a series has its own seed,
    /// computed from this one
    #[arg(long, value_name = "HEX")]
    pub(crate) seed: Option<Seed>,
    /// Start from this position
    #[arg(long, value_parser = crate::cli::args::one_spaced)]
    pub(crate) position: Option<String>,
    /// Limits for the bots, in milliseconds: `movetime MS`, `time MS inc MS movestogo N`, `nodes N`, `depth N`, `margin MS`, or `none`; or `10+0.1` and `40/60+0.5` in seconds
    #[arg(long, value_name = "WORDS", default_value = "movetime 5000", value_parser = crate::cli::args::clock)]
    pub(crate) clock: ClockWords,
    /// Limits for one seat, such as `2:movetime 100`; repeatable
    #[arg(long, value_name = "SEAT:WORDS")]
    pub(crate) seat_clock: Vec<String>,
    /// An option for the bot of a seat, such as `1:seed=7`; repeatable
    #[arg(long, value_name = "SEAT:NAME=VALUE")]
    pub(crate) bot_option: Vec<String>,
    /// A setting for the start or the resources of a seat's bot, such as `1:memory=512M`; repeatable; keys below
    #[arg(long, value_name = "SEAT:KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Shut all bots in, or do not start: sandbox, isolation=on, strict, memory=1G, processes=64, files=256 and
    /// cpu=3600. With --set you can change the limits, but not open the sandbox or the isolation
    #[arg(long)]
    pub(crate) untrusted: bool,
    /// The consequence of a fault. `forfeit`: the seat loses. `random`: the arbiter plays a random action for it. With
    /// `retry N` before either, the arbiter asks again after a refused answer, up to N times in a game
    #[arg(long, value_name = "WORDS", default_value_t)]
    pub(crate) onfault: FaultWords,
    /// The time to wait for a bot, in milliseconds, such as `greet 5000 ready 5000 quit 500`
    #[arg(long, value_name = "WORDS")]
    pub(crate) patience: Option<Patience>,
    /// Write the match log to this file, which must not exist; with several games each has its number before the
    /// extension (`game-2.jsonl`)
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Log times; without them equal games have equal logs
    #[arg(long, value_parser = one_of(Switch::ALL, Switch::word), default_value_t = Switch::On)]
    pub(crate) times: Switch,
    /// The part of the bots' `info` to log
    #[arg(long, value_parser = one_of(InfoDetail::ALL, InfoDetail::word), default_value_t)]
    pub(crate) info: InfoDetail,
    /// Sync the log to disk: `game`, before the result; `event`, after every record; `off`, never by the arbiter. A
    /// power cut loses what was not synced; killing the arbiter loses nothing
    #[arg(long, value_parser = one_of(uvi::Sync::ALL, uvi::Sync::word), default_value_t)]
    pub(crate) sync: uvi::Sync,
    /// The number of games to play; bots stay alive between them
    #[arg(short = 'n', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Play each game in every seating, over the same luck: `balanced`, in which each bot has each seat once, or `all`
    /// orders. Options of a seat move with its bot, and all bots are restarted for each game
    #[arg(long, value_name = "SEATINGS", num_args = 0..=1, require_equals = true, value_parser = choice(Seatings::ALL),
          default_missing_value = "balanced")]
    pub(crate) rotate: Option<Seatings>,
    /// Write a JSON object for each game, one a line, to this file; by default to stdout, which then has nothing else
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub(crate) json: Option<PathBuf>,
    /// Print only results
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print to stderr what each bot hears (`>`), says (`<`) and writes to its stderr (`!`), with the seconds since the
    /// start
    #[arg(long)]
    pub(crate) debug: bool,
    /// Exit with 1 if any bot was at fault
    #[arg(long)]
    pub(crate) forbid_faults: bool,
}
