//! Errors in a tournament file are reported with their place, and no game is played.

use std::fs;

use super::Cup;

const BOTS: &str = "[[bot]]\nname = \"a\"\ncommand = \"random\"\n[[bot]]\nname = \"b\"\ncommand = \"random\"\n";

/// Checks that this file is refused with an error that has these parts, in this order.
#[track_caller]
fn refused(text: &str, parts: &[&str]) {
    let cup = Cup::with_file("refused", text);
    let said = cup.run(&["tournament", "cup.toml"]).code(2);
    let mut rest = said.err.as_str();
    for part in parts {
        let (_, after) = rest.split_once(part).unwrap_or_else(|| panic!("no {part:?} in\n{}", said.err));
        rest = after;
    }
    assert!(!cup.path("cup.games").exists(), "nothing is made for a file that is wrong");
}

#[test]
fn every_value_is_tried_before_anything_is_played() {
    let file = |more: &str| format!("variant = \"katarenga\"\n{more}\n{BOTS}");
    refused(&file("roundz = 3"), &["unknown field `roundz`", "cup.toml:2:1", "roundz = 3", "^^^^^^"]);
    refused("variant = \"katarenga\n", &["cup.toml:1:"]);
    refused("variant = \"halma\"\n", &["no variant halma; the arbiter knows katarenga", "cup.toml:1:11", "^^^^^^^"]);
    refused("rounds = 3\n", &["missing field `variant`"]);
    refused(&file("folder = \"\""), &["expected the name of a folder"]);
    refused(&file("seats = 3"), &["katarenga has 2 seats, not 3", "cup.toml:2:9"]);
    refused(&file("clock = \"movetime\""), &["of the clock", "cup.toml:2:9"]);
    refused(&file("seed = \"xyz\""), &["the seed", "cup.toml:2:8"]);
    refused(&file("match-play = true\nseatings = \"all\""), &["match play needs seatings", "cup.toml:2:14"]);
    refused(&file("restart = 3"), &["expected \"on\" or \"off\", found 3", "cup.toml:2:11"]);
    refused(&file("[options]\nbaseline = \"wide\""), &["expected one of choose, fixed", "cup.toml:3:12"]);
    refused(&file("[options]\nspeed = 1"), &["no option speed", "cup.toml:3:9"]);
    refused(&file("[adjudication]"), &["expected at least one of", "cup.toml:2:1"]);
    refused(&file("[adjudication]\nresign = { score = 1, count = 0 }"), &["with counts from 1", "cup.toml:2:1"]);
    refused(&file("log = { info = \"off\" }\n[adjudication]\ndraw = { score = 1, count = 2 }"), &["leaves them out"]);
    refused(&file("[adjudication]\nlike = \"fastchess\"\nmax-decisions = 9"), &["like needs chess", "cup.toml:2:1"]);
    refused(&file("[sprt]\nelo0 = 5\nelo1 = 0"), &["expected elo0 below elo1", "cup.toml:2:1"]);
    refused(&file("[openings]\npositions = [\"x\"]"), &["cup.toml:3:14"]);
    refused(&file("[openings]\nfile = \"none.txt\""), &["cannot read none.txt", "cup.toml:3:8"]);
    refused("variant = \"catalonia\"\nformat = \"swiss\"\n", &["expected at least 2 bots, found 0"]);
    refused(
        &format!("variant = \"catalonia\"\nformat = \"swiss\"\n{BOTS}"),
        &["one score for all seats", "cup.toml:1:11"],
    );
    refused(
        "variant = \"orwell\"\n[sprt]\nelo0 = 0\nelo1 = 5\n[[bot]]\nname = \"a\"\ncommand = \"random\"\n",
        &["expected at least 3 bots, found 1"],
    );
}

#[test]
fn a_bot_that_cannot_be_is_named_where_it_stands() {
    let file = |bot: &str| format!("variant = \"katarenga\"\n{BOTS}[[bot]]\nname = \"c\"\n{bot}\n");
    let own = "; the arbiter comes with random, greedy, search, chain and prowler, and uci:ENGINE plays a UCI engine";
    refused(&file("command = \"/none/such\""), &["there is no file /none/such", own, "cup.toml:10:11"]);
    refused(&file("command = \"randm\""), &["there is no program randm", "; did you mean random?", "cup.toml:10:11"]);
    refused(&file("command = \"a 'b\""), &["in the command line", "cup.toml:10:11"]);
    refused(&file("command = \"\""), &["cup.toml:10:11"]);
    let limits = |limits: &str| file(&format!("command = \"random\"\nlimits = {{ {limits} }}"));
    refused(&limits("cpu = 5, memory = \"many\""), &["seatset memory", "cup.toml:11:30"]);
    refused(&limits("speed = 3"), &["no seatset key speed; expected one of ", "cup.toml:11:20"]);
    refused(&limits("memry = 3"), &["no seatset key memry; did you mean memory?", "cup.toml:11:20"]);
    refused(&file("command = \"random\"\ndir = \"/none\""), &["there is no directory /none"]);
    let twice = format!("variant = \"katarenga\"\n{BOTS}[[bot]]\nname = \"b\"\ncommand = \"random\"\n");
    refused(&twice, &["two bots have the name b", "cup.toml:9:8"]);
}

