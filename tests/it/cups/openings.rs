//! Random openings, drawn by the command and by tournaments, and judged by a real bot.

use std::{fs, io::Write as _};

use flate2::{Compression, write::GzEncoder};

use super::{Cup, faulty};

const BOTS: &str = "[[bot]]\nname = \"one\"\ncommand = \"random\"\n[[bot]]\nname = \"other\"\ncommand = \"greedy\"\n";

/// The lines that are not comments.
fn openings(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn a_file_of_openings_is_played_from_and_a_tournament_draws_the_same() {
    let cup = Cup::new("openings-lot");
    let draw = ["openings", "french-revolution", "--random", "6", "--count", "5", "--seed", "2a"];
    let said = cup.run(&draw).code(0);
    assert_eq!(said.out, cup.run(&draw).code(0).out);
    assert!(
        said.out.starts_with("# 5 openings of french-revolution, 2 seats: 6 decisions by lot, seed 0000"),
        "{}",
        said.out
    );
    assert_eq!(openings(&said.out).len(), 5);
    cup.run(&[&draw[..], &["--output", "openings.txt"]].concat()).code(0);
    assert_eq!(cup.read("openings.txt"), said.out);
    let head = "variant = \"french-revolution\"\nrounds = 5\nseed = \"2a\"\nadjudication = { max-decisions = 6 }\n";
    for (name, keys) in [("file", "file = \"openings.txt\""), ("drawn", "random = 6\ncount = 5")] {
        fs::write(cup.path("cup.toml"), format!("{head}[openings]\n{keys}\n{BOTS}")).unwrap();
        cup.run(&["tournament", "cup.toml", "--quiet", "--folder", name]).code(0);
        assert_eq!(cup.verifies(name), 10);
    }
    let starts = |folder: &str| -> Vec<String> {
        let head = |game: u32| cup.read(&format!("{folder}/games/{game:06}.jsonl")).lines().next().unwrap().to_owned();
        let head = |game| serde_json::from_str::<serde_json::Value>(&head(game)).unwrap();
        (1..=10).map(|game| head(game)["start"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(starts("file"), starts("drawn"));
    let mut played = starts("file");
    played.dedup();
    let mut drawn: Vec<_> =
        openings(&said.out).iter().map(|line| line.split_once('\t').unwrap().1.to_owned()).collect();
    played.sort();
    drawn.sort();
    assert_eq!(played, drawn);
    // The folder keeps the openings, and resumes without drawing.
    cup.run(&["tournament", "drawn", "--quiet"]).code(0);
}

/// Chess from two openings, for three rounds.
fn short_book(name: &str) -> Cup {
    let bots = "[[bot]]\nname = \"one\"\ncommand = \"random\"\n[[bot]]\nname = \"other\"\ncommand = \"random\"\n";
    let keys =
        "variant = \"chess\"\nrounds = 3\nseed = \"2a\"\nclock = \"nodes 9\"\nadjudication = { max-decisions = 4 }";
    let cup = Cup::with_file(name, &format!("{keys}\n[openings]\nfile = \"book.pgn\"\nplies = 2\n{bots}"));
    let book = "[Event \"a\"]\n[ECO \"C20\"]\n[Opening \"King's\\\" Pawn\"]\n[Variation \"Open\"]\n\n1. e4 e5 *\n\n\
                [Event \"b\"]\n[ECO \"?\"]\n\n1. d4 d5 *\n";
    fs::write(cup.path("book.pgn"), book).unwrap();
    cup
}

const TOO_FEW: &str =
    "arbiter: too few openings: there are 2, and 3 rounds want 3; after the last the first comes again\n";

#[test]
fn openings_that_do_not_last_are_told_before_the_first_game() {
    let cup = short_book("openings-short");
    for flag in ["--dry-run", "--quiet"] {
        let said = cup.run(&["tournament", "cup.toml", flag]).code(0);
        assert_eq!(said.err.matches(TOO_FEW).count(), 1, "{flag}: {}", said.err);
    }
    fs::write(cup.path("book.txt"), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n").unwrap();
    let gate = ["gate", "--variant", "chess", "--new", "random", "--old", "random", "--games", "8", "--quiet"];
    let gate = [&gate[..], &["--openings", "book.txt", "--clock", "nodes 9"]].concat();
    let said = cup.run(&gate);
    let told =
        "arbiter: too few openings: there is 1, and up to 4 rounds want 4; after the last the first comes again\n";
    assert!(said.err.contains(told), "{}", said.err);
}

#[test]
fn what_a_book_calls_an_opening_stands_in_the_games() {
    let cup = short_book("openings-called");
    cup.run(&["tournament", "cup.toml", "--quiet", "--pgn", "one.pgn"]).code(0);
    let tags = |text: &str, name: &str| -> Vec<String> {
        let tag = format!("[{name} \"");
        text.lines().filter_map(|line| line.strip_prefix(&tag)?.strip_suffix("\"]")).map(str::to_owned).collect()
    };
    let one = cup.read("one.pgn");
    assert_eq!(tags(&one, "ECO"), ["C20"; 4]);
    assert_eq!(
        (tags(&one, "Opening"), tags(&one, "Variation")),
        (vec!["King's\\\" Pawn".to_owned(); 4], vec!["Open".to_owned(); 4])
    );
    assert_eq!(tags(&one, "Round"), ["1", "1", "2", "2", "3", "3"]);
    // The folder keeps the tags. Without them in the file, it is still the same tournament.
    cup.run(&["tournament", "cup.games", "--quiet", "--pgn", "again.pgn"]).code(0);
    assert_eq!(cup.read("again.pgn"), one);
    // A book and games to import may be packed.
    for name in ["book.pgn", "one.pgn"] {
        let mut packed =
            GzEncoder::new(fs::File::create(cup.path(&format!("{name}.gz"))).unwrap(), Compression::fast());
        packed.write_all(cup.read(name).as_bytes()).unwrap();
        packed.finish().unwrap();
    }
    fs::write(cup.path("packed.toml"), cup.read("cup.toml").replace("book.pgn", "book.pgn.gz")).unwrap();
    cup.run(&["tournament", "packed.toml", "--quiet", "--pgn", "packed.pgn"]).code(0);
    assert_eq!(tags(&cup.read("packed.pgn"), "ECO"), ["C20"; 4]);
    cup.run(&["import", "chess", "one.pgn.gz", "-o", "packed.jsonl"]).code(0);
    assert!(cup.read("packed-6.jsonl").contains("King's"), "{}", cup.read("packed-6.jsonl"));
    let book = cup.read("book.pgn").replace("[ECO \"C20\"]\n", "");
    fs::write(cup.path("book.pgn"), book).unwrap();
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    // The exported games can be imported.
    let said = cup.run(&["import", "chess", "one.pgn", "-o", "back.jsonl"]).code(0);
    assert_eq!(said.err, "");
    let head = cup.read("back-1.jsonl").lines().next().unwrap().to_owned();
    let head = serde_json::from_str::<serde_json::Value>(&head).unwrap();
    assert_eq!((&head["tags"]["ECO"], &head["tags"]["Opening"]), (&"C20".into(), &"King's\" Pawn".into()));
    assert_eq!(
        (head["seats"][0]["name"].as_str(), &head["tags"]["Termination"]),
        (Some(tags(&one, "White")[0].as_str()), &"adjudication".into())
    );
    // In our own format, tags follow the position.
    let line = "a\trnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\tECO C20\tColour red\n";
    fs::write(cup.path("book.txt"), line).unwrap();
    let file = cup.read("cup.toml").replace("book.pgn", "book.txt").replace("plies = 2\n", "");
    fs::write(cup.path("cup.toml"), &file).unwrap();
    let said = cup.run(&["tournament", "cup.toml", "--folder", "own"]).code(2);
    let expected = "book.txt line 1: expected one of ECO, Opening, Variation, Moves, FEN and its text after the position and a \
                    tab, found \"Colour red\"";
    assert!(said.err.contains(expected), "{}", said.err);
    fs::write(cup.path("book.txt"), line.replace("\tColour red", "")).unwrap();
    cup.run(&["tournament", "cup.toml", "--folder", "own", "--quiet", "--pgn", "own.pgn"]).code(0);
    assert_eq!(tags(&cup.read("own.pgn"), "ECO"), ["C20"; 6]);
}

#[test]
fn a_bot_judges_positions_alike_and_takes_other_ones() {
    let cup = Cup::new("openings-judged");
    let draw = ["openings", "congress", "--random", "8", "--count", "4", "--seed", "3"];
    let judged = [&draw[..], &["--balance", "search", "--within", "0.15", "--clock", "nodes 60"]].concat();
    let said = cup.run(&judged).code(0);
    assert_eq!(said.out, cup.run(&judged).code(0).out);
    assert!(said.out.contains("\n# judged by search (nodes 60): within 0.15\n"), "{}", said.out);
    assert_eq!(openings(&said.out).len(), 4);
    assert_ne!(openings(&said.out), openings(&cup.run(&draw).code(0).out), "all are balanced as they come");
    // Variants with more seats, simultaneous decisions, and chance.
    for (variant, random) in [("orwell", "5"), ("cat-chess", "9")] {
        let judged = ["openings", variant, "--random", random, "-n", "2", "--balance", "search", "--within", "0.5"];
        cup.run(&[&judged[..], &["--seed", "4", "--clock", "nodes 4"]].concat()).code(0);
    }
}

#[test]
fn a_bot_that_cannot_judge_is_named() {
    let cup = Cup::new("openings-no-judge");
    let judged =
        |bot: &str| cup.run(&["openings", "congress", "--random", "4", "-n", "2", "--seed", "1", "--balance", bot]);
    let said = judged("random").code(2);
    assert!(said.err.contains("expected an info score from the bot that judges, found none in "), "{}", said.err);
    let said = judged("/nowhere/bot").code(4);
    let expected = "the bot that judges: there is no file /nowhere/bot; the arbiter comes with ";
    assert!(said.err.contains(expected), "{}", said.err);
    let said = judged(&faulty("--mode crash")).code(4);
    assert!(said.err.contains("the bot that judges: crash: "), "{}", said.err);
    let said = cup.run(&["openings", "isolation", "--random", "63", "--seed", "1"]).code(1);
    assert!(said.err.contains("isolation: every game is over after 63 decisions"), "{}", said.err);
    let file = format!(
        "variant = \"congress\"\n[openings]\nrandom = 4\nbalance = {{ bot = \"random\", within = 0.1 }}\n{BOTS}"
    );
    fs::write(cup.path("cup.toml"), file).unwrap();
    let said = cup.run(&["tournament", "cup.toml"]).code(2);
    assert!(said.err.contains("cup.toml:4:") && said.err.contains("expected an info score"), "{}", said.err);
    assert!(!cup.path("cup.games").exists(), "nothing is played");
}
