//! The arguments of the commands that are not defined in files of their own.

use std::{path::PathBuf, str::FromStr};

use clap::{
    Args as ClapArgs, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use uvi::{ClockWords, ParseError, Patience, Seed};

#[derive(Debug, Clone, Copy, Default, ClapArgs)]
pub(crate) struct DaemonArgs {
    /// Sync logs to disk, unless the host says otherwise: `game`, before `over`; `event`, after every record; `off`,
    /// never by the arbiter. A power cut loses what was not synced; killing the arbiter loses nothing
    #[arg(long, value_parser = one_of::<uvi::Sync>(uvi::Sync::ALL.map(uvi::Sync::word)), default_value_t)]
    pub(crate) sync: uvi::Sync,
}

/// Parses a clock in which a bot can answer.
pub(crate) fn clock(text: &str) -> Result<ClockWords, String> {
    let clock: ClockWords = text.parse().map_err(|error: ParseError| error.to_string())?;
    clock.playable().map_err(|error| error.to_string())
}

/// A parser of these words. Help and completions list them.
pub(crate) fn one_of<T>(words: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = ParseError> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words).try_map(|word| word.parse::<T>())
}

/// A parser for one of these words. Each choice has its word, a line of help, and its value.
pub(crate) fn choice<T>(choices: &'static [(&str, &str, T)]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let words = choices.iter().map(|(word, help, _)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(words).map(|chosen| {
        let found = choices.iter().find(|(word, ..)| *word == chosen);
        found.map(|&(.., meaning)| meaning).expect("only these words can be chosen")
    })
}

const CHECK_HELP: &str = "\
The steps, in order; each is what the protocol (UVI.md) asks of a bot:
  start          its program can be executed
  greeting       it answers uvi 1, and ends its greeting with uviok
  options        the options it declares make sense and can be set
  variants       it plays every --variant, or a variant that the arbiter knows
  isready        it answers with readyok
  unknown-lines  it ignores unknown verbs and empty lines
  error          it plays on after hearing of its fault
  newgame        it plays two games in a row
  again          it answers when asked again after a refused answer
  thinking       it answers an isready sent with the question, before or after
                 bestmove
  stop           it answers with bestmove
  gameover       it copes with the end of the game while it thinks
  movetime       it makes ten decisions within 500 ms each
  clock          it makes ten decisions within 2000 ms, plus 100 ms for each
  game           it plays whole games of a variant, each seat in turn; the other
                 seats and chance are random; --games N plays more of them
  quit           it exits by itself
  end-of-input   it exits by itself
A bot that fails a step is restarted for the next. The last lines say the bot's
level (UVI 9.1). The highest one needs --games 100.

Examples:
  arbiter check ./mybot
  arbiter check ./mybot --games 100
  arbiter check ./mybot --script failure.uvi
  arbiter check './mybot --fast' --variant orwell --verbose
  arbiter check 'python3 bot.py' --clock 'movetime 200' --decisions 50 --json

With --json each step is an object on its own line: step, status (pass, fail or skip), ms and text. A game also has variant, \
seats and games. A failure has failure, an object with fault, line, column, position, cause, by_hand, script and stderr, as far as they \
are known; and dialogue, the last lines that crossed the pipes (> to the bot, < from it). Fields may be added. \
`arbiter schema check` prints the JSON Schema.";