#[test]
fn a_bot_that_does_not_fit_ends_the_tournament_and_says_so() {
    let cup = Cup::with_file(
        "unfit",
        &format!(
            "variant = \"katarenga\"\n{BOTS}[[bot]]\nname = \"c\"\ncommand = \"random\"\noptions = {{ depth = 3 }}\n"
        ),
    );
    let said = cup.run(&["tournament", "cup.toml", "--quiet"]).code(2);
    assert!(said.err.contains("cannot start: bot c has no option depth; it has seed"), "{}", said.err);
    // No game has begun, so the corrected file replaces the plan, but not its seed, whose commitment may be known.
    let seed = cup.read("cup.games/luck/seed");
    let corrected = cup.read("cup.toml").replace("depth", "seed");
    fs::write(cup.path("cup.toml"), format!("seed = \"5a\"\n{corrected}")).unwrap();
    let said = cup.run(&["tournament", "cup.toml", "--quiet"]).code(2);
    assert!(said.err.contains("no game in it is finished, so that nothing is lost if you delete it"), "{}", said.err);
    fs::write(cup.path("cup.toml"), corrected).unwrap();
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    assert!(cup.read("cup.games/plan.toml").contains(seed.trim()) && !cup.path("cup.games.1").exists());
    fs::write(cup.path("cup.toml"), cup.read("cup.toml").replace("seed = 3", "seed = 4")).unwrap();
    let said = cup.run(&["tournament", "cup.toml", "--quiet"]).code(2);
    assert!(said.err.contains("holds another tournament") && !said.err.contains("no game in it"), "{}", said.err);
}

#[test]
fn a_key_of_another_format_is_refused() {
    let file = |more: &str| format!("variant = \"katarenga\"\n{more}\n{BOTS}");
    let other = ["blocks is a key of the format ", ", and this is a round-robin", "cup.toml:2:10"];
    refused(&file("blocks = 3"), &other);
    let cup = Cup::with_file("keys", &file("blocks = 1\nthird-place = \"off\"\nelimination = \"single\""));
    cup.run(&["tournament", "cup.toml", "--dry-run"]).code(0);
    let said = cup.run(&["tournament", "cup.toml", "--dry-run", "--blocks", "3"]).code(2);
    assert!(said.err.contains("blocks is a key of the format swiss, knockout"), "{}", said.err);
    refused(&file("[openings]\nfile = \"cup.toml\"\nplies = 4"), &["plies needs openings from a file of games", "4:9"]);
    refused(&file("rounds = 0"), &["expected at least 1 round", "cup.toml:2:10"]);
    refused("variant = \"orwell\"\n[[bot]]\nname = \"a\"\ncommand = \"random\"\n", &["found 1", "cup.toml:2:1"]);
    refused(&file("anchor = \"a=nan\""), &["found a=nan; the bots are a, b", "cup.toml:2:10"]);
    refused(&file("anchor = \"nobody\""), &["found nobody; the bots are a, b", "cup.toml:2:10"]);
}

#[test]
fn a_dry_run_refuses_and_warns_as_the_run_does() {
    let cup = Cup::with_file("dry-refused", &format!("variant = \"katarenga\"\n{BOTS}"));
    for hours in ["nan", "-1", "1e300"] {
        let file = format!("variant = \"katarenga\"\nhours = {hours}\n{BOTS}");
        fs::write(cup.path("hours.toml"), file).unwrap();
        let said = cup.run(&["tournament", "hours.toml", "--dry-run"]).code(2);
        assert!(said.err.contains("expected a number of hours"), "{}", said.err);
    }
    let dry = |more: &[&str]| cup.run(&[&["tournament", "cup.toml", "--dry-run"], more].concat());
    let said = dry(&["--clock", "movetime 0"]).code(2);
    assert!(said.err.contains("found 0 ms in `movetime 0`"), "{}", said.err);
    let said = dry(&["-c", "1000000"]).code(0);
    assert!(said.err.contains("it plays at most 1024 at once"), "{}", said.err);
    let said = dry(&["--rounds", "-1"]).code(2);
    assert!(said.err.contains("-1 is not in 0..") || said.err.contains("invalid value '-1'"), "{}", said.err);
}

