//! The command line, as it is typed.

use std::{path::PathBuf, str::FromStr};

use clap::{
    Args as ClapArgs, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use uvi::{ClockWords, FaultWords, InfoDetail, ParseError, Patience, Seed, Switch};
use uvi_match::record::Terms;

use super::{
    gate::GateArgs, merge::MergeArgs, openings::OpeningsArgs, pages::RulesArgs, rate::RateArgs, replay::ReplayArgs,
    report::ReportArgs, tournament::args::TournamentArgs,
};

/// A headless referee for board games that no other referee can hold.
///
/// Without a command it is a daemon: it speaks UVI, a text protocol like UCI, on stdin and stdout, starts a bot process
/// for every seat, enforces the rules and writes match logs that anyone can verify.
#[derive(Debug, Parser)]
#[command(name = "arbiter", version, after_help = EXIT_CODES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXIT_CODES: &str = "\
Exit codes: 0 yes; 1 no (a log is wrong, a fault where that was forbidden); 2 usage; 3 not decided (a log \
was cut off); 4 input or output failed; 130, 143 ended by SIGINT, SIGTERM.
Set ARBITER_LOG=debug to see every line that crosses a pipe, on stderr; for a match there is `arbiter play --debug`.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Speak UVI on stdin and stdout (the same as no command)
    Daemon(DaemonArgs),
    /// Play a match, or several, from the command line
    Play(PlayArgs),
    /// Play a tournament: round robin, gauntlet, Swiss or knockout, from a file or from flags
    Tournament(Box<TournamentArgs>),
    /// Put the shards of a tournament together: the folder that one machine would have made
    Merge(MergeArgs),
    /// Write positions by lot to start games from, balanced where a bot judges them
    Openings(OpeningsArgs),
    /// Decide whether a new bot may take the place of an old one, for CI
    Gate(Box<GateArgs>),
    /// Rate the bots of any logs and tournaments together
    Rate(RateArgs),
    /// Write a tournament's report: one page of HTML with tables and plots
    Report(ReportArgs),
    /// Write a match log's replay: one page of HTML on which the game can be seen move by move
    Replay(ReplayArgs),
    /// Check whether a bot keeps the protocol, step by step
    Check(CheckArgs),
    /// Verify match logs without any bot: chance, legality, texts, results
    Verify(VerifyArgs),
    /// Show a match log, or a position: who played, the moves, the board; or a picture of the board
    Show(ShowArgs),
    /// Make a match log of a printed game, and find its misprints
    Import(ImportArgs),
    /// List the legal actions of a position
    Legal(LegalArgs),
    /// Count action sequences to a depth; decisions, passes and outcomes of chance each count as one action
    Perft(PerftArgs),
    /// List the variants and their rule options
    Variants,
    /// Print the rules of a variant
    Rules(RulesArgs),
    /// Print the JSON Schema of a line of a match log, of `check --json`, of tournaments
    Schema(SchemaArgs),
    /// Print the completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual, or write its pages
    Man(ManArgs),
}

#[derive(Debug, Clone, Copy, Default, ClapArgs)]
pub(crate) struct DaemonArgs {
    /// When a log is synced to the disk of which the host does not say it: `game`, before `over` is told; `event`, with
    /// every record; `off`, when the system finds the time. A kill of the arbiter loses no record with any of them; a
    /// power cut loses what was not synced
    #[arg(long, value_parser = one_of::<uvi::Sync>(uvi::Sync::ALL.map(uvi::Sync::word)), default_value_t)]
    pub(crate) sync: uvi::Sync,
}

const PLAY_HELP: &str = "\
Examples:
  arbiter play orwell bot:random bot:greedy bot:greedy --seed 2a --log game.jsonl
  arbiter play orwell human bot:greedy bot:'./mybot --fast' --clock 'time 60000 inc 500'
  arbiter play orwell bot:./a bot:./b bot:./c --games 100 --quiet --forbid-faults
  arbiter play orwell bot:./a bot:./b bot:./c --set 1:memory=512M --set 1:processes=8 --set 1:sandbox
  arbiter play --resume game.jsonl

Keys of --set:
  dir=PATH          the directory in which it runs
  env=NAME=VALUE    a variable that it gets
  clearenv          it gets no variables but those
  memory=SIZE       for the bot and all that it starts, such as 512M
  cpu=SECONDS       processor time of each of its processes
  files=N           open files of each of its processes
  processes=N       how many processes and threads it may be
  nice=N            its niceness, -20 to 19
  affinity=WHERE    auto (default): one core for the match and its bots while each has one thread and answers fast;
                    match: one core for the match and its bots; spread: a core of its own; off
  sandbox           it reads no log, writes only in its dir, has no network (Linux 6.7 and later)
  isolation=WHETHER auto (default): it reaches no process outside where the system lets that be; on: or the
                    match does not start; off
  legal             off: it gets no list of legal actions, also if it asks for one, and no hints at them
  strict            the match does not start where memory and processes would only be sampled
