//! The command `import`: turns games of PGN into match logs.

use std::{
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::Args as ClapArgs;
use uvi::Word;
use uvi_games::game::{OptionValues, Registry};
use uvi_match::record::{self, ImportedGame, PgnSource, Record};

use super::{
    exit::{CliError, Code, CommandResult, cannot, failed, usage},
    output::{complain, print_text},
    play::numbered,
    seats::{pairs, variant},
    verify::read,
};
use crate::world::regular;

const IMPORT_HELP: &str = "\
Chess can be imported. Try it:
  printf '1. f3 e5 2. g4 Qh4# 0-1' | arbiter import chess - -o game.jsonl
  arbiter show game.jsonl

The file is PGN with any number of games, as people and programs write it: tags in any order or none, moves in SAN or by \
squares, with the letters of English, German, French and other languages, any comments, variations and marks, in UTF-8, \
UTF-16, ISO 8859-1 or Windows-1252. It may be packed by gzip. With several games and -o \
game.jsonl, the logs are game-1.jsonl, game-2.jsonl and so on. The log keeps the players, all tags but FEN, SetUp, \
Variant, PlyCount and Moves, which follow from the game, and the score, depth, time and nodes of comments such as \
{+0.33/14 0.500s} or {[%eval 0.33] [%clk 0:03:00]}.

A game that cannot be read is named with its line, and the others are imported. A game that goes on after a third repetition \
or fifty moves, or is won or lost there, gets the rule option draws=claimed. One that goes on after a dead position is \
imported up to there. So is one after a fifth repetition or 75 moves, which end a game since 2014; if that is won later, its \
log ends one move before, or counts moves from 0 if the game begins there.

Kings in the middle at the end, by which electronic boards tell a result, are no moves.

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

/// Imports games, one after the other. Returns 0 if all games are complete, 1 if a game cannot be read or there is none,
/// 3 if a game is not over, or goes on after the end of its log.
pub(crate) fn run(registry: Registry, args: &ImportArgs) -> CommandResult {
    let variant = variant(registry, &args.variant)?;
    let options = OptionValues::with(variant.options(), &pairs(&args.options)?).map_err(usage)?;
    let name = args.file.file_stem().and_then(|stem| Word::new(stem.to_str()?));
    let name = name.filter(|_| args.file != Path::new("-"));
    let name = name.unwrap_or_else(|| Word::new("imported").expect("this is a word"));
    let file = if args.file == Path::new("-") { "stdin".to_owned() } else { args.file.display().to_string() };
    let from = args.source.as_deref().unwrap_or(&file);
    let source = PgnSource { registry, variant, options: &options, name, from };
    // A variant without an importer is refused before its file is read.
    record::import(&source, "").map(drop).map_err(usage)?;
    let bytes = regular::unpacked(read(&args.file)?).with_context(|| file.clone()).map_err(failed)?;
    let text = record::decode(&bytes);
    let mut games = record::import(&source, &text).map_err(usage)?.peekable();
    let Some(first) = games.next() else {
        let error = anyhow::anyhow!("{file}: expected a game, found nothing");
        return Err(CliError { exit: Code::No, error });
    };
    let several = games.peek().is_some();
    if several && args.output.is_none() {
        return Err(usage(format!("{file} has several games: expected -o LOG, to number a log for each")));
    }
    let is_utf16 = bytes.iter().take(2).any(|byte| [0, 0xfe, 0xff].contains(byte));
    if str::from_utf8(&bytes).is_err() && !is_utf16 {
        complain(&format!("{file}: read as ISO 8859-1, because it is not UTF-8"));
    }
    let (mut misread, mut incomplete, mut count) = (0_u32, 0_u32, 0_u32);
    for (number, game) in (1..).zip(std::iter::once(first).chain(games)) {
        let name = if several { format!("{file}, game {number}") } else { file.clone() };
        let ImportedGame { log, remarks, over, whole } = game;
        for remark in remarks {
            complain(&format!("{name}: {remark}"));
        }
        count = number;
        match log {
            Ok(log) => {
                let path = args.output.as_ref().map(|path| if several { numbered(path, number) } else { path.clone() });
                write(path.as_deref(), &log)?;
                incomplete += u32::from(!over || !whole);
            }
            Err(error) => {
                complain(&format!("{name}: {error}; no log written"));
                misread += 1;
            }
        }
    }
    if incomplete > 0 {
        let logs = if several { format!("{incomplete} of {count} logs end") } else { "the log ends".to_owned() };
        complain(&format!("{file}: {logs} before the game does or before the moves do, and so incomplete"));
    }
    Ok(match (misread, incomplete) {
        (0, 0) => Code::Yes,
        (0, _) => Code::Undecided,
        _ => Code::No,
    })
}

fn write(path: Option<&Path>, log: &[Record]) -> CommandResult<()> {
    let mut text = Vec::new();
    for record in log {
        record.write_line(&mut text);
    }
    let Some(path) = path else { return print_text(&text) };
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    let written = made.and_then(|mut file| file.write_all(&text));
    written.map_err(cannot("write", path))
}
