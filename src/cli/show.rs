//! The command `show`: shows logs and positions, as text or as a picture.

use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
};

use clap::{Args as ClapArgs, ValueEnum};
use uvi_games::game::{Registry, Style};
use uvi_match::record::{self, LogError, Walk};

use super::{
    args::StartArgs,
    exit::{CliError, Code, CommandResult, usage},
    output::{must_differ, print_all, print_text, write},
    seats::table,
    verify::read,
};

const SHOW_HELP: &str = "\
It follows the game, and does not look at the SHA-256 of the lines; arbiter verify does.

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

pub(crate) fn show(registry: Registry, args: &ShowArgs) -> CommandResult {
    let ending = args.svg.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str()).unwrap_or_default();
    if ["png", "jpg", "jpeg", "gif", "webp", "pdf", "html"].contains(&ending) {
        return Err(usage(format!(
            "--svg: expected a file such as board.svg, found one of .{ending}; a browser shows SVG"
        )));
    }
    match (&args.log, &args.variant) {
        (Some(log), _) => show_log(registry, log, args)?,
        (None, Some(variant)) => {
            let table = table(registry, variant, &args.start)?;
            match &args.svg {
                Some(path) => write(path, &table.picture(&[]).to_svg())?,
                None => print_all(table.board(style()))?,
            }
        }
        (None, None) => return Err(usage("show: expected a log, or --variant")),
    }
    Ok(Code::Yes)
}

fn show_log(registry: Registry, path: &Path, args: &ShowArgs) -> CommandResult<()> {
    let wrong = |error: LogError| CliError {
        exit: Code::No,
        error: anyhow::Error::new(error).context(format!("{} cannot be shown", path.display())),
    };
    let log = record::read(registry, &read(path)?).map_err(wrong)?;
    let last = log.records.iter().filter_map(|(_, record)| record.number()).max().unwrap_or_default();
    if let Some(at) = args.at.filter(|at| *at > last) {
        return Err(usage(format!("--at: expected a record from 0 to {last}, found {at}")));
    }
    if args.positions {
        let mut walk = Walk::new(&log, None).map_err(wrong)?;
        while let Some(step) = walk.step().map_err(wrong)? {
            let position = step.after.position().to_string();
            print_all([serde_json::json!({ "line": step.line, "position": position }).to_string()])?;
        }
        return Ok(());
    }
    if args.format == ShowFormat::Pgn {
        let game = record::pgn(&log, &[], &[]).map_err(|error| usage(format!("{}: {error}", path.display())))?;
        return print_text(game.as_bytes());
    }
    match &args.svg {
        Some(svg) => {
            must_differ(svg, path)?;
            write(svg, &record::picture(&log, args.at).map_err(wrong)?.to_svg())
        }
        None => print_all(record::show(&log, args.at, style()).map_err(wrong)?),
    }
}

/// Colours if stdout is a terminal that has them and `NO_COLOR` is not set.
pub(crate) fn style() -> Style {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    if std::io::stdout().is_terminal() && !unwanted && !dumb { Style::Colour } else { Style::Plain }
}
