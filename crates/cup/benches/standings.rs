//! Measures the standings of many games, from made-up results: the time of reading, counting and rating them, and the
//! most memory. The results are read line by line, as a folder is.
//!
//! ```text
//! cargo bench -p uvi-cup --bench standings
//! cargo bench -p uvi-cup --bench standings -- 1000
//! ```
//!
//! The argument is the number of rounds of ten bots, of 90 games each. The results are made by one process and read by
//! another, so that the memory is that of the reader.

#![expect(clippy::print_stdout, reason = "it is read by people")]
#![expect(clippy::disallowed_methods, reason = "a bench is no part of the crate")]
#![expect(clippy::unwrap_used, reason = "what is simulated is written here")]

use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader, BufWriter, Write as _},
    path::Path,
    process::Command,
    time::Instant,
};

use uvi_cup::{Fingerprint, GameResult, KnownResults, Plan, Progress, Standings, file, log, schedule::Next};
use uvi_games::{
    game::{Points, Seed, Stream},
    games::REGISTRY,
};

/// The rounds of 100 000 games.
const ROUNDS: u32 = 1111;

fn plan(rounds: u32) -> Plan {
    let bots: String = (0..10).map(|bot| format!("[[bot]]\nname = \"b{bot}\"\ncommand = \"random\"\n")).collect();
    let text = format!("variant = \"congress\"\nrounds = {rounds}\nseed = \"2a\"\n{bots}");
    file::read(&text).unwrap().plan_alone(REGISTRY, Seed([0; 16])).unwrap()
}

fn make(rounds: u32, path: &Path) {
    let plan = plan(rounds);
    let mut progress = Progress::forgetful(&plan);
    let mut stream = Stream::new(&Seed([1; 16]), "results");
    let mut out = BufWriter::new(File::create(path).unwrap());
    while let Next::One(game) = progress.hand_out() {
        let names: Vec<String> = game.table.iter().map(|bot| plan.entrant(*bot).name.clone()).collect();
        let strong = u32::from(game.table.iter().next().unwrap().0 < game.table.iter().last().unwrap().0);
        let halves = match stream.below(100) {
            lot if lot < 30 => 1,
            lot if lot < 60 + 10 * strong => 2,
            _ => 0,
        };
        let result = GameResult {
            game: game.game,
            block: game.block,
            round: game.round,
            seats: names,
            reason: if halves == 1 { "stalemate" } else { "captures" }.to_owned(),
            score: Some([halves, 2 - halves].map(|halves| Points::new(halves, 2).unwrap()).to_vec()),
            decisions: 40 + stream.below(40),
            course: format!("{:032x}", u128::from(game.game)).parse().ok().map(Fingerprint),
            seed: Some(plan.seed_of(&game)),
            log: log(game.game),
            ..GameResult::default()
        };
        writeln!(out, "{}", serde_json::to_string(&result).unwrap()).unwrap();
        progress.finish(result, None);
    }
}

fn measure(rounds: u32, path: &Path) {
    let begun = Instant::now();
    let plan = plan(rounds);
    let mut progress = Progress::new(&plan, KnownResults::default()).unwrap();
    for line in BufReader::new(File::open(path).unwrap()).lines() {
        progress.follow(serde_json::from_str(&line.unwrap()).unwrap(), None).unwrap();
    }
    assert!(progress.is_over());
    let counted = begun.elapsed();
    let text = Standings::of(&plan, &progress).to_text();
    let rated = begun.elapsed() - counted;
    println!("{}", text.lines().next().unwrap_or_default());
    println!("read and counted {:.2} s, rated {:.2} s", counted.as_secs_f64(), rated.as_secs_f64());
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM: unknown"));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_bench = arguments.iter().any(|word| word == "--bench" || word == "--measure");
    let rounds = arguments.iter().find_map(|word| word.parse().ok()).unwrap_or(if is_bench { ROUNDS } else { 2 });
    if let Some(place) = arguments.iter().position(|word| word == "--measure") {
        return measure(rounds, Path::new(&arguments[place + 1]));
    }
    let path = std::env::temp_dir().join(format!("arbiter-standings-{}.jsonl", std::process::id()));
    make(rounds, &path);
    let own = std::env::current_exe().unwrap();
    let status = Command::new(own).args([&rounds.to_string(), "--measure"]).arg(&path).status().unwrap();
    fs::remove_file(&path).unwrap();
    assert!(status.success());
}
