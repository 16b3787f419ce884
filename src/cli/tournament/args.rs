//! The flags of `tournament`, and the file that they make.

use std::{collections::BTreeSet, num::NonZeroUsize, path::PathBuf, time::Duration};

use clap::Args as ClapArgs;
use toml::Spanned;
use uvi::{ClockWords, FaultWords, Seed, Switch};
use uvi_cup::{
    Ranking, TieBreak,
    file::{Anchor, BotEntry, File, FormatWord, OpeningOrder, Openings, Scalar, SprtKeys},
    schedule::Seatings,
    spanned,
    stats::Model,
};
use uvi_match::record::{Adjudication, Terms};

use super::job::{ShardChoice, span};
use crate::{
    bot::{find_program, own_bot},
    cli::{
        args::{choice, one_of},
        exit::{CommandResult, usage},
    },
    cup::Begin,
};

const HELP: &str = "\
Examples:
  arbiter tournament cup.toml
  arbiter tournament cup.toml --dry-run
  arbiter tournament --variant katarenga --bot random --bot greedy --rounds 50
  arbiter tournament --variant orwell --format swiss --rounds 3 \\
    --bot a=./a --bot b=./b --bot c=./c --bot d=./d
  arbiter tournament cup.games
  arbiter tournament cup.toml --plan
  arbiter tournament cup.games --shard 3/20

A folder keeps the tournament: its plan, the log of each game, the results. To resume a tournament, start it again with \
the same folder; games that were cut off are resumed too. The folder alone is enough: no file, no flags. The command \
refuses a folder of another tournament in which a game has begun, or one with bots whose programs have changed. --fresh \
sets the folder aside and starts over; --resume continues with changed programs. --grow makes the tournament bigger: more \
rounds, or more bots after the existing ones. Games already played are kept and counted once. You can change tie-breaks \
and anchor at any time, even after the last game; the folder keeps the latest.

