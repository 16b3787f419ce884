//! The command `openings`: draws random positions to start games from, and writes them as a file for tournaments.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use itertools::Itertools as _;
use uvi::{ClockWords, Seed, Word};
use uvi_cup::{MOST_DECISIONS, MOST_OPENINGS, OpeningsError, RandomOpenings, counted, file::BalanceKeys};
use uvi_games::game::Registry;
use uvi_match::referee::MatchSpec;

use super::{
    exit::{CliError, Code, CommandResult, usage},
    output::write,
    seats::{command_line, hinted, pairs, variant},
};
use crate::{bot::Nursery, cup::Judge, driver::Setup, world::DISK};

const HELP: &str = "\
Each opening is the position after a number of random legal decisions; dice, dealt boards and the like are random too. In \
each, a seat must decide next, and no two are the same. The same seed gives the same openings on every machine.

With --balance a bot judges each position: the command asks it for one decision, and its `info score` must lie between -100 \
times --within and 100 times --within. If several seats decide at the same time, this must hold for each. A position out of \
balance is drawn again, up to 100 times; then the command fails and names the closest one. For arbiter-search, 0.1 is a \
tenth of the way from an even game to a sure win; for a bot that counts centipawns, it is a tenth of a pawn. If the bot \
gives different scores to the same question, the file differs from run to run.

Each line of the file is a name, a tab and a position. A tournament can start its blocks from the file:
  [openings]
  file = \"openings.txt\"
or draw the same openings by itself, from the same seed:
  [openings]
  random = 6
  count = 20
  balance = { bot = \"search\", within = 0.1 }

Examples:
  arbiter openings french-revolution --random 6 --count 20 --output openings.txt
  arbiter openings katarenga --random 4 --count 50 --balance search --within 0.1
  arbiter openings cat-chess --seats 3 -o tiles=0 --random 30 --count 10
  arbiter openings congress --random 8 --balance './mybot --fast' --clock 'movetime 500'";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct OpeningsArgs {
    /// The variant; `arbiter variants` lists them
    variant: String,
    /// The number of random decisions that lead to each opening
    #[arg(long, value_name = "DECISIONS", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_DECISIONS)))]
    random: u32,
    /// The number of openings
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_OPENINGS)))]
    count: u32,
    /// A bot that judges the positions: its command line, or the name of a bot that comes with the arbiter
    #[arg(long, value_name = "BOT")]
    balance: Option<String>,
    /// The most by which a position may differ from even, in hundreds of the bot's `info score`
    #[arg(long, value_name = "X", requires = "balance", default_value_t = 0.1)]
    within: f64,
    /// The limits of the bot for a position: `nodes N`, `depth N`, `movetime MS`
    #[arg(long, value_name = "WORDS", requires = "balance", default_value = "nodes 1000", value_parser = super::args::clock)]
    clock: ClockWords,
    /// The seed of all randomness, up to 32 hex digits; random by default
    #[arg(long, value_name = "HEX")]
    seed: Option<Seed>,
    /// The number of seats; by default the fewest that the variant allows
    #[arg(long)]
    seats: Option<u32>,
    /// A rule option; repeatable
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Write the openings to this file, and overwrite it; `-` is stdout
    #[arg(long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

/// Lets a bot judge positions, each in a match of one decision. Returns the `info score` of each bot that decided, or
/// an error as text. The first position makes the judge, with this nursery or else one of its own.
pub(crate) fn judging(nursery: Option<&Nursery>) -> impl FnMut(&MatchSpec) -> Result<Vec<f64>, String> {
    let mut judge = None;
    move |spec| {
        let judge = match &mut judge {
            Some(judge) => judge,
            none => {
                let setup = Setup::new(DISK, spec.clone()).map_err(|error| error.to_string())?;
                let nursery = nursery.cloned().map_or_else(Nursery::of_this_program, Ok);
                let nursery = nursery.map_err(|error| error.to_string())?;
                setup.check_bots(&nursery).map_err(|(_, error)| hinted(&error, None))?;
                none.insert(Judge::new(nursery))
            }
        };
        judge.scores(spec)
    }
}

fn exit(error: &OpeningsError) -> Code {
    match error {
        OpeningsError::Over { .. } | OpeningsError::Same { .. } | OpeningsError::Unbalanced { .. } => Code::No,
        OpeningsError::NoScore(_) | OpeningsError::OneScore(_) | OpeningsError::Match(_) => Code::Usage,
        OpeningsError::NoJudge(_) => Code::Failed,
    }
}

pub(crate) fn run(registry: Registry, args: &OpeningsArgs) -> CommandResult {
    let seed = args.seed.unwrap_or_else(|| Seed(rand::random()));
    let variant = variant(registry, &args.variant)?;
    let name = Word::new("opening").expect("this is a word");
    let options = pairs(&args.options)?;
    let spec = MatchSpec::new(name, variant, args.seats, seed, &options).map_err(|error| usage(error.to_string()))?;
    let by_lot = RandomOpenings { spec, decisions: args.random };
    let keys = |bot: &String| BalanceKeys { bot: command_line(bot), within: args.within, clock: Some(args.clock) };
    let balance = args.balance.as_ref().map(keys);
    if balance.as_ref().is_some_and(|balance| !balance.is_possible()) {
        return Err(usage(format!("--within: expected a number above 0, found {}", args.within)));
    }
    let drawn = by_lot.openings(args.count, balance.as_ref(), judging(None));
    let openings = drawn.map_err(|error| CliError { exit: exit(&error), error: error.into() })?;
    let mut lines = vec![format!(
        "# {} of {}, {} seats{}: {} by lot, seed {seed}",
        counted(openings.len().try_into().unwrap_or(u32::MAX), "opening"),
        variant.word(),
        by_lot.spec.seats(),
        options.iter().map(|(name, value)| format!(", {name} {value}")).join(""),
        counted(args.random, "decision"),
    )];
    if let Some(bot) = &args.balance {
        lines.push(format!("# judged by {bot} ({}): within {}", args.clock, args.within));
    }
    lines.extend(openings.iter().map(|opening| format!("{}\t{}", opening.name, opening.position)));
    lines.push(String::new());
    write(&args.output, &lines.join("\n"))?;
    Ok(Code::Yes)
}
