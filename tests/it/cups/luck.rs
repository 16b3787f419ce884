//! Bots cannot learn the chance of future games: neither the seed nor the dice.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use arbiter::game::{Seed, commitment, derive};
use testkit::{processes, program_word, word};

use super::{Cup, faulty};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_tournament_that_runs_tells_no_seed() {
    let slow = faulty("--mode late --delay-ms 20");
    let bots = format!("[[bot]]\nname = \"a\"\ncommand = {slow:?}\n[[bot]]\nname = \"b\"\ncommand = \"random\"\n");
    let cup = Cup::with_file(
        "running",
        &format!("variant = \"congress\"\nrounds = 2\noptions = {{ maxturns = 30 }}\n{bots}"),
    );
    let mut running = cup.arbiter(&["tournament", "cup.toml", "-c", "1"]).spawn().unwrap();
    processes::eventually("a game has begun", || cup.path("cup.games/games/000001.jsonl").exists());
    let plan = cup.read("cup.games/plan.toml");
    assert!(plan.contains("\ncommitment = \"") && !plan.contains("\nseed = "), "{plan}");
    let seed: Seed = cup.read("cup.games/luck/seed").trim().parse().unwrap();
    assert!(plan.contains(&commitment(&seed).to_string()), "{plan}");
    for folder in ["cup.games", "cup.games/luck", "cup.games/games"] {
        assert_eq!(mode(&cup.path(folder)), 0o700, "{folder}");
    }
    assert_eq!(mode(&cup.path("cup.games/luck/seed")), 0o600);
    assert!(!cup.path("cup.games/games/000001.jsonl.seed").exists(), "the plan has it");
    running.kill().unwrap();
    running.wait().unwrap();
    // The tournament resumes with the same seed, which is revealed at its end.
    let said = cup.run(&["tournament", "cup.toml"]).code(0);
    let (begun, ended) = said.out.split_once("game ").unwrap();
    assert!(begun.contains(&commitment(&seed).to_string()) && !begun.contains(&seed.to_string()), "{begun}");
    assert!(ended.contains(&format!("\nseed {seed}\n")), "{ended}");
    let plan = cup.read("cup.games/plan.toml");
    assert!(plan.contains(&format!("\nseed = \"{seed}\"")) && !cup.path("cup.games/luck").exists(), "{plan}");
    let first: Seed = cup.results("cup.games")[0]["seed"].as_str().unwrap().parse().unwrap();
    assert_eq!(first, derive(&seed, "block 1"));
    cup.verifies("cup.games");
}

/// The files that a bot finds in its directory at each start, after which the bot writes a note there. Also returns a
/// flag that says if the bot was isolated.
fn notes(name: &str, more: &str, limits: &str) -> (String, bool) {
    let cup = Cup::new(name);
    fs::create_dir(cup.path("own")).unwrap();
    let script = format!("ls >>{}/found\necho 6 >>note\nexec {}\n", word(&cup.dir), program_word("arbiter-random"));
    fs::write(cup.path("own/a.sh"), script).unwrap();
    let bots = format!(
        "[[bot]]\nname = \"a\"\ncommand = \"sh a.sh\"\ndir = {:?}\nlimits = {{ {limits} }}\n\
         [[bot]]\nname = \"b\"\ncommand = \"random\"\n[[bot]]\nname = \"c\"\ncommand = \"random\"\n",
        cup.path("own").to_str().unwrap()
    );
    fs::write(
        cup.path("cup.toml"),
        format!("variant = \"orwell\"\nseats = 3\noptions = {{ maxrounds = 3 }}\n{more}{bots}"),
    )
    .unwrap();
    cup.run(&["tournament", "cup.toml", "--quiet", "-c", "1"]).code(0);
    assert_eq!(cup.results("cup.games").len(), 3);
    let log = cup.read("cup.games/games/000001.jsonl");
    (cup.read("found"), log.lines().next().unwrap().contains("\"isolated\":true"))
}

#[test]
fn bots_forget_a_game_before_the_next_over_the_same_luck() {
    let starts = |name, more| notes(name, more, "").0.matches("a.sh").count();
    assert_eq!(starts("forgets", ""), 3);
    assert_eq!(starts("remembers", "memory-between-games = \"allowed\"\n"), 1);
    assert!(starts("few", "keep = 1\nmemory-between-games = \"allowed\"\n") > 1, "so many are kept at most");
}

#[test]
fn an_isolated_bot_finds_no_note_of_its_own_between_games_over_the_same_luck() {
    let (found, isolated) = notes("fresh", "", "isolation = \"auto\"");
    if isolated {
        assert_eq!(found, "a.sh\na.sh\na.sh\n");
    }
    // A bot that may remember finds its note, and so does a bot without a namespace.
    let allowed = "restart = \"on\"\nmemory-between-games = \"allowed\"\n";
    assert_eq!(notes("kept", allowed, "isolation = \"auto\"").0, "a.sh\na.sh\nnote\na.sh\nnote\n");
    assert_eq!(notes("bare", "", "isolation = \"off\"").0, "a.sh\na.sh\nnote\na.sh\nnote\n");
}

/// Bots that are isolated or in the sandbox see neither logs nor results nor the seed.
#[test]
fn a_bot_that_is_isolated_or_in_the_sandbox_finds_no_luck_in_the_folder() {
    for (name, own, limits) in
        [("isolated", ".", "isolation = \"auto\""), ("sandboxed-alone", "own", "sandbox = true, isolation = \"off\"")]
    {
        let cup = Cup::new(name);
        fs::create_dir(cup.path("own")).unwrap();
        let bot = |bot: &str, dir: &str, limits: &str| {
            let command = format!("sh {}", word(cup.path(&format!("{bot}.sh"))));
            let dir = cup.path(dir);
            format!("[[bot]]\nname = \"{bot}\"\ncommand = {command:?}\ndir = {dir:?}\nlimits = {{ {limits} }}\n")
        };
        let bots = bot("a", own, limits) + &bot("b", ".", "isolation = \"off\"");
        let head = "variant = \"orwell\"\nrounds = 1\noptions = { maxrounds = 3 }\nmemory-between-games = \"allowed\"\nrestart = \"on\"\n";
        let file = format!("{head}{bots}[[bot]]\nname = \"c\"\ncommand = \"random\"\n");
        fs::write(cup.path("cup.toml"), file).unwrap();
        let (folder, random) = (word(cup.path("cup.games")), program_word("arbiter-random"));
        let find = format!("find {folder} -type f ! -name 'plan.*' -exec cat {{}} + >>seen 2>/dev/null");
        fs::write(cup.path("a.sh"), format!("{find}\nexec {random}\n")).unwrap();
        // A report that somebody makes while games are played.
        fs::write(cup.path("b.sh"), format!("echo secret >{folder}/replay.html\nexec {random}\n")).unwrap();
        cup.run(&["tournament", "cup.toml", "--quiet", "-c", "1"]).code(0);
        let log = cup.read("cup.games/games/000001.jsonl");
        let head: serde_json::Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        let is_seeker = |seat: &&serde_json::Value| seat["command"].as_str().unwrap().contains("a.sh");
        let seeker = head["seats"].as_array().unwrap().iter().find(is_seeker).unwrap();
        if name == "isolated" && seeker["isolated"] != true {
            // Without namespaces and without a sandbox, nothing is promised.
            continue;
        }
        let seen = cup.path(own).join("seen");
        assert!(seen.exists() && cup.path("cup.games/replay.html").exists());
        assert_eq!(fs::read_to_string(seen).unwrap(), "", "{name}");
    }
}