The tournament file is TOML. Only variant and bots are required:
  variant = \"orwell\"
  format = \"round-robin\"   # or gauntlet, swiss, knockout, tables
  rounds = 10              # how often all meet all; for a Swiss, its rounds
  tables = [[\"a\", \"b\"]]    # for tables: who sits together, in seat order
  adaptive = false         # let a round robin play the least certain pairs most
  blocks = 1               # per table, in a round of a Swiss or a knockout
  third-place = \"off\"      # on: a knockout also has a match for third place
  elimination = \"single\"   # or double: a bot is out after two lost matches
  seatings = \"balanced\"    # the games of a block: balanced, all, or single
  seed = \"2a\"
  clock = \"time 10000 inc 100\"
  anchor = \"mine=1500\"     # the bot with this rating; 0 without a number
  tie-breaks = [\"buchholz\", \"wins\"]
  [options]                # of the variant
  maxrounds = 200
  [openings]               # one per round
  file = \"openings.txt\"    # lines of name, tab, position; or .epd, or .pgn with plies
  order = \"random\"         # or sequential, as in the file, or fastchess
  # start = 3              # the first opening; those before it come last
  # Instead of a file, draw positions from the seed: 200 of them (100 by default),
  # each after 6 random decisions, and only those that a bot finds balanced
  # (see arbiter openings --help).
  # random = 6
  # count = 200
  # balance = { bot = \"search\", within = 0.1, clock = \"nodes 1000\" }
  [adjudication]
  max-decisions = 500
  resign = { score = 900, count = 4 }
  draw = { after = 80, count = 8, score = 5 }
  [sprt]                   # the first bot against the second
  elo0 = 0
  elo1 = 10
  [each]                   # defaults of every bot: options, limits, clock, env,
  options = { hash = 16 }  # clearenv, dir, untrusted
  [[bot]]
  name = \"mine\"
  command = \"./mine --fast\"
  options = { hash = 64 }
  limits = { memory = \"512M\", processes = 8 }
  clock = \"movetime 100\"
More keys: seats, heroes, advance, extra, self, match-play, onfault, restart, memory-between-games, warn, tablebases, \
concurrency, keep, hours, folder, patience (greet, ready, quit), log (times, info, sync), outputs (text, csv, json, pairs, pgn, event, site, figures); \
for a bot also dir, env, clearenv, untrusted, writes.

Use --plan and --shard to play a tournament on several machines. Each shard gets whole blocks, dealt evenly, and plays them \
into a folder such as shards/03-of-20; `arbiter merge` puts the shards together. --shard auto takes the shard from \
SLURM_ARRAY_TASK_ID and the like, or from JOB_COMPLETION_INDEX or PARALLEL_SEQ with ARBITER_SHARDS. On USR1 or TERM a shard \
finishes its running games and exits with 3. If a shard exits with 3 or 4, try it again; with 2 it can never succeed.

While the tournament runs, type orders on stdin: status, pause, continue, stop after [N]. Ctrl-C lets running games finish; \
a second Ctrl-C stops at once. You can resume after either.";

pub(crate) const ERROR: f64 = 0.05;

/// Flags that define a tournament, or override its file.
#[derive(Debug, Clone, Default, ClapArgs)]
pub(crate) struct PlanArgs {
    /// The variant; `arbiter variants` lists them
    #[arg(long)]
    pub(crate) variant: Option<String>,
    /// A bot: `NAME=COMMAND LINE`, or a command line alone; repeatable. `random`, `greedy`,
    /// `search`, `chain` and `prowler` come with the arbiter, and `uci ENGINE` plays a UCI engine
    #[arg(long = "bot", value_name = "NAME=COMMAND")]
    pub(crate) bots: Vec<String>,
    /// The number of seats of a game
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) seats: Option<u32>,
    /// A rule option; repeatable
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// The format, which decides who meets whom
    #[arg(long, value_parser = choice(FormatWord::ALL))]
    pub(crate) format: Option<FormatWord>,
    /// The number of times that all meet all, or of rounds of a Swiss
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) rounds: Option<u32>,
    /// The number of blocks that a table plays in a round of a Swiss or a knockout
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) blocks: Option<u32>,
    /// The seatings of the games of a block
    #[arg(long, value_parser = choice(Seatings::ALL))]
    pub(crate) seatings: Option<Seatings>,
    /// Start the second game of a block from what the first made of its start, as the variant's rules say for match play
    #[arg(long)]
    pub(crate) match_play: bool,
    /// The seed of all luck, up to 32 hex digits; random by default
    #[arg(long, value_name = "HEX")]
    pub(crate) seed: Option<Seed>,
    /// Limits for the bots, in milliseconds: `movetime MS`, `time MS inc MS movestogo N`, `nodes N`, `depth N`, `margin MS`, or `none`; or `10+0.1` and `40/60+0.5` in seconds
    #[arg(long, value_name = "WORDS", value_parser = crate::cli::args::clock)]
    pub(crate) clock: Option<ClockWords>,
    /// A file of positions to start blocks from, one a line, after an optional name and a tab; or EPD (`.epd`), or games
    /// (`.pgn`)
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// The number of moves to take from each game, if the openings are PGN
    #[arg(long, value_name = "N", requires = "openings", allow_negative_numbers = true)]
    pub(crate) plies: Option<u32>,
    /// Shuffle the openings by the seed
    #[arg(long, requires = "openings")]
    pub(crate) shuffle: bool,
    /// Restart the bots for every game
    #[arg(long)]
    pub(crate) restart: bool,
    /// Shut all bots in, or do not start: sandbox, isolation=on, strict, memory=1G, processes=64, files=256 and cpu=3600.
    /// `limits` of the file can change the limits, but not open the sandbox or the isolation
    #[arg(long)]
    pub(crate) untrusted: bool,
    /// The consequence of a fault. `forfeit`: the seat loses. `random`: the arbiter plays a random action for it. With
    /// `retry N` before either, the arbiter asks again after a refused answer, up to N times in a game
    #[arg(long, value_name = "WORDS")]
    pub(crate) onfault: Option<FaultWords>,
    /// The rules that end games early: `max-decisions 400`, `resign SCORE COUNT`, `draw AFTER COUNT SCORE`, several in this
    /// order, and `like fastchess` or `like cutechess`
    #[arg(long, value_name = "RULES")]
    pub(crate) adjudication: Option<Adjudication>,
    /// The folders of Syzygy tablebases, separated by `:`; they end games of chess
    #[arg(long, value_name = "FOLDERS")]
    pub(crate) tablebases: Option<String>,
}

/// Flags of a sequential test of Elo.
#[derive(Debug, Clone, Default, ClapArgs)]
pub(crate) struct SprtArgs {
    /// The Elo to reject and the Elo to accept, such as `0,10`, in a test of the first bot against the second
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// The probability of passing a bot at the lower bound: elo0, or worse by the whole margin [default: 0.05]
    #[arg(long)]
    pub(crate) alpha: Option<f64>,
    /// The probability of rejecting a bot at the upper bound, elo1 [default: 0.05]
    #[arg(long)]
    pub(crate) beta: Option<f64>,
    /// Measure Elo as normalized Elo, in units of the spread of a game
    #[arg(long)]
    pub(crate) normalized: bool,
}

impl SprtArgs {
    /// Overrides the test of a file. Fails if the flags are no test, or there is none whose errors they could set.
    pub(crate) fn change(&self, file: &mut File) -> CommandResult<()> {
        if self.sprt.is_none() && self.alpha.is_none() && self.beta.is_none() && !self.normalized {
            return Ok(());
        }
        let held = file.sprt.as_ref().map(|keys| *keys.get_ref());
        let keys = self.keys(held)?;
        let keys = keys.ok_or_else(|| usage("--alpha, --beta, --normalized: expected --sprt ELO0,ELO1 too"))?;
        file.sprt = Some(spanned(keys));
        Ok(())
    }

    /// Fails if the bounds cannot be read. Of fastchess's form, which has several words, the others look like a file.
    pub(crate) fn check(&self) -> CommandResult<()> {
        self.sprt.as_deref().map_or(Ok(()), |text| elos(text).map(drop))
    }

    /// The test of the flags; what they omit is that of `held`. `None` if neither has bounds.
    pub(crate) fn keys(&self, held: Option<SprtKeys>) -> CommandResult<Option<SprtKeys>> {
        let bounds = self.sprt.as_deref().map(elos).transpose()?;
        let Some((elo0, elo1)) = bounds.or_else(|| held.map(|keys| (keys.elo0, keys.elo1))) else { return Ok(None) };
        let [alpha, beta] = self.errors(held);
        let wanted = if self.normalized { Model::Normalized } else { Model::Logistic };
        let model = if bounds.is_some() || self.normalized { wanted } else { held.map_or(wanted, |keys| keys.model) };
        Ok(Some(SprtKeys { elo0, elo1, alpha, beta, model, games: held.is_some_and(|keys| keys.games) }))
    }

    pub(crate) fn errors(&self, held: Option<SprtKeys>) -> [f64; 2] {
        let alpha = self.alpha.or_else(|| held.map(|keys| keys.alpha)).unwrap_or(ERROR);
        let beta = self.beta.or_else(|| held.map(|keys| keys.beta)).unwrap_or(ERROR);
        [alpha, beta]
    }
}

fn elos(text: &str) -> CommandResult<(f64, f64)> {
    let wrong = || {
        let theirs = if text.starts_with("elo") { "; write elo0=0 elo1=10 as --sprt 0,10" } else { "" };
        usage(format!("--sprt: expected two numbers such as -10,0, found {text}{theirs}"))
    };
    let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
    Ok((elo0.trim().parse().map_err(|_| wrong())?, elo1.trim().parse().map_err(|_| wrong())?))
}

/// Flags that decide what happens to the games in the folder.
#[derive(Debug, Clone, Copy, Default, ClapArgs)]
pub(crate) struct BeginArgs {
    /// Start over; the old folder is kept beside the new one as FOLDER.1, FOLDER.2 and so on
    #[arg(long, conflicts_with = "resume")]
    pub(crate) fresh: bool,
    /// Resume the folder, even if bots' programs have changed since
    #[arg(long)]
    pub(crate) resume: bool,
    /// Resume the folder with a bigger plan: more rounds, games or bots
    #[arg(long, conflicts_with = "fresh")]
    pub(crate) grow: bool,
}

impl BeginArgs {
    pub(crate) fn begin(self) -> Begin {
        match self {
            Self { fresh: true, .. } => Begin::Fresh,
            Self { grow: true, resume: true, .. } => Begin::GrowChanged,
            Self { grow: true, .. } => Begin::Grow,
            Self { resume: true, .. } => Begin::Resume,
            Self { .. } => Begin::GoOn,
        }
    }
}

/// Flags that change the run, but not the results.
#[derive(Debug, Clone, Copy, Default, ClapArgs)]
pub(crate) struct RunningArgs {
    /// The number of bots to keep alive between games; those idle longest are stopped first [default: 64]
    #[arg(long, value_name = "BOTS")]
    pub(crate) keep: Option<usize>,
    /// Sync the log of a game to disk: `game` (default), before its result is written, together with other games;
    /// `event`, after every record; `off`, never by the arbiter. A power cut loses what was not synced; killing the
    /// arbiter loses nothing
    #[arg(long, value_name = "WHEN", value_parser = one_of(uvi::Sync::ALL, uvi::Sync::word))]
    pub(crate) sync: Option<uvi::Sync>,
    /// Start no new block after this many hours, such as `0.5`; run the command again to resume
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) hours: Option<f64>,
    /// End within this time, such as `55m`: start no block that would take longer; run the command again to resume
    #[arg(long = "for", value_name = "TIME", conflicts_with = "hours", value_parser = span)]
    pub(crate) time: Option<Duration>,
    /// Print how long it will take, before the first game and whenever the number of games has doubled. With --dry-run,
    /// print only this
    #[arg(long)]
    pub(crate) forecast: bool,
}