#[test]
fn a_word_that_is_a_file_beside_the_tournament_file_alone_is_told() {
    let cup = Cup::new("beside");
    fs::create_dir(cup.path("sub")).unwrap();
    fs::write(cup.path("sub/slow.sh"), "exit").unwrap();
    let file = format!("variant = \"katarenga\"\n{BOTS}").replacen("\"random\"", "\"sh slow.sh\"", 1);
    fs::write(cup.path("sub/cup.toml"), file).unwrap();
    let said = cup.run(&["tournament", "sub/cup.toml", "--dry-run"]).code(0);
    assert!(said.err.contains("bot a: there is no slow.sh in the current folder, "), "{}", said.err);
    fs::write(cup.path("slow.sh"), "exit").unwrap();
    assert_eq!(cup.run(&["tournament", "sub/cup.toml", "--dry-run"]).code(0).err, "");
}

#[test]
fn a_bar_in_a_name_breaks_no_table() {
    let text = format!("variant = \"isolation\"\n{BOTS}").replacen("\"a\"", "\"a|b\"", 1);
    let said = Cup::with_file("bar", &text).run(&["tournament", "cup.toml", "-q"]).code(0);
    let row = said.out.lines().find(|line| line.contains("a\\|b")).unwrap_or_else(|| panic!("{}", said.out));
    let head = said.out.lines().find(|line| line.contains("| bot")).unwrap();
    assert_eq!(row.replace("\\|", "").matches('|').count(), head.matches('|').count(), "{}", said.out);
}

#[test]
fn a_dry_run_prints_the_plan_and_plays_nothing() {
    let cup = Cup::with_file("dry", &format!("variant = \"katarenga\"\nseed = \"2a\"\nrounds = 2\n{BOTS}"));
    let said = cup.run(&["tournament", "cup.toml", "--dry-run"]).code(0);
    assert!(!cup.path("cup.games").exists());
    let games: Vec<&str> = said.out.lines().filter(|line| line.starts_with("# game-")).collect();
    assert_eq!(games.len(), 4);
    let seed = |line: &str| line.split("seed ").nth(1).unwrap()[..32].to_owned();
    assert_eq!(seed(games[0]), seed(games[1]), "the games of a block share their luck");
    assert_ne!(seed(games[1]), seed(games[2]));
    assert!(games[0].ends_with(": b, a") && games[1].ends_with(": a, b"), "{games:?}");
    // The printed plan is a tournament file.
    let again = Cup::with_file("again", &said.out);
    assert_eq!(again.run(&["tournament", "cup.toml", "--dry-run"]).code(0).out, said.out);
}

#[test]
fn a_dry_run_tells_no_luck_that_is_to_come() {
    let cup = Cup::with_file("sealed", &format!("variant = \"katarenga\"\nrounds = 2\n{BOTS}"));
    let is_secret = |out: &str| !out.contains("seed ");
    let drawn = cup.run(&["tournament", "cup.toml", "--dry-run"]).code(0).out;
    assert!(is_secret(&drawn) && !drawn.contains("commitment"), "{drawn}");
    assert_eq!(cup.run(&["tournament", "cup.toml", "--dry-run"]).code(0).out, drawn);
    // A tournament that has begun has a seed, which is in its folder.
    let said = cup.run(&["tournament", "cup.toml", "--hours", "0"]).code(3);
    assert!(said.err.contains("the time is over, and games are left; run the command again to resume"), "{}", said.err);
    let seed: arbiter::game::Seed = cup.read("cup.games/luck/seed").trim().parse().unwrap();
    for begun in ["cup.toml", "cup.games"] {
        let begun = cup.run(&["tournament", begun, "--dry-run"]).code(0).out;
        let block = arbiter::game::derive(&seed, "block 1");
        assert!(
            is_secret(&begun) && !begun.contains(&block.to_string()) && !begun.contains(&seed.to_string()),
            "{begun}"
        );
        assert!(begun.contains(&format!("round 1 commitment {}: b, a", arbiter::game::commitment(&block))), "{begun}");
    }
    // The seed is revealed when all games are played.
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    let over = cup.run(&["tournament", "cup.games", "--dry-run"]).code(0).out;
    assert!(over.contains(&format!("seed = \"{seed}\"")), "{over}");
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let cup = Cup::with_file("folder", &format!("variant = \"katarenga\"\n{BOTS}"));
    fs::create_dir(cup.path("cup.games")).unwrap();
    fs::write(cup.path("cup.games/letter"), "dear").unwrap();
    let said = cup.run(&["tournament", "cup.toml"]).code(2);
    assert!(said.err.contains("is not a tournament folder"), "{}", said.err);
    fs::remove_file(cup.path("cup.games/letter")).unwrap();
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
}

