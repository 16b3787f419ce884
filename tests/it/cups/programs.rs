//! A tournament knows the programs of its bots. With another program it is another tournament.

use std::fs;

use super::{Cup, program};

const FILE: &str = "variant = \"isolation\"\nrounds = 2\nseed = \"2a\"\nconcurrency = 1\nrestart = \"on\"\n\
                    [[bot]]\nname = \"a\"\ncommand = \"./a\"\n[[bot]]\nname = \"b\"\ncommand = \"random\"\n";

#[test]
fn a_gate_that_is_run_again_plays_again() {
    let cup = Cup::new("again");
    program(&cup, "new", "", "random");
    let gate = |more: &[&str]| {
        let args = ["gate", "--variant", "isolation", "--new", "./new", "--old", "random", "--fixed", "--quiet"];
        let games: &[&str] = if more.contains(&"-n") { &[] } else { &["-n", "4"] };
        cup.run(&[&args[..], games, more].concat())
    };
    let seeds = |folder: &str| -> Vec<String> {
        cup.results(folder).iter().map(|result| result["seed"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(gate(&[]).err, "");
    let first = seeds("isolation.gate");
    assert_eq!(first.len(), 4);
    let again = gate(&[]);
    assert!(again.err.contains("the old contents of isolation.gate are now in isolation.gate.1"), "{}", again.err);
    assert_eq!(seeds("isolation.gate.1"), first);
    assert_ne!(seeds("isolation.gate"), first, "it has luck of its own");
    let told = gate(&["--resume"]);
    assert!(told.err.contains("no game is played"), "{}", told.err);
    assert_eq!((told.out, told.code), (again.out, again.code));
    // With another program it is another gate, whatever the program's name.
    program(&cup, "new", "", "greedy");
    let refused = gate(&[]).code(2);
    for part in ["bot new: its program ./new has another content: sha256 ", "… then, ", "… now", "--fresh"] {
        assert!(refused.err.contains(part), "{}", refused.err);
    }
    assert!(!refused.err.contains("--resume"), "{}", refused.err);
    let refused = gate(&["--resume"]).code(2);
    assert!(
        refused
            .err
            .contains("were played by other programs, so the verdict would be theirs: bot new: its program ./new"),
        "{}",
        refused.err
    );
    let refused = gate(&["--grow", "--resume", "-n", "8"]).code(2);
    assert!(
        refused.err.contains("cannot grow") && !refused.err.contains("with the changed program"),
        "{}",
        refused.err
    );
    let refused = gate(&["--fresh", "-n", "6"]);
    assert!(refused.err.contains("are now in isolation.gate.2"), "{}", refused.err);
    assert_eq!((cup.results("isolation.gate").len(), cup.results("isolation.gate.2").len()), (6, 4));
    // With another number of games it is another gate too.
    let refused = gate(&[]).code(2);
    assert!(refused.err.contains("games: 6 then, 4 now"), "{}", refused.err);
    // The interval for a fixed number of games holds for one look, so no growth is offered.
    let refused = gate(&["-n", "8"]).code(2);
    assert!(refused.err.contains("--fresh") && !refused.err.contains("--grow"), "{}", refused.err);
}

#[test]
fn an_undecided_gate_plays_on_unless_its_program_has_changed() {
    let cup = Cup::new("undecided");
    program(&cup, "new", "", "random");
    let gate = |games: &str, more: &[&str]| {
        let args = ["gate", "--variant", "isolation", "--new", "./new", "--old", "random", "--sprt=-10,0", "-q", "-n"];
        cup.run(&[&args[..], &[games], more].concat())
    };
    let refuses = |games: &str, more: &[&str], expected: &str| {
        let refused = gate(games, more).code(2);
        assert!(refused.err.contains(expected), "{}", refused.err);
    };
    gate("4", &[]).code(3);
    let first = cup.read("isolation.gate/results.jsonl");
    for more in [&[][..], &["--resume"]] {
        refuses("6", more, "holds a smaller gate: games: 4 then, 6 now; play the rest with --grow");
    }
    gate("6", &["--grow"]).code(3);
    let text = cup.read("isolation.gate/results.jsonl");
    assert!(text.starts_with(&first) && text.lines().count() == 6, "{text}");
    refuses("4", &["--grow"], "cannot grow into this tournament: expected at least 6 games, found 4");
    program(&cup, "new", "true", "random");
    let other = "cannot grow into this tournament: bot new: its program ./new has another content: sha256 ";
    refuses("10", &["--grow"], other);
}

#[test]
fn a_tournament_goes_on_with_another_program_only_where_that_is_wanted() {
    let cup = Cup::with_file("another", FILE);
    program(&cup, "a", "", "random");
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    // The same program under another name is the same bot.
    fs::rename(cup.path("a"), cup.path("c")).unwrap();
    fs::write(cup.path("cup.toml"), FILE.replace("./a", "./c")).unwrap();
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    program(&cup, "c", "true", "random");
    let refused = cup.run(&["tournament", "cup.toml", "--quiet"]).code(2);
    assert!(refused.err.contains("bot a: its program was ./a, and is ./c now"), "{}", refused.err);
    // With `--resume` the standings are shown although the program has changed.
    let plan = cup.read("cup.games/plan.toml");
    let told = cup.run(&["tournament", "cup.toml", "--quiet", "--resume"]).code(0);
    assert!(told.err.contains("earlier games were played by another program"), "{}", told.err);
    assert_eq!(cup.read("cup.games/plan.toml"), plan);
    // With a game left to play, `--resume` plays it with the new program. The plan stays that of the first games.
    let text = cup.read("cup.games/results.jsonl");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(cup.path("cup.games/results.jsonl"), lines[..3].concat()).unwrap();
    fs::remove_file(cup.path("cup.games/games/000004.jsonl")).unwrap();
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(2);
    let went = cup.run(&["tournament", "cup.toml", "--quiet", "--resume"]).code(0);
    assert!(went.err.contains("earlier games were played by another program"), "{}", went.err);
    assert_eq!(cup.results("cup.games").len(), 4);
    assert_ne!(cup.read("cup.games/plan.1.toml"), cup.read("cup.games/plan.toml"));
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    // It grows with a changed program where both are wanted.
    program(&cup, "c", "false", "random");
    let grows = ["tournament", "cup.toml", "--quiet", "--rounds", "3", "--grow", "--resume"];
    let refused = cup.run(&grows[..6]).code(2);
    assert!(refused.err.contains("; let it grow with the changed program with --grow --resume"), "{}", refused.err);
    let grown = cup.run(&grows).code(0);
    assert!(grown.err.contains("earlier games were played by another program"), "{}", grown.err);
    assert_eq!(cup.verifies("cup.games"), 6);
}

/// A bot that played and does not start as it did lacks something, and loses no game for it.
#[test]
fn a_bot_that_starts_no_more_as_it_did_ends_the_tournament_without_a_loss() {
    for (name, lacking, expected) in [
        ("mute", "exit 1", "bot a does not start: the bot exited with status 1"),
        (
            "other-variant",
            "{ read -r uvi; echo variant nonesuch; echo uviok; }",
            "bot a does not start: the bot does not play isolation, only nonesuch",
        ),
    ] {
        let cup = Cup::with_file(name, FILE);
        program(&cup, "a", &format!("test -e lib || {lacking}"), "random");
        fs::write(cup.path("lib"), "").unwrap();
        cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
        let whole = cup.read("cup.games/results.jsonl");
        let lines: Vec<&str> = whole.split_inclusive('\n').collect();
        fs::write(cup.path("cup.games/results.jsonl"), lines[..3].concat()).unwrap();
        fs::remove_file(cup.path("cup.games/games/000004.jsonl")).unwrap();
        fs::remove_file(cup.path("lib")).unwrap();
        let ended = cup.run(&["tournament", "cup.toml", "--quiet"]).code(4);
        assert!(ended.err.contains(expected), "{}", ended.err);
        assert_eq!(cup.results("cup.games").len(), 3, "{name}");
        fs::write(cup.path("lib"), "").unwrap();
        cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
        assert_eq!(cup.read("cup.games/results.jsonl"), whole, "{name}");
    }
}

#[test]
fn a_program_that_changes_while_it_plays_ends_the_tournament() {
    let cup = Cup::with_file("changes", FILE);
    program(&cup, "a", "echo '# more' >>\"$0\"", "random");
    let ended = cup.run(&["tournament", "cup.toml", "--quiet"]).code(5);
    assert!(ended.err.contains("game 2 cannot be played: bot a: "), "{}", ended.err);
    assert!(ended.err.contains("/a changed while the tournament ran: sha256 "), "{}", ended.err);
    assert_eq!((cup.results("cup.games").len(), cup.verifies("cup.games")), (1, 1));
    // A file that is only touched counts as unchanged.
    let cup = Cup::with_file("touched", FILE);
    program(&cup, "a", "touch \"$0\"", "random");
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
}

#[test]
fn a_file_can_be_pinned_by_its_hash() {
    let pin =
        "[[bot.files]]\nword = 0\nsha256 = \"0000000000000000000000000000000000000000000000000000000000000000\"\n";
    let cup = Cup::with_file("pinned", &format!("{FILE}{pin}"));
    program(&cup, "a", "", "random");
    let refused = cup.run(&["tournament", "cup.toml", "--quiet"]).code(2);
    assert!(refused.err.contains("bot b: its program "), "{}", refused.err);
}

#[test]
fn a_file_among_the_arguments_counts_unless_the_bot_writes_it() {
    let command = "sh a.sh --notes=notes.txt";
    let file = FILE.replace("./a", command);
    let cup = Cup::with_file("arguments", &file);
    program(&cup, "a.sh", "echo more >>notes.txt", "random");
    fs::write(cup.path("notes.txt"), "").unwrap();
    let ended = cup.run(&["tournament", "cup.toml", "--quiet"]).code(5);
    assert!(ended.err.contains("/notes.txt changed while the tournament ran"), "{}", ended.err);
    let file = file.replace("notes.txt\"\n", "notes.txt\"\nwrites = [\"notes.txt\"]\n");
    fs::write(cup.path("cup.toml"), file).unwrap();
    cup.run(&["tournament", "cup.toml", "--quiet", "--fresh"]).code(0);
    program(&cup, "a.sh", "true", "random");
    let refused = cup.run(&["tournament", "cup.toml", "--quiet"]).code(2);
    assert!(refused.err.contains("bot a: its file a.sh has another content"), "{}", refused.err);
}

#[test]
fn a_program_that_cannot_be_started_any_more_costs_no_game() {
    for (name, lines, expected) in
        [("removed", "rm \"$0\"", "there is no file "), ("closed", "chmod -x \"$0\"", "is not executable")]
    {
        let cup = Cup::with_file(name, FILE);
        program(&cup, "a", lines, "random");
        let ended = cup.run(&["tournament", "cup.toml", "--quiet"]).code(4);
        assert!(ended.err.contains("game 2 cannot be played: bot a does not start: "), "{}", ended.err);
        assert!(ended.err.contains(expected), "{}", ended.err);
        assert_eq!((cup.results("cup.games").len(), cup.verifies("cup.games")), (1, 1), "{name}");
        // With the program restored, the tournament resumes.
        program(&cup, "a", lines, "random");
        cup.run(&["tournament", "cup.toml", "--quiet"]).code(4);
        assert_eq!(cup.results("cup.games").len(), 2, "{name}");
    }
}