A bot that is killed at a limit is at fault by a crash, whose text names the limit.";

#[derive(Debug, ClapArgs)]
#[command(after_help = PLAY_HELP)]
pub(crate) struct PlayArgs {
    /// The variant; `arbiter variants` lists them
    #[arg(required_unless_present = "resume")]
    pub(crate) variant: Option<String>,
    /// Who plays each seat, in order: `bot:COMMAND LINE` or `human`.
    /// `bot:random`, `bot:greedy`, `bot:search`, `bot:chain` and
    /// `bot:prowler` come with the arbiter, and `uci:ENGINE` is a UCI engine
    #[arg(required_unless_present = "resume")]
    pub(crate) seats: Vec<String>,
    /// Go on with a match whose log was cut off: the same bots, started anew, the same luck, the same file. The log has
    /// all settings; of the other options only `--quiet`, `--debug` and `--forbid-faults` count
    #[arg(long, value_name = "LOG", conflicts_with_all = [
        "variant", "seats", "options", "seed", "position", "clock", "seat_clock", "bot_option", "set", "onfault",
        "patience", "log", "times", "info", "sync", "games",
    ])]
    pub(crate) resume: Option<PathBuf>,
    /// A rule option; repeatable
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// The seed of all chance, up to 32 hex digits; drawn from the system where it is left out.
    /// Each game of a series has a seed of its own that follows from it
    #[arg(long, value_name = "HEX")]
    pub(crate) seed: Option<Seed>,
    /// Start from this position
    #[arg(long)]
    pub(crate) position: Option<String>,
    /// Limits for the bots, in milliseconds: `movetime MS`, `time MS inc MS movestogo N`, `nodes N`, `depth N`, `margin MS`, or `none`
    #[arg(long, value_name = "WORDS", default_value = "movetime 5000")]
    pub(crate) clock: ClockWords,
    /// Limits for one seat, such as `2:movetime 100`; repeatable
    #[arg(long, value_name = "SEAT:WORDS")]
    pub(crate) seat_clock: Vec<String>,
    /// An option for the bot of a seat, such as `1:seed=7`; repeatable
    #[arg(long, value_name = "SEAT:NAME=VALUE")]
    pub(crate) bot_option: Vec<String>,
    /// How the bot of a seat is started, and what it may use, such as `1:memory=512M`; repeatable; the keys are below
    #[arg(long, value_name = "SEAT:KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// What follows a fault: `forfeit`, the seat has lost; `random`, the arbiter plays a random action for it; with
    /// `retry N` before either, a bot whose answer is refused is told why and asked again, N times in a game
    #[arg(long, value_name = "WORDS", default_value_t)]
    pub(crate) onfault: FaultWords,
    /// Waiting times in milliseconds, such as `greet 5000 ready 5000 quit 500`
    #[arg(long, value_name = "WORDS")]
    pub(crate) patience: Option<Patience>,
    /// Write the match log there, where no file may be yet; with several games each has its number before the ending
    /// (`game-2.jsonl`)
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Whether the log holds times; without them equal games have equal logs
    #[arg(long, value_parser = one_of::<Switch>(Switch::ALL.map(Switch::word)), default_value_t = Switch::On)]
    pub(crate) times: Switch,
    /// What the log keeps of what bots say while thinking
    #[arg(long, value_parser = one_of::<InfoDetail>(InfoDetail::ALL.map(InfoDetail::word)), default_value_t)]
    pub(crate) info: InfoDetail,
    /// When the log is synced to the disk: `game`, before the result is told; `event`, with every record; `off`, when
    /// the system finds the time. A kill of the arbiter loses no record with any of them; a power cut loses what was
    /// not synced
    #[arg(long, value_parser = one_of::<uvi::Sync>(uvi::Sync::ALL.map(uvi::Sync::word)), default_value_t)]
    pub(crate) sync: uvi::Sync,
    /// How many games; bots stay alive between them
    #[arg(short = 'n', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Print results only
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print both sides of the talk with each bot to stderr, as it happens, with the seconds since the start:
    /// `>` what a bot hears, `<` what it says, `!` what it writes to its stderr
    #[arg(long)]
    pub(crate) debug: bool,
    /// Exit with 1 if any bot was at fault
    #[arg(long)]
    pub(crate) forbid_faults: bool,
}

impl PlayArgs {
    /// What was typed of what holds for all seats.
    pub(crate) fn say(&self, terms: &mut Terms) {
        terms.set_fault_words(self.onfault);
        terms.patience = self.patience.unwrap_or_default();
    }
}

