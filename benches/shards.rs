//! Measures a tournament of 1000 bots in 20 shards as the number of games grows. Steps: make the plan, start a shard,
//! merge made-up logs, merge again, start a late shard. Each step has its seconds and the peak memory of the process.
//!
//! ```text
//! cargo bench --bench shards -- 1000000
//! ```
//!
//! With this argument the benchmark goes up to a million games and needs 10 GB of disk. The default is 10 000 games.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow};
use arbiter::world::DISK;
use arbiter::{
    cup::{Begin, Folder, Merge},
    games::REGISTRY,
};
use sha2::{Digest as _, Sha256};
use uvi::Seed;
use uvi_cup::{Plan, Progress, Shard, file, name, schedule::Next};

const SHARDS: u32 = 20;
const BOTS: usize = 1000;
/// The number of decisions in the made-up games; a log then has 2 kB.
const DECISIONS: usize = 20;
/// Approximate numbers of games, and the format that yields them.
const SIZES: [(u32, &str); 3] = [
    (10_000, "format = \"gauntlet\"\nheroes = 5"),
    (100_000, "format = \"gauntlet\"\nheroes = 51"),
    (1_000_000, "format = \"round-robin\""),
];

fn main() -> ExitCode {
    let numbers: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let most = numbers.first().copied().unwrap_or(10_000);
    match run(most) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn say(text: &str) {
    // A failed write cannot be reported to anyone.
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn run(most: u32) -> Result<()> {
    let folder = std::env::temp_dir().join(format!("shards-{}", std::process::id()));
    let named: String = STEPS.iter().map(|step| format!("{:>9} {:>6}", step, "MB")).collect();
    say(&format!("{:>9} {:>9}{named}", "games", "logs MB"));
    for (_, format) in SIZES.iter().filter(|(games, _)| *games <= most) {
        let measured = measure(&folder, format);
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
        measured?;
    }
    Ok(())
}

const STEPS: [&str; 6] = ["plan s", "start s", "read s", "merge s", "again s", "late s"];

/// The time of a step, and the peak memory of the process in it, in MB.
struct Cost {
    time: Duration,
    memory: u64,
}

fn cost<T>(work: impl FnOnce() -> Result<T>) -> Result<(T, Cost)> {
    // Resets the peak memory.
    fs::write("/proc/self/clear_refs", "5")?;
    let begun = Instant::now();
    let done = work()?;
    Ok((done, Cost { time: begun.elapsed(), memory: memory()? }))
}

/// A plan with all bots in this format.
fn plan(format: &str) -> Result<Plan> {
    let all: String = (0..BOTS).map(|bot| format!("[[bot]]\nname = \"bot-{bot}\"\ncommand = \"bot\"\n")).collect();
    let text =
        format!("variant = \"congress\"\nclock = \"nodes 10\"\nseed = \"2a\"\n{format}\n[log]\ntimes = \"off\"\n{all}");
    let wrong = |trouble: uvi_cup::Trouble| anyhow!("{}", trouble.show("plan", &text));
    file::read(&text).map_err(wrong)?.plan_alone(REGISTRY, Seed([0; 16])).map_err(wrong)
}

fn measure(folder: &Path, format: &str) -> Result<()> {
    let (plan, planned) = cost(|| {
        let plan = plan(format)?;
        drop(Folder::open(DISK, folder, &plan, Begin::GoOn)?);
        plan.id();
        plan.total().context("a total")?;
        Ok(plan)
    })?;
    // Opens a shard as `tournament --shard` does, and returns the number of games left to play.
    let start = |number: u32| -> Result<usize> {
        let shard = Shard::new(number, SHARDS).context("a shard")?;
        Ok(Folder::open_shard(DISK, folder, &plan, shard)?.games.left())
    };
    let (left, started) = cost(|| start(1))?;
    let mut total = left;
    for number in 2..=SHARDS {
        total += start(number)?;
    }
    let (bytes, made) = make_up(folder, &plan)?;
    let ((), read) = cost(|| read_all(folder))?;
    let merge = || {
        let merge = Merge { disk: DISK, plan: &plan, folder, others: &[], output: Some(folder), verify: false };
        let merged = merge.run()?;
        if !merged.is_over || merged.games != made || made as usize != total {
            return Err(anyhow!("expected {made} games, found {} and {total}", merged.games));
        }
        Ok(())
    };
    let ((), merged) = cost(merge)?;
    let ((), again) = cost(merge)?;
    let (left, late) = cost(|| start(1))?;
    if left > 0 {
        return Err(anyhow!("expected nothing left to play, found {left} games"));
    }
    let steps = [planned, started, read, merged, again, late];
    let shown: String =
        steps.iter().map(|Cost { time, memory }| format!("{:>9.2} {memory:>6}", time.as_secs_f64())).collect();
    say(&format!("{made:>9} {:>9}{shown}", bytes >> 20));
    Ok(())
}

/// Writes a log of each game into the folder of its shard.
fn make_up(folder: &Path, plan: &Plan) -> Result<(u64, u32)> {
    let games = |number: u32| -> Result<PathBuf> {
        let shard = Shard::new(number, SHARDS).context("a shard")?;
        Ok(folder.join("shards").join(shard.folder()).join("games"))
    };
    let files = (1..=SHARDS).map(games).collect::<Result<Vec<_>>>()?;
    let mut spread = uvi_cup::Spread::new(plan.seed, std::num::NonZeroU32::new(SHARDS).context("shards")?);
    let start = plan.spec(uvi::Word::new("made-up").context("a word")?, plan.seed, &[])?.table()?.position();
    let actions: String = (1..=DECISIONS)
        .map(|n| {
            let seat = 1 + (n + 1) % 2;
            format!("{{\"type\":\"action\",\"n\":{n},\"seat\":{seat},\"action\":\"a1a2\",\"text\":\"a1-a2\"}}\n")
        })
        .collect();
    let seat = |seat: u8, name: &str| {
        format!(
            "{{\"seat\":{seat},\"player\":\"bot\",\"entrant\":\"{name}\",\"name\":\"made up\",\"author\":\"nobody\",\"command\":\"bot\",\
             \"options\":[],\"set\":[],\"clock\":\"nodes 10\"}}"
        )
    };
    let mut coming = Progress::forgetful(plan).coming();
    let (mut bytes, mut total) = (0, 0);
    while let Next::One(block) = coming.step() {
        let games = &files[spread.shard_of(block.number) as usize - 1];
        for game in block.entries() {
            let names = plan.names_of(&game);
            let seats = format!("{},{}", seat(1, &names[0]), seat(2, &names[1]));
            let head = format!(
                "{{\"type\":\"match\",\"uvi\":1,\"arbiter\":\"0.1.0\",\"match\":\"{}\",\"variant\":\"congress\",\
                 \"options\":{{}},\"seats\":[{seats}],\"clock\":\"nodes 10\",\"onfault\":\"forfeit\",\"patience\":\
                 {{\"greet\":10000,\"ready\":10000,\"quit\":1000}},\"info\":\"last\",\"commitment\":null,\"start\":\
                 \"{start}\",\"setposition\":false,\"tournament\":{{\"block\":{},\"round\":{},\"game\":{}}}}}\n",
                name(&game),
                game.block,
                game.round,
                game.game
            );
            let end = format!(
                "{{\"type\":\"result\",\"reason\":\"limit\",\"score\":[\"1/2\",\"1/2\"],\"position\":\"{start}\",\"seed\":\"{}\",\
                 \"decisions\":{DECISIONS},\"sha256\":\"{}\"}}\n",
                plan.seed_of(&game),
                uvi::Digest(Sha256::digest([head.as_str(), &actions].concat()).into())
            );
            let text = [head.as_str(), &actions, &end].concat();
            fs::write(games.join(format!("{:06}.jsonl", game.game)), &text)?;
            bytes += text.len() as u64;
            total += 1;
        }
    }
    Ok((bytes, total))
}

/// Reads each log, on one core. Any program that looks at all games has this cost.
fn read_all(folder: &Path) -> Result<()> {
    for shard in fs::read_dir(folder.join("shards"))? {
        let games = shard?.path().join("games");
        if !games.is_dir() {
            continue;
        }
        for log in fs::read_dir(games)? {
            uvi_match::record::read(REGISTRY, &fs::read(log?.path())?)?;
        }
    }
    Ok(())
}

/// The peak memory of this process, in MB.
fn memory() -> Result<u64> {
    let text = fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? >> 10)
}
