//! The verdicts of the gate with their exit codes, and its reports.

use std::fs;

use testkit::{program, program_word};

use super::Cup;

#[test]
fn a_better_bot_passes_and_a_worse_one_does_not() {
    let cup = Cup::new("gate");
    let files = ["--junit", "gate.xml", "--markdown", "gate.md"];
    let gate = |new: &str, old: &str, more: &[&str]| {
        let folder = format!("{new}-{old}");
        let mut args =
            vec!["gate", "--variant", "katarenga", "--new", new, "--old", old, "--quiet", "--folder", &folder];
        args.extend(["--seed", "1", "--sprt", "-200,0"]);
        args.extend(more);
        cup.run(&args)
    };
    let said = gate("greedy", "random", &files).code(0);
    assert!(said.out.starts_with("gate: not worse: LLR "), "{}", said.out);
    let case = "<testcase name=\"strength\" classname=\"gate.katarenga\" time=\"";
    let xml = cup.read("gate.xml");
    let (seconds, rest) = xml.split_once(case).and_then(|(_, rest)| rest.split_once('"')).unwrap();
    assert!(seconds.parse::<f64>().unwrap() > 0.0 && rest.starts_with("/>"), "{xml}");
    // The same figures stand in text, JUnit and Markdown.
    let figures: Vec<&str> = said.out.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    assert!(figures.len() == 4 && figures[0].starts_with("Elo "), "{}", said.out);
    assert!(figures[1].starts_with("won ") && figures[3].starts_with("LLR of all games: "), "{figures:?}");
    for line in &figures {
        let escaped = line.replace('>', "&gt;");
        assert!(cup.read("gate.xml").contains(&escaped), "{line}: {}", cup.read("gate.xml"));
        let words = line.split(['[', ']', ',', '>']).map(str::trim).filter(|word| !word.is_empty());
        assert!(words.into_iter().all(|word| cup.read("gate.md").contains(word)), "{line}: {}", cup.read("gate.md"));
    }
    // A bot that won every game has an Elo with one end.
    let all_won = figures[1].contains("drawn 0, lost 0 ");
    assert_eq!(figures[0].starts_with("Elo > "), all_won, "{figures:?}");
    let said = gate("random", "greedy", &files).code(1);
    assert!(said.out.starts_with("gate: worse: LLR "), "{}", said.out);
    assert!(cup.read("gate.xml").contains("<failure message=\"worse: LLR "), "{}", cup.read("gate.xml"));
    let summary = cup.read("gate.md");
    assert!(summary.contains("### Gate passed") && summary.contains("### Gate failed"), "{summary}");
}

/// The new and the old bot never meet in a pool, so there is no record and no Elo between them.
#[test]
fn a_gate_against_a_pool_tells_the_lead_and_both_shares() {
    let cup = Cup::new("pool");
    fs::create_dir_all(cup.path("ladder/bots")).unwrap();
    let head = "tables = 2\nseed = \"7\"\n[[game]]\nvariant = \"congress\"\nadjudication = { max-decisions = 8 }\n";
    fs::write(cup.path("ladder/ladder.toml"), head).unwrap();
    for seed in 1..=2 {
        let bot = format!("command = \"random\"\noptions = {{ seed = {seed} }}\n");
        fs::write(cup.path(&format!("ladder/bots/r{seed}.toml")), bot).unwrap();
    }
    cup.run(&["ladder", "ladder", "--quiet", "--rounds", "1"]).code(0);
    let args = ["gate", "--pool", "ladder", "--new", "greedy", "--old", "random", "-n", "16", "-q", "--seed", "1"];
    let said = cup.run(&[&args[..], &["--json", "gate.json"]].concat());
    assert!(said.out.contains("\n  share of the points against the pool: new 0."), "{said:?}");
    assert!(["Elo", "LOS", "won "].into_iter().all(|word| !said.out.contains(word)), "{}", said.out);
    let json: serde_json::Value = serde_json::from_str(&cup.read("gate.json")).unwrap();
    let figures = json["figures"].as_object().unwrap();
    let names: Vec<&str> = figures.keys().map(String::as_str).collect();
    assert_eq!(names, ["blocks", "games", "is_corrected", "lead", "pool_shares"], "{json}");
    let [lead, new, old] = [&json["figures"]["lead"]["value"], &figures["pool_shares"][0], &figures["pool_shares"][1]]
        .map(|value| value.as_f64().unwrap());
    assert!((lead - (new - old) / 2.0).abs() < 1e-9, "{json}");
    assert!(said.out.contains(&format!("by {:.3} [", lead.abs())), "{}", said.out);
}