/// Flags of a tournament that is played in pieces.
#[derive(Debug, Clone, Copy, Default, ClapArgs)]
pub(crate) struct ShardArgs {
    /// Create the folder with its plan, play nothing, and print the commands that play it in shards
    #[arg(long, conflicts_with_all = ["shard", "dry_run"])]
    pub(crate) plan: bool,
    /// Play one shard of a planned folder, such as `3/20`, into its `shards/`; `auto` takes the number from the
    /// scheduler's environment variables
    #[arg(long, value_name = "I/N", conflicts_with_all = ["fresh", "resume", "grow", "dry_run", "csv", "json", "pairs", "pgn", "append", "live_pgn"])]
    pub(crate) shard: Option<ShardChoice>,
    /// Exit with 75 instead of 3 and 4, if the shard should be tried again
    #[arg(long, requires = "shard")]
    pub(crate) tempfail: bool,
}

/// Flags for the ranking of standings and the zero of ratings.
#[derive(Debug, Clone, Default, ClapArgs)]
pub(crate) struct RankingArgs {
    /// The bot whose rating is fixed, and the rating [default: 0]
    #[arg(long, value_name = "NAME[=ELO]")]
    anchor: Option<String>,
    /// The tie-breaks of bots with the same score, in the order of use
    #[arg(long, value_name = "WORDS", value_delimiter = ',', value_parser = one_of(TieBreak::ALL, TieBreak::word))]
    tie_breaks: Vec<TieBreak>,
}