/// One of these words, which the help and the completions name.
pub(crate) fn one_of<T>(words: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = ParseError> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words).try_map(|word| word.parse::<T>())
}

const CHECK_HELP: &str = "\
The steps, in order; each is what the protocol (UVI.md) asks of a bot:
  start          its program can be executed
  greeting       uvi 1 is answered, ended by uviok
  options        what it declares makes sense, and can be set
  variants       it plays what it must, or something that the arbiter knows
  isready        is answered by readyok
  unknown-lines  unknown verbs and empty lines are ignored
  error          a bot that hears of its fault plays on
  newgame        two games in a row
  again          a bot whose answer is refused is asked again, and answers
  thinking       isready with the question is answered, then or after bestmove
  stop           is answered with bestmove
  gameover       may come while it thinks
  movetime       ten decisions within 500 ms each
  clock          ten decisions within 2000 ms, and 100 ms more for each
  game           whole games of a variant: the bot has each seat in turn, the other seats and chance play by lot
  quit           it leaves by itself
  end-of-input   it leaves by itself
Whoever fails in a step is started anew for the next.

Examples:
  arbiter check ./mybot
  arbiter check './mybot --fast' --variant orwell --verbose
  arbiter check 'python3 bot.py' --clock 'movetime 200' --decisions 50 --json

With --json each step is an object in a line of its own: step, status (pass, fail or skip), ms, text; for a game variant \
and seats; for a failure an object failure, with fault, line, column, position, cause, by_hand and stderr as far as they \
are known; and dialogue, the last lines that crossed the pipes (> to the bot, < from it). Fields may be added; \
`arbiter schema check` says the same to a machine.

Exit codes: 0 it keeps the protocol; 1 a step failed; 2 usage; 4 input or output failed.";

#[derive(Debug, ClapArgs)]
#[command(after_help = CHECK_HELP)]
pub(crate) struct CheckArgs {
    /// The bot's command line, split as a shell splits it; `random`, `greedy`, `search`, `chain` and
    /// `prowler` come with the arbiter, and `uci ENGINE` plays a UCI engine
    pub(crate) command: String,
    /// A variant that it must play; repeatable. Without it, all that it names
    #[arg(long = "variant", value_name = "VARIANT")]
    pub(crate) variants: Vec<String>,
    /// An option for it, such as `seed=7`; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) bot_option: Vec<String>,
    /// How it is started, and what it may use, such as `memory=512M`; repeatable; `arbiter play --help` has the keys
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// The limits of whole games, in milliseconds: `movetime MS`, `time MS inc MS movestogo N`, `nodes N`, `depth N`, `margin MS`
    #[arg(long, value_name = "WORDS", default_value = "movetime 5000")]
    pub(crate) clock: ClockWords,
    /// Waiting times in milliseconds, such as `greet 5000 ready 5000 quit 500`
    #[arg(long, value_name = "WORDS")]
    pub(crate) patience: Option<Patience>,
    /// Stop each game after so many decisions of the bot; without it games are played to their end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) decisions: Option<u32>,
    /// Try nothing more after the first step that fails
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// The seed of all chance and of what the other seats play, up to 32 hex digits
    #[arg(long, value_name = "HEX", default_value = "0")]
    pub(crate) seed: Seed,
    /// Tell all that crosses the pipes
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// One JSON object a line for each step
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct VerifyArgs {
    /// The logs; `-` is stdin
    #[arg(required_unless_present = "explain", value_name = "LOG")]
    pub(crate) logs: Vec<PathBuf>,
    /// Print nothing of logs that are right
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Say of every field of a log whether it follows, is checked, or is taken on trust
    #[arg(long, conflicts_with_all = ["logs", "quiet"])]
    pub(crate) explain: bool,
}

const SHOW_HELP: &str = "\
Examples:
  arbiter show game.jsonl
  arbiter show game.jsonl --at 12 --svg board.svg
  arbiter show game.jsonl --positions
  arbiter show --variant french-revolution --option ranks=10
  arbiter show --variant katarenga --seed 2a --svg - > board.svg";

#[derive(Debug, ClapArgs)]
#[command(after_help = SHOW_HELP)]
pub(crate) struct ShowArgs {
    /// The log; `-` is stdin
    #[arg(
        required_unless_present = "variant",
        conflicts_with_all = ["variant", "position", "seats", "options", "seed"],
    )]
    pub(crate) log: Option<PathBuf>,
    /// Stop after this record (the numbers before the moves)
    #[arg(long, value_name = "N", conflicts_with = "variant")]
    pub(crate) at: Option<u32>,
    /// Show a position of this variant rather than a log: its start, or that of `--position`
    #[arg(long, value_name = "VARIANT")]
    pub(crate) variant: Option<String>,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Write a picture of the board there, an SVG document in which the last turn is marked, and print nothing;
    /// `-` is stdout
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print the position after each record of the log, as JSON Lines: the number of its line, and the position
    #[arg(long, conflicts_with_all = ["at", "svg", "variant"])]
    pub(crate) positions: bool,
}