#[test]
fn games_that_only_limits_end_are_told() {
    let cup = Cup::new("limits");
    let gate = ["gate", "--new", "random", "--old", "greedy", "--fixed", "-n", "4", "-q", "--variant"];
    let said = cup.run(&[&gate[..], &["congress", "-o", "maxturns=2"]].concat());
    assert!(said.out.contains("\nnote: every game ended by the limit of turns or moves, "), "{}", said.out);
    assert!(!cup.run(&[&gate[..], &["isolation"]].concat()).out.contains("every game ended by the limit"));
}

#[test]
fn the_first_fault_of_each_kind_is_told() {
    let cup = Cup::new("blame");
    fs::write(cup.path("die.sh"), "echo 'boom: <no> | model' >&2\nexit 3\n").unwrap();
    let args = ["gate", "--variant", "congress", "--new", "sh die.sh", "--old", "random", "-n", "4", "-q", "--fixed"];
    let files = ["--junit", "gate.xml", "--markdown", "gate.md", "--json", "gate.json"];
    let said = cup.run(&[&args[..], &files].concat()).code(1);
    let log = "log congress.gate/games/000001.jsonl; again: arbiter rerun congress.gate/games/000001.jsonl 1";
    let note = said.out.lines().find(|line| line.starts_with("note: the new bot's first ")).unwrap();
    assert!(
        note.contains("stderr: boom: <no> | model; ") && note.matches("boom").count() == 1 && note.ends_with(log),
        "{}",
        said.out
    );
    let xml = cup.read("gate.xml");
    assert!(xml.find("name=\"faults\"").unwrap() < xml.find("name=\"strength\"").unwrap(), "{xml}");
    let cause = "### Gate failed\n\ntoo many faults: the new bot was at fault 1 time, 0 forgiven; not decided: ";
    assert!(cup.read("gate.md").starts_with(cause), "{}", cup.read("gate.md"));
    let failure = xml.lines().find(|line| line.contains("<failure message=\"the new bot was at fault 1 time")).unwrap();
    assert!(failure.contains("boom: &lt;no&gt; | model; ") && failure.contains(log), "{xml}");
    assert!(
        cup.read("gate.md")
            .contains("stderr: boom: \\<no\\> \\| model; log congress.gate/games/000001.jsonl; again: arbiter rerun "),
        "{}",
        cup.read("gate.md")
    );
    let json: serde_json::Value = serde_json::from_str(&cup.read("gate.json")).unwrap();
    assert!(json["notes"][0].as_str().unwrap().contains("boom: <no> | model"), "{json}");
    // The gate ends at once, and a second run gives the same verdict.
    assert_eq!(cup.results("congress.gate").len(), 1);
    assert_eq!(cup.run(&[&args[..], &["--resume"]].concat()).code(1).out, said.out);
}

#[test]
fn more_seats_have_a_gate_too() {
    let cup = Cup::new("seats");
    let args = ["gate", "--variant", "orwell", "--new", "greedy", "--old", "random", "-n", "60", "-q", "--seed", "1"];
    let said = cup.run(&args).code(0);
    assert!(said.out.starts_with("gate: not worse: ahead by "), "{}", said.out);
    let names: std::collections::BTreeSet<String> = cup
        .results("orwell.gate")
        .iter()
        .flat_map(|result| super::seats(result).into_iter().map(str::to_owned))
        .collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["new", "old", "old-2"]);
}