impl RankingArgs {
    pub(crate) fn change(&self, file: &mut File) {
        if let Some(anchor) = &self.anchor {
            file.anchor = Some(spanned(Anchor::Name(anchor.clone())));
        }
        if !self.tie_breaks.is_empty() {
            file.tie_breaks.clone_from(&self.tie_breaks);
        }
    }

    /// The ranking by the flags alone, for a table with these bots. Fails if the anchor is not among the bots, or its
    /// rating is not finite.
    pub(crate) fn ranking(&self, bots: &BTreeSet<&str>) -> CommandResult<Ranking> {
        let anchor = self.anchor.clone().map(|anchor| Anchor::Name(anchor).among(bots.iter().copied()));
        let anchor = anchor.transpose().map_err(|flaw| usage(format!("--{flaw}")))?;
        Ok(Ranking { tie_breaks: self.tie_breaks.clone(), anchor })
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct TournamentArgs {
    /// The tournament file, or the folder of a tournament to resume
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) plan: PlanArgs,
    #[command(flatten)]
    pub(crate) test: SprtArgs,
    #[command(flatten)]
    pub(crate) ranking: RankingArgs,
    /// The folder that keeps the tournament; by default `FILE` with the extension `.games`, or `VARIANT.games`
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) begin: BeginArgs,
    /// The number of games to play at once; by default as many as this machine has cores for
    #[arg(short, long)]
    pub(crate) concurrency: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) running: RunningArgs,
    #[command(flatten)]
    pub(crate) shards: ShardArgs,
    /// Print what would be played, and play nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print only the standings
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Write the standings as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write the standings as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write each pair of bots that met as comma-separated values: won, drawn, lost, Elo, LOS, pentanomial
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Option<PathBuf>,
    /// Write the games as PGN, if the variant can be written as PGN
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Add the games to the file of --pgn instead of overwriting it, once the tournament is over
    #[arg(long)]
    pub(crate) append: bool,
    /// Write the games that are being played as PGN, about once a second, while the tournament runs
    #[arg(long, value_name = "FILE")]
    pub(crate) live_pgn: Option<PathBuf>,
}