#[test]
fn every_bad_line_of_a_file_of_openings_is_shown() {
    let file = format!("variant = \"katarenga\"\n[openings]\nfile = \"bad.txt\"\n{BOTS}");
    let cup = Cup::with_file("bad-openings", &file);
    fs::write(cup.path("bad.txt"), "a\tx\n\nb\ty z\n").unwrap();
    let said = cup.run(&["tournament", "cup.toml"]).code(2);
    for part in ["bad.txt line 1: position column 1: expected ", "; line 3: position column 1: ", "cup.toml:3:8"] {
        assert!(said.err.contains(part), "{}", said.err);
    }
}

#[test]
fn match_play_starts_the_second_game_where_the_page_says() {
    let cup = Cup::with_file(
        "match-play",
        &format!("variant = \"katarenga\"\nmatch-play = \"on\"\nrounds = 3\nseed = \"3\"\n{BOTS}"),
    );
    cup.run(&["tournament", "cup.toml", "--quiet", "--concurrency", "4"]).code(0);
    let log = |game: u32| cup.read(&format!("cup.games/games/{game:06}.jsonl"));
    let line = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    let colours = |position: &serde_json::Value| position.as_str().unwrap().split(' ').next().unwrap().to_owned();
    let mut turned = 0;
    for first in [1, 3, 5] {
        let (before, after) = (log(first), log(first + 1));
        let end = line(before.lines().last().unwrap());
        let head = line(after.lines().next().unwrap());
        assert_eq!(head["options"]["baseline"], "fixed");
        assert_eq!(
            colours(&head["start"]),
            colours(&end["position"]),
            "the colours of the first game after the choice"
        );
        turned += u32::from(colours(&line(before.lines().next().unwrap())["start"]) != colours(&end["position"]));
    }
    assert!(turned > 0, "no Black has turned the board, so that this shows nothing");
    cup.verifies("cup.games");
    refused(
        &format!("variant = \"congress\"\nmatch-play = \"on\"\n{BOTS}"),
        &["has no rules for match play", "cup.toml:2:14"],
    );
}

#[test]
fn running_games_are_written_as_pgn_and_games_are_added_to_a_file() {
    let cup = Cup::with_file("live-pgn", &format!("variant = \"french-revolution\"\nseed = \"9\"\n{BOTS}"));
    let flags = ["tournament", "cup.toml", "--quiet", "--pgn", "games.pgn", "--append", "--live-pgn", "live.pgn"];
    cup.run(&flags).code(0);
    // The last write has all games that have ended since the one before. These took less than a second.
    let pgn = cup.read("games.pgn");
    let last = cup.read("live.pgn");
    assert!(!last.is_empty() && pgn.ends_with(&last), "{last}");
    assert_eq!(pgn.matches("[Variant \"French Revolution\"]").count(), 2);
    // No game runs now, so both files stay.
    let said = cup.run(&flags).code(0);
    assert!(said.err.contains("--append: 2 games of 2 stand in games.pgn already"), "{}", said.err);
    assert_eq!(cup.read("games.pgn"), pgn);
    assert_eq!(cup.read("live.pgn"), last);
    // What another program or another line of the file writes otherwise makes no other game.
    let theirs = pgn.replace("[Event \"", "[Event \"Our ").replace('\n', "\r\n");
    fs::write(cup.path("games.pgn"), &theirs).unwrap();
    cup.run(&["tournament", "cup.toml", "--rounds", "2", "--grow", "--quiet", "--pgn", "games.pgn", "--append"])
        .code(0);
    assert!(cup.read("games.pgn").starts_with(&theirs));
    assert_eq!(cup.read("games.pgn").matches("[Event ").count(), 4);
    let log = "cup.games/games/000001.jsonl";
    let shown = cup.run(&["show", log, "--format", "pgn"]).code(0).out;
    assert!(shown.starts_with(&format!("{}\n", pgn.lines().next().unwrap())), "the event: {shown}");
    let moves = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(moves(&shown), moves(&pgn[..pgn.find("\n[Event").map_or(pgn.len(), |place| place + 1)]));
    // A log that still grows is a game without a result.
    let begun: String = cup.read(log).lines().take(9).map(|line| format!("{line}\n")).collect();
    fs::write(cup.path("begun.jsonl"), begun + "{\"type\":").unwrap();
    let shown = cup.run(&["show", "begun.jsonl", "--format", "pgn"]).code(0).out;
    assert!(shown.contains("[Result \"*\"]") && shown.trim_end().ends_with('*'), "{shown}");
    let same = cup.run(&["tournament", "cup.toml", "--pgn", "same", "--csv", "./same"]).code(2);
    assert!(same.err.contains("same is given for two outputs"), "{}", same.err);
    let said = cup.run(&["tournament", "cup.toml", "--append"]).code(2);
    assert!(said.err.contains("--append: expected --pgn FILE"), "{}", said.err);
    let said = cup.run(&["tournament", "--variant", "katarenga", "--bot", "random", "--bot", "greedy", "--pgn", "x"]);
    assert!(said.code == Some(2) && said.err.contains("katarenga cannot be written as PGN"), "{}", said.err);
}

