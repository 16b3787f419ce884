//! What a tournament in shards costs: the plan of many bots, the start of a shard, and the merge of made-up games, as
//! there are more of them.
//!
//! `cargo bench --bench shards -- 1000000` goes up to so many games; without a number it goes to 10 000.

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow};
use arbiter::{
    cup::{Begin, Merge, Packing, ShardStore, Store},
    games::REGISTRY,
};
use uvi::Seed;
use uvi_cup::{Outside, Plan, Progress, Shard, file, name, schedule::Upcoming};
use uvi_match::referee::MatchSpec;

const SHARDS: u32 = 20;

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
    // Nobody is left to be told where that fails.
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn run(most: u32) -> Result<()> {
    let folder = std::env::temp_dir().join(format!("shards-{}", std::process::id()));
    say(&format!(
        "{:>9} {:>6} {:>9} {:>9} {:>12} {:>10} {:>9}",
        "games", "bots", "plan s", "start s", "logs MB", "read s", "merge s"
    ));
    let mut games = 10_000;
    while games <= most {
        let measured = measure(&folder, games);
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
        measured?;
        games *= 10;
    }
    say(&format!("most memory: {} MB", memory()?));
    Ok(())
}

/// The plan of about so many games: each pair of bots plays two.
fn plan(games: u32) -> Result<(Plan, usize)> {
    let bots = f64::from(games).sqrt() as usize + 1;
    let all: String = (0..bots).map(|bot| format!("[[bot]]\nname = \"bot-{bot}\"\ncommand = \"bot\"\n")).collect();
    let text = format!("variant = \"congress\"\nclock = \"nodes 10\"\nseed = \"2a\"\n[log]\ntimes = \"off\"\n{all}");
    let outside = Outside {
        registry: REGISTRY,
        seed: Seed([0; 16]),
        find: |command: &str| command.to_owned(),
        open: |_: &Path| Err("there are no openings".to_owned()),
        try_on: |_: &MatchSpec, _: &[String]| Ok(None),
        judge: |_: &MatchSpec| Err("nobody judges".to_owned()),
    };
    let wrong = |trouble: uvi_cup::Trouble| anyhow!("{}", trouble.show("plan", &text));
    Ok((file::read(&text).map_err(wrong)?.plan(outside).map_err(wrong)?, bots))
}

fn measure(folder: &Path, games: u32) -> Result<()> {
    let begun = Instant::now();
    let (plan, bots) = plan(games)?;
    let (store, held) = Store::open(folder, &plan, Begin::GoOn)?;
    let progress = Progress::new(&plan, held)?;
    drop(store);
    let planned = begun.elapsed();
    let begun = Instant::now();
    for number in 1..=SHARDS {
        let shard = Shard::new(number, SHARDS).context("a shard")?;
        ShardStore::open(folder, &plan, &Progress::forgetful(&plan), shard, Packing::Files)?;
    }
    let started = begun.elapsed() / SHARDS;
    let (bytes, total) = make_up(folder, &plan, &progress)?;
    let begun = Instant::now();
    read_all(folder)?;
    let read = begun.elapsed();
    let begun = Instant::now();
    let merge = Merge { plan: &plan, folder, others: &[], into: None, verify: false, without: &[] };
    let merged = merge.run()?;
    let seconds = |time: Duration| format!("{:.2}", time.as_secs_f64());
    if !merged.is_over || merged.games != total {
        return Err(anyhow!("expected {total} games, found {}", merged.games));
    }
    say(&format!(
        "{:>9} {bots:>6} {:>9} {:>9} {:>12} {:>10} {:>9}",
        total,
        seconds(planned),
        seconds(started),
        bytes >> 20,
        seconds(read),
        seconds(begun.elapsed())
    ));
    Ok(())
}

