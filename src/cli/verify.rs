//! The command `verify`: checks match logs.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::Args as ClapArgs;
use uvi_games::game::{Registry, Seed};
use uvi_match::record::{self, Chance, LogError, RecordError, VerifiedLog};

use super::{
    exit::{Code, CommandResult, failed, usage},
    output::{complain, print_all, print_text},
};
use crate::{
    cup::GAMES,
    driver::seed_path,
    world::{DISK, tablebases},
};

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

/// The most bytes that are read from stdin, which may be endless.
const MOST: u64 = 256 * 1024 * 1024;

pub(crate) fn read(path: &Path) -> CommandResult<Vec<u8>> {
    let read = if path == Path::new("-") { read_stdin() } else { DISK.read(path) };
    read.with_context(|| format!("cannot read {}{}", path.display(), folder_hint(path))).map_err(failed)
}

/// The place of the logs in the folder of a tournament. Empty if the path is no such folder.
fn folder_hint(path: &Path) -> String {
    let logs = path.join(GAMES);
    if !logs.is_dir() {
        return String::new();
    }
    format!(", the folder of a tournament, whose logs are {}", logs.join("*.jsonl").display())
}

fn read_stdin() -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    io::stdin().take(MOST + 1).read_to_end(&mut text)?;
    match text.len() as u64 {
        ..=MOST => Ok(text),
        _ => Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("expected at most {MOST} bytes, found more"))),
    }
}

/// Verifies logs. Returns 1 if a log is wrong, else the code of the last log that cannot be read, else 3 if a log is
/// cut off, else 0.
pub(crate) fn verify(registry: Registry, args: &VerifyArgs) -> CommandResult {
    if args.explain {
        print_text(record::GROUNDS.as_bytes())?;
        return Ok(Code::Yes);
    }
    args.tablebases.as_deref().map_or(Ok(()), tablebases::open).map_err(usage)?;
    let mut cut_off = false;
    let mut wrong = false;
    let mut unread = None;
    for path in &args.logs {
        let name = path.display();
        let text = match read(path) {
            Ok(text) => text,
            Err(failure) => {
                complain(&format!("arbiter: {failure}"));
                unread = Some(failure.exit);
                continue;
            }
        };
        // A match that was cut off leaves its seed beside its log.
        let seed = DISK.read_text(&seed_path(path)).ok().and_then(|text| text.trim().parse::<Seed>().ok());
        match record::verify_by_tables(registry, &text, seed.as_ref(), tablebases::probe()) {
            Ok(verified) => {
                cut_off |= verified.result.is_none();
                if !args.quiet || verified.result.is_none() {
                    print_told(&format!("{name}: {}", describe(&verified)))?;
                }
            }
            Err(LogError { wrong: RecordError::Empty, .. }) => {
                cut_off = true;
                print_told(&format!("{name}: incomplete: nothing is recorded yet"))?;
            }
            Err(error) => {
                wrong = true;
                print_told(&format!("{name}: wrong: {error}"))?;
            }
        }
    }
    Ok(match (wrong, unread, cut_off) {
        (true, _, _) => Code::No,
        (false, Some(exit), _) => exit,
        (false, None, true) => Code::Undecided,
        (false, None, false) => Code::Yes,
    })
}

/// Prints a line that may have words of a stranger's log, or of the name of its file.
fn print_told(line: &str) -> CommandResult<()> {
    print_all([uvi::escape_controls(line)])
}

fn describe(verified: &VerifiedLog) -> String {
    let chance = match verified.chance {
        Chance::Proven => "chance follows from the seed",
        Chance::SeedUnknown => "the seed is not published, chance is only checked to be possible",
        Chance::Imported => "imported, its chance comes from no seed",
    };
    let variant = &verified.head.variant;
    let Some(result) = &verified.result else {
        let torn = if verified.torn { ", its last line is torn" } else { "" };
        return format!(
            "incomplete: {variant}, right as far as it goes ({} records{torn}); {chance}",
            verified.records
        );
    };
    let score = result.told_score();
    format!("ok: {variant}, {}{score}, {} decisions; {chance}", result.reason, result.decisions)
}