/// Lines of the protocol have the path of the log.
#[cfg(unix)]
#[test]
fn a_folder_whose_path_is_no_text_is_refused_before_it_is_made() {
    use std::os::unix::ffi::OsStrExt as _;

    let cup = Cup::with_file("no-text", &format!("variant = \"katarenga\"\n{BOTS}"));
    let folder = std::ffi::OsStr::from_bytes(b"cup\xff");
    let refused = cup.arbiter(&["tournament", "cup.toml", "--folder"]).arg(folder).output().unwrap();
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && text.contains("expected a path of UTF-8"), "{text}");
    assert!(!cup.path("").join(folder).exists());
}

/// The text before the first `=` is a name, unless it begins a command line.
#[test]
fn a_bot_of_the_command_line_may_have_a_name_with_spaces() {
    let cup = Cup::new("spaced");
    let bots = [
        "my bot=random",
        "my bot (v2)=env SIZE=1 true",
        "env SIZE=1 true --depth=3",
        "random --x=1",
        "a=true b=c",
        "test 1=random",
        "env A=true true",
    ];
    let flags = bots.iter().flat_map(|bot| ["--bot", bot]);
    let args: Vec<&str> = ["tournament", "--variant", "isolation", "--dry-run"].into_iter().chain(flags).collect();
    let said = cup.run(&args).code(0);
    for [name, command] in [
        ["my bot", "random"],
        ["my bot (v2)", "env SIZE=1 true"],
        ["env", "env SIZE=1 true --depth=3"],
        ["random", "random --x=1"],
        ["a", "true b=c"],
        ["test 1", "random"],
        ["env-2", "env A=true true"],
    ] {
        let keys = format!("name = \"{name}\"\ncommand = \"{command}\"\n");
        assert!(said.out.contains(&keys), "{keys}{}", said.out);
    }
}

/// Flags set a test and the ends of games as the file does.
#[test]
fn a_test_and_adjudication_have_flags() {
    let cup = Cup::new("test-flags");
    let args =
        ["tournament", "--variant", "isolation", "--bot", "a=random", "--bot", "b=greedy", "--rounds", "2", "-q"];
    let flags = ["--sprt=-5,15", "--alpha", "0.1", "--normalized", "--adjudication", "max-decisions 4"];
    cup.run(&[&args[..], &flags].concat()).code(0);
    let plan = cup.read("isolation.games/plan.toml");
    for line in ["elo0 = -5.0", "elo1 = 15.0", "alpha = 0.1", "model = \"normalized\"", "max-decisions = 4"] {
        assert!(plan.contains(line), "{line}: {plan}");
    }
    assert!(cup.results("isolation.games").iter().all(|result| result["decisions"].as_u64().unwrap() <= 4));
    let refused = cup.run(&[&args[..], &["--alpha", "0.1", "--folder", "none"]].concat()).code(2);
    assert!(refused.err.contains("--alpha, --beta, --normalized: expected --sprt ELO0,ELO1 too"), "{}", refused.err);
    let refused = cup.run(&[&args[..], &["--sprt", "elo0=0", "elo1=50"]].concat()).code(2);
    assert!(refused.err.contains("found elo0=0; write elo0=0 elo1=10 as --sprt 0,10"), "{}", refused.err);
}
