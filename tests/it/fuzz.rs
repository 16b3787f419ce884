//! The fuzz targets on the stable toolchain. Each runs on its seeds, and for about a second on seeded mutations of
//! them. `fuzz/README.md` describes the fuzzer. Each finding of the fuzzer becomes a seed, so that this test tries it.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

#[expect(unreachable_pub, reason = "the fuzzer's programs call them")]
#[path = "../../fuzz/targets.rs"]
mod targets;

use std::{
    collections::BTreeSet,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use arbiter::{
    game::{OptionValues, Seed, Stream, Variant},
    games::REGISTRY,
};
use targets::{TARGETS, Target};
use testkit::{golden::golden, specimens, walk};

/// The most time for the mutations of one target, and the most mutations.
const TIME: Duration = Duration::from_millis(800);
const MUTATIONS: u32 = 20_000;
/// The length up to which inputs are tried here.
const LONGEST: usize = 16 * 1024;

/// Pieces that mutations insert.
const PIECES: [&str; 24] = [
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{1b}",
    "\"",
    "\\",
    "-",
    "x",
    "=",
    "@",
    "!2",
    "pass",
    "moves",
    "none",
    "0",
    "1/3",
    "99999999999999999999",
    "\u{feff}",
    "\u{d7}",
    "\u{e9}",
    "{\"type\":\"result\"",
    "null",
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name)
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = fs::read_dir(folder(name)).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    let mut seeds: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    if name == "action" {
        seeds.extend(REGISTRY.iter().map(|variant| game_of(variant).into_bytes()));
    }
    seeds
}

/// A random game: the word of the variant, then the actions.
fn game_of(variant: &dyn Variant) -> String {
    let seed = Seed([0; 16]);
    let mut table = variant.start(&OptionValues::defaults(variant.options()), variant.seats()[0], &seed).unwrap();
    let mut text = variant.word().to_owned();
    for _ in 0..40 {
        let Some((actor, action)) = walk::due(&*table, &seed).into_iter().next() else { break };
        table.play(actor, action.as_str()).unwrap();
        text += &format!(" {action}");
    }
    text
}

#[track_caller]
fn run((name, target): Target, data: &[u8]) {
    let done = catch_unwind(AssertUnwindSafe(|| target(data)));
    assert!(done.is_ok(), "{name} breaks its promise on {:?}", String::from_utf8_lossy(data));
}

fn mutated(stream: &mut Stream, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut below = |count: usize| stream.below(u32::try_from(count.max(1)).unwrap()) as usize;
    let mut data = seeds[below(seeds.len())].clone();
    for _ in 0..=below(4) {
        let at = below(data.len() + 1);
        let end = (at + below(12)).min(data.len());
        match below(7) {
            0 if at < data.len() => data[at] ^= 1 << below(8),
            1 if at < data.len() => data[at] = u8::try_from(below(256)).unwrap(),
            2 => drop(data.drain(at..end)),
            3 => {
                let piece = PIECES[below(PIECES.len())];
                data.splice(at..at, piece.bytes());
            }
            4 => {
                let copy = data[at..end].to_vec();
                let to = below(data.len() + 1);
                data.splice(to..to, copy);
            }
            5 => {
                let other = &seeds[below(seeds.len())];
                data.truncate(at);
                data.extend_from_slice(&other[below(other.len() + 1)..]);
            }
            _ => data.truncate(at),
        }
    }
    data.truncate(LONGEST);
    data
}

fn check(target: Target) {
    let seeds = seeds(target.0);
    assert!(seeds.len() > 2, "{} has too few seeds", target.0);
    for seed in &seeds {
        run(target, seed);
    }
    let seed = Seed(*b"arbiter fuzzing!");
    let begun = Instant::now();
    for number in 0..MUTATIONS {
        let key = format!("{} {number}", target.0);
        run(target, &mutated(&mut Stream::new(&seed, &key), &seeds));
        if begun.elapsed() > TIME {
            break;
        }
    }
}

#[test]
fn every_target_has_seeds_and_a_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    for (name, _) in TARGETS {
        let program = fs::read_to_string(root.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(program.contains(&format!("arbiter_fuzz::{name}(data)")), "{name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
    }
    assert_eq!(fs::read_dir(root.join("fuzz_targets")).unwrap().count(), TARGETS.len());
    assert_eq!(fs::read_dir(root.join("seeds")).unwrap().count(), TARGETS.len());
}

/// `UPDATE_GOLDENS=1 cargo test --test it fuzz` writes these seeds.
#[test]
fn the_rare_positions_of_every_game_are_seeds() {
    let mut names = BTreeSet::new();
    for variant in REGISTRY {
        let positions = specimens::positions(variant);
        assert!(!positions.is_empty() && positions.is_sorted(), "{}", variant.word());
        for (name, position) in positions {
            golden(&folder("position").join(name), &format!("{} {position}", variant.word()));
            assert!(names.insert((*name).to_owned()), "{name} is there twice");
        }
    }
    let files = fs::read_dir(folder("position")).unwrap();
    assert_eq!(files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect::<BTreeSet<_>>(), names);
}

#[test]
fn every_target_keeps_its_promises() {
    thread::scope(|scope| TARGETS.iter().for_each(|&target| drop(scope.spawn(move || check(target)))));
}
