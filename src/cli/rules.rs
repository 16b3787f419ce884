//! The commands `rules`, `variants`, `legal` and `perft`, which show the rules.

use clap::{Args as ClapArgs, ValueEnum};
use uvi_games::game::{Actor, Registry, Seat, SeatSet, Table, Turn, Variant};
use uvi_pages::rules;

use super::{
    args::StartArgs,
    exit::{Code, CommandResult, usage},
    output::{print_all, print_paged, print_text},
    seats::{table, variant},
};

/// A variant, and a position of it.
#[derive(Debug, ClapArgs)]
pub(crate) struct PositionArgs {
    /// The variant; `arbiter variants` lists them
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) start: StartArgs,
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

pub(crate) fn variants(registry: Registry) -> CommandResult {
    let mut lines = Vec::new();
    for variant in registry {
        let seats: Vec<_> = variant.seats().iter().map(ToString::to_string).collect();
        lines.push(format!("{:<20} {}, seats {}", variant.word(), variant.title(), seats.join(" ")));
        for option in variant.options() {
            let default = option.kind.default_text();
            lines.push(format!("  {}={default}  {} ({})", option.name, option.about, option.kind.expected()));
        }
    }
    print_all(lines)?;
    Ok(Code::Yes)
}

pub(crate) fn legal(registry: Registry, args: &LegalArgs) -> CommandResult {
    let table = table(registry, &args.position.variant, &args.position.start)?;
    let seats = match (args.seat, table.turn()) {
        (Some(number), _) => {
            let seat = Seat::new(number).filter(|seat| SeatSet::all(table.seats()).contains(*seat));
            let wrong = || usage(format!("--seat: expected 1 to {}, found {number}", table.seats()));
            SeatSet::only(seat.ok_or_else(wrong)?)
        }
        (None, Turn::Seats(seats)) => seats,
        (None, Turn::Chance | Turn::Over(_)) => SeatSet::EMPTY,
    };
    if args.seat.is_none() && matches!(table.turn(), Turn::Chance) {
        print_all(table.outcomes().iter().map(|(outcome, _)| outcome))?;
    }
    for seat in seats.iter() {
        let before = if seats.len() > 1 { format!("{seat} ") } else { String::new() };
        print_all(table.legal(seat).iter().map(|action| format!("{before}{action}")))?;
    }
    Ok(Code::Yes)
}

pub(crate) fn perft(registry: Registry, args: &PerftArgs) -> CommandResult {
    let table = table(registry, &args.position.variant, &args.position.start)?;
    let part = || usage("perft: cannot count here: a position on the way lists only part of its legal actions");
    if !args.split || args.depth == 0 {
        print_all([format!("nodes {}", table.perft(args.depth).ok_or_else(part)?)])?;
        return Ok(Code::Yes);
    }
    let mut total = 0;
    for (actor, action) in first_actions(&*table) {
        let mut after = table.clone();
        after.play(actor, &action).map_err(|error| usage(format!("perft: {action}: {error}")))?;
        let nodes = after.perft(args.depth - 1).ok_or_else(part)?;
        total += nodes;
        print_all([format!("{action} {nodes}")])?;
    }
    print_all([format!("nodes {total}")])?;
    Ok(Code::Yes)
}

fn first_actions(table: &dyn Table) -> Vec<(Actor, String)> {
    match table.turn() {
        Turn::Over(_) => Vec::new(),
        Turn::Chance => table.outcomes().iter().map(|(outcome, _)| (Actor::Chance, outcome.to_string())).collect(),
        Turn::Seats(seats) => {
            let seat = seats.first().expect("a turn of seats has at least one");
            table.legal(seat).iter().map(|action| (Actor::Seat(seat), action.to_string())).collect()
        }
    }
}

const HELP: &str = "\
Examples:
  arbiter rules orwell
  arbiter rules orwell promotion
  arbiter rules cat-chess --format html > cat-chess.html";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct RulesArgs {
    /// The variant; `arbiter variants` lists them
    variant: String,
    /// A section, by its heading or the beginning of it; by default the whole page
    #[arg(conflicts_with = "format")]
    section: Option<String>,
    /// The format of the page
    #[arg(long, value_enum, default_value_t)]
    format: ManualFormat,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum ManualFormat {
    /// Markdown, with boards in letters
    #[default]
    Md,
    /// A page of HTML that loads nothing
    Html,
}

pub(crate) fn run(registry: Registry, args: &RulesArgs) -> CommandResult {
    let variant = variant(registry, &args.variant)?;
    let page = variant.rules();
    match (&args.section, args.format) {
        (Some(name), _) => read(variant, rules::section(page, name).map_err(usage)?)?,
        (None, ManualFormat::Md) => read(variant, page)?,
        (None, ManualFormat::Html) => print_text(rules::html(variant).as_bytes())?,
    }
    Ok(Code::Yes)
}

/// Shows a section of the rules, or without a name the part for players.
pub(crate) fn show(variant: &dyn Variant, name: &str) -> CommandResult<()> {
    let page = variant.rules();
    let part = if name.is_empty() { rules::for_players(page) } else { rules::section(page, name).map_err(usage)? };
    read(variant, part)
}

fn read(variant: &dyn Variant, part: &str) -> CommandResult<()> {
    print_paged(&rules::text(variant, part))
}