#[test]
fn a_gate_says_beforehand_what_it_takes() {
    let cup = Cup::new("beforehand");
    let gate = |variant: &str, more: &[&str]| {
        let args =
            ["gate", "--variant", variant, "--new", "random", "--old", "greedy", "--seed", "1", "--folder", variant];
        cup.run(&[&args[..], more].concat()).out
    };
    let out = gate("congress", &["-n", "4"]);
    assert!(
        out.starts_with("test: SPRT of Elo 0 against -100, chosen for 4 games\n  an equal bot typically needs "),
        "{out}"
    );
    assert!(out.contains("\n  a bot 10 Elo better typically needs "), "{out}");
    assert!(out.contains("\n  a bot 20 Elo better typically needs "), "{out}");
    assert!(out.contains("\n  passes: a bot 20 Elo worse <1 %, a bot 10 Elo worse <1 %, an equal bot <1 %, "), "{out}");
    // A dry run plays nothing, and its table has the minutes of games like those in the folder.
    let args = ["gate", "--variant", "congress", "--new", "random", "--old", "greedy", "--sprt=-200,0", "--dry-run"];
    let told = cup.run(&[&args[..], &["--folder", "congress"]].concat()).out;
    let rows: Vec<Vec<&str>> =
        told.lines().filter(|line| line.starts_with("| ")).map(|line| line.split('|').collect()).collect();
    assert_eq!(rows.len(), 14, "{told}");
    let part = |cell: &str| cell.trim().trim_end_matches(" %").trim_start_matches(['<', '>']).parse::<f64>().unwrap();
    let passes: Vec<f64> = rows[1..].iter().map(|row| part(row[2])).collect();
    assert!(passes.is_sorted() && passes[0] < 70.0 && passes[12] > 99.0, "{told}");
    assert!(told.ends_with("minutes: one game at a time, as long as the games in the folder\n"), "{told}");
    let told = cup.run(&[&args[..], &["--folder", "nowhere"]].concat()).out;
    assert!(told.ends_with("minutes: unknown until a game is played in the folder\n"), "{told}");
    assert!(out.contains(" games; <1 % of such gates reach a verdict within 4\n"), "{out}");
    let out = gate("catalonia", &["-o", "turns=5", "-n", "4", "--fixed"]);
    assert!(
        out.starts_with("test: after all 4 games, the new bot may be behind by 0.1, chosen for 4 games\n"),
        "{out}"
    );
    assert!(out.contains("\n  a bot 20 Elo better (12 % more points) typically needs "), "{out}");
    assert!(out.contains("mean score ") && out.contains(", 4 games in 3 blocks"), "{out}");
}

#[test]
fn the_same_program_against_itself_is_said() {
    let cup = Cup::new("itself");
    let seeded = format!("{} --seed 5", program_word("arbiter-random"));
    fs::copy(program("arbiter-random"), cup.path("copy")).unwrap();
    for (number, (new, old, same)) in
        [("./copy --seed 5", &*seeded, true), ("random", "random --seed 5", false)].into_iter().enumerate()
    {
        let folder = number.to_string();
        let args = ["gate", "--variant", "isolation", "--new", new, "--old", old, "-n", "2", "-q", "--folder", &folder];
        let said = cup.run(&[&args[..], &["--markdown", "gate.md"]].concat());
        let line = "the new and the old bot are the same program with the same arguments: any difference is chance";
        assert_eq!(said.err.contains(line), same, "{new}, {old}: {}", said.err);
        assert_eq!(cup.read("gate.md").contains(line), same, "{new}, {old}");
        // One block is not enough for a verdict; more equal blocks would decide.
        assert!(said.out.contains("2 games in 1 block;") && !said.out.contains("never reach"), "{}", said.out);
        fs::remove_file(cup.path("gate.md")).unwrap();
    }
}

#[test]
fn flags_of_another_test_are_refused() {
    let cup = Cup::new("flags");
    for (variant, more, why) in [
        (
            "congress",
            &["--fixed", "--sprt=0,10"][..],
            "--sprt, --beta, --normalized: the gate tests Elo only for two opponents",
        ),
        ("congress", &["--margin", "0.1"], "--margin: two opponents are tested by Elo"),
        ("congress", &["--sprt", "5"], "--sprt: expected two numbers such as -10,0, found 5"),
        ("congress", &["--sprt", "elo0=0"], "found elo0=0; write elo0=0 elo1=10 as --sprt 0,10"),
        ("orwell", &["--sprt=-10,0"], "--sprt, --beta, --normalized: the gate tests Elo only for two opponents"),
        ("orwell", &["--margin", "2"], "--margin: expected a share of the points, from 0 to 1, found 2"),
        ("congress", &["--blocks", "2"], "gate does not take --bot, --format, --rounds or --blocks"),
    ] {
        let args = ["gate", "--variant", variant, "--new", "random", "--old", "random", "-n", "6", "-q"];
        let refused = cup.run(&[&args[..], more].concat()).code(2);
        assert!(refused.err.contains(why), "{more:?}: {}", refused.err);
    }
}
