//! Measures the variety of the games of the included bots. It plays tournaments of every variant in which blocks differ
//! only in their seed, and counts the distinct games.
//!
//! ```text
//! cargo bench --bench variety
//! cargo bench --bench variety -- --games 1000 --variant french-revolution
//! ```
//!
//! Games are ended after `--decisions` decisions; most games that differ at all differ by then. Under `cargo test` the
//! program plays only a few games, as a smoke test.
#![expect(clippy::print_stdout, reason = "it is read by people")]

use std::{collections::BTreeSet, env, fmt::Write as _, fs, path::Path, process::Command};

use anyhow::{Context as _, Result, ensure};
use arbiter::{
    game::Variant,
    games::REGISTRY,
    record::{self, Record},
};
use clap::Parser;

/// The number of different games that bots play
#[derive(Debug, Clone, Parser)]
struct Arguments {
    /// The least number of games in each row
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// The number of decisions after which a game ends
    #[arg(long, default_value_t = 40)]
    decisions: u32,
    /// Only this variant
    #[arg(long)]
    variant: Option<String>,
    /// The argument that cargo passes to benchmarks
    #[arg(long, hide = true)]
    bench: bool,
}

/// The bots of each row, in the order of the seats. Larger tables repeat them.
const ROWS: [[&str; 2]; 4] =
    [["random", "greedy"], ["greedy --seed 1", "greedy --seed 2"], ["search", "greedy"], ["search", "search --seed 1"]];

fn main() -> Result<()> {
    let arguments = if env::args().any(|argument| argument == "--bench") {
        Arguments::parse()
    } else {
        Arguments { games: 4, decisions: 8, variant: None, bench: false }
    };
    let scratch = env::temp_dir().join(format!("arbiter-variety-{}", std::process::id()));
    println!("{:<20}{:<36}{:>8}{:>12}", "variant", "bots", "games", "different");
    for variant in REGISTRY {
        if arguments.variant.as_ref().is_some_and(|word| word != variant.word()) {
            continue;
        }
        for bots in ROWS {
            fs::create_dir_all(&scratch)?;
            let played = play(&arguments, variant, bots, &scratch);
            fs::remove_dir_all(&scratch)?;
            let games = played?;
            let different = games.iter().collect::<BTreeSet<_>>().len();
            println!("{:<20}{:<36}{:>8}{different:>12}", variant.word(), bots.join(", "), games.len());
        }
    }
    Ok(())
}

/// Plays a tournament of these bots; returns the start and actions of each game.
fn play(arguments: &Arguments, variant: &dyn Variant, bots: [&str; 2], folder: &Path) -> Result<Vec<String>> {
    let seats = u32::from(variant.seats()[0]);
    let mut file = format!(
        "variant = \"{}\"\nformat = \"gauntlet\"\nrounds = {}\nseed = \"2a\"\nclock = \"nodes 8\"\n\
         adjudication = {{ max-decisions = {} }}\n",
        variant.word(),
        arguments.games.div_ceil(seats),
        arguments.decisions
    );
    for (number, bot) in (1..=seats).zip(bots.iter().cycle()) {
        write!(file, "[[bot]]\nname = \"{number}\"\ncommand = \"{bot}\"\n")?;
    }
    let path = folder.join("variety.toml");
    fs::write(&path, file)?;
    let done = Command::new(env!("CARGO_BIN_EXE_arbiter")).args(["tournament", "--quiet"]).arg(&path).output()?;
    ensure!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut games = Vec::new();
    for entry in fs::read_dir(folder.join("variety.games").join("games"))? {
        let path = entry?.path();
        let log = record::read(REGISTRY, &fs::read(&path)?).with_context(|| path.display().to_string())?;
        let action = |record: &Record| match record {
            Record::Action(action) => Some(action.action.clone()),
            Record::Chance(chance) => Some(chance.action.clone()),
            _ => None,
        };
        // The same actions on another dealt board are a different game.
        let actions: Vec<String> = log.records.iter().filter_map(|(_, record)| action(record)).collect();
        games.push(format!("{} {}", log.head.start, actions.join(" ")));
    }
    Ok(games)
}