#[derive(Debug, ClapArgs)]
#[command(after_help = CHECK_HELP)]
pub(crate) struct CheckArgs {
    /// The bot's command line, split into words as a shell would; `random`, `greedy`, `search`, `chain` and
    /// `prowler` come with the arbiter, and `uci ENGINE` plays a UCI engine. `bot:` may stand before it
    pub(crate) command: String,
    /// A variant that the bot must play; repeatable; by default every variant that it names
    #[arg(long = "variant", value_name = "VARIANT")]
    pub(crate) variants: Vec<String>,
    /// An option for the bot, such as `seed=7`; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) bot_option: Vec<String>,
    /// A setting for the start or the resources of the bot, such as `memory=512M`; repeatable; `arbiter play --help`
    /// has the keys
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Shut the bot in, or do not start it, as `arbiter play --untrusted` does
    #[arg(long)]
    pub(crate) untrusted: bool,
    /// Limits for whole games, in milliseconds: `movetime MS`, `time MS inc MS movestogo N`, `nodes N`, `depth N`, `margin MS`; or `10+0.1` in seconds
    #[arg(long, value_name = "WORDS", default_value = "movetime 5000", value_parser = clock)]
    pub(crate) clock: ClockWords,
    /// The time to wait for the bot, in milliseconds, such as `greet 5000 ready 5000 quit 500`
    #[arg(long, value_name = "WORDS")]
    pub(crate) patience: Option<Patience>,
    /// Play at least N games of each variant and number of seats, the same number in each seat; by default one in each
    /// seat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: Option<u32>,
    /// Stop each game after N decisions of the bot; by default games are played to the end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) decisions: Option<u32>,
    /// Stop after the first step that fails
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Write the lines of the first failure to this file, and overwrite it: a script for `arbiter rerun`
    #[arg(long, value_name = "FILE")]
    pub(crate) script: Option<PathBuf>,
    /// The seed of all chance and of the other seats' actions, up to 32 hex digits
    #[arg(long, value_name = "HEX", default_value = "0")]
    pub(crate) seed: Seed,
    /// Print every line that crosses the pipes
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Print a JSON object for each step, one a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct VerifyArgs {
    /// The logs; `-` is stdin
    #[arg(required_unless_present = "explain", value_name = "LOG")]
    pub(crate) logs: Vec<PathBuf>,
    /// Print nothing about correct logs
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// The folders of Syzygy tablebases, separated by `:`. They check what would be taken on trust without them
    #[arg(long, value_name = "FOLDERS")]
    pub(crate) tablebases: Option<String>,
    /// List every field of a log: whether it follows from others, is checked, or is taken on trust
    #[arg(long, conflicts_with_all = ["logs", "quiet"])]
    pub(crate) explain: bool,
}

const SHOW_HELP: &str = "\
Examples:
  arbiter show game.jsonl
  arbiter show game.jsonl --at 12 --svg board.svg
  arbiter show game.jsonl --positions
  arbiter show chess.jsonl --format pgn >> games.pgn
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
    /// Show the game up to this record; the records' numbers stand before the moves
    #[arg(long, value_name = "N", conflicts_with = "variant")]
    pub(crate) at: Option<u32>,
    /// Show a position of this variant instead of a log: its start, or `--position`
    #[arg(long, value_name = "VARIANT")]
    pub(crate) variant: Option<String>,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Write a picture of the board to this SVG file instead, with the last turn marked; `-` is stdout
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print the position after each record of the log as JSON Lines, with the line number of the record
    #[arg(long, conflicts_with_all = ["at", "svg", "variant"])]
    pub(crate) positions: bool,
    /// The form in which a log is shown
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["at", "svg", "variant", "positions"])]
    pub(crate) format: ShowFormat,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowFormat {
    /// Lines for people
    #[default]
    Text,
    /// PGN, if the variant can be written as PGN; also of a game that still runs
    Pgn,
}

const IMPORT_HELP: &str = "\
Chess can be imported. Try it:
  printf '1. f3 e5 2. g4 Qh4# 0-1' | arbiter import chess - -o game.jsonl
  arbiter show game.jsonl

The file is PGN with any number of games, as people and programs write it: tags in any order or none, moves in SAN or by \
squares, any comments, variations and marks, in UTF-8, UTF-16, ISO 8859-1 or Windows-1252. With several games and -o \
game.jsonl, the logs are game-1.jsonl, game-2.jsonl and so on. The log keeps the players, all tags, and the score, depth, \
time and nodes of comments such as {+0.33/14 0.500s} or {[%eval 0.33] [%clk 0:03:00]}.

A game that cannot be read is named with its line, and the others are imported. A game that goes on after a third repetition \
or fifty moves, or is won or lost there, gets the rule option draws=claimed.

The log keeps a result that the board does not show, such as a resignation or a loss on time: a draw becomes an \
adjudication after the last move, a win the resignation of the other player.

An imported game has no seed: its log says \"imported\".

Examples:
  arbiter import chess games.pgn -o game.jsonl
  arbiter replay game-1.jsonl -o game.html";

#[derive(Debug, ClapArgs)]
#[command(after_help = IMPORT_HELP)]
pub(crate) struct ImportArgs {
    /// The variant; `arbiter variants` lists them
    pub(crate) variant: String,
    /// The games, as PGN; `-` is stdin
    pub(crate) file: PathBuf,
    /// Write the match log to this file, which must not exist; stdout by default
    #[arg(short = 'o', long = "output", value_name = "LOG")]
    pub(crate) output: Option<PathBuf>,
    /// The source of the games, for the log; the file name by default
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
    /// The kind of output whose schema to print
    #[arg(value_enum, default_value_t)]
    pub(crate) of: SchemaOf,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum SchemaOf {
    /// A line of a match log
    #[default]
    Log,
    /// A line of `arbiter check --json`
    Check,
    /// A line of a tournament's `results.jsonl`
    Result,
    /// The object that `arbiter tournament --json` writes
    Standings,
    /// The object that `arbiter gate --json` writes
    Gate,
    /// A line of `arbiter play --json`
    Play,
    /// The object in a ladder's `table.json`
    Ladder,
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
    /// Write a man page for each command into this directory, and create it if needed
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,
}

/// A variant, and a position of it.
#[derive(Debug, ClapArgs)]
pub(crate) struct PositionArgs {
    /// The variant; `arbiter variants` lists them
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) start: StartArgs,
}

/// A position of a variant, by default its start.
#[derive(Debug, ClapArgs)]
pub(crate) struct StartArgs {
    /// The position; the variant's start by default
    #[arg(long)]
    pub(crate) position: Option<String>,
    /// The number of seats; by default the fewest that the variant allows
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
    /// List only the actions of this seat. By default all seats that may act are listed; if there are several, with
    /// their numbers
    #[arg(long)]
    pub(crate) seat: Option<u32>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The number of actions to play in a row
    #[arg(long, short, default_value_t = 1)]
    pub(crate) depth: u32,
    /// Print the count after each first action separately
    #[arg(long)]
    pub(crate) split: bool,
}
