//! The commands `variants`, `legal` and `perft`, which show the rules.

use clap::Args as ClapArgs;
use uvi_games::game::{Actor, Registry, Seat, SeatSet, Table, Turn};

use super::{
    args::StartArgs,
    exit::{Code, CommandResult, usage},
    output::print_all,
    seats::table,
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

/// Lists the variants and their rule options.
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

/// Lists the legal actions of a position.
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

/// Counts action sequences.
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