impl PlanArgs {
    /// The file that the flags alone make.
    pub(crate) fn file(&self) -> CommandResult<File> {
        let Some(variant) = &self.variant else {
            return Err(usage("expected a tournament file, or --variant and --bot"));
        };
        Ok(File::new(variant.clone(), &Terms::default()))
    }

    /// Applies the flags to a file. Bots are added to those of the file.
    pub(crate) fn change(&self, file: &mut File) -> CommandResult<()> {
        if let Some(variant) = &self.variant {
            file.variant = spanned(variant.clone());
        }
        for bot in &self.bots {
            let bot = self::bot(bot, &file.bot)?;
            file.bot.push(spanned(bot));
        }
        for option in &self.options {
            let wrong = || usage(format!("--option: expected NAME=VALUE, found {option}"));
            let (name, value) = option.split_once('=').ok_or_else(wrong)?;
            file.options.insert(name.to_owned(), spanned(Scalar::Text(value.to_owned())));
        }
        file.seats = self.seats.map(spanned).or_else(|| file.seats.take());
        file.rounds = self.rounds.map(spanned).or_else(|| file.rounds.take());
        file.blocks = self.blocks.map(spanned).or_else(|| file.blocks.take());
        file.format = self.format.unwrap_or(file.format);
        file.seatings = self.seatings.unwrap_or(file.seatings);
        file.match_play = self.match_play.then(|| spanned(Switch::On)).or_else(|| file.match_play.take());
        file.seed = self.seed.or(file.seed);
        file.clock = self.clock.or(file.clock);
        if let Some(path) = &self.openings {
            let word = path.to_string_lossy();
            if let Some(file) = word.strip_prefix("file=").filter(|_| !path.exists()) {
                return Err(usage(format!("--openings: expected a file, found {word}; drop file= and write {file}")));
            }
            let order = if self.shuffle { OpeningOrder::Random } else { OpeningOrder::Sequential };
            let (path, plies) = (Some(spanned(path.clone())), self.plies.map(spanned));
            file.openings = Some(Openings { file: path, plies, order, ..Openings::default() });
        }
        file.each.untrusted |= self.untrusted;
        file.restart = if self.restart { Switch::On } else { file.restart };
        file.onfault = self.onfault.unwrap_or(file.onfault);
        file.adjudication = self.adjudication.map(spanned).or_else(|| file.adjudication.take());
        file.tablebases = self.tablebases.clone().map(spanned).or_else(|| file.tablebases.take());
        Ok(())
    }
}

/// Reads `NAME=COMMAND LINE`. A command line alone gets the name of its program, with a number if another bot has that
/// name. A command line such as `env SIZE=1 ./bot` or `./bot --depth=3` has a `=` too: what begins with a program is a name
/// only if a program follows the `=`.
fn bot(text: &str, others: &[Spanned<BotEntry>]) -> CommandResult<BotEntry> {
    let words = |text: &str| {
        shell_words::split(text).map_err(|error| usage(format!("--bot: in the command line {text}: {error}")))
    };
    let begins_program = |text: &str| {
        let first = text.split(' ').next().unwrap_or(text);
        own_bot(first).is_some() || find_program(first, None, std::env::var_os("PATH")).is_ok()
    };
    let begins_command = |name: &str, rest: &str| {
        begins_program(name) && (name.starts_with("env ") || name.contains(" -") || !begins_program(rest))
    };
    let is_name = |name: &str, rest: &str| {
        let fits = !name.is_empty() && !name.contains(['/', '"', '\'']);
        fits && (!name.contains(' ') || !begins_command(name, rest))
    };
    if let Some((name, command)) = text.split_once('=').filter(|(name, rest)| is_name(name, rest)) {
        words(command)?;
        return Ok(BotEntry::new(name, command));
    }
    let program = words(text.strip_prefix("bot:").unwrap_or(text))?.into_iter().next().unwrap_or_default();
    let name = program.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("bot").to_owned();
    let taken = |name: &String| others.iter().any(|other| other.get_ref().name.get_ref() == name);
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let name = std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(name);
    Ok(BotEntry::new(&name, text))
}