/// Writes a log of each game into the pack of its shard.
fn make_up(folder: &Path, plan: &Plan, progress: &Progress) -> Result<(u64, u32)> {
    let shards = |number: u32| -> Result<(BufWriter<File>, BufWriter<File>, u64)> {
        let shard = Shard::new(number, SHARDS).context("a shard")?;
        let shard = folder.join("shards").join(shard.folder());
        let make = |name: &str| File::create(shard.join(name)).map(BufWriter::new);
        Ok((make("games.pack")?, make("played.jsonl")?, 0))
    };
    let mut files = (1..=SHARDS).map(shards).collect::<Result<Vec<_>>>()?;
    let mut spread = uvi_cup::Spread::new(plan.seed, std::num::NonZeroU32::new(SHARDS).context("shards")?);
    let start = plan.spec(uvi::Word::new("made-up").context("a word")?, plan.seed, &[], &[])?.table()?.position();
    let actions: String = (1..=100)
        .map(|n| {
            let seat = 1 + (n + 1) % 2;
            format!("{{\"type\":\"action\",\"n\":{n},\"seat\":{seat},\"action\":\"a1a2\",\"text\":\"a1-a2\"}}\n")
        })
        .collect();
    let seat = |seat: u8| {
        format!(
            "{{\"seat\":{seat},\"player\":\"bot\",\"name\":\"made up\",\"author\":\"nobody\",\"command\":\"bot\",\
             \"options\":[],\"set\":[],\"clock\":\"nodes 10\"}}"
        )
    };
    let seats = format!("{},{}", seat(1), seat(2));
    let mut coming = progress.coming();
    let (mut bytes, mut total) = (0, 0);
    while let Upcoming::Block(block) = coming.step() {
        let (pack, played, size) = &mut files[spread.shard_of(block.number) as usize - 1];
        for game in block.entries() {
            let head = format!(
                "{{\"type\":\"match\",\"uvi\":1,\"arbiter\":\"0.1.0\",\"match\":\"{}\",\"variant\":\"congress\",\
                 \"options\":{{}},\"seats\":[{seats}],\"clock\":\"nodes 10\",\"onfault\":\"forfeit\",\"patience\":\
                 {{\"greet\":10000,\"ready\":10000,\"quit\":1000}},\"info\":\"last\",\"commitment\":null,\"start\":\
                 \"{start}\",\"setposition\":false}}\n",
                name(&game)
            );
            let end = format!(
                "{{\"type\":\"result\",\"reason\":\"limit\",\"score\":[\"1/2\",\"1/2\"],\"position\":\"{start}\",\"seed\":\"{}\",\
                 \"decisions\":100,\"sha256\":\"{}\"}}\n",
                plan.seed_of(&game),
                "00".repeat(32)
            );
            let text = [head.as_str(), &actions, &end].concat();
            pack.write_all(text.as_bytes())?;
            let line = format!(
                "{{\"game\":{},\"attempt\":1,\"log\":\"{}\",\"packed\":[{size},{}]}}\n",
                game.game,
                "00".repeat(32),
                text.len()
            );
            played.write_all(line.as_bytes())?;
            *size += text.len() as u64;
            bytes += text.len() as u64;
            total += 1;
        }
    }
    for (pack, played, _) in &mut files {
        pack.flush()?;
        played.flush()?;
    }
    Ok((bytes, total))
}

/// Reads each log as whoever looks at all games must, on one core.
fn read_all(folder: &Path) -> Result<()> {
    let mut packs: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder.join("shards"))? {
        packs.push(entry?.path().join("games.pack"));
    }
    for pack in packs.iter().filter(|pack| pack.is_file()) {
        let text = fs::read_to_string(pack)?;
        let mut rest = text.as_str();
        while let Some(end) = rest.find("\"sha256\"").and_then(|at| rest[at..].find('\n').map(|line| at + line + 1)) {
            uvi_match::record::read(REGISTRY, &rest.as_bytes()[..end])?;
            rest = &rest[end..];
        }
    }
    Ok(())
}

/// The most memory that this process has had, in MB.
fn memory() -> Result<u64> {
    let text = fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? >> 10)
}