const IMPORT_HELP: &str = "\
The page has a turn after the other: round (may be left out), player, dice in the order in which they were used, moves \
in the notation of the rules page. Line ends, tabs, commas and rows of headings do not matter, so that a table may be \
copied as a web page has it; # begins a comment. So these are the same:
  1 White 13 c3-d4 pass
  1. White 1-3: c3-d4, pass
  1, White, [1][3], c3\u{2013}d4, \u{2013}

For chess the page is PGN, with all games that it has; where they are several, their logs are game-1.jsonl, game-2.jsonl \
and so on of -o game.jsonl. Times and scores in comments are left out.

A result that the board does not show is kept: a draw as an adjudication after the last move, a win as the resignation of \
the other, as where a player gave up or was out of time.

A printed game has no seed: its log says \"imported\", and verify can only say that its dice are possible. \
A misprint is named with its line, what is wrong with it, and what was probably meant: what is most like the print among \
the legal actions that let the rest of the game go on. Nothing is written then, unless --fix takes what was meant; the \
log says so, with the print (\"printed\") beside each such action.

Examples:
  arbiter import orwell game.txt -o game.jsonl
  arbiter import orwell game.txt --fix | arbiter verify -
  arbiter import chess games.pgn -o game.jsonl

Exit codes: 0 a whole game; 1 misprints, or no printed game; 2 usage, or a variant that has no importer; 3 a game that \
is not over at the end of the page, its log incomplete; 4 input or output failed.";

#[derive(Debug, ClapArgs)]
#[command(after_help = IMPORT_HELP)]
pub(crate) struct ImportArgs {
    /// The variant; `arbiter variants` lists them
    pub(crate) variant: String,
    /// The page, as text, or PGN; `-` is stdin
    pub(crate) file: PathBuf,
    /// Write the match log there, which must not exist; stdout where it is left out
    #[arg(short = 'o', long = "output", value_name = "LOG")]
    pub(crate) output: Option<PathBuf>,
    /// Take what was probably meant, where only one thing was
    #[arg(long)]
    pub(crate) fix: bool,
    /// Where the game is from, for the log; the name of the file where it is left out
    #[arg(long, value_name = "TEXT")]
    pub(crate) source: Option<String>,
    /// A rule option; repeatable
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
}

const COMPLETIONS_HELP: &str = "\
Examples:
  arbiter completions bash > ~/.local/share/bash-completion/completions/arbiter
  arbiter completions zsh > ~/.zfunc/_arbiter
  arbiter completions fish > ~/.config/fish/completions/arbiter.fish
  arbiter completions elvish >> ~/.config/elvish/rc.elv
  arbiter completions powershell >> $PROFILE";

#[derive(Debug, ClapArgs)]
pub(crate) struct SchemaArgs {
    /// A line of what
    #[arg(value_enum, default_value_t)]
    pub(crate) of: SchemaOf,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum SchemaOf {
    /// A match log
    #[default]
    Log,
    /// `arbiter check --json`
    Check,
    /// The results of a tournament
    Result,
    /// The standings of a tournament as JSON, which are one object
    Standings,
    /// `arbiter gate --json`, which is one object
    Gate,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

const MAN_HELP: &str = "\
Examples:
  arbiter man | man -l -
  arbiter man --dir ~/.local/share/man/man1";

#[derive(Debug, ClapArgs)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArgs {
    /// Write a page for each command into this directory, which is made where it does not exist
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,
}

/// A position of a variant: its start, or another.
#[derive(Debug, ClapArgs)]
pub(crate) struct PositionArgs {
    /// The variant; `arbiter variants` lists them
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) start: StartArgs,
}

/// Which position of a variant.
#[derive(Debug, ClapArgs)]
pub(crate) struct StartArgs {
    /// The position; the variant's start where it is left out
    #[arg(long)]
    pub(crate) position: Option<String>,
    /// How many seats; the least number where it is left out
    #[arg(long)]
    pub(crate) seats: Option<u32>,
    /// A rule option; repeatable
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// The seed that deals the start, up to 32 hex digits
    #[arg(long, value_name = "HEX", default_value = "0")]
    pub(crate) seed: Seed,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct LegalArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Only the actions of this seat; else of each that is to act, after its number where it is not alone
    #[arg(long)]
    pub(crate) seat: Option<u32>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// How many actions deep
    #[arg(long, short, default_value_t = 1)]
    pub(crate) depth: u32,
    /// Count after each first action apart
    #[arg(long)]
    pub(crate) split: bool,
}
